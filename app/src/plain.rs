//! Full pages that need neither store nor asker: for what breaks and for what is no page.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use leptos::prelude::*;

use crate::assets;
use crate::components::{Button, ButtonKind, ButtonLink, HiddenField, Page, page_title};
use crate::door::{Fields, Say};
use crate::locale::Locale;
use crate::patient::paths;
use crate::{t, title};

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
    let to_clinics = || {
        view! { <ButtonLink href="/" label=t!(locale, "not-found-to-clinics") kind=ButtonKind::Main/> }
            .into_any()
    };
    let mut response = answer(locale, status, title.clone(), title, text, to_clinics);
    if plain == Plain::Busy {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    response
}

/// What became of a press whose page can't be loaded: what is known, and everything that was typed, to be sent once more
/// to the same action. `page` is the page that the press came from.
pub fn kept(locale: Locale, say: &Say, page: &str, action: &str, fields: &Fields) -> Response {
    let (title, text) = match say {
        Say::Unknown(_) => (
            t!(locale, "title-unknown"),
            t!(locale, "plain-kept-unknown"),
        ),
        _ => (t!(locale, "plain-busy-title"), t!(locale, "plain-kept")),
    };
    let receipt = receipt_of(say, page);
    let action = action.to_owned();
    let hidden: Vec<_> = fields
        .0
        .iter()
        // It never goes back to where somebody else may look.
        .filter(|(name, _)| name != "password")
        .map(|(name, value)| view! { <HiddenField name=name.clone() value=value.clone()/> })
        .collect();
    let form = move || {
        view! {
            <form method="post" action=action>
                {hidden}
                <Button locale=locale label=t!(locale, "plain-send-again") kind=ButtonKind::Main/>
            </form>
            {receipt.map(|href| view! { <a class="link" href=href>{t!(locale, "receipt-see")}</a> })}
        }
        .into_any()
    };
    let said = title::with(locale, title::after(say, locale), &title);
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let mut response = answer(locale, status, said, title, text, form);
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    response
}

/// Where a patient will read whether it arrived. Staff see that on their pages.
fn receipt_of(say: &Say, page: &str) -> Option<String> {
    let Say::Unknown(Some(token)) = say else {
        return None;
    };
    let clinic = page.strip_prefix("/c/")?.split(['/', '?']).next()?;
    Some(paths::receipt(&clinic.parse().ok()?, token, page))
}

fn answer(
    locale: Locale,
    status: StatusCode,
    said: String,
    title: String,
    text: String,
    next: impl FnOnce() -> AnyView,
) -> Response {
    // A bare owner: nothing of a request is needed, and nothing of one is left over.
    let html = Owner::new().with(|| document(locale, said, title, text, next()).to_html());
    let mut response = (status, Html(html)).into_response();
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn document(
    locale: Locale,
    said: String,
    title: String,
    text: String,
    next: AnyView,
) -> impl IntoView {
    let other = locale.other();
    let document_title = page_title(locale, &said, &t!(locale, "plain-home"), None);
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
                        <div class="actions">{next}</div>
                    </div>
                </Page>
            </body>
        </html>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_kept_press_has_what_was_typed_as_text_and_no_password() {
        let fields = [
            ("token", "abc"),
            ("name", "\"><script>alert(1)</script>"),
            ("note", "1\n2"),
            ("password", "s3cret"),
        ];
        let fields = Fields(
            fields
                .map(|(name, value)| (name.into(), value.into()))
                .into(),
        );
        let unknown = Say::Unknown(Some("42".into()));
        let page = "/c/hinata/times";
        let response = kept(Locale::En, &unknown, page, "/do/hold?page=%2F", &fields);
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX);
        let bytes = bytes.await.unwrap();
        let body = String::from_utf8(bytes.to_vec()).unwrap();
        assert!(body.contains("action=\"/do/hold?page=%2F\""), "{body}");
        assert!(body.contains("value=\"abc\"") && body.contains("value=\"1\n2\""));
        assert!(body.contains("/c/hinata/receipt/42"), "{body}");
        assert!(
            !body.contains("<script>") && !body.contains("s3cret"),
            "{body}"
        );
    }
}
