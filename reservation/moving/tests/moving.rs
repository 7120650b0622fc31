//! Files are moved to a database, and stopped on the way.

#![expect(
    clippy::unwrap_used,
    reason = "what a helper of the tests doesn't get fails the test"
)]

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use chrono_tz::Asia::Tokyo;
use postgres_cluster::{Database, database, or_skip};
use reservation::catalogue::VisitKind;
use reservation::check::check;
use reservation::command::Command;
use reservation::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId, StaffId};
use reservation::ports::{Accounts, Staff, Store};
use reservation::slot_key::Wish;
use reservation::submission::{Fingerprint, Fresh, RequestKey, Submission};
use reservation::testing::dice::Dice;
use reservation::testing::{ManualClock, at, catalogue, clinic_id, patient, staff, visitor};
use reservation_moving::{CantMove, Moved, Step, move_clinics};
use reservation_postgres::PostgresStore;
use reservation_sqlite::SqliteStore;
use uuid::Uuid;

fn hold(service: &str, wish: &str, hour: u32) -> Command {
    Command::Hold {
        service: ServiceId::new(service).unwrap(),
        visit: VisitKind::Return,
        wish: Wish::One(ResourceId::new(wish).unwrap()),
        start: at(Tokyo, (2026, 3, 3), (hour, 0)),
        known: None,
    }
}

fn submission(number: u128, command: Command) -> Submission {
    let id = Uuid::from_u128(0x0195_5d00_0000_7000_8000_0000_0000_0000 | number);
    Submission {
        key: Some(RequestKey::form(&clinic_id(), id)),
        fingerprint: Fingerprint::of(&[7; 32], &command),
        form: None,
        clinic: clinic_id(),
        actor: visitor(1),
        command,
        fresh: Fresh {
            reservation: ReservationId(id),
            group: GroupId(id),
            closure: ClosureId(id),
        },
    }
}

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))))
}

async fn sqlite(path: &Path) -> Result<SqliteStore, reservation_sqlite::OpenError> {
    SqliteStore::open(path, reservation_sqlite::Options::new(clock())).await
}

async fn postgres(database: &Database) -> Result<PostgresStore, reservation_postgres::OpenError> {
    PostgresStore::open(
        database.url(),
        reservation_postgres::Options::with_clock(clock()),
    )
    .await
}

/// A press whose outcome has to be found again.
fn press() -> Submission {
    submission(0xffff_ffff, hold("internal", "sato", 10))
}

