//! The form that closes a span, and what it shows once it has been used.

use leptos::prelude::*;
use reservation::availability::opening;
use reservation::ids::ClosureId;
use reservation::outcome::Outcome;
use reservation::time::UtcMillis;
use uuid::Uuid;

use super::form::WHOLE_CLINIC;
use super::list::{Shown, inside_view, show};
use crate::components::{
    Button, ButtonKind, ButtonLink, Card, HiddenField, Icon, Notice, ReceiptLink, SelectField,
    TextField, Tone,
};
use crate::format;
use crate::locale::Locale;
use crate::page::{Loaded, Request, action};
use crate::staff::reception::{Reception, Room, at_desk};
use crate::staff::say::mistake;
use crate::staff::stop::Stop;
use crate::staff::{paths, words};
use crate::t;

/// An intent that is older than this and unused makes room for a fresh one: its form would be too old to be accepted.
const INTENT_HOURS: i64 = 11;

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let intent: Option<Uuid> = reception.request.query.get("intent").parse().ok();
    let Some(intent) = intent else {
        return fresh(&reception);
    };
    let recorded = reception
        .request
        .pages
        .desk
        .receipt(&reception.staff.key(intent))
        .await?;
    let used = recorded.rows.iter().find_map(|row| {
        match (&row.outcome, row.clinic == *reception.clinic()) {
            (Outcome::Closed { id }, true) => Some((*id, row.recorded_at)),
            _ => None,
        }
    });
    match used {
        Some((id, at)) => done(&reception, id, at).await,
        None if issued_at(intent)
            .is_none_or(|at| at < reception.now.plus_minutes(-INTENT_HOURS * 60)) =>
        {
            fresh(&reception)
        }
        None => Ok(blank(&reception, intent)),
    }
}

/// The form under an intent of its own. What was typed into the one before would be lost on the way to another address.
fn fresh(reception: &Reception) -> Result<Loaded, Stop> {
    let intent = reception.request.pages.desk.fresh_id();
    if reception.request.again.is_some() {
        return Ok(blank(reception, intent));
    }
    Err(Stop::Elsewhere(paths::new_closure(
        reception.clinic(),
        intent,
    )))
}

/// When an intent's id was made; `None` for an id that doesn't say.
fn issued_at(intent: Uuid) -> Option<UtcMillis> {
    let (seconds, nanos) = intent.get_timestamp()?.to_unix();
    let millis = i64::try_from(seconds).ok()?.checked_mul(1000)?;
    Some(UtcMillis(millis).plus(i64::from(nanos / 1_000_000)))
}

fn blank(reception: &Reception, intent: Uuid) -> Loaded {
    let (locale, request, clinic) = (reception.locale(), &reception.request, reception.clinic());
    let typed =
        |name: &str, otherwise: String| request.typed(name).map_or(otherwise, ToOwned::to_owned);
    let today = reception.today();
    let hours = opening(&reception.catalogue, None, today).spans;
    let clock = |at: Option<UtcMillis>| {
        at.map_or_else(String::new, |at| format::clock(at.0, reception.zone()))
    };
    let doctors = reception.catalogue.resources.iter().map(|one| {
        (
            one.id.to_string(),
            words::resource(&reception.catalogue, &one.id, locale),
        )
    });
    let form = Form {
        here: paths::new_closure(clinic, intent),
        clinic: clinic.to_string(),
        intent: intent.to_string(),
        token: request.token_with_id(intent, clinic, "close", &intent.to_string()),
        action: action("close", &paths::new_closure(clinic, intent)),
        back: paths::closures(clinic),
        options: std::iter::once((String::new(), t!(locale, "staff-choose")))
            .chain(doctors)
            .chain([(WHOLE_CLINIC.to_owned(), t!(locale, "staff-whole-clinic"))])
            .collect(),
        resource: typed("resource", String::new()),
        date: typed("date", today.to_string()),
        from: typed("from", clock(hours.first().map(|span| span.from))),
        until: typed("until", clock(hours.last().map(|span| span.until))),
        reason: typed("reason", String::new()),
        wrong: ["resource", "date", "from", "until", "reason"]
            .map(|field| mistake(request.say(), field)),
    };
    let title = t!(locale, "staff-close-new");
    reception.page(Room::Closures, &title, view(locale, form))
}

