//! Present and coming closures with the visits inside them.

use leptos::prelude::*;
use reservation::catalogue::Closure;
use reservation::ids::ClinicId;
use reservation::time::Span;
use reservation::visit::{Reservation, Status};

use crate::components::{
    Badge, Button, ButtonKind, ButtonLink, Card, HiddenField, Icon, ReceiptLink, StateWord, Tone,
    foreign,
};
use crate::format;
use crate::locale::Locale;
use crate::page::{Loaded, Request, action};
use crate::staff::reception::{Reception, Room, at_desk};
use crate::staff::stop::Stop;
use crate::staff::{paths, words};
use crate::t;

/// A visit of the day before may reach into a closed span; none is longer than this.
const LONGEST_VISIT_MINUTES: i64 = 24 * 60;

/// A closed span as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub id: String,
    /// Who is away.
    pub who: String,
    pub when: String,
    pub reason: String,
    /// True while it lasts.
    pub present: bool,
    pub inside: Vec<Inside>,
}

/// A visit that stands in a closed span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inside {
    pub when: String,
    pub name: String,
    pub what: String,
    pub href: String,
    pub state: (Icon, String, Tone),
}

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let (locale, clinic) = (reception.locale(), reception.clinic().clone());
    let mut closures: Vec<&Closure> = reception
        .catalogue
        .closures
        .iter()
        .filter(|closure| closure.span.until > reception.now)
        .collect();
    closures.sort_by_key(|closure| (closure.span.from, closure.span.until, closure.id));
    let mut shown = Vec::new();
    for closure in closures {
        shown.push(show(&reception, closure).await?);
    }
    let token = reception.request.token(&clinic, "closures", "");
    let title = t!(locale, "staff-closures-title");
    Ok(reception.page(Room::Closures, &title, view(locale, &clinic, token, shown)))
}

/// A closed span with the visits inside.
pub(super) async fn show(reception: &Reception, closure: &Closure) -> Result<Shown, Stop> {
    let (locale, zone, now) = (reception.locale(), reception.zone(), reception.now);
    let who = match &closure.resource {
        Some(id) => words::resource(&reception.catalogue, id, locale),
        None => t!(locale, "staff-whole-clinic"),
    };
    Ok(Shown {
        id: closure.id.to_string(),
        who,
        when: words::closed_span(closure.span, now, zone, locale),
        reason: closure.reason.clone(),
        present: closure.span.from <= now && now < closure.span.until,
        inside: inside(reception, closure).await?,
    })
}

async fn inside(reception: &Reception, closure: &Closure) -> Result<Vec<Inside>, Stop> {
    let (locale, zone, now) = (reception.locale(), reception.zone(), reception.now);
    let around = Span {
        from: closure.span.from.plus_minutes(-LONGEST_VISIT_MINUTES),
        until: closure.span.until,
    };
    let found = reception
        .request
        .pages
        .desk
        .visits_in(reception.clinic(), around)
        .await?;
    let touches = |row: &&Reservation| {
        row.span.overlaps(closure.span)
            && closure
                .resource
                .as_ref()
                .is_none_or(|id| *id == row.resource)
            && matches!(
                row.status_at(found.now),
                Status::Held | Status::Requested | Status::Confirmed
            )
    };
    let rows = found.rows.iter().filter(touches).map(|row| Inside {
        when: format::when_span(row.span.from.0, row.span.until.0, now.0, zone, locale),
        name: words::name(row, locale),
        what: words::what(&reception.catalogue, row, locale),
        href: paths::visit(reception.clinic(), row.id),
        state: words::state(row, found.now, locale),
    });
    Ok(rows.collect())
}

fn view(locale: Locale, clinic: &ClinicId, token: String, shown: Vec<Shown>) -> AnyView {
    let empty = shown
        .is_empty()
        .then(|| view! { <p class="lead">{t!(locale, "staff-closures-none")}</p> });
    let cards: Vec<_> = shown.into_iter().map(|one| card(locale, one)).collect();
    let new = format!("{}/new", paths::closures(clinic));
    view! {
        <div class="toolbar">
            <h1>{t!(locale, "staff-closures-title")}</h1>
            <ButtonLink href=new label=t!(locale, "staff-close-new")/>
        </div>
        <p class="soft">{t!(locale, "staff-closures-what")}</p>
        {empty}
        <form class="stack" method="post" action=action("reopen", &paths::closures(clinic))>
            <HiddenField name="clinic" value=clinic.to_string()/>
            <HiddenField name="token" value=token/>
            {cards}
            <ReceiptLink locale=locale href=paths::closures(clinic)/>
        </form>
    }
    .into_any()
}

fn card(locale: Locale, shown: Shown) -> AnyView {
    let id = format!("c-{}", shown.id);
    let present = shown.present.then(|| {
        view! { <Badge text=t!(locale, "staff-closed-now") tone=Tone::Stop/> }
    });
    view! {
        <Card slim=true>
            <h2 id=id.clone()>{shown.who.clone()}" "<span class="num">{shown.when.clone()}</span>" "{present}</h2>
            <p>{shown.reason.clone()}</p>
            {inside_view(locale, shown.inside)}
            <div class="actions">
                <Button
                    locale=locale
                    label=t!(locale, "staff-reopen")
                    kind=ButtonKind::Quiet
                    name="closure".to_owned()
                    value=shown.id
                    described_by=id
                />
            </div>
        </Card>
    }
    .into_any()
}

/// The visits inside, each with its own page: closing has cancelled none of them.
pub(super) fn inside_view(locale: Locale, inside: Vec<Inside>) -> AnyView {
    if inside.is_empty() {
        return view! { <p class="soft">{t!(locale, "staff-inside-none")}</p> }.into_any();
    }
    let title = t!(locale, "staff-inside", count = inside.len());
    let rows: Vec<_> = inside
        .into_iter()
        .map(|one| {
            let (icon, word, tone) = one.state;
            let lang = foreign(&one.name, locale);
            view! {
                <tr>
                    <td class="num">{one.when}</td>
                    <td><a href=one.href lang=lang>{one.name}</a></td>
                    <td>{one.what}</td>
                    <td><StateWord icon=icon word=word tone=tone/></td>
                </tr>
            }
        })
        .collect();
    view! {
        <table class="table">
            <caption>{title}</caption>
            <thead>
                <tr>
                    <th scope="col">{t!(locale, "staff-fact-when")}</th>
                    <th scope="col">{t!(locale, "staff-fact-name")}</th>
                    <th scope="col">{t!(locale, "staff-fact-what")}</th>
                    <th scope="col">{t!(locale, "staff-fact-state")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
