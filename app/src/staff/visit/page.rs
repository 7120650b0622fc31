//! The page of one visit.

use leptos::prelude::*;
use reservation::availability::opening::{is_closed, opening};
use reservation::outcome::Refusal;
use reservation::time::UtcMillis;
use reservation::visit::{End, HistoryRow, Holder, Reservation, Status};

use super::facts;
use super::view::{Details, Doing, Line, Opened, view};
use crate::components::{Icon, Notice, Tone};
use crate::door::Say;
use crate::format;
use crate::page::{Loaded, Request};
use crate::staff::reception::{Reception, Room, at_desk};
use crate::staff::stop::Stop;
use crate::staff::times::{Instead, instead_of};
use crate::staff::{paths, requests, say, words};
use crate::{t, title};

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

/// The reservation that the address names, if it is this clinic's.
pub(crate) async fn asked_for(reception: &Reception) -> Result<Reservation, Stop> {
    let id = reception.request.segment(3).ok_or(Stop::NotFound)?;
    let found = reception
        .request
        .pages
        .desk
        .reservation(reception.clinic(), id)
        .await?;
    found.rows.ok_or(Stop::NotFound)
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let row = asked_for(&reception).await?;
    let (locale, now, zone) = (reception.locale(), reception.now, reception.zone());
    let history = reception
        .request
        .pages
        .desk
        .history(reception.clinic(), row.id)
        .await?;
    let lines = history
        .iter()
        .map(|line| line_of(&reception, line))
        .collect();
    let notice = notice(&reception, &row).await?;
    let happened = notice.as_ref().and_then(|_| happened(&reception));
    let instead = instead(&reception, &row).await?;
    let opened = Opened {
        instead,
        clinic: reception.clinic().clone(),
        id: row.id,
        title: title(&reception, &row),
        day: paths::day(
            reception.clinic(),
            format::local_date(row.span.from.0, zone),
        ),
        facts: facts::all_facts(&reception, &row, now),
        flags: flags(&reception, &row),
        lines,
        here: paths::visit(reception.clinic(), row.id),
        token: reception.request.token(reception.clinic(), "answer", ""),
        doing: doing(&reception, &row),
    };
    let room = if row.status_at(now) == Status::Requested {
        Room::Requests
    } else {
        Room::Day
    };
    let title = title::with(locale, happened, &opened.title);
    Ok(reception.page_with(room, &title, notice, view(locale, opened)))
}

/// The patient; of a hold, for whom nobody has been named yet, the time.
fn title(reception: &Reception, row: &Reservation) -> String {
    let (locale, zone) = (reception.locale(), reception.zone());
    match &row.patient {
        Some(patient) => t!(locale, "staff-visit-title", name = patient.name.clone()),
        None => {
            let when = format::when(row.span.from.0, reception.now.0, zone, locale);
            t!(locale, "staff-hold-title", when = when)
        }
    }
}

async fn notice(reception: &Reception, row: &Reservation) -> Result<Option<AnyView>, Stop> {
    let (request, clinic) = (&reception.request, reception.clinic());
    let quicker = match request.say() {
        Some(Say::Refused(Refusal::WrongStatus { .. })) => true,
        // A request that ran out; a hold that did has a sentence of its own.
        Some(Say::Refused(Refusal::Expired)) => row.sent_at.is_some(),
        Some(_) => false,
        None => request.query.has("already"),
    };
    if quicker {
        return requests::quicker(reception, clinic, row.id).await;
    }
    if request.say().is_some() {
        return Ok(say::notice(request.say(), reception.locale()));
    }
    Ok(match request.query.get("note") {
        "kept" => {
            let words = t!(reception.locale(), "staff-note-kept");
            let view = view! { <Notice icon=Icon::Alert tone=Tone::Wait><p>{words}</p></Notice> };
            Some(view.into_any())
        }
        "booked" if row.status == Status::Confirmed => Some(booked(reception, row)),
        _ => None,
    })
}

/// What the title says first of a note that stands in the address.
fn happened(reception: &Reception) -> Option<String> {
    let (request, locale) = (&reception.request, reception.locale());
    match request.query.get("note") {
        _ if request.say().is_some() => None,
        _ if request.query.has("already") => Some(t!(locale, "title-already")),
        "kept" => Some(t!(locale, "title-kept")),
        "booked" => Some(t!(locale, "title-booked")),
        _ => None,
    }
}

/// That it is booked, and what comes next.
fn booked(reception: &Reception, row: &Reservation) -> AnyView {
    let (locale, clinic) = (reception.locale(), reception.clinic());
    let date = format::local_date(row.span.from.0, reception.zone());
    let (day, another) = (paths::day(clinic, date), paths::times(clinic));
    view! {
        <Notice icon=Icon::Confirmed>
            <p>{t!(locale, "staff-booked")}</p>
            <p class="contact">
                <a href=day>{t!(locale, "staff-back-to-day")}</a>
                <a href=another>{t!(locale, "staff-book-another")}</a>
            </p>
        </Notice>
    }
    .into_any()
}

