//! Opening the database: how to connect, what the server has to promise, the schema.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, PgConnection, PgPool};

use crate::options::{OpenError, Options};
use crate::trouble::Trouble;

static MIGRATOR: Migrator = sqlx::migrate!("../../migrations/postgres");

/// The oldest server that is used (`server_version_num`).
const OLDEST: i64 = 150_000;
/// What Postgres says when a table is not there.
const NO_TABLE: &str = "42P01";
/// How long a connection may take to be made.
const CONNECT_WAIT: Duration = Duration::from_secs(5);

/// What every session asks of the server.
///
/// * No lock is waited for without end, and a node that stands still in the middle of a transaction (paused, or
///   unplugged) loses its session and with it its locks.
/// * A statement has no time limit of the server's: it would end a COMMIT that waits for a synchronous standby with a
///   "yes" that is not true (Postgres only warns then).
/// * Batches are looked up in the tables, never the other way round, however small a table seems to be today.
pub(crate) const SESSION: [(&str, &str); 12] = [
    // Longer than what follows, so that whoever waits for a node that stands still goes on when that one is gone.
    ("lock_timeout", "7s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("statement_timeout", "0"),
    ("default_transaction_isolation", "read committed"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("enable_material", "off"),
    ("enable_bitmapscan", "off"),
    ("random_page_cost", "1"),
    ("plan_cache_mode", "force_generic_plan"),
    ("jit", "off"),
];

/// A database and how to get there.
#[derive(Clone)]
pub(crate) struct Address {
    options: PgConnectOptions,
    /// For people: host and database, no password.
    pub(crate) place: String,
    /// Nothing will be written: any server will do.
    only_looks: bool,
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self, OpenError> {
        let options = PgConnectOptions::from_str(url).map_err(OpenError::Address)?;
        let place = format!(
            "the database {} at {}:{}",
            options
                .get_database()
                .unwrap_or_else(|| options.get_username()),
            options.get_host(),
            options.get_port()
        );
        let options = options
            .application_name("hitotsu")
            .options(SESSION)
            .disable_statement_logging();
        Ok(Self {
            options,
            place,
            only_looks: false,
        })
    }

    /// For looking only: whatever a statement tries, it can't write.
    pub(crate) fn read_only(mut self) -> Self {
        self.options = self
            .options
            .options([("default_transaction_read_only", "on")]);
        self.only_looks = true;
        self
    }

    /// A connection to a server that keeps what it has said yes to.
    pub(crate) async fn connect(&self) -> Result<PgConnection, Trouble> {
        let connecting = async {
            let mut connection = self.options.connect().await?;
            fit(&mut connection).await?;
            Ok(connection)
        };
        tokio::time::timeout(CONNECT_WAIT, connecting)
            .await
            .unwrap_or(Err(Trouble::Slow))
    }

    /// The bounded pool for reads and edits.
    pub(crate) async fn pool(&self, options: &Options) -> Result<PgPool, OpenError> {
        let only_looks = self.only_looks;
        PgPoolOptions::new()
            .max_connections(options.readers.max(1))
            .acquire_timeout(options.read_patience)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if only_looks {
                        return Ok(());
                    }
                    fit(connection).await.map_err(|trouble| match trouble {
                        Trouble::Sql(error) => error,
                        other => sqlx::Error::Configuration(other.to_string().into()),
                    })
                })
            })
            .connect_with(self.options.clone())
            .await
            .map_err(|error| self.failed(error))
    }

    fn failed(&self, error: sqlx::Error) -> OpenError {
        OpenError::Database {
            place: self.place.clone(),
            error,
        }
    }

    /// Looks whether the server is fit, before anything is written to it.
    pub(crate) async fn check_server(&self) -> Result<(), OpenError> {
        let mut connection = self
            .options
            .connect()
            .await
            .map_err(|error| self.failed(error))?;
        match fit(&mut connection).await {
            Ok(()) => Ok(()),
            Err(Trouble::Unfit(why)) => Err(OpenError::Unfit {
                place: self.place.clone(),
                why,
            }),
            Err(Trouble::Sql(error)) => Err(self.failed(error)),
            Err(other) => Err(OpenError::Unfit {
                place: self.place.clone(),
                why: other.to_string(),
            }),
        }
    }

    /// Takes the steps of the schema that are missing. Nodes that start at once take turns.
    pub(crate) async fn migrate(&self) -> Result<(), OpenError> {
        let place = || self.place.clone();
        let mut connection = self
            .options
            .connect()
            .await
            .map_err(|error| self.failed(error))?;
        match MIGRATOR.run(&mut connection).await {
            Ok(()) => Ok(()),
            Err(MigrateError::VersionMissing(found)) => Err(OpenError::Newer {
                place: place(),
                found,
                known: known(),
            }),
            Err(MigrateError::VersionMismatch(step)) => Err(OpenError::Foreign {
                place: place(),
                step,
            }),
            Err(error) => Err(OpenError::Migration {
                place: place(),
                error,
            }),
        }
    }

    /// For those who don't migrate: the schema must be just the one that the statements were written for.
    pub(crate) async fn check_schema(&self, pool: &PgPool) -> Result<(), OpenError> {
        let place = self.place.clone();
        let found: Option<i64> = sqlx::query_scalar("select max(version) from _sqlx_migrations")
            .fetch_one(pool)
            .await
            .or_else(|error| match &error {
                // A database in which nobody has been yet.
                sqlx::Error::Database(said) if said.code().as_deref() == Some(NO_TABLE) => Ok(None),
                _ => Err(self.failed(error)),
            })?;
        let (found, known) = (found.unwrap_or_default(), known());
        match found.cmp(&known) {
            std::cmp::Ordering::Less => Err(OpenError::Older {
                place,
                found,
                known,
            }),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(OpenError::Newer {
                place,
                found,
                known,
            }),
        }
    }
}

