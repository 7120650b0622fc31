//! A page is an async load, in which its status is decided, and a plain view of owned data.

use std::future::Future;
use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{HeaderName, StatusCode, header};
use leptos::prelude::*;
use leptos_axum::ResponseOptions;
use leptos_meta::{Html, Title};
use reservation::ids::ClinicId;
use reservation::visit::Holder;
use uuid::Uuid;

use crate::asker::{Asker, Pages};
use crate::door::{Again, Fields, Say};
use crate::locale::Locale;
use crate::token;

/// What a page's load is given.
#[derive(Clone)]
pub struct Request {
    /// Desk, keys, accounts.
    pub pages: Pages,
    /// Who asks.
    pub asker: Asker,
    /// The path and query of the page, as it stands in forms' `?page=`.
    pub here: String,
    /// The parts of the path after each `/`.
    pub segments: Vec<String>,
    /// The query's fields.
    pub query: Fields,
    /// The host by which the browser knows us; to be shown, never to be trusted.
    pub host: Option<String>,
    /// Set when the page is drawn again after a post.
    pub again: Option<Arc<Again>>,
}

impl Request {
    /// The language of the answer.
    pub fn locale(&self) -> Locale {
        self.asker.locale
    }
    /// The clinic named by the second part of the path (`/c/hinata/…`, `/staff/hinata/…`).
    pub fn clinic(&self) -> Option<ClinicId> {
        self.segment(1)
    }
    /// A part of the path, read as what it has to be.
    pub fn segment<T: std::str::FromStr>(&self, at: usize) -> Option<T> {
        self.segments.get(at)?.parse().ok()
    }
    /// What was typed into a field, when the page is drawn again; else `None`.
    pub fn typed(&self, name: &str) -> Option<&str> {
        let again = self.again.as_ref()?;
        again.fields.has(name).then(|| again.fields.get(name))
    }
    /// What has to be said on a page that is drawn again.
    pub fn say(&self) -> Option<&Say> {
        self.again.as_ref().map(|again| &again.say)
    }
    /// Draws a token for a form of this page's visitor (or of `staff`); the answer then carries the visitor cookie
    /// and is not stored by anybody.
    pub fn token(&self, clinic: &ClinicId, form: &str, subject: &str) -> String {
        self.token_with_id(self.pages.desk.fresh_id(), clinic, form, subject)
    }
    /// The same for a form whose intent has an id already.
    pub fn token_with_id(&self, id: Uuid, clinic: &ClinicId, form: &str, subject: &str) -> String {
        self.asker.form_drawn();
        self.pages
            .keys
            .issue(id, &self.owner(), clinic, form, subject)
    }
    /// Whose forms this page draws: on staff pages the signed-in member of staff, else the browser.
    pub fn owner(&self) -> Holder {
        match (&self.asker.staff, self.segments.first().map(String::as_str)) {
            (Some(staff), Some("staff")) => staff.holder(),
            _ => Holder::Visitor(self.asker.visitor),
        }
    }
    /// True for pages that show somebody's bookings: no shared machine may keep them.
    fn is_personal(&self) -> bool {
        let at = |at: usize| self.segments.get(at).map(String::as_str);
        let shows_bookings = matches!(at(2), Some("reservations" | "bookings" | "receipt" | "r"));
        at(0) == Some("staff") || shows_bookings
    }
    /// A path as the whole address that another device needs.
    pub(crate) fn whole_address(&self, path: &str) -> String {
        let scheme = if self.pages.https { "https" } else { "http" };
        match (&self.pages.public_url, &self.host) {
            (Some(url), _) => format!("{url}{path}"),
            (None, Some(host)) => format!("{scheme}://{host}{path}"),
            (None, None) => path.to_owned(),
        }
    }
    /// The address of an action that comes back to this page.
    pub fn action(&self, name: &str) -> String {
        action(name, &self.here)
    }
}

/// The address of an action: `/do/hold?page=…`.
pub fn action(name: &str, page: &str) -> String {
    let page: String = form_urlencoded::byte_serialize(page.as_bytes()).collect();
    format!("/do/{name}?page={page}")
}

