//! The outermost layer: whatever breaks inside leaves as a full page.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use futures::FutureExt;

use super::asker::locale_of;
use app::plain::{self, Plain};

/// The layer.
pub async fn fault(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let locale = locale_of(request.headers());
    let method = request.method().clone();
    // The pattern, not the address: an address may hold the secret of a link.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map(|path| path.as_str().to_owned());
    let response = match AssertUnwindSafe(next.run(request)).catch_unwind().await {
        Ok(response) => response,
        Err(_) => {
            // What it was, the panic hook has written.
            tracing::error!(%method, route, "a request broke");
            plain::page(locale, Plain::Broken)
        }
    };
    let milliseconds = started.elapsed().as_millis();
    tracing::debug!(%method, route, status = response.status().as_u16(), milliseconds, "answered");
    response
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn what_breaks_is_a_full_page_in_the_visitors_language() {
        async fn broken() {
            panic!("as a fault of ours would");
        }
        let app = Router::new().route("/", get(broken)).layer(from_fn(fault));
        let request = Request::get("/")
            .header("accept-language", "en")
            .body(Body::empty());
        let response = app.oneshot(request.unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body = String::from_utf8(body.to_vec()).unwrap();
        assert!(
            body.contains("<html lang=\"en\">") && body.ends_with("</html>"),
            "{body}"
        );
    }
}
