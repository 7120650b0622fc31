//! Times as people read them: pure functions from an instant (milliseconds UTC), a zone
//! and a [`Locale`] to text.
//!
//! An instant always has exactly one local time, so nothing here can fail. The other way
//! round a local time may be there twice (clocks set back): then every clock names its
//! zone abbreviation, so that 1:30 EDT and 1:30 EST are told apart.

use chrono::{DateTime, Datelike, MappedLocalTime, NaiveDate, SecondsFormat, TimeZone, Utc};
use chrono_tz::Tz;

use crate::locale::Locale;
use crate::t;

const SECOND_MS: i64 = 1_000;
const MINUTE_MS: i64 = 60 * SECOND_MS;
/// 9999-12-30: what lies outside 1970 to here is no appointment, and must not overflow.
const LAST_MS: i64 = 253_402_128_000_000;

/// The local date of an instant.
pub fn local_date(at_ms: i64, zone: Tz) -> NaiveDate {
    local(at_ms, zone).date_naive()
}

/// `3月2日（月）`, `Mon 2 March`; with its year when that isn't the year of `today`.
pub fn date(date: NaiveDate, today: NaiveDate, locale: Locale) -> String {
    let other_year = date.year() != today.year();
    match (locale, other_year) {
        (Locale::Ja, false) => format!("{}（{}）", month_day_ja(date), weekday(date, locale)),
        (Locale::Ja, true) => format!(
            "{}年{}（{}）",
            date.year(),
            month_day_ja(date),
            weekday(date, locale)
        ),
        (Locale::En, false) => date.format("%a %-d %B").to_string(),
        (Locale::En, true) => date.format("%a %-d %B %Y").to_string(),
    }
}

/// [`date`] of an instant, seen from `now_ms`.
pub fn day(at_ms: i64, now_ms: i64, zone: Tz, locale: Locale) -> String {
    date(local_date(at_ms, zone), local_date(now_ms, zone), locale)
}

/// Whether the instant lies on the local day of `now_ms`.
pub fn is_today(at_ms: i64, now_ms: i64, zone: Tz) -> bool {
    local_date(at_ms, zone) == local_date(now_ms, zone)
}

/// `今日` / `today`, or [`day`].
pub fn day_or_today(at_ms: i64, now_ms: i64, zone: Tz, locale: Locale) -> String {
    if is_today(at_ms, now_ms, zone) {
        t!(locale, "time-today")
    } else {
        day(at_ms, now_ms, zone, locale)
    }
}

/// The short name of the weekday: `月`, `Mon`.
pub fn weekday(date: NaiveDate, locale: Locale) -> String {
    const JA: [&str; 7] = ["月", "火", "水", "木", "金", "土", "日"];
    match locale {
        Locale::Ja => JA
            .get(date.weekday().num_days_from_monday() as usize)
            .copied()
            .unwrap_or_default()
            .to_owned(),
        Locale::En => date.format("%a").to_string(),
    }
}

/// `2月27日 – 3月5日`, `27 February – 5 March`: first and last day of a week.
pub fn date_range(first: NaiveDate, last: NaiveDate, locale: Locale) -> String {
    match locale {
        Locale::Ja => format!("{} – {}", month_day_ja(first), month_day_ja(last)),
        Locale::En => format!("{} – {}", first.format("%-d %B"), last.format("%-d %B")),
    }
}

/// The clock of lists and headings: `10:00`.
pub fn clock(at_ms: i64, zone: Tz) -> String {
    let at = local(at_ms, zone);
    match repeated_abbreviation(&at) {
        Some(abbreviation) => format!("{} {abbreviation}", at.format("%-H:%M")),
        None => at.format("%-H:%M").to_string(),
    }
}

/// The clock in a query: `1000`.
pub fn clock_attr(at_ms: i64, zone: Tz) -> String {
    local(at_ms, zone).format("%H%M").to_string()
}

/// The clock inside a sentence: `10時00分`, `10:00`.
pub fn clock_spoken(at_ms: i64, zone: Tz, locale: Locale) -> String {
    spoken(at_ms, zone, locale, "%-H時%M分", "%-H:%M")
}

/// The clock to the second, for the receipt: `10時32分05秒`, `10:32:05`.
pub fn clock_seconds(at_ms: i64, zone: Tz, locale: Locale) -> String {
    spoken(at_ms, zone, locale, "%-H時%M分%S秒", "%-H:%M:%S")
}

/// Day and clock for lists: `3月2日（月）10:00`, `Mon 2 March, 10:00`.
pub fn when(at_ms: i64, now_ms: i64, zone: Tz, locale: Locale) -> String {
    join(
        &day(at_ms, now_ms, zone, locale),
        &clock(at_ms, zone),
        locale,
    )
}

