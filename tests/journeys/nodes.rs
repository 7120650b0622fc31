//! Two and three real servers on one Postgres, and what becomes of people when one of them, or the database, dies or
//! stands still.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use postgres_cluster::{Cluster, or_skip};
use reqwest::{Method, StatusCode};
use tokio::process::Command;

use crate::crash::{Program, check, start, started};
use crate::support::{Browser, Form, Home, details, held, hold_form, sign_in, skipped_on_sqlite};

/// Every one of them has Tuesday morning.
const MORNING: &str = "2026-06-09T10:00:00+09:00";
/// Longer than a hold of the demo lasts.
const LATER: &str = "2026-06-09T10:12:00+09:00";

/// Nodes on one database, which goes with this value.
struct Nodes {
    home: Home,
    running: Vec<Program>,
}

impl Nodes {
    /// None where the journeys don't run on Postgres: once is enough.
    async fn start(count: usize) -> Option<Self> {
        if skipped_on_sqlite("several servers need a database that they can share") {
            return None;
        }
        let home = Home::empty();
        // All at once, on an empty database.
        let running = join_all((0..count).map(|_| start(&home, "127.0.0.1:0"))).await;
        Some(Self { home, running })
    }

    /// A browser that has never been here, at a node.
    fn browser(&self, node: usize) -> Browser {
        Browser::new(self.running[node].url.clone())
    }

    /// The same browser, with its cookies, at another node.
    fn moved(&self, browser: &Browser, node: usize) -> Browser {
        browser.at(self.running[node].url.clone())
    }

