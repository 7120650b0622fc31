//! What came of a submission: an outcome, which is recorded, or a refusal, which never is.

use serde::{Deserialize, Serialize};

use crate::ids::{ClosureId, ReservationId};
use crate::time::UtcMillis;
use crate::visit::{Event, MessageKey, Status};

/// A "yes". Kept in the ledger as it is, so its names are for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Something happened to a reservation, or had already.
    Reservation {
        /// Which.
        id: ReservationId,
        /// What.
        event: Event,
        /// Where it stands after it.
        status: Status,
        /// Its version after it.
        version: i64,
        /// Its deadline after it.
        expires_at: Option<UtcMillis>,
        /// True when a hold that had run out was taken again on the way.
        retaken: bool,
    },
    /// A span was closed.
    Closed {
        /// Which.
        id: ClosureId,
    },
    /// A closed span was opened again.
    Reopened {
        /// Which.
        id: ClosureId,
    },
    /// A call was ticked off.
    CallTicked {
        /// Which.
        message: MessageKey,
    },
}

impl Outcome {
    /// The reservation it is about, if any.
    pub fn reservation(&self) -> Option<ReservationId> {
        match self {
            Outcome::Reservation { id, .. } => Some(*id),
            Outcome::CallTicked { message } => Some(message.reservation),
            Outcome::Closed { .. } | Outcome::Reopened { .. } => None,
        }
    }
}

/// A "no" of the business: nothing was written, the key is not spent, the form may be corrected and sent again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Somebody else owns a cell of it.
    #[error("the slot is held or booked by another")]
    Taken,
    /// The hold or request ran out and can't be taken again.
    #[error("the deadline has passed")]
    Expired,
    /// No such thing, or not yours: the two are not told apart.
    #[error("there is nothing of that id for you")]
    NotFound,
    /// No such service, or not for that kind of visit, or not by that resource.
    #[error("that is not offered")]
    NotOffered,
    /// Outside opening hours, on a holiday or in a closed span.
    #[error("the clinic is closed then")]
    Closed,
    /// Not one of the starts on offer.
    #[error("not an offered start")]
    OffGrid,
    /// The start has passed.
    #[error("the start has passed")]
    InThePast,
    /// Less notice than the service wants, or too few open minutes for staff to answer.
    #[error("too soon")]
    TooSoon,
    /// Beyond the horizon.
    #[error("too far ahead")]
    TooFar,
    /// The form is older than a form may be.
    #[error("the form is too old")]
    FormExpired,
    /// The form was drawn for another browser or member of staff.
    #[error("the form was drawn for another")]
    FormForeign,
    /// The visitor now holds something that the form did not know of; it stays.
    #[error("another hold is in place")]
    HoldChanged {
        /// The hold in place.
        present: ReservationId,
    },
    /// The details of this reservation were sent in before; these later ones were not used.
    #[error("already sent in")]
    AlreadySent {
        /// Where it stands.
        status: Status,
    },
    /// The reservation stands where this can't be done.
    #[error("not possible in status {status}")]
    WrongStatus {
        /// Where it stands.
        status: Status,
    },
    /// The contact has as many open bookings at the clinic as one can have.
    #[error("the contact has {limit} open bookings, the most there can be")]
    TooMany {
        /// How many one can have.
        limit: i64,
    },
    /// The hold was extended as often as it can be.
    #[error("no further extension")]
    NoMoreTime,
    /// The span to be closed is empty or lies in the past.
    #[error("an empty span")]
    EmptySpan,
    /// The actor may not do this.
    #[error("not allowed")]
    NotAllowed,
}

impl Refusal {
    /// The stable code, for logs, the API and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Taken => "taken",
            Refusal::Expired => "expired",
            Refusal::NotFound => "not-found",
            Refusal::NotOffered => "not-offered",
            Refusal::Closed => "closed",
            Refusal::OffGrid => "off-grid",
            Refusal::InThePast => "in-the-past",
            Refusal::TooSoon => "too-soon",
            Refusal::TooFar => "too-far",
            Refusal::FormExpired => "form-expired",
            Refusal::FormForeign => "form-foreign",
            Refusal::HoldChanged { .. } => "hold-changed",
            Refusal::AlreadySent { .. } => "already-sent",
            Refusal::WrongStatus { .. } => "wrong-status",
            Refusal::TooMany { .. } => "too-many-bookings",
            Refusal::NoMoreTime => "no-more-time",
            Refusal::EmptySpan => "empty-span",
            Refusal::NotAllowed => "not-allowed",
        }
    }
}
