//! What staff call things: states, people, wishes, reasons, lines of history.

use chrono::{Datelike, NaiveDate};
use chrono_tz::Tz;
use reservation::availability::day_span;
use reservation::catalogue::{Catalogue, VisitKind};
use reservation::ids::{ResourceId, ServiceId};
use reservation::time::{Span, UtcMillis};
use reservation::visit::{
    End, Event, HistoryRow, MessageKind, Patient, Reason, Reservation, Status,
};

use super::reception::said;
use crate::components::{Icon, Tone};
use crate::format;
use crate::locale::Locale;
use crate::t;

/// Shape, word and colour of where a reservation stands now.
pub(crate) fn state(row: &Reservation, now: UtcMillis, locale: Locale) -> (Icon, String, Tone) {
    match row.status_at(now) {
        Status::Held => (Icon::Held, t!(locale, "staff-held"), Tone::Plain),
        Status::Requested => (Icon::Requested, t!(locale, "staff-requested"), Tone::Wait),
        Status::Confirmed => (Icon::Confirmed, t!(locale, "staff-confirmed"), Tone::Accent),
        Status::Expired if row.sent_at.is_some() => {
            (Icon::Late, t!(locale, "staff-expired-request"), Tone::Stop)
        }
        Status::Expired => (Icon::Late, t!(locale, "staff-expired-hold"), Tone::Plain),
        Status::Cancelled => match row.ending.as_ref().map(|ending| ending.how) {
            Some(End::Declined) => (Icon::Full, t!(locale, "staff-declined"), Tone::Stop),
            Some(End::Released | End::Swapped) => {
                (Icon::Full, t!(locale, "staff-released"), Tone::Plain)
            }
            Some(End::CancelledByPatient) => (
                Icon::Full,
                t!(locale, "staff-cancelled-by-patient"),
                Tone::Stop,
            ),
            _ => (Icon::Full, t!(locale, "staff-cancelled"), Tone::Stop),
        },
    }
}

/// First or return visit.
pub(crate) fn visit_kind(visit: VisitKind, locale: Locale) -> String {
    match visit {
        VisitKind::First => t!(locale, "visit-first"),
        VisitKind::Return => t!(locale, "visit-return"),
    }
}

/// The name of a service; its id when it is no longer offered.
pub(crate) fn service(catalogue: &Catalogue, id: &ServiceId, locale: Locale) -> String {
    catalogue.service(id).map_or_else(
        || id.to_string(),
        |service| said(&service.name, locale).to_owned(),
    )
}

/// The name of a doctor, room or device; its id when it is gone.
pub(crate) fn resource(catalogue: &Catalogue, id: &ResourceId, locale: Locale) -> String {
    catalogue
        .resource(id)
        .map_or_else(|| id.to_string(), |one| said(&one.name, locale).to_owned())
}

/// With whom: the doctor, or "anyone" and whom the desk chose.
pub(crate) fn with_whom(catalogue: &Catalogue, row: &Reservation, locale: Locale) -> String {
    let chosen = resource(catalogue, &row.resource, locale);
    if row.anyone {
        t!(locale, "staff-anyone-chosen", resource = chosen)
    } else {
        chosen
    }
}

/// Service and doctor in one line.
pub(crate) fn what(catalogue: &Catalogue, row: &Reservation, locale: Locale) -> String {
    t!(
        locale,
        "staff-service-with",
        service = service(catalogue, &row.service, locale),
        resource = with_whom(catalogue, row, locale)
    )
}

/// The patient's name, or that nothing has been filled in yet.
pub(crate) fn name(row: &Reservation, locale: Locale) -> String {
    row.patient.as_ref().map_or_else(
        || t!(locale, "staff-no-name-yet"),
        |patient| patient.name.clone(),
    )
}

/// Reading and age, where they were given.
pub(crate) fn about(patient: &Patient, today: NaiveDate, locale: Locale) -> Option<String> {
    let age = patient
        .birth
        .and_then(|birth| age(birth, today))
        .map(|age| t!(locale, "request-age", age = age));
    match (patient.kana.clone().filter(|kana| !kana.is_empty()), age) {
        (Some(kana), Some(age)) => Some(t!(locale, "staff-kana-age", kana = kana, age = age)),
        (kana, age) => kana.or(age),
    }
}

