//! What for, with whom, from when; then a week of times.

use chrono::{Datelike, Days, NaiveDate, NaiveTime, Timelike};
use leptos::prelude::*;
use reservation::availability::{Booker, Offer};
use reservation::catalogue::{Service, VisitKind};
use reservation::desk::{NoAnswer, Times, TimesWanted};
use reservation::ids::ServiceId;
use reservation::outcome::Refusal;
use reservation::slot_key::{ANYONE, SlotKey, Wish};

use super::near::nearest;
use super::submit::{FORM, subject};
use crate::components::{
    Choice, Choices, DayLink, DayNav, HiddenField, Icon, NearSlot, NearSlots, Notice, SelectField,
    SlotDay, SlotGrid, TextField, Tone, WeekNav,
};
use crate::door::Say;
use crate::format;
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::patient::times::grid::Grid;
use crate::staff::reception::{Reception, Room, at_desk};
use crate::staff::stop::Stop;
use crate::staff::{paths, words};
use crate::t;

/// Seven days, as everybody counts a week.
const WEEK: u64 = 7;
/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    service: Option<ServiceId>,
    visit: VisitKind,
    wish: Wish,
    from: NaiveDate,
    /// The time of day on `from` that was pressed on the board.
    at: Option<NaiveTime>,
}

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let locale = reception.locale();
    let asked = asked(&reception);
    let choice = choice(&reception, &asked);
    let week = match &asked.service {
        Some(service) => match times(&reception, &asked, service).await {
            Ok(times) => Some(Ok(week(&reception, &asked, service, times))),
            // The doctor doesn't do that, or not for new patients.
            Err(NoAnswer::Refused(Refusal::NotOffered)) => {
                Some(Err(t!(locale, "staff-refused-not-offered")))
            }
            Err(no) => return Err(no.into()),
        },
        None => Some(Err(t!(locale, "staff-choose-service"))),
    };
    let week = week.map(|week| match week {
        Ok(week) => week_view(locale, week),
        Err(words) => view! { <p class="lead">{words}</p> }.into_any(),
    });
    let title = t!(locale, "button-new-booking");
    let body = view! {
        <h1>{title.clone()}</h1>
        {choice_view(locale, choice)}
        {week}
    };
    Ok(reception.page(Room::Times, &title, body))
}

fn asked(reception: &Reception) -> Asked {
    let (query, today) = (&reception.request.query, reception.today());
    let service = query
        .get("service")
        .parse()
        .ok()
        .filter(|id| reception.catalogue.service(id).is_some());
    let wish = match query.get("doctor").parse().unwrap_or(Wish::Anyone) {
        Wish::One(id) if reception.catalogue.resource(&id).is_none() => Wish::Anyone,
        wish => wish,
    };
    let from: Option<NaiveDate> = query.get("from").parse().ok();
    let at = NaiveTime::parse_from_str(query.get("at"), "%H%M").ok();
    Asked {
        // Who pressed a time on the board sees times at once.
        service: service.or_else(|| at.and_then(|_| first_service(reception, &wish))),
        visit: VisitKind::parse(query.get("visit")).unwrap_or(VisitKind::Return),
        wish,
        at,
        from: from
            .filter(|from| (2000..2100).contains(&from.year()))
            .unwrap_or(today)
            .max(today),
    }
}

/// The first service that the wished doctor gives.
fn first_service(reception: &Reception, wish: &Wish) -> Option<ServiceId> {
    let gives = |service: &&Service| match wish {
        Wish::Anyone => true,
        Wish::One(id) => service.resources.contains(id),
    };
    let service = reception.catalogue.services.iter().find(gives)?;
    Some(service.id.clone())
}

async fn times(
    reception: &Reception,
    asked: &Asked,
    service: &ServiceId,
) -> Result<Times, NoAnswer> {
    let wanted = TimesWanted {
        clinic: reception.clinic().clone(),
        service: service.clone(),
        visit: asked.visit,
        wish: asked.wish.clone(),
        from: Some(asked.from),
        days: WEEK,
        booker: Booker::Staff,
        viewer: Some(reception.staff.holder()),
    };
    reception.request.pages.desk.times(&wanted).await
}

