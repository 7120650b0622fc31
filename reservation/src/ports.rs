//! The ports: what the core wants from an engine. Noun first.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::caught::Caught;
use crate::check::Dump;
use crate::ids::{ClinicId, ReservationId, ResourceId, StaffId};
use crate::outcome::Refusal;
use crate::submission::{Answer, LedgerRow, RequestKey, Submission};
use crate::time::{Span, UtcMillis};
use crate::visit::{Claim, HistoryRow, Holder, Message, Reservation};

/// The store could not answer. Named for what the caller may say.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Refused before anything began: nothing was written and nothing will be.
    #[error("too much to do; nothing was begun")]
    Busy,
    /// COMMIT was sent and no answer came: it may or may not have been written.
    #[error("the outcome is not known: {0}")]
    Unknown(String),
    /// It failed and was rolled back: nothing was written.
    #[error("the store failed: {0}")]
    Broken(String),
}

impl Fault {
    /// The stable code, for logs.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::Busy => "busy",
            Fault::Unknown(_) => "unknown",
            Fault::Broken(_) => "broken",
        }
    }
}

/// What a read gives, with the instant at which it was true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsOf<T> {
    /// The rows.
    pub rows: T,
    /// The clock, read together with them.
    pub now: UtcMillis,
}

/// Reservations, catalogue and ledger over one engine.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Decides and writes one submission in one transaction: load, `decide`, apply, commit, answer. The answer comes
    /// after the commit is durable.
    async fn submission_run(
        &self,
        submission: Submission,
    ) -> Result<Result<Answer, Refusal>, Fault>;
    /// A recorded submission.
    async fn submission_find(&self, key: &RequestKey) -> Result<AsOf<Option<LedgerRow>>, Fault>;
    /// All submissions of one form: the key itself and its buttons (`key:…`), oldest first.
    async fn submission_of_form(&self, key: &RequestKey) -> Result<AsOf<Vec<LedgerRow>>, Fault>;
    /// Forgets submissions recorded before; says how many.
    async fn submission_purge(&self, before: UtcMillis) -> Result<u64, Fault>;

    /// The clinics, by id.
    async fn clinic_list(&self) -> Result<Vec<ClinicId>, Fault>;
    /// A clinic's catalogue at its present version.
    async fn catalogue_find(&self, clinic: &ClinicId) -> Result<Option<Arc<Catalogue>>, Fault>;
    /// Writes a whole catalogue (a new clinic, or the next version of one): closures are not touched.
    async fn catalogue_put(&self, catalogue: Catalogue) -> Result<(), Fault>;

    /// The claims on these resources' cells that begin in the span, lane 0 and others: one range read per resource.
    async fn claim_range(
        &self,
        clinic: &ClinicId,
        resources: &[ResourceId],
        span: Span,
    ) -> Result<AsOf<Vec<Claim>>, Fault>;

    /// A reservation of this clinic.
    async fn reservation_find(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<AsOf<Option<Reservation>>, Fault>;
    /// A holder's reservations of this clinic, newest first, at most 100.
    async fn reservation_of_holder(
        &self,
        clinic: &ClinicId,
        holder: &Holder,
    ) -> Result<AsOf<Vec<Reservation>>, Fault>;
    /// Reservations whose visit begins in the span, by start: at most 2,000.
    async fn reservation_by_start(
        &self,
        clinic: &ClinicId,
        span: Span,
    ) -> Result<AsOf<Vec<Reservation>>, Fault>;
    /// Stored REQUESTED rows, and those sent in whose last change to another status is not before `since`; by the
    /// instant at which they were sent in; at most 500.
    async fn reservation_requests(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Reservation>>, Fault>;
    /// Reservations whose stored status is HELD or REQUESTED and whose deadline has passed, oldest first.
    async fn reservation_due(
        &self,
        limit: u32,
    ) -> Result<AsOf<Vec<(ClinicId, ReservationId)>>, Fault>;
    /// A reservation's history, by version.
    async fn history_of(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<Vec<HistoryRow>, Fault>;

    /// Messages of a clinic that are to be told by now and were not, oldest first, at most 200; and those ticked off
    /// since `since`.
    async fn message_open(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Message>>, Fault>;

    /// Adds to the counts of what was caught, and forgets those before `kept_from`.
    async fn caught_add(&self, rows: Vec<Caught>, kept_from: UtcMillis) -> Result<(), Fault>;
    /// What was caught at a clinic in quarters that begin at `since` or later, oldest first.
    async fn caught_since(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Caught>>, Fault>;

    /// Asks for a background job that the nodes of one database share: true when this node may do it for the next
    /// `for_millis`. Who has it and asks again has it for that long from now; another node gets it once it has run out
    /// or was given back, never before. The store's clock judges, not the node's.
    ///
    /// A lease keeps nodes from doing the same work twice; it guards no promise. A node that is stopped while it holds
    /// one and goes on after its end does no harm: each deadline is judged again in its own transaction.
    ///
    /// An engine that has one server has nobody to share with: it always says true.
    async fn job_take(
        &self,
        _job: &'static str,
        _node: Uuid,
        _for_millis: i64,
    ) -> Result<bool, Fault> {
        Ok(true)
    }
    /// Gives a job back, so that another node need not wait for the lease to end. Does nothing where another node has
    /// it.
    async fn job_drop(&self, _job: &'static str, _node: Uuid) -> Result<(), Fault> {
        Ok(())
    }

    /// Everything that the invariants speak of, for `check`.
    async fn dump(&self) -> Result<Dump, Fault>;
}

/// A member of a clinic's staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staff {
    /// Its id.
    pub id: StaffId,
    /// Whose staff.
    pub clinic: ClinicId,
    /// The name to sign in with: lower case, unique within the clinic.
    pub login: String,
    /// The name on the screen.
    pub name: String,
    /// The password's hash in PHC form (argon2id).
    pub password_hash: String,
    /// False: may not sign in any more.
    pub active: bool,
}

/// People who sign in, and secrets that outlive a restart.
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// By clinic and login.
    async fn staff_by_login(&self, clinic: &ClinicId, login: &str) -> Result<Option<Staff>, Fault>;
    /// By clinic and id.
    async fn staff_find(&self, clinic: &ClinicId, id: StaffId) -> Result<Option<Staff>, Fault>;
    /// Those of a clinic, by login.
    async fn staff_list(&self, clinic: &ClinicId) -> Result<Vec<Staff>, Fault>;
    /// Adds, or replaces the one of the same clinic and login.
    async fn staff_put(&self, staff: Staff) -> Result<(), Fault>;
    /// A named secret of 32 bytes: keeps `fresh` if there is none yet, then says what is kept (first one wins, on
    /// every node).
    async fn secret_keep(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], Fault>;
}
