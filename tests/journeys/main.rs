//! Journeys through the front door, over HTTP: one binary, a module per journey. Each test has a server of its own,
//! with a clock that is handed in and a real database in a temporary folder, and ends with a look at every promise.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that can't go on has failed; the helpers of this binary are tests as well"
)]

mod support;

mod answers;
mod cases;
mod commands;
mod contact;
mod crash;
mod door;
mod faults;
mod forms;
mod garbage;
mod guards;
mod language;
mod lenient;
mod logs;
mod nodes;
mod races;
mod reading;
mod repeats;
mod staff;
