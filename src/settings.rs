//! Settings: flags go before the environment, the environment before the file, the file before what is built in.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset};
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Deserialize;
use url::Url;

use crate::engine::{BadUrl, Place, PostgresUrl};

/// Online appointment booking for clinics: one slot goes to one patient, one intent makes one booking.
#[derive(Debug, Parser)]
#[command(name = "hitotsu", version, about)]
pub struct Cli {
    /// Settings that all commands share.
    #[command(flatten)]
    pub shared: Shared,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Settings that all commands share.
#[derive(Clone, Default, Args)]
pub struct Shared {
    /// The folder that holds the databases [default: ./data]
    #[arg(long, env = "HITOTSU_DATA", global = true, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// A Postgres to use instead of that folder (postgres://…), for any number of servers. An address with a password
    /// belongs into the environment or the file, since everybody on the machine can see flags
    #[arg(
        long,
        env = "DATABASE_URL",
        global = true,
        value_name = "URL",
        hide_env_values = true
    )]
    pub database_url: Option<String>,
    /// The address to listen on; port 0 takes a free one [default: 127.0.0.1:3000]
    #[arg(long, env = "HITOTSU_ADDR", global = true, value_name = "IP:PORT")]
    pub addr: Option<SocketAddr>,
    /// The address by which browsers reach the server; https makes its cookies `Secure`
    #[arg(long, env = "HITOTSU_PUBLIC_URL", global = true, value_name = "URL")]
    pub public_url: Option<Url>,
    /// Browsers reach the server by https (implied by a public URL that begins with https)
    #[arg(long, env = "HITOTSU_HTTPS", global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true",
          value_parser = clap::builder::BoolishValueParser::new(), value_name = "BOOL")]
    pub https: Option<bool>,
    /// How log lines are written [default: text]
    #[arg(long, env = "HITOTSU_LOG_FORMAT", global = true, value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,
    /// A TOML file with `data`, `database_url`, `addr`, `public_url`, `https` and `log_format`
    #[arg(long, env = "HITOTSU_CONFIG", global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address of a database stays out of logs.
        f.debug_struct("Shared")
            .field("data", &self.data)
            .field("addr", &self.addr)
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve two demo clinics on this machine alone, and print how to sign in
    Demo {
        /// Let the clinics' clock begin here instead of at the machine's time (RFC 3339, with an offset)
        #[arg(long, env = "HITOTSU_DEMO_AT", value_name = "TIME")]
        at: Option<DateTime<FixedOffset>>,
    },
    /// Serve
    Serve,
    /// Verify every promise of a database; exit 1 on a violation. Safe beside a running server
    Check {
        /// Print counts and violations as JSON
        #[arg(long)]
        json: bool,
        /// Print each reservation, its history and the recorded submissions as well: without names, telephone numbers
        /// or anything else that was typed
        #[arg(long, requires = "json")]
        rows: bool,
    },
    /// Move everything from the folder to the Postgres that DATABASE_URL names. No server may run on either. Started
    /// again after it was interrupted, it begins anew; staff have to sign in again
    Move,
    /// The people who sign in
    #[command(subcommand)]
    Staff(StaffCommand),
    /// The clinics
    #[command(subcommand)]
    Clinic(ClinicCommand),
}

/// The people who sign in.
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Add somebody, or give somebody a new password, which ends their open sessions. Reads the password from stdin when that is not a terminal;
    /// else makes one and shows it once
    Add {
        /// The clinic's id
        clinic: String,
        /// The name to sign in with
        login: String,
        /// The name on the screen [default: as it is; of somebody new the name to sign in with]
        #[arg(long)]
        name: Option<String>,
    },
    /// List those of a clinic
    List {
        /// The clinic's id
        clinic: String,
    },
    /// End somebody's access, open sessions included
    Disable {
        /// The clinic's id
        clinic: String,
        /// The name to sign in with
        login: String,
    },
}

