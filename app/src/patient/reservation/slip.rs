//! A reservation that is sent in, booked or over: the truthful slip.

use leptos::prelude::*;
use reservation::visit::{End, Reservation, Status};

use super::facts::facts;
use super::held::when;
use super::page::{Looker, Seen, cancel_href};
use crate::components::{
    ButtonKind, ButtonLink, Icon, Notice, PathStage, PhoneLink, RequestPath, Slip, SlipKind, Step,
    SummaryList,
};
use crate::door::Say;
use crate::format;
use crate::locale::Locale;
use crate::page::Loaded;
use crate::patient::paths::{self, Chosen};
use crate::patient::room::{Frame, Room, zone_line};
use crate::patient::words;
use crate::t;

/// The page.
pub(crate) fn page(room: &Room, seen: &Seen) -> Loaded {
    let locale = room.locale();
    let status = seen.status();
    let (title, slip) = match status {
        Status::Requested => (
            t!(locale, "sentence-requested-received"),
            requested(room, seen),
        ),
        Status::Confirmed => (
            t!(locale, "sentence-confirmed-short"),
            confirmed(room, seen),
        ),
        Status::Held => (
            t!(locale, "held-elsewhere-title"),
            held_elsewhere(room, seen),
        ),
        Status::Expired | Status::Cancelled => {
            let told = Told::of(&seen.row, status, locale);
            (told.title.clone(), over(room, seen, told))
        }
    };
    let note = note(room, seen);
    let body = view! {
        {note}
        {slip}
        {after(room, seen, status)}
    };
    // A form that came too late for a reservation has been answered above by the note of what is kept.
    let says_it = matches!(room.request.say(), Some(Say::Mistakes(_)));
    let frame = Frame {
        step: Some(Step::Answer),
        says_it,
        ..Frame::default()
    };
    room.page(frame, &plain(&title), body)
}

/// Titles of documents end without a full stop.
fn plain(title: &str) -> String {
    title.trim_end_matches(['。', '.']).to_owned()
}

/// What the press before this page came to, where it was not the first of its kind.
pub(crate) fn note(room: &Room, seen: &Seen) -> Option<AnyView> {
    let (locale, row) = (room.locale(), &seen.row);
    let kept_instead =
        matches!(room.request.say(), Some(Say::Mistakes(_))) && row.patient.is_some();
    // A page that is drawn again says what came of the latest press; the note in its address is of an older one.
    let note = match (kept_instead, &room.request.again) {
        (true, _) => "kept",
        (false, Some(_)) => "",
        (false, None) => room.request.query.get("note"),
    };
    let clock = |at: reservation::time::UtcMillis| {
        let today = format::is_today(at.0, seen.now.0, room.zone());
        if today {
            format::clock_spoken(at.0, room.zone(), locale)
        } else {
            format::when_spoken(at.0, seen.now.0, room.zone(), locale)
        }
    };
    let (first, second) = match (note, seen.status()) {
        ("already", Status::Held) => (
            t!(locale, "note-already-held", time = clock(row.created_at)),
            None,
        ),
        ("already", Status::Requested | Status::Confirmed) => (
            t!(
                locale,
                "notice-already-received",
                time = clock(row.sent_at.unwrap_or(row.changed_at))
            ),
            Some(t!(locale, "notice-already-one")),
        ),
        ("already", Status::Cancelled | Status::Expired) => (t!(locale, "note-already-over"), None),
        ("kept", _) => {
            let first = row.sent_at.unwrap_or(row.created_at);
            (
                t!(locale, "note-kept", time = clock(first)),
                Some(t!(locale, "note-kept-what")),
            )
        }
        ("held-other", _) => (t!(locale, "patient-note-held-other"), None),
        ("retaken", Status::Held | Status::Requested | Status::Confirmed) => {
            (t!(locale, "notice-retaken"), None)
        }
        _ => return None,
    };
    let icon = match seen.status() {
        Status::Held => Icon::Held,
        Status::Requested => Icon::Requested,
        Status::Confirmed => Icon::Confirmed,
        Status::Expired | Status::Cancelled => Icon::Alert,
    };
    let second = second.map(|second| view! { {words::gap(locale)} {second} });
    Some(view! { <Notice icon=icon><p><strong>{first}</strong>{second}</p></Notice> }.into_any())
}

fn requested(room: &Room, seen: &Seen) -> AnyView {
    let (locale, zone, row) = (room.locale(), room.zone(), &seen.row);
    let deadline = row.expires_at.unwrap_or(seen.now);
    let answer = t!(
        locale,
        "sentence-requested-answer",
        deadline = format::when_spoken(deadline.0, seen.now.0, zone, locale),
        channel = t!(locale, "channel-phone")
    );
    let below = view! {
        {when(room, seen)}
        <p class="soft small">{zone_line(zone, row.span.from, locale)}</p>
        <SummaryList facts=facts(room, seen, false)/>
    };
    view! {
        <Slip
            locale=locale
            kind=SlipKind::Requested
            title=t!(locale, "sentence-requested-received")
            below=below.into_any()
        >
            <p class="lead">
                <strong>{t!(locale, "sentence-requested-not-yet")}</strong>
                <br/>
                {answer} {words::gap(locale)} {t!(locale, "sentence-requested-kept")}
            </p>
            <RequestPath locale=locale stage=PathStage::Requested/>
        </Slip>
    }
    .into_any()
}

