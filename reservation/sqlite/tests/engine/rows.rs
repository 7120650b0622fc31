//! Every kind of row comes back as it went in.

use chrono::NaiveDate;
use reservation::command::Command;
use reservation::outcome::Outcome;
use reservation::ports::Store;
use reservation::submission::Actor;
use reservation::testing::{clinic_id, patient, staff, visitor};
use reservation::time::{Clock, Span, UtcMillis};
use reservation::visit::{End, Patient, Reason, Status};

use crate::kit::{Kit, hold, ten};

fn whole_patient() -> Patient {
    Patient {
        kana: Some("やまだ はなこ".into()),
        birth: NaiveDate::from_ymd_opt(1980, 2, 29),
        email: Some("hanako@example.jp".into()),
        note: Some(
            "'; drop table claim; -- \"quoted\" \\ 😀\nsecond line \u{0} after nothing".into(),
        ),
        ..patient("山田 花子")
    }
}

#[tokio::test]
async fn a_reservation_and_all_that_hangs_on_it_comes_back_as_it_went_in() {
    let kit = Kit::new().await;
    let id = kit
        .reservation(visitor(1), hold("internal", "any", ten()))
        .await;
    let held = kit
        .store
        .reservation_find(&clinic_id(), id)
        .await
        .unwrap()
        .rows
        .unwrap();
    assert_eq!(
        (held.status, held.version, held.anyone),
        (Status::Held, 1, true)
    );
    assert_eq!(held.patient, None);
    assert!(held.expires_at.is_some() && held.created_by.is_some());
    let claims = kit
        .store
        .claim_range(
            &clinic_id(),
            std::slice::from_ref(&held.resource),
            held.occupied,
        )
        .await
        .unwrap();
    assert_eq!(claims.rows, held.claims().collect::<Vec<_>>());

    kit.clock.advance(1000);
    kit.done(
        visitor(1),
        Command::Send {
            reservation: id,
            patient: whole_patient(),
        },
    )
    .await;
    kit.clock.advance(1000);
    let note = Some("電話で相談".to_owned());
    kit.done(
        staff(1),
        Command::Decline {
            reservation: id,
            reason: Reason::DoctorAway,
            note: note.clone(),
        },
    )
    .await;
    let declined = kit
        .store
        .reservation_find(&clinic_id(), id)
        .await
        .unwrap()
        .rows
        .unwrap();
    assert_eq!(declined.patient, Some(whole_patient()));
    let ending = declined.ending.clone().unwrap();
    assert_eq!(
        (ending.how, ending.before, ending.reason),
        (End::Declined, Status::Requested, Some(Reason::DoctorAway))
    );
    assert_eq!(ending.note, note);
    assert_eq!(
        (declined.created_at, declined.created_by.clone()),
        (held.created_at, held.created_by)
    );
    assert_eq!(declined.expires_at, None);

    let history = kit.store.history_of(&clinic_id(), id).await.unwrap();
    assert_eq!(
        history.iter().map(|line| line.version).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert_eq!(history[2].actor_name.as_deref(), Some("受付1"));
    let dump = kit.store.dump().await.unwrap();
    assert_eq!(reservation::check::check(&dump), []);
    assert_eq!(dump.reservations, [declined]);
    assert_eq!(dump.claims, []);
}

#[tokio::test]
async fn a_submission_comes_back_by_its_key_and_by_its_form() {
    let kit = Kit::new().await;
    let mut first = kit.submission(visitor(1), hold("internal", "sato", ten()));
    let form = first.key.clone().unwrap();
    first.key = Some(form.clone().button("hinata:sato:2026-03-02T01:00:00.000Z"));
    let answer = kit
        .store
        .submission_run(first.clone())
        .await
        .unwrap()
        .unwrap();
    let key = first.key.unwrap();
    let found = kit.store.submission_find(&key).await.unwrap();
    let row = found.rows.unwrap();
    assert_eq!(
        (&row.key, &row.fingerprint, &row.outcome),
        (&key, &first.fingerprint, &answer.outcome)
    );
    assert_eq!(row.sender, Actor::holder(&visitor(1)));
    assert_eq!(
        kit.store.submission_of_form(&form).await.unwrap().rows,
        [row]
    );
    assert_eq!(kit.store.submission_find(&form).await.unwrap().rows, None);
    // A key that only begins alike is another form's.
    let mut alike = form.clone();
    alike.key.pop();
    assert_eq!(kit.store.submission_of_form(&alike).await.unwrap().rows, []);
}

#[tokio::test]
async fn submissions_are_forgotten_by_age_and_a_create_still_never_repeats() {
    let kit = Kit::new().await;
    let old = kit.submission(visitor(1), hold("quick", "sato", ten()));
    kit.store
        .submission_run(old.clone())
        .await
        .unwrap()
        .unwrap();
    kit.clock.advance(60_000);
    kit.done(visitor(2), hold("quick", "tanaka", ten())).await;
    let before = kit.clock.now().plus(-30_000);
    assert_eq!(kit.store.submission_purge(before).await, Ok(1));
    assert_eq!(kit.store.submission_purge(before).await, Ok(0));
    assert_eq!(kit.store.dump().await.unwrap().submissions.len(), 1);
    // The ledger has forgotten the key; the reservation has not.
    let mut again = old;
    again.fresh = kit
        .submission(visitor(1), hold("quick", "sato", ten()))
        .fresh;
    again.command = hold("quick", "sato", ten().plus_minutes(30));
    again.actor = visitor(3);
    assert!(kit.store.submission_run(again).await.is_err());
    assert_eq!(kit.store.dump().await.unwrap().reservations.len(), 2);
}

#[tokio::test]
async fn a_call_is_listed_when_it_is_due_and_until_it_is_ticked_off() {
    let kit = Kit::new().await;
    let id = kit
        .reservation(visitor(1), hold("internal", "sato", ten()))
        .await;
    kit.done(
        visitor(1),
        Command::Send {
            reservation: id,
            patient: patient("山田 花子"),
        },
    )
    .await;
    kit.done(
        staff(1),
        Command::Decline {
            reservation: id,
            reason: Reason::PleaseCall,
            note: None,
        },
    )
    .await;
    let since = UtcMillis(i64::MAX);
    let early = kit
        .store
        .message_open(&clinic_id(), since)
        .await
        .unwrap()
        .rows;
    kit.clock.advance(10 * 60_000);
    let due = kit
        .store
        .message_open(&clinic_id(), since)
        .await
        .unwrap()
        .rows;
    assert_eq!(
        (early.len(), due.len()),
        (0, 1),
        "an undo within two minutes tells nobody"
    );
    let message = due[0].key.clone();
    let ticked = kit
        .done(
            staff(1),
            Command::TickCall {
                message: message.clone(),
            },
        )
        .await;
    assert_eq!(ticked.outcome, Outcome::CallTicked { message });
    assert_eq!(
        kit.store
            .message_open(&clinic_id(), since)
            .await
            .unwrap()
            .rows,
        []
    );
    let done = kit
        .store
        .message_open(&clinic_id(), UtcMillis(0))
        .await
        .unwrap()
        .rows;
    assert!(done[0].done_at.is_some() && done[0].done_by.is_some());
}

#[tokio::test]
async fn a_declined_request_that_is_undone_in_time_tells_nobody() {
    let kit = Kit::new().await;
    let id = kit
        .reservation(visitor(1), hold("internal", "sato", ten()))
        .await;
    kit.done(
        visitor(1),
        Command::Send {
            reservation: id,
            patient: patient("山田 花子"),
        },
    )
    .await;
    kit.done(
        staff(1),
        Command::Decline {
            reservation: id,
            reason: Reason::PleaseCall,
            note: None,
        },
    )
    .await;
    kit.done(staff(1), Command::Undo { reservation: id }).await;
    kit.clock.advance(10 * 60_000);
    let calls = kit
        .store
        .message_open(&clinic_id(), UtcMillis(i64::MAX))
        .await
        .unwrap()
        .rows;
    assert_eq!(calls, []);
    assert_eq!(
        reservation::check::check(&kit.store.dump().await.unwrap()),
        []
    );
}

#[tokio::test]
async fn what_waits_for_staff_and_what_ran_out_is_found() {
    let kit = Kit::new().await;
    let requested = kit
        .reservation(visitor(1), hold("internal", "sato", ten()))
        .await;
    kit.done(
        visitor(1),
        Command::Send {
            reservation: requested,
            patient: patient("一郎"),
        },
    )
    .await;
    let held = kit
        .reservation(visitor(2), hold("internal", "tanaka", ten()))
        .await;
    let requests = kit
        .store
        .reservation_requests(&clinic_id(), UtcMillis(i64::MAX))
        .await
        .unwrap()
        .rows;
    assert_eq!(
        requests.iter().map(|row| row.id).collect::<Vec<_>>(),
        [requested]
    );
    assert_eq!(kit.store.reservation_due(10).await.unwrap().rows, []);
    kit.clock.advance(10 * 60_000);
    assert_eq!(
        kit.store.reservation_due(10).await.unwrap().rows,
        [(clinic_id(), held)]
    );
    kit.done(Actor::System, Command::Expire { reservation: held })
        .await;
    assert_eq!(kit.store.reservation_due(10).await.unwrap().rows, []);
    let day = Span {
        from: ten(),
        until: ten().plus_minutes(1),
    };
    let by_start = kit
        .store
        .reservation_by_start(&clinic_id(), day)
        .await
        .unwrap()
        .rows;
    assert_eq!(
        by_start.iter().map(|row| row.id).collect::<Vec<_>>(),
        [requested, held]
    );
    let mine = kit
        .store
        .reservation_of_holder(&clinic_id(), &visitor(2).holder().unwrap())
        .await
        .unwrap();
    assert_eq!(
        mine.rows.iter().map(|row| row.status).collect::<Vec<_>>(),
        [Status::Expired]
    );
}
