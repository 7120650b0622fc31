//! Hold, more time, release.

use super::booker;
use super::case::{Case, Done, Stop, outcome};
use crate::availability::{Booker, Rule};
use crate::catalogue::{Resource, VisitKind};
use crate::effects::Effects;
use crate::guard::Guard;
use crate::ids::{ReservationId, ServiceId};
use crate::outcome::Refusal;
use crate::slot_key::Wish;
use crate::snapshot::{Needs, NotLoaded};
use crate::time::{Cell, Span, UtcMillis};
use crate::visit::{End, Event, Holder, Reservation, Status};

/// What is to be held.
pub(super) struct Wanted<'a> {
    pub service: &'a ServiceId,
    pub visit: VisitKind,
    pub wish: &'a Wish,
    pub start: UtcMillis,
    pub known: Option<ReservationId>,
}

pub(super) fn hold(case: &Case<'_>, wanted: &Wanted<'_>) -> Result<Done, Stop> {
    let holder = case.actor().holder().ok_or(Refusal::NotAllowed)?;
    let catalogue = case.catalogue()?;
    let rule = Rule::new(
        catalogue,
        wanted.service,
        wanted.visit,
        wanted.wish,
        booker(case.actor()),
    )?;
    // One hold for each visitor; staff hold for many patients at once, but not one slot twice.
    let present = match holder {
        Holder::Visitor(_) => case.live_hold(&holder, None)?,
        Holder::Staff(_) => staff_hold_of(case, &holder, wanted)?,
    };
    if let Some(present) = present {
        if is_same(present, wanted, &rule) {
            return Ok(Done::already(outcome(
                present,
                Event::Held,
                case.now,
                false,
            )));
        }
        // A late duplicate of an old press knows nothing of what is held now, and may not release it.
        if wanted.known != Some(present.id) && case.is_up(Guard::Swap) {
            return Err(Refusal::HoldChanged {
                present: present.id,
            }
            .into());
        }
    }
    let open = rule.judge(wanted.start, case.now)?;
    let mut effects = Effects::default();
    let own: Vec<ReservationId> = present.iter().map(|row| row.id).collect();
    let occupied = rule.occupied(wanted.start);
    let chosen = choose(
        case,
        &mut effects,
        &spread(open, wanted.start, rule.step()),
        occupied,
        &own,
    )?;
    if let Some(present) = present {
        give_back(case, &mut effects, present, Event::Swapped, End::Swapped)?;
    }
    let row = new_hold(
        case,
        wanted,
        &rule,
        chosen,
        holder,
        catalogue.clinic.hold_minutes,
    );
    let row = effects.change(None, row, Event::Held, case.actor(), case.now);
    Ok(Done::changed(
        effects,
        outcome(&row, Event::Held, case.now, false),
    ))
}

/// A member of staff's own live hold of the very same slot.
fn staff_hold_of<'a>(
    case: &Case<'a>,
    holder: &Holder,
    wanted: &Wanted<'_>,
) -> Result<Option<&'a Reservation>, Stop> {
    let ids = case.known.holds(&case.submission.clinic, holder);
    let ids = ids.map_err(|NotLoaded| {
        let mut needs = Needs::default();
        needs
            .holds
            .insert((case.submission.clinic.clone(), holder.clone()));
        Stop::Need(Box::new(needs))
    })?;
    for id in ids {
        let row = case.reservation(*id)?;
        let same = row.span.from == wanted.start
            && row.service == *wanted.service
            && row.visit == wanted.visit
            && fits(wanted.wish, row);
        if same && row.is_live(case.now) {
            return Ok(Some(row));
        }
    }
    Ok(None)
}

fn fits(wish: &Wish, row: &Reservation) -> bool {
    match wish {
        Wish::Anyone => true,
        Wish::One(id) => row.resource == *id,
    }
}

fn is_same(present: &Reservation, wanted: &Wanted<'_>, rule: &Rule<'_>) -> bool {
    present.span == rule.visit(wanted.start)
        && present.service == *wanted.service
        && present.visit == wanted.visit
        && fits(wanted.wish, present)
}

/// The order in which resources are tried: it turns with the start, so that "anyone" spreads, and is the same for the
/// same start, so that a repeat finds the same.
fn spread(mut open: Vec<&Resource>, start: UtcMillis, step: i64) -> Vec<&Resource> {
    let turn = (start.0 / step).rem_euclid(open.len().max(1) as i64);
    open.rotate_left(usize::try_from(turn).unwrap_or(0));
    open
}

/// The first resource whose cells are free; what had run out on them is written down.
fn choose<'a>(
    case: &Case<'_>,
    effects: &mut Effects,
    open: &[&'a Resource],
    occupied: Span,
    own: &[ReservationId],
) -> Result<&'a Resource, Stop> {
    let cells_of = |resource: &Resource| -> Vec<Cell> {
        occupied
            .cells()
            .map(|start| Cell {
                clinic: case.submission.clinic.clone(),
                resource: resource.id.clone(),
                start,
            })
            .collect()
    };
    // Everything is looked at before anything is chosen, so that all that is missing is asked for at once.
    let all: Vec<Cell> = open
        .iter()
        .flat_map(|resource| cells_of(resource))
        .collect();
    case.claims(&all, 0)?;
    for resource in open {
        let mut tried = Effects::default();
        match case.make_free(&mut tried, &cells_of(resource), 0, own) {
            Ok(()) => {
                *effects = tried;
                return Ok(resource);
            }
            Err(Stop::Refused(Refusal::Taken)) => {}
            Err(stop) => return Err(stop),
        }
    }
    Err(Refusal::Taken.into())
}

