//! One address for each page: a slash at its end is a redirect away.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The layer.
pub async fn address(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path.len() < 2 || !path.ends_with('/') {
        return next.run(request).await;
    }
    // Slashes at the front too: `//evil.example/` may not become an address of another host.
    let mut target = format!("/{}", path.trim_matches('/'));
    if let Some(query) = request.uri().query() {
        target.push('?');
        target.push_str(query);
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
