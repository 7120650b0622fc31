//! The details are sent in.

use super::booker;
use super::case::{Case, Done, Stop, answer_deadline, outcome};
use super::hold::may_be_retaken;
use crate::availability::Booker;
use crate::catalogue::{Approval, Catalogue};
use crate::effects::Effects;
use crate::guard::Guard;
use crate::ids::ReservationId;
use crate::outcome::Refusal;
use crate::visit::{Event, Patient, Reservation, Status};

/// A hold becomes a request or a visit. One that ran out is taken again on the way if it is still free: same id, next
/// version.
pub(super) fn send(case: &Case<'_>, id: ReservationId, patient: &Patient) -> Result<Done, Stop> {
    let row = case.own(id)?;
    let catalogue = case.catalogue()?;
    let status = row.status_at(case.now);
    if row.sent_at.is_some() && case.is_up(Guard::Status) {
        return Err(Refusal::AlreadySent { status }.into());
    }
    if is_over(case, row) {
        return Err(Refusal::InThePast.into());
    }
    let mut effects = Effects::default();
    let retaken = match status {
        Status::Held => false,
        _ if !case.is_up(Guard::Status) => false,
        Status::Expired => {
            may_be_retaken(case, &mut effects, row)?;
            true
        }
        status => return Err(Refusal::WrongStatus { status }.into()),
    };
    has_room(case, catalogue, id, patient)?;
    let approval = match booker(case.actor()) {
        Booker::Staff => Approval::Instant,
        // A service that is no longer offered, but was when the slot was held, is left to staff.
        Booker::Patient => catalogue
            .service(&row.service)
            .map_or(Approval::Staff, |s| s.approval),
    };
    let mut new = row.clone();
    new.patient = Some(patient.clone());
    new.sent_at = Some(case.now);
    new.ending = None;
    let event = match approval {
        Approval::Instant => {
            new.status = Status::Confirmed;
            new.expires_at = None;
            Event::Confirmed
        }
        Approval::Staff => {
            new.status = Status::Requested;
            new.expires_at = Some(answer_deadline(catalogue, row.span.from, case.now));
            Event::Requested
        }
    };
    let new = case.change(&mut effects, row, new, event, case.actor())?;
    Ok(Done::changed(
        effects,
        outcome(&new, event, case.now, retaken),
    ))
}

/// A contact has so many open bookings and no more. Staff see what they do.
fn has_room(
    case: &Case<'_>,
    catalogue: &Catalogue,
    id: ReservationId,
    patient: &Patient,
) -> Result<(), Stop> {
    if booker(case.actor()) == Booker::Staff || !case.is_up(Guard::ContactCap) {
        return Ok(());
    }
    let limit = catalogue.clinic.contact_bookings;
    let bookings = case.bookings(&patient.phone_e164)?;
    let others = bookings
        .iter()
        .filter(|(of, booking)| **of != id && booking.is_open(case.now));
    if i64::try_from(others.count()).is_ok_and(|others| others < limit) {
        Ok(())
    } else {
        Err(Refusal::TooMany { limit }.into())
    }
}

fn is_over(case: &Case<'_>, row: &Reservation) -> bool {
    match booker(case.actor()) {
        Booker::Patient => case.now >= row.span.from,
        Booker::Staff => case.now >= row.span.until,
    }
}
