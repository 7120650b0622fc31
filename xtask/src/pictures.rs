//! `cargo xtask pictures`: the pictures of the README.
//!
//! `end2end/pictures.ts` holds the list of pages. Playwright starts `hitotsu demo` in a temporary
//! folder for it and writes `docs/pictures/<page>-<desktop|phone>-<ja|en>.png`.

use anyhow::Result;

use crate::browser::{self, Browser};
use crate::run;

/// Run the command.
pub fn run() -> Result<()> {
    let browser = Browser::find()?;
    let program = browser::build()?;
    let folder = run::workspace().join("docs/pictures");
    run::checked(
        browser
            .playwright(&program)
            .args(["test", "--config=pictures.config.ts"])
            .env("HITOTSU_PICTURES", &folder),
    )?;
    println!("pictures in {}", folder.display());
    Ok(())
}
