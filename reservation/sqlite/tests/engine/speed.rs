//! How fast and how large. No test: numbers of a machine are no promise.
//!
//! `cargo test --release -p reservation-sqlite --test engine -- --ignored --nocapture speed`

use std::sync::Arc;
use std::time::{Duration, Instant};

use reservation::ports::Store;
use reservation::testing::crowd::{hold, large};

use crate::kit::Kit;

const CALLERS: usize = 64;

async fn measure(kit: &Arc<Kit>, callers: usize, first: usize, count: usize) {
    let since = Instant::now();
    let mut tasks = Vec::new();
    for caller in 0..callers {
        let kit = Arc::clone(kit);
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            for number in (first + caller..first + count).step_by(callers) {
                let submission = hold(number);
                let since = Instant::now();
                kit.store.submission_run(submission).await.unwrap().unwrap();
                times.push(since.elapsed());
            }
            times
        }));
    }
    let mut times: Vec<Duration> = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    let whole = since.elapsed();
    times.sort();
    println!(
        "{callers:3} callers: {:6.0} holds/s, p50 {:?}, p99 {:?}, worst {:?}",
        times.len() as f64 / whole.as_secs_f64(),
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement, not a test"]
async fn speed() {
    let kit = Arc::new(Kit::new().await);
    kit.store.catalogue_put(large()).await.unwrap();
    measure(&kit, 1, 0, 2000).await;
    measure(&kit, CALLERS, 2000, 40_000).await;
    measure(&kit, 256, 42_000, 40_000).await;
    kit.store.close().await;
    let size = std::fs::metadata(kit.path()).unwrap().len();
    println!("{} bytes per hold of half an hour", size / 82_000);
}
