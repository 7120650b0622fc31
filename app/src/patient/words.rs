//! What patients are told: names, kinds of visit, reasons.

use chrono_tz::Tz;
use leptos::prelude::*;
use reservation::catalogue::{Catalogue, Service, VisitKind, Words};
use reservation::ids::{ResourceId, ServiceId};
use reservation::slot_key::Wish;
use reservation::time::UtcMillis;
use reservation::visit::{Reason, Reservation};

use crate::components::foreign;
use crate::format;
use crate::locale::Locale;
use crate::t;

/// The words of a language; of a text that has only one, that one.
pub(crate) fn said(words: &Words, locale: Locale) -> String {
    let (first, second) = match locale {
        Locale::Ja => (&words.ja, &words.en),
        Locale::En => (&words.en, &words.ja),
    };
    if first.is_empty() {
        second.clone()
    } else {
        first.clone()
    }
}

/// First or return visit.
pub(crate) fn visit(visit: VisitKind, locale: Locale) -> String {
    match visit {
        VisitKind::First => t!(locale, "visit-first"),
        VisitKind::Return => t!(locale, "visit-return"),
    }
}

/// The name of a service; its id when it is no longer offered.
pub(crate) fn service(catalogue: &Catalogue, id: &ServiceId, locale: Locale) -> String {
    catalogue
        .service(id)
        .map_or_else(|| id.to_string(), |service| said(&service.name, locale))
}

/// The name of a doctor; the id of one who is gone.
pub(crate) fn resource(catalogue: &Catalogue, id: &ResourceId, locale: Locale) -> String {
    catalogue
        .resource(id)
        .map_or_else(|| id.to_string(), |one| said(&one.name, locale))
}

/// The doctor asked for, or "anyone".
pub(crate) fn wish(catalogue: &Catalogue, wish: &Wish, locale: Locale) -> String {
    match wish {
        Wish::Anyone => t!(locale, "visit-any-doctor"),
        Wish::One(id) => resource(catalogue, id, locale),
    }
}

/// A patient's name as people are addressed: `山田 花子 様`. Isolated, so that a name from right to left does not turn its
/// neighbours round.
pub(crate) fn person(name: &str, locale: Locale) -> AnyView {
    let around = t!(locale, "fact-person", name = "\u{0}");
    let (before, after) = around.split_once('\u{0}').unwrap_or(("", ""));
    let (before, after) = (before.to_owned(), after.to_owned());
    let lang = foreign(name, locale);
    view! { {before} <bdi lang=lang>{name.to_owned()}</bdi> {after} }.into_any()
}

/// What stands between two sentences: the full-width stop brings its own space.
pub(crate) fn gap(locale: Locale) -> Option<&'static str> {
    match locale {
        // Nothing at all: an empty text would be drawn as a space.
        Locale::Ja => None,
        Locale::En => Some(" "),
    }
}

/// That a time is kept, until when, and that it is not booked.
pub(crate) fn held(held: &Reservation, now: UtcMillis, zone: Tz, locale: Locale) -> String {
    let until = held.expires_at.unwrap_or(now);
    t!(
        locale,
        "patient-held",
        when = format::when_spoken(held.span.from.0, now.0, zone, locale),
        until = format::clock_spoken(until.0, zone, locale)
    )
}

/// Service and kind of visit: `一般内科・再診（30分）`.
pub(crate) fn what(catalogue: &Catalogue, row: &Reservation, locale: Locale) -> String {
    let minutes = (row.span.until.0 - row.span.from.0) / reservation::time::MINUTE;
    t!(
        locale,
        "patient-what",
        service = service(catalogue, &row.service, locale),
        visit = visit(row.visit, locale),
        minutes = minutes.to_string()
    )
}

/// How long a service takes: `30分`, or for each kind of visit where they differ.
pub(crate) fn length(service: &Service, locale: Locale) -> String {
    let minutes = service.minutes.to_string();
    match service.first_minutes {
        Some(first) if first == service.minutes => t!(locale, "time-minutes", minutes = minutes),
        Some(first) => {
            t!(
                locale,
                "patient-service-minutes",
                first = first.to_string(),
                again = minutes
            )
        }
        None => t!(locale, "patient-service-return-only", minutes = minutes),
    }
}

/// Why the clinic could not accept, or cancelled.
pub(crate) fn reason(reason: Reason, locale: Locale) -> String {
    match reason {
        Reason::DoctorAway => t!(locale, "patient-reason-doctor-away"),
        Reason::OtherSlotNeeded => t!(locale, "patient-reason-other-slot"),
        Reason::PleaseCall => t!(locale, "patient-reason-please-call"),
        Reason::OtherClinic => t!(locale, "patient-reason-other-clinic"),
        Reason::ClinicClosed => t!(locale, "patient-reason-clinic-closed"),
        Reason::AskedByPatient => t!(locale, "patient-reason-asked"),
    }
}
