//! Signing in and out.

mod carried;
mod page;
mod password;
pub(in crate::staff) mod submit;
mod throttle;

pub(crate) use page::{load, load_late};
