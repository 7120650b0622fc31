//! What the writer does when a decision, or the file, is not what it should be.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono_tz::Asia::Tokyo;
use reservation::catalogue::{Catalogue, VisitKind};
use reservation::command::Command;
use reservation::decide::{Decision, decide, needs};
use reservation::effects::Effects;
use reservation::guard::{Guard, Guards};
use reservation::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId};
use reservation::outcome::{Outcome, Refusal};
use reservation::ports::{Fault, Store};
use reservation::slot_key::Wish;
use reservation::snapshot::{Needs, Snapshot};
use reservation::submission::{Answer, Fingerprint, Fresh, Repeat, RequestKey, Submission};
use reservation::testing::{ManualClock, at, catalogue, clinic_id, visitor};
use reservation::time::{Cell, UtcMillis};
use reservation::visit::{Claim, Event, HistoryRow, Status};
use sqlx::ConnectOptions;
use tokio::sync::Mutex;
use uuid::Uuid;

use super::{Texts, Verdict, Writer};
use crate::open::write_options;
use crate::{Options, SqliteStore};
use reservation::batch::Rules;
use reservation_rows::AtHand;

/// A file with the test clinic in it, and a writer that takes whole batches from the test.
pub(super) struct Bench {
    _folder: tempfile::TempDir,
    pub(super) path: PathBuf,
    pub(super) store: SqliteStore,
    pub(super) writer: Writer,
}

pub(super) async fn bench(rules: Rules) -> Bench {
    bench_under(Guards::default(), rules).await
}

/// The same with some guards down.
pub(super) async fn bench_under(guards: Guards, rules: Rules) -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hitotsu.db");
    let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))));
    let mut options = Options::new(clock.clone());
    options.guards = guards;
    let on_fatal = options.on_fatal.clone();
    let store = SqliteStore::open(&path, options).await.unwrap();
    store.catalogue_put(catalogue(Tokyo)).await.unwrap();
    let writer = Writer {
        options: write_options(&path),
        connection: None,
        clock,
        catalogues: Arc::new(AtHand::default()),
        rules,
        texts: Texts::under(guards),
        guards,
        patience: Duration::from_secs(5),
        on_fatal,
        gate: Arc::new(Mutex::new(())),
        commits: Arc::default(),
        alone: 0,
        lock: None,
    };
    Bench {
        _folder: folder,
        path,
        store,
        writer,
    }
}

/// Visitor `number` wants doctor Sato at 10:00 plus so many quarters of an hour.
fn hold(number: u8, quarter: i64) -> Submission {
    let id = Uuid::from_u128(u128::from(number) << 8);
    Submission {
        key: Some(RequestKey::form(&clinic_id(), id)),
        fingerprint: Fingerprint(format!("1:{number}:{quarter}")),
        form: None,
        clinic: clinic_id(),
        actor: visitor(number),
        command: Command::Hold {
            service: ServiceId::new("quick").unwrap(),
            visit: VisitKind::Return,
            wish: Wish::One(sato()),
            start: at(Tokyo, (2026, 3, 2), (10, 0)).plus_minutes(15 * quarter),
            known: None,
        },
        fresh: Fresh {
            reservation: ReservationId(id),
            group: GroupId(id),
            closure: ClosureId(id),
        },
    }
}

fn sato() -> ResourceId {
    ResourceId::new("sato").unwrap()
}

fn marked(mut submission: Submission, mark: &str) -> Submission {
    submission.fingerprint = Fingerprint(mark.into());
    submission
}

fn held(verdict: &Verdict) -> bool {
    matches!(
        verdict,
        Ok(Ok(Answer {
            outcome: Outcome::Reservation {
                status: Status::Held,
                ..
            },
            repeat: Repeat::First,
            ..
        }))
    )
}

/// The core's decision, but for submissions that are marked.
fn odd(known: &Snapshot, submission: &Submission, now: UtcMillis) -> Decision {
    match submission.fingerprint.0.as_str() {
        "panic" => panic!("on purpose"),
        "endless" => Decision::Need(needs(submission, None)),
        "forge" => forged(known, submission, now),
        "orphan" => orphan(known, submission, now),
        _ => decide(known, submission, now),
    }
}

