//! Double presses caught: how often somebody pressed again, and that it did nothing.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use leptos::prelude::*;
use reservation::availability::{day_span, local_date};
use reservation::caught::{Catch, Caught};

use crate::format;
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::staff::reception::{Reception, Room, at_desk};
use crate::staff::stop::Stop;
use crate::t;

/// The columns of the tables: how many days each looks back, today among them.
const SPANS: [u64; 3] = [1, 7, 30];

/// One row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    what: String,
    /// What came of it.
    result: Option<String>,
    /// Per span.
    times: [i64; 3],
}

/// All that the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shown {
    clock: String,
    /// Double presses of the last seven days.
    week: i64,
    double: Vec<Row>,
    two: Vec<Row>,
    by: Vec<Row>,
}

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let (locale, zone) = (reception.locale(), reception.zone());
    let today = reception.today();
    let since = day_span(zone, first_of(today, 30)).from;
    let desk = &reception.request.pages.desk;
    let found = desk.caught(reception.clinic(), since).await?;
    let dated: Vec<(NaiveDate, Caught)> = found
        .rows
        .into_iter()
        .filter_map(|row| Some((local_date(zone, row.quarter)?, row)))
        .collect();
    let shown = sum(&dated, today, format::clock(found.now.0, zone), locale);
    let title = t!(locale, "staff-caught-title");
    Ok(reception.page(Room::Caught, &title, view(locale, shown)))
}

fn first_of(today: NaiveDate, days: u64) -> NaiveDate {
    today.checked_sub_days(Days::new(days - 1)).unwrap_or(today)
}

fn sum(dated: &[(NaiveDate, Caught)], today: NaiveDate, clock: String, locale: Locale) -> Shown {
    let times = |wanted: &dyn Fn(&Caught) -> bool| {
        SPANS.map(|days| {
            let first = first_of(today, days);
            let inside = dated
                .iter()
                .filter(|(date, row)| *date >= first && wanted(row));
            inside.map(|(_, row)| row.times).sum::<i64>()
        })
    };
    let kinds = |double: bool| {
        let kinds = Catch::ALL
            .into_iter()
            .filter(move |it| it.is_double() == double);
        kinds
            .map(|catch| {
                let (what, result) = kind(catch, locale);
                Row {
                    what,
                    result: Some(result),
                    times: times(&|row| row.catch == catch),
                }
            })
            .collect()
    };
    let named = |row: &Caught| OPERATIONS.contains(&row.operation.as_str());
    // One that has no words yet is shown by its name rather than left out.
    let others: BTreeSet<&str> = dated
        .iter()
        .filter(|(_, row)| !named(row))
        .map(|(_, row)| row.operation.as_str())
        .collect();
    let by = OPERATIONS.into_iter().chain(others).map(|name| Row {
        what: operation(name, locale),
        result: None,
        times: times(&|row| row.operation == name && row.catch.is_double()),
    });
    Shown {
        clock,
        week: times(&|row| row.catch.is_double())[1],
        double: kinds(true),
        two: kinds(false),
        by: by
            .filter(|row| row.times.iter().any(|times| *times > 0))
            .collect(),
    }
}

fn view(locale: Locale, shown: Shown) -> AnyView {
    let lead = if shown.week > 0 {
        t!(locale, "staff-caught-week", count = shown.week)
    } else {
        t!(locale, "staff-caught-none")
    };
    let by = (!shown.by.is_empty()).then(|| {
        table(
            locale,
            t!(locale, "staff-caught-by"),
            t!(locale, "staff-caught-button"),
            shown.by,
        )
    });
    view! {
        <div class="toolbar">
            <h1>{t!(locale, "staff-caught-title")}</h1>
            <p class="soft small">{t!(locale, "staff-as-of", time = shown.clock)}</p>
        </div>
        <p class="lead">{lead}</p>
        {table(locale, t!(locale, "staff-caught-double"), t!(locale, "staff-caught-what"), shown.double)}
        {by}
        {table(locale, t!(locale, "staff-caught-two"), t!(locale, "staff-caught-what"), shown.two)}
        <p class="soft small">{t!(locale, "staff-caught-not")}</p>
    }
    .into_any()
}

