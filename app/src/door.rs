//! The door of all posts, as the server functions see it. The layer itself stands in the root package.
//!
//! The layer reads the body, keeps the typed fields ([`Posted`]) and calls the server function, which leaves in the
//! [`Slot`] what shall be answered: [`Then::SeeOther`], [`Then::PageAgain`] or [`Then::Resume`]. Nothing typed is lost: a page that is
//! drawn again finds the fields in [`Again`].

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use leptos::prelude::use_context;
use reservation::desk::NoAnswer;
use reservation::outcome::Refusal;
use reservation::ports::Fault;

use crate::asker::SignedIn;

/// The fields of a form as they were typed, in order; of a repeated name the last one counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// The value of a field; empty when it was not sent.
    pub fn get(&self, name: &str) -> &str {
        self.0
            .iter()
            .rev()
            .find(|(key, _)| key == name)
            .map_or("", |(_, value)| value.as_str())
    }
    /// True when a field of that name was sent.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(key, _)| key == name)
    }
}

/// A mistake in one field: its id on the page and the sentence beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The id of the input that the summary links to.
    pub field: &'static str,
    /// What is wrong and how to put it right, in the visitor's language.
    pub text: String,
}

/// What a page that is drawn again has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Say {
    /// Mistakes in what was typed.
    Mistakes(Vec<FieldError>),
    /// A "no" of the desk (a form that is too old or another's among them).
    Refused(Refusal),
    /// The token is missing or not one of ours: please press once more.
    NoToken,
    /// The browser sent no visitor cookie: please press once more.
    NoCookie,
    /// It sent none the second time either: the page about cookies.
    CookiesBlocked,
    /// The post came from another site.
    ForeignOrigin,
    /// The body was too large.
    TooLarge,
    /// The body broke off, or was none: nothing was begun.
    BrokenOff,
    /// Too many presses; seconds until it may be tried again.
    TooMany(u64),
    /// The store refused before it began: nothing was booked.
    Busy,
    /// It can't be told whether it went through; the token's id names the receipt.
    Unknown(Option<String>),
    /// Something broke and was rolled back; the number under which the log has it.
    Broken(String),
    /// The sign-in had ended before the press: nothing was done, what was typed is kept.
    SignIn,
    /// Signed in again after such a press: what was typed is here, please press once more.
    SignedIn,
    /// No mistake: the page was asked for again with what was typed (a language was chosen, more time was given).
    Kept,
}

impl Say {
    /// The status of the page that says it.
    pub fn status(&self) -> StatusCode {
        match self {
            Say::Kept | Say::SignedIn => StatusCode::OK,
            Say::Mistakes(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Say::Refused(refusal) => refusal_status(refusal),
            Say::NoToken | Say::NoCookie | Say::CookiesBlocked | Say::SignIn => {
                StatusCode::CONFLICT
            }
            Say::ForeignOrigin => StatusCode::FORBIDDEN,
            Say::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            // Whoever sent it broke off: no fault of ours, and none that should wake anybody.
            Say::BrokenOff => StatusCode::BAD_REQUEST,
            Say::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Say::Busy | Say::Unknown(_) | Say::Broken(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

fn refusal_status(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::NotFound => StatusCode::NOT_FOUND,
        Refusal::NotAllowed => StatusCode::FORBIDDEN,
        Refusal::NotOffered
        | Refusal::Closed
        | Refusal::OffGrid
        | Refusal::InThePast
        | Refusal::TooSoon
        | Refusal::TooFar
        | Refusal::EmptySpan => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::Taken
        | Refusal::Expired
        | Refusal::FormExpired
        | Refusal::FormForeign
        | Refusal::HoldChanged { .. }
        | Refusal::AlreadySent { .. }
        | Refusal::WrongStatus { .. }
        | Refusal::TooMany { .. }
        | Refusal::NoMoreTime => StatusCode::CONFLICT,
    }
}

impl From<NoAnswer> for Say {
    fn from(no: NoAnswer) -> Self {
        match no {
            NoAnswer::Refused(refusal) => Say::Refused(refusal),
            NoAnswer::Fault(Fault::Busy) => Say::Busy,
            NoAnswer::Fault(Fault::Unknown(_)) => Say::Unknown(None),
            NoAnswer::Fault(Fault::Broken(_)) => Say::Broken(String::new()),
        }
    }
}

/// What a server function wants answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// `303 See Other` to a page of ours.
    SeeOther(String),
    /// The page of that path again, with what was typed and what has to be said.
    PageAgain {
        /// A local path with its query.
        path: String,
        /// What to say.
        say: Say,
    },
    /// The page of that path for somebody who has just signed in, with what they had typed before: it says
    /// [`Say::SignedIn`].
    Resume {
        /// A local path with its query.
        path: String,
        /// Who has signed in; the request itself came from nobody.
        staff: SignedIn,
        /// What had been typed.
        fields: Fields,
    },
}

impl Then {
    /// A 303.
    pub fn see(path: impl Into<String>) -> Self {
        Then::SeeOther(path.into())
    }
    /// A page again.
    pub fn again(path: impl Into<String>, say: Say) -> Self {
        Then::PageAgain {
            path: path.into(),
            say,
        }
    }
}

/// Where a server function leaves its answer for the door.
#[derive(Debug, Clone, Default)]
pub struct Slot(Arc<Mutex<Option<Then>>>);

impl Slot {
    /// Leaves the answer; a second one replaces the first.
    pub fn put(&self, then: Then) {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(then);
    }
    /// Takes the answer out.
    pub fn take(&self) -> Option<Then> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .take()
    }
}

/// What the door hands to a server function, in the request's extensions.
#[derive(Debug, Clone, Default)]
pub struct Posted {
    /// The typed fields, with repeats joined, broken UTF-8 replaced, NUL removed.
    pub fields: Fields,
    /// The page from which it came: the query's `page`, checked to be a local path; else "/".
    pub page: String,
    /// Where the answer goes.
    pub slot: Slot,
}

/// What a page that is drawn again finds in the request's extensions.
#[derive(Debug, Clone)]
pub struct Again {
    /// What was typed.
    pub fields: Fields,
    /// What has to be said.
    pub say: Say,
}

/// What the door handed in; an empty one outside of it, from which nothing can be accepted.
pub fn posted() -> Posted {
    use_context::<axum::http::request::Parts>()
        .and_then(|parts| parts.extensions.get::<Posted>().cloned())
        .unwrap_or_default()
}

/// True for a path that a page of ours may have: local, plain ASCII as browsers send it, not an action.
pub fn is_local_page(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && !path.starts_with("/do/")
        && path.len() <= 1000
        && path
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_of_ours_is_drawn_again() {
        for good in [
            "/",
            "/c/hinata",
            "/c/hinata/times?service=a&from=2026-03-02",
            "/staff/hinata/requests",
        ] {
            assert!(is_local_page(good), "{good}");
        }
        for bad in [
            "",
            "//evil.example",
            "/\\evil",
            "https://evil.example/",
            "/do/hold",
            "/a b",
            "/あ",
        ] {
            assert!(!is_local_page(bad), "{bad}");
        }
    }
}
