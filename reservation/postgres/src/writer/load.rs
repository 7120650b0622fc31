//! Loading: what a whole batch has to know, with a constant number of statements, each of which walks the batch and
//! looks its keys up.

use std::collections::{BTreeMap, BTreeSet};

use reservation::guard::Guard;
use reservation::ids::ReservationId;
use reservation::snapshot::{Booking, CONTACT_BOOKINGS, Needs, Snapshot};
use reservation::submission::{LedgerRow, RequestKey};
use reservation::time::{Cell, UtcMillis};
use reservation::visit::{Claim, Message, Status};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::Shared;
use super::locks::{self, Locked};
use crate::catalogue::at_version;
use crate::trouble::Trouble;
use reservation_rows::{ClaimRecord, MessageRecord, SubmissionRecord, all, clinic};

/// What a batch knows when it begins to decide.
pub(super) struct Loaded {
    pub(super) snapshot: Snapshot,
    pub(super) now: UtcMillis,
}

/// Locks and loads. The ledger comes last: whatever a twin on another node has taken, its line is there too. The time
/// is read with it, after all locks: nobody's later change can have an earlier time.
pub(super) async fn load(
    shared: &Shared,
    connection: &mut PgConnection,
    needs: &Needs,
) -> Result<Loaded, Trouble> {
    let mut snapshot = Snapshot::under(shared.guards);
    if !shared.guards.up(Guard::LedgerLast) {
        ledger(connection, needs, &mut snapshot).await?;
    }
    let locked = locks::take(connection, shared.guards, needs).await?;
    for id in &needs.catalogues {
        let catalogue = match locked.versions.get(id) {
            Some(version) => Some(at_version(&shared.catalogues, connection, id, *version).await?),
            None => None,
        };
        snapshot.put_catalogue(id.clone(), catalogue);
    }
    visits(needs, locked, &mut snapshot);
    contacts(connection, needs, &mut snapshot).await?;
    unlocked(connection, needs, &mut snapshot).await?;
    let read = ledger(connection, needs, &mut snapshot).await?;
    let now = shared.clock.as_ref().map_or(read, |clock| clock.now());
    Ok(Loaded { snapshot, now })
}

/// Loads more, inside the batch's transaction: nothing that is locked before it is read.
pub(super) async fn load_more(
    connection: &mut PgConnection,
    needs: &Needs,
    snapshot: &mut Snapshot,
) -> Result<(), Trouble> {
    unlocked(connection, needs, snapshot).await?;
    if !needs.ledger.is_empty() {
        ledger(connection, needs, snapshot).await?;
    }
    Ok(())
}

/// Claims and messages. No lock stands before them: whoever writes on them has their keys and states compared.
async fn unlocked(
    connection: &mut PgConnection,
    needs: &Needs,
    snapshot: &mut Snapshot,
) -> Result<(), Trouble> {
    if !needs.cells.is_empty() {
        let mut found = claims(connection, &needs.cells).await?;
        for cell in &needs.cells {
            let claims = found.remove(cell).unwrap_or_default();
            snapshot.put_claims(cell.clone(), claims);
        }
    }
    if !needs.messages.is_empty() {
        for row in messages(connection, needs).await? {
            snapshot.put_message(row.key.clone(), Some(row));
        }
        for key in &needs.messages {
            snapshot.put_message(key.clone(), None);
        }
    }
    Ok(())
}

/// Rows first, then the absence of what was asked for and not found: the snapshot keeps whichever comes first.
fn visits(needs: &Needs, locked: Locked, snapshot: &mut Snapshot) {
    let mut held: BTreeMap<_, BTreeSet<ReservationId>> = BTreeMap::new();
    for row in locked.reservations {
        if row.status == Status::Held {
            let key = (row.clinic.clone(), row.holder.clone());
            held.entry(key).or_default().insert(row.id);
        }
        snapshot.put_reservation(row.clinic.clone(), row.id, Some(row));
    }
    for (clinic, id) in &needs.reservations {
        snapshot.put_reservation(clinic.clone(), *id, None);
    }
    for key in &needs.holds {
        let ids = held.remove(key).unwrap_or_default();
        snapshot.put_holds(key.0.clone(), key.1.clone(), ids);
    }
}

/// What contacts have booked. Their guards are ours by now, so nobody else books for them.
async fn contacts(
    connection: &mut PgConnection,
    needs: &Needs,
    snapshot: &mut Snapshot,
) -> Result<(), Trouble> {
    if needs.contacts.is_empty() {
        return Ok(());
    }
    let (clinics, phones): (Vec<String>, Vec<String>) = needs
        .contacts
        .iter()
        .map(|(clinic, phone)| (clinic.to_string(), phone.clone()))
        .unzip();
    let rows = sqlx::query!(
        r#"select j.clinic as "clinic!", j.phone as "phone!", b.id, b.starts_at, b.expires_at
        from unnest($1::text[], $2::text[]) as j (clinic, phone)
        cross join lateral (
            select r.id, r.starts_at, r.expires_at
            from reservation r
            where r.clinic = j.clinic
                and r.patient_phone_e164 = j.phone
                and r.status in ('REQUESTED', 'CONFIRMED')
            order by r.starts_at desc
            limit $3
        ) b"#,
        &clinics,
        &phones,
        i64::try_from(CONTACT_BOOKINGS).unwrap_or(i64::MAX)
    )
    .fetch_all(connection)
    .await?;
    let mut found: BTreeMap<_, BTreeMap<ReservationId, Booking>> = BTreeMap::new();
    for row in rows {
        let booking = Booking {
            start: UtcMillis(row.starts_at),
            expires_at: row.expires_at.map(UtcMillis),
        };
        found
            .entry((clinic(&row.clinic)?, row.phone))
            .or_default()
            .insert(ReservationId(row.id), booking);
    }
    for key in &needs.contacts {
        let bookings = found.remove(key).unwrap_or_default();
        snapshot.put_contact(key.0.clone(), key.1.clone(), bookings);
    }
    Ok(())
}

