//! The one door of all posts. It checks origin, size, cookie and rate, hands a clean body to the server function, and
//! turns what that leaves behind into an answer: `303 See Other`, or the page drawn again with all that was typed.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Instant;

use app::asker::Asker;
use app::door::{Again, Fields, Posted, Say, Slot, Then, is_local_page};
use app::token::{claimed_id, hashed_for_log};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, Span};

use super::body::{self, Unread};
use super::limits::Principal;
use super::{again, origin};
use crate::front::Front;

/// Under which all actions lie.
pub const ACTIONS: &str = "/do/";

/// The addresses of the actions.
pub static PATHS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    leptos::server_fn::axum::server_fn_paths()
        .map(|(path, _)| path)
        .collect()
});

/// The layer.
pub async fn door(State(front): State<Front>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // An action that stood anywhere else would come through here all the same.
    if !path.starts_with(ACTIONS) && !PATHS.contains(path) {
        return next.run(request).await;
    }
    let page = came_from(request.uri());
    match *request.method() {
        // A discarded tab loads the address of the action again: that is a wish to see the page.
        Method::GET | Method::HEAD => again::see_other(&page),
        Method::POST if PATHS.contains(path) => submit(front, request, next, page).await,
        // Nothing of ours: 404 or 405.
        _ => next.run(request).await,
    }
}

/// The page from which a post came, as its action's address says.
fn came_from(uri: &Uri) -> String {
    let query = uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes())
        .find(|(name, page)| name == "page" && is_local_page(page))
        .map_or_else(|| "/".to_owned(), |(_, page)| page.into_owned())
}

async fn submit(front: Front, request: Request, next: Next, page: String) -> Response {
    let (parts, body) = request.into_parts();
    let Some(asker) = parts.extensions.get::<Asker>().cloned() else {
        // Only when the layers stand in the wrong order.
        tracing::error!("a post came to the door without an asker");
        return again::see_other(&page);
    };
    let headers = parts.headers.clone();
    let action = parts
        .uri
        .path_and_query()
        .map_or_else(|| parts.uri.path().to_owned(), ToString::to_string);
    let entry = Entry {
        front: front.clone(),
        asker: asker.clone(),
        parts,
        page: page.clone(),
    };
    // A task of its own: whoever hangs up after the press does not stop what the desk has begun.
    let task = tokio::spawn(entry.judge(body, next));
    let (fields, then) = match task.await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::error!(%error, "the door failed");
            (Fields::default(), Then::again(page, Say::Unknown(None)))
        }
    };
    match then {
        Then::SeeOther(path) => again::see_other(&path),
        Then::PageAgain { path, say } => {
            again::draw(
                &front,
                &asker,
                &headers,
                &path,
                &action,
                Again { fields, say },
            )
            .await
        }
        Then::Resume {
            path,
            staff,
            fields,
        } => {
            // The request came from nobody yet; the session layer sends the new session's cookie with this answer.
            let mut asker = asker;
            asker.staff = Some(staff);
            let say = Say::SignedIn;
            again::draw(
                &front,
                &asker,
                &headers,
                &path,
                &action,
                Again { fields, say },
            )
            .await
        }
    }
}

struct Entry {
    front: Front,
    asker: Asker,
    parts: Parts,
    page: String,
}

impl Entry {
    async fn judge(self, body: Body, next: Next) -> (Fields, Then) {
        let started = Instant::now();
        let operation = self.parts.uri.path().trim_start_matches(ACTIONS).to_owned();
        let read = body::read(body).await;
        let key = read.as_ref().map(log_key).unwrap_or_default();
        let span = tracing::info_span!(
            "submission",
            operation,
            key,
            slot = tracing::field::Empty,
            reservation = tracing::field::Empty,
            outcome = tracing::field::Empty,
            repeat = tracing::field::Empty
        );
        let (fields, then) = self.admit(read, &key, next).instrument(span.clone()).await;
        if let Some(code) = stopped(&then) {
            span.record("outcome", format!("refused:{code}"));
        }
        let answer = describe(&then);
        let milliseconds = started.elapsed().as_millis();
        tracing::info!(parent: &span, answer, milliseconds, "submission");
        (fields, then)
    }

