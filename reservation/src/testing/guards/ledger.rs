//! One press, sent twice: the ledger, the order of judging, the age of forms.
#![expect(missing_docs, reason = "the names are the sentences")]

use chrono_tz::Asia::Tokyo;
use uuid::Uuid;

use super::{calls_are_made, is_broken, messages, owners, told};
use crate::command::Command;
use crate::decide::FORM_LIFE;
use crate::desk::{Intent, NoAnswer};
use crate::submission::{Answer, FormAge, RequestKey};
use crate::testing::contract::{Bench, hold, must, tuesday};
use crate::testing::{at, clinic_id, patient, staff, visitor};
use crate::time::{MINUTE, Span, UtcMillis};
use crate::visit::{Event, MessageKind, Status};

/// A visitor takes 9:00 with any doctor and sends the details in. Then the first press arrives once more. Says what
/// the second arrival was told and how many times the visitor has.
async fn twin_of_a_hold(bench: &Bench) -> (&'static str, usize) {
    let key = bench.desk.fresh_id();
    let press = hold("internal", "any", tuesday(9, 0), None);
    let first = must(bench.run_as(key, visitor(1), press.clone()).await);
    send(bench, &first).await;
    let again = bench.run_as(key, visitor(1), press).await;
    (told(&again), owners(bench).await.len())
}

pub async fn with_the_ledger_a_late_twin_is_the_same_booking(bench: &Bench) {
    assert_eq!(twin_of_a_hold(bench).await, ("done before", 1));
    bench.is_sound().await;
}

pub async fn without_the_ledger_a_late_twin_is_a_second_booking(bench: &Bench) {
    assert_eq!(twin_of_a_hold(bench).await, ("done", 2));
    is_broken(bench, "one creation per submission").await;
}

/// "More time" is pressed twice. Says what the second press was told, and how often time was given.
pub(super) async fn twin_of_more_time(bench: &Bench) -> (&'static str, i64, usize) {
    let row = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
    let key = bench.desk.fresh_id();
    let press = Command::Extend {
        reservation: row.id,
    };
    must(bench.run_as(key, visitor(1), press.clone()).await);
    let again = bench.run_as(key, visitor(1), press).await;
    let given = bench.events(row.id).await;
    let lines = given.iter().filter(|event| **event == Event::Extended);
    (
        told(&again),
        bench.row(row.id).await.extensions,
        lines.count(),
    )
}

pub async fn with_the_ledger_more_time_pressed_twice_is_given_once(bench: &Bench) {
    assert_eq!(twin_of_more_time(bench).await, ("done before", 1, 1));
    bench.is_sound().await;
}

pub async fn without_the_ledger_more_time_pressed_twice_is_given_twice(bench: &Bench) {
    assert_eq!(twin_of_more_time(bench).await, ("done", 2, 2));
}

/// A closure is sent in twice. Says how many there are.
async fn twin_of_a_closure(bench: &Bench) -> usize {
    let key = bench.desk.fresh_id();
    let close = Command::Close {
        resource: None,
        span: Span {
            from: tuesday(9, 0),
            until: tuesday(12, 0),
        },
        reason: "停電".into(),
    };
    for _ in 0..2 {
        must(bench.run_as(key, staff(1), close.clone()).await);
    }
    let catalogue = must(bench.desk.catalogue(&clinic_id()).await);
    catalogue.map_or(0, |catalogue| catalogue.closures.len())
}

pub async fn with_the_ledger_a_closure_sent_twice_is_one(bench: &Bench) {
    assert_eq!(twin_of_a_closure(bench).await, 1);
    bench.is_sound().await;
}

pub async fn without_the_ledger_a_closure_sent_twice_is_two(bench: &Bench) {
    assert_eq!(twin_of_a_closure(bench).await, 2);
}

/// Staff cancel a visit, call the patient and take it back. Then the cancel arrives once more. Says where the visit
/// stands and how many times the patient hears of a cancellation.
async fn twin_of_a_cancel(bench: &Bench) -> (Status, usize) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let key = bench.desk.fresh_id();
    let cancel = Command::Cancel {
        reservation: row.id,
        reason: None,
        note: None,
    };
    must(bench.run_as(key, staff(1), cancel.clone()).await);
    bench.clock.advance(3 * MINUTE);
    calls_are_made(bench).await;
    let undo = Command::Undo {
        reservation: row.id,
    };
    must(bench.run(staff(1), undo).await);
    must(bench.run_as(key, staff(1), cancel).await);
    (
        bench.row(row.id).await.status,
        messages(bench, MessageKind::Cancelled).await,
    )
}

