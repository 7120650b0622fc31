//! What became of a press: its address is known before the form is sent.

use leptos::prelude::*;
use reservation::outcome::Outcome;
use reservation::submission::{LedgerRow, RequestKey};
use reservation::time::UtcMillis;
use reservation::visit::{Event, Holder};
use uuid::Uuid;

use super::room::{Frame, Room};
use super::{paths, refused, words};
use crate::components::{ButtonKind, ButtonLink, Card, Icon, Slip, SlipKind, StateWord};
use crate::format;
use crate::page::{Loaded, Request};
use crate::t;

/// What the ledger says to whoever asks.
enum Found {
    /// Nothing has been recorded.
    Nothing,
    /// It has, and the asker sent it: where to see it.
    Mine {
        at: UtcMillis,
        event: Option<Event>,
        href: String,
    },
    /// It has, and another sent it.
    Strange,
}

/// Loads the page.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let Some(token) = room.request.segment::<Uuid>(3) else {
        return room.nothing();
    };
    let key = RequestKey::form(room.id(), token);
    let found = match room.request.pages.desk.receipt(&key).await {
        Ok(found) => found,
        Err(fault) => return refused::fault(&room.request, Some(&room), &fault),
    };
    let (now, mut rows) = (found.now, found.rows);
    // Forms of staff are kept under their own names; they find theirs here too.
    if let Some(staff) = room.request.asker.staff_of(room.id()) {
        match room.request.pages.desk.receipt(&staff.key(token)).await {
            Ok(theirs) => rows.extend(theirs.rows),
            Err(fault) => return refused::fault(&room.request, Some(&room), &fault),
        }
    }
    page(&room, judge(&room, &rows), now)
}

fn judge(room: &Room, rows: &[LedgerRow]) -> Found {
    let visitor = Holder::Visitor(room.request.asker.visitor);
    let staff = room
        .request
        .asker
        .staff_of(room.id())
        .map(|staff| staff.holder());
    let Some(last) = rows.last() else {
        return Found::Nothing;
    };
    let mine = rows.iter().rev().find(|row| {
        row.sender.is_some() && (row.sender.as_ref() == Some(&visitor) || row.sender == staff)
    });
    let Some(row) = mine.or_else(|| (last.sender.is_none()).then_some(last)) else {
        return Found::Strange;
    };
    // Whoever cancels by a secret link is nobody's holder; the link itself shows what came of it.
    if row.sender.is_none() {
        return Found::Mine {
            at: row.recorded_at,
            event: None,
            href: back(room),
        };
    }
    let by_staff = row.sender == staff && staff.is_some();
    let href = match row.outcome.reservation() {
        Some(id) if by_staff => format!("/staff/{}/visits/{id}", room.id()),
        Some(id) => paths::reservation(room.id(), id),
        None => format!("/staff/{}/closures", room.id()),
    };
    let event = match &row.outcome {
        Outcome::Reservation { event, .. } => Some(*event),
        _ => None,
    };
    Found::Mine {
        at: row.recorded_at,
        event,
        href,
    }
}

/// The page with the form, or the clinic's first one.
fn back(room: &Room) -> String {
    paths::back_or(room.request.query.get("page"), paths::clinic(room.id()))
}

fn page(room: &Room, found: Found, now: UtcMillis) -> Loaded {
    let locale = room.locale();
    let (title, body) = match found {
        Found::Nothing => (t!(locale, "receipt-nothing-title"), nothing(room, now)),
        Found::Mine { at, event, href } => (
            t!(locale, "receipt-yes-title"),
            yes(room, now, at, event, href),
        ),
        Found::Strange => (t!(locale, "receipt-yes-title"), strange(room)),
    };
    room.page(Frame::default(), &title, body)
}

fn nothing(room: &Room, now: UtcMillis) -> AnyView {
    let locale = room.locale();
    let as_of = format::clock_seconds(now.0, room.zone(), locale);
    let (back, here) = (back(room), room.request.here.clone());
    view! {
        <Slip locale=locale kind=SlipKind::Nothing title=t!(locale, "receipt-nothing-short")>
            <p class="lead">
                {t!(locale, "receipt-nothing-as-of", time = as_of)} {words::gap(locale)}
                <strong>{t!(locale, "receipt-nothing-safe")}</strong>
            </p>
            <div class="actions">
                <ButtonLink href=back label=t!(locale, "receipt-back") kind=ButtonKind::Main/>
                <ButtonLink
                    href=here
                    label=t!(locale, "receipt-again")
                    kind=ButtonKind::Quiet
                />
            </div>
        </Slip>
        <p class="soft">
            {t!(locale, "receipt-bookings")} " "
            <a class="link" href=paths::bookings(room.id())>{t!(locale, "page-bookings")}</a>
        </p>
        {room.call(t!(locale, "receipt-slow"))}
    }
    .into_any()
}

fn yes(room: &Room, now: UtcMillis, at: UtcMillis, event: Option<Event>, href: String) -> AnyView {
    let locale = room.locale();
    let clock = if format::is_today(at.0, now.0, room.zone()) {
        format::clock_spoken(at.0, room.zone(), locale)
    } else {
        format::when_spoken(at.0, now.0, room.zone(), locale)
    };
    // What it was then; where it stands now, its own page says.
    let (icon, what) = match event {
        Some(Event::Held | Event::Extended | Event::Retaken) => {
            (Icon::Held, t!(locale, "receipt-yes-held"))
        }
        Some(Event::Requested) => (Icon::Requested, t!(locale, "receipt-yes-requested")),
        Some(Event::Confirmed) => (Icon::Confirmed, t!(locale, "receipt-yes-confirmed")),
        Some(Event::Cancelled | Event::Released) => {
            (Icon::Done, t!(locale, "receipt-yes-cancelled"))
        }
        _ => (Icon::Done, t!(locale, "receipt-yes-done")),
    };
    view! {
        <Card>
            <p><StateWord icon=icon word=t!(locale, "state-receipt")/></p>
            <h1>{t!(locale, "receipt-yes", time = clock)}</h1>
            <p class="lead">{what} {words::gap(locale)} {t!(locale, "receipt-yes-one")}</p>
            <div class="actions">
                <ButtonLink href=href label=t!(locale, "receipt-open") kind=ButtonKind::Main/>
            </div>
        </Card>
    }
    .into_any()
}

/// Nothing personal: not what, not when, not for whom.
fn strange(room: &Room) -> AnyView {
    let locale = room.locale();
    let home = paths::clinic(room.id());
    view! {
        <Card>
            <p><StateWord icon=Icon::Free word=t!(locale, "state-receipt")/></p>
            <h1>{t!(locale, "receipt-strange-title")}</h1>
            <p class="lead">{t!(locale, "receipt-strange")}</p>
            <div class="actions">
                <ButtonLink
                    href=home
                    label=t!(locale, "not-found-to-clinic")
                    kind=ButtonKind::Quiet
                />
            </div>
        </Card>
        {room.call(t!(locale, "patient-by-phone"))}
    }
    .into_any()
}