    async fn signal(&self, node: usize, signal: &str) {
        let id = self.running[node].child.id().unwrap().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().await;
        assert!(sent.unwrap().success());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_of_one_node_sent_at_once_to_two_others_is_one_reservation() {
    let Some(nodes) = Nodes::start(3).await else {
        return;
    };
    let mut presses = 0;
    for round in 0..10 {
        let browser = nodes.browser(0);
        let form = hold_form(&browser, "hudson", "visit").await;
        let slot = form.buttons("slot")[round].clone();
        let others = [1, 2].map(|node| nodes.moved(&browser, node));
        let copies = (0..10).map(|copy| others[copy % 2].press(&form, "slot", &slot));
        let paths: BTreeSet<String> = join_all(copies)
            .await
            .iter()
            .map(|it| it.leads_to())
            .collect();
        assert_eq!(paths.len(), 1, "round {round}: {paths:?}");
        let path = paths.first().unwrap();
        // The details as well; and all three show the same.
        let form = details(&browser, path).await;
        let form = form.typed("phone", &format!("090-1234-{round:04}"));
        let copies = (0..10).map(|copy| others[copy % 2].press(&form, "act", "send"));
        for answer in join_all(copies).await {
            assert_eq!(answer.leads_to(), *path);
        }
        for node in 0..3 {
            let page = nodes.moved(&browser, node).look(path).await;
            assert_eq!(page.status, StatusCode::OK);
        }
        presses += 20;
    }
    let rows: serde_json::Value = serde_json::from_str(&check(&nodes.home).await).unwrap();
    println!(
        "{presses} presses at two nodes, 10 visits: {}",
        rows["reservations"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_strangers_at_three_nodes_one_gets_the_time() {
    let Some(nodes) = Nodes::start(3).await else {
        return;
    };
    let mut ready = Vec::new();
    for number in 0..90 {
        let browser = nodes.browser(number % 3);
        let path = "/c/hinata/times?service=checkup&visit=return&doctor=tanaka";
        let form = browser.page(path).await.form("hold");
        ready.push((browser, form));
    }
    let slot = ready[0].1.buttons("slot")[0].clone();
    let presses = ready
        .iter()
        .map(|(browser, form)| browser.press(form, "slot", &slot));
    let answers = join_all(presses).await;
    let told = |status| answers.iter().filter(|it| it.status == status).count();
    assert_eq!(
        (told(StatusCode::SEE_OTHER), told(StatusCode::CONFLICT)),
        (1, 89)
    );
    check(&nodes.home).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_signed_in_or_holds_a_time_at_one_node_is_known_at_all() {
    let Some(nodes) = Nodes::start(3).await else {
        return;
    };
    let staff = nodes.browser(0);
    sign_in(&staff, "hinata").await;
    for node in [1, 2] {
        nodes
            .moved(&staff, node)
            .page("/staff/hinata")
            .await
            .form("sign-out");
    }
    let patient = nodes.browser(1);
    let held = held(&patient, "hinata", "internal", 0).await;
    for node in [0, 2] {
        assert_eq!(
            nodes.moved(&patient, node).look(&held.path).await.status,
            StatusCode::OK
        );
    }
    // Signed out at one is signed out at all.
    let form = nodes
        .moved(&staff, 2)
        .page("/staff/hinata")
        .await
        .form("sign-out");
    let left = nodes.moved(&staff, 2).press(&form, "", "").await;
    assert_eq!(left.status, StatusCode::SEE_OTHER);
    for node in 0..3 {
        let page = nodes.moved(&staff, node);
        let page = page.follow(page.look("/staff/hinata").await).await;
        assert!(page.has_form("sign-in"), "{}", page.body);
    }
}

/// Who pressed what, and where it led.
type Press = (Browser, Form, String, Option<String>);

/// What people pressed, and where it led those who got an answer.
#[derive(Default)]
struct Load {
    stop: AtomicBool,
    pressed: AtomicUsize,
    answered: AtomicUsize,
    open: AtomicUsize,
    kept: Mutex<Vec<Press>>,
}

impl Load {
    /// A visitor after the other, each at the node whose turn it is, until it is told to stop.
    async fn go_on(&self, nodes: &Nodes, first: usize) {
        for turn in first.. {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let browser = nodes.browser(turn % nodes.running.len());
            let service = "/c/hudson/times?service=visit&visit=return&doctor=any";
            let Some(page) = tried(browser.request(Method::GET, service)).await else {
                continue;
            };
            let Some(form) = (page.0 == StatusCode::OK)
                .then(|| Form::find(&page.1, "hold"))
                .flatten()
            else {
                continue;
            };
            let slots = form.buttons("slot");
            let slot = slots[turn.wrapping_mul(7919) % slots.len()].clone();
            self.pressed.fetch_add(1, Ordering::Relaxed);
            let request = browser
                .request(Method::POST, &form.action_of("slot", &slot))
                .form(&form.pressed("slot", &slot));
            let answer = tried(request).await;
            let led = match &answer {
                Some((StatusCode::SEE_OTHER, to)) => {
                    self.answered.fetch_add(1, Ordering::Relaxed);
                    Some(to.clone())
                }
                Some((StatusCode::CONFLICT, _)) => continue,
                // No answer, or a page that says that it is not known.
                _ => {
                    self.open.fetch_add(1, Ordering::Relaxed);
                    None
                }
            };
            self.kept.lock().unwrap().push((browser, form, slot, led));
        }
    }

    /// Everybody presses once more, at a node that lives: who was answered is led to the same page, which is there; who
    /// was not gets one answer now.
    async fn repeated(&self, nodes: &Nodes, at: usize) {
        let kept = std::mem::take(&mut *self.kept.lock().unwrap());
        for (browser, form, slot, led) in kept {
            let browser = nodes.moved(&browser, at);
            let again = browser.press(&form, "slot", &slot).await;
            match led {
                Some(path) => {
                    assert_eq!(again.leads_to(), path);
                    assert_eq!(browser.look(&path).await.status, StatusCode::OK, "{path}");
                }
                None if again.status == StatusCode::SEE_OTHER => {
                    let path = again.leads_to();
                    assert_eq!(browser.press(&form, "slot", &slot).await.leads_to(), path);
                }
                None => assert_eq!(again.status, StatusCode::CONFLICT, "{}", again.body),
            }
        }
    }

    fn told(&self, what: &str) {
        println!(
            "{what}: {} pressed, {} answered, {} without an answer",
            self.pressed.load(Ordering::Relaxed),
            self.answered.load(Ordering::Relaxed),
            self.open.load(Ordering::Relaxed)
        );
    }

    /// Until so many more have been answered.
    async fn more(&self, count: usize) {
        let goal = self.answered.load(Ordering::Relaxed) + count;
        let since = Instant::now();
        while self.answered.load(Ordering::Relaxed) < goal {
            assert!(
                since.elapsed() < Duration::from_secs(60),
                "nobody is answered any more"
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Status, and where it leads or what it says. None: no answer.
async fn tried(request: reqwest::RequestBuilder) -> Option<(StatusCode, String)> {
    let response = request.timeout(Duration::from_secs(12)).send().await.ok()?;
    let status = response.status();
    match response.headers().get("location") {
        Some(to) => {
            let to = to.to_str().unwrap();
            Some((status, to.split('?').next().unwrap_or(to).to_owned()))
        }
        None => Some((status, response.text().await.ok()?)),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_killed_loses_nothing_that_was_answered() {
    let Some(nodes) = Nodes::start(3).await else {
        return;
    };
    let load = Load::default();
    let people = join_all((0..6).map(|first| load.go_on(&nodes, first)));
    tokio::join!(people, async {
        load.more(15).await;
        nodes.signal(0, "-KILL").await;
        load.more(15).await;
        load.stop.store(true, Ordering::Relaxed);
    });
    load.told("a node killed");
    load.repeated(&nodes, 1).await;
    check(&nodes.home).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stands_still_and_goes_on_does_no_harm() {
    let Some(nodes) = Nodes::start(3).await else {
        return;
    };
    let load = Load::default();
    let people = join_all((0..6).map(|first| load.go_on(&nodes, first)));
    tokio::join!(people, async {
        load.more(10).await;
        nodes.signal(0, "-STOP").await;
        let since = Instant::now();
        // The others go on, also where the one that stands still had locked something; and its own time runs out.
        load.more(10).await;
        let rest = Duration::from_secs(7).saturating_sub(since.elapsed());
        tokio::time::sleep(rest).await;
        nodes.signal(0, "-CONT").await;
        load.more(10).await;
        load.stop.store(true, Ordering::Relaxed);
    });
    load.told("a node stopped for seven seconds");
    load.repeated(&nodes, 0).await;
    check(&nodes.home).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_ran_out_is_written_down_once_by_three_nodes() {
    if skipped_on_sqlite("several servers need a database that they can share") {
        return;
    }
    let home = Home::empty();
    let at = async |time| started(home.program().env("HITOTSU_DEMO_AT", time)).await;
    let mut node = at(MORNING).await;
    for number in 0..8 {
        held(&Browser::new(node.url.clone()), "hudson", "visit", number).await;
    }
    node.child.kill().await.unwrap();
    let three = join_all([at(LATER), at(LATER), at(LATER)]).await;
    let since = Instant::now();
    let expired = loop {
        let output = home
            .program()
            .args(["check", "--json", "--rows"])
            .output()
            .await;
        let rows: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
        let lines = rows["rows"]["history"].as_array().unwrap().clone();
        let expired: Vec<String> = lines
            .iter()
            .filter(|line| line["status"] == "EXPIRED")
            .map(|line| line["reservation"].to_string())
            .collect();
        if expired.len() >= 8 {
            break expired;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "{expired:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let once: BTreeSet<&String> = expired.iter().collect();
    assert_eq!(once.len(), expired.len(), "one line for each");
    check(&home).await;
    drop(three);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_is_away_pages_say_so_and_afterwards_everything_goes_on() {
    if skipped_on_sqlite("there is no server to be away") {
        return;
    }
    let Some(cluster) = or_skip(Cluster::start()) else {
        return;
    };
    cluster.psql("postgres", "create database clinic").unwrap();
    let home = Home::empty();
    let url = cluster.url("clinic");
    let node = started(home.program().env("DATABASE_URL", &url)).await;
    let other = started(home.program().env("DATABASE_URL", &url)).await;
    let browser = Browser::new(node.url.clone());
    let before = held(&browser, "hudson", "visit", 0).await;
    let form = details(&browser, &before.path).await;
    cluster.kill();
    let page = browser
        .look("/c/hudson/times?service=visit&visit=return&doctor=any")
        .await;
    assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
    page.assert_is_page("ja");
    let press = browser.press(&form, "act", "send").await;
    assert_eq!(press.status, StatusCode::SERVICE_UNAVAILABLE);
    press.assert_is_page("ja");
    let kept = press.form("details");
    assert_eq!(kept.value("name"), "山田 花子", "nothing typed is lost");
    cluster.start_again().unwrap();
    // Nobody has to start a node again.
    let since = Instant::now();
    let path = loop {
        let again = browser.press(&kept, "", "").await;
        if again.status == StatusCode::SEE_OTHER {
            break again.leads_to();
        }
        assert!(
            since.elapsed() < Duration::from_secs(30),
            "{}",
            again.status
        );
    };
    assert_eq!(path, before.path);
    let there = browser.at(other.url.clone());
    assert_eq!(there.press(&form, "act", "send").await.leads_to(), path);
}