fn confirmed(room: &Room, seen: &Seen) -> AnyView {
    let (locale, zone, row) = (room.locale(), room.zone(), &seen.row);
    let come = t!(
        locale,
        "sentence-confirmed-come",
        when = format::when_spoken(row.span.from.0, seen.now.0, zone, locale),
        clinic = room.name()
    );
    let over = row.span.until <= seen.now;
    let lead = if over {
        t!(locale, "confirmed-over")
    } else {
        come
    };
    let below = view! { <SummaryList facts=facts(room, seen, true)/> };
    let (when, zone) = (when(room, seen), zone_line(zone, row.span.from, locale));
    view! {
        <Slip
            locale=locale
            kind=SlipKind::Confirmed
            title=t!(locale, "sentence-confirmed-short")
            below=below.into_any()
        >
            {when}
            <p class="lead">{lead}</p>
            <p class="soft small">{zone}</p>
        </Slip>
    }
    .into_any()
}

/// What the other device sees while the form is being filled in.
fn held_elsewhere(room: &Room, seen: &Seen) -> AnyView {
    let locale = room.locale();
    let when = when(room, seen);
    view! {
        <Slip locale=locale kind=SlipKind::Held title=t!(locale, "held-elsewhere-title")>
            <p class="lead">{t!(locale, "held-elsewhere")}</p>
            {when}
        </Slip>
    }
    .into_any()
}

/// How an end is told.
pub(crate) struct Told {
    /// The heading.
    pub(crate) title: String,
    /// The word beside the mark.
    pub(crate) state: String,
    /// The sentence below.
    pub(crate) lead: String,
}

impl Told {
    /// The words for an end.
    pub(crate) fn of(row: &Reservation, status: Status, locale: Locale) -> Self {
        let how = row.ending.as_ref().map(|ending| ending.how);
        let sent = row.patient.is_some();
        let not_booked = || t!(locale, "refusal-not-booked");
        let told = |title, state, lead| Self { title, state, lead };
        match (status, how) {
            (Status::Expired, _) if sent => told(
                t!(locale, "over-request-title"),
                t!(locale, "state-expired-request"),
                t!(locale, "over-request"),
            ),
            (Status::Expired, _) => told(
                t!(locale, "over-hold-title"),
                t!(locale, "state-expired-hold"),
                not_booked(),
            ),
            (_, Some(End::Declined)) => told(
                t!(locale, "over-declined-title"),
                t!(locale, "state-declined"),
                not_booked(),
            ),
            (_, Some(End::Released | End::Swapped)) => told(
                t!(locale, "over-released-title"),
                t!(locale, "over-released-state"),
                not_booked(),
            ),
            (_, Some(End::CancelledByStaff)) => told(
                t!(locale, "over-by-clinic-title"),
                t!(locale, "state-cancelled"),
                not_booked(),
            ),
            _ => told(
                t!(locale, "over-cancelled-title"),
                t!(locale, "state-cancelled"),
                not_booked(),
            ),
        }
    }
}

fn over(room: &Room, seen: &Seen, told: Told) -> AnyView {
    let (locale, row) = (room.locale(), &seen.row);
    let reason = row.ending.as_ref().and_then(|ending| ending.reason);
    let reason = reason.map(|reason| view! { <p>{words::reason(reason, locale)}</p> });
    let chosen = t!(
        locale,
        "patient-chosen",
        when = format::when_spoken(row.span.from.0, seen.now.0, room.zone(), locale),
        service = words::service(&room.catalogue, &row.service, locale),
        visit = words::visit(row.visit, locale)
    );
    view! {
        <Slip locale=locale kind=SlipKind::Gone title=told.title state=told.state>
            <p class="lead"><strong>{told.lead}</strong></p>
            {reason}
            <p class="soft">{chosen}</p>
        </Slip>
    }
    .into_any()
}

/// What can be done next.
fn after(room: &Room, seen: &Seen, status: Status) -> AnyView {
    let (locale, row) = (room.locale(), &seen.row);
    let to_come = seen.now < row.span.from;
    match status {
        Status::Requested | Status::Confirmed => {
            let cancel = to_come.then(|| {
                let label = match status {
                    Status::Requested => t!(locale, "button-withdraw"),
                    _ => t!(locale, "button-cancel"),
                };
                let href = cancel_href(room, seen);
                view! { <div class="actions"><ButtonLink href=href label=label kind=ButtonKind::Quiet/></div> }
            });
            let words = match status {
                Status::Requested => t!(locale, "requested-may-close"),
                _ => t!(locale, "confirmed-cancel-until"),
            };
            view! {
                {cancel}
                <p class="soft">{words} " " <PhoneLink phone=room.phone()/></p>
                {other_device(room, seen)}
            }
            .into_any()
        }
        Status::Held => ().into_any(),
        Status::Expired | Status::Cancelled => {
            let date = to_come.then(|| room.today(row.span.from));
            let href = paths::times(room.id(), &Chosen::of(row), date);
            view! {
                <p class="actions">
                    <ButtonLink href=href label=t!(locale, "button-see-times") kind=ButtonKind::Main/>
                </p>
                {room.call(t!(locale, "patient-by-phone"))}
            }
            .into_any()
        }
    }
}

/// The secret address for another device; whoever came by it has it already.
fn other_device(room: &Room, seen: &Seen) -> Option<AnyView> {
    if seen.looker != Looker::Holder {
        return None;
    }
    let locale = room.locale();
    let secret = room.request.pages.keys.link(room.id(), seen.row.id);
    let path = paths::link(room.id(), seen.row.id, &secret);
    let address = match &room.request.host {
        Some(host) => format!("{host}{path}"),
        None => path.clone(),
    };
    Some(
        view! {
            <details class="card slim">
                <summary>{t!(locale, "link-title")}</summary>
                <p>{t!(locale, "link-what")}</p>
                <p><a href=path rel="nofollow">{address}</a></p>
                <p class="soft small">{t!(locale, "link-secret")}</p>
            </details>
        }
        .into_any(),
    )
}
