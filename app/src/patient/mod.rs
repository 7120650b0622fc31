//! What patients see: a folder per noun.
//!
//! A page is `load`: it opens the clinic's [`room`], asks the desk, and draws views of owned data in the clinic's frame.
//! A press ([`press`]) is judged in the same order everywhere, and its answer is a 303 or the page again.

pub(crate) mod bookings;
pub(crate) mod cancellation;
pub(crate) mod clinic;
pub(crate) mod details;
pub(crate) mod home;
pub(crate) mod link;
pub(crate) mod paths;
pub(crate) mod press;
pub(crate) mod privacy;
pub(crate) mod receipt;
pub(crate) mod refused;
pub(crate) mod reservation;
pub(crate) mod room;
pub(crate) mod say;
#[cfg(test)]
mod tests;
pub(crate) mod times;
pub(crate) mod words;
