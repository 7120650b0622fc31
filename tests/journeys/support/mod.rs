//! A whole server on data of its own, browsers, and forms read out of pages.

mod app;
mod browser;
mod form;
mod home;
mod ways;

pub use app::TestApp;
pub use browser::{Answer, Browser, send};
pub use form::Form;
pub use home::{Home, skipped_on_postgres, skipped_on_sqlite};
pub use ways::{booked_with, details, held, hold_form, own_number, row_of, sent, sign_in};
