//! The ports over one Postgres database that several nodes share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use reservation::batch::{Rules, Verdict};
use reservation::catalogue::Catalogue;
use reservation::caught::Caught;
use reservation::check::Dump;
use reservation::ids::{ClinicId, ReservationId, ResourceId, StaffId};
use reservation::ports::{Accounts, AsOf, Fault, Staff, Store};
use reservation::submission::{LedgerRow, RequestKey, Submission};
use reservation::time::{Clock, Span, UtcMillis};
use reservation::visit::{Claim, HistoryRow, Holder, Message, Reservation};
use sqlx::PgPool;
use tokio::sync::{Mutex, RwLock, mpsc, oneshot};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::catalogue;
use crate::job::Lease;
use crate::open::Address;
use crate::options::{OpenError, Options};
use crate::trouble::{Trouble, fault};
use crate::writer::batch::TRANSACTION;
use crate::writer::edit::{self, Edit};
use crate::writer::{Job, Lane, Shared, Tries};
use crate::{accounts, dump, moving, read};
use reservation_rows::AtHand;

/// How many rows one transaction forgets.
const PURGE_SLICE: i64 = 1000;

/// Reservations, catalogue, ledger and accounts in one Postgres database. Each node has a store of its own over it.
pub struct PostgresStore {
    address: Address,
    pool: PgPool,
    commit_patience: Duration,
    clock: Option<Arc<dyn Clock>>,
    catalogues: Arc<AtHand>,
    /// An edit of a catalogue takes turns with this node's batches.
    turns: Arc<RwLock<()>>,
    tries: Arc<Tries>,
    /// `None` when it was opened for reading only.
    work: Option<Work>,
}

/// What a store that writes has running.
struct Work {
    /// `None` when it was closed.
    queue: std::sync::RwLock<Option<mpsc::Sender<Job>>>,
    lanes: Mutex<JoinSet<()>>,
}

impl PostgresStore {
    /// Opens the database for a node; brings its schema up to date. Others may be at work in it.
    pub async fn open(url: &str, options: Options) -> Result<Self, OpenError> {
        Self::open_with(url, options, Rules::CORE).await
    }

    /// Opens the database for a command that changes people or the catalogue. Migrates nothing.
    pub async fn open_beside(url: &str, options: Options) -> Result<Self, OpenError> {
        let address = Address::parse(url)?;
        address.check_server().await?;
        let pool = address.pool(&options).await?;
        address.check_schema(&pool).await?;
        moving::refuse_half(&address, &pool).await?;
        Ok(Self::working(address, options, Rules::CORE, pool))
    }

    pub(crate) async fn open_with(
        url: &str,
        options: Options,
        rules: Rules,
    ) -> Result<Self, OpenError> {
        let address = Address::parse(url)?;
        address.check_server().await?;
        address.migrate().await?;
        let pool = address.pool(&options).await?;
        moving::refuse_half(&address, &pool).await?;
        #[cfg(feature = "testing")]
        crate::unguarded::loosen(&pool, options.guards)
            .await
            .map_err(|error| OpenError::Database {
                place: address.place.clone(),
                error,
            })?;
        Ok(Self::working(address, options, rules, pool))
    }

    fn working(address: Address, options: Options, rules: Rules, pool: PgPool) -> Self {
        let catalogues = Arc::new(AtHand::default());
        let turns = Arc::new(RwLock::new(()));
        let tries = Arc::new(Tries::default());
        let (queue, jobs) = mpsc::channel(options.queue.max(1));
        let shared = Arc::new(Shared {
            address: address.clone(),
            jobs: Mutex::new(jobs),
            clock: options.clock.clone(),
            catalogues: Arc::clone(&catalogues),
            rules,
            guards: options.guards,
            patience: options.patience,
            commit_patience: options.commit_patience,
            turns: Arc::clone(&turns),
            tries: Arc::clone(&tries),
        });
        let mut lanes = JoinSet::new();
        for _ in 0..options.lanes.max(1) {
            lanes.spawn(Lane::new(Arc::clone(&shared)).run());
        }
        Self {
            address,
            pool,
            commit_patience: options.commit_patience,
            clock: options.clock,
            catalogues,
            turns,
            tries,
            work: Some(Work {
                queue: std::sync::RwLock::new(Some(queue)),
                lanes: Mutex::new(lanes),
            }),
        }
    }

