//! The same again: the ledger.
#![expect(missing_docs, reason = "the names are the sentences")]

use super::{Bench, hold, must, stands, tuesday};
use crate::command::Command;
use crate::decide::FORM_LIFE;
use crate::desk::{Intent, NoAnswer};
use crate::outcome::Refusal;
use crate::submission::{FormAge, Repeat, RequestKey};
use crate::testing::{clinic_id, patient, staff, visitor};
use crate::time::MINUTE;
use crate::visit::Status;

pub async fn the_same_key_gets_the_same_answer_for_good(bench: &Bench) {
    let key = bench.desk.fresh_id();
    let press = hold("internal", "sato", tuesday(9, 0), None);
    let first = must(bench.run_as(key, visitor(1), press.clone()).await);
    assert_eq!(first.repeat, Repeat::First);
    // At once, after it ran out, after somebody else took it (D04, D05): the first answer.
    for _ in 0..3 {
        let again = must(bench.run_as(key, visitor(1), press.clone()).await);
        assert_eq!(
            (&again.outcome, again.recorded_at),
            (&first.outcome, first.recorded_at)
        );
        assert_eq!(again.repeat, Repeat::SameKey);
        bench.clock.advance(11 * MINUTE);
        let _ = bench.run(visitor(2), press.clone()).await;
    }
    let mine = must(
        bench
            .desk
            .reservations_of(&clinic_id(), &must(visitor(1).holder().ok_or(())))
            .await,
    );
    assert_eq!(mine.rows.len(), 1, "one intent, one booking");
}

pub async fn the_same_key_with_other_content_keeps_the_first(bench: &Bench) {
    let row = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
    let key = bench.desk.fresh_id();
    let send = |name: &str| Command::Send {
        reservation: row.id,
        patient: patient(name),
    };
    let first = must(bench.run_as(key, visitor(1), send("山田 花子")).await);
    let other = must(bench.run_as(key, visitor(1), send("山田 花代")).await);
    assert_eq!(
        (other.repeat, &other.outcome),
        (Repeat::OtherContent, &first.outcome)
    );
    assert_eq!(
        bench.row(row.id).await.patient.map(|p| p.name).as_deref(),
        Some("山田 花子")
    );
}

pub async fn a_refusal_does_not_spend_the_key(bench: &Bench) {
    // C54, C59
    let theirs = bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
    let key = bench.desk.fresh_id();
    let press = hold("internal", "sato", tuesday(9, 0), None);
    let refused = bench.run_as(key, visitor(1), press.clone()).await;
    assert_eq!(refused, Err(NoAnswer::Refused(Refusal::Taken)));
    bench
        .done(
            visitor(2),
            Command::Release {
                reservation: theirs.id,
            },
        )
        .await;
    let now = must(bench.run_as(key, visitor(1), press).await);
    assert_eq!((now.repeat, stands(&now).1), (Repeat::First, Status::Held));
}

async fn press(bench: &Bench, key: uuid::Uuid, form: FormAge) -> Result<Repeat, NoAnswer> {
    let clinic = clinic_id();
    let intent = Intent {
        key: Some(RequestKey::form(&clinic, key)),
        form: Some(form),
        clinic,
        actor: visitor(1),
        command: hold("internal", "sato", tuesday(9, 0), None),
    };
    bench.desk.run(intent).await.map(|answer| answer.repeat)
}

pub async fn a_recorded_key_answers_even_when_the_form_is_too_old(bench: &Bench) {
    let key = bench.desk.fresh_id();
    let form = FormAge {
        issued_at: bench.desk.now(),
        own: true,
    };
    assert_eq!(press(bench, key, form).await, Ok(Repeat::First));
    bench.clock.advance(2 * FORM_LIFE);
    assert_eq!(press(bench, key, form).await, Ok(Repeat::SameKey));
    assert_eq!(
        press(bench, key, FormAge { own: false, ..form }).await,
        Ok(Repeat::SameKey)
    );
}

pub async fn a_form_is_too_old_after_twelve_hours_and_not_before(bench: &Bench) {
    let form = FormAge {
        issued_at: bench.desk.now().plus(-FORM_LIFE),
        own: true,
    };
    let late = FormAge {
        issued_at: form.issued_at.plus(-1),
        own: true,
    };
    let key = bench.desk.fresh_id();
    assert_eq!(
        press(bench, key, late).await,
        Err(NoAnswer::Refused(Refusal::FormExpired))
    );
    assert_eq!(press(bench, key, form).await, Ok(Repeat::First));
}

pub async fn a_form_of_another_is_refused_inside(bench: &Bench) {
    let form = FormAge {
        issued_at: bench.desk.now(),
        own: false,
    };
    let pressed = press(bench, bench.desk.fresh_id(), form).await;
    assert_eq!(pressed, Err(NoAnswer::Refused(Refusal::FormForeign)));
    assert!(must(bench.store.dump().await).submissions.is_empty());
}

pub async fn another_button_of_the_same_form_is_no_repeat(bench: &Bench) {
    let clinic = clinic_id();
    let form = RequestKey::form(&clinic, bench.desk.fresh_id());
    let mut known = None;
    for hour in [9, 10] {
        let command = hold("internal", "sato", tuesday(hour, 0), known);
        let key = Some(form.clone().button(format!("hinata:sato:{hour}")));
        let intent = Intent {
            key,
            form: None,
            clinic: clinic.clone(),
            actor: visitor(1),
            command,
        };
        let answer = must(bench.desk.run(intent).await);
        assert_eq!(answer.repeat, Repeat::First);
        known = Some(stands(&answer).0);
    }
    assert_eq!(must(bench.desk.receipt(&form).await).rows.len(), 2);
}

pub async fn a_purged_key_is_forgotten_and_creates_nothing_twice(bench: &Bench) {
    let key = bench.desk.fresh_id();
    let form = FormAge {
        issued_at: bench.desk.now(),
        own: true,
    };
    assert_eq!(press(bench, key, form).await, Ok(Repeat::First));
    bench.clock.advance(72 * 60 * MINUTE);
    assert_eq!(
        must(bench.desk.purge_ledger(72 * 60 * MINUTE).await),
        0,
        "kept to its last millisecond"
    );
    bench.clock.advance(1);
    assert_eq!(must(bench.desk.purge_ledger(72 * 60 * MINUTE).await), 1);
    let again = press(bench, key, form).await;
    assert!(matches!(again, Err(NoAnswer::Refused(_))), "{again:?}");
    assert_eq!(must(bench.store.dump().await).reservations.len(), 1);
}

pub async fn a_receipt_lists_what_a_form_did(bench: &Bench) {
    let key = bench.desk.fresh_id();
    let form = RequestKey::form(&clinic_id(), key);
    assert!(must(bench.desk.receipt(&form).await).rows.is_empty());
    let answer = must(
        bench
            .run_as(
                key,
                visitor(1),
                hold("internal", "sato", tuesday(9, 0), None),
            )
            .await,
    );
    let rows = must(bench.desk.receipt(&form).await).rows;
    assert_eq!(
        rows.iter().map(|row| &row.outcome).collect::<Vec<_>>(),
        [&answer.outcome]
    );
    assert_eq!(rows[0].sender, visitor(1).holder());
    assert_ne!(rows[0].sender, staff(1).holder());
}
