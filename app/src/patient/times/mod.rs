//! Choosing a time.

pub(crate) mod grid;
pub(crate) mod near;
pub(crate) mod page;
pub(crate) mod submit;
