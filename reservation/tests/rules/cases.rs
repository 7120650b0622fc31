//! Situations in which other products failed, as rules: each named after its case.

use std::sync::Arc;

use chrono_tz::Asia::Tokyo;
use reservation::availability::{Booker, Mark};
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::desk::{Intent, NoAnswer, TimesWanted};
use reservation::ids::{ClinicId, ReservationId, ServiceId};
use reservation::memory::MemoryStore;
use reservation::outcome::{Outcome, Refusal};
use reservation::slot_key::Wish;
use reservation::submission::{Actor, Repeat, RequestKey};
use reservation::testing::contract::{Bench, clock, doctor, hold, stands, tuesday};
use reservation::testing::{catalogue, clinic_id, patient, staff, visitor};
use reservation::time::{MINUTE, UtcMillis};
use reservation::visit::{Reason, Reservation, Status};

async fn bench() -> Bench {
    let clock = clock();
    Bench::new(Arc::new(MemoryStore::new(clock.clone())), clock).await
}

/// How a start of `internal` with Sato is marked for somebody.
async fn mark(bench: &Bench, start: UtcMillis, viewer: &Actor) -> Mark {
    let wanted = TimesWanted {
        clinic: clinic_id(),
        service: ServiceId::new("internal").unwrap(),
        visit: VisitKind::Return,
        wish: Wish::One(doctor("sato")),
        from: None,
        days: 7,
        booker: Booker::Patient,
        viewer: viewer.holder(),
    };
    let days = bench.desk.times(&wanted).await.unwrap().days;
    let mut offers = days.iter().flat_map(|day| &day.offers);
    offers
        .find(|offer| offer.span.from == start)
        .unwrap_or_else(|| panic!("{start} is not in the list"))
        .mark
}

fn send(reservation: ReservationId) -> Command {
    Command::Send {
        reservation,
        patient: patient("山田 花子"),
    }
}

/// A hold at the moment that lies so many milliseconds past its deadline.
async fn held_past(past: i64) -> (Bench, Reservation) {
    let bench = bench().await;
    let start = tuesday(9, 0);
    let row = bench.held(visitor(1), "internal", "sato", start).await;
    bench.clock.set(row.expires_at.unwrap().plus(past));
    (bench, row)
}

#[tokio::test]
async fn c45_a_deadline_means_the_same_at_every_place() {
    let rival = || hold("internal", "sato", tuesday(9, 0), None);
    for (past, over) in [(-1, false), (0, true), (1, true)] {
        let (bench, row) = held_past(past).await;
        let now = bench.desk.now();
        assert_eq!(row.is_live(now), !over, "the row itself, {past}");
        let others = mark(&bench, tuesday(9, 0), &visitor(2)).await;
        assert_eq!(others.is_bookable(), over, "others' list, {past}");
        let own = mark(&bench, tuesday(9, 0), &visitor(1)).await;
        assert_eq!(own == Mark::Mine(row.id), !over, "the own list, {past}");
        let mine = bench.desk.hold_of(&clinic_id(), &row.holder).await.unwrap();
        assert_eq!(mine.is_some(), !over, "what the browser holds, {past}");
        // Each of these changes something, so each looks at a bench of its own.
        assert_eq!(
            bench.desk.sweep(10).await.unwrap(),
            u64::from(over),
            "the sweeper, {past}"
        );
        let (bench, _) = held_past(past).await;
        let taken = bench.run(visitor(2), rival()).await;
        assert_eq!(taken.is_ok(), over, "a rival's press, {past}");
        let (bench, row) = held_past(past).await;
        // Still free: taken again, and the holder is told so.
        let sent = bench.run(visitor(1), send(row.id)).await.unwrap();
        let Outcome::Reservation { retaken, .. } = sent.outcome else {
            panic!("{sent:?}")
        };
        assert_eq!(retaken, over, "the holder's details, {past}");
    }
}

