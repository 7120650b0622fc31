//! The two cookies of a browser: who it is (signed) and which language it chose.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite, SignedCookieJar};
use time::Duration;

use app::locale::Locale;

use crate::front::{Front, random};

const LANGUAGE: &str = "lang";

/// The value of a visitor cookie.
pub struct Visitor {
    /// 32 hexadecimal digits: 128 random bits.
    pub value: String,
    /// True when the request brought it.
    pub brought: bool,
}

/// The visitor of a request: as its cookie says, or a fresh one.
pub fn visitor(front: &Front, headers: &HeaderMap) -> Result<Visitor, rand::rand_core::OsError> {
    let jar = SignedCookieJar::from_headers(headers, front.cookie_key());
    let brought = jar
        .get(visitor_name(front))
        .map(|cookie| cookie.value().to_owned());
    Ok(
        match brought.filter(|value| value.len() == 32 && value.is_ascii()) {
            Some(value) => Visitor {
                value,
                brought: true,
            },
            None => {
                let bits: [u8; 16] = random()?;
                Visitor {
                    value: format!("{:032x}", u128::from_be_bytes(bits)),
                    brought: false,
                }
            }
        },
    )
}

/// Sets the visitor cookie on an answer. Nothing is stored for it, and every page with a form sets it anew, so that it
/// ends 400 days (the most that browsers keep) after the last one.
pub fn set_visitor(front: &Front, value: &str, response: Response) -> Response {
    let cookie = Cookie::build((visitor_name(front), value.to_owned()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(front.public.https())
        .max_age(Duration::days(400));
    (
        SignedCookieJar::new(front.cookie_key()).add(cookie),
        response,
    )
        .into_response()
}

/// The language that the browser chose before.
pub fn language(headers: &HeaderMap) -> Option<Locale> {
    CookieJar::from_headers(headers)
        .get(LANGUAGE)
        .and_then(|cookie| Locale::parse(cookie.value()))
}

/// Remembers the language that was chosen.
pub fn set_language(front: &Front, locale: Locale, response: &mut Response) {
    let cookie = Cookie::build((LANGUAGE, locale.tag()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(front.public.https())
        .max_age(Duration::days(400))
        .build();
    if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

fn visitor_name(front: &Front) -> &'static str {
    // The prefix binds the cookie to this host and to https; a browser refuses it without.
    if front.public.https() {
        "__Host-hitotsu_visitor"
    } else {
        "hitotsu_visitor"
    }
}