    /// Opens the database to look at it. Every write is refused.
    pub async fn open_read_only(url: &str, options: Options) -> Result<Self, OpenError> {
        let address = Address::parse(url)?.read_only();
        let pool = address.pool(&options).await?;
        address.check_schema(&pool).await?;
        Ok(Self {
            address,
            pool,
            commit_patience: options.commit_patience,
            clock: options.clock,
            catalogues: Arc::default(),
            turns: Arc::default(),
            tries: Arc::default(),
            work: None,
        })
    }

    /// Does what is queued and closes. Whatever is asked later is refused.
    pub async fn close(&self) {
        if let Some(work) = &self.work {
            drop(work.take_queue());
            let mut lanes = work.lanes.lock().await;
            while let Some(ended) = lanes.join_next().await {
                if let Err(error) = ended {
                    tracing::warn!(%error, "a lane of the writer did not end cleanly");
                }
            }
        }
        self.pool.close().await;
    }

    /// True while writes are taken: for a health check.
    pub fn is_writing(&self) -> bool {
        self.queue().is_ok_and(|queue| !queue.is_closed())
    }

    /// What the core's `check` cannot see: constraints that somebody has added without letting Postgres check the rows that
    /// were there. Empty is sound. Damaged pages are found by tools of its own (`pg_amcheck`).
    pub async fn integrity(&self) -> Result<Vec<String>, Fault> {
        dump::integrity(self).await
    }

    /// How often this node had to try again, and why.
    pub fn tries(&self) -> &Tries {
        &self.tries
    }

    pub(crate) fn pool(&self) -> &PgPool {
        &self.pool
    }

    pub(crate) fn catalogues(&self) -> &AtHand {
        &self.catalogues
    }

    /// The injected clock, if there is one.
    pub(crate) fn clock(&self) -> Option<UtcMillis> {
        self.clock.as_ref().map(|clock| clock.now())
    }

    fn queue(&self) -> Result<mpsc::Sender<Job>, Fault> {
        let work = self.work.as_ref().ok_or_else(read_only)?;
        // Closed: nothing was begun.
        work.queue
            .read()
            .ok()
            .and_then(|queue| queue.clone())
            .ok_or(Fault::Busy)
    }

    async fn edit(&self, edit: Edit) -> Result<u64, Fault> {
        self.queue()?;
        let _turn = match edit {
            Edit::Catalogue(_) => {
                let turn = tokio::time::timeout(TRANSACTION, self.turns.write());
                Some(turn.await.map_err(|_| Fault::Busy)?)
            }
            _ => None,
        };
        edit::run(&self.address, self.commit_patience, &edit).await
    }
}

impl Work {
    fn take_queue(&self) -> Option<mpsc::Sender<Job>> {
        self.queue.write().ok().and_then(|mut queue| queue.take())
    }
}

fn read_only() -> Fault {
    Fault::Broken("the store was opened for reading only".into())
}

/// The lane ended with the job in its hands.
fn gone(_: oneshot::error::RecvError) -> Fault {
    Fault::Unknown("the lane ended".into())
}

#[async_trait]
impl Store for PostgresStore {
    async fn submission_run(&self, submission: Submission) -> Verdict {
        let (answer, wait) = oneshot::channel();
        let job = Job {
            submission: Box::new(submission),
            since: Instant::now(),
            answer,
        };
        // Full or closed: nothing was begun.
        self.queue()?.try_send(job).map_err(|_| Fault::Busy)?;
        wait.await.map_err(gone)?
    }

    async fn submission_find(&self, key: &RequestKey) -> Result<AsOf<Option<LedgerRow>>, Fault> {
        read::submission(self, key).await
    }

    async fn submission_of_form(&self, key: &RequestKey) -> Result<AsOf<Vec<LedgerRow>>, Fault> {
        read::submissions_of_form(self, key).await
    }

