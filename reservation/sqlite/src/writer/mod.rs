//! The one writer: a task with a bounded queue, which takes what has gathered while the last COMMIT
//! was on its way to the disk and writes it with the next one.
//!
//! A job belongs to the writer. A caller who goes away loses the answer, not the work.

mod apply;
mod batch;
#[cfg(test)]
mod contacts;
mod edit;
mod load;
#[cfg(test)]
mod model;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reservation::batch::{Rules, Verdict};
use reservation::guard::Guards;
use reservation::ports::Fault;
use reservation::submission::Submission;
use reservation::time::Clock;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Mutex, mpsc, oneshot};

use self::apply::Failure;
pub(crate) use self::edit::Edit;
use crate::options::OnFatal;
use crate::trouble::{Trouble, fault, unknown};
use reservation_rows::AtHand;

/// How many submissions share a COMMIT.
const BATCH: usize = 256;

/// Something to be written.
pub(crate) enum Job {
    /// One submission, queued at that instant.
    Submission(Box<Submission>, Instant, oneshot::Sender<Verdict>),
    /// An edit, queued at that instant.
    Edit(Edit, Instant, oneshot::Sender<Result<u64, Fault>>),
    /// No more after this.
    Close(oneshot::Sender<()>),
}

/// The two texts of a batch's transaction, so that a test can take a guard out of them.
#[derive(Clone, Copy)]
pub(crate) struct Texts {
    pub(crate) begin_and_load: &'static str,
    pub(crate) apply: &'static str,
}

impl Texts {
    /// The product's.
    pub(crate) const PRODUCT: Texts = Texts {
        begin_and_load: load::BEGIN_AND_LOAD,
        apply: apply::APPLY,
    };
}

/// The writer's hands.
pub(crate) struct Writer {
    pub(crate) options: SqliteConnectOptions,
    pub(crate) connection: Option<SqliteConnection>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) catalogues: Arc<AtHand>,
    pub(crate) rules: Rules,
    pub(crate) texts: Texts,
    /// All of them up, but in a test that wants to see what one of them stands against.
    pub(crate) guards: Guards,
    pub(crate) patience: Duration,
    pub(crate) on_fatal: OnFatal,
    /// Held while a transaction is under way; whoever else has it may truncate the log.
    pub(crate) gate: Arc<Mutex<()>>,
    /// How many transactions were written, so that the checkpoints know whether there is anything.
    pub(crate) commits: Arc<AtomicU64>,
    /// How many batches failed and ran one by one.
    pub(crate) alone: u64,
    /// The lock against a second server; freed when the work is done. `None` in tests.
    pub(crate) lock: Option<File>,
}

impl Writer {
    /// Works until every sender is gone or a [`Job::Close`] comes; what is queued by then is done.
    pub(crate) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(BATCH);
        let mut closing = Vec::new();
        while queue.recv_many(&mut jobs, BATCH).await > 0 {
            self.work(&mut jobs, &mut closing).await;
            if !closing.is_empty() {
                // What is queued is still done; what comes later is refused before it begins.
                queue.close();
            }
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the writer's connection did not close cleanly");
        }
        drop(self.lock.take());
        for done in closing {
            let _ = done.send(());
        }
    }

    async fn work(&mut self, jobs: &mut Vec<Job>, closing: &mut Vec<oneshot::Sender<()>>) {
        let gate = Arc::clone(&self.gate);
        let _held = gate.lock().await;
        let mut submissions = Vec::new();
        let mut answers = Vec::new();
        let mut edits = Vec::new();
        for job in jobs.drain(..) {
            match job {
                Job::Submission(submission, since, answer) => {
                    if since.elapsed() > self.patience {
                        let _ = answer.send(Err(Fault::Busy));
                    } else {
                        submissions.push(*submission);
                        answers.push(answer);
                    }
                }
                Job::Edit(edit, since, answer) => {
                    if since.elapsed() > self.patience {
                        let _ = answer.send(Err(Fault::Busy));
                    } else {
                        edits.push((edit, answer));
                    }
                }
                Job::Close(done) => closing.push(done),
            }
        }
        for (answer, verdict) in answers
            .into_iter()
            .zip(self.submissions(&submissions).await)
        {
            // Nobody may be waiting any more; it is written all the same.
            let _ = answer.send(verdict);
        }
        for (edit, answer) in edits {
            let _ = answer.send(self.edit(&edit).await);
        }
    }

    async fn edit(&mut self, edit: &Edit) -> Result<u64, Fault> {
        let connection = self.connected().await.map_err(fault)?;
        match edit::run(connection, edit).await {
            Ok(rows) => {
                self.commits.fetch_add(1, Ordering::Relaxed);
                Ok(rows)
            }
            Err(Failure::Before(trouble)) => {
                self.watch(&trouble);
                Err(trouble.into())
            }
            Err(Failure::InCommit(trouble)) => {
                self.connection = None;
                self.watch(&trouble);
                Err(unknown(trouble))
            }
        }
    }

    /// A failed sync is nothing to go on after.
    fn watch(&self, trouble: &Trouble) {
        if trouble.is_failed_sync() {
            (self.on_fatal)(&trouble.to_string());
        }
    }

    /// The writer's connection, made anew if the last one was given up.
    async fn connected(&mut self) -> Result<&mut SqliteConnection, Trouble> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }
}
