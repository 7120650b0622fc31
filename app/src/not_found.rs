//! The page for an address that leads nowhere, or to nothing that is the asker's: the two are not told apart.

use axum::http::StatusCode;
use leptos::prelude::*;

use crate::components::{ButtonKind, ButtonLink};
use crate::page::{Loaded, Request};
use crate::patient::paths;
use crate::patient::refused;
use crate::patient::room::{Frame, Room};
use crate::t;

/// Any address that no route knows. Says whose telephone number helps, where the address names a clinic.
pub async fn load(request: Request) -> Loaded {
    let clinic = match request.segments.first().map(String::as_str) {
        Some("c" | "staff") => request.clinic(),
        _ => None,
    };
    let Some(clinic) = clinic else {
        return page(&request, None);
    };
    match request.pages.desk.catalogue(&clinic).await {
        Ok(Some(catalogue)) => {
            let room = Room {
                request: request.clone(),
                catalogue,
            };
            page(&request, Some(&room))
        }
        // Whether there is such a page does not hang on the store.
        Ok(None) | Err(_) => page(&request, None),
    }
}

/// The page, in the frame of the clinic where it is known.
pub(crate) fn page(request: &Request, room: Option<&Room>) -> Loaded {
    let locale = request.locale();
    let title = t!(locale, "not-found-title");
    let (home, label) = match room {
        Some(room) => (paths::clinic(room.id()), t!(locale, "not-found-to-clinic")),
        None => ("/".to_owned(), t!(locale, "not-found-to-clinics")),
    };
    let bookings = room.map(|room| {
        view! {
            <ButtonLink
                href=paths::bookings(room.id())
                label=t!(locale, "page-bookings")
                kind=ButtonKind::Quiet
            />
        }
    });
    let call = room.map(|room| room.call(t!(locale, "patient-by-phone")));
    let body = view! {
        <h1>{title.clone()}</h1>
        <p>{t!(locale, "not-found-what")}</p>
        <p class="actions"><ButtonLink href=home label=label kind=ButtonKind::Main/>{bookings}</p>
        {call}
    }
    .into_any();
    let frame = Frame {
        says_it: true,
        happened: request.say().map(|_| t!(locale, "title-not-done")),
        ..Frame::default()
    };
    let loaded = match room {
        Some(room) => room.page(frame, &title, body),
        None => refused::bare(request, &title, body),
    };
    loaded.status(StatusCode::NOT_FOUND)
}
