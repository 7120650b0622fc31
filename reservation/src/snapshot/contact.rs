//! The bookings of a contact: of one telephone number at a clinic.

use crate::time::UtcMillis;
use crate::visit::{Reservation, Status};

/// So many of a contact's bookings are loaded at most: twice as many as a clinic can allow at a time. Those that begin
/// last come first, so that it is years of past visits that are left out.
pub const CONTACT_BOOKINGS: usize = 200;

/// What tells whether a contact's booking is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Booking {
    /// When the visit begins.
    pub start: UtcMillis,
    /// The deadline of a request.
    pub expires_at: Option<UtcMillis>,
}

impl Booking {
    /// Of a row that is stored as requested or confirmed; no other is one.
    pub fn of(row: &Reservation) -> Option<Self> {
        matches!(row.status, Status::Requested | Status::Confirmed).then_some(Self {
            start: row.span.from,
            expires_at: row.expires_at,
        })
    }
    /// True while the visit is still to come. As [`Reservation::is_live`]: a deadline is over at its very instant.
    pub fn is_open(&self, now: UtcMillis) -> bool {
        now < self.start && self.expires_at.is_none_or(|at| now < at)
    }
}

/// The telephone number by which a reservation's bookings are counted.
pub(super) fn contact_of(row: &Reservation) -> Option<&String> {
    row.patient.as_ref().map(|patient| &patient.phone_e164)
}
