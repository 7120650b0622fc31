//! What a staff page says after a press that came to nothing: a plain sentence and the next step.

use leptos::prelude::*;
use reservation::outcome::Refusal;
use reservation::visit::Status;

use crate::components::{ErrorSummary, Icon, Mistake, Notice, Tone};
use crate::door::Say;
use crate::locale::Locale;
use crate::t;

/// The notice at the top of a page that is drawn again; mistakes are the error summary.
pub(crate) fn notice(say: Option<&Say>, locale: Locale) -> Option<AnyView> {
    match say? {
        Say::Kept => None,
        Say::Mistakes(mistakes) => {
            let mistakes = mistakes
                .iter()
                .map(|mistake| Mistake {
                    field: mistake.field.to_owned(),
                    message: mistake.text.clone(),
                })
                .collect();
            Some(view! { <ErrorSummary locale=locale mistakes=mistakes/> }.into_any())
        }
        say => {
            let words = sentence(say, locale);
            let (icon, tone) = look(say);
            Some(
                view! { <Notice icon=icon tone=tone focus=true><p>{words}</p></Notice> }.into_any(),
            )
        }
    }
}

/// The mistake in a field, if there is one.
pub(crate) fn mistake(say: Option<&Say>, field: &str) -> Option<String> {
    match say? {
        Say::Mistakes(mistakes) => mistakes
            .iter()
            .find(|mistake| mistake.field == field)
            .map(|mistake| mistake.text.clone()),
        _ => None,
    }
}

fn look(say: &Say) -> (Icon, Tone) {
    match say {
        Say::Unknown(_) | Say::Busy | Say::TooMany(_) => (Icon::Late, Tone::Wait),
        Say::Refused(Refusal::FormExpired | Refusal::FormForeign)
        | Say::NoToken
        | Say::NoCookie
        | Say::SignIn
        | Say::SignedIn => (Icon::Alert, Tone::Wait),
        _ => (Icon::Alert, Tone::Stop),
    }
}

/// The sentence, with the next step in it.
pub(crate) fn sentence(say: &Say, locale: Locale) -> String {
    match say {
        Say::Kept | Say::Mistakes(_) => String::new(),
        Say::Refused(refusal) => refused(refusal, locale),
        Say::SignIn => t!(locale, "staff-sign-in-late"),
        Say::SignedIn => t!(locale, "staff-say-signed-in"),
        Say::NoToken | Say::NoCookie => t!(locale, "staff-say-press-again"),
        Say::CookiesBlocked => t!(locale, "staff-say-cookies"),
        Say::ForeignOrigin => t!(locale, "staff-say-foreign-origin"),
        Say::TooLarge => t!(locale, "staff-say-too-large"),
        Say::BrokenOff => t!(locale, "staff-say-broken-off"),
        Say::TooMany(seconds) => t!(locale, "staff-say-too-many", seconds = (*seconds)),
        Say::Busy => t!(locale, "staff-fault-busy"),
        Say::Unknown(_) => t!(locale, "staff-say-unknown"),
        Say::Broken(number) => t!(locale, "staff-fault-broken", number = number.clone()),
    }
}

fn refused(refusal: &Refusal, locale: Locale) -> String {
    match refusal {
        Refusal::Taken => t!(locale, "staff-refused-taken"),
        Refusal::Expired => t!(locale, "staff-refused-expired"),
        Refusal::NotFound => t!(locale, "staff-not-found"),
        Refusal::NotOffered => t!(locale, "staff-refused-not-offered"),
        Refusal::Closed => t!(locale, "staff-refused-closed"),
        Refusal::OffGrid => t!(locale, "staff-refused-off-grid"),
        Refusal::InThePast => t!(locale, "staff-refused-past"),
        Refusal::TooSoon => t!(locale, "staff-refused-too-soon"),
        Refusal::TooFar => t!(locale, "staff-refused-too-far"),
        Refusal::FormExpired => t!(locale, "staff-refused-form-expired"),
        Refusal::FormForeign => t!(locale, "staff-refused-form-foreign"),
        Refusal::HoldChanged { .. } => t!(locale, "staff-refused-hold-changed"),
        Refusal::AlreadySent { .. } => t!(locale, "staff-refused-already-sent"),
        Refusal::WrongStatus { status } => {
            t!(
                locale,
                "staff-refused-wrong-status",
                status = status_word(*status, locale)
            )
        }
        // Staff are not bound by it.
        Refusal::TooMany { .. } | Refusal::NotAllowed => t!(locale, "staff-refused-not-allowed"),
        Refusal::NoMoreTime => t!(locale, "staff-refused-no-more-time"),
        Refusal::EmptySpan => t!(locale, "staff-refused-empty-span"),
    }
}

/// A status by itself.
pub(crate) fn status_word(status: Status, locale: Locale) -> String {
    match status {
        Status::Held => t!(locale, "staff-held"),
        Status::Requested => t!(locale, "staff-requested"),
        Status::Confirmed => t!(locale, "staff-confirmed"),
        Status::Expired => t!(locale, "staff-expired-hold"),
        Status::Cancelled => t!(locale, "staff-cancelled"),
    }
}
