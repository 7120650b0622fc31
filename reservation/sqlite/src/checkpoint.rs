//! Checkpoints: moving what was committed from the log into the file, in a task of its own, so that
//! no COMMIT ever waits for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tokio::sync::{Mutex, watch};

use crate::options::OnFatal;
use crate::trouble::Trouble;

/// How often the log is looked at.
const PERIOD: Duration = Duration::from_millis(500);
/// A log of less is left alone, in bytes.
const WORTH_IT: u64 = 4 << 20;
/// A log of more is truncated, in bytes: passive checkpoints alone never shorten a log under load.
const TOO_LONG: u64 = 64 << 20;

/// How long a truncation waits for those who still read from the log; the writer waits with it.
const READER_WAIT: Duration = Duration::from_millis(50);

/// What the task works with.
pub(crate) struct Checkpoints {
    pub(crate) options: SqliteConnectOptions,
    /// The log beside the file.
    pub(crate) log: PathBuf,
    /// The writer's gate.
    pub(crate) gate: Arc<Mutex<()>>,
    /// How many transactions the writer has written.
    pub(crate) commits: Arc<AtomicU64>,
    pub(crate) on_fatal: OnFatal,
}

impl Checkpoints {
    /// Works until the sender of `stop` says so or is gone; then truncates the log for the last time.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut connection = None;
        let mut seen = 0;
        let mut too_long = TOO_LONG;
        loop {
            let stopping = tokio::select! {
                changed = stop.changed() => changed.is_err() || *stop.borrow(),
                () = tokio::time::sleep(PERIOD) => false,
            };
            let commits = self.commits.load(Ordering::Relaxed);
            let size = std::fs::metadata(&self.log).map_or(0, |data| data.len());
            if stopping || (size >= WORTH_IT && commits != seen) {
                seen = commits;
                let truncate = stopping || size >= too_long;
                match self.once(&mut connection, truncate).await {
                    // Somebody reads an old view for long: don't keep the writer waiting each time.
                    Ok(true) => too_long = size.saturating_add(TOO_LONG),
                    Ok(false) if truncate => too_long = TOO_LONG,
                    Ok(false) => {}
                    Err(trouble) => self.failed(&mut connection, &trouble),
                }
            }
            if stopping {
                break;
            }
        }
        if let Some(connection) = connection
            && let Err(error) = SqliteConnection::close(connection).await
        {
            tracing::warn!(%error, "the connection of the checkpoints did not close cleanly");
        }
    }

    fn failed(&self, connection: &mut Option<SqliteConnection>, trouble: &Trouble) {
        tracing::warn!(%trouble, "a checkpoint failed");
        *connection = None;
        if trouble.is_failed_sync() {
            (self.on_fatal)(&trouble.to_string());
        }
    }

    /// Says whether somebody was in the way.
    async fn once(
        &self,
        connection: &mut Option<SqliteConnection>,
        truncate: bool,
    ) -> Result<bool, Trouble> {
        let open = match connection.take() {
            Some(open) => open,
            None => {
                self.options
                    .clone()
                    .busy_timeout(READER_WAIT)
                    .connect()
                    .await?
            }
        };
        let open = connection.insert(open);
        // Nearly all of the work, beside the writer.
        checkpoint(open, "pragma wal_checkpoint(passive)").await?;
        if !truncate {
            return Ok(false);
        }
        // The rest is short. The writer waits at its gate for it, not in SQLite's busy loop.
        let _held = self.gate.lock().await;
        checkpoint(open, "pragma wal_checkpoint(truncate)").await
    }
}

/// Says whether somebody was in the way.
async fn checkpoint(
    connection: &mut SqliteConnection,
    pragma: &'static str,
) -> Result<bool, Trouble> {
    let row = sqlx::query(pragma).fetch_one(connection).await?;
    let (busy, log, moved): (i64, i64, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    tracing::debug!(busy, log, moved, pragma, "checkpoint");
    Ok(busy != 0)
}
