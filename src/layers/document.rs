//! Documents leave whole. Behind `</html>` Leptos leaves two small inline scripts for pages that come alive in the
//! browser; ours don't, so they are cut off and the content policy allows no inline script at all.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;

use super::asker::locale_of;
use app::plain::{self, Plain};

const END: &[u8] = b"</html>";

/// The layer.
pub async fn document(request: Request, next: Next) -> Response {
    let locale = locale_of(request.headers());
    let response = next.run(request).await;
    let content_type = response.headers().get(header::CONTENT_TYPE);
    if content_type.is_none() && response.status().is_server_error() {
        // A session that could not be saved, for one, is an empty answer of its layer.
        return plain::page(locale, Plain::Broken);
    }
    if !content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/html")) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The page was drawn before its answer began, so this waits for nothing.
    let Ok(whole) = body.collect().await else {
        tracing::error!("a page broke off");
        return plain::page(locale, Plain::Broken);
    };
    let whole = if parts.status == StatusCode::SEE_OTHER {
        Bytes::new()
    } else {
        cut(whole.to_bytes())
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    if whole.is_empty() {
        parts.headers.remove(header::CONTENT_TYPE);
    } else {
        parts
            .headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    Response::from_parts(parts, Body::from(whole))
}

fn cut(whole: Bytes) -> Bytes {
    match whole.windows(END.len()).rposition(|window| window == END) {
        Some(at) => whole.slice(..at + END.len()),
        None => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_follows_the_end_of_a_document() {
        let cut = |text: &'static str| cut(Bytes::from_static(text.as_bytes()));
        assert_eq!(cut("<html>a</html><script>b</script>"), "<html>a</html>");
        assert_eq!(cut("no document"), "no document");
    }
}
