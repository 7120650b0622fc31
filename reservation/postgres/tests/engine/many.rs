//! Three nodes on one database, and more callers than connections.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use reservation::batch::Verdict;
use reservation::check::check;
use reservation::command::Command;
use reservation::guard::{Guard, Guards};
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::ports::Store;
use reservation::submission::{Repeat, Submission};
use reservation::testing::crowd::{self, large};
use reservation::testing::{catalogue, clinic_id, patient, staff, visitor};
use reservation::time::{MINUTE, Span};
use reservation::visit::Status;
use reservation_postgres::PostgresStore;
use sqlx::{Connection, PgConnection};

use crate::gate::done;
use crate::kit::{Kit, hold, ten};

/// Three nodes; the first is the kit's.
struct Three {
    kit: Kit,
    others: [PostgresStore; 2],
}

impl Three {
    async fn new() -> Option<Self> {
        let kit = Kit::new().await?;
        let others = [kit.node(|_| {}).await, kit.node(|_| {}).await];
        Some(Self { kit, others })
    }

    /// The node whose turn it is.
    fn node(&self, turn: usize) -> &PostgresStore {
        match turn % 3 {
            0 => &self.kit.store,
            other => &self.others[other - 1],
        }
    }

    /// All at once, sprayed over the nodes.
    async fn spray(&self, all: Vec<Submission>) -> Vec<Verdict> {
        let presses = all
            .into_iter()
            .enumerate()
            .map(|(turn, it)| self.node(turn).submission_run(it));
        join_all(presses).await
    }