/// The clinics.
#[derive(Debug, Subcommand)]
pub enum ClinicCommand {
    /// List them
    List,
    /// Show what one offers, as JSON: a file to keep, to change and to put back
    Show {
        /// The clinic's id
        clinic: String,
    },
    /// Write what a clinic offers from a file like that of `show`, beside a running server too. Nothing that is booked
    /// changes; closures stay as they are
    Put {
        /// The file
        file: PathBuf,
    },
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// The settings in force.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where the data are kept.
    pub place: Place,
    /// The folder for files, also where a Postgres is used: what is moved comes from there.
    pub folder: PathBuf,
    /// The address to listen on.
    pub addr: SocketAddr,
    /// How the server is reached from outside.
    pub public: Public,
    /// How log lines are written.
    pub log_format: LogFormat,
}

/// How the server is reached from outside.
#[derive(Clone, Default)]
pub struct Public {
    /// Its address, when it was given.
    pub url: Option<Url>,
    /// True when it was said in so many words.
    pub https: Option<bool>,
    /// A key for form tokens from the environment; it goes before that of the store.
    pub form_key: Option<[u8; 32]>,
}

impl fmt::Debug for Public {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key stays out of logs.
        f.debug_struct("Public")
            .field("url", &self.url)
            .field("https", &self.https)
            .finish_non_exhaustive()
    }
}

impl Public {
    /// True when cookies have to be `Secure`.
    pub fn https(&self) -> bool {
        self.https
            .unwrap_or_else(|| self.url.as_ref().is_some_and(|url| url.scheme() == "https"))
    }
}

/// Settings that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum BadSettings {
    /// The file can't be read.
    #[error("the settings file {} can't be read", .0.display())]
    Unread(PathBuf, #[source] std::io::Error),
    /// The file is not what it should be.
    #[error("the settings file {} is not right: line {line}: {message}", .path.display())]
    Unparsed {
        /// The file.
        path: PathBuf,
        /// Where. The line itself is not shown: it may hold a password.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The address of the database.
    #[error(transparent)]
    Database(#[from] BadUrl),
    /// The demo is for this machine alone.
    #[error("the demo listens on this machine alone: {0} is not a loopback address")]
    DemoInPublic(SocketAddr),
    /// The key is not 64 hexadecimal digits.
    #[error("HITOTSU_FORM_KEY has to be 64 hexadecimal digits")]
    FormKey,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    data: Option<PathBuf>,
    database_url: Option<String>,
    addr: Option<SocketAddr>,
    public_url: Option<Url>,
    https: Option<bool>,
    log_format: Option<LogFormat>,
}

impl Settings {
    /// Joins flags and environment (clap has), file and defaults.
    pub fn new(shared: &Shared) -> Result<Self, BadSettings> {
        let file = shared
            .config
            .as_deref()
            .map(File::read)
            .transpose()?
            .unwrap_or_default();
        let said = |url: &String| !url.trim().is_empty();
        let url = shared.database_url.clone().filter(said);
        let url = url.or(file.database_url.filter(said));
        let folder = shared.data.clone().or(file.data);
        Ok(Self {
            place: place(url.as_deref(), folder.clone())?,
            folder: folder.unwrap_or_else(|| "data".into()),
            addr: shared
                .addr
                .or(file.addr)
                .unwrap_or(SocketAddr::from(([127, 0, 0, 1], 3000))),
            public: Public {
                url: shared.public_url.clone().or(file.public_url),
                https: shared.https.or(file.https),
                form_key: form_key(std::env::var("HITOTSU_FORM_KEY").ok().as_deref())?,
            },
            log_format: shared
                .log_format
                .or(file.log_format)
                .unwrap_or(LogFormat::Text),
        })
    }

    /// The demo's sign-in is printed for everybody to read, so nobody else may reach it.
    pub fn for_demo(self) -> Result<Self, BadSettings> {
        if self.addr.ip().is_loopback() {
            Ok(self)
        } else {
            Err(BadSettings::DemoInPublic(self.addr))
        }
    }
}

impl File {
    fn read(path: &Path) -> Result<Self, BadSettings> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadSettings::Unread(path.into(), error))?;
        toml::from_str(&text).map_err(|error| BadSettings::Unparsed {
            path: path.into(),
            line: line_of(&text, &error),
            message: error.message().into(),
        })
    }
}

fn line_of(text: &str, error: &toml::de::Error) -> usize {
    let before = error.span().and_then(|span| text.get(..span.start));
    before.unwrap_or_default().matches('\n').count() + 1
}

