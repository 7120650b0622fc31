//! A batch: lock, load, decide, apply, commit; again where another node was quicker; alone for those whose company
//! failed.

use std::collections::HashMap;
use std::time::Duration;

use reservation::batch::{Batch, Decided, Undecided, Verdict};
use reservation::decide::MAX_ROUNDS;
use reservation::guard::Guard;
use reservation::ports::Fault;
use reservation::snapshot::{Needs, Snapshot};
use reservation::submission::{Answer, LedgerRow, Repeat, RequestKey, Submission};
use reservation::time::UtcMillis;
use sqlx::PgConnection;

use super::apply::apply;
use super::load::{Loaded, kept, load, load_more, recorded, seen};
use super::locks::wants_locks;
use super::{Lane, Shared};
use crate::trouble::{Trouble, unknown};

/// How often a batch is tried when other transactions are in its way.
const ATTEMPTS: u32 = 8;
/// How often it is tried when the connection is lost under it.
const CONNECTIONS: u32 = 2;
/// How long everything before the COMMIT may take; each lock has a limit of its own.
pub(crate) const TRANSACTION: Duration = Duration::from_secs(20);
/// How long the look at what became of a COMMIT may take.
const AFTERWARDS: Duration = Duration::from_secs(5);

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

/// How far a transaction came.
enum Step {
    /// Everything is decided and written, and waits for its COMMIT.
    Written(Vec<Decided>),
    /// Everything is decided and there is nothing to write.
    Nothing(Vec<Decided>),
    /// More has to be locked, in its order: begin again with this.
    More(Needs),
}

impl Lane {
    /// Decides and writes them all with one COMMIT; says what each gets, in their order.
    pub(super) async fn submissions(&mut self, submissions: &[Submission]) -> Vec<Verdict> {
        match self.settle(submissions).await {
            Ok(verdicts) => verdicts,
            Err(trouble) if submissions.len() == 1 || trouble.is_nobodys() => {
                let fault = failed(trouble);
                submissions.iter().map(|_| Err(fault.clone())).collect()
            }
            Err(trouble) => {
                tracing::warn!(%trouble, size = submissions.len(), "a batch failed; each runs alone");
                let mut verdicts = Vec::with_capacity(submissions.len());
                for alone in submissions.chunks(1) {
                    match self.settle(alone).await {
                        Ok(verdict) => verdicts.extend(verdict),
                        Err(trouble) => verdicts.push(Err(failed(trouble))),
                    }
                }
                verdicts
            }
        }
    }

    /// Tries until nobody is in the way, within bounds. An error means that it was rolled back.
    async fn settle(&mut self, submissions: &[Submission]) -> Result<Vec<Verdict>, Trouble> {
        let (mut conflicts, mut lost) = (0, 0);
        loop {
            match self.attempt(submissions).await {
                Err(trouble) if trouble.is_conflict() && conflicts + 1 < ATTEMPTS => {
                    conflicts += 1;
                    self.shared.tries.count(&trouble);
                    tracing::debug!(%trouble, size = submissions.len(), "another transaction was quicker");
                    pause(conflicts).await;
                }
                Err(trouble) if trouble.is_lost() && lost + 1 < CONNECTIONS => {
                    lost += 1;
                    tracing::debug!(%trouble, "the connection was lost before a COMMIT");
                }
                done => return done,
            }
        }
    }

