//! Many callers at several nodes, what each of them was told, and the truth afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono_tz::Asia::Tokyo;
use reservation::batch::Verdict;
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId, VisitorTag};
use reservation::ports::{Fault, Store};
use reservation::slot_key::Wish;
use reservation::submission::{Actor, Fingerprint, Fresh, Repeat, RequestKey, Submission};
use reservation::testing::crowd::{DOCTORS, large};
use reservation::testing::{ManualClock, at, clinic_id};
use reservation::time::{Ids, System};
use reservation_postgres::{Options, PostgresStore};
use tokio::task::JoinSet;
use uuid::Uuid;

const CALLERS: usize = 16;
/// A caller's breath between two presses.
const BREATH: Duration = Duration::from_millis(2);
/// How long a condition may take to come true before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Monday 2 March 2026, 8:00 in Tokyo.
pub fn options() -> Options {
    Options::with_clock(Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0)))))
}

/// Nodes over one database, with room for a crowd.
pub async fn nodes(url: &str, count: usize) -> Vec<Arc<PostgresStore>> {
    let mut nodes = Vec::new();
    for _ in 0..count {
        nodes.push(Arc::new(PostgresStore::open(url, options()).await.unwrap()));
    }
    nodes[0].catalogue_put(large()).await.unwrap();
    nodes
}

/// A visitor presses the button of a slot of half an hour; the same numbers are the same press, with the same key.
pub fn press(visitor: u64, slot: usize) -> Submission {
    let mut tag = [0; 16];
    tag[..8].copy_from_slice(&visitor.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    let doctor = format!("doctor-{}", slot % DOCTORS);
    let start = at(Tokyo, (2026, 3, 3), (0, 0)).plus_minutes(30 * (slot / DOCTORS) as i64);
    let command = Command::Hold {
        service: ServiceId::new("internal").unwrap(),
        visit: VisitKind::Return,
        wish: Wish::One(ResourceId::new(doctor).unwrap()),
        start,
        known: None,
    };
    let token = Uuid::from_u128(0x0195_5d00_0000_7000_8000_0000_0000_0000 | u128::from(visitor));
    Submission {
        key: Some(RequestKey::form(&clinic_id(), token).button(start)),
        fingerprint: Fingerprint::of(&[7; 32], &command),
        form: None,
        clinic: clinic_id(),
        actor: Actor::Visitor(VisitorTag(tag)),
        command,
        fresh: Fresh {
            reservation: ReservationId(System.fresh()),
            group: GroupId(System.fresh()),
            closure: ClosureId(System.fresh()),
        },
    }
}

/// What a caller was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Yes(ReservationId, Repeat),
    /// Another has it.
    No,
    Unknown,
    Busy,
}

impl Told {
    pub fn of(verdict: Verdict) -> Self {
        match verdict {
            Ok(Ok(answer)) => Told::Yes(answer.outcome.reservation().unwrap(), answer.repeat),
            Ok(Err(_)) => Told::No,
            Err(Fault::Unknown(_)) => Told::Unknown,
            Err(Fault::Busy) => Told::Busy,
            Err(Fault::Broken(why)) => panic!("broken: {why}"),
        }
    }
    pub fn yes(self) -> Option<ReservationId> {
        match self {
            Told::Yes(id, _) => Some(id),
            _ => None,
        }
    }
    fn is_final(self) -> bool {
        matches!(self, Told::Yes(..) | Told::No)
    }
}

/// Who pressed for which slot, and what each press came to.
type Presses = BTreeMap<(u64, usize), Vec<Told>>;

/// Callers who press at nodes in turn until they are told to stop.
pub struct Crowd {
    shared: Arc<Shared>,
    callers: JoinSet<()>,
}

struct Shared {
    nodes: Vec<Arc<PostgresStore>>,
    stop: AtomicBool,
    next: AtomicUsize,
    presses: Mutex<Presses>,
    /// When each "yes" came.
    yes: Mutex<Vec<Instant>>,
}

