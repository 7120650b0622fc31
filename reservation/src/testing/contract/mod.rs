//! The contract: what every engine does alike. An engine's tests call [`contract!`](crate::contract) with a function
//! that makes an empty store over a clock; each sentence below becomes one test.

pub mod caught;
pub mod contacts;
pub mod desk_work;
pub mod holding;
pub mod keeping;
pub mod racing;
pub mod repeating;
pub mod sending;
pub mod sharing;
pub mod staff_work;

use std::sync::Arc;

use chrono_tz::Asia::Tokyo;
use uuid::Uuid;

use super::{CountedIds, ManualClock, at, catalogue, clinic_id, patient};
use crate::catalogue::VisitKind;
use crate::check::check;
use crate::command::Command;
use crate::desk::{Desk, Intent, NoAnswer};
use crate::ids::{ReservationId, ResourceId, ServiceId};
use crate::outcome::{Outcome, Refusal};
use crate::ports::Store;
use crate::slot_key::Wish;
use crate::submission::{Actor, Answer, RequestKey};
use crate::time::UtcMillis;
use crate::visit::{Event, Reservation, Status};

/// A desk over an engine, at a clock that stands at Monday 2 March 2026, 8:00 in Tokyo.
pub struct Bench {
    /// The desk.
    pub desk: Desk,
    /// The engine beneath.
    pub store: Arc<dyn Store>,
    /// Its clock.
    pub clock: Arc<ManualClock>,
}