    /// One transaction, begun again as often as more has to be locked.
    async fn attempt(&mut self, submissions: &[Submission]) -> Result<Vec<Verdict>, Trouble> {
        if submissions.is_empty() {
            return Ok(Vec::new());
        }
        let shared = self.shared.clone();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => shared.address.connect().await?,
        };
        let mut decided = Vec::new();
        let done = shared
            .transact(&mut connection, submissions, &mut decided)
            .await;
        match done {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(decided.into_iter().map(Verdict::from).collect())
            }
            Err(Failure::Before(trouble)) => {
                // A connection that can't even roll back is given up; its end undoes what it began.
                if !trouble.is_lost() && undone(&mut connection).await.is_ok() {
                    self.connection = Some(connection);
                }
                Err(trouble)
            }
            Err(Failure::InCommit(trouble)) => {
                drop(connection);
                Ok(self.after_commit(&trouble, submissions, decided).await)
            }
        }
    }

    /// COMMIT was sent and failed, or no answer came. A fresh connection says whether it is written.
    async fn after_commit(
        &mut self,
        trouble: &Trouble,
        submissions: &[Submission],
        decided: Vec<Decided>,
    ) -> Vec<Verdict> {
        tracing::error!(%trouble, size = submissions.len(), "the outcome of a COMMIT is not known");
        let keys: Vec<&RequestKey> = submissions
            .iter()
            .filter_map(|it| it.key.as_ref())
            .collect();
        let looking = async {
            let mut fresh = self.shared.address.connect().await?;
            let found = kept(&mut fresh, &keys).await?;
            Ok::<_, Trouble>((fresh, found))
        };
        let found = match tokio::time::timeout(AFTERWARDS, looking).await {
            Ok(Ok((fresh, found))) => {
                self.connection = Some(fresh);
                found
            }
            // Only "yes" is an answer: a COMMIT whose answer is missing may still come to its end.
            _ => Vec::new(),
        };
        submissions
            .iter()
            .zip(decided)
            .map(|(submission, decided)| {
                let line = found
                    .iter()
                    .find(|line| submission.key.as_ref() == Some(&line.key));
                told_after(decided, submission, line, trouble)
            })
            .collect()
    }
}

/// What somebody is told whose COMMIT got no answer, by the line that the ledger has or has not.
pub(super) fn told_after(
    decided: Decided,
    submission: &Submission,
    line: Option<&LedgerRow>,
    trouble: &Trouble,
) -> Verdict {
    match (decided, line) {
        (Decided::Done(answer) | Decided::Repeat(answer), Some(line)) => {
            Ok(Ok(as_kept(answer, submission, line)))
        }
        // A repeat may be that of a press in this very batch.
        (Decided::Done(_) | Decided::Repeat(_), None) => Err(unknown(trouble)),
        // Nothing was to be written for it, but it may rest on what is uncertain now.
        (Decided::Refused(_), _) => Err(Fault::Busy),
    }
}

/// What the ledger says of a submission whose COMMIT got no answer. It need not be what was decided for it: where that
/// was rolled back, a twin at another node that had waited for it was free to go on.
fn as_kept(decided: Answer, submission: &Submission, line: &LedgerRow) -> Answer {
    if line.outcome == decided.outcome && line.recorded_at == decided.recorded_at {
        return decided;
    }
    Answer {
        outcome: line.outcome.clone(),
        repeat: if line.fingerprint == submission.fingerprint {
            Repeat::SameKey
        } else {
            Repeat::OtherContent
        },
        recorded_at: line.recorded_at,
        sender: line.sender.clone(),
        slot: None,
    }
}

impl Shared {
    async fn transact(
        &self,
        connection: &mut PgConnection,
        submissions: &[Submission],
        decided: &mut Vec<Decided>,
    ) -> Result<(), Failure> {
        let mut needs = self
            .rules
            .needs_of(submissions, |clinic| self.catalogues.get(clinic))?;
        // Each submission may ask for a lock of its own, one after the other.
        for _ in 0..=MAX_ROUNDS + submissions.len() {
            let edits = !needs.edits.is_empty();
            let turn = async {
                if edits {
                    (Some(self.turns.write().await), None)
                } else {
                    (None, Some(self.turns.read().await))
                }
            };
            let _turn = tokio::time::timeout(TRANSACTION, turn)
                .await
                .map_err(|_| Trouble::Slow)?;
            let writing = self.write(connection, submissions, &needs);
            let step = tokio::time::timeout(TRANSACTION, writing)
                .await
                .unwrap_or(Err(Trouble::Slow))?;
            match step {
                Step::Written(all) => {
                    *decided = all;
                    return commit(connection, self.commit_patience).await;
                }
                Step::Nothing(all) => {
                    undone(connection).await?;
                    *decided = all;
                    return Ok(());
                }
                Step::More(more) => {
                    undone(connection).await?;
                    self.tries.restart();
                    needs.merge(more);
                }
            }
        }
        Err(Undecided::Endless.into())
    }