impl Crowd {
    pub fn at(nodes: &[Arc<PostgresStore>]) -> Self {
        let shared = Arc::new(Shared {
            nodes: nodes.to_vec(),
            stop: AtomicBool::new(false),
            next: AtomicUsize::new(0),
            presses: Mutex::default(),
            yes: Mutex::default(),
        });
        let mut callers = JoinSet::new();
        for _ in 0..CALLERS {
            let shared = Arc::clone(&shared);
            callers.spawn(async move {
                while !shared.stop.load(Ordering::SeqCst) {
                    shared.call().await;
                    tokio::time::sleep(BREATH).await;
                }
            });
        }
        Self { shared, callers }
    }

    /// How many were told "yes".
    pub fn answered(&self) -> usize {
        self.shared.yes.lock().unwrap().len()
    }

    /// How many were told that.
    pub fn told(&self, what: Told) -> usize {
        let presses = self.shared.presses.lock().unwrap();
        presses
            .values()
            .flatten()
            .filter(|told| **told == what)
            .count()
    }

    /// Works until that many more were told "yes".
    pub async fn answers(&self, more: usize) {
        let enough = self.answered() + more;
        until("more answers", || self.answered() >= enough).await;
    }

    /// Ends the load; what everybody was told.
    pub async fn stop(mut self) -> Account {
        self.shared.stop.store(true, Ordering::SeqCst);
        while let Some(ended) = self.callers.join_next().await {
            ended.unwrap();
        }
        let yes = std::mem::take(&mut *self.shared.yes.lock().unwrap());
        let silence = yes.windows(2).map(|pair| pair[1] - pair[0]).max();
        Account {
            presses: std::mem::take(&mut *self.shared.presses.lock().unwrap()),
            silence: silence.unwrap_or_default(),
        }
    }
}

impl Shared {
    /// One person, or two rivals at two nodes, or one whose press comes in twice at once by two nodes.
    async fn call(&self) {
        let number = self.next.fetch_add(1, Ordering::SeqCst);
        let (one, other) = (self.node(number), self.node(number + 1));
        let visitor = 2 * number as u64;
        match number % 8 {
            0 => {
                tokio::join!(
                    self.ask(one, visitor, number),
                    self.ask(other, visitor, number)
                );
            }
            1 => {
                tokio::join!(
                    self.ask(one, visitor, number),
                    self.ask(other, visitor + 1, number)
                );
            }
            odd => {
                let mut told = self.ask(one, visitor, number).await;
                // Every second one presses until there is an answer, at one node after the other.
                let mut at = number;
                while odd % 2 == 0 && !told.is_final() && !self.stop.load(Ordering::SeqCst) {
                    tokio::time::sleep(10 * BREATH).await;
                    at += 1;
                    told = self.ask(self.node(at), visitor, number).await;
                }
            }
        }
    }

    fn node(&self, number: usize) -> &PostgresStore {
        &self.nodes[number % self.nodes.len()]
    }

    async fn ask(&self, node: &PostgresStore, visitor: u64, slot: usize) -> Told {
        let told = Told::of(node.submission_run(press(visitor, slot)).await);
        if told.yes().is_some() {
            self.yes.lock().unwrap().push(Instant::now());
        }
        let mut presses = self.presses.lock().unwrap();
        presses.entry((visitor, slot)).or_default().push(told);
        told
    }
}

/// What everybody was told, while it lasted.
pub struct Account {
    presses: Presses,
    silence: Duration,
}

