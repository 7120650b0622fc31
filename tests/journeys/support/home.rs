use std::path::{Path, PathBuf};
use std::sync::Arc;

use hitotsu::demo::clock::ClockIds;
use hitotsu::engine::{Options, Place, PostgresUrl};
use hitotsu::serve::Opened;
use hitotsu::settings::{LogFormat, Public, Settings};
use postgres_cluster::{Database, database, database_from};
use reservation::testing::ManualClock;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::sync::OnceCell;

use super::app::MONDAY;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hitotsu");
/// Says on which database the journeys run: `sqlite`, which is also the default, or `postgres`.
const VARIABLE: &str = "HITOTSU_TEST_ENGINE";

/// Where the data of one test are: a folder or a Postgres database, which goes with this value.
pub struct Home {
    folder: TempDir,
    database: Option<Database>,
}

/// True when the journeys run on Postgres.
fn on_postgres() -> bool {
    match std::env::var(VARIABLE).as_deref() {
        Ok("postgres") => true,
        Ok("sqlite") | Err(_) => false,
        Ok(other) => panic!("{VARIABLE} is sqlite or postgres, not {other:?}"),
    }
}

/// True, and said, when the journeys run on Postgres and a test has nothing to look for there.
pub fn skipped_on_postgres(reason: &str) -> bool {
    if on_postgres() {
        eprintln!("skipped on Postgres: {reason}");
    }
    on_postgres()
}

/// The same the other way round.
pub fn skipped_on_sqlite(reason: &str) -> bool {
    if !on_postgres() {
        eprintln!("skipped on SQLite: {reason}");
    }
    !on_postgres()
}

impl Home {
    /// With nothing in it.
    pub fn empty() -> Self {
        Self::with(|| database("journey").unwrap())
    }

    /// Made for a server whose clock stands at [`MONDAY`]: on Postgres, where each database costs a schema and the
    /// demo's data, they are in it already.
    pub async fn for_app() -> Self {
        static MADE: OnceCell<Database> = OnceCell::const_new();
        if !on_postgres() {
            return Self::empty();
        }
        let made = MADE.get_or_init(made).await;
        Self::with(|| database_from(made, "journey").unwrap())
    }

    fn with(database: impl FnOnce() -> Database) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            database: on_postgres().then(database),
        }
    }

    pub fn place(&self) -> Place {
        match &self.database {
            None => Place::Folder(self.data()),
            Some(database) => postgres(database),
        }
    }

    /// The real program, told by its environment where the data are.
    pub fn program(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .env("HITOTSU_DATA", self.data())
            .env("HITOTSU_ADDR", "127.0.0.1:0")
            .env_remove("DATABASE_URL")
            .env_remove("HITOTSU_CONFIG")
            .kill_on_drop(true);
        if let Some(database) = &self.database {
            command.env("DATABASE_URL", database.url());
        }
        command
    }

    /// Room for a test's own files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder that the program is told; it makes none where it has a database.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Home {
    /// Before Postgres forgets a database it writes down all that it has of the others: nobody waits for that.
    fn drop(&mut self) {
        if let Some(database) = self.database.take() {
            std::thread::spawn(|| drop(database));
        }
    }
}

fn postgres(database: &Database) -> Place {
    Place::Postgres(PostgresUrl::parse(database.url()).unwrap())
}

async fn made() -> Database {
    let database = database("made").unwrap();
    let clock = Arc::new(ManualClock::new(MONDAY));
    let settings = Settings {
        place: postgres(&database),
        folder: "nowhere".into(),
        addr: "127.0.0.1:0".parse().unwrap(),
        public: Public::default(),
        log_format: LogFormat::Text,
    };
    let options = Options {
        clock: Some(clock.clone()),
        ..Options::default()
    };
    let ids = Arc::new(ClockIds::new(clock));
    let opened = Opened::new(&settings, options, ids, true).await.unwrap();
    opened.close().await;
    database
}
