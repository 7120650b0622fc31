//! Applying: the changes of a whole batch and their COMMIT in one call.

use std::collections::HashMap;

use futures::TryStreamExt;
use reservation::effects::Changes;
use reservation::submission::{LedgerRow, RequestKey};
use reservation::time::UtcMillis;
use serde::Serialize;
use sqlx::{Either, Executor, SqliteConnection};

use crate::trouble::Trouble;

pub(crate) const APPLY: &str = include_str!("../sql/apply.sql");

/// The statements of `apply.sql` that change something, in their order. Each has a line behind it
/// that counts; the COMMIT comes last.
const STEPS: [&str; 12] = [
    "the ledger",
    "freeing claims",
    "withdrawing messages",
    "new reservations",
    "changed reservations",
    "taking claims",
    "history",
    "new messages",
    "changed messages",
    "closing spans",
    "opening spans",
    "catalogue versions",
];
const COMMIT: usize = 2 * STEPS.len();

/// Why it was not written, or may not have been.
#[derive(Debug)]
pub(super) enum Failure {
    /// Before the COMMIT: it can be rolled back.
    Before(Trouble),
    /// In the COMMIT, or without an answer to it.
    InCommit(Trouble),
}

impl<T: Into<Trouble>> From<T> for Failure {
    fn from(trouble: T) -> Self {
        Failure::Before(trouble.into())
    }
}

/// A line of the ledger and the name of what was asked, for people who look into the file.
#[derive(Serialize)]
struct Recorded<'a> {
    operation: &'static str,
    row: &'a LedgerRow,
}

/// Writes and commits, or fails and leaves the transaction to be rolled back.
pub(super) async fn apply_and_commit(
    text: &'static str,
    connection: &mut SqliteConnection,
    changes: &Changes,
    operations: &HashMap<&RequestKey, &'static str>,
    now: UtcMillis,
) -> Result<(), Failure> {
    let ledger: Vec<_> = changes
        .ledger_added
        .iter()
        .map(|row| Recorded {
            operation: operations.get(&row.key).copied().unwrap_or("unknown"),
            row,
        })
        .collect();
    let query = sqlx::query(text)
        .bind(serde_json::to_string(&ledger)?)
        .bind(serde_json::to_string(&changes.claims_removed)?)
        .bind(serde_json::to_string(&changes.messages_removed)?)
        .bind(serde_json::to_string(&changes.reservations_added)?)
        .bind(serde_json::to_string(&changes.reservations_changed)?)
        .bind(serde_json::to_string(&changes.claims_added)?)
        .bind(serde_json::to_string(&changes.history_added)?)
        .bind(serde_json::to_string(&changes.messages_added)?)
        .bind(serde_json::to_string(&changes.messages_changed)?)
        .bind(serde_json::to_string(&changes.closures_added)?)
        .bind(serde_json::to_string(&changes.closures_ended)?)
        .bind(serde_json::to_string(&changes.versions)?)
        .bind(now.0);
    let mut ended = 0;
    let mut rows = 0;
    let mut results = connection.fetch_many(query);
    loop {
        match results.try_next().await {
            Ok(Some(Either::Left(done))) => {
                ended += 1;
                // The counting line changes nothing itself; what it failed on is what came before.
                rows = done.rows_affected();
            }
            Ok(Some(Either::Right(_))) => {}
            Ok(None) if ended > COMMIT => return Ok(()),
            // No error and no end: the driver's thread is gone, and the COMMIT may have been reached.
            Ok(None) => return Err(Failure::InCommit(Trouble::Lost)),
            Err(error) if ended >= COMMIT => return Err(Failure::InCommit(error.into())),
            Err(sqlx::Error::WorkerCrashed) => return Err(Failure::InCommit(Trouble::Lost)),
            Err(_) if ended % 2 == 1 => {
                let step = STEPS.get(ended / 2).copied().unwrap_or("a statement");
                return Err(Failure::Before(Trouble::Count { step, rows }));
            }
            Err(error) => return Err(Failure::Before(error.into())),
        }
    }
}

/// Ends a transaction in which nothing was written.
pub(super) async fn commit_nothing(connection: &mut SqliteConnection) -> Result<(), Failure> {
    sqlx::raw_sql("commit").execute(connection).await?;
    Ok(())
}