fn new_hold(
    case: &Case<'_>,
    wanted: &Wanted<'_>,
    rule: &Rule<'_>,
    chosen: &Resource,
    holder: Holder,
    minutes: i64,
) -> Reservation {
    Reservation {
        id: case.submission.fresh.reservation,
        clinic: case.submission.clinic.clone(),
        group: case.submission.fresh.group,
        service: wanted.service.clone(),
        visit: wanted.visit,
        resource: chosen.id.clone(),
        anyone: *wanted.wish == Wish::Anyone,
        span: rule.visit(wanted.start),
        occupied: rule.occupied(wanted.start),
        lane: 0,
        status: Status::Held,
        version: 1,
        expires_at: Some(case.now.plus_minutes(minutes)),
        extensions: 0,
        holder,
        patient: None,
        created_by: case.submission.key.clone(),
        created_at: case.now,
        sent_at: None,
        changed_at: case.now,
        ending: None,
    }
}

fn give_back(
    case: &Case<'_>,
    effects: &mut Effects,
    row: &Reservation,
    event: Event,
    how: End,
) -> Result<Reservation, Stop> {
    let mut new = row.clone();
    new.status = Status::Cancelled;
    new.expires_at = None;
    new.ending = Some(case.ending(effects, row, how, None, &None)?);
    case.change(effects, row, new, event, case.actor())
}

pub(super) fn extend(case: &Case<'_>, id: ReservationId) -> Result<Done, Stop> {
    let row = case.own(id)?;
    let clinic = &case.catalogue()?.clinic;
    let (event, retaken) = match row.status_at(case.now) {
        Status::Held => (Event::Extended, false),
        Status::Expired if row.sent_at.is_none() => (Event::Retaken, true),
        status if row.sent_at.is_some() => return Err(Refusal::AlreadySent { status }.into()),
        status => return Err(Refusal::WrongStatus { status }.into()),
    };
    if case.now >= row.span.from && booker(case.actor()) == Booker::Patient {
        return Err(Refusal::InThePast.into());
    }
    if row.extensions >= clinic.hold_extensions.max(10) {
        return Err(Refusal::NoMoreTime.into());
    }
    let mut effects = Effects::default();
    if retaken {
        may_be_retaken(case, &mut effects, row)?;
        // Two live holds of one visitor are one too many: the newer one stays.
        if let (Holder::Visitor(_), Some(present)) =
            (&row.holder, case.live_hold(&row.holder, Some(id))?)
        {
            return Err(Refusal::HoldChanged {
                present: present.id,
            }
            .into());
        }
    }
    let mut new = row.clone();
    new.status = Status::Held;
    new.ending = None;
    new.extensions += 1;
    let deadline = case.now.plus_minutes(clinic.hold_minutes);
    new.expires_at = Some(row.expires_at.map_or(deadline, |at| at.max(deadline)));
    let new = case.change(&mut effects, row, new, event, case.actor())?;
    Ok(Done::changed(
        effects,
        outcome(&new, event, case.now, retaken),
    ))
}

/// A hold that ran out may be taken again while its start lies ahead, the clinic is open then, and nobody else owns a
/// cell of it. Notice and horizon were kept when it was taken first.
pub(super) fn may_be_retaken(
    case: &Case<'_>,
    effects: &mut Effects,
    row: &Reservation,
) -> Result<(), Stop> {
    let wish = Wish::One(row.resource.clone());
    let rule = Rule::new(
        case.catalogue()?,
        &row.service,
        row.visit,
        &wish,
        Booker::Staff,
    )?;
    rule.judge(row.span.from, case.now)?;
    // The service has another length by now: what would be judged is not what would be taken.
    if rule.visit(row.span.from) != row.span {
        return Err(Refusal::Expired.into());
    }
    let cells: Vec<Cell> = row.cells().collect();
    match case.make_free(effects, &cells, row.lane, &[row.id]) {
        Err(Stop::Refused(Refusal::Taken)) => Err(Refusal::Expired.into()),
        other => other,
    }
}

pub(super) fn release(case: &Case<'_>, id: ReservationId) -> Result<Done, Stop> {
    let row = case.own(id)?;
    if row.sent_at.is_some() {
        return Err(Refusal::AlreadySent {
            status: row.status_at(case.now),
        }
        .into());
    }
    if row.status == Status::Cancelled {
        // Given back or swapped: it is not held any more, which is what was asked for.
        return Ok(Done::already(outcome(
            row,
            Event::Released,
            case.now,
            false,
        )));
    }
    // One that ran out is given back as well, so that nothing takes it again afterwards.
    let mut effects = Effects::default();
    let new = give_back(case, &mut effects, row, Event::Released, End::Released)?;
    Ok(Done::changed(
        effects,
        outcome(&new, Event::Released, case.now, false),
    ))
}
