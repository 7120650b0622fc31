//! How a store is opened, and why it may not be.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use reservation::guard::Guards;
use reservation::time::Clock;

/// Called with the error when a sync to the disk has failed.
pub type OnFatal = Arc<dyn Fn(&str) + Send + Sync>;

/// How a store is opened. [`Options::new`] has the defaults.
#[derive(Clone)]
pub struct Options {
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// How many writes may wait. One more is refused at once.
    pub queue: usize,
    /// A write that has waited for longer is refused before it begins.
    pub patience: Duration,
    /// How many connections read at once.
    pub readers: u32,
    /// A read that has waited for a connection for longer is refused.
    pub read_patience: Duration,
    /// Called when a sync to the disk has failed during a COMMIT. After that nobody can say what the
    /// disk holds (the system may have dropped the pages and call the next sync a success), so the
    /// default logs and ends the process: what it finds when it starts again is the truth.
    pub on_fatal: OnFatal,
    /// All of them up: only the feature `testing` knows another value.
    pub guards: Guards,
}

impl Options {
    /// The defaults, with this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            queue: 4096,
            patience: Duration::from_secs(5),
            readers: 4,
            read_patience: Duration::from_secs(2),
            on_fatal: Arc::new(|error| {
                tracing::error!(error, "a sync to the disk failed; the process ends");
                std::process::abort();
            }),
            guards: Guards::default(),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("queue", &self.queue)
            .field("patience", &self.patience)
            .field("readers", &self.readers)
            .field("read_patience", &self.read_patience)
            .finish_non_exhaustive()
    }
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process serves from it.
    #[error("another server is using {0}; there can be only one")]
    InUse(PathBuf),
    /// The clinics have been moved to a Postgres.
    #[error(
        "what was in {0} has been moved to a Postgres; set DATABASE_URL to serve from there (docs/engines.md says the way back)"
    )]
    Moved(PathBuf),
    /// A later version of the product has migrated it.
    #[error(
        "{path} was written by a later version of Hitotsu (schema {found}, this version knows {known}); \
         start that version, or restore a backup"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The first step of its schema that this version doesn't know.
        found: i64,
        /// The last step that this version knows.
        known: i64,
    },
    /// To be read only, but a server has to migrate it first.
    #[error(
        "{path} has an older schema ({found}, this version knows {known}); start the server once"
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// The last step of its schema.
        found: i64,
        /// The last step that this version knows.
        known: i64,
    },
    /// A step of its schema is not the one that this version has under the same number.
    #[error(
        "{path} has another schema under the number {step}; it is not a file of this product's releases"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The step.
        step: i64,
    },
    /// The file system refused.
    #[error("{0} can't be opened")]
    File(PathBuf, #[source] std::io::Error),
    /// SQLite refused.
    #[error("{0} can't be opened")]
    Database(PathBuf, #[source] sqlx::Error),
    /// A step of the schema could not be taken.
    #[error("{0} can't be migrated")]
    Migration(PathBuf, #[source] sqlx::migrate::MigrateError),
}
