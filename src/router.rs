//! The router: the same for the program and for the tests.

use app::asker::Asker;
use app::locale::Locale;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use leptos::config::LeptosOptions;
use leptos::prelude::provide_context;
use leptos_axum::{LeptosRoutes, generate_route_list};
use tower_http::compression::CompressionLayer;

use crate::front::Front;
use crate::layers::again;
use crate::layers::door::{ACTIONS, PATHS, door};
use crate::layers::{address, asker, document, fault, headers};
use app::plain::{self, Plain};

/// Pages, actions, files and all layers.
pub fn router(front: Front) -> Router {
    let door = from_fn_with_state(front.clone(), door);
    outside(inside(&front).layer(door), front)
}

/// What lies behind the door: pages, actions and files. Without the door in front no action does anything.
pub fn inside(front: &Front) -> Router {
    let options = LeptosOptions::builder().output_name("hitotsu").build();
    let pages = front.pages.clone();
    let context = move || provide_context(pages.clone());
    let routes = generate_route_list(app::App);
    tracing::debug!(actions = PATHS.len(), pages = routes.len(), "routes");
    Router::new()
        .leptos_routes_with_context(&options, routes, context, app::shell)
        .with_state(options)
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/favicon.ico", get(icon))
        .route("/assets/{name}", get(asset))
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
}

/// The layers through which every request comes before it reaches the door.
pub fn outside(door: Router, front: Front) -> Router {
    door.layer(from_fn_with_state(front.clone(), asker::asker))
        .layer(front.sessions.layer(&front.public))
        .layer(from_fn(address::address))
        .layer(from_fn(document::document))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(front.clone(), headers::headers))
        .layer(from_fn(fault::fault))
        .layer(Extension(front))
}

async fn ready(Extension(front): Extension<Front>) -> Response {
    match front.store.clinic_list().await {
        Ok(_) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "not ready").into_response()
        }
    }
}

async fn asset(Extension(front): Extension<Front>, request: Request) -> Response {
    match app::assets::asset(request.uri().path()) {
        // The name carries the content's hash, so the content of a name never changes.
        Some(file) => serve(file, "public, max-age=31536000, immutable"),
        None => again::page(&front, request).await,
    }
}

async fn icon() -> Response {
    match app::assets::asset(app::assets::icon_href()) {
        Some(file) => serve(file, "public, max-age=86400"),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn serve((content_type, bytes): (&'static str, &'static [u8]), cached: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static(cached)),
    ];
    (headers, Body::from(bytes)).into_response()
}

async fn nothing_here(Extension(front): Extension<Front>, request: Request) -> Response {
    again::page(&front, request).await
}

async fn wrong_method(asker: Option<Extension<Asker>>, request: Request) -> Response {
    let locale = asker.map_or(Locale::Ja, |Extension(asker)| asker.locale);
    let mut response = plain::page(locale, Plain::WrongMethod);
    let allowed = if request.uri().path().starts_with(ACTIONS) {
        "POST"
    } else {
        "GET, HEAD"
    };
    response
        .headers_mut()
        .insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}
