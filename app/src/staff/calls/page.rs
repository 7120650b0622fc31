//! The list of calls.

use leptos::prelude::*;
use reservation::ids::ClinicId;
use reservation::time::UtcMillis;
use reservation::visit::{Message, MessageKey, Reservation};

use crate::components::{
    Badge, Button, ButtonKind, ButtonLink, HiddenField, Icon, PhoneLink, ReceiptLink, StateWord,
    foreign,
};
use crate::format;
use crate::locale::Locale;
use crate::page::{Loaded, Request, action};
use crate::staff::reception::{Reception, Room, at_desk};
use crate::staff::stop::Stop;
use crate::staff::{paths, words};
use crate::t;

/// One call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Call {
    /// The id of its heading.
    pub id: String,
    pub name: String,
    /// Reading and age.
    pub about: Option<String>,
    /// The language to speak.
    pub badge: Option<String>,
    pub phone: Option<String>,
    /// What to say.
    pub tell: String,
    /// Of which visit.
    pub when: String,
    pub what: String,
    /// Since when it waits.
    pub since: String,
    /// When and by whom it was ticked off.
    pub done: Option<String>,
    /// What the button sends.
    pub key: String,
    pub visit: String,
}

/// The list with all that its form needs.
#[derive(Debug, Clone)]
pub(super) struct Calls {
    pub clinic: ClinicId,
    pub here: String,
    pub fresh: String,
    pub token: String,
    pub clock: String,
    pub open: u32,
    pub calls: Vec<Call>,
}

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let (locale, clinic) = (reception.locale(), reception.clinic().clone());
    let since = reception.since();
    let desk = &reception.request.pages.desk;
    let found = desk.calls(&clinic, since).await?;
    let mut messages = found.rows;
    // A tick must not move a row.
    messages.sort_by(|a, b| (a.not_before, &a.key).cmp(&(b.not_before, &b.key)));
    let mut calls = Vec::new();
    for message in messages {
        if let Some(row) = desk
            .reservation(&clinic, message.key.reservation)
            .await?
            .rows
        {
            calls.push(call(&reception, found.now, &message, &row));
        }
    }
    let list = Calls {
        here: paths::calls_since(&clinic, since),
        fresh: paths::calls(&clinic),
        token: reception.request.token(&clinic, "calls", ""),
        clock: format::clock(found.now.0, reception.zone()),
        open: reception.calls,
        calls,
        clinic,
    };
    let title = t!(locale, "staff-calls-title", count = reception.calls);
    Ok(reception.page(Room::Calls, &title, view(locale, list)))
}

/// The text that names a message in a form: reservation, version and kind.
pub(super) fn key_text(key: &MessageKey) -> String {
    format!("{}.{}.{}", key.reservation, key.version, key.kind.as_str())
}

fn call(reception: &Reception, now: UtcMillis, message: &Message, row: &Reservation) -> Call {
    let (locale, zone, catalogue) = (reception.locale(), reception.zone(), &reception.catalogue);
    let patient = row.patient.as_ref();
    let when = |at: UtcMillis| format::when_or_today(at.0, now.0, zone, locale);
    // The reason belongs to the end that is being told, not to one that came later.
    let reason = row
        .ending
        .as_ref()
        .filter(|_| row.version == message.key.version)
        .and_then(|ending| ending.reason)
        .map(|reason| words::reason(reason, locale));
    let tell = words::message(message.key.kind, locale);
    let done = message.done_at.map(|at| match &message.done_by {
        Some(name) => {
            let who = t!(locale, "staff-who-staff", name = name.clone());
            t!(locale, "staff-when-who", when = when(at), who = who)
        }
        None => when(at),
    });
    Call {
        id: anchor(&message.key),
        name: words::name(row, locale),
        about: patient.and_then(|patient| words::about(patient, reception.today(), locale)),
        badge: patient.and_then(|patient| words::language(patient, locale)),
        phone: patient.map(|patient| patient.phone.clone()),
        tell: match reason {
            Some(reason) => t!(locale, "staff-tell-because", tell = tell, reason = reason),
            None => tell,
        },
        when: format::when_span(row.span.from.0, row.span.until.0, now.0, zone, locale),
        what: words::what(catalogue, row, locale),
        since: when(message.not_before),
        done,
        key: key_text(&message.key),
        visit: paths::visit(reception.clinic(), row.id),
    }
}

