//! The ports over one SQLite file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

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
use sqlx::SqlitePool;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::catalogue;
use crate::checkpoint::Checkpoints;
use crate::options::{OpenError, Options};
use crate::trouble::{Trouble, fault};
#[cfg(feature = "testing")]
use crate::unguarded;
use crate::writer::{Edit, Job, Texts, Writer};
use crate::{accounts, dump, moving, open, read};
use reservation_rows::AtHand;

/// How many submissions one transaction forgets.
const PURGE_SLICE: i64 = 1000;

/// Reservations, catalogue, ledger and accounts in one SQLite file.
pub struct SqliteStore {
    readers: SqlitePool,
    clock: Arc<dyn Clock>,
    catalogues: Arc<AtHand>,
    /// `None` when it was opened for reading only.
    work: Option<Work>,
}

/// What a store that writes has running.
struct Work {
    queue: mpsc::Sender<Job>,
    /// Says `true` when the checkpoints shall end; ends them too by being dropped.
    stop: watch::Sender<bool>,
    checkpoints: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteStore {
    /// Opens the file for the one server that writes to it; makes it if there is none, and brings its
    /// schema up to date.
    pub async fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, OpenError> {
        Self::open_with(path.as_ref(), options, Rules::CORE).await
    }

    /// Opens the file for a command that changes people or the catalogue, beside a running server
    /// too: SQLite's lock keeps the two apart, and the server sees the new version of a catalogue in
    /// its next transaction. Takes no lock of a server, migrates nothing and leaves the log to the
    /// server.
    pub async fn open_beside(path: impl AsRef<Path>, options: Options) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let readers = open::readers(path, &options).await?;
        open::check_schema(path, &readers).await?;
        refuse_moved(path, &readers).await?;
        Ok(Self::working(path, options, Rules::CORE, readers, None))
    }

    pub(crate) async fn open_with(
        path: &Path,
        options: Options,
        rules: Rules,
    ) -> Result<Self, OpenError> {
        let lock = open::lock(path)?;
        open::create_private(path)?;
        let connection = open::migrated(path).await?;
        #[cfg(feature = "testing")]
        let connection = unguarded::loosened(connection, options.guards)
            .await
            .map_err(|error| OpenError::Database(path.to_owned(), error))?;
        let readers = open::readers(path, &options).await?;
        refuse_moved(path, &readers).await?;
        let server = Some((lock, connection));
        Ok(Self::working(path, options, rules, readers, server))
    }

    /// A store with a writer; with checkpoints where it is the server's.
    fn working(
        path: &Path,
        options: Options,
        rules: Rules,
        readers: SqlitePool,
        server: Option<(std::fs::File, sqlx::SqliteConnection)>,
    ) -> Self {
        let catalogues = Arc::new(AtHand::default());
        let gate = Arc::new(Mutex::new(()));
        let commits = Arc::new(AtomicU64::new(0));
        let (queue, jobs) = mpsc::channel(options.queue.max(1));
        let (stop, stopped) = watch::channel(false);
        let serves = server.is_some();
        let (lock, connection) = server.unzip();
        let writer = Writer {
            options: open::write_options(path),
            connection,
            clock: Arc::clone(&options.clock),
            catalogues: Arc::clone(&catalogues),
            rules,
            #[cfg(not(feature = "testing"))]
            texts: Texts::PRODUCT,
            #[cfg(feature = "testing")]
            texts: Texts::under(options.guards),
            guards: options.guards,
            patience: options.patience,
            on_fatal: Arc::clone(&options.on_fatal),
            gate: Arc::clone(&gate),
            commits: Arc::clone(&commits),
            alone: 0,
            lock,
        };
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let checkpoints = Checkpoints {
            options: open::write_options(path),
            log: log.into(),
            gate,
            commits,
            on_fatal: options.on_fatal,
        };
        tokio::spawn(writer.run(jobs));
        let checkpoints = serves.then(|| tokio::spawn(checkpoints.run(stopped)));
        let work = Work {
            queue,
            stop,
            checkpoints: Mutex::new(checkpoints),
        };
        Self {
            readers,
            clock: options.clock,
            catalogues,
            work: Some(work),
        }
    }

    /// Opens the file to look at it, beside a running server too. Every write is refused.
    pub async fn open_read_only(
        path: impl AsRef<Path>,
        options: Options,
    ) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let readers = open::readers(path, &options).await?;
        open::check_schema(path, &readers).await?;
        Ok(Self {
            readers,
            clock: options.clock,
            catalogues: Arc::default(),
            work: None,
        })
    }

    /// Does what is queued, moves the log into the file and closes. Whatever is asked later is refused.
    pub async fn close(&self) {
        if let Some(work) = &self.work {
            let (done, wait) = oneshot::channel();
            if work.queue.send(Job::Close(done)).await.is_ok() {
                let _ = wait.await;
            }
            self.readers.close().await;
            let _ = work.stop.send(true);
            if let Some(checkpoints) = work.checkpoints.lock().await.take()
                && let Err(error) = checkpoints.await
            {
                tracing::warn!(%error, "the checkpoints did not end cleanly");
            }
        } else {
            self.readers.close().await;
        }
    }

    /// True while writes are taken: for a health check.
    pub fn is_writing(&self) -> bool {
        self.work
            .as_ref()
            .is_some_and(|work| !work.queue.is_closed())
    }

    /// What SQLite itself finds wrong with the file, beyond what the core's `check` can see: damaged
    /// pages, rows that break a constraint, rows whose parent is missing. Empty is sound.
    pub async fn integrity(&self) -> Result<Vec<String>, Fault> {
        dump::integrity(self).await
    }

    pub(crate) fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    pub(crate) fn catalogues(&self) -> &AtHand {
        &self.catalogues
    }

    pub(crate) fn now(&self) -> UtcMillis {
        self.clock.now()
    }

    fn queue(&self) -> Result<&mpsc::Sender<Job>, Fault> {
        self.work
            .as_ref()
            .map(|work| &work.queue)
            .ok_or_else(|| Fault::Broken("the store was opened for reading only".into()))
    }

    async fn edit(&self, edit: Edit) -> Result<u64, Fault> {
        let (answer, wait) = oneshot::channel();
        // Full or closed: nothing was begun.
        self.queue()?
            .try_send(Job::Edit(edit, Instant::now(), answer))
            .map_err(|_| Fault::Busy)?;
        wait.await.map_err(gone)?
    }
}

/// The writer ended with the job in its hands.
fn gone(_: oneshot::error::RecvError) -> Fault {
    Fault::Unknown("the writer ended".into())
}

#[async_trait]
impl Store for SqliteStore {
    async fn submission_run(&self, submission: Submission) -> Verdict {
        let (answer, wait) = oneshot::channel();
        let job = Job::Submission(Box::new(submission), Instant::now(), answer);
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
                return Ok(total);
            }
        }
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

    async fn dump(&self) -> Result<Dump, Fault> {
        dump::dump(self).await
    }
}

#[async_trait]
impl Accounts for SqliteStore {
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

/// Whoever wrote to files that were moved away would split the clinic in two.
async fn refuse_moved(path: &Path, readers: &SqlitePool) -> Result<(), OpenError> {
    match moving::is_moved(readers).await {
        Ok(false) => Ok(()),
        Ok(true) => Err(OpenError::Moved(path.to_owned())),
        Err(error) => Err(OpenError::Database(path.to_owned(), error)),
    }
}
