//! Requests that wait for an answer, and those that were answered since the list was first drawn.

mod list;
mod page;
pub(in crate::staff) mod submit;

pub(crate) use list::{From, can_undo, note};
pub(crate) use page::{load, quicker};
