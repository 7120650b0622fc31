//! What is told of each submission: to the log, and to the counts of what was caught.

use futures::lock::Mutex;

use super::Desk;
use crate::caught::{Catch, Caught, Tally};
use crate::command::Command;
use crate::ids::ClinicId;
use crate::outcome::Refusal;
use crate::ports::{AsOf, Fault};
use crate::slot_key::SlotKey;
use crate::submission::{Answer, Submission};
use crate::time::UtcMillis;

/// What was caught and is not written yet, and the pen: whoever writes it down or adds it up holds that.
#[derive(Default)]
pub(super) struct CaughtBook {
    tally: Tally,
    pen: Mutex<()>,
}

/// What is told of a submission, beside what came of it.
pub(super) struct Told {
    clinic: ClinicId,
    operation: &'static str,
    /// Somebody pressed; the product's own work is not counted.
    is_press: bool,
    slot: Option<SlotKey>,
}

impl Told {
    pub(super) fn of(submission: &Submission) -> Self {
        let slot = match &submission.command {
            Command::Hold { wish, start, .. } => Some(SlotKey {
                clinic: submission.clinic.clone(),
                wish: wish.clone(),
                start: *start,
            }),
            _ => None,
        };
        Self {
            clinic: submission.clinic.clone(),
            operation: submission.command.name(),
            is_press: submission.key.is_some(),
            slot,
        }
    }
}

impl Desk {
    /// Counts what was caught. The door writes one line per submission; what only the desk knows goes into its span.
    pub(super) fn tell(&self, told: &Told, result: &Result<Result<Answer, Refusal>, Fault>) {
        let span = tracing::Span::current();
        let mut slot = told.slot.clone();
        match result {
            Ok(result) => {
                let catch = Catch::of(result);
                if let Some(catch) = catch.filter(|_| told.is_press) {
                    let tally = &self.caught.tally;
                    tally.count(&told.clinic, told.operation, catch, self.clock.now());
                }
                span.record("repeat", catch.map_or("first", Catch::as_str));
                match result {
                    Ok(answer) => {
                        let replayed = catch.is_some();
                        span.record("outcome", if replayed { "replayed" } else { "created" });
                        slot = answer.slot.clone().or(slot);
                        if let Some(id) = answer.outcome.reservation() {
                            span.record("reservation", tracing::field::display(id));
                        }
                    }
                    Err(refusal) => {
                        span.record("outcome", format!("refused:{}", refusal.code()));
                    }
                }
            }
            Err(fault) => {
                span.record("outcome", format!("fault:{}", fault.code()));
            }
        }
        if let Some(slot) = slot {
            span.record("slot", tracing::field::display(slot));
        }
    }

    /// Writes down what was caught since the last time, and forgets what is older than `kept_millis`.
    pub async fn caught_write(&self, kept_millis: i64) -> Result<(), Fault> {
        let _pen = self.caught.pen.lock().await;
        let open = self.caught.tally.open();
        if open.is_empty() {
            return Ok(());
        }
        let kept_from = self.clock.now().plus(-kept_millis);
        self.store.caught_add(open.clone(), kept_from).await?;
        self.caught.tally.settle(&open);
        Ok(())
    }

    /// What was caught at a clinic since then, by quarters of an hour; what is not written yet among it.
    pub async fn caught(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Caught>>, Fault> {
        let _pen = self.caught.pen.lock().await;
        let mut found = self.store.caught_since(clinic, since).await?;
        let open = self.caught.tally.open().into_iter();
        found
            .rows
            .extend(open.filter(|row| row.clinic == *clinic && row.quarter >= since));
        Ok(found)
    }
}
