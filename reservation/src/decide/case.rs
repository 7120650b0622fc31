//! One case before the desk: what is known, what is asked, what time it is; and the steps that commands share.

use std::collections::{BTreeMap, BTreeSet};

use crate::availability::after_open_minutes;
use crate::catalogue::Catalogue;
use crate::effects::{Effects, owns_cells};
use crate::guard::Guard;
use crate::ids::ReservationId;
use crate::outcome::{Outcome, Refusal};
use crate::snapshot::{Booking, Needs, NotLoaded, Snapshot};
use crate::submission::{Actor, Submission};
use crate::time::{Cell, UtcMillis};
use crate::visit::{
    Claim, End, Ending, Event, Holder, Message, MessageKey, MessageKind, Reason, Reservation,
    Status,
};

/// Why a command goes no further.
#[derive(Debug)]
pub(super) enum Stop {
    Refused(Refusal),
    Need(Box<Needs>),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}

/// What a command comes to.
pub(super) struct Done {
    pub effects: Effects,
    pub outcome: Outcome,
    /// True when nothing changed because it was so already.
    pub already: bool,
}

impl Done {
    pub fn changed(effects: Effects, outcome: Outcome) -> Self {
        Self {
            effects,
            outcome,
            already: false,
        }
    }
    pub fn already(outcome: Outcome) -> Self {
        Self {
            effects: Effects::default(),
            outcome,
            already: true,
        }
    }
}

/// What an answer says about a reservation.
pub(super) fn outcome(row: &Reservation, event: Event, now: UtcMillis, retaken: bool) -> Outcome {
    Outcome::Reservation {
        id: row.id,
        event,
        status: row.status_at(now),
        version: row.version,
        expires_at: row.expires_at,
        retaken,
    }
}

pub(super) struct Case<'a> {
    pub known: &'a Snapshot,
    pub submission: &'a Submission,
    pub now: UtcMillis,
}

