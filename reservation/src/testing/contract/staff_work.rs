//! Staff's side.
#![expect(missing_docs, reason = "the names are the sentences")]

use chrono_tz::Asia::Tokyo;

use super::{Bench, must, stands, tuesday};
use crate::command::Command;
use crate::ids::ReservationId;
use crate::outcome::Refusal;
use crate::submission::{Actor, Repeat};
use crate::testing::{at, clinic_id, patient, staff, visitor};
use crate::time::MINUTE;
use crate::visit::{Event, MessageKind, Reason, Status};

pub(super) fn decline(id: ReservationId) -> Command {
    Command::Decline {
        reservation: id,
        reason: Reason::DoctorAway,
        note: Some("学会".into()),
    }
}

pub(super) fn cancel(id: ReservationId) -> Command {
    Command::Cancel {
        reservation: id,
        reason: None,
        note: None,
    }
}

pub(super) async fn told(bench: &Bench) -> Vec<MessageKind> {
    let rows = must(
        bench
            .desk
            .calls(&clinic_id(), bench.desk.now().plus(1))
            .await,
    )
    .rows;
    rows.into_iter().map(|message| message.key.kind).collect()
}

pub async fn confirm_is_told_once_and_safe_to_repeat(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let confirm = Command::Confirm {
        reservation: row.id,
    };
    assert_eq!(
        bench.done(staff(1), confirm.clone()).await.status,
        Status::Confirmed
    );
    // C05: the other one pressed as well.
    let again = must(bench.run(staff(2), confirm).await);
    assert_eq!(
        (again.repeat, stands(&again).1),
        (Repeat::AlreadySo, Status::Confirmed)
    );
    assert_eq!(told(bench).await, [MessageKind::Confirmed]);
    assert_eq!(
        bench.events(row.id).await,
        [Event::Held, Event::Requested, Event::Confirmed]
    );
}

