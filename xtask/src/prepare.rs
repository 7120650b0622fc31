//! `cargo xtask prepare`: the data of the checked queries, without sqlx-cli.
//!
//! `query!` checks a statement against a database while the crate compiles. Nobody should need a
//! database to build Hitotsu, so the answers are committed in the `.sqlx` of each engine's package,
//! one file a query, named by the hash of its text. This command makes them:
//!
//! 1. a new database of each engine (SQLite: a file in a temporary folder; Postgres: a database on a
//!    private cluster) gets every `migrations/<engine>/*.sql`, by name;
//! 2. `cargo check --all-targets` of the engines' packages runs with
//!    - `HITOTSU_SQLITE_URL` and `HITOTSU_POSTGRES_URL`, the databases (those names are in the
//!      packages' `sqlx.toml`),
//!    - `SQLX_OFFLINE_DIR`, the folder in which the macros leave their answers. Each package has one
//!      of its own, because a statement that both engines share has the same file name in both: a
//!      wrapper around the compiler sees to that,
//!    - `SQLX_OFFLINE=false`.
//!
//!    Cargo doesn't know these variables, so the packages' target roots get a new modification time
//!    first: otherwise cargo takes the packages for fresh and no macro runs;
//! 3. when that has compiled, each `.sqlx` is made equal to what was left behind, files of queries
//!    that are gone included. With `--check` the two are compared instead, and nothing is written.
//!
//! Without Postgres it does all this for SQLite alone, and says so; Postgres' queries then compile
//! from their committed data.
//!
//! Call it after each change of a migration or of a checked query.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use postgres_cluster::Database;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, Executor};
use tempfile::TempDir;

use crate::{postgres, run};

/// Options of `cargo xtask prepare`.
#[derive(clap::Args)]
pub struct Options {
    /// Write nothing; fail if the committed data is not what the queries and migrations give.
    #[arg(long)]
    check: bool,
}

/// An engine whose queries are checked while compiling.
struct Engine {
    package: &'static str,
    folder: &'static str,
    migrations: &'static str,
    url_variable: &'static str,
}

const SQLITE: Engine = Engine {
    package: "reservation-sqlite",
    folder: "reservation/sqlite",
    migrations: "migrations/sqlite",
    url_variable: "HITOTSU_SQLITE_URL",
};

const POSTGRES: Engine = Engine {
    package: "reservation-postgres",
    folder: "reservation/postgres",
    migrations: "migrations/postgres",
    url_variable: "HITOTSU_POSTGRES_URL",
};

/// Stands before the compiler, and gives each package a folder of its own for the macros' answers.
const WRAPPER: &str = r#"#!/bin/sh
SQLX_OFFLINE_DIR="$HITOTSU_ANSWERS/$CARGO_PKG_NAME" exec "$@"
"#;

/// The file of one query, and what is in it.
type QueryFiles = BTreeMap<String, Vec<u8>>;

/// Run the command.
pub fn run(options: &Options) -> Result<()> {
    let server = postgres::start_or_say("the queries of SQLite alone");
    let recording = Recording::start(server.is_some())?;
    let mut check = run::cargo();
    check.args(["check", "--quiet", "--all-targets"]);
    for recorded in &recording.engines {
        check.args(["--package", recorded.engine.package]);
    }
    recording
        .record(&mut check)
        .context("the queries don't compile against the migrations, so .sqlx was left as it was")?;
    if options.check {
        recording.compare()
    } else {
        recording.write()
    }
}

/// Databases with all migrations, and folders that take the answers of the macros.
pub struct Recording {
    engines: Vec<Recorded>,
    /// Holds everything that is a file; removed when this value goes.
    folder: TempDir,
}

/// What one engine's queries are checked against.
struct Recorded {
    engine: &'static Engine,
    url: String,
    /// Dropped when this value goes.
    _database: Option<Database>,
}

impl Recording {
    /// Make the databases.
    pub fn start(with_postgres: bool) -> Result<Self> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let file = folder.path().join("migrated.sqlite");
        runtime.block_on(migrate_sqlite(&file))?;
        let mut engines = vec![Recorded {
            engine: &SQLITE,
            url: format!("sqlite://{}", file.display()),
            _database: None,
        }];
        if with_postgres {
            let database = postgres_cluster::database("queries")?;
            runtime.block_on(migrate_postgres(database.url()))?;
            engines.push(Recorded {
                engine: &POSTGRES,
                url: database.url().to_owned(),
                _database: Some(database),
            });
        }
        let wrapper = folder.path().join("wrapper");
        fs::write(&wrapper, WRAPPER)?;
        fs::set_permissions(&wrapper, Permissions::from_mode(0o755))?;
        let recording = Self { engines, folder };
        for recorded in &recording.engines {
            fs::create_dir_all(recording.answers(recorded.engine))?;
        }
        Ok(recording)
    }

    /// Let a cargo command that compiles the engines' packages ask the databases and record.
    pub fn record(&self, command: &mut Command) -> Result<()> {
        for engine in [&SQLITE, &POSTGRES] {
            command.env_remove(engine.url_variable);
        }
        for recorded in &self.engines {
            touch_roots(&run::workspace().join(recorded.engine.folder))?;
            command.env(recorded.engine.url_variable, &recorded.url);
        }
        run::checked(
            command
                .env("SQLX_OFFLINE", "false")
                .env("HITOTSU_ANSWERS", self.folder.path().join("answers"))
                .env("RUSTC_WRAPPER", self.folder.path().join("wrapper")),
        )
    }

    /// Fail if the committed files are not the recorded ones.
    pub fn compare(&self) -> Result<()> {
        for Recorded { engine, .. } in &self.engines {
            let recorded = query_files(&self.answers(engine))?;
            let committed = query_files(&engine.committed())?;
            compare(engine, &recorded, &committed)?;
            println!(
                "{}/.sqlx is up to date, {} queries",
                engine.folder,
                recorded.len()
            );
        }
        Ok(())
    }

    /// Make the committed files equal to the recorded ones.
    fn write(&self) -> Result<()> {
        for Recorded { engine, .. } in &self.engines {
            let recorded = query_files(&self.answers(engine))?;
            write(&engine.committed(), &recorded)?;
            println!("{} queries in {}/.sqlx", recorded.len(), engine.folder);
        }
        Ok(())
    }

    fn answers(&self, engine: &Engine) -> PathBuf {
        self.folder.path().join("answers").join(engine.package)
    }
}

