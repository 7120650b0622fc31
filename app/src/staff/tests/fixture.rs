//! Staff pages and presses as the door would ask for them, over a store in memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use argon2::password_hash::SaltString;
use argon2::{Argon2, PasswordHasher};
use async_trait::async_trait;
use axum::http::Extensions;
use chrono_tz::Asia::Tokyo;
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::desk::{Desk, Intent};
use reservation::ids::{ClinicId, ReservationId, ServiceId, StaffId, VisitorTag};
use reservation::memory::MemoryStore;
use reservation::ports::{Accounts, Fault, Staff, Store};
use reservation::slot_key::Wish;
use reservation::submission::{Actor, RequestKey};
use reservation::testing::{CountedIds, ManualClock, at, catalogue};
use reservation::time::Clock;
use reservation::visit::Patient;
use tower_sessions::{MemoryStore as SessionsInMemory, Session};
use uuid::Uuid;

use super::forgetful::Forgetful;
use crate::asker::{Asker, Pages, SignedIn};
use crate::bench::{self, Drawn, Ticking, fields_in};
use crate::door::{Again, Fields, Say, Then};
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::staff;
use crate::token::Keys;

pub(super) const PASSWORD: &str = "ひらけごま";

/// Mori and Hara of Hinata; nobody else.
struct TwoOfThem(Vec<Staff>);

#[async_trait]
impl Accounts for TwoOfThem {
    async fn staff_by_login(&self, clinic: &ClinicId, login: &str) -> Result<Option<Staff>, Fault> {
        Ok(self
            .0
            .iter()
            .find(|one| one.clinic == *clinic && one.login == login)
            .cloned())
    }
    async fn staff_find(&self, clinic: &ClinicId, id: StaffId) -> Result<Option<Staff>, Fault> {
        Ok(self
            .0
            .iter()
            .find(|one| one.clinic == *clinic && one.id == id)
            .cloned())
    }
    async fn staff_list(&self, clinic: &ClinicId) -> Result<Vec<Staff>, Fault> {
        Ok(self
            .0
            .iter()
            .filter(|one| one.clinic == *clinic)
            .cloned()
            .collect())
    }
    async fn staff_put(&self, _: Staff) -> Result<(), Fault> {
        Ok(())
    }
    async fn secret_keep(&self, _: &str, fresh: [u8; 32]) -> Result<[u8; 32], Fault> {
        Ok(fresh)
    }
}

/// Who looks or presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Mori,
    Hara,
    /// Of another clinic.
    Stranger,
    Nobody,
}

/// The small clinic of the core's tests, on Friday 27 February 2026 at 10:32.
pub(super) struct House {
    pages: Pages,
    pub(super) clock: Arc<ManualClock>,
    /// The session of the browser, as the layer would hand it in.
    pub(super) session: Session,
    locale: Mutex<Locale>,
    forgets: Arc<AtomicBool>,
}

