//! One cluster for all tests of a process, and a database of its own for each of them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cluster::{Cluster, chance};
use crate::failure::{Failure, NoPostgres};
use crate::programs::Programs;

/// The environment variable that names a running server for the tests, as `postgres://user@host:port/postgres`. Without
/// it each process starts one of its own.
pub const VARIABLE: &str = "HITOTSU_TEST_POSTGRES";

/// The server that the tests of this process share.
pub struct Server {
    programs: Programs,
    /// The address of any database on it.
    url: String,
    /// The one that was started. It never goes while the process lives, and always when it ends.
    _own: Option<Cluster>,
}

/// The server that the tests of this process share, started by the first who asks.
pub fn shared() -> Result<&'static Server, NoPostgres> {
    static SHARED: OnceLock<Result<Server, NoPostgres>> = OnceLock::new();
    SHARED
        .get_or_init(Server::find)
        .as_ref()
        .map_err(NoPostgres::clone)
}

/// A new and empty database on the shared server. The prefix helps whoever looks at the server from outside.
pub fn database(prefix: &str) -> Result<Database, NoPostgres> {
    Ok(shared()?.create(prefix, "template1")?)
}

/// A new copy of a database on the shared server: the quickest way to many that are migrated. Nobody may be connected
/// to the original meanwhile.
pub fn database_from(original: &Database, prefix: &str) -> Result<Database, NoPostgres> {
    Ok(original.server.create(prefix, &original.name)?)
}

impl Server {
    fn find() -> Result<Self, NoPostgres> {
        if let Ok(url) = std::env::var(VARIABLE) {
            return Ok(Self {
                programs: Programs::find()?,
                url,
                _own: None,
            });
        }
        let own = Cluster::start()?;
        Ok(Self {
            programs: own.programs().clone(),
            url: own.url("postgres"),
            _own: Some(own),
        })
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        with_database(&self.url, database)
    }

    /// What `psql` prints for these statements: a row a line, the fields divided by `|`.
    pub fn psql(&self, database: &str, statements: &str) -> Result<String, Failure> {
        self.programs.psql(&self.url(database), statements)
    }

    fn create(&'static self, prefix: &str, template: &str) -> Result<Database, Failure> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!(
            "t_{prefix:.30}_{}_{next}_{:08x}",
            std::process::id(),
            chance() as u32
        );
        self.psql(
            "postgres",
            &format!(r#"create database "{name}" template "{template}""#),
        )?;
        Ok(Database {
            url: self.url(&name),
            name,
            server: self,
        })
    }
}

/// A database that goes when this value goes.
pub struct Database {
    server: &'static Server,
    name: String,
    url: String,
}

impl Database {
    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What `psql` prints for these statements: a row a line, the fields divided by `|`.
    pub fn psql(&self, statements: &str) -> Result<String, Failure> {
        self.server.psql(&self.name, statements)
    }
}

impl Drop for Database {
    /// Whoever is still connected is thrown out. A database that stays is no harm, since its cluster goes.
    fn drop(&mut self) {
        let statement = format!(r#"drop database if exists "{}" with (force)"#, self.name);
        let _ = self.server.psql("postgres", &statement);
    }
}

/// The address with another database, and everything else as it was.
fn with_database(url: &str, database: &str) -> String {
    let (address, options) = match url.split_once('?') {
        Some((address, options)) => (address, format!("?{options}")),
        None => (url, String::new()),
    };
    let host = address.find("://").map_or(0, |at| at + 3);
    let end = address[host..]
        .find('/')
        .map_or(address.len(), |at| host + at);
    format!("{}/{database}{options}", &address[..end])
}

#[cfg(test)]
mod tests {
    use super::with_database;

    #[test]
    fn a_server_is_named_by_the_address_of_any_of_its_databases() {
        for (given, wanted) in [
            (
                "postgres://a@127.0.0.1:5432/postgres",
                "postgres://a@127.0.0.1:5432/t_1",
            ),
            (
                "postgres://a@127.0.0.1:5432",
                "postgres://a@127.0.0.1:5432/t_1",
            ),
            (
                "postgresql://a:b@db/x?sslmode=require",
                "postgresql://a:b@db/t_1?sslmode=require",
            ),
        ] {
            assert_eq!(with_database(given, "t_1"), wanted);
        }
    }
}
