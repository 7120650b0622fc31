//! The one rule: may this visit begin then, as far as the catalogue and the time of asking go? Lists go through it
//! start by start, a hold asks it for its own.

use chrono::{Days, NaiveDate};

use super::opening::{after_open_minutes, is_closed, local_date, opening};
use crate::catalogue::{Approval, Catalogue, Resource, Service, VisitKind};
use crate::ids::ServiceId;
use crate::outcome::Refusal;
use crate::slot_key::{ANYONE, Wish};
use crate::time::{MINUTE, Span, UtcMillis};

/// How many open minutes must lie before a start that staff have to approve.
pub const ANSWER_ROOM_MINUTES: i64 = 120;
/// How far ahead staff may book, in local days.
pub const STAFF_HORIZON_DAYS: i64 = 366;

/// Who asks. Staff are bound by opening hours and claims, not by notice and horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booker {
    /// A patient.
    Patient,
    /// The clinic's staff.
    Staff,
}

/// The rule for one kind of visit.
#[derive(Debug, Clone)]
pub struct Rule<'a> {
    catalogue: &'a Catalogue,
    /// The service asked for.
    pub service: &'a Service,
    candidates: Vec<&'a Resource>,
    minutes: i64,
    /// The kind of visit asked for.
    pub kind: VisitKind,
    booker: Booker,
}

impl<'a> Rule<'a> {
    /// The rule for a service, a kind of visit and a wish; `NotOffered` when the clinic has no such thing.
    pub fn new(
        catalogue: &'a Catalogue,
        service: &ServiceId,
        visit: VisitKind,
        wish: &Wish,
        booker: Booker,
    ) -> Result<Self, Refusal> {
        let service = catalogue.service(service).ok_or(Refusal::NotOffered)?;
        let minutes = service.minutes_for(visit).ok_or(Refusal::NotOffered)?;
        let candidates: Vec<&Resource> = catalogue
            .resources
            .iter()
            .filter(|resource| {
                service.resources.contains(&resource.id) && resource.id.as_str() != ANYONE
            })
            .filter(|resource| match wish {
                Wish::Anyone => true,
                Wish::One(id) => &resource.id == id,
            })
            .collect();
        if candidates.is_empty() {
            return Err(Refusal::NotOffered);
        }
        Ok(Self {
            catalogue,
            service,
            candidates,
            minutes,
            kind: visit,
            booker,
        })
    }

    /// The resources that could serve, in the order of showing.
    pub fn candidates(&self) -> &[&'a Resource] {
        &self.candidates
    }

    /// The distance of two starts, in milliseconds.
    pub(crate) fn step(&self) -> i64 {
        self.service.step_minutes.max(5) * MINUTE
    }

    /// The visit that begins then.
    pub fn visit(&self, start: UtcMillis) -> Span {
        Span {
            from: start,
            until: start.plus_minutes(self.minutes),
        }
    }

    /// The visit with its buffers.
    pub fn occupied(&self, start: UtcMillis) -> Span {
        let visit = self.visit(start);
        Span {
            from: visit.from.plus_minutes(-self.service.buffer_before_minutes),
            until: visit.until.plus_minutes(self.service.buffer_after_minutes),
        }
    }

    /// The starts that a resource's opening of a date gives, closures and the time of asking left aside. The grid is
    /// anchored at each local opening time and goes on in elapsed time.
    fn starts_of(&self, resource: &Resource, date: NaiveDate) -> Vec<UtcMillis> {
        let step = usize::try_from(self.step()).unwrap_or(usize::MAX);
        let length = self.minutes.max(5) * MINUTE;
        let mut starts: Vec<UtcMillis> = opening(self.catalogue, Some(&resource.id), date)
            .spans
            .iter()
            .flat_map(|span| (span.from.0..=span.until.0 - length).step_by(step))
            .map(UtcMillis)
            .filter(|start| start.is_cell_start())
            .collect();
        // Hours may overlap.
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// All starts of a date that any candidate's opening gives, in order.
    pub fn starts(&self, date: NaiveDate) -> Vec<UtcMillis> {
        let mut starts: Vec<UtcMillis> = self
            .candidates
            .iter()
            .flat_map(|resource| self.starts_of(resource, date))
            .collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// The resources at which this visit may begin then, as far as catalogue and time go: never empty. Who owns the
    /// cells is another question.
    pub fn judge(&self, start: UtcMillis, now: UtcMillis) -> Result<Vec<&'a Resource>, Refusal> {
        let zone = self.catalogue.clinic.zone;
        let date = local_date(zone, start).ok_or(Refusal::OffGrid)?;
        self.not_past(start, now)?;
        // A far date is told as such before anything is computed about it.
        self.not_far(date, local_date(zone, now).ok_or(Refusal::OffGrid)?)?;
        let at_grid: Vec<&Resource> = self
            .candidates
            .iter()
            .copied()
            .filter(|resource| self.starts_of(resource, date).binary_search(&start).is_ok())
            .collect();
        if at_grid.is_empty() {
            let any_open = self
                .candidates
                .iter()
                .flat_map(|resource| opening(self.catalogue, Some(&resource.id), date).spans)
                .any(|span| {
                    span.contains(Span {
                        from: start,
                        until: start,
                    })
                });
            return Err(if any_open {
                Refusal::OffGrid
            } else {
                Refusal::Closed
            });
        }
        let open: Vec<&Resource> = at_grid
            .into_iter()
            .filter(|resource| !is_closed(self.catalogue, Some(&resource.id), self.visit(start)))
            .collect();
        if open.is_empty() {
            return Err(Refusal::Closed);
        }
        self.not_soon(start, now)?;
        Ok(open)
    }

    fn not_past(&self, start: UtcMillis, now: UtcMillis) -> Result<(), Refusal> {
        let over = match self.booker {
            Booker::Patient => start,
            // Somebody who stands at the counter at 9:02 may still get the 9:00 visit.
            Booker::Staff => self.visit(start).until,
        };
        if now < over {
            Ok(())
        } else {
            Err(Refusal::InThePast)
        }
    }

    fn not_far(&self, date: NaiveDate, today: NaiveDate) -> Result<(), Refusal> {
        let days = match self.booker {
            Booker::Patient => self.service.horizon_for(self.kind),
            Booker::Staff => STAFF_HORIZON_DAYS,
        };
        let last = today
            .checked_add_days(Days::new(days.max(0).unsigned_abs()))
            .unwrap_or(today);
        if date <= last {
            Ok(())
        } else {
            Err(Refusal::TooFar)
        }
    }

    fn not_soon(&self, start: UtcMillis, now: UtcMillis) -> Result<(), Refusal> {
        if self.booker == Booker::Staff {
            return Ok(());
        }
        if start < now.plus_minutes(self.service.notice_minutes) {
            return Err(Refusal::TooSoon);
        }
        // Whoever has to say yes must be there for it, however many holidays lie between.
        if self.service.approval == Approval::Staff
            && after_open_minutes(self.catalogue, now, ANSWER_ROOM_MINUTES)
                .is_none_or(|answered| start < answered)
        {
            return Err(Refusal::TooSoon);
        }
        Ok(())
    }
}
