//! What the core knows while it decides: rows that were loaded, each told apart from rows that were not.
//!
//! A snapshot serves a whole batch. Each decision's effects are applied to it, so that the next one sees them; what
//! has to be written in the end is the difference to what was loaded.

mod contact;
mod needs;

pub use contact::{Booking, CONTACT_BOOKINGS};
pub use needs::Needs;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use contact::contact_of;

use crate::catalogue::{Catalogue, Closure};
use crate::effects::{Changes, Effects};
use crate::guard::{Guard, Guards};
use crate::ids::{ClinicId, ClosureId, ReservationId};
use crate::submission::{LedgerRow, RequestKey};
use crate::time::Cell;
use crate::visit::{Claim, HistoryRow, Holder, Message, MessageKey, Reservation, Status};

/// A row as it was loaded and as the decisions since have left it. `None` means absent.
#[derive(Debug, Clone)]
struct Entry<T> {
    base: Option<T>,
    now: Option<T>,
}

impl<T: Clone> Entry<T> {
    fn loaded(row: Option<T>) -> Self {
        Self {
            base: row.clone(),
            now: row,
        }
    }
    fn created(row: T) -> Self {
        Self {
            base: None,
            now: Some(row),
        }
    }
}

/// The rows at hand.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    ledger: BTreeMap<RequestKey, Entry<LedgerRow>>,
    catalogues: BTreeMap<ClinicId, Entry<Arc<Catalogue>>>,
    reservations: BTreeMap<(ClinicId, ReservationId), Entry<Reservation>>,
    holds: BTreeMap<(ClinicId, Holder), BTreeSet<ReservationId>>,
    contacts: BTreeMap<(ClinicId, String), BTreeMap<ReservationId, Booking>>,
    cells: BTreeMap<Cell, Entry<Vec<Claim>>>,
    messages: BTreeMap<MessageKey, Entry<Message>>,
    history: Vec<HistoryRow>,
    closures_added: Vec<(ClinicId, Closure)>,
    closures_ended: Vec<(ClinicId, ClosureId)>,
    guards: Guards,
}

/// Something that was not loaded was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotLoaded;

/// What reading a snapshot gives: the row, its absence, or the fact that nobody has looked.
pub type Known<T> = Result<Option<T>, NotLoaded>;

impl Snapshot {
    /// Nothing known yet; decisions on it are made under these guards.
    pub fn under(guards: Guards) -> Self {
        Self {
            guards,
            ..Self::default()
        }
    }
    /// True unless a test has taken the guard down.
    pub(crate) fn is_up(&self, guard: Guard) -> bool {
        self.guards.up(guard)
    }

    /// An engine hands in a recorded submission, or its absence.
    pub fn put_ledger(&mut self, key: RequestKey, row: Option<LedgerRow>) {
        self.ledger.entry(key).or_insert_with(|| Entry::loaded(row));
    }
    /// An engine hands in a catalogue, or its absence.
    pub fn put_catalogue(&mut self, clinic: ClinicId, row: Option<Arc<Catalogue>>) {
        self.catalogues
            .entry(clinic)
            .or_insert_with(|| Entry::loaded(row));
    }
    /// An engine hands in a reservation, or its absence.
    pub fn put_reservation(
        &mut self,
        clinic: ClinicId,
        id: ReservationId,
        row: Option<Reservation>,
    ) {
        self.reservations
            .entry((clinic, id))
            .or_insert_with(|| Entry::loaded(row));
    }
    /// An engine hands in all HELD reservations of a holder (each must be handed in as a reservation too).
    pub fn put_holds(&mut self, clinic: ClinicId, holder: Holder, ids: BTreeSet<ReservationId>) {
        self.holds.entry((clinic, holder)).or_insert(ids);
    }
    /// An engine hands in the bookings of a contact. Those of them that decisions have changed since stay as changed,
    /// and those that decisions have made join them.
    pub fn put_contact(
        &mut self,
        clinic: ClinicId,
        phone: String,
        mut bookings: BTreeMap<ReservationId, Booking>,
    ) {
        let key = (clinic, phone);
        if self.contacts.contains_key(&key) {
            return;
        }
        for ((of, id), entry) in &self.reservations {
            let row = entry.now.as_ref();
            let theirs = row.filter(|row| *of == key.0 && contact_of(row) == Some(&key.1));
            let listed = *of == key.0 && bookings.contains_key(id);
            if (theirs.is_none() && !listed) || entry.base == entry.now {
                continue;
            }
            match theirs.and_then(Booking::of) {
                Some(booking) => bookings.insert(*id, booking),
                None => bookings.remove(id),
            };
        }
        self.contacts.insert(key, bookings);
    }
    /// An engine hands in all claims on a cell; none is an empty list.
    pub fn put_claims(&mut self, cell: Cell, claims: Vec<Claim>) {
        self.cells
            .entry(cell)
            .or_insert_with(|| Entry::loaded(Some(claims)));
    }
    /// An engine hands in a message, or its absence.
    pub fn put_message(&mut self, key: MessageKey, row: Option<Message>) {
        self.messages
            .entry(key)
            .or_insert_with(|| Entry::loaded(row));
    }

