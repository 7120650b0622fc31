//! Several submissions decided in turn, each against the world as the ones before have left it. What an engine
//! commits in one transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::decide::{self, Decision, MAX_ROUNDS};
use crate::ids::ClinicId;
use crate::outcome::Refusal;
use crate::ports::Fault;
use crate::snapshot::{Needs, Snapshot};
use crate::submission::{Answer, Submission};
use crate::time::UtcMillis;

/// What a submission gets.
pub type Verdict = Result<Result<Answer, Refusal>, Fault>;

/// The core's two questions, so that a test can ask others.
#[derive(Clone, Copy)]
pub struct Rules {
    /// What a decision will want first.
    pub needs: fn(&Submission, Option<&Catalogue>) -> Needs,
    /// The decision.
    pub decide: fn(&Snapshot, &Submission, UtcMillis) -> Decision,
}

impl Rules {
    /// The product's.
    pub const CORE: Rules = Rules {
        needs: decide::needs,
        decide: decide::decide,
    };

    /// What all of these will want first. Catalogues at hand save a round, old ones too.
    pub fn needs_of(
        self,
        submissions: &[Submission],
        at_hand: impl Fn(&ClinicId) -> Option<Arc<Catalogue>>,
    ) -> Result<Needs, Undecided> {
        let mut needs = Needs::default();
        for submission in submissions {
            let catalogue = at_hand(&submission.clinic);
            needs.merge(guarded(|| (self.needs)(submission, catalogue.as_deref()))?);
        }
        Ok(needs)
    }
}

/// Why there is no decision: a fault of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// The decision panicked.
    #[error("the decision panicked")]
    Panic,
    /// The decision kept asking for more.
    #[error("the decision found no end")]
    Endless,
}

/// What was decided and is true once the batch is on the disk.
#[derive(Debug)]
pub enum Decided {
    /// Something is written.
    Done(Answer),
    /// Nothing is written for it.
    Repeat(Answer),
    /// A "no"; nothing is written for it.
    Refused(Refusal),
}

impl From<Decided> for Verdict {
    fn from(decided: Decided) -> Verdict {
        match decided {
            Decided::Done(answer) | Decided::Repeat(answer) => Ok(Ok(answer)),
            Decided::Refused(refusal) => Ok(Err(refusal)),
        }
    }
}

/// The submissions of a batch, and what is known of the world.
pub struct Batch<'a> {
    rules: Rules,
    submissions: &'a [Submission],
    now: UtcMillis,
    /// What is known. An engine puts into it what [`Batch::decide`] asks for, and writes its changes in the end.
    pub snapshot: Snapshot,
    /// What was decided so far, in the order of the submissions.
    pub decided: Vec<Decided>,
    /// How often the next one has asked for more.
    rounds: usize,
}

impl<'a> Batch<'a> {
    /// A batch of which nothing is decided yet, at the time that the engine has read inside its transaction.
    pub fn new(
        rules: Rules,
        submissions: &'a [Submission],
        snapshot: Snapshot,
        now: UtcMillis,
    ) -> Self {
        Self {
            rules,
            submissions,
            now,
            snapshot,
            decided: Vec::with_capacity(submissions.len()),
            rounds: 0,
        }
    }

    /// Decides in turn. When one has to know more, says what: then load it and call again. The order stays; those
    /// behind are only asked what they will want, so that it is loaded in the same round.
    pub fn decide(&mut self) -> Result<Option<Needs>, Undecided> {
        while let Some(submission) = self.submissions.get(self.decided.len()) {
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
                        return Err(Undecided::Endless);
                    }
                    more.merge(self.wanted_behind(self.decided.len() + 1));
                    return Ok(Some(more));
                }
            };
            self.rounds = 0;
            self.decided.push(outcome);
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
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Undecided> {
    // What a panic may leave half done is thrown away with the transaction.
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| Undecided::Panic)
}
