//! What the layers share.

use std::sync::Arc;

use app::asker::Pages;
use app::token::Keys;
use axum_extra::extract::cookie::Key;
use rand::TryRngCore;
use rand::rngs::OsRng;
use reservation::desk::Desk;
use reservation::ids::VisitorTag;
use reservation::ports::{Accounts, Fault, Store};
use reservation::time::{Clock, Ids};
use tower_sessions::SessionStore;

use crate::layers::limits::Limits;
use crate::sessions::Sessions;
use crate::settings::Public;

/// The front door of one running server.
#[derive(Clone)]
pub struct Front {
    /// Desk, keys and accounts, as the pages see them.
    pub pages: Pages,
    /// For readiness: a small read.
    pub store: Arc<dyn Store>,
    /// Staff sign-ins.
    pub sessions: Sessions,
    /// How many posts somebody may send.
    pub limits: Arc<Limits>,
    /// How the server is reached from outside.
    pub public: Public,
    secrets: Arc<Secrets>,
}

/// The ports over which a front door is built.
pub struct Ports {
    /// Reservations, catalogue, ledger.
    pub store: Arc<dyn Store>,
    /// People who sign in, and secrets.
    pub accounts: Arc<dyn Accounts>,
    /// Staff sign-ins.
    pub sessions: Arc<dyn SessionStore>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Ids.
    pub ids: Arc<dyn Ids>,
}

struct Secrets {
    visitor_cookie: Key,
    visitor_tag: [u8; 32],
}

/// A server that can't be set up.
#[derive(Debug, thiserror::Error)]
pub enum CantOpen {
    /// The operating system gives no random bytes.
    #[error("no random bytes from the operating system")]
    Chance(#[from] rand::rand_core::OsError),
    /// The store.
    #[error("the store can't be used")]
    Store(#[from] Fault),
}

impl Front {
    /// Builds a front door; its secrets are those of the store, made at the first start.
    pub async fn open(ports: Ports, public: Public, demo: bool) -> Result<Self, CantOpen> {
        let Ports {
            store,
            accounts,
            sessions,
            clock,
            ids,
        } = ports;
        let form = secret(&*accounts, "form").await?;
        let link = secret(&*accounts, "link").await?;
        let fingerprint = secret(&*accounts, "fingerprint").await?;
        let visitor_tag = secret(&*accounts, "visitor-tag").await?;
        let visitor_cookie = cookie_key(&secret(&*accounts, "visitor-cookie").await?);
        let form_keys = match public.form_key {
            // The one in the store is still accepted, so that forms drawn before stay good.
            Some(key) => vec![key, form],
            None => vec![form],
        };
        let pages = Pages {
            desk: Desk::new(store.clone(), clock, ids, fingerprint),
            keys: Keys::new(&form_keys, link),
            accounts,
            demo,
            public_url: public
                .url
                .as_ref()
                .map(|url| url.origin().ascii_serialization()),
            https: public.https(),
        };
        Ok(Self {
            pages,
            store,
            sessions: Sessions::new(sessions),
            limits: Arc::new(Limits::default()),
            public,
            secrets: Arc::new(Secrets {
                visitor_cookie,
                visitor_tag,
            }),
        })
    }

    /// The key that signs visitor cookies.
    pub fn cookie_key(&self) -> Key {
        self.secrets.visitor_cookie.clone()
    }

    /// What the core knows of a browser whose cookie has this value.
    pub fn visitor_tag(&self, cookie: &str) -> VisitorTag {
        let hash = blake3::keyed_hash(&self.secrets.visitor_tag, cookie.as_bytes());
        let mut tag = [0; 16];
        tag.copy_from_slice(&hash.as_bytes()[..16]);
        VisitorTag(tag)
    }
}

/// Fresh bytes from the operating system.
pub fn random<const N: usize>() -> Result<[u8; N], rand::rand_core::OsError> {
    let mut bytes = [0; N];
    OsRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}

async fn secret(accounts: &dyn Accounts, name: &str) -> Result<[u8; 32], CantOpen> {
    Ok(accounts.secret_keep(name, random()?).await?)
}

fn cookie_key(secret: &[u8; 32]) -> Key {
    let mut bytes = [0; 64];
    let mut hasher = blake3::Hasher::new_derive_key("hitotsu visitor cookie");
    hasher.update(secret);
    hasher.finalize_xof().fill(&mut bytes);
    Key::from(&bytes)
}
