//! The ports of the reservation core over a Postgres database that several nodes share.

mod accounts;
mod catalogue;
mod dump;
mod job;
mod open;
mod options;
mod read;
mod rows;
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
pub fn session_settings() -> [(&'static str, &'static str); 8] {
    open::SESSION
}
