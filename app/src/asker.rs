//! Who asks, and with what the pages answer.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reservation::desk::Desk;
use reservation::ids::{ClinicId, StaffId, VisitorTag};
use reservation::ports::{Accounts, Staff};
use reservation::submission::{Actor, RequestKey};
use reservation::visit::Holder;
use uuid::Uuid;

use crate::locale::Locale;
use crate::token::Keys;

/// What all pages share; provided as context.
#[derive(Clone)]
pub struct Pages {
    /// The front desk.
    pub desk: Desk,
    /// The keys of forms and links.
    pub keys: Keys,
    /// People who sign in.
    pub accounts: Arc<dyn Accounts>,
    /// True for the demo: sign-in pages show the demo's sign-in.
    pub demo: bool,
    /// The address by which browsers reach us (`https://clinic.example`), where one is configured.
    pub public_url: Option<String>,
    /// True when browsers reach us by https.
    pub https: bool,
}

/// A signed-in member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// Whose staff.
    pub clinic: ClinicId,
    /// Who.
    pub id: StaffId,
    /// The name on the screen.
    pub name: String,
}

impl SignedIn {
    /// As the desk knows them.
    pub fn actor(&self) -> Actor {
        Actor::Staff {
            id: self.id,
            name: self.name.clone(),
        }
    }
    /// As what they hold things.
    pub fn holder(&self) -> Holder {
        Holder::Staff(self.id)
    }
    /// The ledger key of a form drawn for them.
    pub fn key(&self, token: Uuid) -> RequestKey {
        RequestKey::staff_form(self.id, token)
    }
}

/// What a session keeps of the password that it was begun with: a new password ends it. Nothing of the password can be
/// read out of it.
pub fn since(staff: &Staff) -> String {
    let hash = blake3::derive_key("hitotsu session since", staff.password_hash.as_bytes());
    let half: [u8; 16] = std::array::from_fn(|at| hash[at]);
    format!("{:032x}", u128::from_be_bytes(half))
}

/// Who asks; put into the request's extensions by the layers of the root package.
#[derive(Debug, Clone)]
pub struct Asker {
    /// The language of the answer.
    pub locale: Locale,
    /// The browser: from its cookie, or freshly made.
    pub visitor: VisitorTag,
    /// False when the request brought no (genuine) visitor cookie.
    pub has_cookie: bool,
    /// Who is signed in, if anybody.
    pub staff: Option<SignedIn>,
    /// The address from which it came, where the server knows it.
    pub address: Option<IpAddr>,
    wants_cookie: Arc<AtomicBool>,
}

impl Asker {
    /// An asker as the layers found them.
    pub fn new(
        locale: Locale,
        visitor: VisitorTag,
        has_cookie: bool,
        staff: Option<SignedIn>,
    ) -> Self {
        Self {
            locale,
            visitor,
            has_cookie,
            staff,
            address: None,
            wants_cookie: Arc::default(),
        }
    }
    /// A form was drawn: the answer has to carry the cookie and must not be stored.
    pub fn form_drawn(&self) {
        self.wants_cookie.store(true, Ordering::Relaxed);
    }
    /// True when a form was drawn.
    pub fn has_form(&self) -> bool {
        self.wants_cookie.load(Ordering::Relaxed)
    }
    /// The member of staff, if they belong to this clinic; anybody else is told that there is nothing here.
    pub fn staff_of(&self, clinic: &ClinicId) -> Option<&SignedIn> {
        self.staff.as_ref().filter(|staff| &staff.clinic == clinic)
    }
}
