//! A clinic's first page: which visit, first or return, with whom.

mod hours;
pub(crate) mod page;