#[tokio::test]
async fn c45_a_request_is_open_for_staff_exactly_as_long_as_it_keeps_its_time() {
    for (past, over) in [(-1, false), (0, true), (1, true)] {
        let waiting = async || {
            let bench = bench().await;
            let row = bench.requested(visitor(1), "sato", tuesday(11, 0)).await;
            bench.clock.set(row.expires_at.unwrap().plus(past));
            (bench, row)
        };
        let (bench, row) = waiting().await;
        let confirm = Command::Confirm {
            reservation: row.id,
        };
        assert_eq!(
            bench.run(staff(1), confirm).await.is_err(),
            over,
            "confirm, {past}"
        );
        let (bench, row) = waiting().await;
        let decline = Command::Decline {
            reservation: row.id,
            reason: Reason::DoctorAway,
            note: None,
        };
        assert_eq!(
            bench.run(staff(1), decline).await.is_err(),
            over,
            "decline, {past}"
        );
        let (bench, _) = waiting().await;
        let others = mark(&bench, tuesday(11, 0), &visitor(2)).await;
        assert_eq!(others.is_bookable(), over, "others' list, {past}");
        let rival = hold("internal", "sato", tuesday(11, 0), None);
        assert_eq!(
            bench.run(visitor(2), rival).await.is_ok(),
            over,
            "a rival, {past}"
        );
    }
}

#[tokio::test]
async fn c47_a_time_that_was_given_up_in_any_way_is_listed_and_can_be_held() {
    let start = tuesday(9, 0);
    for way in [
        "swap",
        "release",
        "expiry",
        "cancel",
        "cancel by staff",
        "decline",
    ] {
        let bench = bench().await;
        let row = match way {
            "swap" | "release" | "expiry" => {
                bench.held(visitor(1), "internal", "sato", start).await
            }
            _ => bench.requested(visitor(1), "sato", start).await,
        };
        let reservation = row.id;
        let cancel = |reason| Command::Cancel {
            reservation,
            reason,
            note: None,
        };
        let reason = Reason::DoctorAway;
        let (who, command) = match way {
            "swap" => (
                visitor(1),
                hold("internal", "sato", tuesday(10, 0), Some(row.id)),
            ),
            "release" => (visitor(1), Command::Release { reservation }),
            "cancel" => (visitor(1), cancel(None)),
            "cancel by staff" => (staff(1), cancel(Some(reason))),
            "decline" => (
                staff(1),
                Command::Decline {
                    reservation,
                    reason,
                    note: None,
                },
            ),
            _ => (visitor(3), hold("internal", "sato", tuesday(11, 0), None)),
        };
        assert!(
            !mark(&bench, start, &visitor(2)).await.is_bookable(),
            "before {way}"
        );
        bench.done(who, command).await;
        if way == "expiry" {
            bench.clock.advance(10 * MINUTE);
        }
        assert!(
            mark(&bench, start, &visitor(2)).await.is_bookable(),
            "listed after {way}"
        );
        bench.held(visitor(2), "internal", "sato", start).await;
        bench.is_sound().await;
    }
}

#[tokio::test]
async fn c48_of_two_browsers_one_holds_and_is_known_as_the_holder() {
    let bench = bench().await;
    let press = || hold("internal", "sato", tuesday(9, 0), None);
    let mine = bench.done(visitor(1), press()).await;
    assert_eq!(bench.refused(visitor(2), press()).await, Refusal::Taken);
    let again = bench.run(visitor(1), press()).await.unwrap();
    assert_eq!(
        (stands(&again).0, again.repeat),
        (mine.id, Repeat::AlreadySo)
    );
    assert_eq!(
        bench.refused(visitor(2), send(mine.id)).await,
        Refusal::NotFound
    );
    let sent = bench.done(visitor(1), send(mine.id)).await;
    assert_eq!(sent.status, Status::Requested);
}

/// One press under a key, at a clinic.
async fn press(
    bench: &Bench,
    clinic: &ClinicId,
    (key, actor): (uuid::Uuid, Actor),
    command: Command,
) -> Result<reservation::submission::Answer, NoAnswer> {
    let intent = Intent {
        key: Some(RequestKey::form(clinic, key)),
        form: None,
        clinic: clinic.clone(),
        actor,
        command,
    };
    bench.desk.run(intent).await
}

