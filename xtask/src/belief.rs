//! `cargo xtask belief`: the right-belief test, for as long as one likes.
//!
//! `end2end/tests/belief.spec.ts` holds it: people book on a line that loses, delays, breaks off and doubles, and what
//! their last page says is held against the database. Each batch of runs leaves its figures as an annotation in
//! Playwright's report; this command adds them up.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::browser::{self, Browser};

/// Options of `cargo xtask belief`.
#[derive(clap::Args)]
pub struct Options {
    /// How many people try.
    #[arg(long, default_value_t = 500)]
    runs: u32,
    /// The first seed; each run has the next one. Without it: another one each time.
    #[arg(long)]
    seed: Option<u32>,
    /// How many batches go on at the same time, each with a server and a browser of its own.
    #[arg(long, default_value_t = 2)]
    workers: u32,
}

/// How often what happened, by its name.
type Figures = BTreeMap<String, u64>;

/// Run the command.
pub fn run(options: &Options) -> Result<()> {
    let browser = Browser::find()?;
    let program = browser::build()?;
    let seed = options.seed.unwrap_or_else(std::process::id);
    println!("right belief: {} runs from seed {seed}", options.runs);
    let folder = tempfile::tempdir()?;
    let report = folder.path().join("report.json");
    let start = Instant::now();
    // The figures are worth most when a run has failed.
    let status = browser
        .playwright(&program)
        .args(["test", "tests/belief.spec.ts", "--project=desktop"])
        .args([
            "--global-timeout=0",
            "--workers",
            &options.workers.to_string(),
        ])
        .env("HITOTSU_BELIEF_RUNS", options.runs.to_string())
        .env("HITOTSU_BELIEF_SEED", seed.to_string())
        .env("HITOTSU_REPORT", &report)
        .stdin(Stdio::null())
        .status()
        .context("Playwright can't start")?;
    let text = fs::read_to_string(&report).context("Playwright left no report")?;
    let report = serde_json::from_str(&text).context("Playwright's report is not JSON")?;
    let figures = figures(&report);
    println!(
        "\n== right belief, seed {seed}, {} s",
        start.elapsed().as_secs()
    );
    for (name, count) in &figures {
        println!("{name:<24}{count:>7}");
    }
    let count = |name: &str| figures.get(name).copied().unwrap_or_default();
    let (runs, right) = (count("runs"), count("right"));
    println!("{right} of {runs} beliefs were right");
    if !status.success() || runs != u64::from(options.runs) || right != runs {
        bail!(
            "not every belief was right (again: --seed {seed} --runs {})",
            options.runs
        );
    }
    Ok(())
}

/// The sum of all annotations of the type `belief`, wherever in the report they stand.
fn figures(report: &serde_json::Value) -> Figures {
    let mut sum = Figures::new();
    // A test's annotations stand with the test and again with each of its results.
    let mut waiting = vec![report];
    while let Some(value) = waiting.pop() {
        match value {
            serde_json::Value::Array(values) => waiting.extend(values),
            serde_json::Value::Object(fields) => {
                let nested = fields.iter().filter(|(name, _)| *name != "results");
                waiting.extend(nested.map(|(_, value)| value));
                if value["type"] == "belief" {
                    let told = value["description"].as_str().unwrap_or_default();
                    let told: Figures = serde_json::from_str(told).unwrap_or_default();
                    for (name, count) in told {
                        *sum.entry(name).or_default() += count;
                    }
                }
            }
            _ => {}
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{Figures, figures};

    #[test]
    fn the_figures_of_all_batches_are_added_up_once() {
        let batch = |runs: u32| {
            let said = serde_json::json!([
                { "type": "belief", "description": format!(r#"{{"runs":{runs},"cut":1}}"#) },
                { "type": "slow", "description": r#"{"runs":1000}"# },
            ]);
            serde_json::json!({ "tests": [{ "annotations": said, "results": [{ "annotations": said }] }] })
        };
        let report = serde_json::json!({ "suites": [{ "specs": [batch(25), batch(10)] }] });
        let wanted: Figures = [("runs".to_owned(), 35), ("cut".to_owned(), 2)].into();
        assert_eq!(figures(&report), wanted);
    }
}
