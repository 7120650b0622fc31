//! A week of times.

use axum::http::StatusCode;
use chrono::{Days, NaiveDate};
use leptos::prelude::*;
use reservation::availability::{Booker, Mark};
use reservation::catalogue::VisitKind;
use reservation::desk::{NoAnswer, Times, TimesWanted};
use reservation::outcome::Refusal;
use reservation::slot_key::{SlotKey, Wish};
use reservation::time::UtcMillis;
use reservation::visit::{Holder, Reservation};

use super::grid::Grid;
use super::near::Near;
use super::submit::{FORM, NONE};
use crate::components::{
    ButtonKind, ButtonLink, DayNav, Icon, Legend, Notice, PhoneLink, SlotGrid, Step, WeekNav,
};
use crate::door::Say;
use crate::format;
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::patient::paths::{self, Chosen};
use crate::patient::room::{Frame, Room, zone_line};
use crate::patient::words;
use crate::t;

/// Seven days, as everybody counts a week.
const WEEK: u64 = 7;

/// Loads the page.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let chosen = match chosen(&room) {
        Ok(chosen) => chosen,
        Err(path) => return Loaded::see_other(path),
    };
    if let Some((refusal, start)) = refused_time(&room) {
        return near(&room, chosen, start, &refusal).await;
    }
    let from: Option<NaiveDate> = room.request.query.get("from").parse().ok();
    let now = room.request.pages.desk.now();
    let today = room.today(now);
    // An old address still shows a week in which something can be had; a far one ends at the horizon.
    let last = today + Days::new(horizon(&room, &chosen));
    let from = from.map(|from| from.clamp(today, last)).unwrap_or(today);
    let wanted = TimesWanted {
        clinic: room.id().clone(),
        service: chosen.service.clone(),
        visit: chosen.visit,
        wish: chosen.doctor.clone(),
        from: Some(from),
        days: WEEK,
        booker: Booker::Patient,
        viewer: Some(Holder::Visitor(room.request.asker.visitor)),
    };
    match room.request.pages.desk.times(&wanted).await {
        Ok(times) => {
            let title = t!(room.locale(), "times-title");
            let frame = Frame {
                step: Some(Step::Time),
                wide: true,
                happened: was_released(&room, &times).then(|| t!(room.locale(), "title-released")),
                ..Frame::default()
            };
            let week = Week { first: from, last };
            room.page(frame, &title, view(&room, &chosen, &times, week))
        }
        Err(no) => room.no_answer(no),
    }
}

/// What the address asks for; else where it can be chosen.
fn chosen(room: &Room) -> Result<Chosen, String> {
    let query = &room.request.query;
    let given = |name: &str| query.get(name).to_owned();
    let service = query
        .get("service")
        .parse()
        .ok()
        .filter(|id| room.catalogue.service(id).is_some());
    let visit = VisitKind::parse(query.get("visit"));
    let doctor = match query.get("doctor") {
        "" => Some(Wish::Anyone),
        doctor => doctor.parse().ok(),
    };
    match (service, visit, doctor) {
        (Some(service), Some(visit), Some(doctor)) => Ok(Chosen {
            service,
            visit,
            doctor,
        }),
        _ => {
            let mut path = paths::with(&paths::clinic(room.id()), "choose", "1");
            for name in ["service", "visit", "doctor"] {
                let value: String =
                    form_urlencoded::byte_serialize(given(name).as_bytes()).collect();
                path = paths::with(&path, name, &value);
            }
            Err(path)
        }
    }
}

fn horizon(room: &Room, chosen: &Chosen) -> u64 {
    let days = room
        .catalogue
        .service(&chosen.service)
        .map_or(0, |service| service.horizon_for(chosen.visit));
    days.clamp(0, 366).unsigned_abs()
}

/// The time that was pressed and can't be had, when the page is drawn again for that.
fn refused_time(room: &Room) -> Option<(Refusal, UtcMillis)> {
    let Some(Say::Refused(refusal)) = room.request.say() else {
        return None;
    };
    let slot: SlotKey = room.request.typed("slot")?.parse().ok()?;
    let about_the_time = matches!(
        refusal,
        Refusal::Taken
            | Refusal::Closed
            | Refusal::OffGrid
            | Refusal::InThePast
            | Refusal::TooSoon
            | Refusal::TooFar
            | Refusal::Expired
    );
    about_the_time.then(|| (refusal.clone(), slot.start))
}

async fn near(room: &Room, chosen: Chosen, start: UtcMillis, refusal: &Refusal) -> Loaded {
    match Near::find(room, chosen, start).await {
        Ok(near) => {
            let title = near.title(refusal, room.locale());
            let frame = Frame {
                step: Some(Step::Time),
                says_it: true,
                happened: Some(t!(room.locale(), "title-not-booked")),
                ..Frame::default()
            };
            room.page(
                frame,
                &title,
                near.view(room, refusal, room.typed_details()),
            )
        }
        Err(NoAnswer::Refused(refusal)) => room
            .no_answer(NoAnswer::Refused(refusal))
            .status(StatusCode::CONFLICT),
        Err(no) => room.no_answer(no),
    }
}

#[derive(Clone, Copy)]
struct Week {
    first: NaiveDate,
    last: NaiveDate,
}