async fn claims(
    connection: &mut PgConnection,
    cells: &BTreeSet<Cell>,
) -> Result<BTreeMap<Cell, Vec<Claim>>, Trouble> {
    let rows = sqlx::query_as!(
        ClaimRecord,
        r#"select c.clinic, c.resource, c.cell_start, c.lane, c.reservation, c.expires_at
        from jsonb_to_recordset($1) as j (clinic text, resource text, start bigint)
        cross join lateral (
            select *
            from claim c
            where c.clinic = j.clinic
                and c.resource = j.resource
                and c.cell_start = j.start
            offset 0
        ) c"#,
        Json(cells) as _
    )
    .fetch_all(connection)
    .await?;
    let mut found: BTreeMap<Cell, Vec<Claim>> = BTreeMap::new();
    for row in rows {
        let claim = Claim::try_from(row)?;
        found.entry(claim.cell.clone()).or_default().push(claim);
    }
    Ok(found)
}

async fn messages(connection: &mut PgConnection, needs: &Needs) -> Result<Vec<Message>, Trouble> {
    let rows = sqlx::query_as!(
        MessageRecord,
        r#"select m.reservation, m.version, m.kind, m.clinic, m.not_before, m.done_at, m.done_by
        from jsonb_to_recordset($1) as j (clinic text, reservation uuid, version bigint, kind text)
        cross join lateral (
            select *
            from message m
            where m.reservation = j.reservation
                and m.version = j.version
                and m.kind = j.kind
            offset 0
        ) m
        where m.clinic = j.clinic"#,
        Json(&needs.messages) as _
    )
    .fetch_all(connection)
    .await?;
    Ok(all(rows)?)
}

/// The ledger's lines, and the database's clock.
async fn ledger(
    connection: &mut PgConnection,
    needs: &Needs,
    snapshot: &mut Snapshot,
) -> Result<UtcMillis, Trouble> {
    let rows = sqlx::query!(
        r#"select
            floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now!",
            s.scope as "scope?", s.key as "key?", s.fingerprint as "fingerprint?", s.clinic as "clinic?",
            s.outcome as "outcome?", s.recorded_at as "recorded_at?", s.sender
        from (select 1) as always
        left join (
            select s.*
            from jsonb_to_recordset($1) as j (scope text, key text)
            cross join lateral (
                select * from submission s where s.scope = j.scope and s.key = j.key offset 0
            ) s
        ) s on true"#,
        Json(&needs.ledger) as _
    )
    .fetch_all(connection)
    .await?;
    let mut now = UtcMillis(0);
    for row in rows {
        now = UtcMillis(row.now);
        let record = row.scope.zip(row.key).zip(row.fingerprint.zip(row.clinic));
        let rest = row.outcome.zip(row.recorded_at);
        if let Some((((scope, key), (fingerprint, clinic)), (outcome, recorded_at))) =
            record.zip(rest)
        {
            let line = LedgerRow::try_from(SubmissionRecord {
                scope,
                key,
                fingerprint,
                clinic,
                outcome,
                recorded_at,
                sender: row.sender,
            })?;
            snapshot.put_ledger(line.key.clone(), Some(line));
        }
    }
    for key in &needs.ledger {
        snapshot.put_ledger(key.clone(), None);
    }
    Ok(now)
}

/// The lines of these keys that are recorded.
pub(super) async fn recorded(
    connection: &mut PgConnection,
    keys: &[&RequestKey],
) -> Result<Vec<LedgerRow>, Trouble> {
    let rows = sqlx::query_as!(
        SubmissionRecord,
        r#"select s.scope, s.key, s.fingerprint, s.clinic, s.outcome, s.recorded_at, s.sender
        from jsonb_to_recordset($1) as j (scope text, key text)
        cross join lateral (
            select * from submission s where s.scope = j.scope and s.key = j.key offset 0
        ) s"#,
        Json(keys) as _
    )
    .fetch_all(connection)
    .await?;
    Ok(all(rows)?)
}

/// The lines of these keys that are recorded and will stay so.
pub(super) async fn kept(
    connection: &mut PgConnection,
    keys: &[&RequestKey],
) -> Result<Vec<LedgerRow>, Trouble> {
    let found = recorded(connection, keys).await?;
    if !found.is_empty() {
        seen(connection).await?;
    }
    Ok(found)
}

/// Writes something, so that there is a COMMIT: what was seen before it is kept once it is answered. A line can be
/// seen that a synchronous standby doesn't have yet (the wait of its own COMMIT was broken off, by a restart or by
/// somebody). False: the server has no such standby, and what is seen is kept as it is.
pub(super) async fn seen(connection: &mut PgConnection) -> Result<bool, Trouble> {
    let done = sqlx::query!(
        "insert into job (name, node, until_at) \
         select 'seen ' || pg_backend_pid(), gen_random_uuid(), 0 \
         where current_setting('synchronous_standby_names') <> '' \
         on conflict (name) do update set node = excluded.node"
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}
