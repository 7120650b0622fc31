//! The catalogue: what a clinic offers and when. It is read whole, with a version that every change to it raises.

mod sound;

use chrono::{NaiveDate, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::ids::{ClinicId, ClosureId, ResourceId, ServiceId};
use crate::time::Span;

/// A text in both languages of the pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Words {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}

impl Words {
    /// Both texts.
    pub fn new(ja: impl Into<String>, en: impl Into<String>) -> Self {
        Self {
            ja: ja.into(),
            en: en.into(),
        }
    }
}

/// All that a clinic offers, at one version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalogue {
    /// The clinic and its settings.
    pub clinic: Clinic,
    /// In the order in which they are shown.
    pub resources: Vec<Resource>,
    /// In the order in which they are shown.
    pub services: Vec<Service>,
    /// Weekly hours.
    pub hours: Vec<Hours>,
    /// Days that differ from the week.
    pub exceptions: Vec<Exception>,
    /// Closed spans, those that were ended again not among them.
    pub closures: Vec<Closure>,
}

impl Catalogue {
    /// The service of that id, if it is offered.
    pub fn service(&self, id: &ServiceId) -> Option<&Service> {
        self.services.iter().find(|s| &s.id == id)
    }
    /// The resource of that id.
    pub fn resource(&self, id: &ResourceId) -> Option<&Resource> {
        self.resources.iter().find(|r| &r.id == id)
    }
}

/// A clinic and its settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clinic {
    /// Its id, part of every address.
    pub id: ClinicId,
    /// Raised by every change to the catalogue.
    pub version: i64,
    /// Its name.
    pub name: Words,
    /// How to find it.
    pub place: Words,
    /// What to bring.
    pub bring: Words,
    /// Its telephone number, as it is shown.
    pub phone: String,
    /// The IANA zone in which its hours are meant.
    pub zone: Tz,
    /// ISO 3166 country code in which telephone numbers without `+` are read.
    pub region: String,
    /// How long a hold lasts on the pages, in minutes (5 to 30).
    pub hold_minutes: i64,
    /// How many times a hold can be extended by its full length (never under 10: accessibility).
    pub hold_extensions: i64,
    /// How many *open* minutes staff have to answer a request.
    pub answer_minutes: i64,
    /// How many open bookings one telephone number can have; a patient's next one is refused. Staff are not bound.
    #[serde(default = "contact_bookings")]
    pub contact_bookings: i64,
}

/// What holds for a catalogue that was written down before there was such a setting.
fn contact_bookings() -> i64 {
    5
}

/// What is booked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resource {
    /// Unique within the clinic; never `any`.
    pub id: ResourceId,
    /// Its name.
    pub name: Words,
    /// One line beside the name (the doctor's field).
    pub note: Words,
}

/// Who lets a request become a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// Nobody: confirmed when the details are in.
    Instant,
    /// The clinic's staff.
    Staff,
}

/// First or return visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisitKind {
    /// 初診.
    First,
    /// 再診.
    Return,
}

impl VisitKind {
    /// `first` or `return`.
    pub fn as_str(self) -> &'static str {
        match self {
            VisitKind::First => "first",
            VisitKind::Return => "return",
        }
    }
    /// Reads what [`VisitKind::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "first" => Some(VisitKind::First),
            "return" => Some(VisitKind::Return),
            _ => None,
        }
    }
}

/// A visit type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    /// Unique within the clinic.
    pub id: ServiceId,
    /// Its name.
    pub name: Words,
    /// One line of explanation.
    pub note: Words,
    /// Length of a return visit in minutes; a multiple of 5.
    pub minutes: i64,
    /// Length of a first visit in minutes; a multiple of 5. `None`: not offered to new patients.
    pub first_minutes: Option<i64>,
    /// Distance of two starts in minutes, counted from the local opening time; a multiple of 5.
    pub step_minutes: i64,
    /// Kept free before a visit, in minutes; a multiple of 5.
    pub buffer_before_minutes: i64,
    /// Kept free after a visit, in minutes; a multiple of 5.
    pub buffer_after_minutes: i64,
    /// Who lets a request become a visit.
    pub approval: Approval,
    /// The least time between now and a start that a patient books, in minutes.
    pub notice_minutes: i64,
    /// How many local days ahead a return visit may lie.
    pub horizon_days: i64,
    /// How many local days ahead a first visit may lie.
    pub first_horizon_days: i64,
    /// How many may come at one start. 1 unless the slot is shared.
    pub seats: i64,
    /// Any one of these serves, in this order of showing.
    pub resources: Vec<ResourceId>,
}

impl Service {
    /// The length for that kind of visit; `None` when it isn't offered.
    pub fn minutes_for(&self, visit: VisitKind) -> Option<i64> {
        match visit {
            VisitKind::First => self.first_minutes,
            VisitKind::Return => Some(self.minutes),
        }
    }
    /// How many local days ahead that kind of visit may lie.
    pub fn horizon_for(&self, visit: VisitKind) -> i64 {
        match visit {
            VisitKind::First => self.first_horizon_days,
            VisitKind::Return => self.horizon_days,
        }
    }
}

/// Minutes of a local day: `540` is 9:00. Half-open; `until` is at most 1440.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LocalSpan {
    /// First minute inside.
    pub from: i64,
    /// First minute after.
    pub until: i64,
}

/// Weekly opening hours, of the clinic or of one resource. A resource that has any of its own follows those alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hours {
    /// `None`: the clinic's.
    pub resource: Option<ResourceId>,
    /// The day of the week.
    pub weekday: Weekday,
    /// When.
    pub span: LocalSpan,
}

/// A day that differs from the week: a holiday (no spans) or other hours. A resource's own goes before the clinic's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exception {
    /// `None`: the whole clinic.
    pub resource: Option<ResourceId>,
    /// The local day.
    pub date: NaiveDate,
    /// The hours of that day; empty means closed.
    pub spans: Vec<LocalSpan>,
    /// Why, shown to patients.
    pub label: Words,
}

/// A span in which nothing new is booked. Visits that were there before stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closure {
    /// Its id.
    pub id: ClosureId,
    /// `None`: the whole clinic.
    pub resource: Option<ResourceId>,
    /// From when until when.
    pub span: Span,
    /// Why; for staff.
    pub reason: String,
}
