//! Each invariant is seen to be broken: a check that can't fail proves nothing.

use std::sync::Arc;

use super::{Dump, check};
use crate::ids::{ClinicId, ReservationId, VisitorTag};
use crate::memory::MemoryStore;
use crate::outcome::Outcome;
use crate::testing::contract::{Bench, clock, must, tuesday};
use crate::testing::{staff, visitor};
use crate::visit::{Holder, MessageKind, Status};

/// A day's work: a hold, a request, a confirmed visit that is still to be told.
async fn sound() -> Dump {
    let clock = clock();
    let bench = Bench::new(Arc::new(MemoryStore::new(clock.clone())), clock).await;
    bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    bench.requested(visitor(2), "sato", tuesday(10, 0)).await;
    let row = bench.requested(visitor(3), "sato", tuesday(11, 0)).await;
    let confirm = crate::command::Command::Confirm {
        reservation: row.id,
    };
    bench.done(staff(1), confirm).await;
    must(bench.store.dump().await)
}

fn held(dump: &mut Dump) -> &mut crate::visit::Reservation {
    let held = |row: &&mut crate::visit::Reservation| row.status == Status::Held;
    must(dump.reservations.iter_mut().find(held).ok_or("no hold"))
}

async fn broken(rule: &str, harm: impl FnOnce(&mut Dump)) {
    let mut dump = sound().await;
    assert_eq!(check(&dump), []);
    harm(&mut dump);
    let found = check(&dump);
    assert!(
        found.iter().any(|violation| violation.rule == rule),
        "{rule}: {found:?}"
    );
}

#[tokio::test]
async fn every_invariant_can_be_broken() {
    broken("one owner per cell", |dump| {
        let mut claim = dump.claims[0].clone();
        claim.reservation = ReservationId(uuid::Uuid::nil());
        dump.claims.push(claim);
    })
    .await;
    broken("a live reservation owns exactly its cells", |dump| {
        dump.claims.pop();
    })
    .await;
    broken("a live reservation owns exactly its cells", |dump| {
        dump.claims[0].expires_at = None;
    })
    .await;
    broken("a claim has an owner", |dump| {
        dump.reservations.pop();
    })
    .await;
    broken("a visit has a length", |dump| {
        held(dump).span.until = held(dump).span.from
    })
    .await;
    broken("a deadline belongs to a hold or a request", |dump| {
        held(dump).expires_at = None
    })
    .await;
    broken("who is booked was sent in", |dump| {
        held(dump).status = Status::Confirmed
    })
    .await;
    broken("an end belongs to what has ended", |dump| {
        held(dump).status = Status::Cancelled
    })
    .await;
    broken("one live hold for each visitor", |dump| {
        let mut twin = held(dump).clone();
        twin.id = ReservationId(uuid::Uuid::nil());
        assert_eq!(twin.holder, Holder::Visitor(VisitorTag([1; 16])));
        dump.reservations.push(twin);
    })
    .await;
}

#[tokio::test]
async fn every_invariant_of_the_ledger_and_of_what_is_told_can_be_broken() {
    broken("one outcome per submission", |dump| {
        dump.submissions.push(dump.submissions[0].clone())
    })
    .await;
    broken("a recorded outcome exists", |dump| {
        dump.submissions[0].clinic = ClinicId::new("other").unwrap();
    })
    .await;
    broken(
        "a recorded outcome is not ahead of its reservation",
        |dump| {
            if let Outcome::Reservation { version, .. } = &mut dump.submissions[0].outcome {
                *version += 9;
            }
        },
    )
    .await;
    broken("one creation per submission", |dump| {
        let mut twin = held(dump).clone();
        twin.id = ReservationId(uuid::Uuid::nil());
        dump.reservations.push(twin);
    })
    .await;
    broken("a submission is answered with what it created", |dump| {
        let key = held(dump).created_by.clone();
        let other = dump
            .reservations
            .iter_mut()
            .find(|row| row.status != Status::Held)
            .unwrap();
        other.created_by = key;
    })
    .await;
    broken("history adds up", |dump| {
        dump.history.pop();
    })
    .await;
    broken("history adds up", |dump| {
        dump.history[0].clinic = ClinicId::new("other").unwrap()
    })
    .await;
    broken("history has a reservation", |dump| {
        dump.reservations.remove(0);
    })
    .await;
    broken("one message per event", |dump| {
        dump.messages.push(dump.messages[0].clone())
    })
    .await;
    broken("a message tells of an event", |dump| {
        dump.messages[0].key.version += 1
    })
    .await;
    broken("a message tells of an event", |dump| {
        dump.messages[0].key.kind = MessageKind::Declined;
    })
    .await;
}