/// Makes one test of each sentence of the contract. `$make` is `async fn(Arc<ManualClock>) -> Option<(impl
/// Sized, Arc<dyn Store>)>`; what it gives first is kept until the test ends (a temporary folder), and `None` is an
/// engine that this machine doesn't have. `contract!(nodes $make)` makes those of an engine that several nodes share.
#[macro_export]
macro_rules! contract {
    (nodes $make:ident) => {
        $crate::contract!(@module $make, sharing,
            a_job_is_with_one_node_until_its_lease_ends,
            asking_again_prolongs_a_lease_and_asking_in_vain_does_not,
            a_job_that_was_given_back_is_free_at_once,
            of_many_nodes_one_gets_the_job,
        );
    };
    ($make:ident) => {
        $crate::contract!(@module $make, holding,
            a_free_slot_is_held_and_owns_its_cells,
            a_slot_held_by_another_is_refused,
            a_hold_is_over_at_its_deadline_and_not_before,
            an_overlapping_service_of_the_same_doctor_is_refused,
            a_neighbour_is_free,
            anyone_finds_the_free_doctor_and_then_nobody,
            another_slot_swaps_the_hold_that_the_form_knew_of,
            a_late_duplicate_does_not_release_the_present_hold,
            a_failed_swap_leaves_the_old_hold,
            a_hold_can_move_into_its_own_cells,
            the_same_slot_from_another_tab_is_the_same_hold,
            off_grid_closed_past_soon_and_far_are_told_apart,
            what_is_not_offered_is_refused,
            anyone_spreads_over_the_day,
        );
        $crate::contract!(@module $make, keeping,
            taking_over_a_lapsed_hold_frees_all_its_cells,
            more_time_moves_the_deadline_and_has_an_end,
            more_time_takes_a_lapsed_hold_again,
            more_time_for_a_lapsed_hold_does_not_make_a_second_one,
            a_released_slot_is_free_at_once,
            a_long_visit_takes_over_any_number_of_lapsed_holds,
            what_was_given_back_after_it_ran_out_stays_given_back,
            a_hold_is_not_carried_over_its_start,
        );
        $crate::contract!(@module $make, desk_work,
            only_staff_do_staffs_work,
            staff_book_straight_to_confirmed,
            a_closed_span_takes_nothing_new_and_touches_no_visit,
            a_call_is_ticked_off_once,
            the_sweeper_writes_down_what_is_over,
            another_clinics_reservation_is_not_there,
        );
        $crate::contract!(@module $make, sending,
            details_make_a_request_where_staff_approve,
            details_make_a_visit_where_nobody_approves,
            details_of_a_lapsed_hold_take_it_again_while_it_is_free,
            details_of_a_lapsed_hold_that_was_taken_are_refused,
            details_sent_twice_keep_the_first,
            nobody_sends_details_of_anothers_hold,
            a_request_at_night_is_answered_in_open_minutes,
            a_request_is_over_at_its_deadline_and_not_before,
            book_cancel_book_works_every_time,
        );
        $crate::contract!(@module $make, contacts,
            the_fifth_booking_is_taken_and_the_sixth_refused,
            a_request_counts_until_its_deadline,
            a_visit_counts_until_it_begins,
            what_has_ended_does_not_count,
            another_number_and_another_clinic_have_a_count_of_their_own,
            staff_are_not_bound_by_the_cap,
            a_form_that_was_sent_before_is_answered_as_before,
            a_hold_that_ran_out_is_not_taken_again_beyond_the_cap,
            a_lowered_cap_cancels_nothing,
        );
        $crate::contract!(@module $make, repeating,
            the_same_key_gets_the_same_answer_for_good,
            the_same_key_with_other_content_keeps_the_first,
            a_refusal_does_not_spend_the_key,
            a_recorded_key_answers_even_when_the_form_is_too_old,
            a_form_is_too_old_after_twelve_hours_and_not_before,
            a_form_of_another_is_refused_inside,
            another_button_of_the_same_form_is_no_repeat,
            a_purged_key_is_forgotten_and_creates_nothing_twice,
            a_receipt_lists_what_a_form_did,
        );
        $crate::contract!(@module $make, caught,
            each_kind_of_repeat_is_counted_once_and_a_first_press_is_not,
            counts_are_written_once_and_forgotten_in_time,
        );
        $crate::contract!(@module $make, staff_work,
            confirm_is_told_once_and_safe_to_repeat,
            decline_frees_the_cells_and_waits_before_it_tells,
            undo_brings_a_declined_request_back_and_tells_nothing,
            undo_after_somebody_else_took_the_slot_is_refused,
            cancel_by_staff_and_by_patient,
            the_last_call_always_says_how_it_stands,
            an_outdated_call_is_withdrawn_by_the_next_answer,
            a_patient_cancels_until_the_start,
        );
        $crate::contract!(@module $make, racing,
            of_two_hundred_rivals_one_wins,
            two_hundred_identical_posts_have_one_effect,
            overlapping_services_never_both_win,
            approve_and_decline_at_once_have_one_outcome,
            one_visitor_never_has_two_holds,
            one_contact_never_has_more_than_its_bookings,
            confirm_and_takeover_at_the_deadline_never_make_two_owners,
            a_closure_and_holds_at_once_leave_no_hold_after_it,
        );
    };
    (@module $make:ident, $module:ident, $($name:ident,)*) => {
        mod $module {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let clock = $crate::testing::contract::clock();
                    let Some((kept, store)) = super::$make(clock.clone()).await else {
                        return;
                    };
                    let bench = $crate::testing::contract::Bench::new(store, clock).await;
                    $crate::testing::contract::$module::$name(&bench).await;
                    bench.is_sound().await;
                    drop(kept);
                }
            )*
        }
    };
}

/// The clock of a bench: Monday 2 March 2026, 8:00 in Tokyo.
pub fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))))
}

/// An instant of Tuesday 3 March 2026.
pub fn tuesday(hour: u32, minute: u32) -> UtcMillis {
    at(Tokyo, (2026, 3, 3), (hour, minute))
}

/// What a test of the contract may unwrap: everything.
pub fn must<T, E: std::fmt::Debug>(value: Result<T, E>) -> T {
    match value {
        Ok(value) => value,
        Err(error) => unreachable!("{error:?}"),
    }
}

