//! Did a form of ours send this?

use axum::http::{HeaderMap, header};
use url::Url;

/// True when the post may have come from one of our pages. Where a browser says nothing (`Origin` absent or `null`,
/// no `Sec-Fetch-Site`: old ones, privacy settings, programs) the form's token alone decides.
pub fn is_ours(headers: &HeaderMap, public: Option<&Url>) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|value: &axum::http::HeaderValue| value.to_str().ok())
    };
    match text(header::ORIGIN) {
        Some(origin) if origin != "null" => {
            let host = text(header::HOST).unwrap_or_default();
            same_host(origin, host)
                || public.is_some_and(|url| url.origin().ascii_serialization() == origin)
        }
        Some(_) | None
            if headers.contains_key(header::ORIGIN) && text(header::ORIGIN).is_none() =>
        {
            false
        }
        _ => match text(header::HeaderName::from_static("sec-fetch-site")) {
            Some(site) => matches!(site, "same-origin" | "none"),
            None => true,
        },
    }
}

fn same_host(origin: &str, host: &str) -> bool {
    let Some((_, authority)) = origin.split_once("://") else {
        return false;
    };
    !host.is_empty() && authority.eq_ignore_ascii_case(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert("host", "clinic.example".parse().unwrap());
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        is_ours(&headers, Some(&"https://booking.example".parse().unwrap()))
    }

    #[test]
    fn a_foreign_origin_is_refused_and_silence_is_left_to_the_token() {
        assert!(judge(&[("origin", "https://clinic.example")]));
        assert!(judge(&[("origin", "https://booking.example")]));
        assert!(judge(&[]));
        assert!(judge(&[("origin", "null")]));
        assert!(judge(&[("sec-fetch-site", "same-origin")]));
        assert!(judge(&[("origin", "null"), ("sec-fetch-site", "none")]));
        assert!(!judge(&[("origin", "https://evil.example")]));
        assert!(!judge(&[("origin", "https://clinic.example.evil.example")]));
        assert!(!judge(&[("origin", "https://clinic.example:8443")]));
        assert!(!judge(&[("origin", "clinic.example")]));
        assert!(!judge(&[("sec-fetch-site", "cross-site")]));
        assert!(!judge(&[
            ("origin", "null"),
            ("sec-fetch-site", "same-site")
        ]));
    }
}
