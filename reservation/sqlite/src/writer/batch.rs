//! A batch: load, decide, apply, commit; alone for those whose company failed.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use reservation::batch::{Batch, Decided, Verdict};
use reservation::ports::Fault;
use reservation::snapshot::Snapshot;
use reservation::submission::{RequestKey, Submission};
use sqlx::{ConnectOptions, SqliteConnection};

use super::Writer;
use super::apply::{Failure, apply_and_commit, commit_nothing};
use super::load::{begin_and_load, load};
use crate::trouble::{Trouble, unknown};

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
        let mut decided = Vec::new();
        match self
            .transact(&mut connection, submissions, &mut decided)
            .await
        {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(decided.into_iter().map(Verdict::from).collect())
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
        let needs = self
            .rules
            .needs_of(submissions, |clinic| self.catalogues.get(clinic))?;
        let mut snapshot = Snapshot::under(self.guards);
        begin_and_load(
            self.texts.begin_and_load,
            connection,
            &self.catalogues,
            &needs,
            &mut snapshot,
        )
        .await?;
        // The one writer has its lock and its view by now: no later change can have an earlier time.
        let now = self.clock.now();
        let mut batch = Batch::new(self.rules, submissions, snapshot, now);
        while let Some(more) = batch.decide()? {
            load(connection, &self.catalogues, &more, &mut batch.snapshot).await?;
        }
        #[cfg(feature = "testing")]
        crate::unguarded::begin_late(connection, self.guards, &*self.clock).await?;
        let changes = batch.snapshot.changes();
        *decided = batch.decided;
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
