//! Reads the form that closes a span: real dates, local times in steps of five minutes.

use chrono::{Datelike, LocalResult, NaiveDate, NaiveTime, TimeZone};
use chrono_tz::Tz;
use reservation::availability::local_span;
use reservation::catalogue::{Catalogue, LocalSpan};
use reservation::ids::ResourceId;
use reservation::time::{CELL_MINUTES, Span, UtcMillis};
use unicode_normalization::UnicodeNormalization;

use crate::door::{FieldError, Fields, Say};
use crate::locale::Locale;
use crate::t;

/// The value of the choice "the whole clinic".
pub(super) const WHOLE_CLINIC: &str = "clinic";
/// The longest reason, in characters.
const REASON_MAX: usize = 200;

/// What the form says when it is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Closing {
    pub resource: Option<ResourceId>,
    pub span: Span,
    pub reason: String,
}

/// A mistake in a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    NotATime,
    NotFive,
    Skipped,
}

/// Reads the form: what is to be closed, or every mistake in the order of the fields.
pub(super) fn parse(
    fields: &Fields,
    catalogue: &Catalogue,
    now: UtcMillis,
    locale: Locale,
) -> Result<Closing, Say> {
    let mut mistakes = Vec::new();
    let mut wrong = |field, text| mistakes.push(FieldError { field, text });
    let resource = match fields.get("resource") {
        WHOLE_CLINIC => Some(None),
        id => id
            .parse()
            .ok()
            .filter(|id| catalogue.resource(id).is_some())
            .map(Some),
    };
    if resource.is_none() {
        wrong("resource", t!(locale, "staff-mistake-resource"));
    }
    let date = read_date(fields.get("date"));
    if date.is_none() {
        wrong("date", t!(locale, "staff-mistake-date"));
    }
    let zone = catalogue.clinic.zone;
    let from = read_clock(fields.get("from"), date, zone);
    if let Err(clock) = from {
        wrong("from", clock_words(clock, locale));
    }
    let until = read_clock(fields.get("until"), date, zone);
    if let Err(clock) = until {
        wrong("until", clock_words(clock, locale));
    }
    let span = match (date, from, until) {
        (Some(date), Ok(from), Ok(until)) => {
            let span = local_span(zone, date, LocalSpan { from, until });
            if until <= from || span.until <= span.from {
                wrong("until", t!(locale, "staff-mistake-order"));
            } else if span.until <= now {
                wrong("date", t!(locale, "staff-mistake-past"));
            }
            Some(span)
        }
        _ => None,
    };
    let reason = fields
        .get("reason")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if reason.is_empty() {
        wrong("reason", t!(locale, "staff-mistake-closing-reason"));
    } else if reason.chars().count() > REASON_MAX {
        wrong(
            "reason",
            t!(locale, "staff-mistake-long", most = REASON_MAX.to_string()),
        );
    }
    match (resource, span) {
        (Some(resource), Some(span)) if mistakes.is_empty() => Ok(Closing {
            resource,
            span,
            reason,
        }),
        _ => Err(Say::Mistakes(mistakes)),
    }
}

fn plain(text: &str) -> String {
    text.nfkc().filter(|c| !c.is_whitespace()).collect()
}

/// `2026-03-02`, as a date field sends it, or with slashes as people write it.
fn read_date(text: &str) -> Option<NaiveDate> {
    let text = plain(text).replace('/', "-");
    let date = NaiveDate::parse_from_str(&text, "%Y-%m-%d").ok()?;
    (2000..2100).contains(&date.year()).then_some(date)
}

/// Minutes of the day: `9:00`, `0900`, `９時３０分`, and `24:00` for its end.
fn read_clock(text: &str, date: Option<NaiveDate>, zone: Tz) -> Result<i64, Clock> {
    let text = plain(text).replace('時', ":").replace('分', "");
    let (hours, minutes) = match text.split_once(':') {
        Some((hours, "")) => (hours, "0"),
        Some(parts) => parts,
        None if text.len() == 4 && text.is_ascii() => text.split_at(2),
        None => (text.as_str(), "0"),
    };
    let number = |part: &str| -> Result<i64, Clock> {
        let digits =
            (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if digits {
            part.parse().map_err(|_| Clock::NotATime)
        } else {
            Err(Clock::NotATime)
        }
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    if minutes > 59 || hours * 60 + minutes > 1440 {
        return Err(Clock::NotATime);
    }
    let at = hours * 60 + minutes;
    if at % CELL_MINUTES != 0 {
        return Err(Clock::NotFive);
    }
    match date {
        Some(date) if is_skipped(zone, date, at) => Err(Clock::Skipped),
        _ => Ok(at),
    }
}

/// True for a local time that the clocks jump over on that day. The end of a day is none of its times.
fn is_skipped(zone: Tz, date: NaiveDate, minute: i64) -> bool {
    let local = date.and_time(NaiveTime::MIN) + chrono::Duration::minutes(minute);
    minute < 1440 && matches!(zone.from_local_datetime(&local), LocalResult::None)
}

fn clock_words(clock: Clock, locale: Locale) -> String {
    match clock {
        Clock::NotATime => t!(locale, "staff-mistake-clock"),
        Clock::NotFive => t!(locale, "staff-mistake-five"),
        Clock::Skipped => t!(locale, "staff-mistake-skipped"),
    }
}

#[cfg(test)]
mod tests;
