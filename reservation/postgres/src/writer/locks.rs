//! Locks: what keeps the nodes apart where no unique key does. All of them in one order, so that no two transactions
//! wait for each other: clinics, guards, reservations, each sorted by its key.

use std::collections::HashMap;

use reservation::guard::{Guard, Guards};
use reservation::ids::ClinicId;
use reservation::snapshot::Needs;
use reservation::visit::Reservation;
use sqlx::PgConnection;

use crate::read::reservations;
use crate::rows::{ReservationRecord, all, clinic};
use crate::trouble::Trouble;

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
    let versions = clinics(connection, guards, needs).await?;
    if guards.up(Guard::GuardRow) {
        guard_rows(connection, needs, &versions).await?;
    }
    let reservations = visits(connection, guards, needs).await?;
    Ok(Locked {
        versions,
        reservations,
    })
}

/// Nobody edits a catalogue until we are done: bookings share its row, an edit has it alone.
async fn clinics(
    connection: &mut PgConnection,
    guards: Guards,
    needs: &Needs,
) -> Result<HashMap<ClinicId, i64>, Trouble> {
    let ids: Vec<String> = needs.catalogues.iter().map(ToString::to_string).collect();
    let rows: Vec<(String, i64)> = if !guards.up(Guard::CatalogueLock) {
        sqlx::query!("select id, version from clinic where id = any($1)", &ids)
            .fetch_all(connection)
            .await?
            .into_iter()
            .map(|row| (row.id, row.version))
            .collect()
    } else if needs.edits.is_empty() {
        sqlx::query!(
            "select id, version from clinic where id = any($1) order by id for share",
            &ids
        )
        .fetch_all(connection)
        .await?
        .into_iter()
        .map(|row| (row.id, row.version))
        .collect()
    } else {
        sqlx::query!(
            "select id, version from clinic where id = any($1) order by id for no key update",
            &ids
        )
        .fetch_all(connection)
        .await?
        .into_iter()
        .map(|row| (row.id, row.version))
        .collect()
    };
    rows.into_iter()
        .map(|(id, version)| Ok((clinic(&id)?, version)))
        .collect()
}

/// Makes the rows that are not there yet and locks all of them, in one statement: what a row is updated to is never
/// looked at, because nothing passes `false`, but it is locked by then.
async fn guard_rows(
    connection: &mut PgConnection,
    needs: &Needs,
    known: &HashMap<ClinicId, i64>,
) -> Result<(), Trouble> {
    let holders = needs
        .holds
        .iter()
        .map(|(clinic, it)| (clinic, it.to_string()));
    let contacts = needs
        .contacts
        .iter()
        .map(|(clinic, phone)| (clinic, contact_guard(phone)));
    let (clinics, names): (Vec<String>, Vec<String>) = holders
        .chain(contacts)
        // A clinic that is not there has no visitors.
        .filter(|(clinic, _)| known.contains_key(*clinic))
        .map(|(clinic, name)| (clinic.to_string(), name))
        .unzip();
    if clinics.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        r#"insert into guard (clinic, name)
        select j.clinic, j.name
        from unnest($1::text[], $2::text[]) as j (clinic, name)
        order by j.clinic collate "C", j.name collate "C"
        on conflict (clinic, name) do update
        set name = excluded.name
        where false"#,
        &clinics,
        &names
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Guards outlive what they were made for, so a telephone number is not written into one.
fn contact_guard(phone: &str) -> String {
    let hash = blake3::hash(phone.as_bytes()).to_hex();
    format!("contact:{hash:.32}")
}

/// Reservations by their ids, and what holders hold. Their guards are ours by now, so nobody else begins to hold.
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
                     join reservation r on r.id = j.id and r.clinic = j.clinic \
                     union \
                     select r.id \
                     from unnest($3::text[], $4::text[]) as j (clinic, holder) \
                     join reservation r \
                         on r.clinic = j.clinic and r.holder = j.holder and r.status = 'HELD' \
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
    all(rows)
}
