//! The ports of the reservation core over one SQLite file.
//!
//! What it promises, and the test that holds each:
//!
//! - **One owner per cell**, whatever the decision thought: the unique index of `claim` has the last
//!   word, and a batch that loses to it is rolled back whole
//!   (`a_forged_second_claim_is_stopped_by_the_index`).
//! - **An answer means that it is on the disk**: it is sent after the COMMIT, with `synchronous=FULL`
//!   (`what_was_answered_is_there_after_reopening`,
//!   `what_was_answered_before_a_kill_is_there_and_nothing_is_there_by_halves`).
//! - **All or nothing**: a submission that fails takes nothing of its own with it into the file, and
//!   nothing of its company's out of it (`a_poisoned_submission_fails_alone`).
//! - **A batch is nothing but its submissions in turn**: the same answers and rows as from the engine
//!   in memory, one by one (`batches_answer_and_store_what_the_model_does`).
//! - **Refused is not begun**: a full queue answers at once (`a_full_queue_is_busy_at_once`).
//! - **No look-up walks a table** (`no_statement_of_the_hot_path_walks_a_table`).

mod accounts;
mod catalogue;
mod checkpoint;
mod dump;
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

pub use options::{OnFatal, OpenError, Options};
pub use store::SqliteStore;
