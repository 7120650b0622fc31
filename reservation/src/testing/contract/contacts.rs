//! How many open bookings a contact can have.
#![expect(missing_docs, reason = "the names are the sentences")]

use chrono_tz::Asia::Tokyo;

use super::staff_work::{cancel, decline};
use super::{Bench, hold, must, tuesday};
use crate::command::Command;
use crate::desk::{Intent, NoAnswer};
use crate::ids::{ClinicId, ReservationId};
use crate::outcome::Refusal;
use crate::submission::Repeat;
use crate::testing::{catalogue, clinic_id, patient, staff, visitor};
use crate::time::MINUTE;
use crate::visit::{Event, Patient, Reservation, Status};

const FULL: Refusal = Refusal::TooMany { limit: 5 };

fn send(reservation: ReservationId) -> Command {
    Command::Send {
        reservation,
        patient: patient("山田 花子"),
    }
}

fn send_as(reservation: ReservationId, phone: &str) -> Command {
    let patient = Patient {
        phone_e164: phone.into(),
        ..patient("山田 花子")
    };
    Command::Send {
        reservation,
        patient,
    }
}

/// Visits of one telephone number, each by another browser: the first of them on Tuesday at 9:00, then every quarter.
async fn booked(bench: &Bench, count: u8) -> Vec<Reservation> {
    let mut rows = Vec::new();
    for number in 0..count {
        let start = tuesday(9, 0).plus_minutes(15 * i64::from(number));
        let row = bench.held(visitor(number), "quick", "sato", start).await;
        rows.push(bench.done(visitor(number), send(row.id)).await);
    }
    rows
}

/// The next one, held.
async fn next(bench: &Bench) -> Reservation {
    bench
        .held(visitor(100), "quick", "sato", tuesday(15, 0))
        .await
}

pub async fn the_fifth_booking_is_taken_and_the_sixth_refused(bench: &Bench) {
    let five = booked(bench, 5).await;
    assert!(five.iter().all(|row| row.status == Status::Confirmed));
    let sixth = next(bench).await;
    let key = bench.desk.fresh_id();
    let before = must(bench.store.dump().await);
    let refused = bench.run_as(key, visitor(100), send(sixth.id)).await;
    assert_eq!(refused, Err(NoAnswer::Refused(FULL)));
    assert_eq!(FULL.code(), "too-many-bookings");
    let after = must(bench.store.dump().await);
    assert_eq!(format!("{before:?}"), format!("{after:?}"));
    assert_eq!(bench.row(sixth.id).await, sixth, "held as it was");
    // One of the five is not needed: the same form goes through.
    bench.done(visitor(3), cancel(five[3].id)).await;
    let answer = must(bench.run_as(key, visitor(100), send(sixth.id)).await);
    assert_eq!(answer.repeat, Repeat::First);
    assert_eq!(bench.row(sixth.id).await.status, Status::Confirmed);
}

pub async fn a_request_counts_until_its_deadline(bench: &Bench) {
    booked(bench, 4).await;
    let request = bench.requested(visitor(50), "tanaka", tuesday(17, 0)).await;
    let deadline = request.expires_at.unwrap_or(request.created_at);
    // Nobody has written it down when it is over.
    for (past, over) in [(-1, false), (0, true)] {
        bench.clock.set(deadline.plus(past));
        let row = next(bench).await;
        let answer = bench.run(visitor(100), send(row.id)).await;
        assert_eq!(answer.is_ok(), over, "{past} ms past the deadline");
    }
}

pub async fn a_visit_counts_until_it_begins(bench: &Bench) {
    let five = booked(bench, 5).await;
    for (past, begun) in [(-1, false), (0, true)] {
        bench.clock.set(five[0].span.from.plus(past));
        let row = next(bench).await;
        let answer = bench.run(visitor(100), send(row.id)).await;
        assert_eq!(answer.is_ok(), begun, "{past} ms past the start");
    }
}

pub async fn what_has_ended_does_not_count(bench: &Bench) {
    booked(bench, 4).await;
    for (hour, swept) in [(15, false), (16, true)] {
        let request = bench
            .requested(visitor(50), "tanaka", tuesday(hour, 0))
            .await;
        let row = next(bench).await;
        assert_eq!(bench.refused(visitor(100), send(row.id)).await, FULL);
        if swept {
            bench
                .clock
                .set(request.expires_at.unwrap_or(request.created_at));
            must(bench.desk.sweep(10).await);
        } else {
            bench.done(staff(1), decline(request.id)).await;
        }
        let ended = bench.row(request.id).await.status;
        assert!(matches!(ended, Status::Cancelled | Status::Expired));
        let row = next(bench).await;
        let row = bench.done(visitor(100), send(row.id)).await;
        bench.done(visitor(100), cancel(row.id)).await;
    }
}

