//! Jobs that the nodes of one database share. Not for an engine with one server, where every node is the only one.
#![expect(missing_docs, reason = "the names are the sentences")]

use futures::future::join_all;
use uuid::Uuid;

use super::{Bench, must};

const JOB: &str = "sweep";
const LEASE: i64 = 15_000;
const ONE: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);

async fn take(bench: &Bench, node: Uuid) -> bool {
    must(bench.store.job_take(JOB, node, LEASE).await)
}

pub async fn a_job_is_with_one_node_until_its_lease_ends(bench: &Bench) {
    assert!(take(bench, ONE).await);
    assert!(!take(bench, OTHER).await);
    let another_job = bench.store.job_take("purge", OTHER, LEASE).await;
    assert!(must(another_job), "each job has a lease of its own");
    bench.clock.advance(LEASE - 1);
    assert!(!take(bench, OTHER).await);
    bench.clock.advance(1);
    assert!(take(bench, OTHER).await);
    assert!(
        !take(bench, ONE).await,
        "who comes back late finds it taken"
    );
}

pub async fn asking_again_prolongs_a_lease_and_asking_in_vain_does_not(bench: &Bench) {
    assert!(take(bench, ONE).await);
    bench.clock.advance(LEASE - 1);
    assert!(take(bench, ONE).await);
    bench.clock.advance(LEASE - 1);
    assert!(!take(bench, OTHER).await);
    bench.clock.advance(1);
    assert!(take(bench, OTHER).await);
}

pub async fn a_job_that_was_given_back_is_free_at_once(bench: &Bench) {
    assert!(take(bench, ONE).await);
    must(bench.store.job_drop(JOB, OTHER).await);
    assert!(
        !take(bench, OTHER).await,
        "nobody gives back what another has"
    );
    must(bench.store.job_drop(JOB, ONE).await);
    assert!(take(bench, OTHER).await);
}

pub async fn of_many_nodes_one_gets_the_job(bench: &Bench) {
    for _ in 0..5 {
        let asked = (1..=8).map(|node| take(bench, Uuid::from_u128(node)));
        let got = join_all(asked).await.into_iter().filter(|got| *got);
        assert_eq!(got.count(), 1);
        bench.clock.advance(LEASE);
    }
}
