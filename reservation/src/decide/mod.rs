//! The decision: a pure function of what is known, what is asked and what time it is.
//!
//! The order of judging is the same for every command: a recorded key always answers, even when the form has grown too
//! old since; then the form's age and owner; then the command itself.

mod case;
mod desk_work;
mod hold;
mod send;
mod staff;

pub use case::answer_deadline;
pub use staff::UNDO_MINUTES;

use case::{Case, Done, Stop};

use crate::availability::{Booker, Rule};
use crate::catalogue::Catalogue;
use crate::command::Command;
use crate::effects::Effects;
use crate::guard::Guard;
use crate::outcome::{Outcome, Refusal};
use crate::slot_key::{SlotKey, Wish};
use crate::snapshot::{Needs, Snapshot};
use crate::submission::{Actor, Answer, LedgerRow, Repeat, Submission};
use crate::time::{Cell, MINUTE, UtcMillis};

/// How many times an engine loads and asks again before it gives up: each round of a sound decision loads something
/// new, and none needs more than this.
pub const MAX_ROUNDS: usize = 8;

/// How old a form may be when it is sent for the first time, in milliseconds: 12 hours.
pub const FORM_LIFE: i64 = 12 * 60 * MINUTE;

/// What the core makes of a submission.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// Write the effects, commit, then give the answer.
    Done(Box<Effects>, Answer),
    /// Nothing to write: it was answered before.
    Repeat(Answer),
    /// A "no"; nothing is written.
    Refused(Refusal),
    /// More has to be known: load this and ask again.
    Need(Needs),
}

/// What a decision will want first. A catalogue at hand (an old one does no harm) saves a round.
pub fn needs(submission: &Submission, at_hand: Option<&Catalogue>) -> Needs {
    let clinic = &submission.clinic;
    let mut needs = Needs::default();
    needs.catalogues.insert(clinic.clone());
    needs.ledger.extend(submission.key.clone());
    needs.reservations.extend(
        submission
            .command
            .reservation()
            .map(|id| (clinic.clone(), id)),
    );
    match &submission.command {
        Command::Hold {
            service,
            visit,
            wish,
            start,
            ..
        } => {
            needs.holds.extend(
                submission
                    .actor
                    .holder()
                    .map(|holder| (clinic.clone(), holder)),
            );
            let rule = at_hand
                .and_then(|c| Rule::new(c, service, *visit, wish, booker(&submission.actor)).ok());
            if let Some(rule) = rule {
                for resource in rule.candidates() {
                    needs
                        .cells
                        .extend(rule.occupied(*start).cells().map(|start| Cell {
                            clinic: clinic.clone(),
                            resource: resource.id.clone(),
                            start,
                        }));
                }
            }
        }
        Command::Send { patient, .. } if booker(&submission.actor) == Booker::Patient => {
            needs
                .contacts
                .insert((clinic.clone(), patient.phone_e164.clone()));
        }
        Command::TickCall { message } => {
            needs.messages.insert(message.clone());
        }
        Command::Close { .. } | Command::Reopen { .. } => {
            needs.edits.insert(clinic.clone());
        }
        _ => {}
    }
    needs
}

/// Decides one submission.
pub fn decide(known: &Snapshot, submission: &Submission, now: UtcMillis) -> Decision {
    match judge(&Case {
        known,
        submission,
        now,
    }) {
        Ok(decision) => decision,
        Err(Stop::Refused(refusal)) => Decision::Refused(refusal),
        Err(Stop::Need(needs)) => Decision::Need(*needs),
    }
}

