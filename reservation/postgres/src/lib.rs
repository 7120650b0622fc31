//! The ports of the reservation core over a Postgres database that several nodes share.
//!
//! What it promises, and the test that holds each:
//!
//! - **One owner per cell, one effect per press**, whichever nodes they come to
//!   (`of_two_hundred_rivals_at_three_nodes_one_wins`,
//!   `two_hundred_copies_of_one_press_at_three_nodes_have_one_effect`).
//! - **The rules that no key covers** are kept by rows that are locked (`rules.rs`: each test twice, with the lock and
//!   without).
//! - **Nobody waits in a circle**: locks are taken in one order
//!   (`with_one_order_of_locks_nodes_never_wait_for_one_another`), and no path keeps one connection while it waits for
//!   another (`more_callers_than_connections_all_get_their_answers`).
//! - **An answer means that it is on the disk**: of the primary, and of its synchronous standby where there is one
//!   (`what_was_answered_before_a_power_cut_of_the_database_is_there_and_the_nodes_go_on_by_themselves`,
//!   `no_answer_is_lost_when_the_primary_dies_and_a_synchronous_standby_takes_over`). A server that says yes earlier is
//!   refused (`a_server_that_says_yes_before_the_disk_does_is_refused`).
//! - **A COMMIT without an answer is not known**, and comes to one outcome
//!   (`a_commit_that_waits_for_the_standby_is_told_as_unknown_and_comes_to_one_outcome`).
//! - **All or nothing**: a submission that fails takes nothing of its company's with it
//!   (`a_poisoned_submission_fails_alone`).
//! - **A batch is nothing but its submissions in turn** (`batches_answer_and_store_what_the_model_does`).
//! - **No look-up walks a table** (`no_statement_walks_a_table_that_grows`).
//!
//! How a transaction goes: [`Store::submission_run`](reservation::ports::Store::submission_run) queues it; a lane of
//! the node takes what has gathered, locks what the core's
//! [`Needs`](reservation::snapshot::Needs) name (clinics, guards, reservations, each sorted), loads, decides, writes,
//! and commits once for all. What another node has changed meanwhile shows in a count that is off: then everything is
//! rolled back and decided anew.

mod accounts;
mod catalogue;
mod dump;
mod job;
pub mod moving;
mod open;
mod options;
mod read;
pub mod sessions;
mod store;
mod trouble;
#[cfg(feature = "testing")]
mod unguarded;
mod writer;

pub use options::{OpenError, Options};
pub use store::PostgresStore;
pub use writer::Tries;

/// What every session asks of the server, for tests that look at the plans of the statements.
#[cfg(feature = "testing")]
pub fn session_settings() -> [(&'static str, &'static str); 12] {
    open::SESSION
}
