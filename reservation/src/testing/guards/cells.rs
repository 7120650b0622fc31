//! One cell, one owner; one visitor, one hold.
#![expect(missing_docs, reason = "the names are the sentences")]

use super::{is_broken, owners, told};
use crate::command::Command;
use crate::ids::ReservationId;
use crate::testing::contract::{Bench, hold, must, tuesday};
use crate::testing::{patient, staff, visitor};
use crate::time::MINUTE;
use crate::visit::{Reason, Status};

const ONE_OWNER: &str = "one owner per cell";

/// Two visitors press one time. Says what each was told, and how many have it.
pub(super) async fn two_for_one_slot(bench: &Bench) -> ([&'static str; 2], usize) {
    let press = hold("quick", "sato", tuesday(9, 0), None);
    let first = bench.run(visitor(1), press.clone()).await;
    let second = bench.run(visitor(2), press).await;
    ([told(&first), told(&second)], owners(bench).await.len())
}

pub async fn with_the_claims_one_of_two_gets_the_slot(bench: &Bench) {
    assert_eq!(two_for_one_slot(bench).await, (["done", "no"], 1));
    bench.is_sound().await;
}

pub async fn without_the_claims_two_get_the_slot(bench: &Bench) {
    assert_eq!(two_for_one_slot(bench).await, (["done", "done"], 2));
    is_broken(bench, ONE_OWNER).await;
}

/// A hold runs out and somebody else takes the slot; then the first one's details arrive.
async fn late_return(bench: &Bench) -> (&'static str, usize) {
    let mine = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
    bench.clock.advance(10 * MINUTE);
    bench.held(visitor(2), "quick", "sato", tuesday(9, 0)).await;
    let late = bench.run(visitor(1), send(mine.id)).await;
    (told(&late), owners(bench).await.len())
}

pub async fn with_the_claims_who_comes_back_late_gets_no_slot_of_anothers(bench: &Bench) {
    assert_eq!(late_return(bench).await, ("no", 1));
    bench.is_sound().await;
}

pub async fn without_the_claims_who_comes_back_late_takes_anothers_slot(bench: &Bench) {
    assert_eq!(late_return(bench).await, ("done", 2));
    is_broken(bench, ONE_OWNER).await;
}

/// Staff decline a request, somebody else takes the slot, and staff take the decline back.
async fn undo_too_late(bench: &Bench) -> (&'static str, usize) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let decline = Command::Decline {
        reservation: row.id,
        reason: Reason::DoctorAway,
        note: None,
    };
    must(bench.run(staff(1), decline).await);
    bench.held(visitor(2), "quick", "sato", tuesday(9, 0)).await;
    let undo = Command::Undo {
        reservation: row.id,
    };
    let undone = bench.run(staff(1), undo).await;
    (told(&undone), owners(bench).await.len())
}

pub async fn with_the_claims_an_undo_gives_no_slot_of_anothers_back(bench: &Bench) {
    assert_eq!(undo_too_late(bench).await, ("no", 1));
    bench.is_sound().await;
}

pub async fn without_the_claims_an_undo_makes_two_owners(bench: &Bench) {
    assert_eq!(undo_too_late(bench).await, ("done", 2));
    is_broken(bench, ONE_OWNER).await;
}

