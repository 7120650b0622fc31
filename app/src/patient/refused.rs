//! Whole pages instead of the one asked for: cookies are blocked, the post came from elsewhere, the store is away.

use axum::http::StatusCode;
use leptos::prelude::*;
use reservation::outcome::Refusal;
use reservation::ports::Fault;

use super::reservation::held::typed_again;
use super::room::{Frame, Room, log_fault, unavailable};
use super::{paths, say};
use crate::components::{ButtonKind, ButtonLink, Icon, Notice, Page, Tone, page_title};
use crate::door::Say;
use crate::page::{Loaded, Request};
use crate::{t, title};

/// The page for what can't be said above the one asked for; `None` for all else.
pub(crate) fn whole(room: &Room) -> Option<Loaded> {
    let locale = room.locale();
    let said = room.request.say()?;
    let (title, more) = match said {
        Say::CookiesBlocked => (
            t!(locale, "patient-cookies-title"),
            Some(t!(locale, "patient-cookies-how")),
        ),
        Say::ForeignOrigin => (t!(locale, "patient-foreign-title"), None),
        _ => return None,
    };
    let words = say::sentence(said, locale);
    let typed = room
        .typed_details()
        .map(|typed| typed_again(locale, &typed));
    let body = view! {
        <h1>{title.clone()}</h1>
        <Notice icon=Icon::Alert tone=Tone::Stop focus=true><p>{words}</p></Notice>
        {more.map(|more| view! { <p>{more}</p> })}
        {typed}
        {room.call(t!(locale, "patient-by-phone"))}
        <p class="actions">
            <ButtonLink href=room.request.here.clone() label=t!(locale, "patient-back-to-page") kind=ButtonKind::Main/>
        </p>
    };
    let frame = Frame {
        says_it: true,
        ..Frame::default()
    };
    Some(room.page(frame, &title, body).status(said.status()))
}

/// The page for a choice that the clinic does not offer.
pub(crate) fn not_offered(room: &Room, refusal: &Refusal) -> Loaded {
    let locale = room.locale();
    let title = t!(locale, "patient-not-offered-title");
    let body = view! {
        <h1>{title.clone()}</h1>
        <p>{say::refused(refusal, locale)}</p>
        {room.call(t!(locale, "patient-by-phone"))}
        <p class="actions">
            <ButtonLink
                href=paths::clinic(room.id())
                label=t!(locale, "patient-choose-again")
                kind=ButtonKind::Main
            />
        </p>
    };
    let frame = Frame {
        says_it: true,
        ..Frame::default()
    };
    room.page(frame, &title, body).status(StatusCode::NOT_FOUND)
}

/// The page for a store that could not answer a question. Nothing was changed by asking.
pub(crate) fn fault(request: &Request, room: Option<&Room>, fault: &Fault) -> Loaded {
    let locale = request.locale();
    let title = t!(locale, "patient-fault-title");
    let said = match log_fault(request, fault) {
        None => t!(locale, "patient-fault-busy"),
        Some(number) => t!(locale, "patient-fault-broken", number = number),
    };
    let call = room.map(|room| room.call(t!(locale, "patient-by-phone")));
    let body = view! {
        <h1>{title.clone()}</h1>
        <Notice icon=Icon::Late tone=Tone::Wait><p>{said}</p></Notice>
        {call}
        <p class="actions">
            <ButtonLink href=request.here.clone() label=t!(locale, "patient-try-again") kind=ButtonKind::Main/>
        </p>
    }
    .into_any();
    let frame = Frame {
        says_it: true,
        ..Frame::default()
    };
    unavailable(match room {
        Some(room) => room.page(frame, &title, body),
        None => bare(request, &title, body),
    })
}

/// A page that belongs to no clinic.
pub(crate) fn bare(request: &Request, title: &str, body: AnyView) -> Loaded {
    let locale = request.locale();
    let product = t!(locale, "patient-product");
    let happened = request.say().and_then(|said| title::after(said, locale));
    let title = page_title(locale, title, &product, happened);
    let view = view! {
        <Page
            locale=locale
            clinic=product
            home_href="/"
            language_href=paths::with(&request.here, "lang", locale.other().tag())
        >
            <div class="stack">{body}</div>
        </Page>
    };
    Loaded::new(title, view.into_any())
}
