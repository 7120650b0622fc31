//! The writer of one node: some lanes with a connection each, which take what has gathered in the queue and write it
//! with one COMMIT. Other nodes do the same; what keeps them apart is in the database.
//!
//! A job belongs to its lane. A caller who goes away loses the answer, not the work.

mod apply;
pub(crate) mod batch;
pub(crate) mod edit;
mod load;
mod locks;
mod offer;
#[cfg(test)]
mod tests;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures::FutureExt;
use reservation::batch::{Rules, Verdict};
use reservation::guard::Guards;
use reservation::ports::Fault;
use reservation::submission::Submission;
use reservation::time::Clock;
use sqlx::{Connection, PgConnection};
use tokio::sync::{Mutex, RwLock, mpsc, oneshot};

use crate::open::Address;
use crate::trouble::Trouble;
use reservation_rows::AtHand;

/// How many submissions share a COMMIT.
const BATCH: usize = 256;

/// One submission, queued at that instant.
pub(crate) struct Job {
    pub(crate) submission: Box<Submission>,
    pub(crate) since: Instant,
    pub(crate) answer: oneshot::Sender<Verdict>,
}

/// How often a node had to try again. For a person who wonders why it is slow, and for tests.
#[derive(Debug, Default)]
pub struct Tries {
    conflicts: AtomicU64,
    deadlocks: AtomicU64,
    restarts: AtomicU64,
}

impl Tries {
    /// How many transactions another one was in the way of, so that they were decided anew.
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Ordering::Relaxed)
    }
    /// How many of these had waited for one another.
    pub fn deadlocks(&self) -> u64 {
        self.deadlocks.load(Ordering::Relaxed)
    }
    /// How many began again because a decision had to lock more than was known before.
    pub fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::Relaxed)
    }
    fn restart(&self) {
        self.restarts.fetch_add(1, Ordering::Relaxed);
    }
    fn count(&self, trouble: &Trouble) {
        self.conflicts.fetch_add(1, Ordering::Relaxed);
        if trouble.is_deadlock() {
            self.deadlocks.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What the lanes of a node share.
pub(crate) struct Shared {
    pub(crate) address: Address,
    pub(crate) jobs: Mutex<mpsc::Receiver<Job>>,
    pub(crate) clock: Option<Arc<dyn Clock>>,
    pub(crate) catalogues: Arc<AtHand>,
    pub(crate) rules: Rules,
    /// All of them up, but in a test that wants to see what one of them stands against.
    pub(crate) guards: Guards,
    pub(crate) patience: Duration,
    pub(crate) commit_patience: Duration,
    /// Bookings share it, edits of a catalogue have it alone: else the bookings of a busy node, one of which is always
    /// under way, would keep an edit waiting for the catalogue's row without end.
    pub(crate) turns: Arc<RwLock<()>>,
    pub(crate) tries: Arc<Tries>,
}

/// One of the writer's hands.
pub(crate) struct Lane {
    shared: Arc<Shared>,
    connection: Option<PgConnection>,
}

impl Lane {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            connection: None,
        }
    }

    /// Works until the queue is closed and empty.
    pub(crate) async fn run(mut self) {
        let mut jobs = Vec::with_capacity(BATCH);
        loop {
            let got = {
                let mut queue = self.shared.jobs.lock().await;
                queue.recv_many(&mut jobs, BATCH).await
            };
            if got == 0 {
                break;
            }
            // Whoever waits for an answer of a batch that panicked is told that it is not known.
            if AssertUnwindSafe(self.work(&mut jobs))
                .catch_unwind()
                .await
                .is_err()
            {
                tracing::error!("a batch panicked; its connection is given up");
                self.connection = None;
                jobs.clear();
            }
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "a lane's connection did not close cleanly");
        }
    }

    async fn work(&mut self, jobs: &mut Vec<Job>) {
        let mut submissions = Vec::with_capacity(jobs.len());
        let mut answers = Vec::with_capacity(jobs.len());
        for job in jobs.drain(..) {
            if job.since.elapsed() > self.shared.patience {
                let _ = job.answer.send(Err(Fault::Busy));
            } else {
                submissions.push(*job.submission);
                answers.push(job.answer);
            }
        }
        let verdicts = self.submissions(&submissions).await;
        for (answer, verdict) in answers.into_iter().zip(verdicts) {
            // Nobody may be waiting any more; it is written all the same.
            let _ = answer.send(verdict);
        }
    }
}
