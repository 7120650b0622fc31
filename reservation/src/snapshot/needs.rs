//! What a decision asks for.

use std::collections::BTreeSet;

use crate::ids::{ClinicId, ReservationId};
use crate::submission::RequestKey;
use crate::time::Cell;
use crate::visit::{Holder, MessageKey};

/// Names of rows that a decision has to know, whether they exist or not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Needs {
    /// Recorded submissions.
    pub ledger: BTreeSet<RequestKey>,
    /// Catalogues. An engine with several writers keeps them from being edited until its transaction ends.
    pub catalogues: BTreeSet<ClinicId>,
    /// Those of them that will be edited: nobody may rest on them meanwhile. No row stands for it, and a catalogue that
    /// is edited without having been named here still has its version compared.
    pub edits: BTreeSet<ClinicId>,
    /// Reservations of a clinic; another clinic's reads as absent.
    pub reservations: BTreeSet<(ClinicId, ReservationId)>,
    /// All reservations that a holder has in status HELD, whatever their deadline. An engine with several writers lets
    /// nobody else ask the same until its transaction ends: no claim covers "one hold for each visitor".
    pub holds: BTreeSet<(ClinicId, Holder)>,
    /// The bookings of a contact (a telephone number in E.164) that are stored as requested or confirmed, whatever
    /// their deadline; those that begin last come first, and [`CONTACT_BOOKINGS`](super::CONTACT_BOOKINGS) of them are
    /// enough. Asked for by one at a time, as what
    /// a holder holds.
    pub contacts: BTreeSet<(ClinicId, String)>,
    /// The claims on these cells, on every lane.
    pub cells: BTreeSet<Cell>,
    /// Messages.
    pub messages: BTreeSet<MessageKey>,
}

impl Needs {
    /// True when nothing is wanted.
    pub fn is_empty(&self) -> bool {
        self == &Needs::default()
    }
    /// Adds what `other` wants.
    pub fn merge(&mut self, other: Needs) {
        self.ledger.extend(other.ledger);
        self.catalogues.extend(other.catalogues);
        self.edits.extend(other.edits);
        self.reservations.extend(other.reservations);
        self.holds.extend(other.holds);
        self.contacts.extend(other.contacts);
        self.cells.extend(other.cells);
        self.messages.extend(other.messages);
    }
}
