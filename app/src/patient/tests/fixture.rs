//! Pages and presses as the door would ask for them, over a store in memory.

use std::sync::Arc;

use async_trait::async_trait;
use axum::http::{Request as HttpRequest, StatusCode};
use chrono_tz::Asia::Tokyo;
use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use reservation::desk::Desk;
use reservation::ids::{ClinicId, StaffId, VisitorTag};
use reservation::memory::MemoryStore;
use reservation::ports::{Accounts, Fault, Staff, Store};
use reservation::testing::{CountedIds, ManualClock, at, catalogue};
use reservation::time::{Clock, Ids};
use uuid::Uuid;

use crate::asker::{Asker, Pages};
use crate::door::{Again, Fields, Posted, Slot, Then};
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::patient;
use crate::token::Keys;

struct Nobody;

#[async_trait]
impl Accounts for Nobody {
    async fn staff_by_login(&self, _: &ClinicId, _: &str) -> Result<Option<Staff>, Fault> {
        Ok(None)
    }
    async fn staff_find(&self, _: &ClinicId, _: StaffId) -> Result<Option<Staff>, Fault> {
        Ok(None)
    }
    async fn staff_list(&self, _: &ClinicId) -> Result<Vec<Staff>, Fault> {
        Ok(Vec::new())
    }
    async fn staff_put(&self, _: Staff) -> Result<(), Fault> {
        Ok(())
    }
    async fn secret_keep(&self, _: &str, fresh: [u8; 32]) -> Result<[u8; 32], Fault> {
        Ok(fresh)
    }
}

/// Ids that carry the clock's time, as real ones do: a form's age is in its token's id.
struct Ticking(Arc<ManualClock>, CountedIds);

impl Ids for Ticking {
    fn fresh(&self) -> Uuid {
        let millis = u128::from(self.0.now().0.unsigned_abs());
        let tail = self.1.fresh().as_u128() & ((1 << 80) - 1);
        Uuid::from_u128((millis << 80) | tail)
    }
}

/// The small clinic of the core's tests, on Friday 27 February 2026 at 10:32.
pub(super) struct House {
    pages: Pages,
    pub(super) clock: Arc<ManualClock>,
}

/// A drawn page.
pub(super) struct Drawn {
    pub(super) status: StatusCode,
    pub(super) see_other: Option<String>,
    html: String,
}

impl House {
    pub(super) async fn new() -> Self {
        let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 2, 27), (10, 32))));
        let store = Arc::new(MemoryStore::new(clock.clone()));
        store.catalogue_put(catalogue(Tokyo)).await.unwrap();
        let ids = Arc::new(Ticking(clock.clone(), CountedIds::new(1)));
        let pages = Pages {
            desk: Desk::new(store, clock.clone(), ids, [1; 32]),
            keys: Keys::new(&[[2; 32]], [3; 32]),
            accounts: Arc::new(Nobody),
            demo: false,
            public_url: None,
            https: true,
        };
        Self { pages, clock }
    }

    fn asker(me: u8) -> Asker {
        Asker::new(Locale::Ja, VisitorTag([me; 16]), true, None)
    }

    /// The page of a path, as visitor `me` sees it.
    pub(super) async fn get(&self, me: u8, path: &str) -> Drawn {
        self.draw(me, path, None).await
    }

    /// The page again, as the door draws it for what a press left behind.
    pub(super) async fn again(&self, me: u8, then: &Then, fields: &[(String, String)]) -> Drawn {
        let Then::PageAgain { path, say } = then else {
            panic!("no page again: {then:?}")
        };
        let again = Again {
            fields: Fields(fields.to_vec()),
            say: say.clone(),
        };
        let status = again.say.status();
        let mut drawn = self.draw(me, path, Some(Arc::new(again))).await;
        if drawn.status == StatusCode::OK {
            drawn.status = status;
        }
        drawn
    }

    async fn draw(&self, me: u8, here: &str, again: Option<Arc<Again>>) -> Drawn {
        let (path, query) = here.split_once('?').unwrap_or((here, ""));
        let request = Request {
            pages: self.pages.clone(),
            asker: Self::asker(me),
            here: here.to_owned(),
            segments: path
                .trim_matches('/')
                .split('/')
                .map(ToOwned::to_owned)
                .collect(),
            query: Fields(
                form_urlencoded::parse(query.as_bytes())
                    .into_owned()
                    .collect(),
            ),
            host: Some("clinic.example".into()),
            again,
        };
        let owner = Owner::new();
        let loaded = owner.with(|| {
            leptos_meta::provide_meta_context();
            ScopedFuture::new(load(request))
        });
        let Loaded {
            status,
            title,
            body,
            see_other,
        } = loaded.await;
        let html = owner.with(|| format!("<title>{title}</title>{}", body.to_html()));
        Drawn {
            status,
            see_other,
            html,
        }
    }

    /// A press as the door hands it to the action.
    pub(super) async fn press(
        &self,
        me: u8,
        page: &str,
        action: &str,
        fields: &[(String, String)],
    ) -> Then {
        let slot = Slot::default();
        let posted = Posted {
            fields: Fields(fields.to_vec()),
            page: page.to_owned(),
            slot: slot.clone(),
        };
        let (mut parts, ()) = HttpRequest::new(()).into_parts();
        parts.extensions.insert(posted);
        parts.extensions.insert(Self::asker(me));
        let owner = Owner::new();
        let pages = self.pages.clone();
        owner
            .with(|| {
                provide_context(parts);
                provide_context(pages);
                let action = action.to_owned();
                ScopedFuture::new(async move { act(&action).await })
            })
            .await;
        slot.take()
            .unwrap_or_else(|| panic!("{action} gave no answer"))
    }

    /// The form of a page with some of its hidden fields replaced.
    pub(super) fn form_of(page: &Drawn, changes: &[(&str, &str)]) -> Vec<(String, String)> {
        page.form(changes)
    }
}