/// Day and clock inside a sentence: `3月2日（月）10時00分`, `Mon 2 March, 10:00`.
pub fn when_spoken(at_ms: i64, now_ms: i64, zone: Tz, locale: Locale) -> String {
    join(
        &day(at_ms, now_ms, zone, locale),
        &clock_spoken(at_ms, zone, locale),
        locale,
    )
}

/// A deadline in a narrow column: `今日 10:45`, `10:45 today`, otherwise [`when`].
pub fn when_or_today(at_ms: i64, now_ms: i64, zone: Tz, locale: Locale) -> String {
    if is_today(at_ms, now_ms, zone) {
        let (today, clock) = (t!(locale, "time-today"), clock(at_ms, zone));
        match locale {
            Locale::Ja => format!("{today} {clock}"),
            Locale::En => format!("{clock} {today}"),
        }
    } else {
        when(at_ms, now_ms, zone, locale)
    }
}

/// From and to: `10:00–10:30`.
pub fn span(from_ms: i64, to_ms: i64, zone: Tz) -> String {
    format!("{}–{}", clock(from_ms, zone), clock(to_ms, zone))
}

/// Day, from and to: `3月2日（月）11:45–12:00`, `Mon 2 March, 11:45–12:00`.
pub fn when_span(from_ms: i64, to_ms: i64, now_ms: i64, zone: Tz, locale: Locale) -> String {
    join(
        &day(from_ms, now_ms, zone, locale),
        &span(from_ms, to_ms, zone),
        locale,
    )
}

/// What is left of a hold: `9分48秒`, `9 min 48 s`; never below nothing.
pub fn minutes_seconds(left_ms: i64, locale: Locale) -> String {
    let seconds = left_ms.max(0) / SECOND_MS;
    t!(
        locale,
        "time-minutes-seconds",
        minutes = (seconds / 60).to_string(),
        seconds = format!("{:02}", seconds % 60)
    )
}

/// A length of time in whole minutes: `13分`, `2時間08分`, `3日`; `13 min`, `2 h 08 min`.
pub fn duration(length_ms: i64, locale: Locale) -> String {
    let minutes = length_ms.max(0) / MINUTE_MS;
    let (hours, days) = (minutes / 60, minutes / (24 * 60));
    match (minutes, hours, days) {
        (0, _, _) => t!(locale, "time-under-minute"),
        (_, 0, _) => t!(locale, "time-minutes", minutes = minutes.to_string()),
        (_, _, 0 | 1) if minutes % 60 == 0 => {
            t!(locale, "time-hours", hours = hours.to_string())
        }
        (_, _, 0 | 1) => t!(
            locale,
            "time-hours-minutes",
            hours = hours.to_string(),
            minutes = format!("{:02}", minutes % 60)
        ),
        _ => t!(locale, "time-days", days = days),
    }
}

/// Time until a deadline: `あと13分`, `13 min left`.
pub fn remaining(left_ms: i64, locale: Locale) -> String {
    t!(locale, "time-remaining", time = duration(left_ms, locale))
}

/// Opening time until a deadline: `診療時間であと2時間08分`.
pub fn remaining_open(left_ms: i64, locale: Locale) -> String {
    t!(
        locale,
        "time-remaining-open",
        time = duration(left_ms, locale)
    )
}

/// The value of `datetime=`: RFC 3339 with the local offset.
pub fn datetime_attr(at_ms: i64, zone: Tz) -> String {
    local(at_ms, zone).to_rfc3339_opts(SecondsFormat::Secs, false)
}

/// The value of `datetime=` (or of a query) for a plain date: `2026-03-02`.
pub fn date_attr(date: NaiveDate) -> String {
    date.format("%Y-%m-%d").to_string()
}

/// The name of a zone at an instant: `日本時間`, `Japan time (JST)`; elsewhere `現地の時刻（EDT）`, `local time (EDT)`.
pub fn zone_label(at_ms: i64, zone: Tz, locale: Locale) -> String {
    match zone {
        Tz::Asia__Tokyo | Tz::Japan => t!(locale, "zone-japan-time"),
        _ => {
            let abbreviation = local(at_ms, zone).format("%Z").to_string();
            t!(locale, "zone-local-time", zone = abbreviation)
        }
    }
}

fn local(at_ms: i64, zone: Tz) -> DateTime<Tz> {
    DateTime::<Utc>::from_timestamp_millis(at_ms.clamp(0, LAST_MS))
        .unwrap_or_default()
        .with_timezone(&zone)
}

