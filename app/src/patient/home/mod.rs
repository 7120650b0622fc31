//! The first page: the clinics.

use leptos::prelude::*;

use super::refused;
use super::{paths, words};
use crate::components::Card;
use crate::page::{Loaded, Request};
use crate::t;

/// Loads the page.
pub(crate) async fn load(request: Request) -> Loaded {
    let locale = request.locale();
    let desk = &request.pages.desk;
    let mut cards = Vec::new();
    let ids = match desk.clinics().await {
        Ok(ids) => ids,
        Err(fault) => return refused::fault(&request, None, &fault),
    };
    for id in ids {
        let Ok(Some(catalogue)) = desk.catalogue(&id).await else {
            continue;
        };
        let clinic = &catalogue.clinic;
        let (name, place) = (
            words::said(&clinic.name, locale),
            words::said(&clinic.place, locale),
        );
        let href = paths::clinic(&id);
        cards.push(view! {
            <Card slim=true>
                <h2><a class="link" href=href>{name}</a></h2>
                <p class="soft">{place}</p>
            </Card>
        });
    }
    let none = cards
        .is_empty()
        .then(|| view! { <p>{t!(locale, "home-none")}</p> });
    let title = t!(locale, "home-title");
    let body = view! {
        <div class="tight">
            <h1>{title.clone()}</h1>
            <p class="soft">{t!(locale, "home-what")}</p>
        </div>
        {cards}
        {none}
    };
    refused::bare(&request, &title, body.into_any())
}