fn line_of(reception: &Reception, line: &HistoryRow) -> Line {
    let (locale, zone, now) = (reception.locale(), reception.zone(), reception.now);
    Line {
        when: format::when(line.at.0, now.0, zone, locale),
        datetime: format::datetime_attr(line.at.0, zone),
        what: words::event(line.event, locale),
        who: words::who(line, locale),
    }
}

/// What a booking system would refuse to offer now, but what stands: outside opening hours, inside a closed span.
fn flags(reception: &Reception, row: &Reservation) -> Vec<String> {
    let locale = reception.locale();
    if !row.is_live(reception.now) {
        return Vec::new();
    }
    let mut flags = Vec::new();
    if is_outside(reception, row) {
        flags.push(t!(locale, "staff-flag-outside"));
    }
    if is_closed(&reception.catalogue, Some(&row.resource), row.span) {
        flags.push(t!(locale, "staff-flag-closed"));
    }
    flags
}

/// True when no opening span of its day holds the whole visit.
pub(crate) fn is_outside(reception: &Reception, row: &Reservation) -> bool {
    let date = format::local_date(row.span.from.0, reception.zone());
    let open = opening(&reception.catalogue, Some(&row.resource), date);
    !open.spans.iter().any(|span| span.contains(row.span))
}

/// What can be done now.
fn doing(reception: &Reception, row: &Reservation) -> Doing {
    let (clinic, now, locale) = (reception.clinic(), reception.now, reception.locale());
    let cancel = (now < row.span.until).then(|| paths::cancel(clinic, row.id));
    match row.status_at(now) {
        Status::Held | Status::Expired if can_be_filled_in(row, now) => {
            Doing::FillIn(Box::new(details(reception, row)))
        }
        Status::Held => Doing::Nothing(t!(locale, "staff-held-by-patient")),
        Status::Requested => {
            let back = paths::visit(clinic, row.id);
            Doing::Answer {
                decline: paths::decline(clinic, row.id, &back),
                cancel,
            }
        }
        Status::Confirmed => Doing::Cancel(cancel),
        Status::Expired if row.sent_at.is_none() => Doing::Nothing(String::new()),
        Status::Expired => Doing::Nothing(told(reception, row).unwrap_or_default()),
        Status::Cancelled if requests::can_undo(row, now) => Doing::Undo(told(reception, row)),
        Status::Cancelled => Doing::Nothing(String::new()),
    }
}

/// What the patient has still to be told, and when; as the list of requests says it.
fn told(reception: &Reception, row: &Reservation) -> Option<String> {
    let from = requests::From {
        catalogue: &reception.catalogue,
        now: reception.now,
        locale: reception.locale(),
    };
    requests::note(from, row)
}

/// After the details came too late: other times, with what was typed.
async fn instead(reception: &Reception, row: &Reservation) -> Result<Option<Instead>, Stop> {
    let request = &reception.request;
    let lost = matches!(
        request.say(),
        Some(Say::Refused(
            Refusal::Expired | Refusal::Taken | Refusal::Closed | Refusal::InThePast
        ))
    );
    match &request.again {
        Some(again) if lost && row.sent_at.is_none() => {
            instead_of(reception, row, &again.fields).await
        }
        _ => Ok(None),
    }
}

/// A hold of the staff waits for its details; one that ran out is taken again on the way, if nobody else has it.
fn can_be_filled_in(row: &Reservation, now: UtcMillis) -> bool {
    let lapsed = row
        .ending
        .as_ref()
        .is_none_or(|ending| ending.how == End::Expired);
    matches!(row.holder, Holder::Staff(_))
        && row.sent_at.is_none()
        && lapsed
        && now < row.span.until
}

fn details(reception: &Reception, row: &Reservation) -> Details {
    let (request, clinic, zone, locale) = (
        &reception.request,
        reception.clinic(),
        reception.zone(),
        reception.locale(),
    );
    let subject = row.id.to_string();
    let minutes = reception.catalogue.clinic.hold_minutes;
    Details {
        fields: request
            .again
            .as_ref()
            .map(|again| again.fields.clone())
            .unwrap_or_default(),
        say: request.say().cloned(),
        action: crate::page::action("staff-details", &paths::visit(clinic, row.id)),
        token: request.token(clinic, "staff-details", &subject),
        release: crate::page::action("staff-release", &paths::visit(clinic, row.id)),
        release_token: request.token(clinic, "staff-release", &subject),
        until: row
            .expires_at
            .filter(|_| row.is_live(reception.now))
            .map(|at| {
                t!(
                    locale,
                    "staff-held-until",
                    time = format::clock_spoken(at.0, zone, locale),
                    minutes = minutes
                )
            }),
    }
}
