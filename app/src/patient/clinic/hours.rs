//! When the clinic is open: the week, and the days of the next two months that differ.

use chrono::{Datelike, Days, NaiveDate, Weekday};
use leptos::prelude::*;
use reservation::catalogue::{Catalogue, Exception, LocalSpan};

use crate::format;
use crate::locale::Locale;
use crate::patient::room::Room;
use crate::patient::words;
use crate::t;

/// How far ahead days that differ are told, in days.
const AHEAD: u64 = 60;

/// The table.
pub(crate) fn view(room: &Room) -> AnyView {
    let locale = room.locale();
    let rows: Vec<_> = week(&room.catalogue, locale)
        .into_iter()
        .map(|(days, spans)| view! { <tr><th scope="row">{days}</th><td>{hours(&spans, locale)}</td></tr> })
        .collect();
    let today = room.today(room.request.pages.desk.now());
    let others: Vec<_> = exceptions(&room.catalogue, today)
        .into_iter()
        .map(|(last, day)| {
            let date = if last == day.date {
                format::date(day.date, today, locale)
            } else {
                format::date_range(day.date, last, locale)
            };
            let label = words::said(&day.label, locale);
            view! {
                <tr>
                    <th scope="row">{date}</th>
                    <td>{hours(&day.spans, locale)} " " <small class="soft">{label}</small></td>
                </tr>
            }
        })
        .collect();
    view! {
        <table class="table">
            <caption>{t!(locale, "clinic-hours")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t!(locale, "clinic-hours-day")}</th>
                    <th scope="col">{t!(locale, "clinic-hours-open")}</th>
                </tr>
            </thead>
            <tbody>{rows}{others}</tbody>
        </table>
    }
    .into_any()
}

/// Weekdays with the same hours share a row: `月・火・水・金`.
fn week(catalogue: &Catalogue, locale: Locale) -> Vec<(String, Vec<LocalSpan>)> {
    let mut rows: Vec<(Vec<Weekday>, Vec<LocalSpan>)> = Vec::new();
    let mut weekday = Weekday::Mon;
    for _ in 0..7 {
        let mut spans: Vec<LocalSpan> = catalogue
            .hours
            .iter()
            .filter(|hours| hours.resource.is_none() && hours.weekday == weekday)
            .map(|hours| hours.span)
            .collect();
        spans.sort();
        match rows.iter_mut().find(|(_, same)| *same == spans) {
            Some((days, _)) => days.push(weekday),
            None => rows.push((vec![weekday], spans)),
        }
        weekday = weekday.succ();
    }
    rows.into_iter()
        .map(|(days, spans)| {
            let names: Vec<String> = days
                .into_iter()
                .filter_map(|day| name(day, locale))
                .collect();
            (
                names.join(if locale == Locale::Ja { "・" } else { ", " }),
                spans,
            )
        })
        .collect()
}

fn name(weekday: Weekday, locale: Locale) -> Option<String> {
    // Any week will do; this one begins on a Monday.
    let monday = NaiveDate::from_ymd_opt(2024, 1, 1)?;
    let date = monday.checked_add_days(Days::new(weekday.num_days_from_monday().into()))?;
    Some(format::weekday(date, locale))
}

/// The days that differ, each with the last of a row of days that differ in the same way.
fn exceptions(catalogue: &Catalogue, today: NaiveDate) -> Vec<(NaiveDate, &Exception)> {
    let last = today.checked_add_days(Days::new(AHEAD)).unwrap_or(today);
    let mut found: Vec<&Exception> = catalogue
        .exceptions
        .iter()
        .filter(|day| day.resource.is_none() && (today..=last).contains(&day.date))
        .collect();
    found.sort_by_key(|day| day.date.num_days_from_ce());
    let mut rows: Vec<(NaiveDate, &Exception)> = Vec::new();
    for day in found {
        match rows.last_mut() {
            Some((last, first))
                if last.succ_opt() == Some(day.date)
                    && (&first.label, &first.spans) == (&day.label, &day.spans) =>
            {
                *last = day.date;
            }
            _ => rows.push((day.date, day)),
        }
    }
    rows
}

fn hours(spans: &[LocalSpan], locale: Locale) -> AnyView {
    if spans.is_empty() {
        return t!(locale, "mark-closed").into_any();
    }
    let lines: Vec<_> = spans
        .iter()
        .map(|span| view! { <span class="num line">{format!("{}–{}", clock(span.from), clock(span.until))}" "</span> })
        .collect();
    lines.into_any()
}

fn clock(minute: i64) -> String {
    format!("{}:{:02}", minute / 60, minute % 60)
}
