//! Closures, calls, the sweeper, and whose clinic it is.
#![expect(missing_docs, reason = "the names are the sentences")]

use chrono_tz::Asia::Tokyo;

use super::staff_work::{cancel, decline, told};
use super::{Bench, doctor, hold, must, tuesday};
use crate::command::Command;
use crate::desk::{Intent, NoAnswer};
use crate::ids::ClinicId;
use crate::outcome::{Outcome, Refusal};
use crate::submission::{Actor, Repeat};
use crate::testing::{at, clinic_id, patient, staff, visitor};
use crate::time::Span;
use crate::visit::{MessageKind, Status};

pub async fn only_staff_do_staffs_work(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let span = Span {
        from: tuesday(9, 0),
        until: tuesday(12, 0),
    };
    let commands = [
        Command::Confirm {
            reservation: row.id,
        },
        decline(row.id),
        Command::Undo {
            reservation: row.id,
        },
        Command::Close {
            resource: None,
            span,
            reason: String::new(),
        },
    ];
    for command in commands {
        for actor in [visitor(1), Actor::Link(row.id), Actor::System] {
            assert_eq!(
                bench.refused(actor, command.clone()).await,
                Refusal::NotAllowed
            );
        }
    }
}

pub async fn staff_book_straight_to_confirmed(bench: &Bench) {
    // On the telephone, for a slot that a patient couldn't book any more, and for two patients at once.
    bench.clock.set(at(Tokyo, (2026, 3, 2), (9, 2)));
    let start = at(Tokyo, (2026, 3, 2), (9, 0));
    assert_eq!(
        bench
            .refused(visitor(1), hold("internal", "sato", start, None))
            .await,
        Refusal::InThePast
    );
    let first = bench.held(staff(1), "internal", "sato", start).await;
    let second = bench.held(staff(1), "internal", "tanaka", start).await;
    assert_eq!(
        bench.held(staff(1), "internal", "sato", start).await,
        first,
        "pressed twice"
    );
    for row in [&first, &second] {
        let send = Command::Send {
            reservation: row.id,
            patient: patient("電話 太郎"),
        };
        assert_eq!(bench.done(staff(2), send).await.status, Status::Confirmed);
    }
    assert!(
        told(bench).await.is_empty(),
        "the patient is on the telephone"
    );
}

pub async fn a_closed_span_takes_nothing_new_and_touches_no_visit(bench: &Bench) {
    let inside = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let span = Span {
        from: tuesday(9, 0),
        until: tuesday(12, 0),
    };
    let close = Command::Close {
        resource: Some(doctor("sato")),
        span,
        reason: "急病".into(),
    };
    let Outcome::Closed { id } = must(bench.run(staff(1), close.clone()).await).outcome else {
        unreachable!("a closure closes");
    };
    assert_eq!(bench.row(inside.id).await.status, Status::Requested);
    let refusal = bench
        .refused(visitor(2), hold("internal", "sato", tuesday(10, 0), None))
        .await;
    assert_eq!(refusal, Refusal::Closed);
    let anyone = bench
        .held(visitor(2), "internal", "any", tuesday(10, 0))
        .await;
    assert_eq!(anyone.resource, doctor("tanaka"));
    bench
        .done(
            staff(1),
            Command::Confirm {
                reservation: inside.id,
            },
        )
        .await;
    must(bench.run(staff(1), Command::Reopen { closure: id }).await);
    bench
        .held(visitor(3), "internal", "sato", tuesday(10, 0))
        .await;
    assert_eq!(
        bench
            .refused(staff(1), Command::Reopen { closure: id })
            .await,
        Refusal::NotFound
    );
    let empty = Command::Close {
        resource: None,
        span: Span {
            from: tuesday(12, 0),
            until: tuesday(9, 0),
        },
        reason: String::new(),
    };
    assert_eq!(bench.refused(staff(1), empty).await, Refusal::EmptySpan);
}

pub async fn a_call_is_ticked_off_once(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    bench
        .done(
            staff(1),
            Command::Confirm {
                reservation: row.id,
            },
        )
        .await;
    let calls = must(bench.desk.calls(&clinic_id(), bench.desk.now()).await).rows;
    let tick = Command::TickCall {
        message: calls[0].key.clone(),
    };
    assert_eq!(
        bench.refused(visitor(1), tick.clone()).await,
        Refusal::NotAllowed
    );
    must(bench.run(staff(1), tick.clone()).await);
    assert_eq!(
        must(bench.run(staff(2), tick).await).repeat,
        Repeat::AlreadySo
    );
    assert!(told(bench).await.is_empty());
    let ticked = must(bench.desk.calls(&clinic_id(), bench.desk.now()).await).rows;
    assert_eq!(
        ticked[0].done_by.as_deref(),
        Some("受付1"),
        "stays in place until the next visit"
    );
}

pub async fn the_sweeper_writes_down_what_is_over(bench: &Bench) {
    let held = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let requested = bench.requested(visitor(2), "tanaka", tuesday(9, 0)).await;
    assert_eq!(must(bench.desk.sweep(10).await), 0);
    bench.clock.set(tuesday(8, 30));
    assert_eq!(must(bench.desk.sweep(10).await), 2);
    assert_eq!(must(bench.desk.sweep(10).await), 0);
    assert_eq!(bench.row(held.id).await.status, Status::Expired);
    assert_eq!(bench.row(requested.id).await.status, Status::Expired);
    assert_eq!(
        told(bench).await,
        [MessageKind::NotAnswered],
        "a hold that runs out sends no message"
    );
}

pub async fn another_clinics_reservation_is_not_there(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let other = must(ClinicId::new("other"));
    assert_eq!(
        must(bench.desk.reservation(&other, row.id).await).rows,
        None
    );
    let mut catalogue = crate::testing::catalogue(Tokyo);
    catalogue.clinic.id = other.clone();
    must(bench.store.catalogue_put(catalogue).await);
    for command in [
        Command::Confirm {
            reservation: row.id,
        },
        decline(row.id),
        cancel(row.id),
    ] {
        let intent = Intent {
            key: None,
            form: None,
            clinic: other.clone(),
            actor: staff(1),
            command,
        };
        assert_eq!(
            bench.desk.run(intent).await,
            Err(NoAnswer::Refused(Refusal::NotFound))
        );
    }
    assert_eq!(bench.row(row.id).await, row);
}