pub async fn with_the_ledger_a_late_twin_of_a_cancel_tells_nobody_again(bench: &Bench) {
    assert_eq!(twin_of_a_cancel(bench).await, (Status::Requested, 1));
    bench.is_sound().await;
}

pub async fn without_the_ledger_a_late_twin_of_a_cancel_cancels_and_tells_again(bench: &Bench) {
    assert_eq!(twin_of_a_cancel(bench).await, (Status::Cancelled, 2));
}

/// A visitor books; thirteen hours later the tab sends its form again. Whoever is asked to press once more does so.
async fn twin_of_an_old_form(bench: &Bench) -> (&'static str, usize) {
    let form = Form::drawn(bench);
    let press = |form: Form| form.press(bench, tuesday(9, 0));
    send(bench, &must(press(form).await)).await;
    bench.clock.advance(FORM_LIFE + 60 * MINUTE);
    let again = told(&press(form).await);
    if again == "press once more" {
        must(press(Form::drawn(bench)).await);
    }
    (again, owners(bench).await.len())
}

pub async fn with_the_order_of_judging_an_old_form_leads_to_its_booking(bench: &Bench) {
    assert_eq!(twin_of_an_old_form(bench).await, ("done before", 1));
    bench.is_sound().await;
}

pub async fn without_the_order_of_judging_an_old_form_asks_for_another_press_and_books_twice(
    bench: &Bench,
) {
    assert_eq!(twin_of_an_old_form(bench).await, ("press once more", 2));
}

/// A visitor books; after three days the ledger has forgotten it, and the tab sends its form again.
pub(super) async fn twin_that_the_ledger_forgot(bench: &Bench) -> (&'static str, usize) {
    let form = Form::drawn(bench);
    let next_week = at(Tokyo, (2026, 3, 10), (9, 0));
    send(bench, &must(form.press(bench, next_week).await)).await;
    let three_days = 72 * 60 * MINUTE;
    bench.clock.advance(three_days + 1);
    assert!(must(bench.desk.purge_ledger(three_days).await) > 0);
    let again = told(&form.press(bench, next_week).await);
    (again, owners(bench).await.len())
}

pub async fn with_the_age_of_forms_a_key_outlives_no_ledger(bench: &Bench) {
    let seen = twin_that_the_ledger_forgot(bench).await;
    assert_eq!(seen, ("press once more", 1));
    bench.is_sound().await;
}

pub async fn without_the_age_of_forms_a_forgotten_key_books_again(bench: &Bench) {
    assert_eq!(twin_that_the_ledger_forgot(bench).await, ("done", 2));
    is_broken(bench, "one creation per submission").await;
}

/// A form of times as a page has drawn it.
#[derive(Clone, Copy)]
struct Form {
    token: Uuid,
    issued_at: UtcMillis,
}

impl Form {
    fn drawn(bench: &Bench) -> Self {
        Self {
            token: bench.desk.fresh_id(),
            issued_at: bench.desk.now(),
        }
    }

    /// A press on a quarter of an hour with any doctor.
    async fn press(self, bench: &Bench, start: UtcMillis) -> Result<Answer, NoAnswer> {
        let clinic = clinic_id();
        let intent = Intent {
            key: Some(RequestKey::form(&clinic, self.token)),
            form: Some(FormAge {
                issued_at: self.issued_at,
                own: true,
            }),
            clinic,
            actor: visitor(1),
            command: hold("quick", "any", start, None),
        };
        bench.desk.run(intent).await
    }
}

/// Sends the details of what was held.
async fn send(bench: &Bench, held: &Answer) {
    let Some(reservation) = held.outcome.reservation() else {
        unreachable!("{held:?}")
    };
    let patient = patient("山田 花子");
    let send = Command::Send {
        reservation,
        patient,
    };
    must(bench.run(visitor(1), send).await);
}
