//! A batch: load, decide, apply, commit; alone for those whose company failed.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use reservation::decide::{Decision, MAX_ROUNDS};
use reservation::outcome::Refusal;
use reservation::ports::Fault;
use reservation::snapshot::{Needs, Snapshot};
use reservation::submission::{Answer, RequestKey, Submission};
use reservation::time::UtcMillis;
use sqlx::{ConnectOptions, SqliteConnection};

use super::apply::{Failure, apply_and_commit, commit_nothing};
use super::load::{begin_and_load, load};
use super::{Rules, Verdict, Writer};
use crate::trouble::{Trouble, unknown};

/// What was decided and is true once the batch is on the disk.
#[derive(Debug)]
enum Decided {
    /// Something is written.
    Done(Answer),
    /// Nothing is written for it.
    Repeat(Answer),
    Refused(Refusal),
}

impl Decided {
    fn into_verdict(self) -> Verdict {
        match self {
            Decided::Done(answer) | Decided::Repeat(answer) => Ok(Ok(answer)),
            Decided::Refused(refusal) => Ok(Err(refusal)),
        }
    }
}

impl Writer {
    /// Decides and writes them all with one COMMIT; says what each gets, in their order.
    pub(super) async fn submissions(&mut self, submissions: &[Submission]) -> Vec<Verdict> {
        match self.attempt(submissions).await {
            Ok(verdicts) => verdicts,
            Err(trouble) if submissions.len() == 1 || trouble.is_nobodys() => {
                let fault = self.failed(trouble);
                submissions.iter().map(|_| Err(fault.clone())).collect()
            }
            Err(trouble) => {
                tracing::warn!(%trouble, size = submissions.len(), "a batch failed; each runs alone");
                self.alone += 1;
                let mut verdicts = Vec::with_capacity(submissions.len());
                for alone in submissions.chunks(1) {
                    match self.attempt(alone).await {
                        Ok(verdict) => verdicts.extend(verdict),
                        Err(trouble) => verdicts.push(Err(self.failed(trouble))),
                    }
                }
                verdicts
            }
        }
    }

    fn failed(&self, trouble: Trouble) -> Fault {
        tracing::error!(%trouble, "rolled back");
        self.watch(&trouble);
        trouble.into()
    }