    /// What of `needs` is not here yet.
    pub fn missing(&self, needs: &Needs) -> Needs {
        fn lacking<K: Ord + Clone, V>(wanted: &BTreeSet<K>, here: &BTreeMap<K, V>) -> BTreeSet<K> {
            wanted
                .iter()
                .filter(|key| !here.contains_key(*key))
                .cloned()
                .collect()
        }
        Needs {
            ledger: lacking(&needs.ledger, &self.ledger),
            catalogues: lacking(&needs.catalogues, &self.catalogues),
            edits: BTreeSet::new(),
            reservations: lacking(&needs.reservations, &self.reservations),
            holds: lacking(&needs.holds, &self.holds),
            contacts: lacking(&needs.contacts, &self.contacts),
            cells: lacking(&needs.cells, &self.cells),
            messages: lacking(&needs.messages, &self.messages),
        }
    }

    /// A recorded submission.
    pub fn ledger(&self, key: &RequestKey) -> Known<&LedgerRow> {
        self.ledger
            .get(key)
            .map(|entry| entry.now.as_ref())
            .ok_or(NotLoaded)
    }
    /// A catalogue.
    pub fn catalogue(&self, clinic: &ClinicId) -> Known<&Arc<Catalogue>> {
        self.catalogues
            .get(clinic)
            .map(|entry| entry.now.as_ref())
            .ok_or(NotLoaded)
    }
    /// A reservation of this clinic.
    pub fn reservation(&self, clinic: &ClinicId, id: ReservationId) -> Known<&Reservation> {
        let entry = self
            .reservations
            .get(&(clinic.clone(), id))
            .ok_or(NotLoaded)?;
        Ok(entry.now.as_ref())
    }
    /// The ids of a holder's reservations in status HELD.
    pub fn holds(
        &self,
        clinic: &ClinicId,
        holder: &Holder,
    ) -> Result<&BTreeSet<ReservationId>, NotLoaded> {
        self.holds
            .get(&(clinic.clone(), holder.clone()))
            .ok_or(NotLoaded)
    }
    /// The bookings of a contact.
    pub fn contact(
        &self,
        clinic: &ClinicId,
        phone: &str,
    ) -> Result<&BTreeMap<ReservationId, Booking>, NotLoaded> {
        self.contacts
            .get(&(clinic.clone(), phone.to_owned()))
            .ok_or(NotLoaded)
    }
    /// The claim on a cell's lane.
    pub fn claim(&self, cell: &Cell, lane: i64) -> Known<&Claim> {
        let entry = self.cells.get(cell).ok_or(NotLoaded)?;
        Ok(entry.now.iter().flatten().find(|claim| claim.lane == lane))
    }
    /// A message.
    pub fn message(&self, key: &MessageKey) -> Known<&Message> {
        self.messages
            .get(key)
            .map(|entry| entry.now.as_ref())
            .ok_or(NotLoaded)
    }

    /// Makes the effects of a decision part of what is known.
    pub fn apply(&mut self, effects: &Effects) {
        if let Some(row) = &effects.ledger {
            self.ledger
                .insert(row.key.clone(), Entry::created(row.clone()));
        }
        for gone in &effects.claims_removed {
            if let Some(entry) = self.cells.get_mut(&gone.cell) {
                let claims = entry.now.get_or_insert_default();
                claims.retain(|claim| {
                    !(claim.lane == gone.lane && claim.reservation == gone.reservation)
                });
            }
        }
        for claim in &effects.claims_added {
            let entry = self
                .cells
                .entry(claim.cell.clone())
                .or_insert_with(|| Entry::loaded(Some(Vec::new())));
            entry.now.get_or_insert_default().push(claim.clone());
        }
        for row in &effects.reservations {
            self.apply_reservation(row);
        }
        self.history.extend(effects.history.iter().cloned());
        for message in &effects.messages {
            let entry = self
                .messages
                .entry(message.key.clone())
                .or_insert_with(|| Entry::created(message.clone()));
            entry.now = Some(message.clone());
        }
        for key in &effects.messages_withdrawn {
            if let Some(entry) = self.messages.get_mut(key) {
                entry.now = None;
            }
        }
        self.apply_closures(effects);
    }

