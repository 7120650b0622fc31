//! Full pages that need neither store nor asker: for what breaks and for what is no page.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use leptos::prelude::*;

use crate::assets;
use crate::components::{ButtonKind, ButtonLink, Page, page_title};
use crate::locale::Locale;
use crate::t;

/// What a plain page says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// Something broke.
    Broken,
    /// The server can't answer just now; nothing was begun.
    Busy,
    /// That address is not for that method.
    WrongMethod,
}

/// The page.
pub fn page(locale: Locale, plain: Plain) -> Response {
    let (status, title, text) = match plain {
        Plain::Broken => (
            StatusCode::INTERNAL_SERVER_ERROR,
            t!(locale, "plain-broken-title"),
            t!(locale, "plain-broken"),
        ),
        Plain::Busy => (
            StatusCode::SERVICE_UNAVAILABLE,
            t!(locale, "plain-busy-title"),
            t!(locale, "plain-busy"),
        ),
        Plain::WrongMethod => (
            StatusCode::METHOD_NOT_ALLOWED,
            t!(locale, "plain-method-title"),
            t!(locale, "plain-method"),
        ),
    };
    // A bare owner: nothing of a request is needed, and nothing of one is left over.
    let html = Owner::new().with(|| document(locale, title, text).to_html());
    let mut response = (status, Html(html)).into_response();
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if plain == Plain::Busy {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    response
}

fn document(locale: Locale, title: String, text: String) -> impl IntoView {
    let other = locale.other();
    let document_title = page_title(locale, &title, &t!(locale, "plain-home"), None);
    view! {
        <!DOCTYPE html>
        <html lang=locale.tag()>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <title>{document_title}</title>
                <link rel="stylesheet" href=assets::style_href()/>
                <link rel="icon" type="image/svg+xml" href=assets::icon_href()/>
            </head>
            <body>
                <Page
                    locale=locale
                    clinic=t!(locale, "plain-home")
                    home_href="/"
                    language_href=format!("/?lang={}", other.tag())
                >
                    <div class="stack">
                        <h1>{title}</h1>
                        <p>{text}</p>
                        <p class="actions">
                            <ButtonLink href="/" label=t!(locale, "not-found-to-clinics") kind=ButtonKind::Main/>
                        </p>
                    </div>
                </Page>
            </body>
        </html>
    }
    .into_any()
}
