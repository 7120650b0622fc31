//! kill -9 of a node in the middle of the work: what it has answered is there, whole, and the other nodes know it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use reservation::ports::Store;
use reservation::submission::Repeat;
use reservation_postgres::PostgresStore;

use crate::crowd::{Told, nodes, options, press, settled};
use crate::kit::database;

const DATABASE: &str = "HITOTSU_TEST_CRASH_DATABASE";
const FIRST: &str = "HITOTSU_TEST_CRASH_FIRST";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_answered_before_a_kill_is_there_and_the_others_give_the_same_answer() {
    let Some(database) = database().await else {
        return;
    };
    let nodes = nodes(database.url(), 1).await;
    let mut answered = 0;
    for round in 0..4 {
        let said = tokio::task::block_in_place(|| killed(database.url(), round));
        for (slot, id) in &said {
            // At once, while the server may still be busy with what the dead node has left.
            match (settled(&nodes[0], *slot as u64, *slot).await, id) {
                (Told::Yes(now, repeat), Some(id)) => {
                    assert_eq!((now.to_string(), repeat), (id.clone(), Repeat::SameKey));
                    answered += 1;
                }
                (told, _) => assert!(told.yes().is_some(), "nobody else wanted it: {told:?}"),
            }
        }
    }
    let dump = nodes[0].dump().await.unwrap();
    assert_eq!(reservation::check::check(&dump), []);
    assert_eq!(
        dump.submissions.len(),
        dump.reservations.len(),
        "one key, one reservation"
    );
    println!("{answered} answers of nodes that were killed");
}

/// Lets a process of its own work until it has answered a hundred and more, kills it, and says what it was asked, with
/// what it answered.
fn killed(url: &str, round: usize) -> BTreeMap<usize, Option<String>> {
    let (mut child, lines) = start(url, round * 20_000);
    let mut said = BTreeMap::new();
    let mut answered = 0;
    let mut take = |line: String| {
        let mut words = line.split(' ');
        let slot = words.next().unwrap().parse().unwrap();
        let id = words.next().map(ToOwned::to_owned);
        answered += usize::from(id.is_some());
        let known: &mut Option<String> = said.entry(slot).or_default();
        if id.is_some() {
            *known = id;
        }
        answered
    };
    // Another moment of its work each time.
    while take(lines.recv_timeout(Duration::from_secs(60)).unwrap()) < 100 + 37 * round {}
    child.kill().unwrap();
    child.wait().unwrap();
    // What it said with its last breath counts.
    lines.iter().for_each(|line| {
        take(line);
    });
    said
}

fn start(url: &str, first: usize) -> (Child, Receiver<String>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "crash::works_until_it_is_killed"])
        .arg("--nocapture")
        .env(DATABASE, url)
        .env(FIRST, first.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (told, heard) = channel();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if let Some(line) = line.strip_prefix("press ") {
                let _ = told.send(line.to_owned());
            }
        }
    });
    (child, heard)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the process that the test above kills"]
async fn works_until_it_is_killed() {
    let (Ok(url), Ok(first)) = (std::env::var(DATABASE), std::env::var(FIRST)) else {
        return;
    };
    let store = Arc::new(PostgresStore::open(&url, options()).await.unwrap());
    let next = Arc::new(AtomicUsize::new(first.parse().unwrap()));
    let mut tasks = Vec::new();
    for _ in 0..32 {
        let (store, next) = (Arc::clone(&store), Arc::clone(&next));
        tasks.push(tokio::spawn(async move {
            loop {
                let slot = next.fetch_add(1, Ordering::SeqCst);
                println!("press {slot}");
                let told = Told::of(store.submission_run(press(slot as u64, slot)).await);
                println!("press {slot} {}", told.yes().unwrap());
            }
        }));
    }
    let first = tasks.pop().unwrap();
    first.await.unwrap();
}