pub async fn another_number_and_another_clinic_have_a_count_of_their_own(bench: &Bench) {
    booked(bench, 5).await;
    let row = next(bench).await;
    let done = bench.done(visitor(100), send_as(row.id, "+819000000001"));
    assert_eq!(done.await.status, Status::Confirmed);

    let elsewhere = must(ClinicId::new("elsewhere"));
    let mut other = catalogue(Tokyo);
    other.clinic.id = elsewhere.clone();
    must(bench.store.catalogue_put(other).await);
    let mut command = hold("quick", "sato", tuesday(9, 0), None);
    for event in [Event::Held, Event::Confirmed] {
        let intent = Intent {
            key: None,
            form: None,
            clinic: elsewhere.clone(),
            actor: visitor(1),
            command,
        };
        let answer = must(bench.desk.run(intent).await);
        let id = answer.outcome.reservation();
        let id = id.unwrap_or(ReservationId(uuid::Uuid::nil()));
        let history = must(bench.desk.history(&elsewhere, id).await);
        assert_eq!(history.last().map(|line| line.event), Some(event));
        command = send(id);
    }
}

pub async fn staff_are_not_bound_by_the_cap(bench: &Bench) {
    let five = booked(bench, 5).await;
    bench.done(visitor(0), cancel(five[0].id)).await;
    let row = bench.held(staff(1), "quick", "tanaka", tuesday(9, 0)).await;
    bench.done(staff(1), send(row.id)).await;
    // It counts: the patient has five again.
    let row = next(bench).await;
    assert_eq!(bench.refused(visitor(100), send(row.id)).await, FULL);
    let row = bench
        .held(staff(1), "quick", "tanaka", tuesday(9, 15))
        .await;
    assert_eq!(
        bench.done(staff(1), send(row.id)).await.status,
        Status::Confirmed,
        "the sixth"
    );
    let undo = Command::Undo {
        reservation: five[0].id,
    };
    assert_eq!(
        bench.done(staff(1), undo).await.status,
        Status::Confirmed,
        "the seventh"
    );
}

pub async fn a_form_that_was_sent_before_is_answered_as_before(bench: &Bench) {
    booked(bench, 4).await;
    let fifth = next(bench).await;
    let key = bench.desk.fresh_id();
    let first = must(bench.run_as(key, visitor(100), send(fifth.id)).await);
    let again = must(bench.run_as(key, visitor(100), send(fifth.id)).await);
    assert_eq!(
        (again.repeat, again.outcome),
        (Repeat::SameKey, first.outcome)
    );
    let sent = Refusal::AlreadySent {
        status: Status::Confirmed,
    };
    assert_eq!(bench.refused(visitor(100), send(fifth.id)).await, sent);
}

pub async fn a_hold_that_ran_out_is_not_taken_again_beyond_the_cap(bench: &Bench) {
    let five = booked(bench, 5).await;
    let sixth = next(bench).await;
    bench.clock.advance(30 * MINUTE);
    assert_eq!(bench.refused(visitor(100), send(sixth.id)).await, FULL);
    assert_eq!(bench.row(sixth.id).await, sixth, "nothing was written");
    bench.done(visitor(0), cancel(five[0].id)).await;
    let row = bench.done(visitor(100), send(sixth.id)).await;
    assert_eq!(row.status, Status::Confirmed);
}

pub async fn a_lowered_cap_cancels_nothing(bench: &Bench) {
    let mut rows = booked(bench, 3).await;
    rows.push(bench.requested(visitor(50), "tanaka", tuesday(17, 0)).await);
    let lowered = async |limit| {
        let mut catalogue = catalogue(Tokyo);
        catalogue.clinic.contact_bookings = limit;
        must(bench.store.catalogue_put(catalogue).await);
        let kept = must(bench.desk.catalogue(&clinic_id()).await);
        assert_eq!(kept.map(|kept| kept.clinic.contact_bookings), Some(limit));
    };
    lowered(2).await;
    for row in &rows {
        assert_eq!(&bench.row(row.id).await, row);
    }
    let row = next(bench).await;
    let refused = bench.refused(visitor(100), send(row.id)).await;
    assert_eq!(refused, Refusal::TooMany { limit: 2 });
    // What is there goes its way.
    let confirm = Command::Confirm {
        reservation: rows[3].id,
    };
    assert_eq!(
        bench.done(staff(1), confirm).await.status,
        Status::Confirmed
    );
    lowered(5).await;
    bench.done(visitor(100), send(row.id)).await;
}
