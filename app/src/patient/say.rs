//! What a page says after a press that came to nothing: what happened, in plain words, and the next step.

use leptos::prelude::*;
use reservation::outcome::Refusal;
use reservation::visit::Status;

use super::paths;
use super::room::Room;
use crate::components::{ErrorSummary, Icon, Mistake, Notice, PhoneLink, Tone};
use crate::door::Say;
use crate::format;
use crate::locale::Locale;
use crate::t;

/// The notice at the top of a page that is drawn again; mistakes are the error summary.
pub(crate) fn notice(room: &Room, said: &Say) -> Option<AnyView> {
    let locale = room.locale();
    match said {
        Say::Kept | Say::SignedIn => None,
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
        said => {
            let (icon, tone) = look(said);
            let words = sentence(said, locale);
            // The other sentences say it themselves; this one is met on pages without a field as well.
            let kept = (*said == Say::NoCookie && room.typed_details().is_some())
                .then(|| view! { <p>{t!(locale, "patient-say-typed-kept")}</p> });
            let next = next(room, said);
            Some(
                view! { <Notice icon=icon tone=tone focus=true><p>{words}</p>{kept}{next}</Notice> }
                    .into_any(),
            )
        }
    }
}

/// The mistake in a field, if there is one.
pub(crate) fn mistake(said: Option<&Say>, field: &str) -> Option<String> {
    match said? {
        Say::Mistakes(mistakes) => mistakes
            .iter()
            .find(|mistake| mistake.field == field)
            .map(|mistake| mistake.text.clone()),
        _ => None,
    }
}

fn look(said: &Say) -> (Icon, Tone) {
    match said {
        Say::Unknown(_) | Say::Busy | Say::TooMany(_) => (Icon::Late, Tone::Wait),
        Say::NoToken
        | Say::NoCookie
        | Say::Refused(Refusal::FormExpired | Refusal::FormForeign) => (Icon::Alert, Tone::Wait),
        _ => (Icon::Alert, Tone::Stop),
    }
}

/// The next step, where it is something to press.
fn next(room: &Room, said: &Say) -> Option<AnyView> {
    let locale = room.locale();
    match said {
        Say::Unknown(Some(token)) => {
            let href = paths::receipt(room.id(), token, &room.request.here);
            Some(
                view! { <p><a class="link" href=href>{t!(locale, "receipt-see")}</a></p> }
                    .into_any(),
            )
        }
        // A tab of its own: the form with what was typed stays where it is, to be pressed again.
        Say::Refused(Refusal::TooMany { .. }) => Some(
            view! {
                <p>
                    {t!(locale, "patient-too-many-cancel")}
                    " "
                    <a class="link" href=paths::bookings(room.id()) target="_blank">
                        {t!(locale, "patient-too-many-bookings")}
                    </a>
                </p>
                <p>{t!(locale, "patient-too-many-call")} " " <PhoneLink phone=room.phone()/></p>
            }
            .into_any(),
        ),
        Say::TooMany(_) | Say::Broken(_) | Say::Refused(Refusal::NoMoreTime | Refusal::TooSoon) => {
            let phone = room.phone();
            Some(
                view! { <p>{t!(locale, "patient-in-a-hurry")} " " <PhoneLink phone=phone/></p> }
                    .into_any(),
            )
        }
        _ => None,
    }
}

/// The sentence.
pub(crate) fn sentence(said: &Say, locale: Locale) -> String {
    match said {
        Say::Kept | Say::SignedIn | Say::Mistakes(_) => String::new(),
        Say::Refused(refusal) => refused(refusal, locale),
        // Nobody signs in on these pages.
        Say::NoToken | Say::SignIn => t!(locale, "patient-say-no-token"),
        Say::NoCookie => t!(locale, "patient-say-no-cookie"),
        Say::CookiesBlocked => t!(locale, "patient-cookies-what"),
        Say::ForeignOrigin => t!(locale, "patient-say-foreign-origin"),
        Say::TooLarge => t!(locale, "patient-say-too-large"),
        Say::BrokenOff => t!(locale, "patient-say-broken-off"),
        Say::TooMany(seconds) => {
            let milliseconds = i64::try_from(*seconds)
                .unwrap_or(i64::MAX)
                .saturating_mul(1000);
            let time = match seconds {
                0..60 => t!(locale, "time-seconds", seconds = seconds.to_string()),
                _ => format::minutes_seconds(milliseconds, locale),
            };
            t!(locale, "patient-say-too-many", time = time)
        }
        Say::Busy => t!(locale, "patient-say-busy"),
        Say::Unknown(_) => t!(locale, "receipt-unknown"),
        Say::Broken(number) => t!(locale, "patient-say-broken", number = number.clone()),
    }
}

/// A "no" of the desk.
pub(crate) fn refused(refusal: &Refusal, locale: Locale) -> String {
    match refusal {
        Refusal::Taken => t!(locale, "refusal-taken"),
        Refusal::Expired => t!(locale, "patient-refused-expired"),
        Refusal::NotFound => t!(locale, "patient-refused-not-found"),
        Refusal::NotOffered => t!(locale, "patient-refused-not-offered"),
        Refusal::Closed => t!(locale, "patient-refused-closed"),
        Refusal::OffGrid => t!(locale, "patient-refused-off-grid"),
        Refusal::InThePast => t!(locale, "patient-refused-past"),
        Refusal::TooSoon => t!(locale, "patient-refused-too-soon"),
        Refusal::TooFar => t!(locale, "patient-refused-too-far"),
        Refusal::FormExpired => t!(locale, "refusal-form-expired"),
        Refusal::FormForeign => t!(locale, "patient-refused-form-foreign"),
        Refusal::HoldChanged { .. } => t!(locale, "patient-note-held-other"),
        Refusal::AlreadySent { .. } => t!(locale, "patient-refused-already-sent"),
        Refusal::WrongStatus { status } => {
            t!(
                locale,
                "patient-refused-wrong-status",
                status = status_word(*status, locale)
            )
        }
        Refusal::TooMany { limit } => {
            t!(
                locale,
                "patient-refused-too-many-bookings",
                limit = (*limit)
            )
        }
        Refusal::NoMoreTime => t!(locale, "patient-refused-no-more-time"),
        Refusal::EmptySpan | Refusal::NotAllowed => t!(locale, "patient-refused-not-allowed"),
    }
}

fn status_word(status: Status, locale: Locale) -> String {
    match status {
        Status::Held => t!(locale, "path-held"),
        Status::Requested => t!(locale, "state-requested"),
        Status::Confirmed => t!(locale, "state-confirmed"),
        Status::Expired => t!(locale, "state-expired-hold"),
        Status::Cancelled => t!(locale, "state-cancelled"),
    }
}