async fn act(action: &str) {
    let done = match action {
        "hold" => patient::times::submit::hold().await,
        "details" => patient::details::submit::details().await,
        "more-time" => patient::details::submit::more_time().await,
        "release" => patient::details::submit::release().await,
        "language" => patient::details::submit::language().await,
        "cancel" => patient::cancellation::submit::cancel().await,
        "link-cancel" => patient::cancellation::submit::link_cancel().await,
        _ => panic!("no such action: {action}"),
    };
    done.unwrap();
}

async fn load(request: Request) -> Loaded {
    let parts: Vec<String> = request.segments.clone();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        [""] => patient::home::load(request).await,
        ["c", _] => patient::clinic::page::load(request).await,
        ["c", _, "times"] => patient::times::page::load(request).await,
        ["c", _, "reservations", _] => patient::reservation::page::load(request).await,
        ["c", _, "reservations", _, "cancel"] => patient::cancellation::page::load(request).await,
        ["c", _, "bookings"] => patient::bookings::load(request).await,
        ["c", _, "receipt", _] => patient::receipt::load(request).await,
        ["c", _, "r", _, _] => patient::link::load(request).await,
        ["c", _, "r", _, _, "cancel"] => patient::cancellation::page::load_by_link(request).await,
        ["c", _, "privacy"] => patient::privacy::load(request).await,
        _ => crate::not_found::load(request).await,
    }
}

impl Drawn {
    pub(super) fn says(&self, wanted: &[&str]) {
        for text in wanted {
            assert!(self.html.contains(text), "{text} is not in {}", self.html);
        }
    }

    pub(super) fn says_not(&self, unwanted: &[&str]) {
        for text in unwanted {
            assert!(!self.html.contains(text), "{text} is in {}", self.html);
        }
    }

    /// The hidden fields of the page's form, and what is typed or pressed besides (a later one of a name counts).
    pub(super) fn form(&self, typed: &[(&str, &str)]) -> Vec<(String, String)> {
        let hidden = self
            .html
            .split("<input")
            .filter(|input| input.contains("type=\"hidden\""));
        hidden
            .filter_map(|input| Some((attribute(input, "name")?, attribute(input, "value")?)))
            .chain(
                typed
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
            )
            .collect()
    }

    pub(super) fn token(&self) -> String {
        Fields(self.form(&[])).get("token").to_owned()
    }

    /// The first address on the page that contains `part`.
    pub(super) fn link(&self, part: &str) -> String {
        let all = self
            .html
            .split("href=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        all.map(unescape)
            .find(|href| href.contains(part))
            .unwrap_or_else(|| panic!("no {part} in {}", self.html))
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let rest = tag.split('>').next()?.split_once(&format!(" {name}=\""))?.1;
    Some(unescape(rest.split('"').next()?))
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}
