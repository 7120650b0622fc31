//! Hold, swap, more time, release, expiry.
#![expect(missing_docs, reason = "the names are the sentences")]

use chrono_tz::Asia::Tokyo;

use super::{Bench, doctor, hold, must, tuesday};
use crate::catalogue::VisitKind;
use crate::command::Command;
use crate::ids::ServiceId;
use crate::outcome::Refusal;
use crate::slot_key::Wish;
use crate::submission::Repeat;
use crate::testing::{at, visitor};
use crate::visit::{End, Event, Status};

pub async fn a_free_slot_is_held_and_owns_its_cells(bench: &Bench) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    assert_eq!(
        (row.status, row.version, row.resource.as_str()),
        (Status::Held, 1, "sato")
    );
    assert_eq!(row.expires_at, Some(at(Tokyo, (2026, 3, 2), (8, 10))));
    assert_eq!(
        row.slot().to_string(),
        "hinata:sato:2026-03-03T00:00:00.000Z"
    );
    assert_eq!(bench.cells(row.id).await, 6);
    assert_eq!(bench.events(row.id).await, [Event::Held]);
}

pub async fn a_slot_held_by_another_is_refused(bench: &Bench) {
    bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let refusal = bench
        .refused(visitor(2), hold("internal", "sato", tuesday(9, 0), None))
        .await;
    assert_eq!(refusal, Refusal::Taken);
}

pub async fn a_hold_is_over_at_its_deadline_and_not_before(bench: &Bench) {
    // C45: -1 ms, 0, +1 ms; the slot is free exactly when the hold is over.
    for (slot, past, over) in [(9, -1, false), (10, 0, true), (11, 1, true)] {
        let start = tuesday(slot, 0);
        let row = bench.held(visitor(1), "internal", "sato", start).await;
        let deadline = row.expires_at.unwrap_or(row.created_at);
        bench.clock.set(deadline.plus(past));
        assert_eq!(
            bench.row(row.id).await.status_at(deadline.plus(past)) == Status::Expired,
            over
        );
        let rival = bench
            .run(visitor(2), hold("internal", "sato", start, None))
            .await;
        assert_eq!(rival.is_ok(), over, "{past} ms past the deadline");
        bench.clock.set(deadline.plus_minutes(60));
    }
}

pub async fn an_overlapping_service_of_the_same_doctor_is_refused(bench: &Bench) {
    // C80, C81: a key on the start alone would let these through.
    bench
        .held(visitor(1), "checkup", "sato", tuesday(9, 15))
        .await;
    for (number, (service, hour, minute)) in
        (2..).zip([("internal", 9, 0), ("internal", 10, 0), ("quick", 9, 45)])
    {
        let refusal = bench
            .refused(
                visitor(number),
                hold(service, "sato", tuesday(hour, minute), None),
            )
            .await;
        assert_eq!(refusal, Refusal::Taken, "{service} {hour}:{minute}");
    }
    bench
        .held(visitor(9), "internal", "tanaka", tuesday(9, 0))
        .await;
}

pub async fn a_neighbour_is_free(bench: &Bench) {
    bench
        .held(visitor(1), "internal", "sato", tuesday(9, 30))
        .await;
    bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
    bench
        .held(visitor(3), "internal", "sato", tuesday(10, 0))
        .await;
}

pub async fn anyone_finds_the_free_doctor_and_then_nobody(bench: &Bench) {
    // C02: the doctor is chosen inside the decision.
    let first = bench
        .held(visitor(1), "internal", "any", tuesday(9, 0))
        .await;
    let second = bench
        .held(visitor(2), "internal", "any", tuesday(9, 0))
        .await;
    assert!(first.anyone && second.anyone);
    assert_ne!(first.resource, second.resource);
    let refusal = bench
        .refused(visitor(3), hold("internal", "any", tuesday(9, 0), None))
        .await;
    assert_eq!(refusal, Refusal::Taken);
}

pub async fn another_slot_swaps_the_hold_that_the_form_knew_of(bench: &Bench) {
    let first = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let second = bench
        .done(
            visitor(1),
            hold("internal", "sato", tuesday(10, 0), Some(first.id)),
        )
        .await;
    let first = bench.row(first.id).await;
    assert_eq!(first.status, Status::Cancelled);
    assert_eq!(first.ending.map(|end| end.how), Some(End::Swapped));
    assert_eq!(
        (bench.cells(first.id).await, bench.cells(second.id).await),
        (0, 6)
    );
    bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
}

