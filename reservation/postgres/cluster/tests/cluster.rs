//! What a cluster promises to the tests that use it.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use postgres_cluster::{Cluster, database, database_from, or_skip};

fn cluster() -> Option<Cluster> {
    or_skip(Cluster::start())
}

#[test]
fn two_clusters_live_side_by_side_and_leave_nothing() {
    let (Some(one), Some(two)) = (cluster(), cluster()) else {
        return;
    };
    let folders = [one.folder().to_path_buf(), two.folder().to_path_buf()];
    one.psql("postgres", "create database only_here").unwrap();
    assert_eq!(one.psql("only_here", "select 1").unwrap(), "1");
    let refused = two.psql("only_here", "select 1").unwrap_err();
    assert!(refused.to_string().contains("does not exist"), "{refused}");
    let ports = [one.port(), two.port()];
    drop((one, two));
    for (folder, port) in folders.iter().zip(ports) {
        assert!(!folder.exists());
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}

#[test]
fn it_is_durable_and_sorts_as_no_byte_order_does() {
    let Some(database) = or_skip(database("settings")) else {
        return;
    };
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
        assert_eq!(database.psql(&format!("show {setting}")).unwrap(), "on");
    }
    assert_eq!(database.psql("show server_encoding").unwrap(), "UTF8");
    let order = |collate: &str| {
        database
            .psql(&format!("select 'a' < 'B' {collate}"))
            .unwrap()
    };
    assert_eq!(
        (order("").as_str(), order(r#"collate "C""#).as_str()),
        ("t", "f")
    );
}

#[test]
fn a_database_is_empty_or_a_copy_and_goes_with_its_owner() {
    let Some(original) = or_skip(database("original")) else {
        return;
    };
    original
        .psql("create table note (text text); insert into note values ('written')")
        .unwrap();
    let copy = database_from(&original, "copy").unwrap();
    assert_eq!(copy.psql("select text from note").unwrap(), "written");
    assert!(
        or_skip(database("empty"))
            .unwrap()
            .psql("select text from note")
            .is_err()
    );
    let count = format!(
        "select count(*) from pg_database where datname = '{}'",
        copy.name()
    );
    assert_eq!(original.psql(&count).unwrap(), "1");
    drop(copy);
    assert_eq!(original.psql(&count).unwrap(), "0");
}

#[test]
fn what_was_committed_is_there_after_a_power_cut() {
    let Some(cluster) = cluster() else {
        return;
    };
    cluster
        .psql(
            "postgres",
            "create table note (text text); insert into note values ('committed')",
        )
        .unwrap();
    cluster.kill();
    assert!(cluster.psql("postgres", "select 1").is_err());
    cluster.start_again().unwrap();
    assert_eq!(
        cluster.psql("postgres", "select text from note").unwrap(),
        "committed"
    );
    let log = std::fs::read_to_string(cluster.folder().join("log")).unwrap();
    assert!(log.contains("was not properly shut down"), "{log}");
    cluster.stop();
    assert!(cluster.psql("postgres", "select 1").is_err());
    cluster.start_again().unwrap();
    assert_eq!(
        cluster.psql("postgres", "select text from note").unwrap(),
        "committed"
    );
}

#[test]
fn a_server_that_stands_still_goes_on_and_can_be_stopped() {
    let Some(cluster) = cluster() else {
        return;
    };
    cluster.pause();
    let held = std::thread::scope(|threads| {
        let asked = threads.spawn(|| cluster.psql("postgres", "select 1"));
        assert!(TcpStream::connect(("127.0.0.1", cluster.port())).is_ok());
        cluster.resume();
        asked.join().unwrap()
    });
    assert_eq!(held.unwrap(), "1");
    cluster.pause();
    cluster.stop();
    cluster.start_again().unwrap();
    cluster.pause();
    drop(cluster);
}

#[test]
fn a_standby_follows_and_takes_over() {
    let Some(primary) = cluster() else {
        return;
    };
    let standby = primary.standby().unwrap();
    primary.make_synchronous(&standby).unwrap();
    // The commit waits for the standby's disk, and with `remote_apply` until the row can be read there.
    primary
        .psql(
            "postgres",
            "set synchronous_commit = remote_apply; create table note (text text); insert into note values ('here')",
        )
        .unwrap();
    assert_eq!(
        standby.psql("postgres", "select text from note").unwrap(),
        "here"
    );
    let refused = standby.psql("postgres", "delete from note").unwrap_err();
    assert!(refused.to_string().contains("read-only"), "{refused}");
    primary.kill();
    standby.promote().unwrap();
    standby
        .psql("postgres", "insert into note values ('there')")
        .unwrap();
    assert_eq!(
        standby
            .psql("postgres", "select count(*) from note")
            .unwrap(),
        "2"
    );
}

/// This test is its own owner: started again with the variable set, it holds a cluster until it is killed.
#[test]
fn it_dies_with_its_owner_and_leaves_nothing() {
    const OWNER: &str = "POSTGRES_CLUSTER_OWNER";
    let name = "it_dies_with_its_owner_and_leaves_nothing";
    if std::env::var_os(OWNER).is_some() {
        let cluster = Cluster::start().unwrap();
        println!("\nowner|{}|{}", cluster.port(), cluster.folder().display());
        loop {
            std::thread::park();
        }
    }
    if or_skip(postgres_cluster::Programs::find()).is_none() {
        return;
    }
    let mut owner = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(OWNER, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(owner.stdout.take().unwrap()).lines();
    let told = lines
        .map(Result::unwrap)
        .find(|line| line.starts_with("owner|"))
        .unwrap();
    let mut told = told.split('|').skip(1);
    let port: u16 = told.next().unwrap().parse().unwrap();
    let folder = Path::new(told.next().unwrap());
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    owner.kill().unwrap();
    owner.wait().unwrap();
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_ok() || folder.exists() {
        assert!(start.elapsed() < Duration::from_secs(30), "it lives on");
        std::thread::sleep(Duration::from_millis(10));
    }
}
