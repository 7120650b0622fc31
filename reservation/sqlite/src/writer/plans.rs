//! How SQLite goes about each statement: a plan that walks a table is fast today and slow in a year.

use std::path::Path;

use sqlx::{ConnectOptions, Connection, Row};

use super::tests::bench;
use crate::open::write_options;
use reservation::batch::Rules;

/// The plans of a text's statements.
async fn plans(path: &Path, text: &str) -> Vec<(String, Vec<String>)> {
    let mut connection = write_options(path).connect().await.unwrap();
    let mut plans = Vec::new();
    for statement in text
        .split(";\n")
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let explain = format!("explain query plan {statement}");
        let rows = sqlx::query(sqlx::AssertSqlSafe(explain))
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let lines = rows
            .iter()
            .map(|row| row.get::<String, _>("detail"))
            .collect();
        plans.push((statement.to_owned(), lines));
    }
    connection.close().await.unwrap();
    plans
}

fn walks(line: &str) -> bool {
    line.starts_with("SCAN") && !line.contains("VIRTUAL TABLE") && line != "SCAN CONSTANT ROW"
}

#[tokio::test]
async fn no_statement_of_the_hot_path_walks_a_table() {
    let bench = bench(Rules::CORE).await;
    let mut searches = 0;
    for text in [super::load::LOAD, super::apply::APPLY] {
        for (statement, lines) in plans(&bench.path, text).await {
            assert!(
                !lines.iter().any(|line| walks(line)),
                "{statement}\n{lines:#?}"
            );
            // Nor all that one clinic has.
            assert!(
                !lines.iter().any(|line| line.ends_with("(clinic=?)")),
                "{statement}\n{lines:#?}"
            );
            // The batch is walked and looked up in the table, never the other way round.
            let first = lines.iter().find(|line| line.starts_with("S"));
            assert!(
                first.is_none_or(|line| !line.contains(" j ") || line.starts_with("SCAN j")),
                "{lines:#?}"
            );
            searches += lines
                .iter()
                .filter(|line| line.starts_with("SEARCH"))
                .count();
        }
    }
    assert!(searches >= 12, "the plans were read: {searches}");
}

/// Every checked query, out of the data that they are checked with.
#[tokio::test]
async fn no_checked_query_walks_a_table_that_grows() {
    let bench = bench(Rules::CORE).await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/.sqlx");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let data: serde_json::Value =
            serde_json::from_slice(&std::fs::read(file.unwrap().path()).unwrap()).unwrap();
        let query = data["query"].as_str().unwrap();
        if !query.contains("where") {
            // `check` reads everything, and there are few clinics.
            continue;
        }
        for (_, lines) in plans(&bench.path, query).await {
            assert!(!lines.iter().any(|line| walks(line)), "{query}\n{lines:#?}");
        }
        seen += 1;
    }
    assert!(seen > 20, "the queries were read: {seen}");
}
