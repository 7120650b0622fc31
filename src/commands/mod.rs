//! The commands of the program.

mod check;
mod clinic;
mod moving;
mod rows;
pub(crate) mod staff;

use std::io::Write;
use std::process::ExitCode;

use reservation::ids::ClinicId;
use reservation::ports::Fault;

use crate::engine::{Engine, OpenError, Options};
use crate::serve::{self, CantServe};
use crate::settings::{BadSettings, Command, Settings};

/// A command that could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The settings don't fit the command.
    #[error("these settings can't be used")]
    Settings(#[from] BadSettings),
    /// The server.
    #[error("can't serve")]
    Serve(#[from] CantServe),
    /// The database.
    #[error("the database can't be opened")]
    Open(#[from] OpenError),
    /// The store.
    #[error("the store gave no answer")]
    Store(#[from] Fault),
    /// The clinics could not be moved.
    #[error("not moved")]
    Move(#[from] reservation_moving::CantMove),
    /// Standard input or output.
    #[error("standard input or output broke")]
    Terminal(#[from] std::io::Error),
    /// The operating system gives no random bytes.
    #[error("no random bytes from the operating system")]
    Chance(#[from] rand::rand_core::OsError),
    /// The password could not be hashed.
    #[error("the password could not be hashed: {0}")]
    Hash(argon2::password_hash::Error),
    /// What was given on the command line can't be so.
    #[error("{0}")]
    Wrong(String),
}

/// Runs a command.
pub async fn run(command: Command, settings: Settings) -> Result<ExitCode, Failed> {
    match command {
        Command::Demo { at } => serve::demo(settings.for_demo()?, at).await?,
        Command::Serve => serve::serve(settings).await?,
        Command::Check { json, rows } => return check::run(&settings, json, rows).await,
        Command::Move => return moving::run(&settings).await,
        Command::Staff(command) => staff::run(&settings, command).await?,
        Command::Clinic(command) => clinic::run(&settings, command).await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The database, to look at; a running server is not disturbed.
async fn look(settings: &Settings) -> Result<Engine, Failed> {
    Ok(Engine::open_read_only(&settings.place, Options::default()).await?)
}

/// The database, to change people or the catalogue: beside a running server, or where there is none
/// yet.
async fn change(settings: &Settings) -> Result<Engine, Failed> {
    Ok(Engine::open_beside(&settings.place, Options::default()).await?)
}

fn clinic_id(text: &str) -> Result<ClinicId, Failed> {
    ClinicId::new(text).map_err(|error| Failed::Wrong(format!("{text:?} is no clinic: {error}")))
}

fn print(text: &str) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{text}")?;
    stdout.flush()
}
