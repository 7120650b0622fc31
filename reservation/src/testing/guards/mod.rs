//! Negative controls: each guard is shown twice by one story, with it and without it. With it there is one effect;
//! without it the double one appears. A guard whose loss shows nowhere guards nothing.
//!
//! An engine's tests call [`guards!`](crate::guards) for the guards of the core, and an engine over a database
//! [`fences!`](crate::fences) for its keys and counts, each with a function that makes an empty store with some guards
//! down. A guard of the core that falls meets a key of the database behind it: to see what the core's guard stands
//! against, the key is taken down as well, and `fences!` shows that the key alone stops it too.

pub mod cells;
pub mod fences;
pub mod ledger;
pub mod states;

use super::contract::{Bench, must};
use crate::check::check;
use crate::desk::NoAnswer;
use crate::effects::owns_cells;
use crate::outcome::Refusal;
use crate::ports::Fault;
use crate::submission::{Answer, Repeat};
use crate::testing::clinic_id;
use crate::visit::{MessageKind, Reservation};

/// Makes two tests of each guard of the core, one with it and one without. `$make` is `async fn(Arc<ManualClock>,
/// Guards) -> Option<(impl Sized, Arc<dyn Store>)>`; what it gives first is kept until the test ends, and `None` is an engine
/// that this machine doesn't have.
#[macro_export]
macro_rules! guards {
    ($make:ident) => {
        $crate::guards!(@pairs $make, ledger,
            [] with_the_ledger_a_late_twin_is_the_same_booking;
            [Ledger, LedgerKey, CreatedOnce] without_the_ledger_a_late_twin_is_a_second_booking;
            [] with_the_ledger_more_time_pressed_twice_is_given_once;
            [Ledger, LedgerKey] without_the_ledger_more_time_pressed_twice_is_given_twice;
            [] with_the_ledger_a_closure_sent_twice_is_one;
            [Ledger, LedgerKey] without_the_ledger_a_closure_sent_twice_is_two;
            [] with_the_ledger_a_late_twin_of_a_cancel_tells_nobody_again;
            [Ledger, LedgerKey] without_the_ledger_a_late_twin_of_a_cancel_cancels_and_tells_again;
            [] with_the_order_of_judging_an_old_form_leads_to_its_booking;
            [Order] without_the_order_of_judging_an_old_form_asks_for_another_press_and_books_twice;
            [] with_the_age_of_forms_a_key_outlives_no_ledger;
            [Age, CreatedOnce] without_the_age_of_forms_a_forgotten_key_books_again;
        );
        $crate::guards!(@pairs $make, cells,
            [] with_the_claims_one_of_two_gets_the_slot;
            [Claims, ClaimKey] without_the_claims_two_get_the_slot;
            [] with_the_claims_who_comes_back_late_gets_no_slot_of_anothers;
            [Claims, ClaimKey] without_the_claims_who_comes_back_late_takes_anothers_slot;
            [] with_the_claims_an_undo_gives_no_slot_of_anothers_back;
            [Claims, ClaimKey] without_the_claims_an_undo_makes_two_owners;
            [Claims, ClaimKey] with_the_look_at_its_own_cells_one_of_two_holders_is_booked;
            [Claims, ClaimKey, Ownership] without_the_look_at_its_own_cells_both_holders_are_booked;
            [] with_one_hold_for_each_visitor_two_tabs_hold_one_time;
            [OneHold] without_one_hold_for_each_visitor_two_tabs_hold_two_times;
            [] with_one_hold_for_each_visitor_more_time_for_an_old_one_is_refused;
            [OneHold] without_one_hold_for_each_visitor_more_time_for_an_old_one_makes_two;
            [] with_the_swap_rule_a_late_press_leaves_the_present_hold;
            [Swap] without_the_swap_rule_a_late_press_gives_the_present_hold_away;
        );
        $crate::guards!(@pairs $make, states,
            [] with_the_look_at_the_status_a_request_is_answered_once;
            [Status] without_the_look_at_the_status_approve_and_decline_both_succeed;
            [] with_the_look_at_the_status_two_who_confirm_tell_once;
            [Status] without_the_look_at_the_status_two_who_confirm_tell_twice;
            [] with_the_look_at_the_status_the_first_details_stay;
            [Status] without_the_look_at_the_status_later_details_overwrite_the_first;
            [] with_the_cap_of_a_contact_five_of_six_are_booked;
            [ContactCap] without_the_cap_of_a_contact_six_are_booked;
        );
    };
    (@pairs $make:ident, $module:ident, $([$($down:ident),*] $name:ident;)*) => {
        mod $module {
            $(
                #[tokio::test]
                async fn $name() {
                    let down = $crate::guard::Guards::without(&[$($crate::guard::Guard::$down),*]);
                    let clock = $crate::testing::contract::clock();
                    let Some((kept, store)) = super::$make(clock.clone(), down).await else {
                        return;
                    };
                    let bench = $crate::testing::contract::Bench::new(store, clock).await;
                    $crate::testing::guards::$module::$name(&bench).await;
                    drop(kept);
                }
            )*
        }
    };
}

