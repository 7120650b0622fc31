//! How Postgres goes about each statement: a plan that walks a table is fast today and slow in a year.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::kit::database;

/// The data with which the statements are checked while compiling: all of them are there.
const CHECKED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.sqlx");

/// The plan of a statement, whatever its parameters are, in a session like the product's.
async fn plan(connection: &mut PgConnection, query: &str, parameters: usize) -> String {
    let nulls = vec!["null"; parameters].join(", ");
    let arguments = if parameters == 0 {
        String::new()
    } else {
        format!("({nulls})")
    };
    for text in [
        format!("prepare it as {query}"),
        format!("explain execute it{arguments}"),
    ] {
        if text.starts_with("explain") {
            let lines: Vec<String> = sqlx::query_scalar(AssertSqlSafe(text))
                .fetch_all(&mut *connection)
                .await
                .unwrap();
            sqlx::raw_sql("deallocate it")
                .execute(&mut *connection)
                .await
                .unwrap();
            return lines.join("\n");
        }
        sqlx::raw_sql(AssertSqlSafe(text))
            .execute(&mut *connection)
            .await
            .unwrap();
    }
    String::new()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_statement_walks_a_table_that_grows() {
    let Some(database) = database().await else {
        return;
    };
    let settings = reservation_postgres::session_settings();
    let options: sqlx::postgres::PgConnectOptions = database.url().parse().unwrap();
    let mut connection = PgConnection::connect_with(&options.options(settings))
        .await
        .unwrap();
    let mut seen = 0;
    for file in std::fs::read_dir(CHECKED).unwrap() {
        let data: serde_json::Value =
            serde_json::from_slice(&std::fs::read(file.unwrap().path()).unwrap()).unwrap();
        let query = data["query"].as_str().unwrap();
        if !query.contains("where") && !query.contains("join") && !query.contains("on conflict") {
            // `check` reads everything, and there are few clinics.
            continue;
        }
        let parameters = data["describe"]["parameters"]["Left"].as_array().unwrap();
        let plan = plan(&mut connection, query, parameters.len()).await;
        // The batch is walked and looked up in the table, never the other way round.
        for walk in ["Seq Scan", "Hash Join", "Merge Join", "Materialize"] {
            assert!(!plan.contains(walk), "{query}\n{plan}");
        }
        let in_order = query.contains("order by clinic, name") && query.starts_with("delete");
        let mut lines = plan.lines().peekable();
        while let Some(line) = lines.next() {
            let walks = line.contains("Index Scan") || line.contains("Index Only Scan");
            let looks_up = lines.peek().is_some_and(|next| next.contains("Index Cond"));
            assert!(!walks || looks_up || in_order, "{query}\n{plan}");
        }
        seen += 1;
    }
    assert!(seen > 50, "the statements were read: {seen}");
}
