//! A store that commits and then can't say so, once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use reservation::catalogue::Catalogue;
use reservation::caught::Caught;
use reservation::check::Dump;
use reservation::ids::{ClinicId, ReservationId, ResourceId};
use reservation::memory::MemoryStore;
use reservation::outcome::Refusal;
use reservation::ports::{AsOf, Fault, Store};
use reservation::submission::{Answer, LedgerRow, RequestKey, Submission};
use reservation::time::{Span, UtcMillis};
use reservation::visit::{Claim, HistoryRow, Holder, Message, Reservation};

pub(super) struct Forgetful {
    pub(super) store: Arc<MemoryStore>,
    /// Whether the next submission is done and its answer lost.
    pub(super) next: Arc<AtomicBool>,
}

type Found<T> = Result<AsOf<T>, Fault>;

#[async_trait]
impl Store for Forgetful {
    async fn submission_run(
        &self,
        submission: Submission,
    ) -> Result<Result<Answer, Refusal>, Fault> {
        let ran = self.store.submission_run(submission).await;
        if self.next.swap(false, Ordering::Relaxed) {
            return Err(Fault::Unknown("the line dropped".into()));
        }
        ran
    }
    async fn submission_find(&self, key: &RequestKey) -> Found<Option<LedgerRow>> {
        self.store.submission_find(key).await
    }
    async fn submission_of_form(&self, key: &RequestKey) -> Found<Vec<LedgerRow>> {
        self.store.submission_of_form(key).await
    }
    async fn submission_purge(&self, before: UtcMillis) -> Result<u64, Fault> {
        self.store.submission_purge(before).await
    }
    async fn clinic_list(&self) -> Result<Vec<ClinicId>, Fault> {
        self.store.clinic_list().await
    }
    async fn catalogue_find(&self, clinic: &ClinicId) -> Result<Option<Arc<Catalogue>>, Fault> {
        self.store.catalogue_find(clinic).await
    }
    async fn catalogue_put(&self, catalogue: Catalogue) -> Result<(), Fault> {
        self.store.catalogue_put(catalogue).await
    }
    async fn claim_range(
        &self,
        clinic: &ClinicId,
        resources: &[ResourceId],
        span: Span,
    ) -> Found<Vec<Claim>> {
        self.store.claim_range(clinic, resources, span).await
    }
    async fn reservation_find(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Found<Option<Reservation>> {
        self.store.reservation_find(clinic, id).await
    }
    async fn reservation_of_holder(
        &self,
        clinic: &ClinicId,
        holder: &Holder,
    ) -> Found<Vec<Reservation>> {
        self.store.reservation_of_holder(clinic, holder).await
    }
    async fn reservation_by_start(&self, clinic: &ClinicId, span: Span) -> Found<Vec<Reservation>> {
        self.store.reservation_by_start(clinic, span).await
    }
    async fn reservation_requests(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Found<Vec<Reservation>> {
        self.store.reservation_requests(clinic, since).await
    }
    async fn reservation_due(&self, limit: u32) -> Found<Vec<(ClinicId, ReservationId)>> {
        self.store.reservation_due(limit).await
    }
    async fn history_of(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<Vec<HistoryRow>, Fault> {
        self.store.history_of(clinic, id).await
    }
    async fn message_open(&self, clinic: &ClinicId, since: UtcMillis) -> Found<Vec<Message>> {
        self.store.message_open(clinic, since).await
    }
    async fn caught_add(&self, rows: Vec<Caught>, kept_from: UtcMillis) -> Result<(), Fault> {
        self.store.caught_add(rows, kept_from).await
    }
    async fn caught_since(&self, clinic: &ClinicId, since: UtcMillis) -> Found<Vec<Caught>> {
        self.store.caught_since(clinic, since).await
    }
    async fn dump(&self) -> Result<Dump, Fault> {
        self.store.dump().await
    }
}
