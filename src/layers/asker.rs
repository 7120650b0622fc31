//! Who asks: language, browser, member of staff. Puts an [`Asker`] into the request and the cookies into the answer.

use std::net::{IpAddr, SocketAddr};

use app::asker::{Asker, SignedIn, since};
use app::locale::Locale;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use reservation::ids::{ClinicId, StaffId};
use reservation::ports::Fault;
use serde::{Deserialize, Serialize};
use tower_sessions::Session;

use super::cookies;
use crate::front::Front;
use app::plain::{self, Plain};

/// The key under which a session keeps who is signed in; the sign-in page writes it.
pub const STAFF: &str = "staff";
/// The key under which a session keeps when a page of staff was last opened, in steps of ten minutes.
const SEEN: &str = "seen";
const SEEN_STEP_MILLIS: i64 = 10 * 60_000;

/// What a session says about who is signed in; whether that is still so, the accounts say.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InSession {
    /// Whose staff.
    pub clinic: ClinicId,
    /// Who.
    pub id: StaffId,
    /// With which password it began: a new one ends it.
    pub since: String,
}

/// The layer.
pub async fn asker(State(front): State<Front>, mut request: Request, next: Next) -> Response {
    let chosen = take_language(request.uri_mut());
    let locale = chosen.unwrap_or_else(|| locale_of(request.headers()));
    let visitor = match cookies::visitor(&front, request.headers()) {
        Ok(visitor) => visitor,
        Err(error) => {
            tracing::error!(%error, "no random bytes from the operating system");
            return plain::page(locale, Plain::Busy);
        }
    };
    let signed_in = session_of(&request);
    let is_read = request.method().is_safe();
    let staff = match staff(&front, signed_in, is_read).await {
        Ok(staff) => staff,
        // A sign-in page would tell them that they are signed out, which is not so.
        Err(NotRead) => return plain::page(locale, Plain::Busy),
    };
    let mut asker = Asker::new(
        locale,
        front.visitor_tag(&visitor.value),
        visitor.brought,
        staff,
    );
    asker.address = address(&request);
    request.extensions_mut().insert(asker.clone());
    let mut response = next.run(request).await;
    if let Some(locale) = chosen {
        cookies::set_language(&front, locale, &mut response);
    }
    if asker.has_form() {
        response = cookies::set_visitor(&front, &visitor.value, response);
    }
    response
}

/// The language of a request without a choice in its address: as chosen before, else as the browser is set.
pub fn locale_of(headers: &HeaderMap) -> Locale {
    cookies::language(headers).unwrap_or_else(|| {
        let accepted = headers
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|value| value.to_str().ok());
        Locale::from_accept_language(accepted.unwrap_or_default())
    })
}

/// Takes `lang=` out of an address, so that pages know themselves by one address in both languages.
pub fn take_language(uri: &mut Uri) -> Option<Locale> {
    let query = uri.query().filter(|query| query.contains("lang="))?;
    let mut chosen = None;
    let kept: Vec<&str> = query
        .split('&')
        .filter(|pair| match pair.strip_prefix("lang=") {
            Some(tag) => {
                chosen = Locale::parse(tag).or(chosen);
                false
            }
            None => true,
        })
        .collect();
    let path = uri.path();
    let address = if kept.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{}", kept.join("&"))
    };
    if let Ok(parsed) = address.parse() {
        *uri = parsed;
    }
    chosen
}

/// The address from which it came. A proxy in front, on this machine or in its network, says whom it speaks for; nobody
/// else is believed.
fn address(request: &Request) -> Option<IpAddr> {
    let ConnectInfo(peer) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
    let forwarded = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .next_back();
    let said = forwarded
        .filter(|_| is_near(peer.ip()))
        .and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    Some(said.unwrap_or(peer.ip()))
}

fn is_near(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local(),
    }
}

struct NotRead;

impl From<tower_sessions::session::Error> for NotRead {
    fn from(error: tower_sessions::session::Error) -> Self {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "the session could not be read"
        );
        Self
    }
}

impl From<Fault> for NotRead {
    fn from(fault: Fault) -> Self {
        tracing::error!(%fault, "the accounts could not be read");
        Self
    }
}

/// The session of a request that may come from staff; nobody else's is loaded.
fn session_of(request: &Request) -> Option<Session> {
    let path = request.uri().path();
    // A receipt is shown to whoever sent the form, staff among them.
    let wanted =
        path.starts_with("/staff/") || path.starts_with("/do/") || path.contains("/receipt/");
    wanted
        .then(|| request.extensions().get::<Session>().cloned())
        .flatten()
}

async fn staff(
    front: &Front,
    session: Option<Session>,
    is_read: bool,
) -> Result<Option<SignedIn>, NotRead> {
    let Some(session) = session else {
        return Ok(None);
    };
    let Some(InSession {
        clinic,
        id,
        since: begun_with,
    }) = in_session(&session).await?
    else {
        return Ok(None);
    };
    let found = front.pages.accounts.staff_find(&clinic, id).await?;
    let Some(found) = found.filter(|staff| staff.active && since(staff) == begun_with) else {
        return Ok(None);
    };
    if is_read {
        // Only here: no submit may depend on a session that still has to be written after the desk has committed.
        let step = front.pages.desk.now().0 / SEEN_STEP_MILLIS;
        session.insert(SEEN, step).await?;
    }
    Ok(Some(SignedIn {
        clinic,
        id,
        name: found.name,
    }))
}

async fn in_session(session: &Session) -> Result<Option<InSession>, NotRead> {
    let value = session.get_value(STAFF).await?;
    // A value of another shape (an older release's) is a sign-in that has ended.
    Ok(value.and_then(|value| serde_json::from_value(value).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_of_ours_says_from_where_it_came_and_nobody_else_is_believed() {
        let from = |peer: &str, forwarded: Option<&str>| {
            let mut request = Request::new(axum::body::Body::empty());
            let peer: SocketAddr = peer.parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
            if let Some(forwarded) = forwarded {
                let headers = request.headers_mut();
                headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            }
            address(&request).unwrap().to_string()
        };
        assert_eq!(from("192.0.2.1:1", None), "192.0.2.1");
        assert_eq!(from("192.0.2.1:1", Some("198.51.100.7")), "192.0.2.1");
        for near in ["127.0.0.1:1", "10.0.0.1:1", "[::1]:1", "[fd00::1]:1"] {
            assert_eq!(from(near, Some("1.2.3.4, 198.51.100.7")), "198.51.100.7");
        }
        assert_eq!(from("127.0.0.1:1", Some("nobody")), "127.0.0.1");
    }

    #[test]
    fn the_language_is_taken_out_of_the_address() {
        let take = |address: &str| {
            let mut uri: Uri = address.parse().unwrap();
            let chosen = take_language(&mut uri);
            (uri.to_string(), chosen)
        };
        assert_eq!(take("/c/a?lang=en"), ("/c/a".into(), Some(Locale::En)));
        assert_eq!(
            take("/c/a?x=1&lang=ja&y=2"),
            ("/c/a?x=1&y=2".into(), Some(Locale::Ja))
        );
        assert_eq!(take("/c/a?lang=xx"), ("/c/a".into(), None));
        assert_eq!(take("/c/a?slang=en"), ("/c/a?slang=en".into(), None));
        assert_eq!(take("/c/a"), ("/c/a".into(), None));
    }
}
