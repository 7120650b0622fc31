//! A page drawn again after a post, and answers that lead to a page.

use std::sync::Arc;

use app::asker::Asker;
use app::door::{Again, is_local_page};
use app::page::UNSAID;
use app::plain;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use leptos::prelude::provide_context;

use super::asker::take_language;
use super::cookies;
use crate::front::Front;

/// Draws the page of `path` as a GET by the same asker would, with what was typed and what has to be said. The status
/// is that of what is said, unless the page says otherwise. Where the page can't be loaded, a plain one says it and keeps
/// what was typed for `action`.
pub async fn draw(
    front: &Front,
    asker: &Asker,
    headers: &HeaderMap,
    path: &str,
    action: &str,
    again: Again,
) -> Response {
    let mut uri = if is_local_page(path) {
        path.parse().unwrap_or_else(|_| Uri::from_static("/"))
    } else {
        Uri::from_static("/")
    };
    let chosen = take_language(&mut uri);
    let mut asker = asker.clone();
    asker.locale = chosen.unwrap_or(asker.locale);
    let mut request = Request::new(Body::empty());
    *request.method_mut() = Method::GET;
    *request.uri_mut() = uri;
    for name in [
        header::COOKIE,
        header::ACCEPT_LANGUAGE,
        header::HOST,
        header::USER_AGENT,
    ] {
        if let Some(value) = headers.get(&name) {
            request.headers_mut().insert(name, value.clone());
        }
    }
    let locale = asker.locale;
    request.extensions_mut().insert(asker);
    let again = Arc::new(again);
    request.extensions_mut().insert(again.clone());
    let mut response = page(front, request).await;
    if response.headers_mut().remove(UNSAID).is_some() {
        response = plain::kept(locale, &again.say, path, action, &again.fields);
    }
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        let seconds = HeaderValue::from_static("5");
        response
            .headers_mut()
            .entry(header::RETRY_AFTER)
            .or_insert(seconds);
    }
    if let Some(locale) = chosen {
        cookies::set_language(front, locale, &mut response);
    }
    response
}

/// Draws a page, whatever its address: a page of ours, or the one that says that there is none.
pub async fn page(front: &Front, request: Request) -> Response {
    let pages = front.pages.clone();
    let context = move || provide_context(pages.clone());
    leptos_axum::render_app_async_with_context(context, app::shell)(request).await
}

/// `303 See Other` to a page of ours.
pub fn see_other(path: &str) -> Response {
    let local = if is_local_page(path) { path } else { "/" };
    let location = HeaderValue::from_str(local).unwrap_or(HeaderValue::from_static("/"));
    let headers = [
        (header::LOCATION, location),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