/// The id of a doctor.
pub fn doctor(id: &str) -> ResourceId {
    must(ResourceId::new(id))
}

/// A hold of a return visit.
pub fn hold(service: &str, who: &str, start: UtcMillis, known: Option<ReservationId>) -> Command {
    let wish = must(who.parse::<Wish>());
    Command::Hold {
        service: must(ServiceId::new(service)),
        visit: VisitKind::Return,
        wish,
        start,
        known,
    }
}

impl Bench {
    /// A bench over an empty store.
    pub async fn new(store: Arc<dyn Store>, clock: Arc<ManualClock>) -> Self {
        must(store.catalogue_put(catalogue(Tokyo)).await);
        let desk = Desk::new(
            store.clone(),
            clock.clone(),
            Arc::new(CountedIds::new(1_000_000)),
            [5; 32],
        );
        Self { desk, store, clock }
    }

    /// Runs a command under a fresh key.
    pub async fn run(&self, actor: Actor, command: Command) -> Result<Answer, NoAnswer> {
        self.run_as(self.desk.fresh_id(), actor, command).await
    }

    /// Runs a command under a key.
    pub async fn run_as(
        &self,
        key: Uuid,
        actor: Actor,
        command: Command,
    ) -> Result<Answer, NoAnswer> {
        let clinic = clinic_id();
        let key = Some(RequestKey::form(&clinic, key));
        self.desk
            .run(Intent {
                key,
                form: None,
                clinic,
                actor,
                command,
            })
            .await
    }

    /// Runs a command that must be done, and gives the reservation it is about.
    pub async fn done(&self, actor: Actor, command: Command) -> Reservation {
        let answer = must(self.run(actor, command).await);
        match answer.outcome.reservation() {
            Some(id) => self.row(id).await,
            None => unreachable!("{answer:?}"),
        }
    }

    /// Runs a command that must be refused.
    pub async fn refused(&self, actor: Actor, command: Command) -> Refusal {
        match self.run(actor, command).await {
            Err(NoAnswer::Refused(refusal)) => refusal,
            other => unreachable!("should have been refused: {other:?}"),
        }
    }

    /// A hold that must be done.
    pub async fn held(
        &self,
        actor: Actor,
        service: &str,
        who: &str,
        start: UtcMillis,
    ) -> Reservation {
        self.done(actor, hold(service, who, start, None)).await
    }

    /// A request for a slot of `internal` that must be done.
    pub async fn requested(&self, actor: Actor, who: &str, start: UtcMillis) -> Reservation {
        let row = self.held(actor.clone(), "internal", who, start).await;
        self.done(
            actor,
            Command::Send {
                reservation: row.id,
                patient: patient("山田 花子"),
            },
        )
        .await
    }

    /// A reservation that must be there.
    pub async fn row(&self, id: ReservationId) -> Reservation {
        match must(self.desk.reservation(&clinic_id(), id).await).rows {
            Some(row) => row,
            None => unreachable!("no reservation {id}"),
        }
    }

    /// The events of a reservation, in order.
    pub async fn events(&self, id: ReservationId) -> Vec<Event> {
        must(self.desk.history(&clinic_id(), id).await)
            .into_iter()
            .map(|line| line.event)
            .collect()
    }

    /// How many cells a reservation owns.
    pub async fn cells(&self, id: ReservationId) -> usize {
        let dump = must(self.store.dump().await);
        dump.claims
            .iter()
            .filter(|claim| claim.reservation == id)
            .count()
    }

    /// No invariant is broken.
    pub async fn is_sound(&self) {
        let found = check(&must(self.store.dump().await));
        assert!(found.is_empty(), "{found:?}");
    }
}

/// What an answer says about a reservation.
pub fn stands(answer: &Answer) -> (ReservationId, Status) {
    match &answer.outcome {
        Outcome::Reservation { id, status, .. } => (*id, *status),
        other => unreachable!("{other:?}"),
    }
}
