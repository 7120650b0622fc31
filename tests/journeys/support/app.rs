use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hitotsu::Front;
use hitotsu::demo::clock::ClockIds;
use hitotsu::engine::{Engine, Options};
use hitotsu::layers::limits::Limits;
use hitotsu::serve::Opened;
use hitotsu::settings::{LogFormat, Public, Settings};
use reservation::check::{Dump, check};
use reservation::guard::{Guard, Guards};
use reservation::ports::{Accounts, Store};
use reservation::testing::ManualClock;
use reservation::time::UtcMillis;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{Browser, Home};

/// Monday, 2 March 2026, 8:00 in Tokyo.
pub const MONDAY: UtcMillis = UtcMillis(1_772_406_000_000);

/// A server with the demo's clinics, at 8:00 of a Monday in Tokyo until its clock is moved.
pub struct TestApp {
    house: House,
    opened: Opened,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

/// What stays the same when the server is started again.
struct House {
    home: Home,
    clock: Arc<ManualClock>,
    addr: SocketAddr,
    public: Public,
    limited: bool,
    guards: Guards,
    router: fn(Front) -> Router,
}

impl TestApp {
    pub async fn new() -> Self {
        House::new().await.open().await
    }

    /// A server that lets anybody press as often as they like.
    pub async fn without_limits() -> Self {
        let house = House {
            limited: false,
            ..House::new().await
        };
        house.open().await
    }

    /// A server whose core and database have lost some of their guards since the demo's data were made.
    pub async fn without(guards: &[Guard]) -> Self {
        let whole = House::new().await.open().await.stop().await;
        let house = House {
            guards: Guards::without(guards),
            ..whole
        };
        house.open().await
    }

    /// The same server, its router built otherwise from now on.
    pub async fn routed(self, router: fn(Front) -> Router) -> Self {
        let house = House {
            router,
            ..self.stop().await
        };
        house.open().await
    }

    /// A server that browsers reach by https, through a proxy in front.
    pub async fn behind_https(url: &str) -> Self {
        let public = Public {
            url: Some(url.parse().unwrap()),
            ..Public::default()
        };
        let house = House {
            public,
            ..House::new().await
        };
        house.open().await
    }

    /// Stops the server and starts another one on the same data and the same address.
    pub async fn restart(self) -> Self {
        self.stop().await.open().await
    }

    pub fn clock(&self) -> &ManualClock {
        &self.house.clock
    }

    pub fn addr(&self) -> SocketAddr {
        self.house.addr
    }

    /// A browser that has never been here.
    pub fn browser(&self) -> Browser {
        Browser::new(format!("http://{}", self.house.addr))
    }

    pub fn store(&self) -> &dyn Store {
        &*self.opened.engine.store
    }

    pub fn accounts(&self) -> &dyn Accounts {
        &*self.opened.engine.accounts
    }

    /// Closes the database beneath the running server: from now on the store can't answer.
    pub async fn lose_store(&self) {
        self.opened.engine.close().await;
    }

    /// All that is stored.
    pub async fn rows(&self) -> Dump {
        self.opened.engine.store.dump().await.unwrap()
    }

    /// What is stored, as text: equal when nothing has changed.
    pub async fn state(&self) -> String {
        format!("{:?}", self.rows().await)
    }

    /// Stops the server and holds every promise against what it left.
    pub async fn finish(self) {
        let house = self.stop().await;
        let place = house.home.place();
        let engine = Engine::open_read_only(&place, house.options()).await;
        let engine = engine.unwrap();
        assert_eq!(check(&engine.store.dump().await.unwrap()), []);
        assert_eq!(engine.integrity().await.unwrap(), Vec::<String>::new());
        engine.close().await;
    }

    async fn stop(self) -> House {
        let _ = self.stop.send(true);
        self.serving.await.unwrap();
        self.opened.close().await;
        self.house
    }
}

impl House {
    async fn new() -> Self {
        Self {
            home: Home::for_app().await,
            clock: Arc::new(ManualClock::new(MONDAY)),
            addr: "127.0.0.1:0".parse().unwrap(),
            public: Public::default(),
            limited: true,
            guards: Guards::default(),
            router: hitotsu::router,
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            place: self.home.place(),
            folder: self.home.data(),
            addr: self.addr,
            public: self.public.clone(),
            log_format: LogFormat::Text,
        }
    }

    fn options(&self) -> Options {
        Options {
            clock: Some(self.clock.clone()),
            // A machine with more to do than these tests is slow, not broken.
            patience: Duration::from_secs(60),
            read_patience: Duration::from_secs(60),
            guards: self.guards,
        }
    }

    async fn open(mut self) -> TestApp {
        let ids = Arc::new(ClockIds::new(self.clock.clone()));
        let opened = Opened::new(&self.settings(), self.options(), ids, true).await;
        let mut opened = opened.unwrap();
        if !self.limited {
            opened.front.limits = Arc::new(Limits::none());
        }
        let listener = TcpListener::bind(self.addr).await.unwrap();
        self.addr = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let router = (self.router)(opened.front.clone());
        let serving = tokio::spawn(hitotsu::listen::serve(listener, router, stopped));
        TestApp {
            house: self,
            opened,
            stop,
            serving,
        }
    }
}