    /// One transaction. An error means that it was rolled back.
    async fn attempt(&mut self, submissions: &[Submission]) -> Result<Vec<Verdict>, Trouble> {
        if submissions.is_empty() {
            return Ok(Vec::new());
        }
        self.connected().await?;
        let Some(mut connection) = self.connection.take() else {
            return Err(Trouble::Lost);
        };
        let mut decided = Vec::with_capacity(submissions.len());
        match self
            .transact(&mut connection, submissions, &mut decided)
            .await
        {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(decided.into_iter().map(Decided::into_verdict).collect())
            }
            Err(Failure::Before(trouble)) => {
                // A connection that can't even roll back is given up; its end undoes what it began.
                if sqlx::raw_sql("rollback")
                    .execute(&mut connection)
                    .await
                    .is_ok()
                {
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

    async fn transact(
        &self,
        connection: &mut SqliteConnection,
        submissions: &[Submission],
        decided: &mut Vec<Decided>,
    ) -> Result<(), Failure> {
        let mut snapshot = Snapshot::under(self.guards);
        begin_and_load(
            self.texts.begin_and_load,
            connection,
            &self.catalogues,
            &self.first_needs(submissions)?,
            &mut snapshot,
        )
        .await?;
        // The one writer has its lock and its view by now: no later change can have an earlier time.
        let now = self.clock.now();
        let mut table = Table {
            rules: self.rules,
            submissions,
            now,
            snapshot,
            rounds: 0,
        };
        while let Some(more) = table.decide(decided)? {
            load(connection, &self.catalogues, &more, &mut table.snapshot).await?;
        }
        #[cfg(feature = "testing")]
        crate::unguarded::begin_late(connection, self.guards, &*self.clock).await?;
        let changes = table.snapshot.changes();
        if changes.is_empty() {
            return commit_nothing(connection).await;
        }
        let operations: HashMap<&RequestKey, &'static str> = submissions
            .iter()
            .filter_map(|submission| Some((submission.key.as_ref()?, submission.command.name())))
            .collect();
        apply_and_commit(self.texts.apply, connection, &changes, &operations, now).await?;
        self.commits.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn first_needs(&self, submissions: &[Submission]) -> Result<Needs, Trouble> {
        let mut needs = Needs::default();
        for submission in submissions {
            let at_hand = self.catalogues.get(&submission.clinic);
            let wanted = guarded(|| (self.rules.needs)(submission, at_hand.as_deref()))?;
            needs.merge(wanted);
        }
        Ok(needs)
    }

    /// COMMIT was sent and failed, or no answer came. A fresh connection says whether it is written.
    async fn after_commit(
        &mut self,
        trouble: &Trouble,
        submissions: &[Submission],
        decided: Vec<Decided>,
    ) -> Vec<Verdict> {
        tracing::error!(%trouble, size = submissions.len(), "the outcome of a COMMIT is not known");
        self.watch(trouble);
        let mut fresh = self.options.connect().await.ok();
        let mut verdicts = Vec::with_capacity(submissions.len());
        for (submission, decided) in submissions.iter().zip(decided) {
            let verdict = match decided {
                Decided::Done(answer) if is_recorded(fresh.as_mut(), submission).await => {
                    Ok(Ok(answer))
                }
                Decided::Done(_) => Err(unknown(trouble)),
                // Nothing was to be written for these, but they may rest on what is uncertain now.
                Decided::Repeat(answer) if is_recorded(fresh.as_mut(), submission).await => {
                    Ok(Ok(answer))
                }
                Decided::Repeat(_) | Decided::Refused(_) => Err(Fault::Broken(trouble.to_string())),
            };
            verdicts.push(verdict);
        }
        self.connection = fresh;
        verdicts
    }
}

/// Looks the key up. Only "yes" is an answer: a file that fails may show less than it holds.
async fn is_recorded(connection: Option<&mut SqliteConnection>, submission: &Submission) -> bool {
    let (Some(connection), Some(key)) = (connection, &submission.key) else {
        return false;
    };
    sqlx::query_scalar!(
        "select 1 from submission where scope = $1 and key = $2",
        key.scope,
        key.key
    )
    .fetch_optional(connection)
    .await
    .is_ok_and(|found| found.is_some())
}

/// The submissions of a batch, and what is known of the world.
struct Table<'a> {
    rules: Rules,
    submissions: &'a [Submission],
    now: UtcMillis,
    snapshot: Snapshot,
    /// How often the next one has asked for more.
    rounds: usize,
}

impl Table<'_> {
    /// Decides in turn, each against the world as the ones before have left it. When one has to know
    /// more, says what: then load it and call again. The order stays; those behind are only asked
    /// what they will want, so that it is loaded in the same round.
    fn decide(&mut self, decided: &mut Vec<Decided>) -> Result<Option<Needs>, Trouble> {
        while let Some(submission) = self.submissions.get(decided.len()) {
            let decision = guarded(|| (self.rules.decide)(&self.snapshot, submission, self.now))?;
            let outcome = match decision {
                Decision::Done(effects, answer) => {
                    let snapshot = &mut self.snapshot;
                    guarded(|| snapshot.apply(&effects))?;
                    Decided::Done(answer)
                }
                Decision::Repeat(answer) => Decided::Repeat(answer),
                Decision::Refused(refusal) => Decided::Refused(refusal),
                Decision::Need(needs) => {
                    self.rounds += 1;
                    let mut more = self.snapshot.missing(&needs);
                    if more.is_empty() || self.rounds > MAX_ROUNDS {
                        return Err(Trouble::Endless);
                    }
                    more.merge(self.wanted_behind(decided.len() + 1));
                    return Ok(Some(more));
                }
            };
            self.rounds = 0;
            decided.push(outcome);
        }
        Ok(None)
    }

    fn wanted_behind(&self, first: usize) -> Needs {
        let mut wanted = Needs::default();
        for submission in self.submissions.iter().skip(first) {
            // One that panics will do so again in its turn.
            if let Ok(Decision::Need(needs)) =
                guarded(|| (self.rules.decide)(&self.snapshot, submission, self.now))
            {
                wanted.merge(self.snapshot.missing(&needs));
            }
        }
        wanted
    }
}

/// Runs the core's code; its panic is an error here, so that it costs nobody else their booking.
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Trouble> {
    // What a panic may leave half done is thrown away with the transaction.
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| Trouble::Panic)
}
