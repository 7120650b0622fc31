//! The day at the front desk: a column per doctor, what stands there, and what is closed.

mod board;
mod page;
mod view;

pub(crate) use page::load;