/// The form in which staff say what they look for.
struct Choosing {
    action: String,
    services: Vec<(String, String)>,
    service: String,
    visit: String,
    doctors: Vec<(String, String)>,
    doctor: String,
    from: String,
    at: Option<String>,
}

fn choice(reception: &Reception, asked: &Asked) -> Choosing {
    let (locale, catalogue) = (reception.locale(), &reception.catalogue);
    let services: Vec<(String, String)> = catalogue
        .services
        .iter()
        .map(|service| {
            (
                service.id.to_string(),
                words::service(catalogue, &service.id, locale),
            )
        })
        .collect();
    let first = services
        .first()
        .map(|(id, _)| id.clone())
        .unwrap_or_default();
    let doctors = catalogue.resources.iter().map(|one| {
        (
            one.id.to_string(),
            words::resource(catalogue, &one.id, locale),
        )
    });
    Choosing {
        action: match asked.at {
            Some(_) => format!("{}#wanted", paths::times(reception.clinic())),
            None => paths::times(reception.clinic()),
        },
        service: asked.service.as_ref().map_or(first, ToString::to_string),
        services,
        visit: asked.visit.as_str().to_owned(),
        doctors: std::iter::once((ANYONE.to_owned(), t!(locale, "visit-any-doctor")))
            .chain(doctors)
            .collect(),
        doctor: asked.wish.to_string(),
        from: asked.from.to_string(),
        at: asked.at.map(|at| at.format("%H%M").to_string()),
    }
}

fn choice_view(locale: Locale, choice: Choosing) -> AnyView {
    let kinds = [VisitKind::First, VisitKind::Return]
        .map(|kind| Choice {
            value: kind.as_str().to_owned(),
            label: words::visit_kind(kind, locale),
            details: Vec::new(),
        })
        .to_vec();
    let at = choice
        .at
        .map(|at| view! { <HiddenField name="at" value=at/> });
    view! {
        <form class="choosing" method="get" action=choice.action>
            {at}
            <SelectField
                locale=locale
                name="service"
                label=t!(locale, "staff-fact-service")
                options=choice.services
                value=choice.service
            />
            <SelectField
                locale=locale
                name="doctor"
                label=t!(locale, "staff-fact-doctor")
                options=choice.doctors
                value=choice.doctor
            />
            <TextField
                locale=locale
                name="from"
                label=t!(locale, "staff-from-date")
                value=choice.from
                kind="date"
                short=true
            />
            <Choices
                locale=locale
                name="visit"
                legend=t!(locale, "staff-fact-visit")
                options=kinds
                selected=choice.visit
                inline=true
            />
            <div class="actions">
                <button class="button" type="submit">{t!(locale, "button-see-times")}</button>
            </div>
        </form>
    }
    .into_any()
}

