//! What is booked: three choices lead to the times.

use leptos::prelude::*;
use reservation::catalogue::VisitKind;
use reservation::slot_key::ANYONE;

use super::hours;
use crate::components::{
    Button, ButtonKind, Choice, Choices, ErrorSummary, Mistake, PhoneLink, Step,
};
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::patient::room::{Frame, Room};
use crate::patient::{paths, words};
use crate::t;

/// Loads the page.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let missing = missing(&room);
    let title = t!(room.locale(), "clinic-title");
    let frame = Frame {
        step: Some(Step::Service),
        wide: true,
        happened: (!missing.is_empty()).then(|| t!(room.locale(), "title-error")),
        ..Frame::default()
    };
    room.page(frame, &title, view(&room, &title, missing))
}

/// What was not chosen when the way to the times led back here.
fn missing(room: &Room) -> Vec<Mistake> {
    let (query, locale) = (&room.request.query, room.locale());
    if query.get("choose").is_empty() {
        return Vec::new();
    }
    let service = query
        .get("service")
        .parse()
        .ok()
        .and_then(|id| room.catalogue.service(&id));
    let visit = VisitKind::parse(query.get("visit"));
    let wrong = [
        (
            service.is_none(),
            "service",
            t!(locale, "clinic-service-missing"),
        ),
        (visit.is_none(), "visit", t!(locale, "clinic-visit-missing")),
    ];
    wrong
        .into_iter()
        .filter(|(missing, _, _)| *missing)
        .map(|(_, field, message)| Mistake {
            field: field.to_owned(),
            message,
        })
        .collect()
}

fn view(room: &Room, title: &str, missing: Vec<Mistake>) -> AnyView {
    let locale = room.locale();
    view! {
        <div class="with-aside">
            <div class="stack">
                <ErrorSummary locale=locale mistakes=missing.clone()/>
                <div class="tight">
                    <h1>{title.to_owned()}</h1>
                    <p class="soft">{t!(locale, "clinic-what")}</p>
                </div>
                {form(room, &missing)}
            </div>
            {aside(room)}
        </div>
    }
    .into_any()
}

fn form(room: &Room, missing: &[Mistake]) -> AnyView {
    let (query, locale) = (&room.request.query, room.locale());
    let wrong = |field: &str| {
        missing
            .iter()
            .find(|one| one.field == field)
            .map(|one| one.message.clone())
    };
    let services: Vec<Choice> = room
        .catalogue
        .services
        .iter()
        .map(|service| Choice {
            value: service.id.to_string(),
            label: words::said(&service.name, locale),
            details: vec![t!(
                locale,
                "clinic-service-detail",
                length = words::length(service, locale),
                note = words::said(&service.note, locale)
            )],
        })
        .collect();
    let first = services.first().map(|choice| choice.value.clone());
    let given = Some(query.get("service").to_owned()).filter(|given| !given.is_empty());
    let service = if wrong("service").is_some() {
        None
    } else {
        given.or(first)
    };
    let visit = Some(query.get("visit").to_owned()).filter(|given| !given.is_empty());
    let action = format!("{}/times", paths::clinic(room.id()));
    view! {
        <form class="form" method="get" action=action>
            <Choices
                locale=locale
                name="service"
                legend=t!(locale, "clinic-service")
                options=services
                selected=service
                error=wrong("service")
            />
            <Choices
                locale=locale
                name="visit"
                legend=t!(locale, "clinic-visit")
                options=visits(locale)
                selected=visit
                error=wrong("visit")
                inline=true
            />
            {doctors(room)}
            <p class="actions">
                <Button
                    locale=locale
                    label=t!(locale, "button-see-times")
                    busy=t!(locale, "button-loading")
                    kind=ButtonKind::Main
                />
            </p>
        </form>
    }
    .into_any()
}

fn visits(locale: Locale) -> Vec<Choice> {
    [
        (
            VisitKind::First,
            t!(locale, "clinic-first"),
            t!(locale, "clinic-first-detail"),
        ),
        (
            VisitKind::Return,
            t!(locale, "clinic-return"),
            t!(locale, "clinic-return-detail"),
        ),
    ]
    .into_iter()
    .map(|(kind, label, detail)| Choice {
        value: kind.as_str().to_owned(),
        label,
        details: vec![detail],
    })
    .collect()
}

fn doctors(room: &Room) -> AnyView {
    let locale = room.locale();
    let anyone = Choice {
        value: ANYONE.to_owned(),
        label: t!(locale, "clinic-any"),
        details: vec![t!(locale, "clinic-any-detail")],
    };
    let each = room.catalogue.resources.iter().map(|one| {
        let note = words::said(&one.note, locale);
        Choice {
            value: one.id.to_string(),
            label: words::said(&one.name, locale),
            details: if note.is_empty() { vec![] } else { vec![note] },
        }
    });
    let given = room.request.query.get("doctor");
    let doctor = if given.is_empty() { ANYONE } else { given };
    view! {
        <Choices
            locale=locale
            name="doctor"
            legend=t!(locale, "clinic-doctor")
            options=std::iter::once(anyone).chain(each).collect()
            selected=doctor.to_owned()
        />
    }
    .into_any()
}

fn aside(room: &Room) -> AnyView {
    let locale = room.locale();
    let clinic = &room.catalogue.clinic;
    let place = words::said(&clinic.place, locale);
    view! {
        <aside class="card" aria-labelledby="clinic-info">
            <h2 id="clinic-info">{room.name()}</h2>
            <p class="soft">{place}</p>
            <p>{t!(locale, "clinic-phone")} " " <PhoneLink phone=room.phone()/></p>
            {hours::view(room)}
            <p class="small soft">{t!(locale, "clinic-cancel-until")}</p>
            <p class="small">
                <a class="link" href=paths::bookings(room.id())>{t!(locale, "page-bookings")}</a>
            </p>
        </aside>
    }
    .into_any()
}