/// A date of birth as the papers of a house have it: `1955年（昭和30年）4月5日`, `5 April 1955`.
pub(crate) fn birth(date: NaiveDate, locale: Locale) -> String {
    if locale == Locale::En {
        return date.format("%-d %B %Y").to_string();
    }
    let year = date.year();
    let (era, first) = match (year, date.month(), date.day()) {
        (2020.., ..) | (2019, 5.., _) => (t!(locale, "era-reiwa"), 2019),
        (1990.., ..) | (1989, 2.., _) | (1989, 1, 8..) => (t!(locale, "era-heisei"), 1989),
        (1927.., ..) | (1926, 12, 25..) => (t!(locale, "era-showa"), 1926),
        (1913.., ..) | (1912, 8.., _) | (1912, 7, 30..) => (t!(locale, "era-taisho"), 1912),
        _ => return date.format("%Y年%-m月%-d日").to_string(),
    };
    let of_era = match year - first + 1 {
        1 => "元".to_owned(),
        of_era => of_era.to_string(),
    };
    format!(
        "{year}年（{era}{of_era}年）{}月{}日",
        date.month(),
        date.day()
    )
}

/// Full years lived on a day.
pub(crate) fn age(birth: NaiveDate, today: NaiveDate) -> Option<u32> {
    let had_birthday = (today.month(), today.day()) >= (birth.month(), birth.day());
    let years = today.year() - birth.year() - i32::from(!had_birthday);
    u32::try_from(years).ok()
}

/// The language to speak, where it isn't the one of the house.
pub(crate) fn language(patient: &Patient, locale: Locale) -> Option<String> {
    match Locale::parse(&patient.language)? {
        Locale::Ja => None,
        Locale::En => Some(t!(locale, "staff-speaks-english")),
    }
}

/// A reason for the patient.
pub(crate) fn reason(reason: Reason, locale: Locale) -> String {
    match reason {
        Reason::DoctorAway => t!(locale, "staff-reason-doctor-away"),
        Reason::OtherSlotNeeded => t!(locale, "staff-reason-other-slot"),
        Reason::PleaseCall => t!(locale, "staff-reason-please-call"),
        Reason::OtherClinic => t!(locale, "staff-reason-other-clinic"),
        Reason::ClinicClosed => t!(locale, "staff-reason-clinic-closed"),
        Reason::AskedByPatient => t!(locale, "staff-reason-asked"),
    }
}

/// What the patient has to be told on the telephone.
pub(crate) fn message(kind: MessageKind, locale: Locale) -> String {
    match kind {
        MessageKind::Confirmed => t!(locale, "staff-tell-confirmed"),
        MessageKind::Declined => t!(locale, "staff-tell-declined"),
        MessageKind::Cancelled => t!(locale, "staff-tell-cancelled"),
        MessageKind::NotAnswered => t!(locale, "staff-tell-not-answered"),
        MessageKind::Restored => t!(locale, "staff-tell-restored"),
    }
}

/// What a line of history says happened.
pub(crate) fn event(event: Event, locale: Locale) -> String {
    match event {
        Event::Held => t!(locale, "staff-event-held"),
        Event::Extended => t!(locale, "staff-event-extended"),
        Event::Retaken => t!(locale, "staff-event-retaken"),
        Event::Requested => t!(locale, "staff-event-requested"),
        Event::Confirmed => t!(locale, "staff-event-confirmed"),
        Event::Declined => t!(locale, "staff-event-declined"),
        Event::Cancelled => t!(locale, "staff-event-cancelled"),
        Event::Released => t!(locale, "staff-event-released"),
        Event::Swapped => t!(locale, "staff-event-swapped"),
        Event::Expired => t!(locale, "staff-event-expired"),
        Event::Undone => t!(locale, "staff-event-undone"),
    }
}

/// Who did it.
pub(crate) fn who(line: &HistoryRow, locale: Locale) -> String {
    match (line.actor.as_str(), &line.actor_name) {
        (_, Some(name)) => t!(locale, "staff-who-staff", name = name.clone()),
        ("visitor" | "link", None) => t!(locale, "staff-who-patient"),
        ("system", None) => t!(locale, "staff-who-system"),
        (_, None) => t!(locale, "staff-who-reception"),
    }
}

/// When and who, small: `10:31 受付・森`.
pub(crate) fn when_and_who(line: &HistoryRow, now: UtcMillis, zone: Tz, locale: Locale) -> String {
    let when = if format::is_today(line.at.0, now.0, zone) {
        format::clock(line.at.0, zone)
    } else {
        format::when(line.at.0, now.0, zone, locale)
    };
    t!(
        locale,
        "staff-when-who",
        when = when,
        who = who(line, locale)
    )
}

