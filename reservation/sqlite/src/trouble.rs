//! What can go wrong inside, and what the callers are told of it.

use std::fmt;

use reservation::batch::Undecided;
use reservation::ports::Fault;
use reservation_rows::Unreadable;

/// SQLite's extended codes for a sync that failed: of a file, and of the folder it lies in.
const FAILED_SYNC: [i32; 2] = [1034, 1290];
/// SQLite's code for a lock that could not be had in time.
const LOCKED: i32 = 5;
/// SQLite's codes for what is no statement's doing: a lock, memory, a file that can't be written,
/// read, enlarged or opened.
const NOBODYS: [i32; 7] = [LOCKED, 6, 7, 8, 10, 13, 14];

/// A failure inside the engine.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// SQLite or its driver failed.
    #[error("{0}")]
    Sql(#[from] sqlx::Error),
    /// A stored row is none of ours.
    #[error("a stored {0} can't be read")]
    Corrupt(&'static str),
    /// Something could not be written as JSON.
    #[error("a parameter can't be written: {0}")]
    Parameter(#[from] serde_json::Error),
    /// A statement changed more or fewer rows than it had to.
    #[error("{step} changed {rows} rows, which is not what the decision was made for")]
    Count {
        /// Which statement.
        step: &'static str,
        /// How many rows it changed.
        rows: u64,
    },
    /// There is no decision.
    #[error("{0}")]
    Undecided(#[from] Undecided),
    /// The driver's thread is gone, or the text ended early.
    #[error("the connection was lost")]
    Lost,
}

impl Trouble {
    /// True when what was written may not have reached the disk, and nobody can say.
    pub(crate) fn is_failed_sync(&self) -> bool {
        self.code().is_some_and(|code| FAILED_SYNC.contains(&code))
    }

    /// True when no submission of a batch is to blame, so that running each alone would only fail
    /// as often as there are submissions.
    pub(crate) fn is_nobodys(&self) -> bool {
        match self {
            Trouble::Lost => true,
            Trouble::Sql(sqlx::Error::Database(_)) => {
                // The lower byte of an extended code is the plain one.
                self.code()
                    .is_some_and(|code| NOBODYS.contains(&(code & 0xff)))
            }
            Trouble::Sql(error) => {
                matches!(error, sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed)
            }
            _ => false,
        }
    }

    fn code(&self) -> Option<i32> {
        match self {
            Trouble::Sql(sqlx::Error::Database(error)) => error.code()?.parse().ok(),
            _ => None,
        }
    }
}

impl From<Unreadable> for Trouble {
    fn from(Unreadable(what): Unreadable) -> Trouble {
        Trouble::Corrupt(what)
    }
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Fault {
        match &trouble {
            Trouble::Sql(sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed) => Fault::Busy,
            _ if trouble.code().is_some_and(|code| code & 0xff == LOCKED) => Fault::Busy,
            _ => Fault::Broken(trouble.to_string()),
        }
    }
}

/// A failure that the caller of a read or an edit sees: rolled back, nothing was written.
pub(crate) fn fault(error: impl Into<Trouble>) -> Fault {
    error.into().into()
}

/// Where the outcome of a COMMIT is not known.
pub(crate) fn unknown(error: impl fmt::Display) -> Fault {
    Fault::Unknown(error.to_string())
}