/// The zone abbreviation, but only where the local time is there twice.
fn repeated_abbreviation(at: &DateTime<Tz>) -> Option<String> {
    match at.timezone().from_local_datetime(&at.naive_local()) {
        MappedLocalTime::Ambiguous(_, _) => Some(at.format("%Z").to_string()),
        MappedLocalTime::Single(_) | MappedLocalTime::None => None,
    }
}

fn spoken(at_ms: i64, zone: Tz, locale: Locale, ja: &str, en: &str) -> String {
    let at = local(at_ms, zone);
    match (locale, repeated_abbreviation(&at)) {
        (Locale::Ja, None) => at.format(ja).to_string(),
        (Locale::Ja, Some(abbreviation)) => format!("{}（{abbreviation}）", at.format(ja)),
        (Locale::En, None) => at.format(en).to_string(),
        (Locale::En, Some(abbreviation)) => format!("{} {abbreviation}", at.format(en)),
    }
}

fn join(day: &str, clock: &str, locale: Locale) -> String {
    match locale {
        // The closing full-width bracket brings its own space.
        Locale::Ja => format!("{day}{clock}"),
        Locale::En => format!("{day}, {clock}"),
    }
}

fn month_day_ja(date: NaiveDate) -> String {
    date.format("%-m月%-d日").to_string()
}

#[cfg(test)]
mod tests {
    use chrono_tz::America::New_York;
    use chrono_tz::Asia::Tokyo;
    use chrono_tz::Australia::Lord_Howe;

    use super::Locale::{En, Ja};
    use super::*;

    fn ms(text: &str) -> i64 {
        DateTime::parse_from_rfc3339(text)
            .expect("a test writes RFC 3339")
            .timestamp_millis()
    }

    /// Monday 2 March 2026, 10:00 in Tokyo.
    fn visit() -> i64 {
        ms("2026-03-02T01:00:00.000Z")
    }

    fn now() -> i64 {
        ms("2026-02-27T01:32:05.999Z")
    }

    #[test]
    fn days_name_their_weekday_and_a_foreign_year() {
        for (at, locale, wanted) in [
            ("2026-03-02T01:00:00Z", Ja, "3月2日（月）"),
            ("2026-03-02T01:00:00Z", En, "Mon 2 March"),
            ("2026-02-28T15:00:00Z", Ja, "3月1日（日）"),
            ("2026-02-28T14:59:59Z", Ja, "2月28日（土）"),
            ("2026-12-31T15:00:00Z", Ja, "2027年1月1日（金）"),
            ("2026-12-31T15:00:00Z", En, "Fri 1 January 2027"),
            ("2025-12-31T14:59:59Z", En, "Wed 31 December 2025"),
        ] {
            assert_eq!(day(ms(at), now(), Tokyo, locale), wanted);
        }
        assert!(is_today(ms("2026-02-27T14:59:59Z"), now(), Tokyo));
        assert!(!is_today(ms("2026-02-27T15:00:00Z"), now(), Tokyo));
        assert_eq!(day_or_today(now(), now(), Tokyo, Ja), "今日");
        assert_eq!(day_or_today(visit(), now(), Tokyo, En), "Mon 2 March");
    }

    #[test]
    fn clocks_are_written_and_spoken() {
        assert_eq!(clock(visit(), Tokyo), "10:00");
        assert_eq!(clock(ms("2026-03-02T00:05:00Z"), Tokyo), "9:05");
        assert_eq!(clock_attr(ms("2026-03-02T00:05:00Z"), Tokyo), "0905");
        assert_eq!(clock(ms("2026-03-01T15:00:00Z"), Tokyo), "0:00");
        assert_eq!(clock_spoken(visit(), Tokyo, Ja), "10時00分");
        assert_eq!(clock_spoken(visit(), Tokyo, En), "10:00");
        assert_eq!(clock_seconds(now(), Tokyo, Ja), "10時32分05秒");
        assert_eq!(clock_seconds(now(), Tokyo, En), "10:32:05");
    }

    #[test]
    fn day_and_clock_go_together() {
        let end = visit() + 30 * MINUTE_MS;
        assert_eq!(when(visit(), now(), Tokyo, Ja), "3月2日（月）10:00");
        assert_eq!(when(visit(), now(), Tokyo, En), "Mon 2 March, 10:00");
        assert_eq!(
            when_spoken(visit(), now(), Tokyo, Ja),
            "3月2日（月）10時00分"
        );
        assert_eq!(when_spoken(visit(), now(), Tokyo, En), "Mon 2 March, 10:00");
        assert_eq!(when_or_today(now(), now(), Tokyo, Ja), "今日 10:32");
        assert_eq!(when_or_today(now(), now(), Tokyo, En), "10:32 today");
        assert_eq!(
            when_or_today(visit(), now(), Tokyo, Ja),
            "3月2日（月）10:00"
        );
        assert_eq!(span(visit(), end, Tokyo), "10:00–10:30");
        assert_eq!(
            when_span(visit(), end, now(), Tokyo, Ja),
            "3月2日（月）10:00–10:30"
        );
        assert_eq!(
            when_span(visit(), end, now(), Tokyo, En),
            "Mon 2 March, 10:00–10:30"
        );
    }

