//! Cancelling, with a step between the wish and the deed: a link only shows the question, a press answers it.

pub(crate) mod page;
pub(crate) mod submit;