fn view(room: &Room, chosen: &Chosen, times: &Times, week: Week) -> AnyView {
    let locale = room.locale();
    let grid = Grid {
        clinic: room.id(),
        zone: room.zone(),
        wish: chosen.doctor.clone(),
        today: times.today,
        locale,
        mine: paths::reservation,
    };
    let hidden = vec![
        ("service", chosen.service.to_string()),
        ("visit", chosen.visit.as_str().to_owned()),
        (
            "known",
            times
                .held
                .as_ref()
                .map_or_else(|| NONE.to_owned(), |held| held.id.to_string()),
        ),
    ];
    let released = was_released(room, times).then(|| {
        view! { <Notice icon=Icon::Free><p>{t!(locale, "patient-note-released")}</p></Notice> }
    });
    let held = times
        .held
        .as_ref()
        .map(|held| held_notice(room, held, times.now));
    let nothing = times.days.iter().all(|day| day.bookable() == 0);
    view! {
        <div class="tight">
            <h1>{t!(locale, "times-title")}</h1>
            <p>
                {chosen_words(room, chosen)} " "
                <a class="link" href=chosen.again(room.id())>{t!(locale, "times-choose-again")}</a>
            </p>
        </div>
        {released}
        {held}
        {week_nav(room, chosen, times, week)}
        {legend(times, locale)}
        <p class="soft small">{zone_line(room.zone(), times.now, locale)}</p>
        {nothing.then(|| nothing_here(room, chosen, week))}
        <DayNav locale=locale days=grid.strip(&times.days)/>
        <form class="stack" method="post" action=room.request.action("hold")>
            {room.form(FORM, &chosen.subject(), hidden)}
            <SlotGrid locale=locale days=grid.days(&times.days)/>
        </form>
        {room.call(t!(locale, "times-none-fits"))}
    }
    .into_any()
}

/// True after a time was let go, until another one is held.
fn was_released(room: &Room, times: &Times) -> bool {
    let noted = room.request.query.get("note") == "released";
    noted && times.held.is_none() && room.request.again.is_none()
}

fn chosen_words(room: &Room, chosen: &Chosen) -> String {
    let locale = room.locale();
    t!(
        locale,
        "times-chosen",
        service = words::service(&room.catalogue, &chosen.service, locale),
        visit = words::visit(chosen.visit, locale),
        doctor = words::wish(&room.catalogue, &chosen.doctor, locale)
    )
}

fn held_notice(room: &Room, held: &Reservation, now: UtcMillis) -> AnyView {
    let locale = room.locale();
    let said = words::held(held, now, room.zone(), locale);
    let href = paths::reservation(room.id(), held.id);
    view! {
        <Notice icon=Icon::Held>
            <p><strong>{said}</strong></p>
            <p>
                {t!(locale, "times-held-swap")} " "
                <a class="link" href=href>{t!(locale, "times-held-go-on")}</a>
            </p>
        </Notice>
    }
    .into_any()
}

fn week_nav(room: &Room, chosen: &Chosen, times: &Times, week: Week) -> AnyView {
    let locale = room.locale();
    let end = week.first + Days::new(WEEK - 1);
    let link = |from| paths::times(room.id(), chosen, Some(from));
    let previous =
        (week.first > times.today).then(|| link((week.first - Days::new(WEEK)).max(times.today)));
    let next = (end < week.last).then(|| link(end + Days::new(1)));
    view! {
        <WeekNav
            locale=locale
            title=format::date_range(week.first, end, locale)
            previous=previous
            next=next
        />
    }
    .into_any()
}

/// The marks that are on this page, and what they mean.
fn legend(times: &Times, locale: Locale) -> AnyView {
    let any = |mark: Mark| {
        times
            .days
            .iter()
            .flat_map(|day| &day.offers)
            .any(|offer| offer.mark == mark)
    };
    let entries = [
        (Icon::Free, t!(locale, "mark-free"), true),
        (Icon::Few, t!(locale, "mark-few"), any(Mark::Few)),
        (Icon::Full, t!(locale, "mark-full"), any(Mark::Full)),
        (Icon::Closed, t!(locale, "mark-closed"), true),
        (
            Icon::Late,
            t!(locale, "times-over-or-soon"),
            any(Mark::Past) || any(Mark::TooSoon),
        ),
    ];
    let entries: Vec<(Icon, String)> = entries
        .into_iter()
        .filter(|(_, _, shown)| *shown)
        .map(|(icon, word, _)| (icon, word))
        .collect();
    view! { <Legend label=t!(locale, "marks-legend") entries=entries/> }.into_any()
}

/// A week without a free time: on to the next one, as long as there is one.
fn nothing_here(room: &Room, chosen: &Chosen, week: Week) -> AnyView {
    let locale = room.locale();
    let next = week.first + Days::new(WEEK);
    let more = (next <= week.last).then(|| {
        let href = paths::times(room.id(), chosen, Some(next));
        view! { <p><ButtonLink href=href label=t!(locale, "week-next") kind=ButtonKind::Plain/></p> }
    });
    let phone = more
        .is_none()
        .then(|| view! { <p><PhoneLink phone=room.phone()/></p> });
    view! {
        <Notice icon=Icon::Full>
            <p>{t!(locale, "times-nothing")}</p>
            {more}
            {phone}
        </Notice>
    }
    .into_any()
}
