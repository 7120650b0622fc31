//! kill -9 in the middle of the work: what was answered is there, whole, and nothing is there by halves.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono_tz::Asia::Tokyo;
use reservation::ports::Store;
use reservation::testing::crowd::{hold, large};
use reservation::testing::{ManualClock, at};
use reservation_sqlite::{Options, SqliteStore};

const FOLDER: &str = "HITOTSU_TEST_CRASH_FOLDER";
const FIRST: &str = "HITOTSU_TEST_CRASH_FIRST";

async fn open(folder: &Path) -> SqliteStore {
    let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))));
    SqliteStore::open(folder.join("hitotsu.db"), Options::new(clock))
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_before_a_kill_is_there_and_nothing_is_there_by_halves() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.catalogue_put(large()).await.unwrap();
    store.close().await;
    drop(store);
    let mut answered = BTreeSet::new();
    for round in 0..4_u64 {
        answered.extend(killed(folder.path(), round).await);
        let store = open(folder.path()).await;
        let dump = store.dump().await.unwrap();
        assert_eq!(reservation::check::check(&dump), []);
        assert_eq!(store.integrity().await.unwrap(), Vec::<String>::new());
        let there: BTreeSet<String> = dump
            .reservations
            .iter()
            .map(|row| row.id.to_string())
            .collect();
        assert!(
            answered.is_subset(&there),
            "{} lost",
            answered.difference(&there).count()
        );
        assert_eq!(
            dump.submissions.len(),
            dump.reservations.len(),
            "one key, one reservation"
        );
        store.close().await;
    }
    assert!(
        answered.len() > 20,
        "it worked before it was killed: {}",
        answered.len()
    );
}

/// Lets a process of its own work, kills it, and says what it was answered.
async fn killed(folder: &Path, round: u64) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--ignored",
            "--exact",
            "crash::works_until_it_is_killed",
            "--nocapture",
        ])
        .env(FOLDER, folder)
        .env(FIRST, (round * 20_000).to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let answers = tokio::task::spawn_blocking(move || {
        lines
            .map_while(Result::ok)
            .filter_map(|line| Some(line.strip_prefix("answered ")?.to_owned()))
            .collect()
    });
    // Another moment of its work each time.
    tokio::time::sleep(Duration::from_millis(400 + 130 * round)).await;
    child.kill().unwrap();
    child.wait().unwrap();
    answers.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the process that the test above kills"]
async fn works_until_it_is_killed() {
    let (Ok(folder), Ok(first)) = (std::env::var(FOLDER), std::env::var(FIRST)) else {
        return;
    };
    let store = Arc::new(open(Path::new(&folder)).await);
    let next = Arc::new(AtomicUsize::new(first.parse().unwrap()));
    let mut tasks = Vec::new();
    for _ in 0..32 {
        let (store, next) = (Arc::clone(&store), Arc::clone(&next));
        tasks.push(tokio::spawn(async move {
            loop {
                let submission = hold(next.fetch_add(1, Ordering::SeqCst));
                let id = submission.fresh.reservation;
                store.submission_run(submission).await.unwrap().unwrap();
                println!("answered {id}");
            }
        }));
    }
    let first = tasks.pop().unwrap();
    first.await.unwrap();
}
