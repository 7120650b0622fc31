//! Holds per second: this engine on one node and on two, the same rows written by bare set-based SQL, and SQLite; all in
//! one run on one disk. Figures are comparable within a run and not between machines.
//!
//! `cargo xtask bench`

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement for a person at a terminal"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono_tz::Asia::Tokyo;
use postgres_cluster::Cluster;
use reservation::ports::Store;
use reservation::testing::crowd::{hold, large};
use reservation::testing::{ManualClock, at};
use reservation_postgres::{Options, PostgresStore};
use reservation_sqlite::SqliteStore;
use sqlx::types::Json;
use sqlx::{Connection, PgConnection};

/// Callers at once, and how many holds they take in a round.
const LOADS: [(usize, usize); 3] = [(1, 800), (16, 6_000), (64, 12_000)];
const ROUNDS: usize = 5;
/// The tables that a hold writes, in the order in which their keys allow it.
const TABLES: [&str; 4] = ["submission", "reservation", "claim", "history"];

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))))
}

/// What came of a round.
#[derive(Clone, Copy)]
struct Figure {
    per_second: f64,
    p50: Duration,
    p99: Duration,
}

/// Callers that take the holds of these numbers, each at the node whose turn it is.
async fn holds(nodes: &[Arc<dyn Store>], callers: usize, first: usize, count: usize) -> Figure {
    let since = Instant::now();
    let tasks: Vec<_> = (0..callers)
        .map(|caller| {
            let node = Arc::clone(&nodes[caller % nodes.len()]);
            tokio::spawn(async move {
                let mut times = Vec::new();
                for number in (first + caller..first + count).step_by(callers) {
                    let submission = hold(number);
                    let since = Instant::now();
                    node.submission_run(submission).await.unwrap().unwrap();
                    times.push(since.elapsed());
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    figure(times, since.elapsed())
}

fn figure(mut times: Vec<Duration>, whole: Duration) -> Figure {
    times.sort();
    Figure {
        per_second: times.len() as f64 / whole.as_secs_f64(),
        p50: times[times.len() / 2],
        p99: times[times.len() * 99 / 100],
    }
}

/// The rows of holds that were taken, as JSON: for each table, those of each transaction.
async fn rows(connection: &mut PgConnection, batch: usize, count: usize) -> Vec<[String; 4]> {
    let mut all = Vec::new();
    for from in (0..count).step_by(batch) {
        let of: [&str; 4] = [
            "select s.* from submission s join picked on s.scope = created_scope and s.key = created_key",
            "select r.* from reservation r join picked using (id)",
            "select c.* from claim c join picked on c.reservation = picked.id",
            "select h.* from history h join picked on h.reservation = picked.id",
        ];
        let mut texts = [const { String::new() }; 4];
        for (text, select) in texts.iter_mut().zip(of) {
            let query = format!(
                "with picked as ( \
                     select id, created_scope, created_key from reservation \
                     order by id desc offset $1 limit $2 \
                 ) \
                 select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text from ({select}) t"
            );
            *text = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
                .bind(i64::try_from(from).unwrap())
                .bind(i64::try_from(batch.min(count - from)).unwrap())
                .fetch_one(&mut *connection)
                .await
                .unwrap();
        }
        all.push(texts);
    }
    // In the order in which they were taken.
    all.reverse();
    all
}

/// Bare set-based SQL: nothing is looked at, nothing decided, nothing locked. As many transactions at once as the nodes
/// have lanes.
async fn bare(url: &str, hands: usize, batch: usize, batches: Vec<[String; 4]>) -> Figure {
    let batches = Arc::new(batches);
    let inserts: [String; 4] = TABLES.map(|table| {
        format!("insert into {table} select * from jsonb_populate_recordset(null::{table}, $1)")
    });
    let mut connections = Vec::new();
    for _ in 0..hands {
        connections.push(PgConnection::connect(url).await.unwrap());
    }
    let since = Instant::now();
    let mut tasks = Vec::new();
    for (hand, mut connection) in connections.into_iter().enumerate() {
        let (batches, inserts) = (Arc::clone(&batches), inserts.clone());
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            for texts in batches.iter().skip(hand).step_by(hands) {
                let since = Instant::now();
                let mut transaction = connection.begin().await.unwrap();
                for (text, insert) in texts.iter().zip(&inserts) {
                    let rows: serde_json::Value = serde_json::from_str(text).unwrap();
                    sqlx::query(sqlx::AssertSqlSafe(insert.clone()))
                        .bind(Json(rows))
                        .execute(&mut *transaction)
                        .await
                        .unwrap();
                }
                transaction.commit().await.unwrap();
                times.extend(vec![since.elapsed(); batch]);
            }
            times
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    figure(times, since.elapsed())
}

/// A database that has the large clinic, with so many nodes on it.
async fn postgres(cluster: &Cluster, name: &str, nodes: usize) -> Vec<Arc<dyn Store>> {
    let mut stores: Vec<Arc<dyn Store>> = Vec::new();
    cluster
        .psql("postgres", &format!("create database {name}"))
        .unwrap();
    for _ in 0..nodes {
        let store = PostgresStore::open(&cluster.url(name), Options::with_clock(clock()))
            .await
            .unwrap();
        stores.push(Arc::new(store));
    }
    stores[0].catalogue_put(large()).await.unwrap();
    stores
}

fn told(name: &str, callers: usize, mut figures: Vec<Figure>) -> f64 {
    figures.sort_by(|a, b| a.per_second.total_cmp(&b.per_second));
    let (least, middle, most) = (
        figures[0],
        figures[figures.len() / 2],
        figures[figures.len() - 1],
    );
    println!(
        "| {name:<28} | {callers:>7} | {:>7.0} | {:>6.0} to {:<6.0} | {:>7.2} | {:>7.2} |",
        middle.per_second,
        least.per_second,
        most.per_second,
        middle.p50.as_secs_f64() * 1e3,
        middle.p99.as_secs_f64() * 1e3,
    );
    middle.per_second
}

#[tokio::main]
async fn main() {
    let cluster = Cluster::start().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let sqlite = SqliteStore::open(
        folder.path().join("hitotsu.db"),
        reservation_sqlite::Options::new(clock()),
    )
    .await
    .unwrap();
    sqlite.catalogue_put(large()).await.unwrap();
    let sqlite: Vec<Arc<dyn Store>> = vec![Arc::new(sqlite)];
    let one = postgres(&cluster, "one", 1).await;
    let two = postgres(&cluster, "two", 2).await;
    postgres(&cluster, "bare", 1).await;
    let mut reader = PgConnection::connect(&cluster.url("one")).await.unwrap();
    println!(
        "| what                         | callers | holds/s |      spread      |  p50 ms |  p99 ms |"
    );
    println!(
        "|------------------------------|--------:|--------:|:----------------:|--------:|--------:|"
    );
    let mut first = 0;
    for (callers, count) in LOADS {
        let mut figures: [Vec<Figure>; 4] = [const { Vec::new() }; 4];
        for _ in 0..ROUNDS {
            figures[0].push(holds(&one, callers, first, count).await);
            figures[1].push(holds(&two, callers, first, count).await);
            let (hands, batch) = if callers == 1 {
                (1, 1)
            } else {
                (2, callers / 2)
            };
            let batches = rows(&mut reader, batch, count).await;
            figures[2].push(bare(&cluster.url("bare"), hands, batch, batches).await);
            figures[3].push(holds(&sqlite, callers, first, count).await);
            first += count;
        }
        let names = [
            "Postgres, one node",
            "Postgres, two nodes",
            "bare set-based SQL",
            "SQLite",
        ];
        let medians: Vec<f64> = names
            .iter()
            .zip(figures)
            .map(|(name, figures)| told(name, callers, figures))
            .collect();
        println!(
            "| of bare SQL: one node {:.2}, two nodes {:.2} |",
            medians[0] / medians[2],
            medians[1] / medians[2]
        );
    }
}