/// Files after some hundred random presses, with somebody who signs in and a secret.
async fn rich(path: &Path) {
    let clock = clock();
    let store = SqliteStore::open(path, reservation_sqlite::Options::new(clock.clone()))
        .await
        .unwrap();
    store.catalogue_put(catalogue(Tokyo)).await.unwrap();
    store.submission_run(press()).await.unwrap().unwrap();
    let reservation = press().fresh.reservation;
    for (number, actor, command) in [
        (
            0xffff_fff0,
            visitor(1),
            Command::Send {
                reservation,
                patient: patient("山田 花子"),
            },
        ),
        (0xffff_fff1, staff(1), Command::Confirm { reservation }),
        (
            0xffff_fff2,
            staff(1),
            Command::Cancel {
                reservation,
                reason: None,
                note: None,
            },
        ),
    ] {
        let submission = Submission {
            actor,
            ..submission(number, command)
        };
        store.submission_run(submission).await.unwrap().unwrap();
    }
    let (mut dice, mut seen) = (Dice::new(4), Vec::new());
    for _ in 0..60 {
        for submission in dice.batch(&mut seen) {
            let _refused_or_not = store.submission_run(submission).await.unwrap();
        }
        clock.advance(60_000);
    }
    let id = StaffId(Uuid::from_u128(7));
    let (login, name, password_hash) = ("suzuki".into(), "鈴木".into(), "$argon2id$".into());
    let staff = Staff {
        id,
        clinic: clinic_id(),
        login,
        name,
        password_hash,
        active: false,
    };
    store.staff_put(staff).await.unwrap();
    store.secret_keep("form", [0xab; 32]).await.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_stopped_anywhere_and_started_again_ends_with_the_same_clinic() {
    let Some(database) = or_skip(database("moving")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hitotsu.db");
    rich(&path).await;

    let store = sqlite(&path).await.unwrap();
    let running = move_clinics(&path, database.url(), |_| ControlFlow::Continue(())).await;
    assert!(
        matches!(running, Err(CantMove::Source(_))),
        "a server runs on the files: {running:?}"
    );
    let dump = store.dump().await.unwrap();
    let offered = store.catalogue_find(&clinic_id()).await.unwrap().unwrap();
    store.close().await;
    drop(store);
    assert!(
        dump.reservations.len() > 5 && !dump.messages.is_empty() && !dump.claims.is_empty(),
        "something to move: {} reservations, {} messages, {} claims",
        dump.reservations.len(),
        dump.messages.len(),
        dump.claims.len()
    );

    // Stopped at the first step, the second, and so on, until it isn't stopped any more.
    let mut stops = 0;
    let tables = loop {
        let mut left = stops;
        let mut steps = Vec::new();
        let result = move_clinics(&path, database.url(), |step| {
            steps.push(format!("{step:?}"));
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        })
        .await;
        match result {
            Err(CantMove::Stopped) => stops += 1,
            Ok(Moved::Now(tables)) => break tables,
            other => panic!("{other:?}"),
        }
        let half = postgres(&database).await.map(drop).unwrap_err().to_string();
        assert!(half.contains("hitotsu move"), "{half}");
        let files = sqlite(&path).await;
        if let Ok(store) = &files {
            store.close().await;
        }
        let files = files.map(drop);
        let is_left = steps.last().is_some_and(|step| step == "Left");
        assert_eq!(files.is_err(), is_left, "{steps:?}: {files:?}");
    };
    assert_eq!(stops, 21, "begun, 18 tables, compared, left");
    let count = |name: &str| {
        tables
            .iter()
            .find(|(table, _)| table == name)
            .map(|(_, rows)| *rows)
    };
    assert_eq!(count("reservation"), Some(dump.reservations.len() as u64));
    assert_eq!((count("staff"), count("secret")), (Some(1), Some(1)));

    let refused = sqlite(&path).await.map(drop).unwrap_err();
    assert!(
        matches!(refused, reservation_sqlite::OpenError::Moved(_)),
        "{refused}"
    );
    let beside = SqliteStore::open_beside(&path, reservation_sqlite::Options::new(clock())).await;
    assert!(
        beside.is_err(),
        "a command doesn't write to moved files either"
    );
    let again = move_clinics(&path, database.url(), |_| ControlFlow::Continue(()))
        .await
        .unwrap();
    assert_eq!(again, Moved::Before);

    let store = postgres(&database).await.unwrap();
    let moved = store.dump().await.unwrap();
    assert_eq!(format!("{moved:?}"), format!("{dump:?}"));
    assert!(check(&moved).is_empty());
    assert_eq!(
        store.catalogue_find(&clinic_id()).await.unwrap().unwrap(),
        offered
    );
    assert_eq!(
        store.secret_keep("form", [0; 32]).await.unwrap(),
        [0xab; 32]
    );
    let staff = store.staff_list(&clinic_id()).await.unwrap();
    assert_eq!((staff[0].name.as_str(), staff[0].active), ("鈴木", false));
    let repeated = store.submission_run(press()).await.unwrap().unwrap();
    let first = dump
        .submissions
        .iter()
        .find(|row| Some(&row.key) == press().key.as_ref())
        .unwrap();
    assert_eq!(
        (&repeated.outcome, repeated.recorded_at),
        (&first.outcome, first.recorded_at)
    );
    assert_eq!(
        format!("{:?}", store.dump().await.unwrap()),
        format!("{moved:?}"),
        "a repeat writes nothing"
    );
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_holds_something_and_a_text_that_it_cannot_hold_are_refused_before_anything_is_written()
 {
    let Some(database) = or_skip(database("moving")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hitotsu.db");
    let store = sqlite(&path).await.unwrap();
    let mut offered = catalogue(Tokyo);
    offered.clinic.name.en.push_str("a\0b");
    store.catalogue_put(offered).await.unwrap();
    store.close().await;
    drop(store);
    let move_it = || move_clinics(&path, database.url(), |_| ControlFlow::Continue(()));
    let nul = move_it().await.unwrap_err().to_string();
    assert!(nul.contains("clinic.name_en in 1 rows"), "{nul}");
    assert_eq!(
        database.psql("select count(*) from moving").unwrap().trim(),
        "0"
    );

    let store = postgres(&database).await.unwrap();
    store.catalogue_put(catalogue(Tokyo)).await.unwrap();
    let busy = move_it().await.unwrap_err().to_string();
    assert!(busy.contains("connected"), "{busy}");
    store.close().await;
    let full = move_it().await.unwrap_err().to_string();
    assert!(full.contains("clinic is not empty"), "{full}");
    assert!(postgres(&database).await.is_ok(), "it is as it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_is_not_the_same_on_both_sides_keeps_the_clinic_in_the_files() {
    let Some(database) = or_skip(database("moving")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hitotsu.db");
    rich(&path).await;
    let result = move_clinics(&path, database.url(), |step| {
        if step == Step::Copied("caught") {
            database
                .psql("update history set actor = 'x' where version = 1")
                .unwrap();
        }
        ControlFlow::Continue(())
    })
    .await;
    assert!(
        matches!(&result, Err(CantMove::Differs(table)) if table == "history"),
        "{result:?}"
    );
    assert!(postgres(&database).await.is_err(), "nobody serves from it");
    let store = sqlite(&path).await.unwrap();
    store.close().await;
}