/// A loaded page.
pub struct Loaded {
    /// Its status; a page that is drawn again has that of what it says.
    pub status: StatusCode,
    /// The title without the product's name; errors prefix it.
    pub title: String,
    /// All that stands in `<body>`.
    pub body: AnyView,
    /// A `303` to here instead of a page (an intent id is minted, a sign-in is asked for).
    pub see_other: Option<String>,
}

impl Loaded {
    /// A page with status 200, or the status of what it has to say again.
    pub fn new(title: impl Into<String>, body: impl IntoView + 'static) -> Self {
        Self {
            status: StatusCode::OK,
            title: title.into(),
            body: body.into_view().into_any(),
            see_other: None,
        }
    }
    /// The same page with another status.
    pub fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }
    /// No page: look there instead.
    pub fn see_other(path: impl Into<String>) -> Self {
        Self {
            status: StatusCode::SEE_OTHER,
            title: String::new(),
            body: ().into_view().into_any(),
            see_other: Some(path.into()),
        }
    }
}

fn request() -> Option<Request> {
    let parts = use_context::<Parts>()?;
    let asker = parts.extensions.get::<Asker>()?.clone();
    let path = parts.uri.path();
    Some(Request {
        pages: use_context::<Pages>()?,
        asker,
        here: parts
            .uri
            .path_and_query()
            .map_or_else(|| path.to_owned(), ToString::to_string),
        segments: path
            .trim_matches('/')
            .split('/')
            .map(ToOwned::to_owned)
            .collect(),
        host: parts
            .headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .map(ToOwned::to_owned),
        query: Fields(
            form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes())
                .into_owned()
                .collect(),
        ),
        again: parts.extensions.get::<Arc<Again>>().cloned(),
    })
}

/// Turns a load into a route's view.
pub fn page<F>(load: impl FnOnce(Request) -> F + Send + 'static) -> AnyView
where
    F: Future<Output = Loaded> + Send + 'static,
{
    let Some(request) = request() else {
        // Outside of a request (when the routes are listed) there is nothing to load.
        return ().into_any();
    };
    let response = use_context::<ResponseOptions>();
    view! {
        <Suspense fallback=|| ()>
            {Suspend::new(async move {
                let (locale, again, asker) = (request.locale(), request.again.clone(), request.asker.clone());
                let personal = request.is_personal();
                let loaded = load(request).await;
                if let Some(response) = response {
                    let stored = !personal && !asker.has_form();
                    respond(&response, &loaded, again.as_deref(), stored);
                }
                view! {
                    <Html attr:lang=locale.tag()/>
                    <Title text=escaped(&loaded.title)/>
                    {loaded.body}
                }
            })}
        </Suspense>
    }
    .into_any()
}

/// `leptos_meta` writes a title as it is given: what a patient has typed would be markup.
fn escaped(title: &str) -> String {
    title
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// On the answer of a page that was to say something and could not be loaded.
pub const UNSAID: HeaderName = HeaderName::from_static("hitotsu-unsaid");

fn respond(response: &ResponseOptions, loaded: &Loaded, again: Option<&Again>, stored: bool) {
    let status = match again {
        Some(again) if loaded.status == StatusCode::OK => again.say.status(),
        _ => loaded.status,
    };
    response.set_status(status);
    if again.is_some() && loaded.status.is_server_error() {
        // The page could not be loaded: what it was to say is not on it. Whoever draws it again says it elsewhere.
        response.insert_header(UNSAID, token::header("1"));
    }
    if let Some(path) = &loaded.see_other {
        response.insert_header(header::LOCATION, token::header(path));
    }
    if let Some(Again {
        say: Say::TooMany(seconds),
        ..
    }) = again
    {
        response.insert_header(header::RETRY_AFTER, (*seconds).into());
    }
    let stored = if stored && again.is_none() && loaded.see_other.is_none() {
        "private, no-cache"
    } else {
        "no-store"
    };
    response.insert_header(header::CACHE_CONTROL, token::header(stored));
    response.insert_header(
        HeaderName::from_static("vary"),
        token::header("cookie, accept-language"),
    );
}