impl<'a> Case<'a> {
    pub fn actor(&self) -> &'a Actor {
        &self.submission.actor
    }

    /// True unless a test has taken the guard down.
    pub fn is_up(&self, guard: Guard) -> bool {
        self.known.is_up(guard)
    }

    /// The clinic's catalogue; a clinic that doesn't exist is not found.
    pub fn catalogue(&self) -> Result<&'a Catalogue, Stop> {
        let clinic = &self.submission.clinic;
        let found = self.known.catalogue(clinic).map_err(|NotLoaded| {
            let mut needs = Needs::default();
            needs.catalogues.insert(clinic.clone());
            Stop::Need(Box::new(needs))
        })?;
        found
            .map(|catalogue| &**catalogue)
            .ok_or_else(|| Refusal::NotFound.into())
    }

    /// A reservation of the clinic, whoever owns it.
    pub fn reservation(&self, id: ReservationId) -> Result<&'a Reservation, Stop> {
        let clinic = &self.submission.clinic;
        let found = self.known.reservation(clinic, id).map_err(|NotLoaded| {
            let mut needs = Needs::default();
            needs.reservations.insert((clinic.clone(), id));
            Stop::Need(Box::new(needs))
        })?;
        found.ok_or_else(|| Refusal::NotFound.into())
    }

    /// A reservation that the actor may act on as its patient (or as staff on a hold of the clinic's staff); anybody
    /// else's is not found.
    pub fn own(&self, id: ReservationId) -> Result<&'a Reservation, Stop> {
        let row = self.reservation(id)?;
        let owned = match self.actor() {
            Actor::Visitor(tag) => row.holder == Holder::Visitor(*tag),
            Actor::Link(linked) => *linked == id,
            Actor::Staff { .. } => matches!(row.holder, Holder::Staff(_)),
            Actor::System => false,
        };
        if owned {
            Ok(row)
        } else {
            Err(Refusal::NotFound.into())
        }
    }

    /// Only the clinic's staff may go on. That the member of staff is of this clinic, the door has checked.
    pub fn staff_only(&self) -> Result<(), Stop> {
        match self.actor() {
            Actor::Staff { .. } => Ok(()),
            _ => Err(Refusal::NotAllowed.into()),
        }
    }

    /// The holder's live hold other than `but`, if there is one.
    pub fn live_hold(
        &self,
        holder: &Holder,
        but: Option<ReservationId>,
    ) -> Result<Option<&'a Reservation>, Stop> {
        if !self.is_up(Guard::OneHold) {
            return Ok(None);
        }
        let clinic = &self.submission.clinic;
        let ids = self.known.holds(clinic, holder).map_err(|NotLoaded| {
            let mut needs = Needs::default();
            needs.holds.insert((clinic.clone(), holder.clone()));
            Stop::Need(Box::new(needs))
        })?;
        for id in ids.iter().filter(|id| Some(**id) != but) {
            let row = self.reservation(*id)?;
            if row.status == Status::Held && row.is_live(self.now) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    /// The bookings of a contact, whoever made them.
    pub fn bookings(&self, phone: &str) -> Result<&'a BTreeMap<ReservationId, Booking>, Stop> {
        let clinic = &self.submission.clinic;
        self.known.contact(clinic, phone).map_err(|NotLoaded| {
            let mut needs = Needs::default();
            needs.contacts.insert((clinic.clone(), phone.to_owned()));
            Stop::Need(Box::new(needs))
        })
    }

    /// The claims on some cells' lane; all that were not loaded are asked for at once.
    pub fn claims(&self, cells: &[Cell], lane: i64) -> Result<Vec<&'a Claim>, Stop> {
        let mut needs = Needs::default();
        let mut claims = Vec::new();
        for cell in cells {
            match self.known.claim(cell, lane) {
                Ok(claim) => claims.extend(claim),
                Err(NotLoaded) => {
                    needs.cells.insert(cell.clone());
                }
            }
        }
        if needs.is_empty() {
            Ok(claims)
        } else {
            Err(Stop::Need(Box::new(needs)))
        }
    }

    /// A stored owner of cells must own exactly these; no clock and no fault elsewhere makes two owners.
    pub fn owns_its_cells(&self, row: &Reservation) -> Result<(), Stop> {
        let cells: Vec<Cell> = row.cells().collect();
        let claims = self.claims(&cells, row.lane)?;
        let owned = claims.iter().map(|claim| (*claim).clone()).eq(row.claims());
        if owned || !self.is_up(Guard::Ownership) {
            Ok(())
        } else {
            Err(Refusal::Taken.into())
        }
    }

    /// A reservation becomes `new`. What it owned is looked at first.
    pub fn change(
        &self,
        effects: &mut Effects,
        old: &Reservation,
        new: Reservation,
        event: Event,
        actor: &Actor,
    ) -> Result<Reservation, Stop> {
        if owns_cells(old.status) {
            self.owns_its_cells(old)?;
        }
        Ok(effects.change(Some(old), new, event, actor, self.now))
    }

    /// Makes sure that nobody else owns the cells: a live claim of another refuses; one that ran out is written down
    /// as expired, and all its cells are freed, in the same transaction.
    pub fn make_free(
        &self,
        effects: &mut Effects,
        cells: &[Cell],
        lane: i64,
        own: &[ReservationId],
    ) -> Result<(), Stop> {
        let claims = self.claims(cells, lane)?;
        if !self.is_up(Guard::Claims) {
            return Ok(());
        }
        let others = claims
            .into_iter()
            .filter(|claim| !own.contains(&claim.reservation));
        let mut lapsed = BTreeSet::new();
        for claim in others {
            if claim.is_live(self.now) {
                return Err(Refusal::Taken.into());
            }
            lapsed.insert(claim.reservation);
        }
        for row in self.lapsed(&lapsed)? {
            self.write_expired(effects, row)?;
        }
        Ok(())
    }

    /// The owners of lapsed claims, with all their cells loaded: two rounds, however many they are.
    fn lapsed(&self, ids: &BTreeSet<ReservationId>) -> Result<Vec<&'a Reservation>, Stop> {
        let clinic = &self.submission.clinic;
        let mut needs = Needs::default();
        for id in ids {
            if self.known.reservation(clinic, *id).is_err() {
                needs.reservations.insert((clinic.clone(), *id));
            }
        }
        if !needs.is_empty() {
            return Err(Stop::Need(Box::new(needs)));
        }
        let mut rows = Vec::new();
        for id in ids {
            let row = self.reservation(*id)?;
            let unknown = |cell: &Cell| self.known.claim(cell, row.lane).is_err();
            needs.cells.extend(row.cells().filter(unknown));
            for kind in [MessageKind::Confirmed, MessageKind::Restored] {
                let key = MessageKey {
                    clinic: row.clinic.clone(),
                    reservation: row.id,
                    version: row.version,
                    kind,
                };
                if row.patient.is_some() && self.known.message(&key).is_err() {
                    needs.messages.insert(key);
                }
            }
            rows.push(row);
        }
        if needs.is_empty() {
            Ok(rows)
        } else {
            Err(Stop::Need(Box::new(needs)))
        }
    }

    /// Writes a passed deadline down.
    pub fn write_expired(
        &self,
        effects: &mut Effects,
        row: &Reservation,
    ) -> Result<Reservation, Stop> {
        let mut new = row.clone();
        new.status = Status::Expired;
        new.expires_at = None;
        new.ending = Some(self.ending(effects, row, End::Expired, None, &None)?);
        let new = self.change(effects, row, new, Event::Expired, &Actor::System)?;
        if row.status == Status::Requested {
            self.tell(effects, &new, MessageKind::NotAnswered, 0);
        }
        Ok(new)
    }

    /// The end of a reservation as of now. What the patient was still to be told is withdrawn and
    /// remembered, in case the end is undone.
    pub fn ending(
        &self,
        effects: &mut Effects,
        row: &Reservation,
        how: End,
        reason: Option<Reason>,
        note: &Option<String>,
    ) -> Result<Ending, Stop> {
        Ok(Ending {
            how,
            at: self.now,
            reason,
            note: note.clone(),
            before: row.status,
            untold: self.withdraw_open(effects, row)?,
        })
    }

    /// Withdraws the good news that nobody has told the patient yet; says which it was. Whoever
    /// goes on to change the reservation has newer news.
    pub fn withdraw_open(
        &self,
        effects: &mut Effects,
        row: &Reservation,
    ) -> Result<Option<MessageKind>, Stop> {
        let mut open = None;
        // A hold has no patient whom anybody could tell anything.
        if row.patient.is_some() {
            for kind in [MessageKind::Confirmed, MessageKind::Restored] {
                if self.untell(effects, row, kind)? == Told::Withdrawn {
                    open = Some(kind);
                }
            }
        }
        Ok(open)
    }

    /// Something the patient has to be told, not before so many minutes have passed.
    pub fn tell(
        &self,
        effects: &mut Effects,
        row: &Reservation,
        kind: MessageKind,
        after_minutes: i64,
    ) {
        if row.patient.is_none() {
            return;
        }
        effects.messages.push(Message {
            key: MessageKey {
                clinic: row.clinic.clone(),
                reservation: row.id,
                version: row.version,
                kind,
            },
            not_before: self.now.plus_minutes(after_minutes),
            done_at: None,
            done_by: None,
        });
    }

    /// Takes a message back that nobody has been told yet; says what was found.
    pub fn untell(
        &self,
        effects: &mut Effects,
        row: &Reservation,
        kind: MessageKind,
    ) -> Result<Told, Stop> {
        let key = MessageKey {
            clinic: row.clinic.clone(),
            reservation: row.id,
            version: row.version,
            kind,
        };
        let message = self.known.message(&key).map_err(|NotLoaded| {
            let mut needs = Needs::default();
            needs.messages.insert(key.clone());
            Stop::Need(Box::new(needs))
        })?;
        Ok(match message {
            Some(message) if message.done_at.is_some() => Told::TooLate,
            Some(_) => {
                effects.messages_withdrawn.push(key);
                Told::Withdrawn
            }
            None => Told::Never,
        })
    }
}

/// What became of a message that was to be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// Too late: the patient has heard it.
    TooLate,
    /// It is not told any more.
    Withdrawn,
    /// There was none.
    Never,
}

/// At the latest so long before the start, in minutes, staff answer a request.
const ANSWER_BEFORE_START_MINUTES: i64 = 60;
/// However close the start, staff have so many minutes.
const ANSWER_AT_LEAST_MINUTES: i64 = 15;

/// Until when staff answer a request sent in now: in *open* minutes, so that one at 22:00 does not die while everyone
/// sleeps.
pub fn answer_deadline(catalogue: &Catalogue, start: UtcMillis, now: UtcMillis) -> UtcMillis {
    let open = after_open_minutes(catalogue, now, catalogue.clinic.answer_minutes).unwrap_or(start);
    open.min(start.plus_minutes(-ANSWER_BEFORE_START_MINUTES))
        .max(now.plus_minutes(ANSWER_AT_LEAST_MINUTES))
        .min(start)
}
