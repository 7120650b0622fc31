//! A reservation that is sent in, booked or over: the truthful slip.

use leptos::prelude::*;
use reservation::time::UtcMillis;
use reservation::visit::{End, Reason, Reservation, Status};

use super::facts::facts;
use super::held::when;
use super::note::{Noted, note};
use super::page::{Looker, Seen, cancel_href};
use crate::components::{
    ButtonKind, ButtonLink, Icon, Notice, PathStage, RequestPath, Slip, SlipKind, Step,
    SummaryList, tel_href,
};
use crate::door::Say;
use crate::format;
use crate::locale::Locale;
use crate::page::Loaded;
use crate::patient::paths::{self, Chosen};
use crate::patient::room::{Frame, Room, zone_line};
use crate::patient::words;
use crate::{t, title};

/// The page. `held` is the time that the visitor holds now, where this is the page of one that is over.
pub(crate) fn page(room: &Room, seen: &Seen, held: Option<&Reservation>) -> Loaded {
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
    let (happened, note) = Noted::parts(note(room, seen));
    let held = held.map(|held| held_now(room, held, seen.now));
    let next = after(room, seen, status, held.is_some());
    let body = view! {
        {held}
        {note}
        {slip}
        {next}
    };
    // A form that came too late for a reservation has been answered above by the note of what is kept.
    let says_it = matches!(room.request.say(), Some(Say::Mistakes(_)));
    let frame = Frame {
        step: step(&seen.row, status),
        says_it,
        happened,
        ..Frame::default()
    };
    room.page(frame, &title::plain(&title), body)
}

/// A time that ran out is chosen anew; a reservation that is over is no step of anything.
fn step(row: &Reservation, status: Status) -> Option<Step> {
    match status {
        Status::Cancelled => None,
        Status::Expired if row.patient.is_none() => Some(Step::Time),
        _ => Some(Step::Answer),
    }
}

/// Above the page of a time that is over: another one is held, and that is gone on with.
fn held_now(room: &Room, held: &Reservation, now: UtcMillis) -> AnyView {
    let locale = room.locale();
    let said = words::held(held, now, room.zone(), locale);
    let href = paths::reservation(room.id(), held.id);
    view! {
        <Notice icon=Icon::Held>
            <p><strong>{said}</strong></p>
        </Notice>
        <p class="actions">
            <ButtonLink href=href label=t!(locale, "times-held-go-on") kind=ButtonKind::Main/>
        </p>
    }
    .into_any()
}

fn requested(room: &Room, seen: &Seen) -> AnyView {
    let (locale, zone, row) = (room.locale(), room.zone(), &seen.row);
    let deadline = row.expires_at.unwrap_or(seen.now);
    let answer = t!(
        locale,
        "sentence-requested-answer",
        deadline = "\u{0}",
        channel = t!(locale, "channel-phone")
    );
    let (before, after) = answer.split_once('\u{0}').unwrap_or(("", &answer));
    // An empty text would be drawn as a space.
    let before = (!before.is_empty()).then(|| before.to_owned());
    let after = after.to_owned();
    let deadline = format::when_spoken(deadline.0, seen.now.0, zone, locale);
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
                {before}<strong>{deadline}</strong>{after}
                {words::gap(locale)}{t!(locale, "sentence-requested-kept")}
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
        let before = row.ending.as_ref().map(|ending| ending.before);
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
            // What was never confirmed was no booking.
            _ if before == Some(Status::Requested) => told(
                t!(locale, "over-withdrawn-title"),
                t!(locale, "state-cancelled"),
                t!(locale, "over-free-again"),
            ),
            _ => told(
                t!(locale, "over-cancelled-title"),
                t!(locale, "state-cancelled"),
                t!(locale, "over-free-again"),
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

/// What can be done next. `holds` is true where the next step stands above already.
fn after(room: &Room, seen: &Seen, status: Status, holds: bool) -> AnyView {
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
            let words = match (status, &seen.looker) {
                (Status::Requested, Looker::Holder) => t!(locale, "requested-may-close"),
                (Status::Requested, Looker::Link(_)) => t!(locale, "requested-may-close-link"),
                _ if to_come => t!(locale, "confirmed-cancel-until"),
                _ => t!(locale, "patient-questions"),
            };
            let other_device = to_come.then(|| other_device(room, seen));
            view! {
                {cancel}
                {room.call(words)}
                {other_device}
            }
            .into_any()
        }
        Status::Held => {
            let home = paths::clinic(room.id());
            view! {
                <p class="actions">
                    <ButtonLink
                        href=home
                        label=t!(locale, "not-found-to-clinic")
                        kind=ButtonKind::Quiet
                    />
                </p>
                {room.call(t!(locale, "patient-questions"))}
            }
            .into_any()
        }
        Status::Expired | Status::Cancelled => after_the_end(room, row, to_come, holds),
    }
}

/// After an end: other times, or the telephone where the clinic has asked for a call.
fn after_the_end(room: &Room, row: &Reservation, to_come: bool, holds: bool) -> AnyView {
    let locale = room.locale();
    let reason = row.ending.as_ref().and_then(|ending| ending.reason);
    let calls = matches!(reason, Some(Reason::PleaseCall | Reason::OtherClinic));
    let date = to_come.then(|| room.today(row.span.from));
    let times = paths::times(room.id(), &Chosen::of(row), date);
    let kind = if calls || holds {
        ButtonKind::Quiet
    } else {
        ButtonKind::Main
    };
    let call = calls.then(|| {
        let kind = if holds {
            ButtonKind::Plain
        } else {
            ButtonKind::Main
        };
        let label = t!(locale, "button-call-clinic", phone = room.phone());
        view! { <ButtonLink href=tel_href(&room.phone()) label=label kind=kind/> }
    });
    let by_phone = (!calls).then(|| room.call(t!(locale, "patient-by-phone")));
    view! {
        <p class="actions">
            {call}
            <ButtonLink href=times label=t!(locale, "button-see-times") kind=kind/>
        </p>
        {by_phone}
    }
    .into_any()
}

/// The secret address for another device; whoever came by it has it already.
fn other_device(room: &Room, seen: &Seen) -> Option<AnyView> {
    if seen.looker != Looker::Holder {
        return None;
    }
    let locale = room.locale();
    let secret = room.request.pages.keys.link(room.id(), seen.row.id);
    let path = paths::link(room.id(), seen.row.id, &secret);
    let address = room.request.whole_address(&path);
    Some(
        view! {
            <details class="card slim secret">
                <summary>{t!(locale, "link-title")}</summary>
                <p>{t!(locale, "link-what")}</p>
                <p><a href=path rel="nofollow">{address}</a></p>
                <p class="soft small">{t!(locale, "link-secret")}</p>
            </details>
        }
        .into_any(),
    )
}
