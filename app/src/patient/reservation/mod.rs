//! One reservation: what it shows depends on where it stands now.

pub(crate) mod facts;
pub(crate) mod held;
pub(crate) mod note;
pub(crate) mod page;
pub(crate) mod slip;
