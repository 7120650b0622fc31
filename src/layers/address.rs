//! One address for each page: a slash at its end is a redirect away.

use app::locale::Locale;
use app::plain::{self, Plain};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The layer.
pub async fn address(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // `CONNECT host:port` and `OPTIONS *` name no page, and Leptos can't do without a path.
    if !path.starts_with('/') || request.method() == Method::CONNECT {
        return plain::page(Locale::Ja, Plain::WrongMethod);
    }
    if path.len() < 2 || !path.ends_with('/') {
        return next.run(request).await;
    }
    // Slashes at the front too: `//evil.example/` may not become an address of another host.
    let mut target = format!("/{}", path.trim_matches('/'));
    if let Some(query) = request.uri().query() {
        target.push('?');
        target.push_str(query);
    }
    // Some programs read a backslash as a slash: `/\evil.example` would be another host.
    if target.contains('\\') {
        return next.run(request).await;
    }
    let Ok(location) = HeaderValue::from_str(&target) else {
        return next.run(request).await;
    };
    let status = match *request.method() {
        Method::GET | Method::HEAD => StatusCode::SEE_OTHER,
        // A post keeps its method and its body.
        _ => StatusCode::PERMANENT_REDIRECT,
    };
    (status, [(header::LOCATION, location)]).into_response()
}
