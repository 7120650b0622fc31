//! An engine in memory: the simplest reading of the ports. It serves tests, and is what the real engines are
//! compared with.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::caught::{Catch, Caught};
use crate::check::Dump;
use crate::decide::{Decision, MAX_ROUNDS, decide, needs};
use crate::effects::Changes;
use crate::guard::Guards;
use crate::ids::{ClinicId, ReservationId, ResourceId};
use crate::outcome::Refusal;
use crate::ports::{AsOf, Fault, Store};
use crate::snapshot::{Booking, Needs, Snapshot};
use crate::submission::{Answer, LedgerRow, RequestKey, Submission};
use crate::time::{Cell, Clock, Span, UtcMillis};
use crate::visit::{Claim, HistoryRow, Holder, Message, MessageKey, Reservation, Status};

#[derive(Default)]
struct Rows {
    catalogues: BTreeMap<ClinicId, Arc<Catalogue>>,
    reservations: BTreeMap<(ClinicId, ReservationId), Reservation>,
    /// Two owners of one cell would both be here: nothing in this engine hides what a decision got wrong.
    claims: BTreeMap<(Cell, i64, ReservationId), Claim>,
    ledger: BTreeMap<RequestKey, LedgerRow>,
    history: BTreeMap<(ReservationId, i64), HistoryRow>,
    messages: BTreeMap<MessageKey, Message>,
    caught: BTreeMap<(ClinicId, UtcMillis, String, Catch), i64>,
    /// Who has a job, and until when.
    jobs: BTreeMap<&'static str, (Uuid, UtcMillis)>,
}

/// The engine. One lock is its transaction.
pub struct MemoryStore {
    rows: Mutex<Rows>,
    clock: Arc<dyn Clock>,
    guards: Guards,
}

impl MemoryStore {
    /// An empty store.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            rows: Mutex::default(),
            clock,
            guards: Guards::default(),
        }
    }

    /// An empty store that decides under these guards.
    #[cfg(feature = "testing")]
    pub fn under(guards: Guards, clock: Arc<dyn Clock>) -> Self {
        Self {
            guards,
            ..Self::new(clock)
        }
    }

    fn lock(&self) -> MutexGuard<'_, Rows> {
        // Changes are applied only after a decision has come out whole, so that a panic leaves the rows sound.
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, read: impl FnOnce(&Rows, UtcMillis) -> T) -> Result<AsOf<T>, Fault> {
        let rows = self.lock();
        let now = self.clock.now();
        Ok(AsOf {
            rows: read(&rows, now),
            now,
        })
    }
}

fn load(rows: &Rows, snapshot: &mut Snapshot, needs: &Needs) {
    for key in &needs.ledger {
        snapshot.put_ledger(key.clone(), rows.ledger.get(key).cloned());
    }
    for clinic in &needs.catalogues {
        snapshot.put_catalogue(clinic.clone(), rows.catalogues.get(clinic).cloned());
    }
    for (clinic, id) in &needs.reservations {
        let row = rows.reservations.get(&(clinic.clone(), *id)).cloned();
        snapshot.put_reservation(clinic.clone(), *id, row);
    }
    for (clinic, holder) in &needs.holds {
        let held = |row: &&Reservation| {
            &row.clinic == clinic && &row.holder == holder && row.status == Status::Held
        };
        let mut ids = BTreeSet::new();
        for row in rows.reservations.values().filter(held) {
            snapshot.put_reservation(clinic.clone(), row.id, Some(row.clone()));
            ids.insert(row.id);
        }
        snapshot.put_holds(clinic.clone(), holder.clone(), ids);
    }
    for (clinic, phone) in &needs.contacts {
        let bookings = rows.reservations.values().filter_map(|row| {
            let contact = row.patient.as_ref().map(|patient| &patient.phone_e164);
            let is_theirs = &row.clinic == clinic && contact == Some(phone);
            Some((row.id, Booking::of(row).filter(|_| is_theirs)?))
        });
        snapshot.put_contact(clinic.clone(), phone.clone(), bookings.collect());
    }
    for cell in &needs.cells {
        let from = (cell.clone(), i64::MIN, ReservationId(Uuid::nil()));
        let claims = rows.claims.range(from..);
        let of_cell = claims.take_while(|((of, ..), _)| of == cell);
        snapshot.put_claims(
            cell.clone(),
            of_cell.map(|(_, claim)| claim.clone()).collect(),
        );
    }
    for key in &needs.messages {
        snapshot.put_message(key.clone(), rows.messages.get(key).cloned());
    }
}

