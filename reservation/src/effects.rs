//! What a decision wants written, and what a batch of them comes to.

use crate::catalogue::Closure;
use crate::ids::{ClinicId, ClosureId};
use crate::submission::{Actor, LedgerRow};
use crate::time::UtcMillis;
use crate::visit::{Claim, Event, HistoryRow, Message, MessageKey, Reservation, Status};

/// Plain rows to add, change and remove; all or none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Effects {
    /// The recorded outcome.
    pub ledger: Option<LedgerRow>,
    /// Claims to free.
    pub claims_removed: Vec<Claim>,
    /// Claims to take.
    pub claims_added: Vec<Claim>,
    /// Reservations as they shall be; new ones have version 1.
    pub reservations: Vec<Reservation>,
    /// Lines of history.
    pub history: Vec<HistoryRow>,
    /// Messages to add or change.
    pub messages: Vec<Message>,
    /// Messages that were not told yet and shall not be.
    pub messages_withdrawn: Vec<MessageKey>,
    /// Spans to close.
    pub closures_added: Vec<(ClinicId, Closure)>,
    /// Spans to open again.
    pub closures_ended: Vec<(ClinicId, ClosureId)>,
}

/// True for the statuses in which a reservation's claims are stored.
pub(crate) fn owns_cells(status: Status) -> bool {
    matches!(status, Status::Held | Status::Requested | Status::Confirmed)
}

impl Effects {
    /// A reservation goes from `old` to `new`: its row, its claims and a line of history, which belong together.
    /// Sets the version and the time of the change.
    pub(crate) fn change(
        &mut self,
        old: Option<&Reservation>,
        mut new: Reservation,
        event: Event,
        actor: &Actor,
        now: UtcMillis,
    ) -> Reservation {
        new.version = old.map_or(1, |old| old.version + 1);
        new.changed_at = now;
        if let Some(old) = old.filter(|old| owns_cells(old.status)) {
            self.claims_removed.extend(old.claims());
        }
        if owns_cells(new.status) {
            self.claims_added.extend(new.claims());
        }
        let (actor, actor_name) = actor.as_history();
        self.history.push(HistoryRow {
            clinic: new.clinic.clone(),
            reservation: new.id,
            version: new.version,
            at: now,
            event,
            from: old.map(|old| old.status),
            to: new.status,
            actor,
            actor_name,
        });
        // One row per reservation: a later change of the same decision replaces the earlier one.
        self.reservations.retain(|row| row.id != new.id);
        self.reservations.push(new.clone());
        new
    }
}

/// The net difference that a batch makes; what an engine writes in one transaction, deletes before inserts. Every
/// count has to come out as listed here, else nothing may be committed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes {
    /// Unique by scope and key.
    pub ledger_added: Vec<LedgerRow>,
    /// By cell, lane and reservation.
    pub claims_removed: Vec<Claim>,
    /// Unique by cell and lane.
    pub claims_added: Vec<Claim>,
    /// New reservations.
    pub reservations_added: Vec<Reservation>,
    /// Changed ones, with the version that must still be stored.
    pub reservations_changed: Vec<(i64, Reservation)>,
    /// Unique by reservation and version.
    pub history_added: Vec<HistoryRow>,
    /// Unique by reservation, version and kind.
    pub messages_added: Vec<Message>,
    /// Ticked off.
    pub messages_changed: Vec<Message>,
    /// Withdrawn.
    pub messages_removed: Vec<MessageKey>,
    /// Closed spans.
    pub closures_added: Vec<(ClinicId, Closure)>,
    /// Opened again.
    pub closures_ended: Vec<(ClinicId, ClosureId)>,
    /// Catalogue versions: clinic, the one that must still be stored, the new one.
    pub versions: Vec<(ClinicId, i64, i64)>,
}

impl Changes {
    /// True when there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self == &Changes::default()
    }
}