    async fn admit(self, read: Result<Fields, Unread>, key: &str, next: Next) -> (Fields, Then) {
        let again = |say| Then::again(self.page.clone(), say);
        if !origin::is_ours(&self.parts.headers, self.front.public.url.as_ref()) {
            // Nothing of what another site typed is shown on a page of ours.
            return (Fields::default(), again(Say::ForeignOrigin));
        }
        let fields = match read {
            Ok(fields) => fields,
            Err(Unread::TooLarge(fields)) => return (fields, again(Say::TooLarge)),
            // Nothing was begun; whoever still listens may send it again.
            Err(Unread::BrokenOff) => return (Fields::default(), again(Say::BrokenOff)),
        };
        if let Err(say) = self
            .principal(&fields)
            .and_then(|who| self.charge(who, &fields))
        {
            return (fields, again(say));
        }
        let then = self.call(&fields, key, next).await;
        (fields, then)
    }

    /// Who sends: a member of staff, or a browser that has brought its cookie.
    fn principal(&self, fields: &Fields) -> Result<Principal, Say> {
        if let Some(staff) = &self.asker.staff {
            return Ok(Principal::Staff(staff.id));
        }
        if self.asker.has_cookie {
            return Ok(Principal::Visitor(self.asker.visitor));
        }
        if let Some(ip) = self.ip() {
            self.front
                .limits
                .charge_stranger(ip)
                .map_err(Say::TooMany)?;
        }
        // The page that is drawn now sets the cookie, and its forms carry a mark that says so.
        let second = fields.has("cookie_again");
        Err(if second {
            Say::CookiesBlocked
        } else {
            Say::NoCookie
        })
    }

    fn charge(&self, who: Principal, fields: &Fields) -> Result<(), Say> {
        let press = format!("{}/{}", self.parts.uri.path(), button(fields));
        self.front
            .limits
            .charge(who, self.ip(), fields.get("token"), &press)
            .map_err(Say::TooMany)
    }

    /// The address from which it came.
    fn ip(&self) -> Option<IpAddr> {
        self.asker.address
    }

    async fn call(mut self, fields: &Fields, key: &str, next: Next) -> Then {
        let slot = Slot::default();
        let posted = Posted {
            fields: fields.clone(),
            page: self.page.clone(),
            slot: slot.clone(),
        };
        // Whether it broke before or after the desk had committed, nobody here knows: the receipt does.
        let token = claimed_id(fields.get("token")).map(|id| id.to_string());
        let unknown = Then::again(self.page.clone(), Say::Unknown(token));
        self.parts.extensions.insert(posted);
        let body = body::clean(fields);
        for name in [
            header::TRANSFER_ENCODING,
            header::CONTENT_ENCODING,
            header::REFERER,
        ] {
            self.parts.headers.remove(name);
        }
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        self.parts.headers.insert(header::CONTENT_TYPE, form);
        self.parts
            .headers
            .insert(header::CONTENT_LENGTH, body.len().into());
        let request = Request::from_parts(self.parts, Body::from(body));
        // In a task, so that a panic is an error here.
        let response = match tokio::spawn(next.run(request).instrument(Span::current())).await {
            Ok(response) => response,
            Err(error) => {
                tracing::error!(%error, "an action broke");
                return unknown;
            }
        };
        if let Some(error) = response
            .headers()
            .get(leptos::server_fn::error::SERVER_FN_ERROR_HEADER)
        {
            tracing::error!(?error, "an action failed");
            return unknown;
        }
        match slot.take() {
            Some(Then::PageAgain {
                path,
                say: Say::Broken(reference),
            }) if reference.is_empty() => {
                tracing::error!("the store failed and rolled back");
                Then::again(path, Say::Broken(key.to_owned()))
            }
            Some(then) => then,
            None => {
                tracing::error!(status = %response.status(), "an action gave no answer");
                unknown
            }
        }
    }
}

