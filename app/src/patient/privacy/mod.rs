//! What is kept of whom, and why: short and true.

use leptos::prelude::*;

use super::room::{Frame, Room};
use crate::page::{Loaded, Request};
use crate::t;

/// Loads the page.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let locale = room.locale();
    let title = t!(locale, "page-privacy");
    let parts = [
        (t!(locale, "privacy-what-title"), t!(locale, "privacy-what")),
        (t!(locale, "privacy-why-title"), t!(locale, "privacy-why")),
        (
            t!(locale, "privacy-who-title"),
            t!(locale, "privacy-who", clinic = room.name()),
        ),
        (
            t!(locale, "privacy-how-long-title"),
            t!(locale, "privacy-how-long"),
        ),
        (
            t!(locale, "privacy-browser-title"),
            t!(locale, "privacy-browser"),
        ),
        (t!(locale, "privacy-link-title"), t!(locale, "privacy-link")),
    ]
    .map(|(title, text)| {
        view! {
            <section class="tight">
                <h2>{title}</h2>
                <p>{text}</p>
            </section>
        }
    });
    let body = view! {
        <h1>{title.clone()}</h1>
        {parts}
        {room.call(t!(locale, "privacy-ask"))}
    };
    room.page(Frame::default(), &title, body)
}
