//! The cap of a contact inside one batch, where nothing that is decided is in the file yet.

use chrono_tz::Asia::Tokyo;
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::decide::decide;
use reservation::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId};
use reservation::outcome::Refusal;
use reservation::ports::Store;
use reservation::slot_key::Wish;
use reservation::submission::{Actor, Fingerprint, Fresh, RequestKey, Submission};
use reservation::testing::{at, clinic_id, patient, staff, visitor};
use reservation::visit::{Patient, Status};
use sqlx::ConnectOptions;
use uuid::Uuid;

use super::tests::{Bench, ask_nothing, bench};
use super::{Rules, Verdict};
use crate::open::write_options;

const FULL: Verdict = Ok(Err(Refusal::TooMany { limit: 5 }));

/// Loads everything at first, and nothing before it is asked for.
const WAYS: [Rules; 2] = [
    Rules::CORE,
    Rules {
        needs: ask_nothing,
        decide,
    },
];

fn submission(number: u8, step: u128, actor: Actor, command: Command) -> Submission {
    let id = Uuid::from_u128(u128::from(number) << 8 | step);
    Submission {
        key: Some(RequestKey::form(&clinic_id(), id)),
        fingerprint: Fingerprint(format!("1:{number}:{step}")),
        form: None,
        clinic: clinic_id(),
        actor,
        command,
        fresh: Fresh {
            reservation: reservation(number),
            group: GroupId(id),
            closure: ClosureId(id),
        },
    }
}

fn reservation(number: u8) -> ReservationId {
    ReservationId(Uuid::from_u128(u128::from(number) << 8))
}

/// Each number has a quarter of an hour of its own, from 10:00 on.
fn hold(number: u8, actor: Actor) -> Submission {
    let command = Command::Hold {
        service: ServiceId::new("quick").unwrap(),
        visit: VisitKind::Return,
        wish: Wish::One(ResourceId::new("sato").unwrap()),
        start: at(Tokyo, (2026, 3, 3), (9, 0)).plus_minutes(15 * i64::from(number)),
        known: None,
    };
    submission(number, 0, actor, command)
}

fn send(number: u8, actor: Actor, patient: Patient) -> Submission {
    let reservation = reservation(number);
    let command = Command::Send {
        reservation,
        patient,
    };
    submission(number, 1, actor, command)
}

fn sent(number: u8) -> Submission {
    send(number, visitor(number), patient("山田 花子"))
}

fn is_done(verdict: &Verdict) -> bool {
    matches!(verdict, Ok(Ok(_)))
}

/// Ten times that are held.
async fn held(rules: Rules) -> Bench {
    let mut bench = bench(rules).await;
    let holds: Vec<_> = (0..10).map(|n| hold(n, visitor(n))).collect();
    let verdicts = bench.writer.submissions(&holds).await;
    assert!(verdicts.iter().all(is_done), "{verdicts:?}");
    bench
}

#[tokio::test]
async fn of_one_contacts_details_in_one_batch_five_are_booked() {
    for rules in WAYS {
        let mut bench = held(rules).await;
        let batch: Vec<_> = (0..10).map(sent).collect();
        let verdicts = bench.writer.submissions(&batch).await;
        assert!(verdicts[..5].iter().all(is_done), "{verdicts:?}");
        assert!(verdicts[5..].iter().all(|it| *it == FULL), "{verdicts:?}");
        let rows = bench.store.dump().await.unwrap().reservations;
        let booked = rows.iter().filter(|row| row.status == Status::Confirmed);
        assert_eq!(booked.count(), 5);
    }
}

#[tokio::test]
async fn another_contact_in_the_same_batch_has_room() {
    for rules in WAYS {
        let mut bench = held(rules).await;
        let mut batch: Vec<_> = (0..6).map(sent).collect();
        let other = Patient {
            phone_e164: "+819000000001".into(),
            ..patient("鈴木 一郎")
        };
        batch.push(send(6, visitor(6), other));
        let verdicts = bench.writer.submissions(&batch).await;
        assert_eq!(verdicts[5], FULL);
        assert!(is_done(&verdicts[6]), "{verdicts:?}");
    }
}

#[tokio::test]
async fn what_is_cancelled_or_booked_earlier_in_the_batch_counts_so() {
    for rules in WAYS {
        let mut bench = held(rules).await;
        let first: Vec<_> = (0..5).map(sent).collect();
        let verdicts = bench.writer.submissions(&first).await;
        assert!(verdicts.iter().all(is_done), "{verdicts:?}");
        let cancel = Command::Cancel {
            reservation: reservation(0),
            reason: None,
            note: None,
        };
        let undo = Command::Undo {
            reservation: reservation(0),
        };
        let batch = [
            sent(5),
            submission(0, 2, visitor(0), cancel),
            sent(6),
            submission(0, 3, staff(1), undo),
            sent(7),
        ];
        let verdicts = bench.writer.submissions(&batch).await;
        let done: Vec<bool> = verdicts.iter().map(is_done).collect();
        assert_eq!(done, [false, true, true, true, false], "{verdicts:?}");
        let found = reservation::check::check(&bench.store.dump().await.unwrap());
        assert_eq!(found, []);
    }
}

/// Years of past visits are not loaded, and hide none that is still to come.
#[tokio::test]
async fn many_past_visits_hide_no_coming_one() {
    let mut bench = held(Rules::CORE).await;
    let five: Vec<_> = (0..5).map(sent).collect();
    bench.writer.submissions(&five).await;
    let mut connection = write_options(&bench.path).connect().await.unwrap();
    let added = sqlx::query(
        "with recursive week (past) as ( \
             select 604800000 union all select past + 604800000 from week limit 300 \
         ) \
         insert into reservation ( \
             id, clinic, group_id, service, visit, resource, anyone, starts_at, ends_at, \
             occupied_from, occupied_until, lane, status, version, extensions, holder, \
             patient_name, patient_phone, patient_phone_e164, patient_language, created_at, \
             sent_at, changed_at \
         ) \
         select \
             randomblob(16), clinic, group_id, service, visit, resource, anyone, \
             starts_at - past, ends_at - past, occupied_from - past, occupied_until - past, lane, \
             status, version, extensions, holder, patient_name, patient_phone, \
             patient_phone_e164, patient_language, created_at, sent_at, changed_at \
         from week cross join reservation \
         where id = $1",
    )
    .bind(reservation(0).0.as_bytes().as_slice())
    .execute(&mut connection)
    .await
    .unwrap();
    assert_eq!(added.rows_affected(), 300);
    assert_eq!(bench.writer.submissions(&[sent(5)]).await, [FULL]);
}