/// The button that was pressed, where a form or a list has several.
fn button(fields: &Fields) -> String {
    ["act", "slot", "reservation", "message", "closure"]
        .map(|name| fields.get(name))
        .join("/")
}

/// The name of a press in the log and on a page that says that something broke: a hash, never the token itself.
fn log_key(fields: &Fields) -> String {
    hashed_for_log(&format!("{}/{}", fields.get("token"), button(fields)))
}

/// The code of a "no" that was said before the desk; what came of the desk, that has said itself.
fn stopped(then: &Then) -> Option<&'static str> {
    let Then::PageAgain { say, .. } = then else {
        return None;
    };
    match say {
        Say::Mistakes(_) => Some("mistakes"),
        Say::NoToken => Some("no-token"),
        Say::NoCookie => Some("no-cookie"),
        Say::CookiesBlocked => Some("cookies-blocked"),
        Say::ForeignOrigin => Some("foreign-origin"),
        Say::TooLarge => Some("too-large"),
        Say::BrokenOff => Some("broken-off"),
        Say::TooMany(_) => Some("too-many"),
        Say::SignIn => Some("sign-in"),
        Say::Refused(_)
        | Say::Busy
        | Say::Unknown(_)
        | Say::Broken(_)
        | Say::SignedIn
        | Say::Kept => None,
    }
}

fn describe(then: &Then) -> String {
    match then {
        Then::SeeOther(path) => match path.rsplit_once("note=") {
            Some((_, note)) => format!("see-other note={note}"),
            None => "see-other".into(),
        },
        Then::Resume { .. } => "signed-in".into(),
        Then::PageAgain { say, .. } => match say {
            Say::Mistakes(mistakes) => {
                let fields: Vec<_> = mistakes.iter().map(|mistake| mistake.field).collect();
                format!("mistakes: {}", fields.join(" "))
            }
            Say::Refused(refusal) => format!("refused:{}", refusal.code()),
            Say::Busy => "busy".into(),
            Say::Unknown(_) => "unknown".into(),
            Say::Broken(_) => "broken".into(),
            Say::SignedIn => "signed-in".into(),
            Say::Kept => "kept".into(),
            Say::NoToken
            | Say::NoCookie
            | Say::CookiesBlocked
            | Say::ForeignOrigin
            | Say::TooLarge
            | Say::BrokenOff
            | Say::TooMany(_)
            | Say::SignIn => stopped(then).unwrap_or_default().into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rows_of_a_list_are_two_presses() {
        let pressed = |name: &str, value: &str| {
            let fields = [("token", "t"), (name, value)];
            let fields = Fields(
                fields
                    .map(|(name, value)| (name.into(), value.into()))
                    .into(),
            );
            (button(&fields), log_key(&fields))
        };
        for name in ["act", "slot", "reservation", "message", "closure"] {
            let (one, other) = (pressed(name, "1"), pressed(name, "2"));
            assert_ne!(one.0, other.0, "{name}");
            assert_ne!(one.1, other.1, "{name}");
            assert_eq!(one, pressed(name, "1"));
        }
    }

    #[test]
    fn only_a_page_of_ours_is_come_from() {
        let from = |address: &str| came_from(&address.parse().unwrap());
        assert_eq!(
            from("/do/hold?page=%2Fc%2Fa%2Ftimes%3Fservice%3Dx"),
            "/c/a/times?service=x"
        );
        assert_eq!(from("/do/hold?page=https%3A%2F%2Fevil.example"), "/");
        assert_eq!(from("/do/hold?page=%2F%2Fevil.example"), "/");
        assert_eq!(from("/do/hold?page=%2Fdo%2Fhold"), "/");
        assert_eq!(from("/do/hold"), "/");
    }
}