fn store(rows: &mut Rows, changes: Changes) {
    for claim in changes.claims_removed {
        rows.claims
            .remove(&(claim.cell, claim.lane, claim.reservation));
    }
    for claim in changes.claims_added {
        let key = (claim.cell.clone(), claim.lane, claim.reservation);
        rows.claims.insert(key, claim);
    }
    let changed = changes.reservations_changed.into_iter().map(|(_, row)| row);
    for row in changes.reservations_added.into_iter().chain(changed) {
        rows.reservations.insert((row.clinic.clone(), row.id), row);
    }
    rows.ledger.extend(
        changes
            .ledger_added
            .into_iter()
            .map(|row| (row.key.clone(), row)),
    );
    rows.history.extend(
        changes
            .history_added
            .into_iter()
            .map(|row| ((row.reservation, row.version), row)),
    );
    for key in changes.messages_removed {
        rows.messages.remove(&key);
    }
    let messages = changes
        .messages_added
        .into_iter()
        .chain(changes.messages_changed);
    rows.messages
        .extend(messages.map(|row| (row.key.clone(), row)));
    for (clinic, closure) in changes.closures_added {
        if let Some(catalogue) = rows.catalogues.get_mut(&clinic) {
            Arc::make_mut(catalogue).closures.push(closure);
        }
    }
    for (clinic, id) in changes.closures_ended {
        if let Some(catalogue) = rows.catalogues.get_mut(&clinic) {
            Arc::make_mut(catalogue)
                .closures
                .retain(|closure| closure.id != id);
        }
    }
    for (clinic, _, version) in changes.versions {
        if let Some(catalogue) = rows.catalogues.get_mut(&clinic) {
            Arc::make_mut(catalogue).clinic.version = version;
        }
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn submission_run(
        &self,
        submission: Submission,
    ) -> Result<Result<Answer, Refusal>, Fault> {
        let mut rows = self.lock();
        let now = self.clock.now();
        let mut snapshot = Snapshot::under(self.guards);
        let at_hand = rows.catalogues.get(&submission.clinic).cloned();
        load(
            &rows,
            &mut snapshot,
            &needs(&submission, at_hand.as_deref()),
        );
        for _ in 0..MAX_ROUNDS {
            match decide(&snapshot, &submission, now) {
                Decision::Done(effects, answer) => {
                    snapshot.apply(&effects);
                    store(&mut rows, snapshot.changes());
                    return Ok(Ok(answer));
                }
                Decision::Repeat(answer) => return Ok(Ok(answer)),
                Decision::Refused(refusal) => return Ok(Err(refusal)),
                Decision::Need(more) => load(&rows, &mut snapshot, &more),
            }
        }
        Err(Fault::Broken("the decision did not come to an end".into()))
    }

    async fn submission_find(&self, key: &RequestKey) -> Result<AsOf<Option<LedgerRow>>, Fault> {
        self.read(|rows, _| rows.ledger.get(key).cloned())
    }

    async fn submission_of_form(&self, key: &RequestKey) -> Result<AsOf<Vec<LedgerRow>>, Fault> {
        let button = format!("{}:", key.key);
        self.read(|rows, _| {
            let of_form = |row: &&LedgerRow| {
                row.key.scope == key.scope
                    && (row.key.key == key.key || row.key.key.starts_with(&button))
            };
            let mut found: Vec<LedgerRow> = rows.ledger.values().filter(of_form).cloned().collect();
            found.sort_by_key(|row| row.recorded_at);
            found
        })
    }

    async fn submission_purge(&self, before: UtcMillis) -> Result<u64, Fault> {
        let mut rows = self.lock();
        let all = rows.ledger.len();
        rows.ledger.retain(|_, row| row.recorded_at >= before);
        Ok((all - rows.ledger.len()) as u64)
    }

    async fn clinic_list(&self) -> Result<Vec<ClinicId>, Fault> {
        Ok(self.lock().catalogues.keys().cloned().collect())
    }

    async fn catalogue_find(&self, clinic: &ClinicId) -> Result<Option<Arc<Catalogue>>, Fault> {
        Ok(self.lock().catalogues.get(clinic).cloned())
    }

    async fn catalogue_put(&self, mut catalogue: Catalogue) -> Result<(), Fault> {
        let mut rows = self.lock();
        if let Some(old) = rows.catalogues.get(&catalogue.clinic.id) {
            catalogue.clinic.version = old.clinic.version + 1;
            catalogue.closures = old.closures.clone();
        }
        rows.catalogues
            .insert(catalogue.clinic.id.clone(), Arc::new(catalogue));
        Ok(())
    }

    async fn claim_range(
        &self,
        clinic: &ClinicId,
        resources: &[ResourceId],
        span: Span,
    ) -> Result<AsOf<Vec<Claim>>, Fault> {
        self.read(|rows, _| {
            let inside = |claim: &&Claim| {
                &claim.cell.clinic == clinic
                    && resources.contains(&claim.cell.resource)
                    && span.from <= claim.cell.start
                    && claim.cell.start < span.until
            };
            rows.claims.values().filter(inside).cloned().collect()
        })
    }

    async fn reservation_find(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<AsOf<Option<Reservation>>, Fault> {
        self.read(|rows, _| rows.reservations.get(&(clinic.clone(), id)).cloned())
    }

    async fn reservation_of_holder(
        &self,
        clinic: &ClinicId,
        holder: &Holder,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        self.read(|rows, _| {
            let mut found = select(rows, clinic, |row| &row.holder == holder);
            found.sort_by_key(|row| std::cmp::Reverse((row.created_at, row.id)));
            found.truncate(100);
            found
        })
    }

    async fn reservation_by_start(
        &self,
        clinic: &ClinicId,
        span: Span,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        self.read(|rows, _| {
            let mut found = select(rows, clinic, |row| {
                span.from <= row.span.from && row.span.from < span.until
            });
            found.sort_by_key(|row| (row.span.from, row.id));
            found.truncate(2_000);
            found
        })
    }

    async fn reservation_requests(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        self.read(|rows, _| {
            let wanted = |row: &Reservation| {
                row.status == Status::Requested
                    || (row.sent_at.is_some() && row.changed_at >= since)
            };
            let mut found = select(rows, clinic, wanted);
            found.sort_by_key(|row| (row.sent_at, row.id));
            found.truncate(500);
            found
        })
    }

    async fn reservation_due(
        &self,
        limit: u32,
    ) -> Result<AsOf<Vec<(ClinicId, ReservationId)>>, Fault> {
        self.read(|rows, now| {
            let due = |row: &&Reservation| {
                matches!(row.status, Status::Held | Status::Requested) && !row.is_live(now)
            };
            let mut found: Vec<&Reservation> = rows.reservations.values().filter(due).collect();
            found.sort_by_key(|row| row.expires_at);
            found
                .iter()
                .take(limit as usize)
                .map(|row| (row.clinic.clone(), row.id))
                .collect()
        })
    }

    async fn history_of(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<Vec<HistoryRow>, Fault> {
        let rows = self.lock();
        let of_row = rows
            .history
            .range((id, i64::MIN)..=(id, i64::MAX))
            .map(|(_, row)| row);
        Ok(of_row
            .filter(|row| &row.clinic == clinic)
            .cloned()
            .collect())
    }

    async fn message_open(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Message>>, Fault> {
        self.read(|rows, now| {
            let open = |message: &&Message| {
                &message.key.clinic == clinic
                    && message
                        .done_at
                        .map_or(message.not_before <= now, |done| done >= since)
            };
            let mut found: Vec<Message> = rows.messages.values().filter(open).cloned().collect();
            found.sort_by_key(|message| message.not_before);
            found.truncate(200);
            found
        })
    }

    async fn caught_add(&self, added: Vec<Caught>, kept_from: UtcMillis) -> Result<(), Fault> {
        let mut rows = self.lock();
        for row in added {
            let key = (row.clinic, row.quarter, row.operation, row.catch);
            *rows.caught.entry(key).or_default() += row.times;
        }
        rows.caught
            .retain(|(_, quarter, _, _), _| *quarter >= kept_from);
        Ok(())
    }

    async fn caught_since(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Caught>>, Fault> {
        self.read(|rows, _| {
            let wanted = rows
                .caught
                .iter()
                .filter(|((of, quarter, _, _), _)| of == clinic && *quarter >= since);
            wanted
                .map(|((clinic, quarter, operation, catch), times)| Caught {
                    clinic: clinic.clone(),
                    quarter: *quarter,
                    operation: operation.clone(),
                    catch: *catch,
                    times: *times,
                })
                .collect()
        })
    }

    async fn job_take(
        &self,
        job: &'static str,
        node: Uuid,
        for_millis: i64,
    ) -> Result<bool, Fault> {
        let mut rows = self.lock();
        let now = self.clock.now();
        let is_anothers = |(owner, until): &(Uuid, UtcMillis)| *owner != node && *until > now;
        if rows.jobs.get(job).is_some_and(is_anothers) {
            return Ok(false);
        }
        rows.jobs.insert(job, (node, now.plus(for_millis)));
        Ok(true)
    }

    async fn job_drop(&self, job: &'static str, node: Uuid) -> Result<(), Fault> {
        let mut rows = self.lock();
        if rows.jobs.get(job).is_some_and(|(owner, _)| *owner == node) {
            rows.jobs.remove(job);
        }
        Ok(())
    }

    async fn dump(&self) -> Result<Dump, Fault> {
        let rows = self.lock();
        Ok(Dump {
            reservations: rows.reservations.values().cloned().collect(),
            claims: rows.claims.values().cloned().collect(),
            submissions: rows.ledger.values().cloned().collect(),
            history: rows.history.values().cloned().collect(),
            messages: rows.messages.values().cloned().collect(),
        })
    }
}

fn select(
    rows: &Rows,
    clinic: &ClinicId,
    wanted: impl Fn(&Reservation) -> bool,
) -> Vec<Reservation> {
    rows.reservations
        .values()
        .filter(|row| &row.clinic == clinic && wanted(row))
        .cloned()
        .collect()
}