/// The id of a call's heading.
pub(super) fn anchor(key: &MessageKey) -> String {
    format!("m-{}-{}", key.reservation, key.version)
}

pub(super) fn view(locale: Locale, list: Calls) -> AnyView {
    let empty = list
        .calls
        .is_empty()
        .then(|| view! { <p class="lead">{t!(locale, "staff-calls-none")}</p> });
    let rows: Vec<_> = list
        .calls
        .into_iter()
        .map(|call| row_view(locale, call))
        .collect();
    let form = empty.is_none().then(|| {
        view! {
            <form method="post" action=action("tick-call", &list.here)>
                <HiddenField name="clinic" value=list.clinic.to_string()/>
                <HiddenField name="token" value=list.token/>
                <ul class="requests" aria-label=t!(locale, "staff-calls-label")>{rows}</ul>
                <ReceiptLink locale=locale href=list.here.clone()/>
            </form>
        }
    });
    view! {
        <div class="toolbar">
            <h1>{t!(locale, "staff-calls")}" "<span class="num">{t!(locale, "staff-count", count = list.open)}</span></h1>
            <p class="soft small">{t!(locale, "staff-as-of", time = list.clock)}</p>
            <ButtonLink href=list.fresh label=t!(locale, "staff-refresh") kind=ButtonKind::Quiet small=true/>
        </div>
        <p class="soft">{t!(locale, "staff-calls-what")}</p>
        {empty}
        {form}
    }
    .into_any()
}

fn row_view(locale: Locale, call: Call) -> AnyView {
    let class = if call.done.is_some() {
        "request answered"
    } else {
        "request"
    };
    let first = match call.done.clone() {
        Some(by) => view! {
            <p class="deadline">
                <StateWord icon=Icon::Done word=t!(locale, "staff-call-done")/>
                <small>{by}</small>
            </p>
        }
        .into_any(),
        None => view! {
            <p class="deadline">
                <small>{t!(locale, "staff-call-since")}</small>
                <strong>{call.since}</strong>
            </p>
        }
        .into_any(),
    };
    let tick = call.done.is_none().then(|| {
        view! {
            <Button
                locale=locale
                label=t!(locale, "button-call-done")
                kind=ButtonKind::Filled
                name="message".to_owned()
                value=call.key
                described_by=call.id.clone()
            />
        }
    });
    let lang = foreign(&call.name, locale);
    view! {
        <li class=class>
            {first}
            <div class="tight">
                <h2 id=call.id.clone()>
                    <span lang=lang>{t!(locale, "request-person", name = call.name)}</span>
                    {call.about.map(|about| view! { <small>{about}</small> })}
                    {call.badge.map(|text| view! { <Badge text=text/> })}
                </h2>
                {call.phone.map(|phone| view! { <p class="lead"><PhoneLink phone=phone/></p> })}
                <p>{call.tell}</p>
                <p class="soft"><span class="num">{call.when}</span><span class="what">{call.what}</span></p>
            </div>
            <div class="actions pair">
                {tick}
                <ButtonLink href=call.visit label=t!(locale, "staff-open-visit") kind=ButtonKind::Quiet small=true/>
            </div>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use leptos::prelude::Owner;

    use super::*;

    #[test]
    fn a_ticked_call_stays_without_its_button() {
        let owner = Owner::new();
        owner.set();
        let call = |done: Option<&str>| Call {
            name: "<b>O'Neill</b>".into(),
            phone: Some("090-1234-5678".into()),
            key: "k".into(),
            done: done.map(Into::into),
            ..Call::default()
        };
        let open = row_view(Locale::Ja, call(None)).to_html();
        assert!(open.contains(r#"href="tel:09012345678""#), "{open}");
        assert!(open.contains(r#"name="message" value="k""#), "{open}");
        assert!(!open.contains("<b>"), "{open}");
        let done = row_view(Locale::Ja, call(Some("10:31 受付・森"))).to_html();
        assert!(
            !done.contains("<button") && done.contains("10:31 受付・森"),
            "{done}"
        );
    }
}
