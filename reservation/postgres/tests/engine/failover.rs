//! The primary dies, and a standby takes over.

use std::sync::Arc;
use std::time::Duration;

use postgres_cluster::{Cluster, or_skip};
use reservation::ports::{Accounts, Fault, Store};
use reservation::submission::Repeat;
use reservation_postgres::{Options, PostgresStore};
use tokio::task::block_in_place;

use crate::crowd::{Crowd, Told, nodes, options, press, settled, until};
use crate::forwarder::Forwarder;
use reservation::testing::crowd::large;

/// A primary, its standby, and the address that leads to whichever is the primary.
struct Pair {
    primary: Cluster,
    standby: Cluster,
    address: Forwarder,
}

impl Pair {
    async fn start(synchronous: bool) -> Option<Self> {
        let (primary, standby) = block_in_place(|| {
            let primary = or_skip(Cluster::start())?;
            primary.psql("postgres", "create database clinic").unwrap();
            let standby = primary.standby().unwrap();
            if synchronous {
                primary.make_synchronous(&standby).unwrap();
            }
            Some((primary, standby))
        })?;
        let address = Forwarder::to(primary.port()).await;
        Some(Self {
            primary,
            standby,
            address,
        })
    }

    fn url(&self) -> String {
        self.address.url("clinic")
    }

    /// The primary dies, the standby takes over, the address follows.
    fn fail_over(&self) {
        block_in_place(|| {
            self.primary.kill();
            self.address.cut();
            self.standby.start_again().unwrap();
            self.standby.promote().unwrap();
        });
        self.address.switch(self.standby.port());
    }

    /// How many transactions of the nodes wait for the standby.
    fn waiting(&self) -> usize {
        let count = "select count(*) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'hitotsu'";
        block_in_place(|| self.primary.psql("postgres", count))
            .unwrap()
            .parse()
            .unwrap()
    }

    async fn node(&self, commit_patience: Duration) -> PostgresStore {
        let options = Options {
            commit_patience,
            ..options()
        };
        PostgresStore::open(&self.url(), options).await.unwrap()
    }
}

async fn told(node: &PostgresStore, slot: usize) -> Told {
    Told::of(node.submission_run(press(slot as u64, slot)).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_is_lost_when_the_primary_dies_and_a_synchronous_standby_takes_over() {
    let Some(pair) = Pair::start(true).await else {
        return;
    };
    let nodes = nodes(&pair.url(), 3).await;
    let crowd = Crowd::at(&nodes);
    crowd.answers(300).await;
    pair.fail_over();
    crowd.answers(300).await;
    let account = crowd.stop().await;
    println!("a fail-over: {}", account.holds(&nodes).await);
}

/// Five people press while the standby is away; then the primary dies and the standby takes over. What they were told,
/// and what they are told afterwards.
async fn pressed_without_the_standby(synchronous: bool) -> Option<Vec<(Told, Told)>> {
    let pair = Pair::start(synchronous).await?;
    let node = pair.node(Duration::from_millis(200)).await;
    node.catalogue_put(large()).await.unwrap();
    assert!(told(&node, 0).await.yes().is_some());
    let caught_up = "select count(*) from submission";
    until("the standby has it", || {
        block_in_place(|| pair.standby.psql("clinic", caught_up)).unwrap() == "1"
    })
    .await;
    block_in_place(|| pair.standby.stop());
    let mut before = Vec::new();
    for slot in 1..=5 {
        before.push(told(&node, slot).await);
    }
    pair.fail_over();
    let mut all = Vec::new();
    for (slot, before) in (1..).zip(before) {
        all.push((before, settled(&node, slot as u64, slot).await));
    }
    Some(all)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_synchronous_standby_nothing_is_answered_so_nothing_is_lost() {
    let Some(told) = pressed_without_the_standby(true).await else {
        return;
    };
    for (before, after) in told {
        assert_eq!(before, Told::Unknown);
        assert!(after.yes().is_some());
    }
}

/// Why the standby has to be a synchronous one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_an_asynchronous_standby_answers_are_lost() {
    let Some(told) = pressed_without_the_standby(false).await else {
        return;
    };
    for (before, after) in told {
        assert!(matches!(before, Told::Yes(_, Repeat::First)), "{before:?}");
        assert!(matches!(after, Told::Yes(_, Repeat::First)), "{after:?}");
        assert_ne!(before.yes(), after.yes(), "the first one is gone");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_waits_for_the_standby_is_told_as_unknown_and_comes_to_one_outcome() {
    let Some(pair) = Pair::start(true).await else {
        return;
    };
    let impatient = Arc::new(pair.node(Duration::from_millis(200)).await);
    let patient = Arc::new(pair.node(Duration::from_secs(60)).await);
    impatient.catalogue_put(large()).await.unwrap();
    block_in_place(|| pair.standby.stop());

    // It waits, and the look afterwards doesn't see it.
    assert_eq!(told(&impatient, 1).await, Told::Unknown);
    assert_eq!(pair.waiting(), 1, "it may still come to its end");

    // An edit waits no longer than a press, and keeps no press waiting.
    let edited = impatient.secret_keep("form", [1; 32]).await;
    assert!(matches!(edited, Err(Fault::Unknown(_))), "{edited:?}");
    assert_eq!(told(&impatient, 3).await, Told::Unknown);

    // Somebody ends the wait: the row can be seen then, and still is on one machine only.
    let pressing = {
        let patient = Arc::clone(&patient);
        tokio::spawn(async move { told(&patient, 2).await })
    };
    until("both wait", || pair.waiting() == 4).await;
    let end = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' order by xact_start desc limit 1";
    block_in_place(|| pair.primary.psql("postgres", end)).unwrap();
    assert_eq!(pressing.await.unwrap(), Told::Unknown);
    let rows = "select count(*) from submission";
    let seen = block_in_place(|| pair.primary.psql("clinic", rows)).unwrap();
    assert_eq!(seen, "1", "it can be seen, and that is no answer");

    assert!(told(&impatient, 2).await.yes().is_none(), "nor is a repeat");

    block_in_place(|| pair.standby.start_again()).unwrap();
    for slot in [1, 2, 3] {
        let truth = settled(&patient, slot as u64, slot).await;
        let again = settled(&impatient, slot as u64, slot).await;
        assert_eq!(again, Told::Yes(truth.yes().unwrap(), Repeat::SameKey));
    }
    let dump = patient.dump().await.unwrap();
    assert_eq!(reservation::check::check(&dump), []);
    assert_eq!(dump.reservations.len(), 3);
}
