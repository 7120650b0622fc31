//! `cargo xtask test`: what a change must pass, in the order in which it is cheapest to fail.
//!
//! Things compile once. Clippy compiles the checked queries against a new database and so records
//! their data, which the next step only compares; the tests then build from the committed data, as
//! everybody does. The browser tests run the very program that `cargo test` has built.
//!
//! One Postgres serves the whole run; each test has a database of its own there.
//!
//! A step that fails doesn't stop the ones after it. A step that can't be run here (no Node.js, no
//! Postgres, no network) is skipped with a sentence; where `CI` is set, that is a failure. Without
//! Postgres the tests that need it skip themselves.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use postgres_cluster::Server;

use crate::browser::{self, Browser};
use crate::prepare::Recording;
use crate::{postgres, run};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Options {
    /// Leave the browser tests out.
    #[arg(long)]
    no_browser: bool,
}

/// Run the command.
pub fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    steps.run("format", || {
        run::checked(run::cargo().args(["fmt", "--all", "--check"]))
    });
    let mut server = None;
    steps.run_or_skip("postgres", || {
        let started = postgres::start()?;
        println!("{}", started.url("postgres"));
        server = Some(started);
        Ok(())
    });
    lints(&mut steps, server)?;
    let mut tests = Tests::default();
    steps.run("rust tests", || {
        let all = ["--workspace", "--no-fail-fast"];
        rust_tests(&mut tests, server, &all, "sqlite")
    });
    if server.is_some() {
        // The very program that has just run on files.
        steps.run("on Postgres", || {
            let journeys = ["--workspace", "--test", "journeys"];
            rust_tests(&mut tests, server, &journeys, "postgres")
        });
    } else {
        steps.skip("on Postgres", "there is no Postgres");
    }
    steps.run("docs", docs);
    if !options.no_browser {
        browser_tests(&mut steps, &mut tests, server);
    }
    steps.summary();
    tests.summary();
    steps.result()
}

fn lints(steps: &mut Steps, server: Option<&Server>) -> Result<()> {
    let mut recording = None;
    let compiled = steps.run("lints", || {
        let started = Recording::start(server.is_some())?;
        let clippy = [
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ];
        started.record(run::cargo().args(clippy))?;
        recording = Some(started);
        Ok(())
    });
    match recording {
        Some(recording) if compiled => {
            steps.run("query data", || {
                if server.is_none() {
                    println!("the queries of SQLite alone, since there is no Postgres");
                }
                recording.compare()
            });
        }
        _ => steps.skip("query data", "the queries were not all compiled"),
    }
    Ok(())
}

/// Run tests of cargo, the journeys among them on this engine.
fn rust_tests(
    tests: &mut Tests,
    server: Option<&Server>,
    which: &[&str],
    engine: &str,
) -> Result<()> {
    let mut command = run::cargo();
    postgres::hand_over(&mut command, server)
        .arg("test")
        .args(which)
        .env("SQLX_OFFLINE", "true")
        .env("HITOTSU_TEST_ENGINE", engine)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let mut child = command.spawn().context("can't start `cargo test`")?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line?;
            println!("{line}");
            tests.add_cargo_line(&line);
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`cargo test` failed ({status})");
    }
    Ok(())
}

