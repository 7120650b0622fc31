//! A private Postgres for tests.
//!
//! [`Cluster::start`] makes a cluster in a temporary folder, listening on a free port of the loopback address, and
//! starts the installed Postgres on it. It is as durable as a real one, and sorts as no byte order does, so that a
//! statement that forgets its collation is found out.
//!
//! - A cluster never outlives its owner, not even one that is killed: `it_dies_with_its_owner_and_leaves_nothing`.
//! - [`Cluster::kill`] is the power cut: `what_was_committed_is_there_after_a_power_cut`.
//! - [`Cluster::standby`] is a second machine: `a_standby_follows_and_takes_over`.
//!
//! Most tests only want a database of their own, and share one cluster a process (or the one that
//! [`VARIABLE`] names):
//!
//! ```no_run
//! let Some(database) = postgres_cluster::or_skip(postgres_cluster::database("desk")) else {
//!     return;
//! };
//! println!("{}", database.url());
//! ```

mod cluster;
mod failure;
mod process;
mod programs;
mod shared;

pub use cluster::Cluster;
pub use failure::{Failure, NoPostgres, or_skip};
pub use programs::Programs;
pub use shared::{Database, Server, VARIABLE, database, database_from, shared};
