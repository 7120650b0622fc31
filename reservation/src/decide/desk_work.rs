//! Closures, calls, and deadlines that have passed.

use super::case::{Case, Done, Stop, outcome};
use crate::catalogue::Closure;
use crate::effects::Effects;
use crate::ids::{ClosureId, ReservationId, ResourceId};
use crate::outcome::{Outcome, Refusal};
use crate::snapshot::{Needs, NotLoaded};
use crate::submission::Actor;
use crate::time::{MINUTE, Span};
use crate::visit::{Event, MessageKey, Status};

/// The longest closure, in milliseconds: a year and a day.
const LONGEST_CLOSURE: i64 = 366 * 1440 * MINUTE;

pub(super) fn close(
    case: &Case<'_>,
    resource: &Option<ResourceId>,
    span: Span,
    reason: &str,
) -> Result<Done, Stop> {
    case.staff_only()?;
    let catalogue = case.catalogue()?;
    if resource
        .as_ref()
        .is_some_and(|id| catalogue.resource(id).is_none())
    {
        return Err(Refusal::NotFound.into());
    }
    let length = span.until.0.saturating_sub(span.from.0);
    if !(1..=LONGEST_CLOSURE).contains(&length) || span.until <= case.now {
        return Err(Refusal::EmptySpan.into());
    }
    let id = case.submission.fresh.closure;
    let closure = Closure {
        id,
        resource: resource.clone(),
        span,
        reason: reason.to_owned(),
    };
    let effects = Effects {
        closures_added: vec![(case.submission.clinic.clone(), closure)],
        ..Effects::default()
    };
    Ok(Done::changed(effects, Outcome::Closed { id }))
}

pub(super) fn reopen(case: &Case<'_>, id: ClosureId) -> Result<Done, Stop> {
    case.staff_only()?;
    if !case
        .catalogue()?
        .closures
        .iter()
        .any(|closure| closure.id == id)
    {
        return Err(Refusal::NotFound.into());
    }
    let effects = Effects {
        closures_ended: vec![(case.submission.clinic.clone(), id)],
        ..Effects::default()
    };
    Ok(Done::changed(effects, Outcome::Reopened { id }))
}

pub(super) fn tick_call(case: &Case<'_>, key: &MessageKey) -> Result<Done, Stop> {
    case.staff_only()?;
    if key.clinic != case.submission.clinic {
        return Err(Refusal::NotFound.into());
    }
    let found = case.known.message(key).map_err(|NotLoaded| {
        let mut needs = Needs::default();
        needs.messages.insert(key.clone());
        Stop::Need(Box::new(needs))
    })?;
    let mut message = found.ok_or(Refusal::NotFound)?.clone();
    let outcome = Outcome::CallTicked {
        message: key.clone(),
    };
    if message.done_at.is_some() {
        return Ok(Done::already(outcome));
    }
    message.done_at = Some(case.now);
    message.done_by = case.actor().as_history().1;
    Ok(Done::changed(
        Effects {
            messages: vec![message],
            ..Effects::default()
        },
        outcome,
    ))
}

pub(super) fn expire(case: &Case<'_>, id: ReservationId) -> Result<Done, Stop> {
    if *case.actor() != Actor::System {
        return Err(Refusal::NotFound.into());
    }
    let row = case.reservation(id)?;
    let lapsed = matches!(row.status, Status::Held | Status::Requested) && !row.is_live(case.now);
    if !lapsed {
        return Err(Refusal::WrongStatus {
            status: row.status_at(case.now),
        }
        .into());
    }
    let mut effects = Effects::default();
    let new = case.write_expired(&mut effects, row)?;
    Ok(Done::changed(
        effects,
        outcome(&new, Event::Expired, case.now, false),
    ))
}
