//! Staff sign-ins, over whichever store keeps them.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use time::Duration;
use tower_sessions::cookie::SameSite;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::Result;
use tower_sessions::{Expiry, SessionManagerLayer, SessionStore};

use crate::settings::Public;

/// A sign-in ends after so many hours without a page of staff being opened.
pub const INACTIVITY_HOURS: i64 = 12;

/// One type over any store, so that the router has one type too.
#[derive(Clone)]
pub struct Sessions(Arc<dyn SessionStore>);

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sessions")
    }
}

impl Sessions {
    /// Over that store.
    pub fn new(store: Arc<dyn SessionStore>) -> Self {
        Self(store)
    }

    /// The layer that puts a `Session` into each request. It loads nothing until somebody asks for it.
    pub fn layer(&self, public: &Public) -> SessionManagerLayer<Sessions> {
        let name = if public.https() {
            "__Host-hitotsu_staff"
        } else {
            "hitotsu_staff"
        };
        SessionManagerLayer::new(self.clone())
            .with_name(name)
            .with_path("/")
            .with_http_only(true)
            .with_same_site(SameSite::Lax)
            .with_secure(public.https())
            .with_expiry(Expiry::OnInactivity(Duration::hours(INACTIVITY_HOURS)))
    }
}

#[async_trait]
impl SessionStore for Sessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        self.0.create(record).await
    }
    async fn save(&self, record: &Record) -> Result<()> {
        self.0.save(record).await
    }
    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        self.0.load(id).await
    }
    async fn delete(&self, id: &Id) -> Result<()> {
        self.0.delete(id).await
    }
}
