//! The details are sent in.
#![expect(missing_docs, reason = "the names are the sentences")]

use chrono_tz::Asia::Tokyo;

use super::{Bench, hold, must, stands, tuesday};
use crate::command::Command;
use crate::outcome::{Outcome, Refusal};
use crate::testing::{at, patient, visitor};
use crate::time::MINUTE;
use crate::visit::{Event, Status};

fn send(id: crate::ids::ReservationId, name: &str) -> Command {
    Command::Send {
        reservation: id,
        patient: patient(name),
    }
}

pub async fn details_make_a_request_where_staff_approve(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(10, 0)).await;
    assert_eq!((row.status, row.version), (Status::Requested, 2));
    assert_eq!(row.patient.map(|p| p.name).as_deref(), Some("山田 花子"));
    // 240 open minutes from 8:00: 9 to 12, then 15 to 16.
    assert_eq!(row.expires_at, Some(at(Tokyo, (2026, 3, 2), (16, 0))));
    assert_eq!(bench.cells(row.id).await, 6);
    // C04, promise 5: pending means taken.
    let refusal = bench
        .refused(visitor(2), hold("internal", "sato", tuesday(10, 0), None))
        .await;
    assert_eq!(refusal, Refusal::Taken);
}

pub async fn details_make_a_visit_where_nobody_approves(bench: &Bench) {
    let row = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
    let row = bench.done(visitor(1), send(row.id, "山田 花子")).await;
    assert_eq!((row.status, row.expires_at), (Status::Confirmed, None));
    assert_eq!(bench.events(row.id).await, [Event::Held, Event::Confirmed]);
    assert!(
        must(bench.store.dump().await).messages.is_empty(),
        "the page has told it"
    );
}

pub async fn details_of_a_lapsed_hold_take_it_again_while_it_is_free(bench: &Bench) {
    for (slot, swept) in [(9, false), (10, true)] {
        let row = bench
            .held(visitor(1), "quick", "sato", tuesday(slot, 0))
            .await;
        bench.clock.advance(30 * MINUTE);
        if swept {
            must(bench.desk.sweep(10).await);
        }
        let answer = must(bench.run(visitor(1), send(row.id, "山田 花子")).await);
        assert!(
            matches!(answer.outcome, Outcome::Reservation { retaken: true, .. }),
            "{answer:?}"
        );
        assert_eq!(stands(&answer), (row.id, Status::Confirmed));
        assert_eq!(bench.cells(row.id).await, 3);
    }
}

pub async fn details_of_a_lapsed_hold_that_was_taken_are_refused(bench: &Bench) {
    // C38: the place was given away meanwhile.
    let mine = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
    bench.clock.advance(10 * MINUTE);
    let theirs = bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
    assert_eq!(
        bench.refused(visitor(1), send(mine.id, "山田 花子")).await,
        Refusal::Expired
    );
    assert_eq!(
        bench
            .done(visitor(2), send(theirs.id, "鈴木 一郎"))
            .await
            .status,
        Status::Requested
    );
}

pub async fn details_sent_twice_keep_the_first(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(10, 0)).await;
    let refusal = bench.refused(visitor(1), send(row.id, "別人")).await;
    assert_eq!(
        refusal,
        Refusal::AlreadySent {
            status: Status::Requested
        }
    );
    assert_eq!(bench.row(row.id).await, row);
}

pub async fn nobody_sends_details_of_anothers_hold(bench: &Bench) {
    // C06
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    assert_eq!(
        bench.refused(visitor(2), send(row.id, "別人")).await,
        Refusal::NotFound
    );
    assert_eq!(
        bench
            .done(visitor(1), send(row.id, "山田 花子"))
            .await
            .status,
        Status::Requested
    );
}

pub async fn a_request_at_night_is_answered_in_open_minutes(bench: &Bench) {
    bench.clock.set(at(Tokyo, (2026, 3, 6), (22, 0)));
    let row = bench
        .requested(visitor(1), "sato", at(Tokyo, (2026, 3, 10), (10, 0)))
        .await;
    // Friday night: Saturday 9 to 12 and one hour of Monday.
    assert_eq!(row.expires_at, Some(at(Tokyo, (2026, 3, 9), (10, 0))));
    let early = bench
        .requested(visitor(2), "tanaka", at(Tokyo, (2026, 3, 9), (9, 0)))
        .await;
    assert_eq!(
        early.expires_at,
        Some(at(Tokyo, (2026, 3, 9), (8, 0))),
        "an hour before the start at the latest"
    );
}

pub async fn a_request_is_over_at_its_deadline_and_not_before(bench: &Bench) {
    for (slot, past, over) in [(9, -1, false), (10, 0, true), (11, 1, true)] {
        let row = bench.requested(visitor(1), "sato", tuesday(slot, 0)).await;
        let deadline = row.expires_at.unwrap_or(row.created_at);
        bench.clock.set(deadline.plus(past));
        let confirm = bench
            .run(
                crate::testing::staff(1),
                Command::Confirm {
                    reservation: row.id,
                },
            )
            .await;
        assert_eq!(confirm.is_err(), over, "{past} ms past the deadline");
        bench.clock.set(at(Tokyo, (2026, 3, 2), (8, 0)));
    }
}

pub async fn book_cancel_book_works_every_time(bench: &Bench) {
    // C51, C91
    for _ in 0..10 {
        let row = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
        bench.done(visitor(1), send(row.id, "山田 花子")).await;
        let cancel = Command::Cancel {
            reservation: row.id,
            reason: None,
            note: None,
        };
        assert_eq!(
            bench.done(visitor(1), cancel).await.status,
            Status::Cancelled
        );
    }
}