/// Makes two tests of each key and count of a database: a guard of the core is down in both, and the database has the
/// last word in one of them.
#[macro_export]
macro_rules! fences {
    ($make:ident) => {
        $crate::guards!(@pairs $make, fences,
            [Claims] with_the_key_of_claims_a_wrong_yes_is_rolled_back;
            [Claims, ClaimKey] without_the_key_of_claims_a_wrong_yes_is_a_double_booking;
            [Ledger] with_the_key_of_the_ledger_a_twin_is_rolled_back;
            [Ledger, LedgerKey] without_the_key_of_the_ledger_a_twin_is_done_twice;
            [Age] with_the_key_of_creation_a_forgotten_press_is_rolled_back;
            [Age, CreatedOnce] without_the_key_of_creation_a_forgotten_press_books_again;
            [Claims] with_the_count_of_rows_nobody_is_told_yes_for_nothing;
            [Claims, Count] without_the_count_of_rows_two_are_told_that_they_hold_one_slot;
        );
    };
}

/// What somebody who pressed was told, in a word.
fn told(answer: &Result<Answer, NoAnswer>) -> &'static str {
    match answer {
        Ok(answer) => match answer.repeat {
            Repeat::First => "done",
            Repeat::SameKey | Repeat::OtherContent => "done before",
            Repeat::AlreadySo => "so already",
        },
        Err(NoAnswer::Refused(Refusal::FormExpired)) => "press once more",
        Err(NoAnswer::Refused(_)) => "no",
        Err(NoAnswer::Fault(Fault::Broken(_))) => "rolled back",
        Err(NoAnswer::Fault(_)) => "can't tell",
    }
}

/// The reservations that own cells, as their rows say.
async fn owners(bench: &Bench) -> Vec<Reservation> {
    let mut rows = must(bench.store.dump().await).reservations;
    rows.retain(|row| owns_cells(row.status));
    rows
}

/// How many messages of a kind there are, told and untold.
async fn messages(bench: &Bench, kind: MessageKind) -> usize {
    let all = must(bench.store.dump().await).messages;
    all.iter()
        .filter(|message| message.key.kind == kind)
        .count()
}

/// The telephone calls that are due are made and ticked off.
async fn calls_are_made(bench: &Bench) {
    let due = must(
        bench
            .desk
            .calls(&clinic_id(), bench.desk.now().plus(1))
            .await,
    )
    .rows;
    for message in due {
        let tick = crate::command::Command::TickCall {
            message: message.key,
        };
        must(bench.run(super::staff(9), tick).await);
    }
}

/// That an invariant is broken, by the name under which `check` reports it.
async fn is_broken(bench: &Bench, rule: &str) {
    let found = check(&must(bench.store.dump().await));
    assert!(found.iter().any(|it| it.rule == rule), "{rule}: {found:?}");
}