/// Takes 10:00 without having looked, beside what the core decides for another time.
fn forged(known: &Snapshot, submission: &Submission, now: UtcMillis) -> Decision {
    match decide(known, submission, now) {
        Decision::Done(mut effects, answer) => {
            effects.claims_added.push(Claim {
                cell: Cell {
                    clinic: clinic_id(),
                    resource: sato(),
                    start: at(Tokyo, (2026, 3, 2), (10, 0)),
                },
                lane: 0,
                reservation: submission.fresh.reservation,
                expires_at: None,
            });
            Decision::Done(effects, answer)
        }
        other => other,
    }
}

/// A line of history for a reservation that doesn't exist.
fn orphan(_: &Snapshot, submission: &Submission, now: UtcMillis) -> Decision {
    let line = HistoryRow {
        clinic: clinic_id(),
        reservation: ReservationId(Uuid::from_u128(404)),
        version: 1,
        at: now,
        event: Event::Held,
        from: None,
        to: Status::Held,
        actor: "system".into(),
        actor_name: None,
    };
    let outcome = Outcome::Closed {
        id: submission.fresh.closure,
    };
    let answer = Answer {
        outcome,
        repeat: Repeat::First,
        recorded_at: now,
        sender: None,
        slot: None,
    };
    Decision::Done(
        Box::new(Effects {
            history: vec![line],
            ..Effects::default()
        }),
        answer,
    )
}

pub(super) fn ask_nothing(_: &Submission, _: Option<&Catalogue>) -> Needs {
    Needs::default()
}

const ODD: Rules = Rules { needs, decide: odd };

#[tokio::test]
async fn of_two_rivals_in_one_batch_the_first_wins() {
    let mut bench = bench(Rules::CORE).await;
    let verdicts = bench
        .writer
        .submissions(&[hold(1, 0), hold(2, 0), hold(3, 1)])
        .await;
    assert!(held(&verdicts[0]) && held(&verdicts[2]), "{verdicts:?}");
    assert_eq!(verdicts[1], Ok(Err(Refusal::Taken)));
}

#[tokio::test]
async fn a_twin_in_the_same_batch_gets_the_same_answer() {
    let mut bench = bench(Rules::CORE).await;
    let verdicts = bench.writer.submissions(&[hold(1, 0), hold(1, 0)]).await;
    let [Ok(Ok(first)), Ok(Ok(second))] = &verdicts[..] else {
        panic!("{verdicts:?}")
    };
    assert_eq!(first.outcome, second.outcome);
    assert_eq!(
        (first.repeat, second.repeat),
        (Repeat::First, Repeat::SameKey)
    );
    assert_eq!(bench.store.dump().await.unwrap().reservations.len(), 1);
}

#[tokio::test]
async fn a_decision_that_was_given_nothing_asks_for_it_and_keeps_its_turn() {
    let mut bench = bench(Rules {
        needs: ask_nothing,
        decide,
    })
    .await;
    let batch: Vec<_> = (0..40).map(|n| hold(n, i64::from(n / 10))).collect();
    let verdicts = bench.writer.submissions(&batch).await;
    for (number, verdict) in verdicts.iter().enumerate() {
        if number % 10 == 0 {
            assert!(held(verdict), "{number}: {verdict:?}");
        } else {
            assert_eq!(verdict, &Ok(Err(Refusal::Taken)), "{number}");
        }
    }
    assert_eq!(
        reservation::check::check(&bench.store.dump().await.unwrap()),
        []
    );
}

#[tokio::test]
async fn a_poisoned_submission_fails_alone() {
    let mut bench = bench(ODD).await;
    let poison = marked(hold(2, 1), "panic");
    let endless = marked(hold(3, 2), "endless");
    let verdicts = bench
        .writer
        .submissions(&[hold(1, 0), poison, endless, hold(4, 3)])
        .await;
    assert!(held(&verdicts[0]) && held(&verdicts[3]), "{verdicts:?}");
    assert!(matches!(verdicts[1], Err(Fault::Broken(_))), "{verdicts:?}");
    assert!(matches!(verdicts[2], Err(Fault::Broken(_))), "{verdicts:?}");
    let dump = bench.store.dump().await.unwrap();
    assert_eq!(reservation::check::check(&dump), []);
    assert_eq!((dump.reservations.len(), dump.submissions.len()), (2, 2));
    assert_eq!(bench.writer.alone, 1);
}