pub async fn decline_frees_the_cells_and_waits_before_it_tells(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    assert_eq!(
        bench.done(staff(1), decline(row.id)).await.status,
        Status::Cancelled
    );
    assert_eq!(bench.cells(row.id).await, 0);
    bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
    bench.clock.advance(2 * MINUTE - 1);
    assert!(told(bench).await.is_empty());
    bench.clock.advance(1);
    assert_eq!(told(bench).await, [MessageKind::Declined]);
    let again = must(bench.run(staff(2), decline(row.id)).await);
    assert_eq!(again.repeat, Repeat::AlreadySo);
    let refusal = bench
        .refused(
            staff(2),
            Command::Confirm {
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

pub async fn undo_brings_a_declined_request_back_and_tells_nothing(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    bench.done(staff(1), decline(row.id)).await;
    bench.clock.advance(MINUTE);
    let back = bench
        .done(
            staff(1),
            Command::Undo {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(
        (back.status, bench.cells(row.id).await),
        (Status::Requested, 6)
    );
    bench.clock.advance(10 * MINUTE);
    assert!(told(bench).await.is_empty());
    bench
        .done(
            staff(1),
            Command::Confirm {
                reservation: row.id,
            },
        )
        .await;
}

pub async fn undo_after_somebody_else_took_the_slot_is_refused(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    bench.done(staff(1), decline(row.id)).await;
    bench
        .held(visitor(2), "quick", "sato", tuesday(9, 15))
        .await;
    let refusal = bench
        .refused(
            staff(1),
            Command::Undo {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(refusal, Refusal::Taken);
}

pub async fn cancel_by_staff_and_by_patient(bench: &Bench) {
    let mine = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    assert_eq!(
        bench.refused(visitor(2), cancel(mine.id)).await,
        Refusal::NotFound,
        "C98"
    );
    assert_eq!(
        bench.done(visitor(1), cancel(mine.id)).await.status,
        Status::Cancelled
    );
    let again = must(bench.run(Actor::Link(mine.id), cancel(mine.id)).await);
    assert_eq!(again.repeat, Repeat::AlreadySo);
    let other = bench.requested(visitor(1), "sato", tuesday(10, 0)).await;
    assert_eq!(
        bench.refused(Actor::Link(mine.id), cancel(other.id)).await,
        Refusal::NotFound
    );
    bench
        .done(
            staff(1),
            Command::Confirm {
                reservation: other.id,
            },
        )
        .await;
    bench.done(staff(1), cancel(other.id)).await;
    bench.clock.advance(2 * MINUTE);
    assert_eq!(
        told(bench).await,
        [MessageKind::Cancelled],
        "an untold confirmation is not told any more"
    );
    let back = bench
        .done(
            staff(1),
            Command::Undo {
                reservation: other.id,
            },
        )
        .await;
    assert_eq!(back.status, Status::Confirmed);
}

async fn tick_all(bench: &Bench) {
    for call in must(
        bench
            .desk
            .calls(&clinic_id(), bench.desk.now().plus(1))
            .await,
    )
    .rows
    {
        must(
            bench
                .run(staff(1), Command::TickCall { message: call.key })
                .await,
        );
    }
}

pub async fn the_last_call_always_says_how_it_stands(bench: &Bench) {
    // Confirmed, cancelled and taken back before anybody was told anything: "confirmed" is told.
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    bench
        .done(
            staff(1),
            Command::Confirm {
                reservation: row.id,
            },
        )
        .await;
    bench.done(staff(1), cancel(row.id)).await;
    bench
        .done(
            staff(1),
            Command::Undo {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(told(bench).await, [MessageKind::Confirmed]);
    tick_all(bench).await;
    // Told that it is cancelled, taken back, cancelled again and taken back again.
    bench.done(staff(1), cancel(row.id)).await;
    bench.clock.advance(2 * MINUTE);
    tick_all(bench).await;
    bench
        .done(
            staff(1),
            Command::Undo {
                reservation: row.id,
            },
        )
        .await;
    bench.done(staff(1), cancel(row.id)).await;
    bench
        .done(
            staff(1),
            Command::Undo {
                reservation: row.id,
            },
        )
        .await;
    assert_eq!(told(bench).await, [MessageKind::Restored]);
}

pub async fn an_outdated_call_is_withdrawn_by_the_next_answer(bench: &Bench) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    for answer in [
        decline(row.id),
        Command::Confirm {
            reservation: row.id,
        },
    ] {
        bench.done(staff(1), decline(row.id)).await;
        bench.clock.advance(2 * MINUTE);
        tick_all(bench).await;
        bench
            .done(
                staff(1),
                Command::Undo {
                    reservation: row.id,
                },
            )
            .await;
        assert_eq!(told(bench).await, [MessageKind::Restored]);
        let end = bench.done(staff(1), answer).await;
        bench.clock.advance(2 * MINUTE);
        let kind = match end.status {
            Status::Confirmed => MessageKind::Confirmed,
            _ => MessageKind::Declined,
        };
        assert_eq!(told(bench).await, [kind]);
        tick_all(bench).await;
        if end.status == Status::Cancelled {
            bench
                .done(
                    staff(1),
                    Command::Undo {
                        reservation: row.id,
                    },
                )
                .await;
            tick_all(bench).await;
        }
    }
}

pub async fn a_patient_cancels_until_the_start(bench: &Bench) {
    for (slot, past, possible) in [(9, -1, true), (10, 0, false), (11, 1, false)] {
        bench.clock.set(at(Tokyo, (2026, 3, 2), (8, 0)));
        let row = bench
            .held(visitor(1), "quick", "sato", tuesday(slot, 0))
            .await;
        bench
            .done(
                visitor(1),
                Command::Send {
                    reservation: row.id,
                    patient: patient("山田 花子"),
                },
            )
            .await;
        bench.clock.set(tuesday(slot, 0).plus(past));
        let cancelled = bench.run(visitor(1), cancel(row.id)).await;
        assert_eq!(cancelled.is_ok(), possible, "{past} ms past the start");
    }
}