fn judge(case: &Case<'_>) -> Result<Decision, Stop> {
    if !case.is_up(Guard::Order) {
        form_is_good(case)?;
    }
    if let Some(answer) = recorded(case)?
        && case.is_up(Guard::Ledger)
    {
        return Ok(Decision::Repeat(answer));
    }
    form_is_good(case)?;
    let Done {
        mut effects,
        outcome,
        already,
    } = command(case)?;
    let sender = case.submission.actor.holder();
    effects.ledger = case.submission.key.clone().map(|key| LedgerRow {
        key,
        fingerprint: case.submission.fingerprint.clone(),
        clinic: case.submission.clinic.clone(),
        outcome: outcome.clone(),
        recorded_at: case.now,
        sender: sender.clone(),
    });
    let repeat = if already {
        Repeat::AlreadySo
    } else {
        Repeat::First
    };
    let answer = Answer {
        slot: slot_of(&outcome, &effects),
        outcome,
        repeat,
        recorded_at: case.now,
        sender,
    };
    Ok(Decision::Done(Box::new(effects), answer))
}

fn recorded(case: &Case<'_>) -> Result<Option<Answer>, Stop> {
    let Some(key) = &case.submission.key else {
        return Ok(None);
    };
    let row = case.known.ledger(key).map_err(|_| {
        let mut needs = Needs::default();
        needs.ledger.insert(key.clone());
        Stop::Need(Box::new(needs))
    })?;
    Ok(row.map(|row| {
        let same = row.fingerprint == case.submission.fingerprint;
        Answer {
            outcome: row.outcome.clone(),
            repeat: if same {
                Repeat::SameKey
            } else {
                Repeat::OtherContent
            },
            recorded_at: row.recorded_at,
            sender: row.sender.clone(),
            slot: None,
        }
    }))
}

/// The slot of the reservation that came of it.
fn slot_of(outcome: &Outcome, effects: &Effects) -> Option<SlotKey> {
    let id = outcome.reservation()?;
    let row = effects.reservations.iter().find(|row| row.id == id)?;
    Some(SlotKey {
        clinic: row.clinic.clone(),
        wish: Wish::One(row.resource.clone()),
        start: row.span.from,
    })
}

fn form_is_good(case: &Case<'_>) -> Result<(), Stop> {
    let Some(form) = case.submission.form else {
        return Ok(());
    };
    if !form.own {
        return Err(Refusal::FormForeign.into());
    }
    // Issued in the future means that a clock went back; such a form is no older than one of now.
    let is_old = case.now.0.saturating_sub(form.issued_at.0) > FORM_LIFE;
    if is_old && case.is_up(Guard::Age) {
        return Err(Refusal::FormExpired.into());
    }
    Ok(())
}

fn command(case: &Case<'_>) -> Result<Done, Stop> {
    match &case.submission.command {
        Command::Hold {
            service,
            visit,
            wish,
            start,
            known,
        } => {
            let wanted = hold::Wanted {
                service,
                visit: *visit,
                wish,
                start: *start,
                known: *known,
            };
            hold::hold(case, &wanted)
        }
        Command::Extend { reservation } => hold::extend(case, *reservation),
        Command::Release { reservation } => hold::release(case, *reservation),
        Command::Send {
            reservation,
            patient,
        } => send::send(case, *reservation, patient),
        Command::Confirm { reservation } => staff::confirm(case, *reservation),
        Command::Decline {
            reservation,
            reason,
            note,
        } => staff::decline(case, *reservation, *reason, note),
        Command::Cancel {
            reservation,
            reason,
            note,
        } => staff::cancel(case, *reservation, *reason, note),
        Command::Undo { reservation } => staff::undo(case, *reservation),
        Command::Close {
            resource,
            span,
            reason,
        } => desk_work::close(case, resource, *span, reason),
        Command::Reopen { closure } => desk_work::reopen(case, *closure),
        Command::TickCall { message } => desk_work::tick_call(case, message),
        Command::Expire { reservation } => desk_work::expire(case, *reservation),
    }
}

/// As whom an actor books.
fn booker(actor: &Actor) -> Booker {
    match actor {
        Actor::Staff { .. } => Booker::Staff,
        Actor::Visitor(_) | Actor::Link(_) | Actor::System => Booker::Patient,
    }
}
