//! The writer with other rules than the core's: what a fault of ours may cost, and whom.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono_tz::Asia::Tokyo;
use futures::future::join_all;
use postgres_cluster::{Database, or_skip};
use reservation::batch::{Decided, Rules, Verdict};
use reservation::catalogue::Catalogue;
use reservation::check::check;
use reservation::decide::{Decision, decide, needs};
use reservation::ids::{ReservationId, ResourceId};
use reservation::outcome::{Outcome, Refusal};
use reservation::ports::{Fault, Store};
use reservation::snapshot::{Needs, Snapshot};
use reservation::submission::{Answer, Fingerprint, LedgerRow, Repeat, Submission};
use reservation::testing::crowd::{hold, large};
use reservation::testing::{ManualClock, at, clinic_id};
use reservation::time::{Cell, Clock, UtcMillis};
use reservation::visit::Claim;
use uuid::Uuid;

use super::batch::told_after;
use crate::trouble::Trouble;
use crate::{Options, PostgresStore};

/// One lane, so that what is queued at once is one batch.
async fn store(rules: Rules) -> Option<(Database, PostgresStore)> {
    let database = or_skip(postgres_cluster::database("rules"))?;
    let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))));
    let options = Options {
        lanes: 1,
        ..Options::with_clock(clock)
    };
    let store = PostgresStore::open_with(database.url(), options, rules)
        .await
        .unwrap();
    store.catalogue_put(large()).await.unwrap();
    Some((database, store))
}

fn marked(mut submission: Submission, mark: &str) -> Submission {
    submission.fingerprint = Fingerprint(mark.into());
    submission
}

async fn run(store: &PostgresStore, batch: Vec<Submission>) -> Vec<Verdict> {
    join_all(batch.into_iter().map(|it| store.submission_run(it))).await
}

/// The core's decision, but for submissions that are marked.
fn odd(known: &Snapshot, submission: &Submission, now: UtcMillis) -> Decision {
    let decision = decide(known, submission, now);
    let Decision::Done(mut effects, answer) = decision else {
        return decision;
    };
    match submission.fingerprint.0.as_str() {
        "panic" => panic!("on purpose"),
        "endless" => return Decision::Need(needs(submission, None)),
        // A cell that nobody has looked at.
        "forge" => effects.claims_added.push(Claim {
            cell: Cell {
                clinic: clinic_id(),
                resource: ResourceId::new("doctor-0").unwrap(),
                start: at(Tokyo, (2026, 3, 3), (0, 0)),
            },
            lane: 0,
            reservation: submission.fresh.reservation,
            expires_at: None,
        }),
        // A line of history for a reservation that is not there.
        "orphan" => effects.history[0].reservation = ReservationId(Uuid::from_u128(404)),
        _ => {}
    }
    Decision::Done(effects, answer)
}

const ODD: Rules = Rules { needs, decide: odd };

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_poisoned_submission_fails_alone() {
    let Some((_database, store)) = store(ODD).await else {
        return;
    };
    let marks = ["", "panic", "endless", "orphan", "forge", ""];
    let batch = (0..)
        .zip(marks)
        .map(|(number, mark)| marked(hold(number), mark));
    let verdicts = run(&store, batch.collect()).await;
    for (verdict, mark) in verdicts.iter().zip(marks) {
        if mark.is_empty() {
            assert!(matches!(verdict, Ok(Ok(_))), "{verdict:?}");
        } else {
            assert!(
                matches!(verdict, Err(Fault::Broken(_))),
                "{mark}: {verdict:?}"
            );
        }
    }
    let dump = store.dump().await.unwrap();
    assert_eq!(check(&dump), []);
    assert_eq!((dump.reservations.len(), dump.submissions.len()), (2, 2));
}

fn ask_nothing(_: &Submission, _: Option<&Catalogue>) -> Needs {
    Needs::default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_decision_that_was_given_nothing_asks_for_it_and_keeps_its_turn() {
    let rules = Rules {
        needs: ask_nothing,
        decide,
    };
    let Some((_database, store)) = store(rules).await else {
        return;
    };
    // Ten for each of four slots, the first of whom comes first.
    let mut batch = Vec::new();
    for number in 0..40 {
        let mut rival = hold(number);
        rival.command = hold(number / 10).command;
        batch.push(rival);
    }
    for (number, verdict) in run(&store, batch).await.iter().enumerate() {
        if number % 10 == 0 {
            assert!(matches!(verdict, Ok(Ok(_))), "{number}: {verdict:?}");
        } else {
            assert_eq!(verdict, &Ok(Err(Refusal::Taken)), "{number}");
        }
    }
    assert!(store.tries().restarts() > 0, "locks were asked for late");
    assert_eq!(check(&store.dump().await.unwrap()), []);
}

#[test]
fn what_the_ledger_says_goes_before_what_was_decided_and_got_no_answer() {
    let submission = hold(1);
    let ours = Answer {
        outcome: Outcome::Closed {
            id: submission.fresh.closure,
        },
        repeat: Repeat::First,
        recorded_at: UtcMillis(5),
        sender: None,
        slot: None,
    };
    let mut line = LedgerRow {
        key: submission.key.clone().unwrap(),
        fingerprint: submission.fingerprint.clone(),
        clinic: submission.clinic.clone(),
        outcome: ours.outcome.clone(),
        recorded_at: ours.recorded_at,
        sender: None,
    };
    let told = |line: Option<&LedgerRow>| {
        let decided = Decided::Done(ours.clone());
        told_after(decided, &submission, line, &Trouble::Slow)
    };
    let kept = |line: &LedgerRow| told(Some(line)).unwrap().unwrap();
    assert_eq!(kept(&line), ours);
    // Nobody reads "nothing was booked" whose first press may be.
    let twice = Decided::Repeat(ours.clone());
    let twice = told_after(twice, &submission, None, &Trouble::Slow);
    assert!(matches!(told(None), Err(Fault::Unknown(_))));
    assert!(matches!(twice, Err(Fault::Unknown(_))), "{twice:?}");
    // Ours was rolled back after all, and a twin at another node that had waited for it went on.
    line.outcome = Outcome::Closed {
        id: hold(2).fresh.closure,
    };
    let twin = kept(&line);
    assert_eq!(
        (&twin.outcome, twin.repeat),
        (&line.outcome, Repeat::SameKey)
    );
    line.fingerprint = Fingerprint("other".into());
    let other = kept(&line);
    assert_eq!(other.repeat, Repeat::OtherContent);
}

/// Breaks when it is read for the first time, where nothing of the core's catches it.
struct Broken(AtomicBool);

impl Clock for Broken {
    fn now(&self) -> UtcMillis {
        assert!(self.0.swap(true, Ordering::Relaxed), "on purpose");
        at(Tokyo, (2026, 3, 2), (8, 0))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lane_outlives_what_panics_in_it() {
    let Some(database) = or_skip(postgres_cluster::database("panics")) else {
        return;
    };
    let options = Options {
        lanes: 1,
        ..Options::with_clock(Arc::new(Broken(AtomicBool::new(false))))
    };
    let store = PostgresStore::open(database.url(), options).await.unwrap();
    store.catalogue_put(large()).await.unwrap();
    let told = store.submission_run(hold(0)).await;
    assert!(matches!(told, Err(Fault::Unknown(_))), "{told:?}");
    let again = store.submission_run(hold(1)).await;
    assert!(matches!(again, Ok(Ok(_))), "{again:?}");
}