    #[test]
    fn a_repeated_hour_names_its_zone() {
        // New York, 1 November 2026: 1:30 is there twice.
        let (first, second) = (ms("2026-11-01T05:30:00Z"), ms("2026-11-01T06:30:00Z"));
        assert_eq!(clock(first, New_York), "1:30 EDT");
        assert_eq!(clock(second, New_York), "1:30 EST");
        assert_eq!(clock_spoken(first, New_York, Ja), "1時30分（EDT）");
        assert_eq!(clock_spoken(second, New_York, En), "1:30 EST");
        assert_eq!(clock_seconds(second, New_York, Ja), "1時30分00秒（EST）");
        assert_eq!(span(first, second, New_York), "1:30 EDT–1:30 EST");
        // The hours before and after are there once.
        assert_eq!(clock(ms("2026-11-01T04:59:00Z"), New_York), "0:59");
        assert_eq!(clock(ms("2026-11-01T07:00:00Z"), New_York), "2:00");
        // Half an hour is repeated on Lord Howe Island, and its zone has no letters.
        assert_eq!(clock(ms("2026-04-04T14:45:00Z"), Lord_Howe), "1:45 +11");
        assert_eq!(clock(ms("2026-04-04T15:15:00Z"), Lord_Howe), "1:45 +1030");
    }

    #[test]
    fn a_skipped_hour_is_jumped_over() {
        assert_eq!(clock(ms("2026-03-08T06:59:00Z"), New_York), "1:59");
        assert_eq!(clock(ms("2026-03-08T07:00:00Z"), New_York), "3:00");
        assert_eq!(
            datetime_attr(ms("2026-03-08T07:00:00Z"), New_York),
            "2026-03-08T03:00:00-04:00"
        );
    }

    #[test]
    fn what_is_left_is_said_in_words() {
        for (left, ja, en) in [
            (588_999, "9分48秒", "9 min 48 s"),
            (65_000, "1分05秒", "1 min 05 s"),
            (999, "0分00秒", "0 min 00 s"),
            (-1, "0分00秒", "0 min 00 s"),
        ] {
            assert_eq!(minutes_seconds(left, Ja), ja);
            assert_eq!(minutes_seconds(left, En), en);
        }
        for (minutes, ja, en) in [
            (-5, "あと1分未満", "under 1 min left"),
            (0, "あと1分未満", "under 1 min left"),
            (13, "あと13分", "13 min left"),
            (60, "あと1時間", "1 h left"),
            (128, "あと2時間08分", "2 h 08 min left"),
            (47 * 60, "あと47時間", "47 h left"),
            (72 * 60, "あと3日", "3 days left"),
        ] {
            assert_eq!(remaining(minutes * MINUTE_MS, Ja), ja);
            assert_eq!(remaining(minutes * MINUTE_MS, En), en);
        }
        assert_eq!(
            remaining_open(128 * MINUTE_MS, Ja),
            "診療時間であと2時間08分"
        );
    }

    #[test]
    fn machines_get_the_offset_and_people_the_zone() {
        assert_eq!(datetime_attr(visit(), Tokyo), "2026-03-02T10:00:00+09:00");
        assert_eq!(datetime_attr(visit(), Tz::UTC), "2026-03-02T01:00:00+00:00");
        assert_eq!(date_attr(local_date(visit(), Tokyo)), "2026-03-02");
        assert_eq!(zone_label(visit(), Tokyo, Ja), "日本時間");
        assert_eq!(zone_label(visit(), Tokyo, En), "Japan time (JST)");
        assert_eq!(zone_label(visit(), New_York, Ja), "現地の時刻（EST）");
        assert_eq!(zone_label(visit(), New_York, En), "local time (EST)");
    }

    #[test]
    fn weeks_and_impossible_instants_are_written_too() {
        let (first, last) = (
            local_date(now(), Tokyo),
            local_date(now(), Tokyo) + chrono::Days::new(6),
        );
        assert_eq!(date_range(first, last, Ja), "2月27日 – 3月5日");
        assert_eq!(date_range(first, last, En), "27 February – 5 March");
        assert_eq!(weekday(first, Ja), "金");
        assert_eq!(weekday(first, En), "Fri");
        for at in [i64::MIN, i64::MAX] {
            assert!(!when(at, now(), Lord_Howe, Ja).is_empty());
            assert!(!datetime_attr(at, New_York).is_empty());
        }
    }
}