impl Engine {
    fn committed(&self) -> PathBuf {
        run::workspace().join(self.folder).join(".sqlx")
    }
}

fn compare(engine: &Engine, recorded: &QueryFiles, committed: &QueryFiles) -> Result<()> {
    let without = |files: &QueryFiles, others: &QueryFiles| {
        files
            .keys()
            .filter(|name| !others.contains_key(*name))
            .count()
    };
    let (missing, stale) = (without(recorded, committed), without(committed, recorded));
    let changed = recorded
        .iter()
        .filter(|(name, content)| committed.get(*name).is_some_and(|other| other != *content));
    let changed = changed.count();
    if missing + stale + changed > 0 {
        bail!(
            "{}/.sqlx is out of date (queries missing: {missing}, no longer used: {stale}, \
             changed: {changed}): run `cargo xtask prepare` and commit the result",
            engine.folder
        );
    }
    Ok(())
}

/// An engine without any query gets no folder.
fn write(folder: &Path, recorded: &QueryFiles) -> Result<()> {
    let committed = query_files(folder)?;
    for name in committed
        .keys()
        .filter(|name| !recorded.contains_key(*name))
    {
        fs::remove_file(folder.join(name)).with_context(|| format!("can't remove {name}"))?;
    }
    for (name, content) in recorded {
        if committed.get(name) != Some(content) {
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(folder.join(name), content))
                .with_context(|| format!("can't write {name}"))?;
        }
    }
    Ok(())
}

async fn migrate_sqlite(file: &Path) -> Result<()> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .foreign_keys(true);
    let mut connection = SqliteConnection::connect_with(&options)
        .await
        .context("can't create a SQLite database")?;
    for (file, text) in migrations(&SQLITE)? {
        let done = connection.execute(sqlx::raw_sql(AssertSqlSafe(text))).await;
        done.with_context(|| format!("the migration {} fails", file.display()))?;
    }
    Ok(connection.close().await?)
}

async fn migrate_postgres(url: &str) -> Result<()> {
    let mut connection = PgConnection::connect(url)
        .await
        .context("can't connect to Postgres")?;
    for (file, text) in migrations(&POSTGRES)? {
        let done = connection.execute(sqlx::raw_sql(AssertSqlSafe(text))).await;
        done.with_context(|| format!("the migration {} fails", file.display()))?;
    }
    Ok(connection.close().await?)
}

/// The migrations in their order, each with its text.
fn migrations(engine: &Engine) -> Result<Vec<(PathBuf, String)>> {
    let mut files = files_in(&run::workspace().join(engine.migrations))?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    let with_text = files.into_iter().map(|file| {
        let text = fs::read_to_string(&file)?;
        Ok((file, text))
    });
    with_text.collect()
}

fn query_files(folder: &Path) -> Result<QueryFiles> {
    let mut files = QueryFiles::new();
    for file in files_in(folder)? {
        if let Some(name) = file.file_name().and_then(|name| name.to_str())
            && name.starts_with("query-")
        {
            files.insert(name.to_owned(), fs::read(&file)?);
        }
    }
    Ok(files)
}

/// Give every target root of a package the present time, so that cargo compiles it again.
fn touch_roots(package: &Path) -> Result<()> {
    let mut roots = vec![package.join("src/lib.rs"), package.join("src/main.rs")];
    for folder in ["src/bin", "tests", "benches", "examples"] {
        roots.extend(files_in(&package.join(folder))?);
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo compares modification times with the clock of the machine"
    )]
    let now = FileTimes::new().set_modified(SystemTime::now());
    for root in roots.iter().filter(|root| root.is_file()) {
        File::options()
            .append(true)
            .open(root)
            .and_then(|file| file.set_times(now))
            .with_context(|| format!("can't touch {}", root.display()))?;
    }
    Ok(())
}

/// The files in a folder; none if there is no such folder.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries =
        fs::read_dir(folder).with_context(|| format!("can't read {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}
