//! What can be asked of the desk.

use serde::{Deserialize, Serialize};

use crate::catalogue::VisitKind;
use crate::ids::{ClosureId, ReservationId, ResourceId, ServiceId};
use crate::slot_key::Wish;
use crate::time::{Span, UtcMillis};
use crate::visit::{MessageKey, Patient, Reason};

/// One use case each. The clinic and the actor stand in the submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Keep a slot for the actor. A visitor has one hold per clinic: another slot swaps it, if the form knew of it.
    Hold {
        /// What for.
        service: ServiceId,
        /// First or return visit.
        visit: VisitKind,
        /// With whom.
        wish: Wish,
        /// The start of the visit.
        start: UtcMillis,
        /// The hold that the form knew of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        known: Option<ReservationId>,
    },
    /// More time for a hold.
    Extend {
        /// Which.
        reservation: ReservationId,
    },
    /// Give a hold back.
    Release {
        /// Which.
        reservation: ReservationId,
    },
    /// Send the details in: becomes a request or a visit, as the service has it; a visit at once when staff send it.
    Send {
        /// Which.
        reservation: ReservationId,
        /// For whom.
        patient: Patient,
    },
    /// Staff accept a request.
    Confirm {
        /// Which.
        reservation: ReservationId,
    },
    /// Staff refuse a request.
    Decline {
        /// Which.
        reservation: ReservationId,
        /// Why, for the patient.
        reason: Reason,
        /// Why, for staff.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// The patient or staff cancel a request or a visit.
    Cancel {
        /// Which.
        reservation: ReservationId,
        /// Why, for the patient (staff).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
        /// Why, for staff.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Staff take a decline or cancel back.
    Undo {
        /// Which.
        reservation: ReservationId,
    },
    /// Staff close a span: nothing new is booked in it; visits inside stay.
    Close {
        /// `None`: the whole clinic.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<ResourceId>,
        /// From when until when.
        span: Span,
        /// Why; for staff.
        reason: String,
    },
    /// Staff open a closed span again.
    Reopen {
        /// Which.
        closure: ClosureId,
    },
    /// Staff tick a call off: the patient has been told.
    TickCall {
        /// Which message.
        message: MessageKey,
    },
    /// The sweeper writes down a deadline that has passed.
    Expire {
        /// Which.
        reservation: ReservationId,
    },
}

impl Command {
    /// A short stable name for logs and the ledger.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Hold { .. } => "hold",
            Command::Extend { .. } => "extend",
            Command::Release { .. } => "release",
            Command::Send { .. } => "send",
            Command::Confirm { .. } => "confirm",
            Command::Decline { .. } => "decline",
            Command::Cancel { .. } => "cancel",
            Command::Undo { .. } => "undo",
            Command::Close { .. } => "close",
            Command::Reopen { .. } => "reopen",
            Command::TickCall { .. } => "tick-call",
            Command::Expire { .. } => "expire",
        }
    }

    /// The reservation it is about, if it names one.
    pub fn reservation(&self) -> Option<ReservationId> {
        match self {
            Command::Extend { reservation }
            | Command::Release { reservation }
            | Command::Send { reservation, .. }
            | Command::Confirm { reservation }
            | Command::Decline { reservation, .. }
            | Command::Cancel { reservation, .. }
            | Command::Undo { reservation }
            | Command::Expire { reservation } => Some(*reservation),
            Command::TickCall { message } => Some(message.reservation),
            Command::Hold { .. } | Command::Close { .. } | Command::Reopen { .. } => None,
        }
    }
}
