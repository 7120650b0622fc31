//! How a store is opened, and why it may not be.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reservation::guard::Guards;
use reservation::time::Clock;

/// How a store is opened. [`Options::default`] has the defaults.
#[derive(Clone)]
pub struct Options {
    /// Where the time comes from; `None`: the database (`clock_timestamp()`), so that nodes whose clocks differ judge
    /// every deadline alike.
    pub clock: Option<Arc<dyn Clock>>,
    /// How many batches this node writes at once.
    pub lanes: usize,
    /// How many writes may wait. One more is refused at once.
    pub queue: usize,
    /// A write that has waited for longer is refused before it begins.
    pub patience: Duration,
    /// How many connections serve reads and edits.
    pub readers: u32,
    /// A read that has waited for a connection for longer is refused.
    pub read_patience: Duration,
    /// How long somebody waits for the answer to a COMMIT. A synchronous standby that is gone keeps it waiting for
    /// ever; whoever waited is then told that it is not known.
    pub commit_patience: Duration,
    /// All of them up: only the feature `testing` knows another value.
    pub guards: Guards,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clock: None,
            lanes: 2,
            queue: 4096,
            patience: Duration::from_secs(5),
            readers: 8,
            read_patience: Duration::from_secs(2),
            commit_patience: Duration::from_secs(10),
            guards: Guards::default(),
        }
    }
}

impl Options {
    /// The defaults, with this clock instead of the database's.
    pub fn with_clock(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock: Some(clock),
            ..Self::default()
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("clock", &self.clock.as_ref().map(|_| "injected"))
            .field("lanes", &self.lanes)
            .field("queue", &self.queue)
            .field("patience", &self.patience)
            .field("readers", &self.readers)
            .field("read_patience", &self.read_patience)
            .field("commit_patience", &self.commit_patience)
            .finish_non_exhaustive()
    }
}

/// Why a store could not be opened. No text of it has the password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It is no address of a Postgres database.
    #[error("this is no address of a Postgres database (postgres://user@host/database)")]
    Address(#[source] sqlx::Error),
    /// The server can't be reached, or has refused.
    #[error("{place} can't be opened")]
    Database {
        /// Host and database.
        place: String,
        /// What Postgres or the driver says.
        #[source]
        error: sqlx::Error,
    },
    /// The server is too old, a standby, or set so that an answer would not mean that it is on the disk.
    #[error("{place} can't be used: {why}")]
    Unfit {
        /// Host and database.
        place: String,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A later version of the product has migrated it.
    #[error(
        "{place} was written by a later version of Hitotsu (schema {found}, this version knows {known}); \
         start that version, or restore a backup"
    )]
    Newer {
        /// Host and database.
        place: String,
        /// The first step of its schema that this version doesn't know.
        found: i64,
        /// The last step that this version knows.
        known: i64,
    },
    /// To be read only, but a server has to migrate it first.
    #[error(
        "{place} has an older schema ({found}, this version knows {known}); start the server once"
    )]
    Older {
        /// Host and database.
        place: String,
        /// The last step of its schema.
        found: i64,
        /// The last step that this version knows.
        known: i64,
    },
    /// A step of its schema is not the one that this version has under the same number.
    #[error(
        "{place} has another schema under the number {step}; it is not a database of this product's releases"
    )]
    Foreign {
        /// Host and database.
        place: String,
        /// The step.
        step: i64,
    },
    /// A step of the schema could not be taken.
    #[error("{place} can't be migrated")]
    Migration {
        /// Host and database.
        place: String,
        /// What Postgres or the driver says.
        #[source]
        error: sqlx::migrate::MigrateError,
    },
}
