//! Pages and presses as the door would ask for them, over a store in memory.

use std::sync::Arc;

use async_trait::async_trait;
use axum::http::{Extensions, StatusCode};
use chrono_tz::Asia::Tokyo;
use reservation::desk::Desk;
use reservation::ids::{ClinicId, StaffId, VisitorTag};
use reservation::memory::MemoryStore;
use reservation::ports::{Accounts, Fault, Staff, Store};
use reservation::testing::{CountedIds, ManualClock, at, catalogue};

use crate::asker::{Asker, Pages};
use crate::bench::{self, Drawn, Ticking, fields_in, unescape};
use crate::door::{Again, Fields, Then};
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

/// The small clinic of the core's tests, on Friday 27 February 2026 at 10:32.
pub(super) struct House {
    pages: Pages,
    pub(super) clock: Arc<ManualClock>,
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
        let mut drawn = self.draw(me, path, Some(again)).await;
        if drawn.status == StatusCode::OK {
            drawn.status = status;
        }
        drawn
    }

    async fn draw(&self, me: u8, here: &str, again: Option<Again>) -> Drawn {
        let request = bench::request(&self.pages, Self::asker(me), here, again);
        bench::draw(request, load).await
    }

    /// A press as the door hands it to the action.
    pub(super) async fn press(
        &self,
        me: u8,
        page: &str,
        action: &str,
        fields: &[(String, String)],
    ) -> Then {
        let layers = |parts: &mut Extensions| {
            parts.insert(Self::asker(me));
        };
        bench::press(&self.pages, page, fields, layers, || act(action))
            .await
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
    /// The hidden fields of the page's form, and what is typed or pressed besides (a later one of a name counts).
    pub(crate) fn form(&self, typed: &[(&str, &str)]) -> Vec<(String, String)> {
        fields_in(&self.html, typed)
    }

    pub(crate) fn token(&self) -> String {
        Fields(self.form(&[])).get("token").to_owned()
    }

    /// The first address on the page that contains `part`.
    pub(crate) fn link(&self, part: &str) -> String {
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
