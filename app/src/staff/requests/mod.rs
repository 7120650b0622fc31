//! Requests that wait for an answer, and those that were answered since the list was first drawn.

mod list;
mod page;
pub(in crate::staff) mod submit;

pub(crate) use list::can_undo;
pub(crate) use page::{load, quicker};
