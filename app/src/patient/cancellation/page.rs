//! The question before a cancellation.

use leptos::prelude::*;
use reservation::visit::Status;

use super::submit::{BY_HOLDER, BY_LINK};
use crate::components::{Button, ButtonKind, ButtonLink, Card, Step, SummaryList};
use crate::page::{Loaded, Request};
use crate::patient::link::unlisted;
use crate::patient::reservation::facts::facts;
use crate::patient::reservation::held::when;
use crate::patient::reservation::page::{Looker, Seen, href};
use crate::patient::room::{Frame, Room, zone_line};
use crate::t;

/// Loads the page of the browser that made the booking.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    match Seen::by_holder(&room).await {
        Ok(seen) => page(&room, &seen),
        Err(page) => *page,
    }
}

/// Loads the page of a secret link.
pub(crate) async fn load_by_link(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let mut loaded = match Seen::by_link(&room).await {
        Ok(seen) => page(&room, &seen),
        Err(page) => *page,
    };
    loaded.body = unlisted(loaded.body);
    loaded
}

fn page(room: &Room, seen: &Seen) -> Loaded {
    let locale = room.locale();
    // Nothing to ask about: the reservation's own page says where it stands.
    let requested = match seen.status() {
        Status::Requested => true,
        Status::Confirmed => false,
        Status::Held | Status::Expired | Status::Cancelled => {
            return Loaded::see_other(href(room, seen));
        }
    };
    let (title, words, button) = if requested {
        (
            t!(locale, "cancel-request-title"),
            t!(locale, "cancel-request"),
            t!(locale, "button-withdraw"),
        )
    } else {
        (
            t!(locale, "cancel-title"),
            t!(locale, "cancel-what"),
            t!(locale, "button-cancel"),
        )
    };
    let subject = seen.row.id.to_string();
    let mut hidden = vec![("reservation", subject.clone())];
    let (form, action) = match &seen.looker {
        Looker::Holder => (BY_HOLDER, "cancel"),
        Looker::Link(secret) => {
            hidden.push(("secret", secret.clone()));
            (BY_LINK, "link-cancel")
        }
    };
    let zone = zone_line(room.zone(), seen.row.span.from, locale);
    let (when, facts) = (when(room, seen), facts(room, seen, false));
    let body = view! {
        <div class="tight">
            <h1>{title.clone()}</h1>
            <p>{words}</p>
        </div>
        <Card>
            {when}
            <p class="soft small">{zone}</p>
            <SummaryList facts=facts/>
        </Card>
        <form class="stack" method="post" action=room.request.action(action)>
            {room.form(form, &subject, hidden)}
            <div class="actions">
                <Button locale=locale label=button kind=ButtonKind::Main/>
                <ButtonLink href=href(room, seen) label=t!(locale, "cancel-keep") kind=ButtonKind::Quiet/>
            </div>
        </form>
        {room.call(t!(locale, "cancel-other-time"))}
    };
    let frame = Frame {
        step: None::<Step>,
        ..Frame::default()
    };
    room.page(frame, &title, body)
}
