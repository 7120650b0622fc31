//! The bookings of this browser.

use leptos::prelude::*;
use reservation::time::UtcMillis;
use reservation::visit::{Holder, Reservation, Status};

use super::reservation::slip::Told;
use super::room::{Frame, Room, zone_line};
use super::{paths, refused, words};
use crate::components::{
    ButtonKind, ButtonLink, Fact, Icon, Slip, SlipKind, StateWord, SummaryList, Tone, When,
};
use crate::format;
use crate::page::{Loaded, Request};
use crate::t;

/// Loads the page.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let mine = Holder::Visitor(room.request.asker.visitor);
    let found = match room
        .request
        .pages
        .desk
        .reservations_of(room.id(), &mine)
        .await
    {
        Ok(found) => found,
        Err(fault) => return refused::fault(&room.request, Some(&room), &fault),
    };
    let title = t!(room.locale(), "bookings-title");
    let body = view(&room, &title, found.rows, found.now);
    room.page(Frame::default(), &title, body)
}

/// What is still to come stands first, the nearest on top; below it, small, what is over.
fn sort(rows: Vec<Reservation>, now: UtcMillis) -> (Vec<Reservation>, Vec<Reservation>) {
    // A hold that led to nothing is nobody's memory.
    let kept = rows
        .into_iter()
        .filter(|row| row.patient.is_some() || row.is_live(now));
    let (mut to_come, mut over): (Vec<_>, Vec<_>) =
        kept.partition(|row| row.is_live(now) && now < row.span.until);
    to_come.sort_by_key(|row| row.span.from);
    over.sort_by_key(|row| std::cmp::Reverse(row.span.from));
    (to_come, over)
}

fn view(room: &Room, title: &str, rows: Vec<Reservation>, now: UtcMillis) -> AnyView {
    let locale = room.locale();
    let (to_come, over) = sort(rows, now);
    let any = !(to_come.is_empty() && over.is_empty());
    let none = (!any).then(|| view! { <p>{t!(locale, "bookings-none")}</p> });
    let what = any.then(|| view! { <p class="soft">{t!(locale, "bookings-what")}</p> });
    // A time that is being kept comes first; what is new can wait.
    let holds = to_come.iter().any(|row| row.status_at(now) == Status::Held);
    let new = if holds {
        ButtonKind::Quiet
    } else {
        ButtonKind::Main
    };
    let over = (!over.is_empty()).then(|| {
        let rows: Vec<_> = over.iter().map(|row| past(room, row, now)).collect();
        view! {
            <section class="tight" aria-labelledby="over">
                <h2 id="over">{t!(locale, "bookings-over")}</h2>
                <ul class="tight">{rows}</ul>
            </section>
        }
    });
    let zone = (!to_come.is_empty())
        .then(|| view! { <p class="soft small">{zone_line(room.zone(), now, locale)}</p> });
    let slips: Vec<_> = to_come
        .iter()
        .enumerate()
        .map(|(index, row)| slip(room, row, index, now))
        .collect();
    view! {
        <div class="tight">
            <h1>{title.to_owned()}</h1>
            {what}
            {zone}
        </div>
        {none}
        {slips}
        {over}
        <p class="actions">
            <ButtonLink href=paths::clinic(room.id()) label=t!(locale, "bookings-new") kind=new/>
        </p>
        {room.call(t!(locale, "bookings-elsewhere"))}
    }
    .into_any()
}

fn slip(room: &Room, row: &Reservation, index: usize, now: UtcMillis) -> AnyView {
    let (locale, zone) = (room.locale(), room.zone());
    let (kind, title, next) = match row.status_at(now) {
        Status::Confirmed => (
            SlipKind::Confirmed,
            t!(locale, "sentence-confirmed-short"),
            t!(locale, "bookings-open"),
        ),
        Status::Requested => (
            SlipKind::Requested,
            t!(locale, "sentence-requested-not-yet"),
            t!(locale, "bookings-open"),
        ),
        _ => (
            SlipKind::Held,
            t!(locale, "sentence-held-not-yet"),
            t!(locale, "times-held-go-on"),
        ),
    };
    let deadline = row.expires_at.map(|at| {
        let clock = format::when_or_today(at.0, now.0, zone, locale);
        let said = match kind {
            SlipKind::Requested => t!(locale, "bookings-answer-by", time = clock),
            _ => t!(locale, "bookings-kept-until", time = clock),
        };
        view! { <p class="soft">{said}</p> }
    });
    let mut facts = vec![
        Fact::new(
            t!(locale, "fact-visit"),
            words::what(&room.catalogue, row, locale),
        ),
        Fact::new(
            t!(locale, "fact-doctor"),
            words::resource(&room.catalogue, &row.resource, locale),
        ),
    ];
    if let Some(patient) = &row.patient {
        facts.push(Fact::view(
            t!(locale, "fact-name"),
            words::person(&patient.name, locale),
        ));
    }
    let start = row.span.from.0;
    let href = paths::reservation(room.id(), row.id);
    let go_on = match kind {
        SlipKind::Held => ButtonKind::Main,
        _ => ButtonKind::Plain,
    };
    view! {
        <Slip locale=locale kind=kind title=title in_list=true id=format!("booking-{index}")>
            <When
                day=format::day(start, now.0, zone, locale)
                clock=format::clock(start, zone)
                datetime=format::datetime_attr(start, zone)
            />
            {deadline}
            <SummaryList facts=facts/>
            <p class="actions">
                <ButtonLink href=href label=next kind=go_on/>
            </p>
        </Slip>
    }
    .into_any()
}

fn past(room: &Room, row: &Reservation, now: UtcMillis) -> AnyView {
    let locale = room.locale();
    let status = row.status_at(now);
    let (icon, state, tone) = match status {
        Status::Confirmed => (Icon::Done, t!(locale, "bookings-been"), Tone::Plain),
        status => (Icon::Full, Told::of(row, status, locale).state, Tone::Plain),
    };
    let when = format::when(row.span.from.0, now.0, room.zone(), locale);
    view! {
        <li>
            <a class="link" href=paths::reservation(room.id(), row.id)>{when}</a>
            " " {words::what(&room.catalogue, row, locale)} " "
            <StateWord icon=icon word=state tone=tone/>
        </li>
    }
    .into_any()
}
