//! Locks: what keeps the nodes apart where no unique key does. All of them in one order, so that no two transactions
//! wait for each other: clinics, guards, reservations, each sorted by its key.

use std::collections::HashMap;

use reservation::guard::{Guard, Guards};
use reservation::ids::ClinicId;
use reservation::snapshot::Needs;
use reservation::visit::Reservation;
use sqlx::PgConnection;

use crate::read::reservations;
use crate::trouble::Trouble;
use reservation_rows::{ReservationRecord, all, clinic};

/// What was found where it was locked.
pub(super) struct Locked {
    /// The versions of the catalogues.
    pub(super) versions: HashMap<ClinicId, i64>,
    /// The reservations by their ids, and all that the holders hold.
    pub(super) reservations: Vec<Reservation>,
}

/// True when something of it is locked before it is read: then everything is locked anew, in its order.
pub(super) fn wants_locks(needs: &Needs) -> bool {
    !(needs.catalogues.is_empty()
        && needs.edits.is_empty()
        && needs.reservations.is_empty()
        && needs.holds.is_empty()
        && needs.contacts.is_empty())
}

/// Locks what the needs name.
pub(super) async fn take(
    connection: &mut PgConnection,
    guards: Guards,
    needs: &Needs,
) -> Result<Locked, Trouble> {
    let versions = clinics_and_guards(connection, guards, needs).await?;
    let reservations = visits(connection, guards, needs).await?;
    Ok(Locked {
        versions,
        reservations,
    })
}

/// Nobody edits a catalogue until we are done: bookings share its row, an edit has it alone. And nobody else asks what a
/// holder holds or a contact has booked: guard rows that are not there yet are made, and all of them are locked, by one
/// statement. What a row would be updated to doesn't matter, since nothing passes `false`; but it is locked by then.
async fn clinics_and_guards(
    connection: &mut PgConnection,
    guards: Guards,
    needs: &Needs,
) -> Result<HashMap<ClinicId, i64>, Trouble> {
    let ids: Vec<String> = needs.catalogues.iter().map(ToString::to_string).collect();
    let (of, names) = if guards.up(Guard::GuardRow) {
        guard_names(needs)
    } else {
        Default::default()
    };
    macro_rules! locked {
        ($lock:tt) => {
            sqlx::query_as!(
                Version,
                "with c as (select id, version from clinic where id = any($1) order by id "
                    + $lock
                    + "), g as ( \
                     insert into guard (clinic, name) \
                     select c.id, j.name \
                     from unnest($2::text[], $3::text[]) as j (clinic, name) \
                     join c on c.id = j.clinic \
                     order by c.id, j.name collate \"C\" \
                     on conflict (clinic, name) do update \
                     set name = excluded.name \
                     where false \
                 ) \
                 select id, version from c",
                &ids,
                &of,
                &names
            )
        };
    }
    let rows = if !guards.up(Guard::CatalogueLock) {
        locked!("").fetch_all(connection).await?
    } else if needs.edits.is_empty() {
        locked!("for share").fetch_all(connection).await?
    } else {
        locked!("for no key update").fetch_all(connection).await?
    };
    rows.into_iter()
        .map(|row| Ok((clinic(&row.id)?, row.version)))
        .collect()
}

struct Version {
    id: String,
    version: i64,
}

/// The guards that stand for what the needs ask of holders and contacts: their clinics and names.
fn guard_names(needs: &Needs) -> (Vec<String>, Vec<String>) {
    let holders = needs
        .holds
        .iter()
        .map(|(clinic, holder)| (clinic, holder.to_string()));
    let contacts = needs
        .contacts
        .iter()
        .map(|(clinic, phone)| (clinic, contact_guard(clinic, phone)));
    holders
        .chain(contacts)
        .map(|(clinic, name)| (clinic.to_string(), name))
        .unzip()
}

/// Guards outlive what they were made for, so a telephone number is not written into one in clear, and has another name
/// at each clinic.
fn contact_guard(clinic: &ClinicId, phone: &str) -> String {
    let key = blake3::derive_key("hitotsu contact guard", clinic.as_str().as_bytes());
    let hash = blake3::keyed_hash(&key, phone.as_bytes()).to_hex();
    format!("contact:{hash:.32}")
}

/// Reservations by their ids, and what holders hold. Their guards are ours by now, so nobody else begins to hold.
///
/// `lateral … offset 0`, here and wherever a batch is looked up: the batch is walked and each of its keys is looked up.
/// Left free, the planner may walk a table that it believes to be small and look it up in the batch.
async fn visits(
    connection: &mut PgConnection,
    guards: Guards,
    needs: &Needs,
) -> Result<Vec<Reservation>, Trouble> {
    if needs.reservations.is_empty() && needs.holds.is_empty() {
        return Ok(Vec::new());
    }
    let (mut clinics, mut ids) = (Vec::new(), Vec::new());
    for (clinic, id) in &needs.reservations {
        clinics.push(clinic.to_string());
        ids.push(id.0);
    }
    let (mut of, mut holders) = (Vec::new(), Vec::new());
    for (clinic, holder) in &needs.holds {
        of.push(clinic.to_string());
        holders.push(holder.to_string());
    }
    macro_rules! found {
        ($order:tt) => {
            reservations!(
                "where id = any(array( \
                     select r.id \
                     from unnest($1::text[], $2::uuid[]) as j (clinic, id) \
                     cross join lateral ( \
                         select r.id, r.clinic from reservation r where r.id = j.id offset 0 \
                     ) r \
                     where r.clinic = j.clinic \
                     union \
                     select r.id \
                     from unnest($3::text[], $4::text[]) as j (clinic, holder) \
                     cross join lateral ( \
                         select r.id \
                         from reservation r \
                         where r.clinic = j.clinic \
                             and r.holder = j.holder \
                             and r.status = 'HELD' \
                         offset 0 \
                     ) r \
                 )) "
                    + $order,
                &clinics,
                &ids,
                &of,
                &holders
            )
        };
    }
    let rows = if !guards.up(Guard::RowLock) {
        found!("order by id").fetch_all(connection).await?
    } else if guards.up(Guard::LockOrder) {
        found!("order by id for update")
            .fetch_all(connection)
            .await?
    } else {
        found!("order by id desc for update")
            .fetch_all(connection)
            .await?
    };
    Ok(all(rows)?)
}
