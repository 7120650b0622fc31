//! Availability: one rule ([`rule::Rule`]) for list and write, and the list that follows from it.
//!
//! *Listed means bookable*: a start that [`week`] marks free is one for which a hold, asked at the same instant by the
//! same booker, finds the same rule and the same claims. Held by `every_listed_slot_can_be_held_and_no_other`.

pub mod list;
pub mod opening;
pub mod rule;

pub use list::{Day, Mark, Offer, week};
pub use opening::{after_open_minutes, day_span, local_date, local_span, opening};
pub use rule::{Booker, Rule};
