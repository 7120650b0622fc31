//! The front door of Hitotsu: settings, router, layers, sessions, background jobs and the commands of the program.
//!
//! The way of one post: [`layers::fault`] (nothing that breaks leaves without a page), [`layers::headers`],
//! the session, [`layers::asker`] (who asks), [`layers::door`] (may it come in?), then the server function in `app`,
//! the desk in `reservation`, and out again as `303 See Other` or as the page drawn again.

pub mod commands;
pub mod demo;
pub mod engine;
pub mod front;
pub mod jobs;
pub mod layers;
pub mod listen;
pub mod router;
pub mod serve;
pub mod sessions;
pub mod settings;

pub use front::Front;
pub use router::router;