    fn apply_reservation(&mut self, row: &Reservation) {
        let key = (row.clinic.clone(), row.id);
        self.apply_contact(&key, row);
        match self.reservations.get_mut(&key) {
            Some(entry) => entry.now = Some(row.clone()),
            None => {
                self.reservations.insert(key, Entry::created(row.clone()));
            }
        }
        if let Some(holds) = self
            .holds
            .get_mut(&(row.clinic.clone(), row.holder.clone()))
        {
            if row.status == Status::Held {
                holds.insert(row.id);
            } else {
                holds.remove(&row.id);
            }
        }
    }

    fn apply_contact(&mut self, key: &(ClinicId, ReservationId), row: &Reservation) {
        let before = self.reservations.get(key);
        let before = before.and_then(|entry| entry.now.as_ref());
        if let Some(phone) = before.and_then(contact_of)
            && let Some(bookings) = self.contacts.get_mut(&(key.0.clone(), phone.clone()))
        {
            bookings.remove(&row.id);
        }
        if let Some((phone, booking)) = contact_of(row).zip(Booking::of(row))
            && let Some(bookings) = self.contacts.get_mut(&(key.0.clone(), phone.clone()))
        {
            bookings.insert(row.id, booking);
        }
    }

    fn apply_closures(&mut self, effects: &Effects) {
        for (clinic, closure) in &effects.closures_added {
            self.edit_catalogue(clinic, |catalogue| catalogue.closures.push(closure.clone()));
            self.closures_added.push((clinic.clone(), closure.clone()));
        }
        for (clinic, id) in &effects.closures_ended {
            self.edit_catalogue(clinic, |catalogue| {
                catalogue.closures.retain(|c| c.id != *id)
            });
            self.closures_ended.push((clinic.clone(), *id));
        }
    }

    fn edit_catalogue(&mut self, clinic: &ClinicId, edit: impl FnOnce(&mut Catalogue)) {
        if let Some(Entry {
            now: Some(catalogue),
            ..
        }) = self.catalogues.get_mut(clinic)
        {
            let changed = Arc::make_mut(catalogue);
            edit(changed);
            changed.clinic.version += 1;
        }
    }

    /// The difference between what was loaded and what is known now: what an engine has to write.
    pub fn changes(&self) -> Changes {
        let mut changes = Changes {
            history_added: self.history.clone(),
            closures_added: self.closures_added.clone(),
            closures_ended: self.closures_ended.clone(),
            ..Changes::default()
        };
        for entry in self.ledger.values() {
            if let Entry {
                base: None,
                now: Some(row),
            } = entry
            {
                changes.ledger_added.push(row.clone());
            }
        }
        for entry in self.cells.values() {
            let base = entry.base.as_deref().unwrap_or_default();
            let now = entry.now.as_deref().unwrap_or_default();
            changes
                .claims_removed
                .extend(base.iter().filter(|c| !now.contains(c)).cloned());
            changes
                .claims_added
                .extend(now.iter().filter(|c| !base.contains(c)).cloned());
        }
        for entry in self.reservations.values() {
            match (&entry.base, &entry.now) {
                (None, Some(row)) => changes.reservations_added.push(row.clone()),
                (Some(base), Some(row)) if base != row => {
                    changes
                        .reservations_changed
                        .push((base.version, row.clone()));
                }
                _ => {}
            }
        }
        for (key, entry) in &self.messages {
            match (&entry.base, &entry.now) {
                (None, Some(row)) => changes.messages_added.push(row.clone()),
                (Some(_), None) => changes.messages_removed.push(key.clone()),
                (Some(base), Some(row)) if base != row => {
                    changes.messages_changed.push(row.clone())
                }
                _ => {}
            }
        }
        for (clinic, entry) in &self.catalogues {
            if let (Some(base), Some(now)) = (&entry.base, &entry.now)
                && base.clinic.version != now.clinic.version
            {
                changes
                    .versions
                    .push((clinic.clone(), base.clinic.version, now.clinic.version));
            }
        }
        changes
    }
}
