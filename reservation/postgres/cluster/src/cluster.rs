//! A cluster of one's own.

use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::failure::{Failure, NoPostgres};
use crate::process::{NotStarted, Process};
use crate::programs::{Programs, succeeded};

/// How the server sorts when nobody says how: best by the rules of a language, as no byte order does. What this
/// machine's Postgres can't do is refused by `initdb`, and the next one is tried.
const LOCALES: [&[&str]; 3] = [
    &["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"],
    &["--locale=en_US.UTF-8"],
    &["--locale=C"],
];

/// Durable as a real one. Room for many tests at the same time, and for standbys.
const SETTINGS: &str = "
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
fsync = on
synchronous_commit = on
full_page_writes = on
shared_buffers = '64MB'
dynamic_shared_memory_type = 'mmap'
wal_level = 'replica'
max_wal_senders = 10
wal_keep_size = '256MB'
hot_standby = on
wal_retrieve_retry_interval = '50ms'
logging_collector = off
log_destination = 'stderr'
";

/// Ports that no system gives to outgoing connections, so that a server that was stopped finds its own free again.
const PORTS: std::ops::Range<u16> = 15_000..32_000;

/// How often another port is tried.
const TRIES: u32 = 10;

/// How long a standby may take to do as it is told.
const PATIENCE: Duration = Duration::from_secs(60);

/// A Postgres of one's own: stopped and removed when this value goes, or when the process that holds it ends.
pub struct Cluster {
    programs: Programs,
    /// None: stopped, or killed.
    process: Mutex<Option<Process>>,
    port: u16,
    /// What a standby calls itself when it follows another.
    name: String,
    folder: TempDir,
}

impl Cluster {
    /// Make a cluster and start its server.
    pub fn start() -> Result<Self, NoPostgres> {
        let programs = Programs::find()?;
        let folder = new_folder(&programs)?;
        init(&programs, folder.path())?;
        Ok(Self::run(programs, folder, String::new())?)
    }

    /// A second machine: a copy of this one that follows it, and can be asked but not written to.
    pub fn standby(&self) -> Result<Self, Failure> {
        let folder = new_folder(&self.programs)?;
        let name = format!("standby_{:016x}", chance());
        let primary = format!(
            "host=127.0.0.1 port={} user=hitotsu application_name={name}",
            self.port
        );
        let mut copy = self
            .programs
            .command(self.programs.path("pg_basebackup"), folder.path());
        copy.args(["--write-recovery-conf", "--wal-method=stream"])
            .args(["--checkpoint=fast", "--no-sync", "--dbname", &primary])
            .arg("--pgdata")
            .arg(data(folder.path()));
        succeeded("pg_basebackup", copy.output())?;
        Self::run(self.programs.clone(), folder, name)
    }

    /// Let every commit here wait until it is on the standby's disk as well.
    pub fn make_synchronous(&self, standby: &Self) -> Result<(), Failure> {
        let name = &standby.name;
        self.psql(
            "postgres",
            &format!(
                "alter system set synchronous_standby_names = '{name}'; select pg_reload_conf();"
            ),
        )?;
        let state =
            format!("select sync_state from pg_stat_replication where application_name = '{name}'");
        self.wait_for(&state, "sync")
    }

    /// Let a standby take over: it follows nobody any longer, and can be written to.
    pub fn promote(&self) -> Result<(), Failure> {
        self.psql("postgres", "select pg_promote(true, 60)")?;
        self.wait_for("select pg_is_in_recovery()", "f")
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://hitotsu@127.0.0.1:{}/{database}", self.port)
    }

    /// The port, which stays the same as long as this value lives.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where the cluster is: its files are in `data`, and `log` is what the server said.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The programs that run it.
    pub fn programs(&self) -> &Programs {
        &self.programs
    }

    /// What `psql` prints for these statements: a row a line, the fields divided by `|`.
    pub fn psql(&self, database: &str, statements: &str) -> Result<String, Failure> {
        self.programs.psql(&self.url(database), statements)
    }