pub async fn a_late_duplicate_does_not_release_the_present_hold(bench: &Bench) {
    let present = bench
        .held(visitor(1), "internal", "sato", tuesday(10, 0))
        .await;
    let refusal = bench
        .refused(visitor(1), hold("internal", "sato", tuesday(9, 0), None))
        .await;
    assert_eq!(
        refusal,
        Refusal::HoldChanged {
            present: present.id
        }
    );
    assert_eq!(bench.row(present.id).await.status, Status::Held);
}

pub async fn a_failed_swap_leaves_the_old_hold(bench: &Bench) {
    bench
        .held(visitor(2), "internal", "sato", tuesday(10, 0))
        .await;
    let mine = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let refusal = bench
        .refused(
            visitor(1),
            hold("internal", "sato", tuesday(10, 0), Some(mine.id)),
        )
        .await;
    assert_eq!(refusal, Refusal::Taken);
    assert_eq!(
        (bench.row(mine.id).await.status, bench.cells(mine.id).await),
        (Status::Held, 6)
    );
}

pub async fn a_hold_can_move_into_its_own_cells(bench: &Bench) {
    // C94: what one holds oneself does not stand in the way.
    let first = bench
        .held(visitor(1), "checkup", "sato", tuesday(9, 0))
        .await;
    let second = bench
        .done(
            visitor(1),
            hold("checkup", "sato", tuesday(9, 15), Some(first.id)),
        )
        .await;
    assert_eq!(
        (bench.cells(first.id).await, bench.cells(second.id).await),
        (0, 12)
    );
}

pub async fn the_same_slot_from_another_tab_is_the_same_hold(bench: &Bench) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let answer = must(
        bench
            .run(visitor(1), hold("internal", "any", tuesday(9, 0), None))
            .await,
    );
    assert_eq!(
        (answer.outcome.reservation(), answer.repeat),
        (Some(row.id), Repeat::AlreadySo)
    );
    assert_eq!(bench.row(row.id).await, row);
}

pub async fn off_grid_closed_past_soon_and_far_are_told_apart(bench: &Bench) {
    bench.clock.set(at(Tokyo, (2026, 3, 2), (9, 0)));
    let cases = [
        (at(Tokyo, (2026, 3, 3), (9, 10)), Refusal::OffGrid),
        // D09: a few milliseconds beside a start are no start.
        (at(Tokyo, (2026, 3, 3), (9, 0)).plus(1), Refusal::OffGrid),
        (at(Tokyo, (2026, 3, 3), (13, 0)), Refusal::Closed),
        (at(Tokyo, (2026, 3, 8), (9, 0)), Refusal::Closed),
        (at(Tokyo, (2026, 3, 2), (8, 30)), Refusal::InThePast),
        (at(Tokyo, (2026, 3, 2), (10, 30)), Refusal::TooSoon),
        (at(Tokyo, (2026, 5, 4), (9, 0)), Refusal::TooFar),
        (at(Tokyo, (1999, 1, 1), (9, 0)), Refusal::InThePast),
    ];
    for (start, expected) in cases {
        let refusal = bench
            .refused(visitor(1), hold("internal", "sato", start, None))
            .await;
        assert_eq!(refusal, expected, "{start}");
    }
    // The last start before closing has to end in time, and the last day of the horizon is still inside.
    bench
        .held(
            visitor(2),
            "internal",
            "sato",
            at(Tokyo, (2026, 3, 3), (11, 30)),
        )
        .await;
    bench
        .held(
            visitor(3),
            "internal",
            "sato",
            at(Tokyo, (2026, 5, 1), (9, 0)),
        )
        .await;
}

pub async fn what_is_not_offered_is_refused(bench: &Bench) {
    let cases = [("nothing", "sato"), ("internal", "nobody")];
    for (service, who) in cases {
        let refusal = bench
            .refused(visitor(1), hold(service, who, tuesday(9, 0), None))
            .await;
        assert_eq!(refusal, Refusal::NotOffered, "{service} {who}");
    }
    let first = Command::Hold {
        service: must(ServiceId::new("internal")),
        visit: VisitKind::First,
        wish: Wish::One(doctor("sato")),
        start: at(Tokyo, (2026, 4, 2), (9, 0)),
        known: None,
    };
    assert_eq!(
        bench.refused(visitor(1), first).await,
        Refusal::TooFar,
        "new patients: 30 days"
    );
}

pub async fn anyone_spreads_over_the_day(bench: &Bench) {
    let mut doctors = std::collections::BTreeMap::new();
    for (number, start) in (0..6).map(|n| (n, tuesday(9, 0).plus_minutes(30 * i64::from(n)))) {
        let row = bench.held(visitor(number), "internal", "any", start).await;
        *doctors.entry(row.resource).or_insert(0) += 1;
    }
    assert_eq!(doctors.into_values().collect::<Vec<_>>(), [3, 3]);
}
