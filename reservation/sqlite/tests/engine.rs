//! The engine from outside: the ports, the file, the queue.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "what a helper of the tests doesn't get fails the test"
)]

#[path = "engine/catalogue.rs"]
mod catalogue;
#[path = "engine/contract.rs"]
mod contract;
#[path = "engine/crash.rs"]
mod crash;
#[path = "engine/file.rs"]
mod file;
#[path = "engine/guards.rs"]
mod guards;
#[path = "engine/kit.rs"]
mod kit;
#[path = "engine/queue.rs"]
mod queue;
#[path = "engine/rows.rs"]
mod rows;
#[path = "engine/speed.rs"]
mod speed;
#[path = "engine/together.rs"]
mod together;