/// A closed span, which may last all day or reach over several; one that ends with the day ends at 24:00.
pub(crate) fn closed_span(span: Span, now: UtcMillis, zone: Tz, locale: Locale) -> String {
    let date = format::local_date(span.from.0, zone);
    if format::local_date(span.until.plus(-1).0, zone) != date {
        let (from, until) = (span.from.0, span.until.0);
        return format!(
            "{} – {}",
            format::when(from, now.0, zone, locale),
            format::when(until, now.0, zone, locale)
        );
    }
    let day = format::day(span.from.0, now.0, zone, locale);
    t!(
        locale,
        "staff-day-and-time",
        day = day,
        time = closed_clock(span, zone, locale)
    )
}

/// The times of day of a closed span.
pub(crate) fn closed_clock(span: Span, zone: Tz, locale: Locale) -> String {
    let day = day_span(zone, format::local_date(span.from.0, zone));
    match (span.from <= day.from, day.until <= span.until) {
        (true, true) => t!(locale, "time-whole-day"),
        (false, true) => format!("{}–24:00", format::clock(span.from.0, zone)),
        _ => format::span(span.from.0, span.until.0, zone),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_day_ends_at_its_end() {
        let at = |text: &str| UtcMillis::parse_rfc3339(text).unwrap();
        let (zone, now) = (Tz::Asia__Tokyo, at("2026-03-01T00:00:00Z"));
        for (from, until, wanted) in [
            (
                "2026-03-02T00:00:00+09:00",
                "2026-03-03T00:00:00+09:00",
                "3月2日（月）終日",
            ),
            (
                "2026-03-02T15:00:00+09:00",
                "2026-03-03T00:00:00+09:00",
                "3月2日（月）15:00–24:00",
            ),
            (
                "2026-03-02T00:00:00+09:00",
                "2026-03-02T12:00:00+09:00",
                "3月2日（月）0:00–12:00",
            ),
            (
                "2026-03-02T15:00:00+09:00",
                "2026-03-03T12:00:00+09:00",
                "3月2日（月）15:00 – 3月3日（火）12:00",
            ),
        ] {
            assert_eq!(
                closed_span(
                    Span {
                        from: at(from),
                        until: at(until)
                    },
                    now,
                    zone,
                    Locale::Ja
                ),
                wanted
            );
        }
    }

    #[test]
    fn a_date_of_birth_names_its_era() {
        for (date, ja, en) in [
            ((1955, 4, 5), "1955年（昭和30年）4月5日", "5 April 1955"),
            ((2019, 4, 30), "2019年（平成31年）4月30日", "30 April 2019"),
            ((2019, 5, 1), "2019年（令和元年）5月1日", "1 May 2019"),
            ((1989, 1, 7), "1989年（昭和64年）1月7日", "7 January 1989"),
            ((1989, 1, 8), "1989年（平成元年）1月8日", "8 January 1989"),
            (
                (1926, 12, 24),
                "1926年（大正15年）12月24日",
                "24 December 1926",
            ),
            (
                (1926, 12, 25),
                "1926年（昭和元年）12月25日",
                "25 December 1926",
            ),
            ((1912, 7, 30), "1912年（大正元年）7月30日", "30 July 1912"),
            ((1912, 7, 29), "1912年7月29日", "29 July 1912"),
        ] {
            let (year, month, day) = date;
            let date = NaiveDate::from_ymd_opt(year, month, day).unwrap();
            assert_eq!(birth(date, Locale::Ja), ja);
            assert_eq!(birth(date, Locale::En), en);
        }
    }

    #[test]
    fn one_is_a_year_older_on_the_day_itself() {
        let day = |y, m, d| NaiveDate::from_ymd_opt(y, m, d).unwrap();
        for (birth, today, wanted) in [
            (day(1981, 3, 2), day(2026, 3, 1), Some(44)),
            (day(1981, 3, 2), day(2026, 3, 2), Some(45)),
            (day(2024, 2, 29), day(2025, 2, 28), Some(0)),
            (day(2024, 2, 29), day(2025, 3, 1), Some(1)),
            (day(2026, 3, 2), day(2026, 3, 2), Some(0)),
            (day(2027, 1, 1), day(2026, 3, 2), None),
        ] {
            assert_eq!(age(birth, today), wanted, "{birth} {today}");
        }
    }
}
