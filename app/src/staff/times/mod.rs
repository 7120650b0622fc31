//! Booking for a patient: the same grid of times, held by the member of staff.

mod near;
mod page;
pub(in crate::staff) mod submit;

pub(crate) use near::{Instead, instead_of};
pub(crate) use page::load;
