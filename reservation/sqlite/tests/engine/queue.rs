//! The queue: what is refused, and that nothing of it is begun.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reservation::ports::{Fault, Store};
use reservation::testing::visitor;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use crate::kit::{Kit, hold, ten};

/// Keeps the writer waiting, as a slow disk would.
async fn hold_up(kit: &Kit) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(kit.path());
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql("begin immediate")
        .execute(&mut connection)
        .await
        .unwrap();
    connection
}

/// Sends it and gives the writer time to take what it can.
async fn send(kit: &Arc<Kit>, number: u8) -> tokio::task::JoinHandle<Result<(), Fault>> {
    let submission = kit.submission(
        visitor(number),
        hold("quick", "any", ten().plus_minutes(15 * i64::from(number))),
    );
    let kit = Arc::clone(kit);
    let task = tokio::spawn(async move { kit.store.submission_run(submission).await.map(drop) });
    tokio::time::sleep(Duration::from_millis(200)).await;
    task
}

#[tokio::test]
async fn a_full_queue_is_busy_at_once() {
    let kit = Arc::new(Kit::with(|options| options.queue = 1).await);
    let held_up = hold_up(&kit).await;
    let in_work = send(&kit, 1).await;
    let queued = send(&kit, 2).await;
    let since = Instant::now();
    let refused = kit
        .store
        .submission_run(kit.submission(visitor(3), hold("quick", "any", ten())))
        .await;
    assert_eq!(refused, Err(Fault::Busy));
    assert!(
        since.elapsed() < Duration::from_secs(2),
        "it did not wait for the queue"
    );
    held_up.close().await.unwrap();
    assert_eq!(in_work.await.unwrap(), Ok(()));
    assert_eq!(queued.await.unwrap(), Ok(()));
    assert_eq!(
        kit.store.dump().await.unwrap().reservations.len(),
        2,
        "the refused one was not begun"
    );
}

#[tokio::test]
async fn who_has_waited_too_long_is_refused_before_it_begins() {
    let kit = Arc::new(Kit::with(|options| options.patience = Duration::from_secs(2)).await);
    let held_up = hold_up(&kit).await;
    let in_work = send(&kit, 1).await;
    let queued = send(&kit, 2).await;
    tokio::time::sleep(Duration::from_millis(2_200)).await;
    held_up.close().await.unwrap();
    assert_eq!(in_work.await.unwrap(), Ok(()));
    assert_eq!(queued.await.unwrap(), Err(Fault::Busy));
    assert_eq!(kit.store.dump().await.unwrap().reservations.len(), 1);
}

#[tokio::test]
async fn a_caller_who_goes_away_loses_the_answer_and_not_the_work() {
    let kit = Arc::new(Kit::new().await);
    let held_up = hold_up(&kit).await;
    let task = send(&kit, 1).await;
    task.abort();
    assert!(task.await.unwrap_err().is_cancelled());
    held_up.close().await.unwrap();
    // The next one's answer comes after the first one's work.
    send(&kit, 2).await.await.unwrap().unwrap();
    assert_eq!(kit.store.dump().await.unwrap().reservations.len(), 2);
}

#[tokio::test]
async fn closing_does_what_is_queued_and_refuses_what_comes_later() {
    let kit = Arc::new(Kit::new().await);
    let held_up = hold_up(&kit).await;
    let tasks = [
        send(&kit, 1).await,
        send(&kit, 2).await,
        send(&kit, 3).await,
    ];
    let closing = tokio::spawn({
        let kit = Arc::clone(&kit);
        async move { kit.store.close().await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    held_up.close().await.unwrap();
    closing.await.unwrap();
    for task in tasks {
        assert_eq!(task.await.unwrap(), Ok(()));
    }
    let late = kit
        .store
        .submission_run(kit.submission(visitor(9), hold("quick", "any", ten())))
        .await;
    assert_eq!(late, Err(Fault::Busy));
}

#[tokio::test]
async fn many_at_once_have_one_owner_per_slot() {
    let kit = Arc::new(Kit::new().await);
    let mut tasks = Vec::new();
    for number in 0..120_u8 {
        let start = ten().plus_minutes(15 * i64::from(number % 4));
        let submission = kit.submission(visitor(number), hold("quick", "sato", start));
        let kit = Arc::clone(&kit);
        tasks.push(tokio::spawn(async move {
            kit.store.submission_run(submission).await.unwrap().is_ok()
        }));
    }
    let mut winners = 0;
    for task in tasks {
        winners += usize::from(task.await.unwrap());
    }
    let dump = kit.store.dump().await.unwrap();
    assert_eq!((winners, dump.reservations.len()), (4, 4));
    assert_eq!(reservation::check::check(&dump), []);
}
