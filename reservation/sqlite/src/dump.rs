//! What `check` looks at: all rows in one view of the file, and the file itself.

use reservation::check::Dump;
use reservation::ports::Fault;
use sqlx::Row;
use uuid::Uuid;

use crate::read::{acquire, reservations};
use crate::store::SqliteStore;
use crate::trouble::{Trouble, fault};
use reservation_rows::{
    ClaimRecord, HistoryRecord, MessageRecord, ReservationRecord, SubmissionRecord, all,
};

/// Everything that the invariants speak of, as of one instant.
pub(crate) async fn dump(store: &SqliteStore) -> Result<Dump, Fault> {
    rows(store).await.map_err(fault)
}

async fn rows(store: &SqliteStore) -> Result<Dump, Trouble> {
    // One deferred transaction is one view, whatever is written meanwhile.
    let mut view = store.readers().begin().await?;
    let reservations = reservations!("order by id").fetch_all(&mut *view).await?;
    let claims = sqlx::query_as!(
        ClaimRecord,
        "select clinic, resource, cell_start, lane, reservation as \"reservation: Uuid\", expires_at \
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
        "select reservation as \"reservation: Uuid\", version, clinic, at, event, from_status, to_status, actor, actor_name \
         from history \
         order by reservation, version"
    )
    .fetch_all(&mut *view)
    .await?;
    let messages = sqlx::query_as!(
        MessageRecord,
        "select reservation as \"reservation: Uuid\", version, kind, clinic, not_before, done_at, done_by \
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

/// What SQLite itself finds wrong: damaged pages, rows that break a constraint, rows whose parent is
/// missing. Empty is sound.
pub(crate) async fn integrity(store: &SqliteStore) -> Result<Vec<String>, Fault> {
    let mut connection = acquire(store.readers()).await?;
    let pages = sqlx::query("pragma integrity_check(100)")
        .fetch_all(&mut *connection)
        .await
        .map_err(fault)?;
    let orphans = sqlx::query("pragma foreign_key_check")
        .fetch_all(&mut *connection)
        .await
        .map_err(fault)?;
    let mut found = Vec::new();
    for row in pages {
        let line: String = row.try_get(0).map_err(fault)?;
        if line != "ok" {
            found.push(line);
        }
    }
    for row in orphans {
        let child: String = row.try_get(0).map_err(fault)?;
        let rowid: Option<i64> = row.try_get(1).map_err(fault)?;
        let parent: String = row.try_get(2).map_err(fault)?;
        found.push(format!(
            "{child} row {} names a {parent} that is not there",
            rowid.unwrap_or_default()
        ));
    }
    Ok(found)
}