#[tokio::test]
async fn a_forged_second_claim_is_stopped_by_the_index() {
    let mut bench = bench(ODD).await;
    assert!(held(&bench.writer.submissions(&[hold(1, 0)]).await[0]));
    let forged = marked(hold(2, 2), "forge");
    let verdicts = bench
        .writer
        .submissions(&[hold(3, 1), forged.clone(), hold(4, 3)])
        .await;
    assert!(held(&verdicts[0]) && held(&verdicts[2]), "{verdicts:?}");
    let Err(Fault::Broken(why)) = &verdicts[1] else {
        panic!("{verdicts:?}")
    };
    assert!(why.contains("taking claims"), "{why}");
    let dump = bench.store.dump().await.unwrap();
    assert_eq!(reservation::check::check(&dump), []);
    assert_eq!(
        dump.reservations.len(),
        3,
        "nothing of the forged one is there"
    );
    // Its key is not spent: sent again as it should have been, it goes through.
    assert!(held(&bench.writer.submissions(&[hold(2, 2)]).await[0]));
}

/// Negative control: without the index the same forgery is a double booking, and `check` says so.
#[tokio::test]
async fn without_the_index_the_forgery_is_a_double_booking() {
    let mut bench = bench_under(Guards::without(&[Guard::ClaimKey]), ODD).await;
    assert!(held(&bench.writer.submissions(&[hold(1, 0)]).await[0]));
    let forged = marked(hold(2, 2), "forge");
    assert!(held(&bench.writer.submissions(&[forged]).await[0]));
    let found = reservation::check::check(&bench.store.dump().await.unwrap());
    assert!(
        found
            .iter()
            .any(|violation| violation.rule == "one owner per cell"),
        "{found:?}"
    );
}

#[tokio::test]
async fn when_commit_fails_only_a_recorded_key_is_a_yes() {
    let mut bench = bench(ODD).await;
    // Checked at COMMIT instead of at once, until the next COMMIT: the orphan breaks it there.
    let mut connection = write_options(&bench.path).connect().await.unwrap();
    sqlx::raw_sql("pragma defer_foreign_keys = 1")
        .execute(&mut connection)
        .await
        .unwrap();
    bench.writer.connection = Some(connection);
    let taken_then = hold(1, 0);
    let verdicts = bench
        .writer
        .submissions(&[taken_then.clone(), marked(hold(2, 1), "orphan"), hold(3, 0)])
        .await;
    assert!(
        matches!(verdicts[0], Err(Fault::Unknown(_))),
        "{verdicts:?}"
    );
    assert!(
        matches!(verdicts[1], Err(Fault::Unknown(_))),
        "{verdicts:?}"
    );
    // A refusal writes nothing, so this much is known.
    assert!(matches!(verdicts[2], Err(Fault::Broken(_))), "{verdicts:?}");
    assert_eq!(bench.store.dump().await.unwrap().reservations.len(), 0);
    // The writer goes on with a fresh connection, and sending again is safe.
    assert!(held(&bench.writer.submissions(&[taken_then]).await[0]));
}

#[tokio::test]
async fn a_killed_transaction_leaves_nothing() {
    let mut bench = bench(Rules::CORE).await;
    let mut killed = write_options(&bench.path).connect().await.unwrap();
    sqlx::raw_sql("begin immediate; update clinic set version = 99; delete from resource")
        .execute(&mut killed)
        .await
        .unwrap_err();
    sqlx::raw_sql("update clinic set version = 99")
        .execute(&mut killed)
        .await
        .unwrap();
    drop(killed);
    assert!(held(&bench.writer.submissions(&[hold(1, 0)]).await[0]));
    let catalogue = bench
        .store
        .catalogue_find(&clinic_id())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(catalogue.clinic.version, 1);
}
