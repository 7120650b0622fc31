//! What `check` looks at: all rows in one view of the file, and the file itself.

use reservation::check::Dump;
use reservation::ports::Fault;

use crate::read::{ONE_VIEW, reservations};
use crate::store::PostgresStore;
use crate::trouble::{Trouble, fault};
use reservation_rows::{
    ClaimRecord, HistoryRecord, MessageRecord, ReservationRecord, SubmissionRecord, all,
};

/// Everything that the invariants speak of, as of one instant.
pub(crate) async fn dump(store: &PostgresStore) -> Result<Dump, Fault> {
    rows(store).await.map_err(fault)
}

async fn rows(store: &PostgresStore) -> Result<Dump, Trouble> {
    // One view, whatever is written meanwhile.
    let mut view = store.pool().begin_with(ONE_VIEW).await?;
    let reservations = reservations!("order by id").fetch_all(&mut *view).await?;
    let claims = sqlx::query_as!(
        ClaimRecord,
        "select clinic, resource, cell_start, lane, reservation, expires_at \
         from claim \
         order by clinic, resource, cell_start, lane"
    )
    .fetch_all(&mut *view)
    .await?;
    let submissions = sqlx::query_as!(
        SubmissionRecord,
        "select scope, key, fingerprint, clinic, outcome, recorded_at, sender \
         from submission \
         order by scope, key"
    )
    .fetch_all(&mut *view)
    .await?;
    let history = sqlx::query_as!(
        HistoryRecord,
        "select reservation, version, clinic, at, event, from_status, to_status, actor, actor_name \
         from history \
         order by reservation, version"
    )
    .fetch_all(&mut *view)
    .await?;
    let messages = sqlx::query_as!(
        MessageRecord,
        "select reservation, version, kind, clinic, not_before, done_at, done_by \
         from message \
         order by reservation, version, kind"
    )
    .fetch_all(&mut *view)
    .await?;
    view.rollback().await?;
    Ok(Dump {
        reservations: all(reservations)?,
        claims: all(claims)?,
        submissions: all(submissions)?,
        history: all(history)?,
        messages: all(messages)?,
    })
}

/// Constraints that were never checked against the rows that were there before them.
pub(crate) async fn integrity(store: &PostgresStore) -> Result<Vec<String>, Fault> {
    let unvalidated = sqlx::query_scalar!(
        r#"select conrelid::regclass::text || ' has an unchecked ' || conname as "line!"
        from pg_constraint
        where connamespace = current_schema()::regnamespace
            and not convalidated
        order by 1"#
    )
    .fetch_all(store.pool())
    .await
    .map_err(fault)?;
    Ok(unvalidated)
}
