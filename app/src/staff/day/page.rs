//! The page of a day.

use chrono::{Datelike, NaiveDate};
use reservation::availability::opening;
use reservation::visit::{Reservation, Status};

use super::board::{Given, board};
use super::view::{Ended, Nearest, Shown, view};
use crate::format;
use crate::page::{Loaded, Request};
use crate::staff::reception::{Reception, Room, at_desk, said};
use crate::staff::stop::Stop;
use crate::staff::{paths, words};
use crate::t;

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let (locale, today, catalogue) = (reception.locale(), reception.today(), &reception.catalogue);
    let date = date(&reception.request, today);
    let found = reception.request.pages.desk.day(catalogue, date).await?;
    let given = Given {
        catalogue,
        date,
        rows: &found.rows,
        now: found.now,
        locale,
    };
    let label = opening(catalogue, None, date)
        .label
        .map(|label| said(&label, locale).to_owned());
    let clinic = reception.clinic();
    let day = |date: Option<NaiveDate>| date.map(|date| paths::day(clinic, date));
    let shown = Shown {
        title: format::date(date, today, locale),
        is_today: date == today,
        label,
        date: date.to_string(),
        here: paths::desk(clinic),
        previous: day(date.pred_opt()),
        next: day(date.succ_opt()),
        book: format!("{}?from={}", paths::times(clinic), date.max(today)),
        board: board(&given),
        ended: ended(&reception, &found.rows),
        waiting: reception.waiting,
        nearest: reception
            .nearest
            .as_ref()
            .and_then(|row| nearest(&reception, row)),
        requests: paths::requests(clinic),
        calls: reception.calls,
        calls_href: paths::calls(clinic),
    };
    let title = t!(locale, "staff-day-title", day = shown.title.clone());
    Ok(reception.page(Room::Day, &title, view(locale, shown)))
}

/// The request that has to be answered first.
fn nearest(reception: &Reception, row: &Reservation) -> Option<Nearest> {
    let (locale, zone, now) = (reception.locale(), reception.zone(), reception.now);
    let at = row.expires_at?;
    let time = if format::is_today(at.0, now.0, zone) {
        format::clock(at.0, zone)
    } else {
        format::when(at.0, now.0, zone, locale)
    };
    Some(Nearest {
        until: t!(locale, "staff-answer-until", time = time),
        name: t!(locale, "request-person", name = words::name(row, locale)),
        href: paths::visit(reception.clinic(), row.id),
    })
}

/// The date of the address; today when there is none, or none that a clinic could mean.
fn date(request: &Request, today: NaiveDate) -> NaiveDate {
    let wanted: Option<NaiveDate> = request.query.get("date").parse().ok();
    wanted
        .filter(|date| (2000..2100).contains(&date.year()))
        .unwrap_or(today)
}

/// What was sent in for that day and came to an end: it stands on no cell, and staff look for it all the same.
fn ended(reception: &Reception, rows: &[Reservation]) -> Vec<Ended> {
    let (locale, now, zone) = (reception.locale(), reception.now, reception.zone());
    rows.iter()
        .filter(|row| {
            row.sent_at.is_some()
                && matches!(row.status_at(now), Status::Expired | Status::Cancelled)
        })
        .map(|row| Ended {
            when: format::span(row.span.from.0, row.span.until.0, zone),
            name: words::name(row, locale),
            href: paths::visit(reception.clinic(), row.id),
            what: words::what(&reception.catalogue, row, locale),
            state: words::state(row, now, locale),
        })
        .collect()
}
