//! More time, release, and what has run out.
#![expect(missing_docs, reason = "the names are the sentences")]

use super::{Bench, hold, must, tuesday};
use crate::command::Command;
use crate::outcome::Refusal;
use crate::submission::Repeat;
use crate::testing::{staff, visitor};
use crate::time::MINUTE;
use crate::visit::{Event, Status};

pub async fn taking_over_a_lapsed_hold_frees_all_its_cells(bench: &Bench) {
    let long = bench
        .held(visitor(1), "checkup", "sato", tuesday(9, 0))
        .await;
    bench.clock.advance(10 * MINUTE);
    bench.held(visitor(2), "quick", "sato", tuesday(9, 0)).await;
    let long = bench.row(long.id).await;
    assert_eq!(
        (long.status, bench.cells(long.id).await),
        (Status::Expired, 0)
    );
    assert_eq!(bench.events(long.id).await, [Event::Held, Event::Expired]);
    bench
        .held(visitor(3), "internal", "sato", tuesday(9, 30))
        .await;
}

pub async fn more_time_moves_the_deadline_and_has_an_end(bench: &Bench) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let more = Command::Extend {
        reservation: row.id,
    };
    for _ in 0..10 {
        bench.clock.advance(MINUTE);
        let longer = bench.done(visitor(1), more.clone()).await;
        assert_eq!(longer.expires_at, Some(bench.desk.now().plus_minutes(10)));
    }
    assert_eq!(
        bench.refused(visitor(1), more.clone()).await,
        Refusal::NoMoreTime
    );
    assert_eq!(bench.refused(visitor(2), more).await, Refusal::NotFound);
}

pub async fn more_time_takes_a_lapsed_hold_again(bench: &Bench) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    bench.clock.advance(10 * MINUTE);
    must(bench.desk.sweep(10).await);
    assert_eq!(bench.row(row.id).await.status, Status::Expired);
    let again = bench
        .done(
            visitor(1),
            Command::Extend {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(
        (again.status, again.version, bench.cells(row.id).await),
        (Status::Held, 3, 6)
    );
    bench.clock.advance(10 * MINUTE);
    bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
    let refusal = bench
        .refused(
            visitor(1),
            Command::Extend {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(refusal, Refusal::Expired);
}

pub async fn a_released_slot_is_free_at_once(bench: &Bench) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let release = Command::Release {
        reservation: row.id,
    };
    assert_eq!(
        bench.refused(visitor(2), release.clone()).await,
        Refusal::NotFound
    );
    assert_eq!(
        bench.done(visitor(1), release.clone()).await.status,
        Status::Cancelled
    );
    let again = must(bench.run(visitor(1), release).await);
    assert_eq!(again.repeat, Repeat::AlreadySo);
    bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
}

pub async fn more_time_for_a_lapsed_hold_does_not_make_a_second_one(bench: &Bench) {
    let old = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    bench.clock.advance(10 * MINUTE);
    let present = bench
        .held(visitor(1), "internal", "sato", tuesday(10, 0))
        .await;
    let refusal = bench
        .refused(
            visitor(1),
            Command::Extend {
                reservation: old.id,
            },
        )
        .await;
    assert_eq!(
        refusal,
        Refusal::HoldChanged {
            present: present.id
        }
    );
}

pub async fn a_long_visit_takes_over_any_number_of_lapsed_holds(bench: &Bench) {
    for number in 0..12u8 {
        let start = tuesday(9, 0).plus_minutes(15 * i64::from(number));
        bench
            .held(visitor(number + 10), "quick", "sato", start)
            .await;
    }
    bench.clock.advance(10 * MINUTE);
    bench
        .done(staff(1), hold("morning", "sato", tuesday(9, 0), None))
        .await;
    let dump = must(bench.store.dump().await);
    let expired = dump
        .reservations
        .iter()
        .filter(|row| row.status == Status::Expired);
    assert_eq!(expired.count(), 12);
}

pub async fn what_was_given_back_after_it_ran_out_stays_given_back(bench: &Bench) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    bench.clock.advance(10 * MINUTE);
    bench
        .done(
            visitor(1),
            Command::Release {
                reservation: row.id,
            },
        )
        .await;
    let refusal = bench
        .refused(
            visitor(1),
            Command::Extend {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(
        refusal,
        Refusal::WrongStatus {
            status: Status::Cancelled
        }
    );
}

pub async fn a_hold_is_not_carried_over_its_start(bench: &Bench) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    bench.clock.set(tuesday(9, 0));
    let refusal = bench
        .refused(
            visitor(1),
            Command::Extend {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(refusal, Refusal::InThePast);
}
