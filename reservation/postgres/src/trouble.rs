//! What can go wrong inside, and what the callers are told of it.

use std::borrow::Cow;
use std::fmt;

use reservation::batch::Undecided;
use reservation::ports::Fault;
use reservation_rows::Unreadable;

/// A failure inside the engine.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// Postgres or its driver failed.
    #[error("{0}")]
    Sql(#[from] sqlx::Error),
    /// A stored row is none of ours.
    #[error("a stored {0} can't be read")]
    Corrupt(&'static str),
    /// A statement changed more or fewer rows than it had to: another node was quicker.
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
    /// The server did not answer in time.
    #[error("the database did not answer in time")]
    Slow,
    /// The server has settings under which an answer would not mean that it is on the disk.
    #[error("the database can't be used: {0}")]
    Unfit(String),
}

impl Trouble {
    /// True when another transaction was in the way: it is decided anew, on what that one has left.
    pub(crate) fn is_conflict(&self) -> bool {
        match self {
            Trouble::Count { .. } => true,
            // Serialisation failure, deadlock; a unique key that no statement expects to be in the way.
            _ => self
                .code()
                .is_some_and(|code| matches!(&*code, "40001" | "40P01" | "23505")),
        }
    }

    /// True for two transactions that waited for each other.
    pub(crate) fn is_deadlock(&self) -> bool {
        self.code().is_some_and(|code| code == "40P01")
    }

    /// True when the connection is of no use any more; another one may be.
    pub(crate) fn is_lost(&self) -> bool {
        match self {
            Trouble::Slow => true,
            Trouble::Sql(sqlx::Error::Database(_)) => self.code().is_some_and(|code| {
                // Connection trouble; the server shuts down or starts; a session that was idle for too long; a server
                // that has become a standby or takes no more writes.
                code.starts_with("08")
                    || code.starts_with("57P")
                    || matches!(&*code, "25P03" | "25006")
            }),
            Trouble::Sql(error) => matches!(
                error,
                sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_)
            ),
            _ => false,
        }
    }

    /// True when no submission of a batch is to blame, so that running each alone would only fail as often as there
    /// are submissions.
    pub(crate) fn is_nobodys(&self) -> bool {
        self.is_lost() || self.is_busy()
    }

    /// True for what passes by itself: no connection to be had, or a lock that somebody kept for too long.
    fn is_busy(&self) -> bool {
        match self {
            Trouble::Unfit(_) => true,
            Trouble::Sql(sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed) => true,
            _ => self
                .code()
                .is_some_and(|code| code == "55P03" || code.starts_with("53")),
        }
    }

    /// What a COMMIT that fails so has come to: true when it is rolled back for certain.
    pub(crate) fn is_rolled_back(&self) -> bool {
        self.code().is_some_and(|code| {
            // 40003: the server doesn't know itself.
            let classes = ["40", "23", "25"];
            code != "40003" && classes.iter().any(|class| code.starts_with(class))
        })
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        match self {
            Trouble::Sql(sqlx::Error::Database(error)) => error.code(),
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
        // Nothing was written, and the same may go well in a moment.
        if trouble.is_lost() || trouble.is_busy() || trouble.is_deadlock() {
            return Fault::Busy;
        }
        Fault::Broken(trouble.to_string())
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