struct Form {
    here: String,
    clinic: String,
    intent: String,
    token: String,
    action: String,
    back: String,
    options: Vec<(String, String)>,
    resource: String,
    date: String,
    from: String,
    until: String,
    reason: String,
    wrong: [Option<String>; 5],
}

fn view(locale: Locale, form: Form) -> AnyView {
    let [resource, date, from, until, reason] = form.wrong;
    view! {
        <h1>{t!(locale, "staff-close-new")}</h1>
        <p class="soft">{t!(locale, "staff-closures-what")}</p>
        <form class="form narrow" method="post" action=form.action>
            <HiddenField name="clinic" value=form.clinic/>
            <HiddenField name="token" value=form.token/>
            <HiddenField name="intent" value=form.intent/>
            <SelectField
                locale=locale
                name="resource"
                label=t!(locale, "staff-close-who")
                options=form.options
                value=form.resource
                error=resource
            />
            <TextField
                locale=locale
                name="date"
                label=t!(locale, "staff-close-date")
                value=form.date
                error=date
                kind="date"
                short=true
            />
            <TextField
                locale=locale
                name="from"
                label=t!(locale, "staff-close-from")
                hint=t!(locale, "staff-close-clock-hint")
                value=form.from
                error=from
                autocomplete="on"
                short=true
            />
            <TextField
                locale=locale
                name="until"
                label=t!(locale, "staff-close-until")
                hint=t!(locale, "staff-close-until-hint")
                value=form.until
                error=until
                autocomplete="on"
                short=true
            />
            <TextField
                locale=locale
                name="reason"
                label=t!(locale, "staff-close-reason")
                hint=t!(locale, "staff-close-reason-hint")
                value=form.reason
                error=reason
                autocomplete="on"
            />
            <ReceiptLink locale=locale href=form.here/>
            <div class="actions">
                <Button locale=locale label=t!(locale, "staff-close-verb") kind=ButtonKind::Main/>
                <ButtonLink href=form.back label=t!(locale, "button-back") kind=ButtonKind::Quiet/>
            </div>
        </form>
    }
    .into_any()
}

/// What a used intent made: the same page however often it is asked for.
async fn done(reception: &Reception, id: ClosureId, at: UtcMillis) -> Result<Loaded, Stop> {
    let locale = reception.locale();
    let closure = reception
        .catalogue
        .closures
        .iter()
        .find(|closure| closure.id == id);
    let shown = match closure {
        Some(closure) => Some(show(reception, closure).await?),
        None => None,
    };
    let time = format::when_or_today(at.0, reception.now.0, reception.zone(), locale);
    let title = t!(locale, "staff-closed-title");
    let list = paths::closures(reception.clinic());
    Ok(reception.page(Room::Closures, &title, done_view(locale, time, list, shown)))
}

fn done_view(locale: Locale, time: String, list: String, shown: Option<Shown>) -> AnyView {
    let body = match shown {
        Some(shown) => view! {
            <Notice icon=Icon::Closed><p>{t!(locale, "staff-closed-at", time = time)}" "{t!(locale, "staff-nothing-cancelled")}</p></Notice>
            <Card slim=true>
                <h2>{shown.who}" "<span class="num">{shown.when}</span></h2>
                <p>{shown.reason}</p>
                {inside_view(locale, shown.inside)}
            </Card>
        }
        .into_any(),
        None => view! {
            <Notice icon=Icon::Alert tone=Tone::Wait><p>{t!(locale, "staff-closed-ended", time = time)}</p></Notice>
        }
        .into_any(),
    };
    let new = format!("{list}/new");
    view! {
        <h1>{t!(locale, "staff-closed-title")}</h1>
        {body}
        <div class="actions">
            <ButtonLink href=list label=t!(locale, "staff-closures-title")/>
            <ButtonLink href=new label=t!(locale, "staff-close-another") kind=ButtonKind::Quiet/>
        </div>
    }
    .into_any()
}