    async fn is_sound(&self) {
        let dump = self.kit.store.dump().await.unwrap();
        assert_eq!(check(&dump), []);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_hundred_rivals_at_three_nodes_one_wins() {
    let Some(three) = Three::new().await else {
        return;
    };
    for round in 0..4 {
        let slot = hold("internal", "sato", ten().plus_minutes(30 * round));
        let presses = (0..200)
            .map(|number| three.kit.submission(visitor(number), slot.clone()))
            .collect();
        let verdicts = three.spray(presses).await;
        let (won, lost): (Vec<_>, Vec<_>) = verdicts.iter().partition(|it| done(it));
        assert_eq!((won.len(), lost.len()), (1, 199), "round {round}");
        for verdict in lost {
            // The winner of an earlier round holds another time, and is told so.
            assert!(
                matches!(
                    verdict,
                    Ok(Err(Refusal::Taken | Refusal::HoldChanged { .. }))
                ),
                "round {round}: {verdict:?}"
            );
        }
    }
    three.is_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_copies_of_one_press_at_three_nodes_have_one_effect() {
    let Some(three) = Three::new().await else {
        return;
    };
    for round in 0..5 {
        let press = hold("quick", "any", ten().plus_minutes(15 * round));
        let one = three
            .kit
            .submission(visitor(u8::try_from(round).unwrap()), press);
        let verdicts = three.spray(vec![one; 200]).await;
        let answers: Vec<_> = verdicts
            .into_iter()
            .map(|it| it.unwrap().unwrap())
            .collect();
        assert!(
            answers
                .iter()
                .all(|answer| answer.outcome == answers[0].outcome)
        );
        let firsts = answers.iter().filter(|it| it.repeat == Repeat::First);
        assert_eq!(firsts.count(), 1, "round {round}");
    }
    let dump = three.kit.store.dump().await.unwrap();
    assert_eq!((dump.reservations.len(), dump.submissions.len()), (5, 5));
    three.is_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_day_at_three_nodes_ends_sound() {
    let Some(three) = Three::new().await else {
        return;
    };
    // Few times, many visitors, all that can be done: everybody is in everybody's way.
    let mut seen: Vec<ReservationId> = Vec::new();
    let mut dice = 7_u64;
    let mut below = move |end: u64| {
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % end
    };
    let mut yes = 0;
    for _ in 0..12 {
        let mut batch = Vec::new();
        for _ in 0..90 {
            let number = u8::try_from(below(12)).unwrap();
            let known = seen.get(below(seen.len().max(1) as u64) as usize).copied();
            let start = ten().plus_minutes(15 * below(8) as i64);
            let (actor, command) = match (below(10), known) {
                (0..5, _) | (_, None) => {
                    let service = ["internal", "quick"][below(2) as usize];
                    let who = ["any", "sato", "tanaka"][below(3) as usize];
                    (visitor(number), hold(service, who, start))
                }
                (5, Some(reservation)) => (visitor(number), Command::Release { reservation }),
                (6 | 7, Some(reservation)) => (
                    visitor(number),
                    Command::Send {
                        reservation,
                        patient: patient("山田 花子"),
                    },
                ),
                (8, Some(reservation)) => (staff(1), Command::Confirm { reservation }),
                (_, Some(reservation)) => (
                    staff(2),
                    Command::Cancel {
                        reservation,
                        reason: None,
                        note: None,
                    },
                ),
            };
            let submission = three.kit.submission(actor, command);
            if matches!(submission.command, Command::Hold { .. }) {
                seen.push(submission.fresh.reservation);
            }
            batch.push(submission);
        }
        for verdict in three.spray(batch).await {
            // Refused or done; nobody is turned away because others were at work.
            yes += usize::from(verdict.unwrap().is_ok());
        }
        three.kit.clock.advance(4 * MINUTE);
        three.is_sound().await;
    }
    assert!(yes > 30, "something happened: {yes}");
    let (conflicts, restarts) = (0..3).fold((0, 0), |(conflicts, restarts), turn| {
        let tries = three.node(turn).tries();
        (conflicts + tries.conflicts(), restarts + tries.restarts())
    });
    println!("{yes} yes of 1080, {conflicts} conflicts, {restarts} restarts");
}

/// Two visitors at two nodes want one time, over two holds that have run out: both have to lock the two. Says how often
/// the nodes waited for one another.
async fn two_takeovers(orders: [Guards; 2]) -> Option<u64> {
    let kit = Kit::new().await?;
    let nodes = [
        kit.node(|options| options.guards = orders[0]).await,
        kit.node(|options| options.guards = orders[1]).await,
    ];
    let first = kit
        .reservation(visitor(1), hold("quick", "sato", ten()))
        .await;
    let late = hold("quick", "sato", ten().plus_minutes(15));
    let second = kit.reservation(visitor(2), late).await;
    kit.clock.advance(10 * MINUTE);
    assert!(first < second);
    // Somebody keeps the second one locked until both nodes are on their way.
    let mut keeper = PgConnection::connect(kit.database.url()).await.unwrap();
    let mut kept = keeper.begin().await.unwrap();
    sqlx::query("select 1 from reservation where id = $1 for update")
        .bind(second.0)
        .execute(&mut *kept)
        .await
        .unwrap();
    let take = |number| kit.submission(visitor(number), hold("internal", "sato", ten()));
    let both = async {
        tokio::join!(nodes[0].submission_run(take(3)), async {
            waiting(&kit, 1).await;
            nodes[1].submission_run(take(4)).await
        })
    };
    let ((one, other), ()) = tokio::join!(both, async {
        waiting(&kit, 2).await;
        kept.rollback().await.unwrap();
    });
    assert_eq!(
        [&one, &other].into_iter().filter(|it| done(it)).count(),
        1,
        "{one:?} {other:?}"
    );
    let dump = kit.store.dump().await.unwrap();
    let held = dump
        .reservations
        .iter()
        .filter(|row| row.status == Status::Held);
    assert_eq!((held.count(), check(&dump)), (1, Vec::new()));
    Some(nodes.iter().map(|node| node.tries().deadlocks()).sum())
}

/// Until so many sessions wait for a lock.
async fn waiting(kit: &Kit, sessions: i64) {
    let mut connection = PgConnection::connect(kit.database.url()).await.unwrap();
    loop {
        let found: i64 = sqlx::query_scalar(
            "select count(*) from pg_stat_activity \
             where datname = current_database() and wait_event_type = 'Lock'",
        )
        .fetch_one(&mut connection)
        .await
        .unwrap();
        if found >= sessions {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_one_order_of_locks_nodes_never_wait_for_one_another() {
    let Some(deadlocks) = two_takeovers([Guards::default(); 2]).await else {
        return;
    };
    assert_eq!(deadlocks, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_one_order_of_locks_nodes_wait_for_one_another() {
    let shuffled = Guards::without(&[Guard::LockOrder]);
    let Some(deadlocks) = two_takeovers([shuffled, Guards::default()]).await else {
        return;
    };
    // Postgres breaks it up after a second, and the loser decides anew: slow, and nothing worse.
    assert_eq!(deadlocks, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_callers_than_connections_all_get_their_answers() {
    let Some(kit) = Kit::with(|options| {
        options.lanes = 1;
        options.readers = 1;
    })
    .await
    else {
        return;
    };
    let store = &kit.store;
    let clinic = clinic_id();
    let mut all: Vec<Pin<Box<dyn Future<Output = ()> + Send + '_>>> = Vec::new();
    for number in 0..60_u8 {
        let take = kit.submission(visitor(number), hold("quick", "any", ten()));
        let close = Command::Close {
            resource: None,
            span: Span {
                from: ten().plus_minutes(24 * 60),
                until: ten().plus_minutes(24 * 60 + 5),
            },
            reason: "停電".into(),
        };
        let close = kit.submission(staff(1), close);
        let key = take.key.clone().unwrap();
        let clinic = &clinic;
        all.push(Box::pin(async move {
            let _ = store.submission_run(take).await.unwrap();
        }));
        all.push(Box::pin(async move {
            store.catalogue_find(clinic).await.unwrap();
        }));
        all.push(Box::pin(async move {
            store.submission_find(&key).await.unwrap();
        }));
        if number % 10 == 0 {
            all.push(Box::pin(async move {
                store.submission_run(close).await.unwrap().unwrap();
            }));
            all.push(Box::pin(async move {
                store
                    .catalogue_put(catalogue(chrono_tz::Asia::Tokyo))
                    .await
                    .unwrap();
            }));
            all.push(Box::pin(async move {
                store.dump().await.unwrap();
            }));
        }
    }
    // A path that kept one connection while it waits for another would stand still here.
    tokio::time::timeout(Duration::from_secs(50), join_all(all))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_gets_its_turn_while_two_nodes_are_busy() {
    let Some(kit) = Kit::new().await else {
        return;
    };
    kit.store.catalogue_put(large()).await.unwrap();
    let other = kit.node(|_| {}).await;
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let press = async |turn: usize| {
        while !stop.load(Ordering::Relaxed) {
            let node = [&kit.store, &other][turn % 2];
            let number = next.fetch_add(1, Ordering::Relaxed);
            node.submission_run(crowd::hold(number))
                .await
                .unwrap()
                .unwrap();
        }
    };
    let edit = async {
        // Staff of a large clinic close a span and write new settings, ten times over.
        for day in 0..10 {
            let close = Command::Close {
                resource: None,
                span: Span {
                    from: ten().plus_minutes(100 * 24 * 60 + day),
                    until: ten().plus_minutes(100 * 24 * 60 + day + 5),
                },
                reason: "停電".into(),
            };
            let close = kit.submission(staff(1), close);
            other.submission_run(close).await.unwrap().unwrap();
            kit.store.catalogue_put(large()).await.unwrap();
        }
        stop.store(true, Ordering::Relaxed);
    };
    let presses = join_all((0..32).map(press));
    let since = Instant::now();
    // A lock that can't be had is given up after four seconds, and the edit with it.
    tokio::join!(presses, edit);
    println!(
        "20 edits in {:?} beside {} holds",
        since.elapsed(),
        next.into_inner()
    );
    assert_eq!(check(&kit.store.dump().await.unwrap()), []);
}
