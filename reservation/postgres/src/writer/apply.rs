//! Applying: the changes of a whole batch. Each statement takes one JSON array and must change exactly as many rows as
//! the array has. A conflict does nothing instead of failing, so that it is the count that tells; what is not as it was
//! loaded was changed by another node, and the batch is decided anew.
//!
//! "Not yet" is written `coalesce(…, -1) < 0`: with `is null` the planner may walk the index of all that is open, which
//! it believes to be short.
//!
//! Everybody writes table by table in this order, each sorted by its key: so no two transactions wait for each other.

use std::collections::HashMap;

use reservation::effects::Changes;
use reservation::guard::{Guard, Guards};
use reservation::submission::{LedgerRow, RequestKey};
use reservation::time::UtcMillis;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::trouble::Trouble;

/// A line of the ledger and the name of what was asked, for people who look into the table.
#[derive(Serialize)]
struct Recorded<'a> {
    operation: &'static str,
    row: &'a LedgerRow,
}

/// Runs a statement over some rows, unless there are none; its count has to be theirs.
macro_rules! step {
    ($connection:ident, $guards:ident, $step:literal, $rows:expr, $text:literal $(, $more:expr)*) => {
        let rows = $rows;
        if !rows.is_empty() {
            let done = sqlx::query!($text, Json(rows) as _ $(, $more)*)
                .execute(&mut *$connection)
                .await?
                .rows_affected();
            counted($guards, $step, rows.len(), done)?;
        }
    };
}

fn counted(guards: Guards, step: &'static str, wanted: usize, rows: u64) -> Result<(), Trouble> {
    if rows == wanted as u64 || !guards.up(Guard::Count) {
        Ok(())
    } else {
        Err(Trouble::Count { step, rows })
    }
}

/// Writes everything but the COMMIT; an error leaves the transaction to be rolled back.
pub(super) async fn apply(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
    operations: &HashMap<&RequestKey, &'static str>,
    now: UtcMillis,
) -> Result<(), Trouble> {
    ledger(connection, guards, changes, operations).await?;
    freed(connection, guards, changes).await?;
    added(connection, guards, changes).await?;
    changed(connection, guards, changes).await?;
    taken(connection, guards, changes).await?;
    told(connection, guards, changes).await?;
    closures(connection, guards, changes, now).await
}

