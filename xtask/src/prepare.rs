//! `cargo xtask prepare`: the data of the checked queries, without sqlx-cli.
//!
//! `query!` checks a statement against a database while the crate compiles. Nobody should need a
//! database to build Hitotsu, so the answers are committed in `reservation/sqlite/.sqlx`, one file
//! a query, named by the hash of its text. This command makes them:
//!
//! 1. a new SQLite file in a temporary folder gets every `migrations/sqlite/*.sql`, by name;
//! 2. `cargo check -p reservation-sqlite --all-targets` runs with
//!    - `HITOTSU_SQLITE_URL`, the database (that name is in the package's `sqlx.toml`),
//!    - `SQLX_OFFLINE_DIR`, the folder in which the macros leave their answers,
//!    - `SQLX_OFFLINE=false`.
//!
//!    Cargo doesn't know these variables, so the package's target roots get a new modification time
//!    first: otherwise cargo takes the package for fresh and no macro runs;
//! 3. when that has compiled, `.sqlx` is made equal to what was left behind, files of queries that
//!    are gone included. With `--check` the two are compared instead, and nothing is written.
//!
//! Call it after each change of a migration or of a checked query.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;

use crate::run;

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

/// The file of one query, and what is in it.
type QueryFiles = BTreeMap<String, Vec<u8>>;

/// Run the command.
pub fn run(options: &Options) -> Result<()> {
    let recording = Recording::start()?;
    recording
        .record(
            run::cargo()
                .args(["check", "--quiet", "--all-targets", "--package"])
                .arg(SQLITE.package),
        )
        .context("the queries don't compile against the migrations, so .sqlx was left as it was")?;
    if options.check {
        recording.compare()?;
        println!("{}/.sqlx is up to date", SQLITE.folder);
    } else {
        recording.write()?;
    }
    Ok(())
}

/// A database with all migrations, and a folder that takes the answers of the macros.
pub struct Recording {
    /// Holds both; removed when this value goes.
    _folder: TempDir,
    database: PathBuf,
    answers: PathBuf,
}

impl Recording {
    /// Make the database.
    pub fn start() -> Result<Self> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let database = folder.path().join("migrated.sqlite");
        let answers = folder.path().join("sqlx");
        fs::create_dir(&answers)?;
        migrate(&database, &run::workspace().join(SQLITE.migrations))?;
        Ok(Self {
            _folder: folder,
            database,
            answers,
        })
    }

    /// Let a cargo command that compiles the engine's package ask the database and record.
    pub fn record(&self, command: &mut Command) -> Result<()> {
        touch_roots(&run::workspace().join(SQLITE.folder))?;
        let url = format!("sqlite://{}", self.database.display());
        run::checked(
            command
                .env(SQLITE.url_variable, url)
                .env("SQLX_OFFLINE", "false")
                .env("SQLX_OFFLINE_DIR", &self.answers),
        )
    }

    /// Fail if the committed files are not the recorded ones.
    pub fn compare(&self) -> Result<()> {
        let recorded = query_files(&self.answers)?;
        let committed = query_files(&committed_folder())?;
        let missing = recorded
            .keys()
            .filter(|name| !committed.contains_key(*name));
        let stale = committed
            .keys()
            .filter(|name| !recorded.contains_key(*name));
        let changed = recorded
            .iter()
            .filter(|(name, content)| committed.get(*name).is_some_and(|other| other != *content));
        let (missing, stale, changed) = (missing.count(), stale.count(), changed.count());
        if missing + stale + changed > 0 {
            bail!(
                "{}/.sqlx is out of date (queries missing: {missing}, no longer used: {stale}, \
                 changed: {changed}): run `cargo xtask prepare` and commit the result",
                SQLITE.folder
            );
        }
        Ok(())
    }

    /// Make the committed files equal to the recorded ones.
    fn write(&self) -> Result<()> {
        let recorded = query_files(&self.answers)?;
        let folder = committed_folder();
        let committed = query_files(&folder)?;
        fs::create_dir_all(&folder)
            .with_context(|| format!("can't create {}", folder.display()))?;
        for name in committed
            .keys()
            .filter(|name| !recorded.contains_key(*name))
        {
            fs::remove_file(folder.join(name)).with_context(|| format!("can't remove {name}"))?;
        }
        for (name, content) in &recorded {
            if committed.get(name) != Some(content) {
                fs::write(folder.join(name), content)
                    .with_context(|| format!("can't write {name}"))?;
            }
        }
        println!("{} queries in {}/.sqlx", recorded.len(), SQLITE.folder);
        Ok(())
    }
}

fn committed_folder() -> PathBuf {
    run::workspace().join(SQLITE.folder).join(".sqlx")
}

fn migrate(database: &Path, migrations: &Path) -> Result<()> {
    let files = sql_files(migrations)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let options = SqliteConnectOptions::new()
            .filename(database)
            .create_if_missing(true)
            .foreign_keys(true);
        let mut connection = SqliteConnection::connect_with(&options)
            .await
            .context("can't create a SQLite database")?;
        for file in &files {
            let text = fs::read_to_string(file)?;
            sqlx::raw_sql(AssertSqlSafe(text))
                .execute(&mut connection)
                .await
                .with_context(|| format!("the migration {} fails", file.display()))?;
        }
        connection.close().await?;
        Ok(())
    })
}

fn sql_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = files_in(folder)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sql"));
    if files.is_empty() {
        bail!("there is no migration in {}", folder.display());
    }
    files.sort();
    Ok(files)
}

fn query_files(folder: &Path) -> Result<QueryFiles> {
    let mut files = QueryFiles::new();
    if !folder.exists() {
        return Ok(files);
    }
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
        let folder = package.join(folder);
        if folder.exists() {
            roots.extend(files_in(&folder)?);
        }
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

fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
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