/// A week of times with its form.
struct Week {
    title: String,
    previous: Option<String>,
    next: Option<String>,
    zone: String,
    action: String,
    hidden: Vec<(&'static str, String)>,
    near: Vec<NearSlot>,
    wanted: Option<Wanted>,
    days: Vec<SlotDay>,
    strip: Vec<DayLink>,
}

/// The time that was pressed on the board.
struct Wanted {
    when: String,
    /// Its `datetime`; `None`: this service has no free time then.
    datetime: Option<String>,
}

/// The wanted time among those of its day.
fn wanted(asked: &Asked, grid: &Grid<'_>, times: &Times) -> Option<Wanted> {
    let at = asked.at?;
    let day = times.days.iter().find(|day| day.date == asked.from)?;
    let local = |offer: &&Offer| {
        let start = offer.span.from.to_utc();
        start.is_some_and(|start| start.with_timezone(&grid.zone).time() == at)
    };
    let free = day
        .offers
        .iter()
        .filter(|offer| offer.mark.is_bookable())
        .find(local);
    let date = format::date(asked.from, times.today, grid.locale);
    let clock = format!("{}:{:02}", at.hour(), at.minute());
    Some(Wanted {
        when: t!(grid.locale, "staff-day-and-time", day = date, time = clock),
        datetime: free.map(|offer| format::datetime_attr(offer.span.from.0, grid.zone)),
    })
}

fn week(reception: &Reception, asked: &Asked, service: &ServiceId, times: Times) -> Week {
    let (locale, zone, clinic) = (reception.locale(), reception.zone(), reception.clinic());
    let grid = Grid {
        clinic,
        zone,
        wish: asked.wish.clone(),
        today: times.today,
        locale,
        mine: paths::visit,
    };
    let last = times.days.last().map_or(asked.from, |day| day.date);
    let address = |from: NaiveDate| {
        let visit = asked.visit.as_str();
        format!(
            "{}?service={service}&visit={visit}&doctor={}&from={from}",
            paths::times(clinic),
            asked.wish
        )
    };
    let before = asked.from - Days::new(WEEK);
    let token = reception
        .request
        .token(clinic, FORM, &subject(service, asked.visit));
    Week {
        title: format::date_range(asked.from, last, locale),
        previous: (asked.from > times.today).then(|| address(before.max(times.today))),
        next: last.succ_opt().map(address),
        zone: format::zone_label(times.now.0, zone, locale),
        action: reception.request.action("staff-hold"),
        hidden: vec![
            ("clinic", clinic.to_string()),
            ("token", token),
            ("service", service.to_string()),
            ("visit", asked.visit.as_str().to_owned()),
        ],
        near: near(&reception.request, &grid, &times),
        wanted: wanted(asked, &grid, &times),
        days: grid.days(&times.days),
        strip: grid.strip(&times.days),
    }
}

/// After a time could not be had: the nearest free ones of the week.
fn near(request: &Request, grid: &Grid<'_>, times: &Times) -> Vec<NearSlot> {
    let refused = matches!(
        request.say(),
        Some(Say::Refused(
            Refusal::Taken | Refusal::Closed | Refusal::InThePast
        ))
    );
    let slot: Option<SlotKey> = request
        .typed("slot")
        .filter(|_| refused)
        .and_then(|slot| slot.parse().ok());
    let Some(slot) = slot else { return Vec::new() };
    nearest(times, grid, slot.start)
}

fn week_view(locale: Locale, week: Week) -> AnyView {
    let near = (!week.near.is_empty()).then(|| {
        view! {
            <section class="tight" aria-labelledby="near">
                <h2 id="near">{t!(locale, "staff-near")}</h2>
                <NearSlots locale=locale labelled_by="near" slots=week.near/>
            </section>
        }
    });
    let hidden: Vec<_> = week
        .hidden
        .into_iter()
        .map(|(name, value)| view! { <HiddenField name=name value=value/> })
        .collect();
    let datetime = week
        .wanted
        .as_ref()
        .and_then(|wanted| wanted.datetime.clone());
    let wanted = week
        .wanted
        .map(|Wanted { when, datetime }| wanted_view(locale, when, datetime.is_some()));
    view! {
        {wanted}
        <WeekNav locale=locale title=week.title previous=week.previous next=week.next/>
        <DayNav locale=locale days=week.strip/>
        <form class="stack" method="post" action=week.action>
            {hidden}
            {near}
            <SlotGrid locale=locale days=week.days wanted=datetime/>
        </form>
        <p class="soft small">{week.zone}</p>
    }
    .into_any()
}

fn wanted_view(locale: Locale, when: String, free: bool) -> AnyView {
    if free {
        view! {
            <p>{t!(locale, "staff-wanted")}" "<a class="num" href="#wanted">{when}</a></p>
        }
        .into_any()
    } else {
        view! {
            <Notice icon=Icon::Alert tone=Tone::Wait>
                <p>{t!(locale, "staff-wanted-not-free", when = when)}</p>
            </Notice>
        }
        .into_any()
    }
}
