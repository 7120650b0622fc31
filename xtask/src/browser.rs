//! The browser tests: Playwright in `end2end/`, a Chromium, a Japanese font and the built program.
//!
//! What is missing is installed where that is possible without asking (`npm ci` in `end2end/`;
//! packages when this is Debian and we are root), else named in one sentence.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{debian, postgres, run};

/// Options of `cargo xtask browser`.
#[derive(clap::Args)]
pub struct Options {
    /// Arguments for Playwright, such as `tests/smoke.spec.ts` or `--project=phone`.
    #[arg(last = true)]
    playwright: Vec<OsString>,
}

/// The variable that names the Chromium to use.
const CHROMIUM_VARIABLE: &str = "HITOTSU_CHROMIUM";

const CHROMIUM_NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Run the command.
pub fn run(options: &Options) -> Result<()> {
    let browser = Browser::find()?;
    let server = postgres::start_or_say("the tests of SQLite alone");
    let program = build()?;
    let mut playwright = browser.playwright(&program);
    playwright.arg("test").args(&options.playwright);
    run::checked(postgres::hand_over(&mut playwright, server))
}

/// Everything that Playwright needs but the program.
pub struct Browser {
    /// None: the browser that Playwright has downloaded.
    chromium: Option<PathBuf>,
}

impl Browser {
    /// Find, or install, Node.js packages, a Chromium and a Japanese font.
    pub fn find() -> Result<Self> {
        install_packages()?;
        let chromium = chromium()?;
        japanese_font()?;
        Ok(Self { chromium })
    }

    /// Playwright's command line, without a subcommand.
    pub fn playwright(&self, program: &Path) -> Command {
        let mut command = playwright();
        command.env("HITOTSU_BIN", program);
        if let Some(chromium) = &self.chromium {
            command.env(CHROMIUM_VARIABLE, chromium);
        }
        command
    }
}

/// Build the server exactly as `cargo test --workspace` does, so that neither compiles what the
/// other has compiled (the tests' dependencies switch features on), and return its path.
pub fn build() -> Result<PathBuf> {
    let messages = run::output(run::cargo().args([
        "build",
        "--workspace",
        "--bins",
        "--tests",
        "--message-format=json-render-diagnostics",
    ]))?;
    for line in messages.lines() {
        let message: serde_json::Value =
            serde_json::from_str(line).context("cargo printed something that is not JSON")?;
        let is_server =
            message["target"]["name"] == "hitotsu" && message["target"]["kind"][0] == "bin";
        if is_server
            && message["profile"]["test"] == false
            && let Some(program) = message["executable"].as_str()
        {
            return Ok(program.into());
        }
    }
    bail!("cargo has built no program named hitotsu")
}

fn folder() -> PathBuf {
    run::workspace().join("end2end")
}

fn playwright() -> Command {
    let mut command = Command::new("node");
    command
        .current_dir(folder())
        .arg("node_modules/@playwright/test/cli.js");
    command
}

fn install_packages() -> Result<()> {
    for program in ["node", "npm"] {
        if run::find(program).is_none() {
            bail!("the browser tests need Node.js 20 or newer, and `{program}` is not installed");
        }
    }
    if !run::flag("CI") && packages_are_current() {
        return Ok(());
    }
    run::checked(
        Command::new("npm")
            .current_dir(folder())
            .args(["ci", "--no-audit", "--no-fund"])
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"),
    )
    .context("the packages of end2end/ can't be installed (is there a network?)")
}

/// Whether npm has installed after the last change of the lock file.
fn packages_are_current() -> bool {
    let modified = |file: &str| {
        fs::metadata(folder().join(file))
            .and_then(|metadata| metadata.modified())
            .ok()
    };
    match (
        modified("node_modules/.package-lock.json"),
        modified("package-lock.json"),
    ) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}

fn chromium() -> Result<Option<PathBuf>> {
    if let Some(named) = std::env::var_os(CHROMIUM_VARIABLE) {
        let named = PathBuf::from(named);
        if !named.is_file() {
            bail!(
                "{CHROMIUM_VARIABLE} names {}, which is no file",
                named.display()
            );
        }
        return Ok(Some(named));
    }
    if let Some(found) = installed_chromium() {
        return Ok(Some(found));
    }
    if debian::is_root() {
        debian::install(&["chromium", "fonts-noto-cjk"])?;
        if let Some(found) = installed_chromium() {
            return Ok(Some(found));
        }
    }
    run::checked(playwright().args(["install", "chromium"])).with_context(|| {
        format!(
            "there is no Chromium: install one, or name it in {CHROMIUM_VARIABLE} \
             (Playwright's own download failed too)"
        )
    })?;
    Ok(None)
}

fn installed_chromium() -> Option<PathBuf> {
    CHROMIUM_NAMES.iter().find_map(|name| run::find(name))
}

/// Without a Japanese font every page is a page of boxes, and no text has its true width.
fn japanese_font() -> Result<()> {
    if !cfg!(target_os = "linux") || has_japanese_font() {
        return Ok(());
    }
    if debian::is_root() {
        debian::install(&["fontconfig", "fonts-noto-cjk"])?;
        if has_japanese_font() {
            return Ok(());
        }
    }
    bail!("there is no Japanese font (`fc-list :lang=ja`): install fonts-noto-cjk or the like")
}

fn has_japanese_font() -> bool {
    run::output(Command::new("fc-list").arg(":lang=ja")).is_ok_and(|list| !list.trim().is_empty())
}
