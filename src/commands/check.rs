//! `hitotsu check`: is every promise of this database kept?

use std::collections::BTreeMap;
use std::process::ExitCode;

use reservation::check::{Dump, check};
use serde::Serialize;

use super::rows::Rows;
use super::{Failed, look, print};
use crate::settings::Settings;

/// What was found; the names are for ever.
#[derive(Debug, Serialize)]
struct Report {
    /// By stored status.
    reservations: BTreeMap<&'static str, usize>,
    claims: usize,
    submissions: usize,
    history: usize,
    messages: usize,
    violations: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Rows>,
}

pub(super) async fn run(settings: &Settings, json: bool, rows: bool) -> Result<ExitCode, Failed> {
    let engine = look(settings).await?;
    let dump = engine.store.dump().await?;
    let mut report = Report::new(&dump, engine.integrity().await?);
    report.rows = rows.then(|| Rows::new(dump));
    engine.close().await;
    print(&if json {
        report.as_json()
    } else {
        report.as_text()
    })?;
    Ok(if report.violations.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Report {
    fn new(dump: &Dump, damage: Vec<String>) -> Self {
        let mut reservations = BTreeMap::new();
        for row in &dump.reservations {
            *reservations.entry(row.status.as_str()).or_default() += 1;
        }
        let mut violations: Vec<String> = check(dump).iter().map(ToString::to_string).collect();
        violations.extend(damage);
        Self {
            reservations,
            claims: dump.claims.len(),
            submissions: dump.submissions.len(),
            history: dump.history.len(),
            messages: dump.messages.len(),
            violations,
            rows: None,
        }
    }

    fn as_json(&self) -> String {
        // Strings and numbers alone: there is nothing in it that JSON can't say.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn as_text(&self) -> String {
        let mut lines: Vec<String> = self
            .reservations
            .iter()
            .map(|(status, count)| format!("{status:<12}{count:>8}"))
            .collect();
        for (name, count) in [
            ("claims", self.claims),
            ("submissions", self.submissions),
            ("history", self.history),
            ("messages", self.messages),
        ] {
            lines.push(format!("{name:<12}{count:>8}"));
        }
        if self.violations.is_empty() {
            lines.push("every promise is kept".into());
        } else {
            lines.push(format!("{} violations:", self.violations.len()));
            lines.extend(
                self.violations
                    .iter()
                    .map(|violation| format!("  {violation}")),
            );
        }
        lines.join("\n")
    }
}
