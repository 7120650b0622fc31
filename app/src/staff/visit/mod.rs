//! One visit: everything about it, what happened to it, and what can be done with it.

mod facts;
mod page;
pub(in crate::staff) mod submit;
mod view;

pub(crate) use facts::short_facts;
pub(crate) use page::{asked_for, load};