fn docs() -> Result<()> {
    run::checked(
        run::cargo()
            .args(["doc", "--no-deps", "--workspace"])
            .env("SQLX_OFFLINE", "true")
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

fn browser_tests(steps: &mut Steps, tests: &mut Tests, server: Option<&Server>) {
    let mut found = None;
    steps.run_or_skip("browser set-up", || {
        found = Some(Browser::find()?);
        Ok(())
    });
    let Some(browser) = found else {
        steps.skip("browser tests", "see browser set-up");
        return;
    };
    let types = ["node_modules/typescript/bin/tsc", "--noEmit"];
    steps.run("browser types", || {
        run::checked(
            Command::new("node")
                .current_dir(run::workspace().join("end2end"))
                .args(types),
        )
    });
    steps.run("browser tests", || {
        let program = browser::build()?;
        let folder = tempfile::tempdir()?;
        let report = folder.path().join("report.json");
        let mut playwright = browser.playwright(&program);
        playwright.arg("test").env("HITOTSU_REPORT", &report);
        let result = run::checked(postgres::hand_over(&mut playwright, server));
        tests.add_playwright_report(&report)?;
        result
    });
}

/// How many tests ran, as their runners counted.
#[derive(Default)]
struct Tests {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Tests {
    /// `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; …`
    fn add_cargo_line(&mut self, line: &str) {
        let Some(counts) = line.strip_prefix("test result: ") else {
            return;
        };
        for part in counts.split([';', '.']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(word)) = (words.next(), words.next()) else {
                continue;
            };
            let Ok(number) = number.parse::<u64>() else {
                continue;
            };
            match word {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.skipped += number,
                _ => {}
            }
        }
    }

    fn add_playwright_report(&mut self, file: &Path) -> Result<()> {
        let text = fs::read_to_string(file).context("Playwright left no report")?;
        let report: serde_json::Value =
            serde_json::from_str(&text).context("Playwright's report is not JSON")?;
        let count = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
        self.passed += count("expected");
        self.failed += count("unexpected") + count("flaky");
        self.skipped += count("skipped");
        Ok(())
    }

    fn summary(&self) {
        let Self {
            passed,
            failed,
            skipped,
        } = self;
        if passed + failed > 0 {
            println!("\n{passed} passed, {failed} failed, {skipped} skipped");
        }
    }
}

enum Outcome {
    Passed,
    Failed,
    Skipped,
}

struct Step {
    name: &'static str,
    outcome: Outcome,
    sentence: String,
    duration: Duration,
}

/// What has run, for the summary.
#[derive(Default)]
struct Steps {
    done: Vec<Step>,
}

impl Steps {
    /// Run a step; an error is a failure. Returns whether it passed.
    fn run(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) -> bool {
        self.timed(name, Outcome::Failed, work)
    }

    /// Run a step whose error says that something is missing on this machine.
    fn run_or_skip(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) -> bool {
        self.timed(name, Outcome::Skipped, work)
    }

    fn skip(&mut self, name: &'static str, reason: &str) {
        println!("\n== {name}: skipped, {reason}");
        self.done.push(Step {
            name,
            outcome: Outcome::Skipped,
            sentence: reason.to_owned(),
            duration: Duration::ZERO,
        });
    }

    fn timed(
        &mut self,
        name: &'static str,
        on_error: Outcome,
        work: impl FnOnce() -> Result<()>,
    ) -> bool {
        println!("\n== {name}");
        let start = Instant::now();
        let result = work();
        let duration = start.elapsed();
        let passed = result.is_ok();
        let (outcome, sentence) = match result {
            Ok(()) => (Outcome::Passed, String::new()),
            Err(error) => (on_error, format!("{error:#}")),
        };
        let step = Step {
            name,
            outcome,
            sentence,
            duration,
        };
        println!("== {}", step.line());
        self.done.push(step);
        passed
    }

    fn summary(&self) {
        println!("\n== summary");
        for step in &self.done {
            println!("{}", step.line());
        }
    }

    fn result(&self) -> Result<()> {
        let count = |wanted: fn(&Outcome) -> bool| {
            self.done
                .iter()
                .filter(|step| wanted(&step.outcome))
                .count()
        };
        let failed = count(|outcome| matches!(outcome, Outcome::Failed));
        let skipped = count(|outcome| matches!(outcome, Outcome::Skipped));
        if failed > 0 {
            bail!("steps failed: {failed}");
        }
        if skipped > 0 && run::flag("CI") {
            bail!("steps skipped: {skipped}; in CI nothing may be skipped");
        }
        Ok(())
    }
}

impl Step {
    fn line(&self) -> String {
        let outcome = match self.outcome {
            Outcome::Passed => "passed",
            Outcome::Failed => "FAILED",
            Outcome::Skipped => "skipped",
        };
        let seconds = self.duration.as_secs_f64();
        let line = format!(
            "{:<16}{outcome:<8}{seconds:>7.1} s  {}",
            self.name, self.sentence
        );
        line.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Tests;

    #[test]
    fn the_summary_lines_of_cargo_are_added_up() {
        let mut tests = Tests::default();
        tests.add_cargo_line("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.00s");
        tests.add_cargo_line("test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s");
        tests.add_cargo_line("test desk::hold ... ok");
        assert_eq!((tests.passed, tests.failed, tests.skipped), (7, 2, 1));
    }
}