    /// Kill all processes of the server at one stroke, as a power cut does.
    pub fn kill(&self) {
        if let Some(process) = self.process().take() {
            process.kill();
        }
    }

    /// Stop the server in order: open transactions are rolled back, and everybody is disconnected.
    pub fn stop(&self) {
        if let Some(process) = self.process().take() {
            process.end("INT");
        }
    }

    /// Start the server again after [`Self::kill`] or [`Self::stop`], on the same port.
    pub fn start_again(&self) -> Result<(), Failure> {
        let mut process = self.process();
        if process.is_none() {
            let started = Process::start(&self.programs, self.folder.path(), self.port);
            *process = Some(started?);
        }
        Ok(())
    }

    /// Let the server stand still: it takes connections and answers nothing.
    pub fn pause(&self) {
        if let Some(process) = &*self.process() {
            process.signal_all("STOP");
        }
    }

    /// Let it go on.
    pub fn resume(&self) {
        if let Some(process) = &*self.process() {
            process.signal_all("CONT");
        }
    }

    /// Start a server on the cluster in this folder, on a port that is free.
    fn run(programs: Programs, folder: TempDir, name: String) -> Result<Self, Failure> {
        let mut last = Failure::new("the server doesn't start", "no port is free");
        for _ in 0..TRIES {
            let port = free_port()?;
            match Process::start(&programs, folder.path(), port) {
                Ok(process) => {
                    return Ok(Self {
                        programs,
                        process: Mutex::new(Some(process)),
                        port,
                        name,
                        folder,
                    });
                }
                Err(NotStarted::PortTaken(failure)) => last = failure,
                Err(NotStarted::Failed(failure)) => return Err(failure),
            }
        }
        Err(last)
    }

    fn wait_for(&self, question: &str, answer: &str) -> Result<(), Failure> {
        let start = Instant::now();
        loop {
            let told = self.psql("postgres", question)?;
            if told == answer {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(Failure::new(
                    question,
                    format!("still {told:?}, not {answer:?}"),
                ));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn process(&self) -> MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Cluster {
    /// The folder goes after this.
    fn drop(&mut self) {
        if let Some(process) = self.process().take() {
            process.end("QUIT");
        }
    }
}

fn data(folder: &Path) -> PathBuf {
    folder.join("data")
}

fn new_folder(programs: &Programs) -> Result<TempDir, Failure> {
    let folder = tempfile::Builder::new()
        .prefix("postgres-cluster-")
        .tempdir();
    let folder = folder.map_err(|error| Failure::new("no temporary folder", error))?;
    programs.hand_over(folder.path())?;
    Ok(folder)
}

/// An empty cluster, with the first locale that this Postgres knows.
fn init(programs: &Programs, folder: &Path) -> Result<(), Failure> {
    let mut made = Err(Failure::new("initdb", "no locale"));
    for locale in LOCALES {
        let mut initdb = programs.command(programs.path("initdb"), folder);
        initdb
            .args(["--username=hitotsu", "--auth=trust", "--encoding=UTF8"])
            .args(["--no-sync", "--no-instructions"])
            .args(locale)
            .arg("--pgdata")
            .arg(data(folder));
        made = succeeded("initdb", initdb.output());
        if made.is_ok() {
            break;
        }
    }
    made?;
    let settings = File::options()
        .append(true)
        .open(data(folder).join("postgresql.conf"));
    settings
        .and_then(|mut file| file.write_all(SETTINGS.as_bytes()))
        .map_err(|error| Failure::new("the cluster's settings can't be written", error))
}

/// A port that nobody listens on now. Somebody may before we do: the caller tries again.
fn free_port() -> Result<u16, Failure> {
    let width = u64::from(PORTS.end - PORTS.start);
    for _ in 0..100 {
        let port = PORTS.start + u16::try_from(chance() % width).unwrap_or_default();
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    Err(Failure::new("the server can't start", "no port is free"))
}

/// The standard library's maps begin with a random number.
pub(crate) fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}
