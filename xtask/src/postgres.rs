//! The Postgres of the developer commands: a private one that ends with this program, or the server that
//! `HITOTSU_TEST_POSTGRES` names.
//!
//! What is missing is installed when this is Debian and we are root, else named in one sentence.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use postgres_cluster::{NoPostgres, Programs, Server};

use crate::debian;

/// The variable that names psql, for tests that are no Rust programs.
const PSQL_VARIABLE: &str = "HITOTSU_TEST_PSQL";

/// Find, or install, Postgres.
pub fn find() -> Result<Programs> {
    if matches!(Programs::find(), Err(NoPostgres::NotInstalled)) && debian::is_root() {
        install()?;
    }
    Ok(Programs::find()?)
}

/// Find, or install, Postgres, and start a server for everything that this program does.
pub fn start() -> Result<&'static Server> {
    find()?;
    Ok(postgres_cluster::shared()?)
}

/// As [`start`], for a command that can do its work without, or most of it.
pub fn start_or_say(left: &str) -> Option<&'static Server> {
    match start() {
        Ok(server) => Some(server),
        Err(error) => {
            println!("{left}: {error:#}");
            None
        }
    }
}

/// Tell a program that runs tests which server is theirs.
pub fn hand_over<'a>(command: &'a mut Command, server: Option<&Server>) -> &'a mut Command {
    if let Some(server) = server {
        command.env(postgres_cluster::VARIABLE, server.url("postgres"));
        if let Ok(programs) = Programs::find() {
            command.env(PSQL_VARIABLE, programs.folder().join("psql"));
        }
    }
    command
}

/// Debian's package makes a cluster for the whole machine and starts it, unless it is told not to. Nobody has asked us
/// for one.
fn install() -> Result<()> {
    let folder = Path::new("/etc/postgresql-common/createcluster.d");
    let order = folder.join("no-main-cluster.conf");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&order, "create_main_cluster = false\n"))
        .with_context(|| format!("can't write {}", order.display()))?;
    let installed = debian::install(&["postgresql"]);
    fs::remove_file(&order).with_context(|| format!("can't remove {}", order.display()))?;
    installed
}
