//! The database, whichever it is: files in the data folder, or a Postgres that several servers share. Nothing outside of
//! this module knows one by its name.

mod place;
mod sign_ins;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reservation::guard::Guards;
use reservation::ports::{Accounts, Fault, Store};
use reservation::time::{Clock, System};
use reservation_postgres::PostgresStore;
use reservation_sqlite::SqliteStore;

pub use reservation_moving::{CantMove, Moved, Step};

pub use place::{BadUrl, Place, PostgresUrl};
pub use sign_ins::SignIns;

/// How a database is opened.
#[derive(Clone)]
pub struct Options {
    /// By which clock deadlines are judged. `None`: the machine's for files; the database's own for a Postgres, so that
    /// all its servers go by one.
    pub clock: Option<Arc<dyn Clock>>,
    /// A write that has waited for longer is refused before it begins.
    pub patience: Duration,
    /// A read that has waited for longer is refused.
    pub read_patience: Duration,
    /// All of them up, except in tests that want to see what one stands against.
    pub guards: Guards,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clock: None,
            patience: Duration::from_secs(5),
            read_patience: Duration::from_secs(2),
            guards: Guards::default(),
        }
    }
}

/// A database that can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder.
    #[error("the data folder {} can't be made", .0.display())]
    Folder(PathBuf, #[source] std::io::Error),
    /// A Postgres.
    #[error(transparent)]
    Postgres(#[from] reservation_postgres::OpenError),
    /// A file in the folder.
    #[error(transparent)]
    Sqlite(#[from] reservation_sqlite::OpenError),
}

/// An opened database.
pub struct Engine {
    /// Reservations, catalogue, ledger.
    pub store: Arc<dyn Store>,
    /// People who sign in, and secrets.
    pub accounts: Arc<dyn Accounts>,
    kept: Kept,
}

enum Kept {
    Sqlite(Arc<SqliteStore>),
    Postgres(Arc<PostgresStore>),
}

impl Engine {
    /// Opens it to serve; makes what is missing and brings its schema up to date.
    pub async fn open(place: &Place, options: Options) -> Result<Self, OpenError> {
        match place {
            Place::Folder(folder) => {
                make_folder(folder)?;
                let store = SqliteStore::open(file(folder), sqlite(options)).await?;
                Ok(Self::over_sqlite(store))
            }
            Place::Postgres(url) => {
                let store = PostgresStore::open(url.whole(), postgres(options)).await?;
                Ok(Self::over_postgres(store))
            }
        }
    }

    /// Opens it to change people or the catalogue: beside a running server, or where there is none yet.
    pub async fn open_beside(place: &Place, options: Options) -> Result<Self, OpenError> {
        match place {
            Place::Folder(folder) if file(folder).exists() => {
                let store = SqliteStore::open_beside(file(folder), sqlite(options)).await?;
                Ok(Self::over_sqlite(store))
            }
            Place::Folder(_) => Self::open(place, options).await,
            Place::Postgres(url) => {
                let beside = postgres(options.clone());
                match PostgresStore::open_beside(url.whole(), beside).await {
                    // Nobody has been here before.
                    Err(reservation_postgres::OpenError::Older { found: 0, .. }) => {
                        Self::open(place, options).await
                    }
                    opened => Ok(Self::over_postgres(opened?)),
                }
            }
        }
    }

    /// Opens it to look; a running server is not disturbed.
    pub async fn open_read_only(place: &Place, options: Options) -> Result<Self, OpenError> {
        match place {
            Place::Folder(folder) => {
                let store = SqliteStore::open_read_only(file(folder), sqlite(options)).await?;
                Ok(Self::over_sqlite(store))
            }
            Place::Postgres(url) => {
                let store = PostgresStore::open_read_only(url.whole(), postgres(options)).await?;
                Ok(Self::over_postgres(store))
            }
        }
    }

    fn over_sqlite(store: SqliteStore) -> Self {
        let store = Arc::new(store);
        Self {
            store: store.clone(),
            accounts: store.clone(),
            kept: Kept::Sqlite(store),
        }
    }

    fn over_postgres(store: PostgresStore) -> Self {
        let store = Arc::new(store);
        Self {
            store: store.clone(),
            accounts: store.clone(),
            kept: Kept::Postgres(store),
        }
    }

    /// What the database itself finds wrong, beyond what the core's `check` can see. Empty is sound.
    pub async fn integrity(&self) -> Result<Vec<String>, Fault> {
        match &self.kept {
            Kept::Sqlite(store) => store.integrity().await,
            Kept::Postgres(store) => store.integrity().await,
        }
    }

    /// True while writes are taken.
    pub fn is_writing(&self) -> bool {
        match &self.kept {
            Kept::Sqlite(store) => store.is_writing(),
            Kept::Postgres(store) => store.is_writing(),
        }
    }

    /// Does what is under way and closes. Whatever is asked later is refused.
    pub async fn close(&self) {
        match &self.kept {
            Kept::Sqlite(store) => store.close().await,
            Kept::Postgres(store) => store.close().await,
        }
    }
}

fn sqlite(options: Options) -> reservation_sqlite::Options {
    let clock = options.clock.unwrap_or_else(|| Arc::new(System));
    reservation_sqlite::Options {
        patience: options.patience,
        read_patience: options.read_patience,
        guards: options.guards,
        ..reservation_sqlite::Options::new(clock)
    }
}

fn postgres(options: Options) -> reservation_postgres::Options {
    reservation_postgres::Options {
        clock: options.clock,
        patience: options.patience,
        read_patience: options.read_patience,
        guards: options.guards,
        ..reservation_postgres::Options::default()
    }
}

/// Moves everything in a folder to a Postgres.
pub async fn move_clinics(
    folder: &Path,
    to: &PostgresUrl,
    watch: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> Result<Moved, CantMove> {
    reservation_moving::move_clinics(&file(folder), to.whole(), watch).await
}

/// The file of reservations, catalogue and ledger.
fn file(folder: &Path) -> PathBuf {
    folder.join("hitotsu.db")
}

fn make_folder(folder: &Path) -> Result<(), OpenError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    // It holds personal data: nobody but its owner looks in.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|error| OpenError::Folder(folder.to_owned(), error))
}