fn table(locale: Locale, caption: String, what: String, rows: Vec<Row>) -> AnyView {
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| {
            let result = row
                .result
                .map(|result| view! { <small class="soft">{result}</small> });
            let times = row.times.map(|times| {
                let class = if times == 0 { "count soft" } else { "count" };
                view! { <td class=class>{times.to_string()}</td> }
            });
            view! {
                <tr>
                    <th scope="row">{row.what}{result}</th>
                    {times.into_iter().collect_view()}
                </tr>
            }
        })
        .collect();
    view! {
        <table class="counts">
            <caption>{caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{what}</th>
                    <th scope="col" class="count">{t!(locale, "staff-caught-today")}</th>
                    <th scope="col" class="count">{t!(locale, "staff-caught-days", count = SPANS[1])}</th>
                    <th scope="col" class="count">{t!(locale, "staff-caught-days", count = SPANS[2])}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// What happened, and what came of it.
fn kind(catch: Catch, locale: Locale) -> (String, String) {
    match catch {
        Catch::SameForm => (
            t!(locale, "caught-same-form"),
            t!(locale, "caught-same-form-result"),
        ),
        Catch::ChangedForm => (
            t!(locale, "caught-changed-form"),
            t!(locale, "caught-changed-form-result"),
        ),
        Catch::AlreadySo => (
            t!(locale, "caught-already-so"),
            t!(locale, "caught-already-so-result"),
        ),
        Catch::AlreadySent => (
            t!(locale, "caught-already-sent"),
            t!(locale, "caught-already-sent-result"),
        ),
        Catch::OldPress => (
            t!(locale, "caught-old-press"),
            t!(locale, "caught-old-press-result"),
        ),
        Catch::Rival => (
            t!(locale, "caught-rival"),
            t!(locale, "caught-rival-result"),
        ),
        Catch::Overtaken => (
            t!(locale, "caught-overtaken"),
            t!(locale, "caught-overtaken-result"),
        ),
    }
}

/// The commands that somebody presses a button for, in the order in which people meet them.
const OPERATIONS: [&str; 11] = [
    "hold",
    "extend",
    "release",
    "send",
    "cancel",
    "confirm",
    "decline",
    "undo",
    "close",
    "reopen",
    "tick-call",
];

fn operation(name: &str, locale: Locale) -> String {
    match name {
        "hold" => t!(locale, "caught-hold"),
        "extend" => t!(locale, "caught-extend"),
        "release" => t!(locale, "caught-release"),
        "send" => t!(locale, "caught-send"),
        "cancel" => t!(locale, "caught-cancel"),
        "confirm" => t!(locale, "caught-confirm"),
        "decline" => t!(locale, "caught-decline"),
        "undo" => t!(locale, "caught-undo"),
        "close" => t!(locale, "caught-close"),
        "reopen" => t!(locale, "caught-reopen"),
        "tick-call" => t!(locale, "caught-tick-call"),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use reservation::ids::ClinicId;
    use reservation::time::UtcMillis;

    use super::*;

    fn caught(date: NaiveDate, operation: &str, catch: Catch, times: i64) -> (NaiveDate, Caught) {
        let row = Caught {
            clinic: ClinicId::new("hinata").unwrap(),
            quarter: UtcMillis(0),
            operation: operation.into(),
            catch,
            times,
        };
        (date, row)
    }

    #[test]
    fn each_span_has_its_days_and_what_came_too_late_is_no_double_press() {
        let today = NaiveDate::from_ymd_opt(2026, 3, 2).unwrap();
        let ago = |days| today.checked_sub_days(Days::new(days)).unwrap();
        let rows = [
            caught(today, "hold", Catch::SameForm, 1),
            caught(ago(6), "hold", Catch::SameForm, 10),
            caught(ago(7), "send", Catch::SameForm, 100),
            caught(ago(29), "send", Catch::AlreadySent, 1000),
            caught(ago(30), "send", Catch::SameForm, 10_000),
            caught(today, "hold", Catch::Rival, 7),
            caught(today, "later", Catch::SameForm, 5),
        ];
        let shown = sum(&rows, today, "10:00".into(), Locale::En);
        assert_eq!(shown.week, 16);
        let times = |rows: &[Row]| rows.iter().map(|row| row.times).collect::<Vec<_>>();
        assert_eq!(
            times(&shown.double),
            [[6, 16, 116], [0, 0, 0], [0, 0, 0], [0, 0, 1000], [0, 0, 0]]
        );
        assert_eq!(times(&shown.two), [[7, 7, 7], [0, 0, 0]]);
        assert_eq!(times(&shown.by), [[1, 11, 11], [0, 0, 1100], [5, 5, 5]]);
    }

    #[test]
    fn every_operation_has_words_in_both_languages() {
        for name in OPERATIONS {
            for locale in [Locale::Ja, Locale::En] {
                assert_ne!(operation(name, locale), name);
            }
        }
    }
}