impl House {
    pub(super) async fn new() -> Self {
        let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 2, 27), (10, 32))));
        let store = Arc::new(MemoryStore::new(clock.clone()));
        store.catalogue_put(catalogue(Tokyo)).await.unwrap();
        let forgets = Arc::new(AtomicBool::new(false));
        let store = Arc::new(Forgetful {
            store,
            next: forgets.clone(),
        });
        let ids = Arc::new(Ticking(clock.clone(), CountedIds::new(1)));
        let salt = SaltString::from_b64("c2FsdHNhbHRzYWx0").unwrap();
        let hash = Argon2::default()
            .hash_password(PASSWORD.as_bytes(), &salt)
            .unwrap()
            .to_string();
        let staff = [("mori", "森", 1), ("hara", "原", 2)].map(|(login, name, id)| Staff {
            id: StaffId(Uuid::from_u128(id)),
            clinic: hinata(),
            login: login.into(),
            name: name.into(),
            password_hash: hash.clone(),
            active: login == "mori",
        });
        let pages = Pages {
            desk: Desk::new(store, clock.clone(), ids, [1; 32]),
            keys: Keys::new(&[[2; 32]], [3; 32]),
            accounts: Arc::new(TwoOfThem(staff.to_vec())),
            demo: false,
            public_url: None,
            https: true,
        };
        let session = Session::new(None, Arc::new(SessionsInMemory::default()), None);
        Self {
            pages,
            clock,
            session,
            locale: Mutex::new(Locale::Ja),
            forgets,
        }
    }

    /// The next submission is done, and nobody is told.
    pub(super) fn forget_next_answer(&self) {
        self.forgets.store(true, Ordering::Relaxed);
    }

    pub(super) fn in_english(&self) {
        *self.locale.lock().unwrap() = Locale::En;
    }

    fn asker(&self, who: Who) -> Asker {
        let signed_in = |clinic: ClinicId, id: u128, name: &str| {
            Some(SignedIn {
                clinic,
                id: StaffId(Uuid::from_u128(id)),
                name: name.into(),
            })
        };
        let staff = match who {
            Who::Mori => signed_in(hinata(), 1, "森"),
            Who::Hara => signed_in(hinata(), 2, "原"),
            Who::Stranger => signed_in(ClinicId::new("aoba").unwrap(), 3, "林"),
            Who::Nobody => None,
        };
        Asker::new(
            *self.locale.lock().unwrap(),
            VisitorTag([who as u8 + 1; 16]),
            true,
            staff,
        )
    }

    /// A request of a patient for ten o'clock on Monday with Dr. Sato, or at another time.
    pub(super) async fn request(&self, number: u8, start: (u32, u32)) -> ReservationId {
        let actor = Actor::Visitor(VisitorTag([100 + number; 16]));
        let hold = Command::Hold {
            service: ServiceId::new("internal").unwrap(),
            visit: VisitKind::Return,
            wish: Wish::Anyone,
            start: at(Tokyo, (2026, 3, 2), start),
            known: None,
        };
        let id = self.run(&actor, hold).await;
        let patient = Patient {
            name: format!("<i>患者{number}</i>"),
            kana: Some("カンジャ".into()),
            birth: None,
            phone: "090-1234-5678".into(),
            phone_e164: "+819012345678".into(),
            email: None,
            note: None,
            language: "ja".into(),
        };
        self.run(
            &actor,
            Command::Send {
                reservation: id,
                patient,
            },
        )
        .await
    }

    async fn run(&self, actor: &Actor, command: Command) -> ReservationId {
        let key = Some(RequestKey::form(&hinata(), self.pages.desk.fresh_id()));
        let intent = Intent {
            key,
            form: None,
            clinic: hinata(),
            actor: actor.clone(),
            command,
        };
        self.pages
            .desk
            .run(intent)
            .await
            .unwrap()
            .outcome
            .reservation()
            .unwrap()
    }

    /// The present, as it stands in addresses.
    pub(super) fn clock_ms(&self) -> i64 {
        self.clock.now().0
    }

    /// How many closures there are.
    pub(super) async fn closures(&self) -> usize {
        self.pages
            .desk
            .catalogue(&hinata())
            .await
            .unwrap()
            .unwrap()
            .closures
            .len()
    }

    pub(super) async fn get(&self, who: Who, path: &str) -> Drawn {
        self.draw(who, path, None).await
    }

    /// The page again, as the door draws it for what a press left behind.
    pub(super) async fn again(&self, who: Who, then: &Then, fields: &[(String, String)]) -> Drawn {
        let Then::PageAgain { path, say } = then else {
            panic!("no page again: {then:?}")
        };
        let again = Again {
            fields: Fields(fields.to_vec()),
            say: say.clone(),
        };
        self.draw(who, path, Some(again)).await
    }

    /// The page again, as the door draws it for whoever has just signed in.
    pub(super) async fn resume(&self, then: &Then) -> Drawn {
        let Then::Resume {
            path,
            staff,
            fields,
        } = then
        else {
            panic!("no page after a sign-in: {then:?}")
        };
        assert_eq!(Some(staff), self.asker(Who::Mori).staff.as_ref());
        let again = Again {
            fields: fields.clone(),
            say: Say::SignedIn,
        };
        self.draw(Who::Mori, path, Some(again)).await
    }

    async fn draw(&self, who: Who, here: &str, again: Option<Again>) -> Drawn {
        let here = here.split('#').next().unwrap_or(here);
        let request = bench::request(&self.pages, self.asker(who), here, again);
        bench::draw(request, load).await
    }

    /// A press as the door hands it to the action.
    pub(super) async fn press(
        &self,
        who: Who,
        page: &str,
        action: &str,
        fields: &[(String, String)],
    ) -> Then {
        let layers = |parts: &mut Extensions| {
            parts.insert(self.asker(who));
            parts.insert(self.session.clone());
        };
        bench::press(&self.pages, page, fields, layers, || act(action))
            .await
            .unwrap_or_else(|| panic!("{action} gave no answer"))
    }
}

pub(super) fn hinata() -> ClinicId {
    ClinicId::new("hinata").unwrap()
}

async fn act(action: &str) {
    let done = match action {
        "sign-in" => staff::sign_in::submit::sign_in().await,
        "sign-out" => staff::sign_in::submit::sign_out().await,
        "staff-hold" => staff::times::submit::staff_hold().await,
        "staff-details" => staff::visit::submit::staff_details().await,
        "staff-release" => staff::visit::submit::staff_release().await,
        "confirm" => staff::requests::submit::confirm().await,
        "decline" => staff::decline::decline().await,
        "staff-cancel" => staff::cancellation::staff_cancel().await,
        "undo" => staff::requests::submit::undo().await,
        "close" => staff::closures::submit::close().await,
        "reopen" => staff::closures::submit::reopen().await,
        "tick-call" => staff::calls::submit::tick_call().await,
        _ => panic!("no such action: {action}"),
    };
    done.unwrap();
}

async fn load(request: Request) -> Loaded {
    let parts: Vec<String> = request.segments.clone();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["staff", _] => staff::day::load(request).await,
        ["staff", _, "sign-in"] => staff::sign_in::load(request).await,
        ["staff", _, "requests"] => staff::requests::load(request).await,
        ["staff", _, "visits", _] => staff::visit::load(request).await,
        ["staff", _, "visits", _, "decline"] => staff::decline::load(request).await,
        ["staff", _, "visits", _, "cancel"] => staff::cancellation::load(request).await,
        ["staff", _, "times"] => staff::times::load(request).await,
        ["staff", _, "closures"] => staff::closures::load(request).await,
        ["staff", _, "closures", "new"] => staff::closures::load_new(request).await,
        ["staff", _, "calls"] => staff::calls::load(request).await,
        _ => crate::not_found::load(request).await,
    }
}

impl Drawn {
    /// The hidden fields of the page's first form for that action, and what is typed or pressed besides. A list's
    /// form serves all its buttons.
    pub(crate) fn form_for(&self, action: &str, typed: &[(&str, &str)]) -> Vec<(String, String)> {
        let form = self
            .html
            .split("<form")
            .skip(1)
            .map(|form| form.split("</form>").next().unwrap_or_default())
            .find(|form| form.contains(&format!("action=\"/do/{action}?")))
            .unwrap_or_else(|| panic!("no {action} in {}", self.html));
        fields_in(form, typed)
    }
}
