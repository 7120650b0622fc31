//! Closed spans (休診・受付停止): the list, the form, what stands inside. Nothing that was booked is cancelled by one.

mod form;
mod list;
mod new;
pub(in crate::staff) mod submit;

pub(crate) use list::load;
pub(crate) use new::load as load_new;
