//! What happened to a reservation, and what a patient has to be told of it.

use serde::{Deserialize, Serialize};

use super::Status;
use crate::ids::{ClinicId, ReservationId};
use crate::time::UtcMillis;

/// What happened to a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A slot was held.
    Held,
    /// The deadline of a hold was moved.
    Extended,
    /// A hold that had run out was taken again.
    Retaken,
    /// The details were sent in; waits for staff.
    Requested,
    /// It became a visit.
    Confirmed,
    /// Staff said no.
    Declined,
    /// It was cancelled.
    Cancelled,
    /// The hold was given back.
    Released,
    /// The hold was given back for another slot.
    Swapped,
    /// Its deadline passed.
    Expired,
    /// A decline or cancel was taken back.
    Undone,
}

impl Event {
    /// All of them.
    pub const ALL: [Event; 11] = [
        Event::Held,
        Event::Extended,
        Event::Retaken,
        Event::Requested,
        Event::Confirmed,
        Event::Declined,
        Event::Cancelled,
        Event::Released,
        Event::Swapped,
        Event::Expired,
        Event::Undone,
    ];
    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Event::Held => "held",
            Event::Extended => "extended",
            Event::Retaken => "retaken",
            Event::Requested => "requested",
            Event::Confirmed => "confirmed",
            Event::Declined => "declined",
            Event::Cancelled => "cancelled",
            Event::Released => "released",
            Event::Swapped => "swapped",
            Event::Expired => "expired",
            Event::Undone => "undone",
        }
    }
    /// Reads what [`Event::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.as_str() == text)
    }
}

/// One line of a reservation's history; one per version, beginning with 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryRow {
    /// The clinic.
    pub clinic: ClinicId,
    /// The reservation.
    pub reservation: ReservationId,
    /// The version that this event made.
    pub version: i64,
    /// When.
    pub at: UtcMillis,
    /// What.
    pub event: Event,
    /// The status before; `None` for the first.
    pub from: Option<Status>,
    /// The status after.
    pub to: Status,
    /// Who: `visitor`, `link`, `staff:…`, `system`; with the name of a member of staff.
    pub actor: String,
    /// The name of the member of staff, for the screen.
    pub actor_name: Option<String>,
}

/// What a patient has to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// The request was accepted.
    Confirmed,
    /// The request could not be accepted.
    Declined,
    /// The clinic cancelled.
    Cancelled,
    /// The request was not answered in time.
    NotAnswered,
    /// A decline or cancel that had been told was taken back.
    Restored,
}

impl MessageKind {
    /// All of them.
    pub const ALL: [MessageKind; 5] = [
        MessageKind::Confirmed,
        MessageKind::Declined,
        MessageKind::Cancelled,
        MessageKind::NotAnswered,
        MessageKind::Restored,
    ];
    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            MessageKind::Confirmed => "confirmed",
            MessageKind::Declined => "declined",
            MessageKind::Cancelled => "cancelled",
            MessageKind::NotAnswered => "not_answered",
            MessageKind::Restored => "restored",
        }
    }
    /// Reads what [`MessageKind::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// Names a message: at most one per reservation, event and version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageKey {
    /// The clinic.
    pub clinic: ClinicId,
    /// The reservation.
    pub reservation: ReservationId,
    /// The version whose event it tells.
    pub version: i64,
    /// What it tells.
    pub kind: MessageKind,
}

/// Something to tell a patient. Where no channel can carry it, it is a call for staff to make (要連絡).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Its name.
    pub key: MessageKey,
    /// Not to be told before; an undo until then withdraws it.
    pub not_before: UtcMillis,
    /// When it was told, if it was.
    pub done_at: Option<UtcMillis>,
    /// Who ticked it off.
    pub done_by: Option<String>,
}