    /// Everything but the COMMIT.
    async fn write(
        &self,
        connection: &mut PgConnection,
        submissions: &[Submission],
        needs: &Needs,
    ) -> Result<Step, Trouble> {
        sqlx::raw_sql("begin isolation level read committed")
            .execute(&mut *connection)
            .await?;
        let Loaded { snapshot, now } = load(self, connection, needs).await?;
        let mut batch = Batch::new(self.rules, submissions, snapshot, now);
        let mut looked_again = false;
        while let Some(more) = batch.decide()? {
            if wants_locks(&more) {
                return Ok(Step::More(more));
            }
            load_more(connection, &more, &mut batch.snapshot).await?;
            looked_again = true;
        }
        if looked_again && self.refused_a_twin(connection, submissions, &batch).await? {
            return Ok(Step::More(Needs::default()));
        }
        let Batch {
            snapshot, decided, ..
        } = batch;
        let written = self
            .write_changes(connection, submissions, &snapshot, now)
            .await?;
        let repeats = decided.iter().any(|it| matches!(it, Decided::Repeat(_)));
        // Refusals rest on the same, but whoever is refused keeps nothing that could be lost.
        Ok(if written || (repeats && seen(connection).await?) {
            Step::Written(decided)
        } else {
            Step::Nothing(decided)
        })
    }

    async fn write_changes(
        &self,
        connection: &mut PgConnection,
        submissions: &[Submission],
        snapshot: &Snapshot,
        now: UtcMillis,
    ) -> Result<bool, Trouble> {
        let changes = snapshot.changes();
        if changes.is_empty() {
            return Ok(false);
        }
        let operations: HashMap<&RequestKey, &'static str> = submissions
            .iter()
            .filter_map(|submission| Some((submission.key.as_ref()?, submission.command.name())))
            .collect();
        apply(connection, self.guards, &changes, &operations, now).await?;
        Ok(true)
    }

    /// A refusal stands only if the ledger, read after everything that it rests on, knows nothing of its key: else a
    /// twin on another node has done it meanwhile, and what is in the way is the twin's.
    async fn refused_a_twin(
        &self,
        connection: &mut PgConnection,
        submissions: &[Submission],
        batch: &Batch<'_>,
    ) -> Result<bool, Trouble> {
        let refused: Vec<&RequestKey> = submissions
            .iter()
            .zip(&batch.decided)
            .filter(|(_, decided)| matches!(decided, Decided::Refused(_)))
            .filter_map(|(submission, _)| submission.key.as_ref())
            .collect();
        if refused.is_empty() || !self.guards.up(Guard::LedgerLast) {
            return Ok(false);
        }
        Ok(!recorded(connection, &refused).await?.is_empty())
    }
}

/// Commits, and waits for the answer no longer than that.
pub(super) async fn commit(
    connection: &mut PgConnection,
    patience: Duration,
) -> Result<(), Failure> {
    let commit = sqlx::raw_sql("commit").execute(connection);
    match tokio::time::timeout(patience, commit).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => {
            let trouble = Trouble::from(error);
            if trouble.is_rolled_back() {
                Err(Failure::Before(trouble))
            } else {
                Err(Failure::InCommit(trouble))
            }
        }
        Err(_) => Err(Failure::InCommit(Trouble::Slow)),
    }
}

fn failed(trouble: Trouble) -> Fault {
    tracing::error!(%trouble, "rolled back");
    trouble.into()
}

/// Rolled back, within a time.
async fn undone(connection: &mut PgConnection) -> Result<(), Trouble> {
    let rollback = sqlx::raw_sql("rollback").execute(connection);
    match tokio::time::timeout(AFTERWARDS, rollback).await {
        Ok(done) => Ok(done.map(drop)?),
        Err(_) => Err(Trouble::Slow),
    }
}

/// A moment that is longer each time, and another for everybody: two who were in each other's way don't meet again.
pub(super) async fn pause(tried: u32) {
    let most = 1_u64 << tried.min(6);
    tokio::time::sleep(Duration::from_micros(rand::random_range(100..=1000) * most)).await;
}
