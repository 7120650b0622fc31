//! The pages of Hitotsu: server-rendered, a folder per noun with page, form and submit.
//!
//! They work before, and without, any script. A page is an async load plus plain views of owned data ([`page`]); a
//! form posts to a server function behind the door ([`door`]); the desk of the core decides.

pub mod asker;
pub mod assets;
pub mod components;
pub mod door;
pub mod format;
pub mod locale;
pub mod page;
pub mod plain;
pub mod token;

#[cfg(test)]
mod bench;
mod not_found;
mod patient;
mod routes;
mod staff;
mod title;

pub use routes::{App, shell};