/// The ledger comes first: a twin that is under way on another node is waited for here.
async fn ledger(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
    operations: &HashMap<&RequestKey, &'static str>,
) -> Result<(), Trouble> {
    let lines: Vec<_> = changes
        .ledger_added
        .iter()
        .map(|row| Recorded {
            operation: operations.get(&row.key).copied().unwrap_or("unknown"),
            row,
        })
        .collect();
    step!(
        connection,
        guards,
        "the ledger",
        &lines,
        r#"insert into submission (scope, key, fingerprint, clinic, operation, outcome, recorded_at, sender)
        select
            j.value #>> '{row,key,scope}',
            j.value #>> '{row,key,key}',
            j.value #>> '{row,fingerprint}',
            j.value #>> '{row,clinic}',
            j.value ->> 'operation',
            j.value #>> '{row,outcome}',
            (j.value #>> '{row,recorded_at}')::bigint,
            j.value #>> '{row,sender}'
        from jsonb_array_elements($1) j
        on conflict do nothing"#
    );
    Ok(())
}

/// Claims to free, before any is taken, and messages to withdraw if nobody has told them yet.
async fn freed(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
) -> Result<(), Trouble> {
    step!(
        connection,
        guards,
        "freeing claims",
        &changes.claims_removed,
        r#"delete from claim
        using jsonb_array_elements($1) j
        where claim.clinic = j.value #>> '{cell,clinic}'
            and claim.resource = j.value #>> '{cell,resource}'
            and claim.cell_start = (j.value #>> '{cell,start}')::bigint
            and claim.lane = (j.value ->> 'lane')::bigint
            and claim.reservation = (j.value ->> 'reservation')::uuid"#
    );
    step!(
        connection,
        guards,
        "withdrawing messages",
        &changes.messages_removed,
        r#"delete from message
        using jsonb_to_recordset($1) as j (clinic text, reservation uuid, version bigint, kind text)
        where message.reservation = j.reservation
            and message.version = j.version
            and message.kind = j.kind
            and message.clinic = j.clinic
            and coalesce(message.done_at, -1) < 0"#
    );
    Ok(())
}

async fn added(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
) -> Result<(), Trouble> {
    step!(
        connection,
        guards,
        "new reservations",
        &changes.reservations_added,
        r#"insert into reservation (
            id, clinic, group_id, service, visit, resource, anyone, starts_at, ends_at, occupied_from,
            occupied_until, lane, status, version, expires_at, extensions, holder, patient_name,
            patient_kana, patient_birth, patient_phone, patient_phone_e164, patient_email, patient_note,
            patient_language, created_scope, created_key, created_at, sent_at, changed_at, ended_how,
            ended_at, ended_reason, ended_note, ended_before, ended_untold
        )
        select
            (j.value ->> 'id')::uuid,
            j.value ->> 'clinic',
            (j.value ->> 'group')::uuid,
            j.value ->> 'service',
            j.value ->> 'visit',
            j.value ->> 'resource',
            (j.value ->> 'anyone')::boolean,
            (j.value #>> '{span,from}')::bigint,
            (j.value #>> '{span,until}')::bigint,
            (j.value #>> '{occupied,from}')::bigint,
            (j.value #>> '{occupied,until}')::bigint,
            (j.value ->> 'lane')::bigint,
            j.value ->> 'status',
            (j.value ->> 'version')::bigint,
            (j.value ->> 'expires_at')::bigint,
            (j.value ->> 'extensions')::bigint,
            j.value ->> 'holder',
            j.value #>> '{patient,name}',
            j.value #>> '{patient,kana}',
            j.value #>> '{patient,birth}',
            j.value #>> '{patient,phone}',
            j.value #>> '{patient,phone_e164}',
            j.value #>> '{patient,email}',
            j.value #>> '{patient,note}',
            j.value #>> '{patient,language}',
            j.value #>> '{created_by,scope}',
            j.value #>> '{created_by,key}',
            (j.value ->> 'created_at')::bigint,
            (j.value ->> 'sent_at')::bigint,
            (j.value ->> 'changed_at')::bigint,
            j.value #>> '{ending,how}',
            (j.value #>> '{ending,at}')::bigint,
            j.value #>> '{ending,reason}',
            j.value #>> '{ending,note}',
            j.value #>> '{ending,before}',
            j.value #>> '{ending,untold}'
        from jsonb_array_elements($1) j
        on conflict do nothing"#
    );
    Ok(())
}

/// Reservations that still have the version that was loaded. Who created one and when, and whose it is, never changes.
async fn changed(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
) -> Result<(), Trouble> {
    step!(
        connection,
        guards,
        "changed reservations",
        &changes.reservations_changed,
        r#"update reservation
        set group_id = (j.row ->> 'group')::uuid,
            service = j.row ->> 'service',
            visit = j.row ->> 'visit',
            resource = j.row ->> 'resource',
            anyone = (j.row ->> 'anyone')::boolean,
            starts_at = (j.row #>> '{span,from}')::bigint,
            ends_at = (j.row #>> '{span,until}')::bigint,
            occupied_from = (j.row #>> '{occupied,from}')::bigint,
            occupied_until = (j.row #>> '{occupied,until}')::bigint,
            lane = (j.row ->> 'lane')::bigint,
            status = j.row ->> 'status',
            version = (j.row ->> 'version')::bigint,
            expires_at = (j.row ->> 'expires_at')::bigint,
            extensions = (j.row ->> 'extensions')::bigint,
            holder = j.row ->> 'holder',
            patient_name = j.row #>> '{patient,name}',
            patient_kana = j.row #>> '{patient,kana}',
            patient_birth = j.row #>> '{patient,birth}',
            patient_phone = j.row #>> '{patient,phone}',
            patient_phone_e164 = j.row #>> '{patient,phone_e164}',
            patient_email = j.row #>> '{patient,email}',
            patient_note = j.row #>> '{patient,note}',
            patient_language = j.row #>> '{patient,language}',
            sent_at = (j.row ->> 'sent_at')::bigint,
            changed_at = (j.row ->> 'changed_at')::bigint,
            ended_how = j.row #>> '{ending,how}',
            ended_at = (j.row #>> '{ending,at}')::bigint,
            ended_reason = j.row #>> '{ending,reason}',
            ended_note = j.row #>> '{ending,note}',
            ended_before = j.row #>> '{ending,before}',
            ended_untold = j.row #>> '{ending,untold}'
        from (
            select (value ->> 0)::bigint as version, value -> 1 as row
            from jsonb_array_elements($1)
        ) j
        where reservation.id = (j.row ->> 'id')::uuid
            and reservation.clinic = j.row ->> 'clinic'
            and (reservation.version = j.version or $2)"#,
        !guards.up(Guard::Version)
    );
    Ok(())
}

/// Claims to take; the unique key has the last word.
async fn taken(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
) -> Result<(), Trouble> {
    step!(
        connection,
        guards,
        "taking claims",
        &changes.claims_added,
        r#"insert into claim (clinic, resource, cell_start, lane, reservation, expires_at)
        select
            j.value #>> '{cell,clinic}',
            j.value #>> '{cell,resource}',
            (j.value #>> '{cell,start}')::bigint,
            (j.value ->> 'lane')::bigint,
            (j.value ->> 'reservation')::uuid,
            (j.value ->> 'expires_at')::bigint
        from jsonb_array_elements($1) j
        on conflict do nothing"#
    );
    Ok(())
}

/// History and messages. A message is ticked off once, whoever else is about to.
async fn told(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
) -> Result<(), Trouble> {
    step!(
        connection,
        guards,
        "history",
        &changes.history_added,
        r#"insert into history (reservation, version, clinic, at, event, from_status, to_status, actor, actor_name)
        select
            (j.value ->> 'reservation')::uuid,
            (j.value ->> 'version')::bigint,
            j.value ->> 'clinic',
            (j.value ->> 'at')::bigint,
            j.value ->> 'event',
            j.value ->> 'from',
            j.value ->> 'to',
            j.value ->> 'actor',
            j.value ->> 'actor_name'
        from jsonb_array_elements($1) j
        on conflict do nothing"#
    );
    step!(
        connection,
        guards,
        "new messages",
        &changes.messages_added,
        r#"insert into message (reservation, version, kind, clinic, not_before, done_at, done_by)
        select
            (j.value #>> '{key,reservation}')::uuid,
            (j.value #>> '{key,version}')::bigint,
            j.value #>> '{key,kind}',
            j.value #>> '{key,clinic}',
            (j.value ->> 'not_before')::bigint,
            (j.value ->> 'done_at')::bigint,
            j.value ->> 'done_by'
        from jsonb_array_elements($1) j
        on conflict do nothing"#
    );
    step!(
        connection,
        guards,
        "changed messages",
        &changes.messages_changed,
        r#"update message
        set not_before = (j.value ->> 'not_before')::bigint,
            done_at = (j.value ->> 'done_at')::bigint,
            done_by = j.value ->> 'done_by'
        from jsonb_array_elements($1) j
        where message.reservation = (j.value #>> '{key,reservation}')::uuid
            and message.version = (j.value #>> '{key,version}')::bigint
            and message.kind = j.value #>> '{key,kind}'
            and message.clinic = j.value #>> '{key,clinic}'
            and coalesce(message.done_at, -1) < 0"#
    );
    Ok(())
}

/// Closures, and the catalogues that still have the version that was loaded.
async fn closures(
    connection: &mut PgConnection,
    guards: Guards,
    changes: &Changes,
    now: UtcMillis,
) -> Result<(), Trouble> {
    step!(
        connection,
        guards,
        "closing spans",
        &changes.closures_added,
        r#"insert into closure (id, clinic, resource, from_at, until_at, reason)
        select
            (j.value #>> '{1,id}')::uuid,
            j.value ->> 0,
            j.value #>> '{1,resource}',
            (j.value #>> '{1,span,from}')::bigint,
            (j.value #>> '{1,span,until}')::bigint,
            j.value #>> '{1,reason}'
        from jsonb_array_elements($1) j
        on conflict do nothing"#
    );
    step!(
        connection,
        guards,
        "opening spans",
        &changes.closures_ended,
        r#"update closure
        set ended_at = $2
        from jsonb_array_elements($1) j
        where closure.id = (j.value ->> 1)::uuid
            and closure.clinic = j.value ->> 0
            and coalesce(closure.ended_at, -1) < 0"#,
        now.0
    );
    step!(
        connection,
        guards,
        "catalogue versions",
        &changes.versions,
        r#"update clinic
        set version = (j.value ->> 2)::bigint
        from jsonb_array_elements($1) j
        where clinic.id = j.value ->> 0
            and clinic.version = (j.value ->> 1)::bigint"#
    );
    Ok(())
}
