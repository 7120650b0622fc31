//! The answers to a request, and cancel and undo.

use super::case::{Case, Done, Stop, Told, answer_deadline, outcome};
use crate::effects::Effects;
use crate::guard::Guard;
use crate::ids::ReservationId;
use crate::outcome::Refusal;
use crate::submission::Actor;
use crate::time::Cell;
use crate::visit::{End, Event, MessageKind, Reason, Reservation, Status};

/// How long a decline or cancel waits before anybody is told, in minutes: an undo until then tells nothing.
pub const UNDO_MINUTES: i64 = 2;

pub(super) fn confirm(case: &Case<'_>, id: ReservationId) -> Result<Done, Stop> {
    case.staff_only()?;
    let row = case.reservation(id)?;
    match row.status_at(case.now) {
        Status::Requested => {}
        _ if !case.is_up(Guard::Status) => {}
        Status::Confirmed => {
            return Ok(Done::already(outcome(
                row,
                Event::Confirmed,
                case.now,
                false,
            )));
        }
        Status::Expired if row.sent_at.is_some() => return Err(Refusal::Expired.into()),
        status => return Err(Refusal::WrongStatus { status }.into()),
    }
    let mut effects = Effects::default();
    case.withdraw_open(&mut effects, row)?;
    let mut new = row.clone();
    new.status = Status::Confirmed;
    new.expires_at = None;
    let new = case.change(&mut effects, row, new, Event::Confirmed, case.actor())?;
    case.tell(&mut effects, &new, MessageKind::Confirmed, 0);
    Ok(Done::changed(
        effects,
        outcome(&new, Event::Confirmed, case.now, false),
    ))
}

pub(super) fn decline(
    case: &Case<'_>,
    id: ReservationId,
    reason: Reason,
    note: &Option<String>,
) -> Result<Done, Stop> {
    case.staff_only()?;
    let row = case.reservation(id)?;
    match row.status_at(case.now) {
        Status::Requested => {}
        _ if !case.is_up(Guard::Status) => {}
        Status::Cancelled
            if row
                .ending
                .as_ref()
                .is_some_and(|end| end.how == End::Declined) =>
        {
            return Ok(Done::already(outcome(
                row,
                Event::Declined,
                case.now,
                false,
            )));
        }
        Status::Expired if row.sent_at.is_some() => return Err(Refusal::Expired.into()),
        status => return Err(Refusal::WrongStatus { status }.into()),
    }
    let mut effects = Effects::default();
    let mut new = row.clone();
    new.status = Status::Cancelled;
    new.expires_at = None;
    new.ending = Some(case.ending(&mut effects, row, End::Declined, Some(reason), note)?);
    let new = case.change(&mut effects, row, new, Event::Declined, case.actor())?;
    case.tell(&mut effects, &new, MessageKind::Declined, UNDO_MINUTES);
    Ok(Done::changed(
        effects,
        outcome(&new, Event::Declined, case.now, false),
    ))
}

pub(super) fn cancel(
    case: &Case<'_>,
    id: ReservationId,
    reason: Option<Reason>,
    note: &Option<String>,
) -> Result<Done, Stop> {
    let by_staff = matches!(case.actor(), Actor::Staff { .. });
    let row = if by_staff {
        case.reservation(id)?
    } else {
        case.own(id)?
    };
    match row.status_at(case.now) {
        Status::Requested | Status::Confirmed => {}
        _ if !case.is_up(Guard::Status) => {}
        Status::Cancelled if row.sent_at.is_some() => {
            return Ok(Done::already(outcome(
                row,
                Event::Cancelled,
                case.now,
                false,
            )));
        }
        status => return Err(Refusal::WrongStatus { status }.into()),
    }
    let last = if by_staff {
        row.span.until
    } else {
        row.span.from
    };
    if case.now >= last {
        return Err(Refusal::InThePast.into());
    }
    let how = if by_staff {
        End::CancelledByStaff
    } else {
        End::CancelledByPatient
    };
    let mut effects = Effects::default();
    let mut new = row.clone();
    new.status = Status::Cancelled;
    new.expires_at = None;
    new.ending = Some(case.ending(&mut effects, row, how, reason, note)?);
    let new = case.change(&mut effects, row, new, Event::Cancelled, case.actor())?;
    if by_staff {
        case.tell(&mut effects, &new, MessageKind::Cancelled, UNDO_MINUTES);
    }
    Ok(Done::changed(
        effects,
        outcome(&new, Event::Cancelled, case.now, false),
    ))
}

/// Takes a decline or cancel back while the cells are free and the start lies ahead.
pub(super) fn undo(case: &Case<'_>, id: ReservationId) -> Result<Done, Stop> {
    case.staff_only()?;
    let row = case.reservation(id)?;
    let ending = row.ending.as_ref().filter(|ending| {
        row.status == Status::Cancelled
            && matches!(
                ending.how,
                End::Declined | End::CancelledByPatient | End::CancelledByStaff
            )
    });
    let Some(ending) = ending else {
        return Err(Refusal::WrongStatus {
            status: row.status_at(case.now),
        }
        .into());
    };
    if case.now >= row.span.from {
        return Err(Refusal::InThePast.into());
    }
    let mut effects = Effects::default();
    let cells: Vec<Cell> = row.cells().collect();
    case.make_free(&mut effects, &cells, row.lane, &[])?;
    let told = match ending.how {
        End::Declined => case.untell(&mut effects, row, MessageKind::Declined)?,
        End::CancelledByStaff => case.untell(&mut effects, row, MessageKind::Cancelled)?,
        // The patient who cancelled has seen it on the page.
        _ => Told::TooLate,
    };
    let new = restored(case, row, ending.before)?;
    let new = case.change(&mut effects, row, new, Event::Undone, case.actor())?;
    // Whoever heard of the end hears that it is not so; else what they were still to hear is due again.
    match (told, ending.untold) {
        (Told::TooLate, _) => case.tell(&mut effects, &new, MessageKind::Restored, 0),
        (_, Some(kind)) => case.tell(&mut effects, &new, kind, 0),
        (_, None) => {}
    }
    Ok(Done::changed(
        effects,
        outcome(&new, Event::Undone, case.now, false),
    ))
}

fn restored(case: &Case<'_>, row: &Reservation, before: Status) -> Result<Reservation, Stop> {
    let mut new = row.clone();
    new.status = before;
    new.ending = None;
    new.expires_at = match before {
        // The time that passed meanwhile is not taken from staff.
        Status::Requested => Some(answer_deadline(case.catalogue()?, row.span.from, case.now)),
        _ => None,
    };
    Ok(new)
}