/// Something has gone wrong elsewhere, and two hold one slot. Both send their details in, the second to come first.
/// Says what each was told, in that order, and how many are booked.
async fn two_holders_send(bench: &Bench) -> ([&'static str; 2], usize) {
    assert_eq!(two_for_one_slot(bench).await.1, 2);
    let held = owners(bench).await;
    let mut said = [""; 2];
    for (number, said) in [2, 1].into_iter().zip(&mut said) {
        let who = visitor(number);
        let own = held
            .iter()
            .find(|row| Some(&row.holder) == who.holder().as_ref());
        let own = must(own.ok_or(number));
        *said = told(&bench.run(who, send(own.id)).await);
    }
    let booked = owners(bench).await.into_iter();
    let booked = booked.filter(|row| row.status == Status::Confirmed);
    (said, booked.count())
}

pub async fn with_the_look_at_its_own_cells_one_of_two_holders_is_booked(bench: &Bench) {
    assert_eq!(two_holders_send(bench).await, (["no", "done"], 1));
}

pub async fn without_the_look_at_its_own_cells_both_holders_are_booked(bench: &Bench) {
    assert_eq!(two_holders_send(bench).await, (["done", "done"], 2));
    is_broken(bench, ONE_OWNER).await;
}

/// Two tabs of one visitor, neither of which knows of the other's hold.
async fn two_tabs(bench: &Bench) -> ([&'static str; 2], usize) {
    let mut said = [""; 2];
    for (hour, said) in [9, 10].into_iter().zip(&mut said) {
        let press = hold("quick", "sato", tuesday(hour, 0), None);
        *said = told(&bench.run(visitor(1), press).await);
    }
    (said, owners(bench).await.len())
}

pub async fn with_one_hold_for_each_visitor_two_tabs_hold_one_time(bench: &Bench) {
    assert_eq!(two_tabs(bench).await, (["done", "no"], 1));
    bench.is_sound().await;
}

pub async fn without_one_hold_for_each_visitor_two_tabs_hold_two_times(bench: &Bench) {
    assert_eq!(two_tabs(bench).await, (["done", "done"], 2));
    is_broken(bench, "one live hold for each visitor").await;
}

/// A hold runs out, the visitor takes another time, and an old tab asks for more time for the first.
async fn old_tab(bench: &Bench) -> (&'static str, usize) {
    let old = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
    bench.clock.advance(10 * MINUTE);
    bench
        .held(visitor(1), "quick", "sato", tuesday(10, 0))
        .await;
    let more = Command::Extend {
        reservation: old.id,
    };
    let late = told(&bench.run(visitor(1), more).await);
    let mut live = owners(bench).await;
    live.retain(|row| row.is_live(bench.desk.now()));
    (late, live.len())
}

pub async fn with_one_hold_for_each_visitor_more_time_for_an_old_one_is_refused(bench: &Bench) {
    assert_eq!(old_tab(bench).await, ("no", 1));
    bench.is_sound().await;
}

pub async fn without_one_hold_for_each_visitor_more_time_for_an_old_one_makes_two(bench: &Bench) {
    assert_eq!(old_tab(bench).await, ("done", 2));
    is_broken(bench, "one live hold for each visitor").await;
}

/// 9:00 is another's, so the visitor takes 10:00. 9:00 becomes free, and the refused press for it arrives once more: a
/// refusal spends no key. Says at which hour the visitor holds a time.
async fn late_press(bench: &Bench) -> (&'static str, i64) {
    let theirs = bench.held(visitor(2), "quick", "sato", tuesday(9, 0)).await;
    let key = bench.desk.fresh_id();
    let press = hold("quick", "sato", tuesday(9, 0), None);
    let refused = bench.run_as(key, visitor(1), press.clone()).await;
    assert_eq!(told(&refused), "no");
    bench
        .held(visitor(1), "quick", "sato", tuesday(10, 0))
        .await;
    let release = Command::Release {
        reservation: theirs.id,
    };
    must(bench.run(visitor(2), release).await);
    let late = bench.run_as(key, visitor(1), press).await;
    let held = owners(bench).await;
    assert_eq!(held.len(), 1);
    let after_nine = held[0].span.from.0 - tuesday(9, 0).0;
    (told(&late), 9 + after_nine / (60 * MINUTE))
}

pub async fn with_the_swap_rule_a_late_press_leaves_the_present_hold(bench: &Bench) {
    assert_eq!(late_press(bench).await, ("no", 10));
    bench.is_sound().await;
}

pub async fn without_the_swap_rule_a_late_press_gives_the_present_hold_away(bench: &Bench) {
    assert_eq!(late_press(bench).await, ("done", 9));
}

fn send(reservation: ReservationId) -> Command {
    Command::Send {
        reservation,
        patient: patient("山田 花子"),
    }
}
