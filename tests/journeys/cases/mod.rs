//! Situations in which other products failed, each a test that bears its number.

mod foreign;
mod holds;
mod input;
mod sessions;
mod slots;
mod tokens;