impl Account {
    /// Every "yes" is in the database and stays the answer at each node, marked as a repeat; every "no" rests on
    /// somebody's "yes"; whoever was told neither finds one truth; nothing is there twice.
    pub async fn holds(self, nodes: &[Arc<PostgresStore>]) -> Totals {
        let totals = self.totals();
        let before = nodes[0].dump().await.unwrap();
        assert_eq!(reservation::check::check(&before), []);
        let there: BTreeSet<ReservationId> = before.reservations.iter().map(|row| row.id).collect();
        let told = self.presses.values().flatten();
        let lost: Vec<_> = told
            .filter_map(|told| told.yes())
            .filter(|id| !there.contains(id))
            .collect();
        assert!(lost.is_empty(), "{} answers are lost", lost.len());
        let truths = truths(&self.presses, nodes).await;
        let mut taken: BTreeMap<usize, u64> = BTreeMap::new();
        for ((visitor, slot), truth) in &truths {
            for told in &self.presses[&(*visitor, *slot)] {
                match told {
                    Told::Yes(id, _) => assert_eq!(Some(*id), *truth, "another answer than before"),
                    Told::No => assert_eq!(None, *truth, "a no that was none"),
                    Told::Unknown | Told::Busy => {}
                }
            }
            if truth.is_some() {
                assert_eq!(taken.insert(*slot, *visitor), None, "slot {slot} twice");
            }
        }
        for (_, slot) in truths.keys() {
            assert!(taken.contains_key(slot), "slot {slot} is refused to all");
        }
        let after = nodes[0].dump().await.unwrap();
        assert_eq!(reservation::check::check(&after), []);
        assert_eq!(after.reservations.len(), taken.len());
        assert_eq!(
            after.submissions.len(),
            taken.len(),
            "one key, one reservation"
        );
        totals
    }

    fn totals(&self) -> Totals {
        let mut totals = Totals {
            silence: self.silence,
            ..Totals::default()
        };
        for told in self.presses.values().flatten() {
            match told {
                Told::Yes(_, Repeat::First) => totals.answered += 1,
                Told::Yes(..) => totals.repeated += 1,
                Told::No => totals.refused += 1,
                Told::Unknown => totals.unknown += 1,
                Told::Busy => totals.busy += 1,
            }
        }
        totals
    }
}

/// Asks for each press again, at every node: what it has come to, which must be the same everywhere.
async fn truths(
    presses: &Presses,
    nodes: &[Arc<PostgresStore>],
) -> BTreeMap<(u64, usize), Option<ReservationId>> {
    let mut askers = JoinSet::new();
    let all: Vec<(u64, usize)> = presses.keys().copied().collect();
    for some in all.chunks(all.len().div_ceil(64).max(1)) {
        let (some, nodes) = (some.to_vec(), nodes.to_vec());
        askers.spawn(async move {
            let mut truths = Vec::new();
            for (visitor, slot) in some {
                truths.push(((visitor, slot), truth(&nodes, visitor, slot).await));
            }
            truths
        });
    }
    let mut truths = BTreeMap::new();
    while let Some(found) = askers.join_next().await {
        truths.extend(found.unwrap());
    }
    truths
}

async fn truth(nodes: &[Arc<PostgresStore>], visitor: u64, slot: usize) -> Option<ReservationId> {
    let first = settled(&nodes[slot % nodes.len()], visitor, slot).await;
    for node in nodes {
        match settled(node, visitor, slot).await {
            Told::Yes(id, repeat) => {
                assert_eq!(Some(id), first.yes(), "another node, another answer");
                assert_eq!(repeat, Repeat::SameKey);
            }
            told => assert_eq!(told, first),
        }
    }
    first.yes()
}

/// Presses until there is an answer.
pub async fn settled(node: &PostgresStore, visitor: u64, slot: usize) -> Told {
    let since = Instant::now();
    loop {
        let told = Told::of(node.submission_run(press(visitor, slot)).await);
        if told.is_final() {
            return told;
        }
        assert!(since.elapsed() < PATIENCE, "no answer, but {told:?}");
        tokio::time::sleep(BREATH).await;
    }
}

/// Waits for a condition.
pub async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "never: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// For people.
#[derive(Debug, Default)]
pub struct Totals {
    answered: usize,
    repeated: usize,
    refused: usize,
    unknown: usize,
    busy: usize,
    silence: Duration,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} answered, {} repeated, {} refused, {} unknown, {} busy, {:.1} s without a yes",
            self.answered,
            self.repeated,
            self.refused,
            self.unknown,
            self.busy,
            self.silence.as_secs_f64()
        )
    }
}
