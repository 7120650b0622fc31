//! The database dies as by a power cut, in the middle of the work of two nodes, and comes back.

use postgres_cluster::{Cluster, or_skip};
use tokio::task::block_in_place;

use crate::crowd::{Crowd, Told, nodes, until};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_before_a_power_cut_of_the_database_is_there_and_the_nodes_go_on_by_themselves()
 {
    let Some(cluster) = block_in_place(|| or_skip(Cluster::start())) else {
        return;
    };
    block_in_place(|| cluster.psql("postgres", "create database clinic")).unwrap();
    let nodes = nodes(&cluster.url("clinic"), 2).await;
    let crowd = Crowd::at(&nodes);
    crowd.answers(300).await;
    for _ in 0..2 {
        let busy = crowd.told(Told::Busy);
        block_in_place(|| cluster.kill());
        until("told that nothing was begun", || {
            crowd.told(Told::Busy) > busy + 20
        })
        .await;
        block_in_place(|| cluster.start_again()).unwrap();
        crowd.answers(300).await;
    }
    let account = crowd.stop().await;
    println!("two power cuts: {}", account.holds(&nodes).await);
}
