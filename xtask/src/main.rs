//! Developer commands of Hitotsu, run as `cargo xtask <command>`. Nothing else has to be installed
//! for them: no sqlx-cli, no sqlite3, no task runner. Postgres and a browser are installed when they can be.
//!
//! | command | what it does |
//! |---|---|
//! | `cargo xtask test` | everything that a change must pass; `--no-browser` leaves the browser out |
//! | `cargo xtask browser` | the browser tests alone; arguments after `--` go to Playwright |
//! | `cargo xtask belief` | the right-belief test with many runs, from a seed |
//! | `cargo xtask prepare` | writes the committed data of the checked SQL queries (`.sqlx`) |
//! | `cargo xtask bench` | how fast, as ratios within one run |
//! | `cargo xtask pictures` | takes the pictures of the README |

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these are commands for a person at a terminal"
)]

mod belief;
mod bench;
mod browser;
mod debian;
mod pictures;
mod postgres;
mod prepare;
mod run;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Developer commands of Hitotsu.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check everything: format, lints, query data, Rust tests with both engines, docs, browser tests.
    Test(test::Options),
    /// Run the browser tests alone.
    Browser(browser::Options),
    /// Let many people book on a bad line, and hold what they believe against the database.
    Belief(belief::Options),
    /// Write the committed data of the checked SQL queries (`.sqlx` of each engine).
    Prepare(prepare::Options),
    /// Measure how fast the engines are, beside one another and beside bare SQL.
    Bench(bench::Options),
    /// Take the pictures of the README (`docs/pictures`).
    Pictures,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Test(options) => test::run(&options),
        Command::Browser(options) => browser::run(&options),
        Command::Belief(options) => belief::run(&options),
        Command::Prepare(options) => prepare::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Pictures => pictures::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
