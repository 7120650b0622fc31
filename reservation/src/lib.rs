//! The rules of Hitotsu. No HTTP, no HTML, no SQL.
//!
//! A change is a [`Submission`](submission::Submission). For each, the core says what it has to know
//! ([`decide::needs`]), is given it as a [`Snapshot`](snapshot::Snapshot), and answers with
//! [`decide::decide`]: no I/O, no clock and no chance of its own. An engine only loads and stores.
//!
//! # What it promises, and the test that holds it
//!
//! Sentences of the contract (`testing::contract`) are kept by every engine; the others are in `tests/rules`.
//!
//! 1. **One owner per cell**: at most one live reservation owns five minutes of a resource —
//!    `of_two_hundred_rivals_one_wins`, `overlapping_services_never_both_win`; without its guard:
//!    `without_the_claims_two_get_the_slot`.
//! 2. **One effect per submission**: outcome, claims, reservation, history and message are one transaction —
//!    `two_hundred_identical_posts_have_one_effect`; without its guard:
//!    `without_the_ledger_a_late_twin_is_a_second_booking`.
//! 3. **The same answer again** — `the_same_key_gets_the_same_answer_for_good`,
//!    `a_recorded_key_answers_even_when_the_form_is_too_old`.
//! 4. **Pending means taken**, until the deadline and not a millisecond longer —
//!    `details_make_a_request_where_staff_approve`, `a_hold_is_over_at_its_deadline_and_not_before`,
//!    `a_request_is_over_at_its_deadline_and_not_before`.
//! 5. **Listed means bookable** — `every_listed_slot_can_be_held_and_no_other`.
//! 6. **A refusal spends nothing** — `a_refusal_does_not_spend_the_key`.
//! 7. **One event, one message** — `confirm_is_told_once_and_safe_to_repeat`,
//!    `undo_brings_a_declined_request_back_and_tells_nothing`.
//! 8. **Nobody sees or changes another's** — `another_clinics_reservation_is_not_there`,
//!    `nobody_sends_details_of_anothers_hold`, `only_staff_do_staffs_work`.
//! 9. **What was not loaded never reads as free** — `what_was_not_loaded_never_reads_as_free`.
//!
//! Each guard behind these can be taken down by a test, and only by a test ([`guard`]): `docs/guards.md` says what
//! appears then.

pub mod availability;
pub mod batch;
pub mod catalogue;
pub mod caught;
pub mod check;
pub mod command;
pub mod decide;
pub mod desk;
pub mod effects;
pub mod guard;
pub mod ids;
pub mod memory;
pub mod outcome;
pub mod ports;
pub mod slot_key;
pub mod snapshot;
pub mod submission;
#[cfg(feature = "testing")]
pub mod testing;
pub mod time;
pub mod visit;
