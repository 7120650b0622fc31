//! Calls to make (要連絡): patients whom nothing but the telephone reaches.

mod page;
pub(in crate::staff) mod submit;

pub(crate) use page::load;
