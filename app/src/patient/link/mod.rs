//! A reservation on another device, by its secret address.

use leptos::prelude::*;
use leptos_meta::Meta;

use super::reservation::page::{Seen, show};
use super::room::Room;
use crate::page::{Loaded, Request};

/// Loads the page.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let mut loaded = match Seen::by_link(&room).await {
        Ok(seen) => show(&room, seen).await,
        Err(page) => *page,
    };
    loaded.body = unlisted(loaded.body);
    loaded
}

/// Whoever has the address has the key: it belongs into no index.
pub(crate) fn unlisted(body: AnyView) -> AnyView {
    view! {
        <Meta name="robots" content="noindex, nofollow"/>
        {body}
    }
    .into_any()
}
