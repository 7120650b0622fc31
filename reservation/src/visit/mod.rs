//! A reservation and what hangs on it: claims, history, messages.

mod told;

pub use told::{Event, HistoryRow, Message, MessageKey, MessageKind};

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::catalogue::VisitKind;
use crate::ids::{
    BadId, ClinicId, GroupId, ReservationId, ResourceId, ServiceId, StaffId, VisitorTag,
};
use crate::slot_key::{SlotKey, Wish};
use crate::submission::RequestKey;
use crate::time::{Cell, Span, UtcMillis};

/// Where a reservation is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Kept for somebody until its deadline; not booked.
    Held,
    /// Sent in; waits for staff until its deadline.
    Requested,
    /// Booked.
    Confirmed,
    /// Its deadline passed.
    Expired,
    /// Given back, declined or cancelled.
    Cancelled,
}

impl Status {
    /// All of them, in the order of life.
    pub const ALL: [Status; 5] = [
        Status::Held,
        Status::Requested,
        Status::Confirmed,
        Status::Expired,
        Status::Cancelled,
    ];

    /// As it is stored and sent: `HELD`.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Held => "HELD",
            Status::Requested => "REQUESTED",
            Status::Confirmed => "CONFIRMED",
            Status::Expired => "EXPIRED",
            Status::Cancelled => "CANCELLED",
        }
    }
    /// Reads what [`Status::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who owns a hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Holder {
    /// A browser.
    Visitor(VisitorTag),
    /// Somebody of the clinic's staff, on behalf of a patient.
    Staff(StaffId),
}

impl fmt::Display for Holder {
    /// `visitor:…` or `staff:…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holder::Visitor(tag) => write!(f, "visitor:{tag}"),
            Holder::Staff(id) => write!(f, "staff:{id}"),
        }
    }
}

impl FromStr for Holder {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.split_once(':') {
            Some(("visitor", tag)) => tag.parse().map(Holder::Visitor),
            Some(("staff", id)) => id.parse().map(Holder::Staff).map_err(|_| BadId),
            _ => Err(BadId),
        }
    }
}

impl TryFrom<String> for Holder {
    type Error = BadId;
    fn try_from(text: String) -> Result<Self, BadId> {
        text.parse()
    }
}

impl From<Holder> for String {
    fn from(holder: Holder) -> String {
        holder.to_string()
    }
}

/// The patient as given with this visit: a snapshot, never a link to a shared record, so that nobody's input edits
/// another visit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patient {
    /// As typed.
    pub name: String,
    /// Reading of the name, if asked for and given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kana: Option<String>,
    /// Date of birth, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birth: Option<NaiveDate>,
    /// Telephone number as typed.
    pub phone: String,
    /// The same in E.164 (`+819012345678`).
    pub phone_e164: String,
    /// E-mail address as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// What the patient wants the clinic to know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Language of the page on which it was typed: `ja` or `en`.
    pub language: String,
}

/// How a reservation came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The holder gave the hold back.
    Released,
    /// The holder chose another slot instead.
    Swapped,
    /// Staff said no to a request.
    Declined,
    /// The patient cancelled.
    CancelledByPatient,
    /// Staff cancelled.
    CancelledByStaff,
    /// The deadline passed.
    Expired,
}

impl End {
    /// All of them.
    pub const ALL: [End; 6] = [
        End::Released,
        End::Swapped,
        End::Declined,
        End::CancelledByPatient,
        End::CancelledByStaff,
        End::Expired,
    ];
    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            End::Released => "released",
            End::Swapped => "swapped",
            End::Declined => "declined",
            End::CancelledByPatient => "cancelled_by_patient",
            End::CancelledByStaff => "cancelled_by_staff",
            End::Expired => "expired",
        }
    }
    /// Reads what [`End::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.as_str() == text)
    }
}

/// What staff tell a patient whose request they can't accept. A list, so that it can be said in every language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The doctor is not there at that time.
    DoctorAway,
    /// The visit needs more time, or other equipment, than this slot has.
    OtherSlotNeeded,
    /// The clinic asks for a telephone call first.
    PleaseCall,
    /// Another clinic or department is the right one.
    OtherClinic,
    /// The clinic closes at that time.
    ClinicClosed,
    /// The patient asked for it.
    AskedByPatient,
}