/// An answer means that it is on the disk: not on a server that says so without having synced.
async fn fit(connection: &mut PgConnection) -> Result<(), Trouble> {
    type Settings = (String, String, String, String, bool, String);
    let (version, fsync, commit, standbys, standby, read_only): Settings = sqlx::query_as(
        "select current_setting('server_version_num'), current_setting('fsync'), \
         current_setting('synchronous_commit'), current_setting('synchronous_standby_names'), \
         pg_is_in_recovery(), current_setting('transaction_read_only')",
    )
    .fetch_one(&mut *connection)
    .await?;
    let unfit = |why: &str| Err(Trouble::Unfit(why.to_owned()));
    if version.parse::<i64>().is_ok_and(|version| version < OLDEST) {
        return unfit("it has to be Postgres 15 or newer");
    }
    if fsync != "on" {
        return unfit(
            "fsync is off, so an answer would not mean that it is on the disk; switch it on",
        );
    }
    if commit == "off" {
        return unfit(
            "synchronous_commit is off, so an answer would not mean that it is on the disk; switch it on",
        );
    }
    if commit == "local" && !standbys.is_empty() {
        return unfit(
            "synchronous_commit is local, so the standbys that synchronous_standby_names names are not waited for",
        );
    }
    if standby {
        return unfit("it is a standby; the address has to lead to the primary");
    }
    if read_only == "on" {
        return unfit("it takes no writes (transaction_read_only is on)");
    }
    if commit != "remote_apply" {
        // From now on nobody changes it under a session that lives for long.
        sqlx::raw_sql("set synchronous_commit = on")
            .execute(connection)
            .await?;
    }
    Ok(())
}

fn known() -> i64 {
    MIGRATOR
        .iter()
        .map(|step| step.version)
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::SESSION;

    /// Else everybody who waits for a node that stands still gives up just before that one loses its locks.
    #[test]
    fn a_lock_is_waited_for_longer_than_a_node_may_stand_still() {
        let seconds = |name: &str| {
            let (_, value) = SESSION.iter().find(|(known, _)| *known == name).unwrap();
            value.strip_suffix('s').unwrap().parse::<u32>().unwrap()
        };
        assert!(seconds("lock_timeout") > seconds("idle_in_transaction_session_timeout"));
    }
}
