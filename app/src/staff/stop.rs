//! Why there is no page: the sign-in is missing, there is no such page for the asker, or the store can't answer.

use axum::http::StatusCode;
use leptos::prelude::*;
use reservation::desk::NoAnswer;
use reservation::ids::ClinicId;
use reservation::outcome::Refusal;
use reservation::ports::Fault;

use super::{act, paths};
use crate::components::{ButtonLink, Icon, Notice, Page, Tone, page_title};
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::t;

/// What a load ends with when there is no page to draw.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Look there instead.
    Elsewhere(String),
    /// The sign-in has ended, and a page would have been drawn again: the sign-in, which carries what was typed.
    SignIn(ClinicId),
    /// No such thing, or not at this clinic: the two are not told apart.
    NotFound,
    /// The store could not answer.
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

impl From<NoAnswer> for Stop {
    fn from(no: NoAnswer) -> Self {
        match no {
            NoAnswer::Refused(Refusal::NotFound) => Stop::NotFound,
            NoAnswer::Fault(fault) => Stop::Fault(fault),
            // Loads only ask; what else is refused to them they look at themselves.
            NoAnswer::Refused(refusal) => Stop::Fault(Fault::Broken(refusal.to_string())),
        }
    }
}

impl Stop {
    /// As an answer.
    pub fn loaded(self, request: &Request) -> Loaded {
        let locale = request.locale();
        match self {
            Stop::Elsewhere(path) => Loaded::see_other(path),
            Stop::SignIn(clinic) => Loaded::see_other(paths::sign_in_late(&clinic, &request.here)),
            Stop::NotFound => not_found(request),
            Stop::Fault(fault) => {
                let number = match &fault {
                    Fault::Busy => None,
                    Fault::Unknown(why) | Fault::Broken(why) => {
                        Some(act::log_broken(&request.pages, why))
                    }
                };
                let again = (request.here.clone(), t!(locale, "staff-try-again"));
                let words = (t!(locale, "staff-fault-title"), fault_words(locale, number));
                let body = plain(locale, &request.here, words, again);
                let title = page_title(
                    locale,
                    &t!(locale, "staff-fault-title"),
                    &t!(locale, "staff-product"),
                    None,
                );
                Loaded::new(title, body).status(StatusCode::SERVICE_UNAVAILABLE)
            }
        }
    }
}

fn fault_words(locale: Locale, number: Option<String>) -> String {
    match number {
        None => t!(locale, "staff-fault-busy"),
        Some(number) => t!(locale, "staff-fault-broken", number = number),
    }
}

/// The page for an address of another clinic, or of nothing.
fn not_found(request: &Request) -> Loaded {
    let locale = request.locale();
    // Whoever is signed in is led back to their own desk.
    let home = match &request.asker.staff {
        Some(staff) => (paths::desk(&staff.clinic), t!(locale, "staff-to-desk")),
        None => ("/".to_owned(), t!(locale, "staff-to-clinics")),
    };
    let title = t!(locale, "staff-not-found-title");
    let body = plain(
        locale,
        &request.here,
        (title.clone(), t!(locale, "staff-not-found")),
        home,
    );
    let title = page_title(locale, &title, &t!(locale, "staff-product"), None);
    Loaded::new(title, body).status(StatusCode::NOT_FOUND)
}

fn plain(locale: Locale, here: &str, words: (String, String), next: (String, String)) -> AnyView {
    let (title, sentence) = words;
    let (href, label) = next;
    view! {
        <Page
            locale=locale
            clinic=t!(locale, "staff-product")
            home_href="/"
            language_href=paths::with(here, "lang", locale.other().tag())
        >
            <div class="stack">
                <h1>{title}</h1>
                <Notice icon=Icon::Alert tone=Tone::Wait><p>{sentence}</p></Notice>
                <p><ButtonLink href=href label=label/></p>
            </div>
        </Page>
    }
    .into_any()
}