#[tokio::test]
async fn c52_one_key_in_two_clinics_is_two_intents_and_of_two_users_the_first_ones() {
    let bench = bench().await;
    let mut second = catalogue(Tokyo);
    second.clinic.id = ClinicId::new("second").unwrap();
    bench.store.catalogue_put(second.clone()).await.unwrap();
    let key = bench.desk.fresh_id();
    let slot = || hold("internal", "sato", tuesday(9, 0), None);
    let here = press(&bench, &clinic_id(), (key, visitor(1)), slot())
        .await
        .unwrap();
    let there = press(&bench, &second.clinic.id, (key, visitor(2)), slot())
        .await
        .unwrap();
    assert_eq!((here.repeat, there.repeat), (Repeat::First, Repeat::First));
    assert_ne!(stands(&here).0, stands(&there).0);
    // Another user of this clinic: nothing is done, and the answer says whose it is, so that no door shows it to them.
    let theirs = press(&bench, &clinic_id(), (key, visitor(3)), slot())
        .await
        .unwrap();
    assert_eq!(theirs.sender, visitor(1).holder());
    assert_eq!(bench.store.dump().await.unwrap().reservations.len(), 2);
}

#[tokio::test]
async fn c53_d08_one_key_for_two_things_does_the_first_alone() {
    let bench = bench().await;
    let one = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let two = bench
        .held(visitor(2), "internal", "sato", tuesday(10, 0))
        .await;
    let key = bench.desk.fresh_id();
    let first = bench.run_as(key, visitor(1), send(one.id)).await.unwrap();
    for other in [
        send(two.id),
        Command::Release {
            reservation: two.id,
        },
        hold("internal", "sato", tuesday(11, 0), None),
    ] {
        let answer = bench.run_as(key, visitor(2), other).await.unwrap();
        assert_eq!(
            (answer.repeat, &answer.outcome),
            (Repeat::OtherContent, &first.outcome)
        );
    }
    assert_eq!(bench.row(two.id).await, two);
    assert_eq!(bench.store.dump().await.unwrap().reservations.len(), 2);
}

#[tokio::test]
async fn d02_d28_a_key_answers_as_it_did_whatever_became_of_the_reservation() {
    let bench = bench().await;
    let (key, details) = (bench.desk.fresh_id(), bench.desk.fresh_id());
    let slot = || hold("quick", "sato", tuesday(9, 0), None);
    let held = bench.run_as(key, visitor(1), slot()).await.unwrap();
    let id = stands(&held).0;
    let sent = bench.run_as(details, visitor(1), send(id)).await.unwrap();
    let cancel = Command::Cancel {
        reservation: id,
        reason: None,
        note: None,
    };
    for end in [Status::Confirmed, Status::Cancelled] {
        let before = format!("{:?}", bench.store.dump().await.unwrap());
        let again = bench.run_as(key, visitor(1), slot()).await.unwrap();
        assert_eq!(
            (again.repeat, &again.outcome),
            (Repeat::SameKey, &held.outcome)
        );
        let again = bench.run_as(details, visitor(1), send(id)).await.unwrap();
        assert_eq!(
            (again.repeat, &again.outcome),
            (Repeat::SameKey, &sent.outcome)
        );
        assert_eq!(
            bench.row(id).await.status,
            end,
            "as it stands, the row says"
        );
        assert_eq!(format!("{:?}", bench.store.dump().await.unwrap()), before);
        bench.run(visitor(1), cancel.clone()).await.unwrap();
    }
}

#[tokio::test]
async fn d33_an_approval_looks_again() {
    let bench = bench().await;
    let late = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    bench.clock.set(late.expires_at.unwrap());
    let theirs = bench
        .held(visitor(2), "internal", "sato", tuesday(9, 0))
        .await;
    let confirm = Command::Confirm {
        reservation: late.id,
    };
    bench.refused(staff(1), confirm).await;
    assert_eq!(bench.row(theirs.id).await.status, Status::Held);
    assert_eq!(bench.row(late.id).await.status, Status::Expired);
    bench.is_sound().await;
}
