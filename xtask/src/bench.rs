//! `cargo xtask bench`: how fast, as ratios within one run. No test looks at these figures.

use anyhow::Result;

use crate::{postgres, run};

/// Options of `cargo xtask bench`.
#[derive(clap::Args)]
pub struct Options {
    /// What to measure: `engines` is holds a second on one node of Postgres and on two, beside bare SQL and SQLite.
    #[arg(default_value = "engines", value_parser = ["engines"])]
    what: String,
}

/// Run the command.
pub fn run(options: &Options) -> Result<()> {
    // Found, or installed where that is possible; the measurement starts a server of its own.
    postgres::find()?;
    let bench = ["bench", "--package", "reservation-postgres", "--bench"];
    run::checked(run::cargo().args(bench).arg(&options.what))
}
