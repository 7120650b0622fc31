//! The engine from outside: the ports, several nodes, the server beneath.
//!
//! Each test has a database of its own on a private server (`postgres-cluster`).

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what a helper of the tests doesn't get fails the test"
)]

#[path = "engine/contract.rs"]
mod contract;
#[path = "engine/crash.rs"]
mod crash;
#[path = "engine/crowd.rs"]
mod crowd;
#[path = "engine/failover.rs"]
mod failover;
#[path = "engine/forwarder.rs"]
mod forwarder;
#[path = "engine/gate.rs"]
mod gate;
#[path = "engine/guards.rs"]
mod guards;
#[path = "engine/kit.rs"]
mod kit;
#[path = "engine/many.rs"]
mod many;
#[path = "engine/model.rs"]
mod model;
#[path = "engine/plans.rs"]
mod plans;
#[path = "engine/power_cut.rs"]
mod power_cut;
#[path = "engine/rules.rs"]
mod rules;
#[path = "engine/server.rs"]
mod server;
#[path = "engine/sign_ins.rs"]
mod sign_ins;