    async fn submission_purge(&self, before: UtcMillis) -> Result<u64, Fault> {
        // In slices, so that bookings get in between.
        let mut total = 0;
        loop {
            let rows = self.edit(Edit::Purge(before, PURGE_SLICE)).await?;
            total += rows;
            if rows < PURGE_SLICE.unsigned_abs() {
                break;
            }
        }
        while self.edit(Edit::Guards(PURGE_SLICE)).await? == PURGE_SLICE.unsigned_abs() {}
        Ok(total)
    }

    async fn clinic_list(&self) -> Result<Vec<ClinicId>, Fault> {
        read::clinics(self).await
    }

    async fn catalogue_find(&self, clinic: &ClinicId) -> Result<Option<Arc<Catalogue>>, Fault> {
        catalogue::find(self, clinic).await
    }

    async fn catalogue_put(&self, catalogue: Catalogue) -> Result<(), Fault> {
        self.edit(Edit::Catalogue(Box::new(catalogue)))
            .await
            .map(drop)
    }

    async fn claim_range(
        &self,
        clinic: &ClinicId,
        resources: &[ResourceId],
        span: Span,
    ) -> Result<AsOf<Vec<Claim>>, Fault> {
        read::claims(self, clinic, resources, span).await
    }

    async fn reservation_find(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<AsOf<Option<Reservation>>, Fault> {
        read::reservation(self, clinic, id).await
    }

    async fn reservation_of_holder(
        &self,
        clinic: &ClinicId,
        holder: &Holder,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        read::reservations_of_holder(self, clinic, holder).await
    }

    async fn reservation_by_start(
        &self,
        clinic: &ClinicId,
        span: Span,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        read::reservations_by_start(self, clinic, span).await
    }

    async fn reservation_requests(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        read::requests(self, clinic, since).await
    }

    async fn reservation_due(
        &self,
        limit: u32,
    ) -> Result<AsOf<Vec<(ClinicId, ReservationId)>>, Fault> {
        read::reservations_due(self, limit).await
    }

    async fn history_of(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<Vec<HistoryRow>, Fault> {
        read::history(self, clinic, id).await
    }

    async fn message_open(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Message>>, Fault> {
        read::messages(self, clinic, since).await
    }

    async fn caught_add(&self, rows: Vec<Caught>, kept_from: UtcMillis) -> Result<(), Fault> {
        self.edit(Edit::Caught(rows, kept_from)).await.map(drop)
    }

    async fn caught_since(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Caught>>, Fault> {
        read::caught(self, clinic, since).await
    }

    async fn job_take(
        &self,
        name: &'static str,
        node: Uuid,
        for_millis: i64,
    ) -> Result<bool, Fault> {
        let lease = Lease {
            job: name,
            node,
            for_millis,
            now: self.clock(),
        };
        self.edit(Edit::Take(lease)).await.map(|rows| rows == 1)
    }

    async fn job_drop(&self, name: &'static str, node: Uuid) -> Result<(), Fault> {
        self.edit(Edit::GiveBack(name, node)).await.map(drop)
    }

    async fn dump(&self) -> Result<Dump, Fault> {
        dump::dump(self).await
    }
}

#[async_trait]
impl Accounts for PostgresStore {
    async fn staff_by_login(&self, clinic: &ClinicId, login: &str) -> Result<Option<Staff>, Fault> {
        accounts::staff_by_login(self, clinic, login).await
    }

    async fn staff_find(&self, clinic: &ClinicId, id: StaffId) -> Result<Option<Staff>, Fault> {
        accounts::staff(self, clinic, id).await
    }

    async fn staff_list(&self, clinic: &ClinicId) -> Result<Vec<Staff>, Fault> {
        accounts::staff_list(self, clinic).await
    }

    async fn staff_put(&self, staff: Staff) -> Result<(), Fault> {
        self.edit(Edit::Staff(Box::new(staff))).await.map(drop)
    }

    async fn secret_keep(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], Fault> {
        if let Some(kept) = accounts::secret(self, name).await? {
            return Ok(kept);
        }
        self.edit(Edit::Secret(name.to_owned(), fresh)).await?;
        accounts::secret(self, name)
            .await?
            .ok_or_else(|| fault(Trouble::Corrupt("secret")))
    }
}
