//! A whole server in a temporary folder, browsers, and forms read out of pages.

mod app;
mod browser;
mod form;
mod ways;

pub use app::TestApp;
pub use browser::{Answer, Browser, send};
pub use form::Form;
pub use ways::{booked_with, details, held, hold_form, row_of, sent, sign_in};