/// A database wherever one is named; else the folder.
fn place(url: Option<&str>, folder: Option<PathBuf>) -> Result<Place, BadUrl> {
    match url {
        Some(url) => Ok(Place::Postgres(PostgresUrl::parse(url)?)),
        None => Ok(Place::Folder(folder.unwrap_or_else(|| "data".into()))),
    }
}

fn form_key(text: Option<&str>) -> Result<Option<[u8; 32]>, BadSettings> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    blake3::Hash::from_hex(text)
        .map(|hash| Some(*hash.as_bytes()))
        .map_err(|_| BadSettings::FormKey)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Settings {
        let cli = Cli::try_parse_from([&["hitotsu"], args].concat()).unwrap();
        Settings::new(&cli.shared).unwrap()
    }

    #[test]
    fn flags_go_before_the_file_and_the_file_before_the_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hitotsu.toml");
        std::fs::write(
            &path,
            "data = '/srv/a'\naddr = '127.0.0.1:4000'\nlog_format = 'json'\n",
        )
        .unwrap();
        let config = path.to_str().unwrap();
        let settings = parse(&["serve", "--config", config, "--addr", "127.0.0.1:5000"]);
        assert_eq!(settings.place, Place::Folder("/srv/a".into()));
        assert_eq!(settings.addr.port(), 5000);
        assert_eq!(settings.log_format, LogFormat::Json);
        std::fs::write(&path, "dtaa = '/srv/a'\n").unwrap();
        let cli = Cli::try_parse_from(["hitotsu", "serve", "--config", config]).unwrap();
        assert!(
            Settings::new(&cli.shared).is_err(),
            "a misspelt setting is said, not ignored"
        );
    }

    #[test]
    fn a_database_that_is_named_goes_before_the_folder_and_its_password_is_not_said() {
        let url = "postgres://me:s3cret@db.example/hitotsu";
        let settings = parse(&["serve", "--database-url", url, "--data", "/srv/a"]);
        assert_eq!(
            settings.place,
            Place::Postgres(PostgresUrl::parse(url).unwrap())
        );
        let cli = Cli::try_parse_from(["hitotsu", "serve", "--database-url", url]).unwrap();
        for text in [format!("{settings:?}"), format!("{cli:?}")] {
            assert!(!text.contains("s3cret"), "{text}");
        }
        assert_eq!(
            parse(&["serve", "--database-url", "", "--data", "/srv/a"]).place,
            Place::Folder("/srv/a".into())
        );

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hitotsu.toml");
        let config = path.to_str().unwrap();
        std::fs::write(&path, format!("database_url = '{url}'\n")).unwrap();
        assert_eq!(
            parse(&["serve", "--config", config]).place.to_string(),
            "postgres://db.example/hitotsu"
        );
        for bad in [
            format!("addr = '127.0.0.1:1'\ndatabase_url = '{url}\n"),
            "database_url = 'sqlite:s3cret.db'\n".to_owned(),
        ] {
            std::fs::write(&path, &bad).unwrap();
            let cli = Cli::try_parse_from(["hitotsu", "serve", "--config", config]).unwrap();
            let error = Settings::new(&cli.shared).unwrap_err();
            let text = format!("{error} {error:?}");
            assert!(!text.contains("s3cret"), "{text}");
            assert!(text.contains("line 2") || text.contains("postgres://"));
        }
    }

    #[test]
    fn the_demo_is_for_this_machine_alone() {
        assert!(
            parse(&["demo", "--addr", "0.0.0.0:3000"])
                .for_demo()
                .is_err()
        );
        assert!(parse(&["demo", "--addr", "[::1]:3000"]).for_demo().is_ok());
    }

    #[test]
    fn https_is_known_by_the_public_address_or_said() {
        assert!(
            parse(&["serve", "--public-url", "https://clinic.example"])
                .public
                .https()
        );
        assert!(parse(&["serve", "--https"]).public.https());
        assert!(!parse(&["serve"]).public.https());
    }

    #[test]
    fn a_form_key_is_64_digits() {
        assert_eq!(form_key(None).unwrap(), None);
        assert_eq!(form_key(Some(&"ab".repeat(32))).unwrap(), Some([0xab; 32]));
        assert!(form_key(Some("short")).is_err());
    }
}
