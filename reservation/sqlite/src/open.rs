//! Opening the file: permissions, the lock against a second server, the schema, the connections.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection, SqlitePool};

use crate::options::{OpenError, Options};

static MIGRATOR: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// How long a connection waits for a lock that another one holds for a moment.
const LOCK_WAIT: Duration = Duration::from_secs(5);
/// Rows on their way between SQLite's thread and ours.
const ROWS_IN_FLIGHT: usize = 1024;

/// How the writer and the checkpoints connect.
pub(crate) fn write_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        // An answer means that it is on the disk.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(LOCK_WAIT)
        // A checkpoint inside a COMMIT is the worst answer time there is; they have a task of their own.
        .pragma("wal_autocheckpoint", "0")
        .pragma("cache_size", "-32768")
        .row_buffer_size(ROWS_IN_FLIGHT)
        .disable_statement_logging()
}

/// How readers connect: whatever a statement tries, it can't write.
pub(crate) fn read_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(LOCK_WAIT)
        .pragma("query_only", "1")
        .row_buffer_size(ROWS_IN_FLIGHT)
        .disable_statement_logging()
}

/// The bounded pool that pages and jobs read from.
pub(crate) async fn readers(path: &Path, options: &Options) -> Result<SqlitePool, OpenError> {
    SqlitePoolOptions::new()
        .max_connections(options.readers.max(1))
        .acquire_timeout(options.read_patience)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(read_options(path))
        .await
        .map_err(|error| OpenError::Database(path.to_owned(), error))
}

/// Makes an empty file that only its owner may read. SQLite gives its log the same permissions.
pub(crate) fn create_private(path: &Path) -> Result<(), OpenError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(OpenError::File(path.to_owned(), error)),
    }
}

/// The lock that one server holds. The system frees it when the process ends, however it ends.
pub(crate) fn lock(path: &Path) -> Result<File, OpenError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    create_private(&name)?;
    let file = OpenOptions::new()
        .write(true)
        .open(&name)
        .map_err(|error| OpenError::File(name.clone(), error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::File(name, error)),
    }
}

/// Connects for writing and takes the steps of the schema that are missing.
pub(crate) async fn migrated(path: &Path) -> Result<SqliteConnection, OpenError> {
    let mut connection = write_options(path)
        .connect()
        .await
        .map_err(|error| OpenError::Database(path.to_owned(), error))?;
    match MIGRATOR.run(&mut connection).await {
        Ok(()) => Ok(connection),
        Err(MigrateError::VersionMissing(found)) => Err(OpenError::Newer {
            path: path.to_owned(),
            found,
            known: known(),
        }),
        Err(MigrateError::VersionMismatch(step)) => Err(OpenError::Foreign {
            path: path.to_owned(),
            step,
        }),
        Err(error) => Err(OpenError::Migration(path.to_owned(), error)),
    }
}

/// For readers: the schema must be just the one that the statements were written for.
pub(crate) async fn check_schema(path: &Path, readers: &SqlitePool) -> Result<(), OpenError> {
    let found: Option<i64> = sqlx::query_scalar("select max(version) from _sqlx_migrations")
        .fetch_one(readers)
        .await
        .map_err(|error| OpenError::Database(path.to_owned(), error))?;
    let (found, known) = (found.unwrap_or_default(), known());
    match found.cmp(&known) {
        std::cmp::Ordering::Less => Err(OpenError::Older {
            path: path.to_owned(),
            found,
            known,
        }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(OpenError::Newer {
            path: path.to_owned(),
            found,
            known,
        }),
    }
}

fn known() -> i64 {
    MIGRATOR
        .iter()
        .map(|step| step.version)
        .max()
        .unwrap_or_default()
}