impl Reason {
    /// All of them, in the order of the list.
    pub const ALL: [Reason; 6] = [
        Reason::DoctorAway,
        Reason::OtherSlotNeeded,
        Reason::PleaseCall,
        Reason::OtherClinic,
        Reason::ClinicClosed,
        Reason::AskedByPatient,
    ];
    /// As it is stored and sent by forms.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::DoctorAway => "doctor_away",
            Reason::OtherSlotNeeded => "other_slot_needed",
            Reason::PleaseCall => "please_call",
            Reason::OtherClinic => "other_clinic",
            Reason::ClinicClosed => "clinic_closed",
            Reason::AskedByPatient => "asked_by_patient",
        }
    }
    /// Reads what [`Reason::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// The end of a reservation, and what an undo goes back to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// How.
    pub how: End,
    /// When.
    pub at: UtcMillis,
    /// Why, for the patient.
    pub reason: Option<Reason>,
    /// Why, for staff alone.
    pub note: Option<String>,
    /// The status before.
    pub before: Status,
    /// What the patient was still to be told when it ended, and need not be told any more unless
    /// the end is undone.
    pub untold: Option<MessageKind>,
}

/// One visit, from hold to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    /// Its id; opaque, never reused.
    pub id: ReservationId,
    /// Whose.
    pub clinic: ClinicId,
    /// Visits booked together share it; a single visit has one of its own.
    pub group: GroupId,
    /// What for.
    pub service: ServiceId,
    /// First or return visit.
    pub visit: VisitKind,
    /// Where or with whom.
    pub resource: ResourceId,
    /// True when the visitor asked for anyone and the desk chose.
    pub anyone: bool,
    /// The visit itself.
    pub span: Span,
    /// The visit with its buffers: the cells it owns while it is live.
    pub occupied: Span,
    /// 0, or from 1 up for permitted over-booking.
    pub lane: i64,
    /// Where it is in its life, as stored. [`Reservation::status_at`] says where it is now.
    pub status: Status,
    /// Raised by every change.
    pub version: i64,
    /// The deadline of a hold or a request; `None` otherwise.
    pub expires_at: Option<UtcMillis>,
    /// How many times the hold was extended.
    pub extensions: i64,
    /// Who owns it.
    pub holder: Holder,
    /// Who it is for; absent while only held.
    pub patient: Option<Patient>,
    /// The submission that created it.
    pub created_by: Option<RequestKey>,
    /// When it was created.
    pub created_at: UtcMillis,
    /// When it was sent in, if it was.
    pub sent_at: Option<UtcMillis>,
    /// When it last changed.
    pub changed_at: UtcMillis,
    /// Its end, if it has come.
    pub ending: Option<Ending>,
}

impl Reservation {
    /// True while it owns its cells: the one definition that list, hold, confirm and sweep share. A deadline is over
    /// at its very instant.
    pub fn is_live(&self, now: UtcMillis) -> bool {
        match self.status {
            Status::Held | Status::Requested => self.expires_at.is_some_and(|at| now < at),
            Status::Confirmed => true,
            Status::Expired | Status::Cancelled => false,
        }
    }

    /// The status as of `now`: a deadline that has passed counts, whether or not anybody has written it down yet.
    pub fn status_at(&self, now: UtcMillis) -> Status {
        match self.status {
            Status::Held | Status::Requested if !self.is_live(now) => Status::Expired,
            stored => stored,
        }
    }

    /// The slot it is for.
    pub fn slot(&self) -> SlotKey {
        let wish = if self.anyone {
            Wish::Anyone
        } else {
            Wish::One(self.resource.clone())
        };
        SlotKey {
            clinic: self.clinic.clone(),
            wish,
            start: self.span.from,
        }
    }

    /// The cells that it owns while it is live, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.occupied.cells().map(|start| Cell {
            clinic: self.clinic.clone(),
            resource: self.resource.clone(),
            start,
        })
    }

    /// Its claims as they have to be stored.
    pub fn claims(&self) -> impl Iterator<Item = Claim> + '_ {
        self.cells().map(|cell| Claim {
            cell,
            lane: self.lane,
            reservation: self.id,
            expires_at: self.expires_at,
        })
    }
}

/// Who owns a cell. Unique by cell and lane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The cell.
    pub cell: Cell,
    /// 0 for everybody.
    pub lane: i64,
    /// The owner.
    pub reservation: ReservationId,
    /// The owner's deadline, so that a list need not look at the owner.
    pub expires_at: Option<UtcMillis>,
}

impl Claim {
    /// As [`Reservation::is_live`]: live iff `now < expires_at`, always without a deadline.
    pub fn is_live(&self, now: UtcMillis) -> bool {
        self.expires_at.is_none_or(|at| now < at)
    }
}
