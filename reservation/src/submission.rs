//! A submission: one intent of somebody, and the answer that it has for good.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::command::Command;
use crate::ids::{ClinicId, ClosureId, GroupId, ReservationId, StaffId, VisitorTag};
use crate::outcome::Outcome;
use crate::slot_key::SlotKey;
use crate::time::UtcMillis;
use crate::visit::Holder;

/// Names a submission. Unique by scope and key, for as long as the ledger keeps it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RequestKey {
    /// Within what the key is unique: a clinic (`clinic:hinata`), or a signed-in principal (`staff:…`).
    pub scope: String,
    /// A form token's id, for a grid followed by `:` and the slot key; or an `Idempotency-Key`.
    pub key: String,
}

impl RequestKey {
    /// The key of a patient's form.
    pub fn form(clinic: &ClinicId, token: Uuid) -> Self {
        Self {
            scope: format!("clinic:{clinic}"),
            key: token.to_string(),
        }
    }
    /// The key of a form of somebody who is signed in.
    pub fn staff_form(staff: StaffId, token: Uuid) -> Self {
        Self {
            scope: format!("staff:{staff}"),
            key: token.to_string(),
        }
    }
    /// The key of one button of a form with many: the same button is a repeat, another one is not.
    pub fn button(mut self, value: impl fmt::Display) -> Self {
        self.key = format!("{}:{value}", self.key);
        self
    }
}

/// A hash of what a submission asks for, before any look-up. First byte: the version of its recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(pub String);

impl Fingerprint {
    /// The present recipe.
    const VERSION: &'static str = "1";

    /// Hashes canonical content with a key, so that the ledger gives away nothing about what was typed.
    pub fn of(secret: &[u8; 32], content: &impl Serialize) -> Self {
        // A content that can't be written as JSON does not exist among our commands; an empty one still compares.
        let bytes = serde_json::to_vec(content).unwrap_or_default();
        let hash = blake3::keyed_hash(secret, &bytes);
        Self(format!("{}{}", Self::VERSION, hash.to_hex()))
    }
}

/// Who acts. Whether they may is decided with the reservation at hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A browser.
    Visitor(VisitorTag),
    /// Somebody with the secret link of this very reservation; the door has checked it.
    Link(ReservationId),
    /// A member of this clinic's staff; the door has checked the sign-in.
    Staff {
        /// Who.
        id: StaffId,
        /// The name on the screen.
        name: String,
    },
    /// The product itself: the sweeper.
    System,
}

impl Actor {
    /// What the actor holds things as; `None` for those who can't hold.
    pub fn holder(&self) -> Option<Holder> {
        match self {
            Actor::Visitor(tag) => Some(Holder::Visitor(*tag)),
            Actor::Staff { id, .. } => Some(Holder::Staff(*id)),
            Actor::Link(_) | Actor::System => None,
        }
    }
    /// As it stands in the history.
    pub fn as_history(&self) -> (String, Option<String>) {
        match self {
            Actor::Visitor(_) => ("visitor".into(), None),
            Actor::Link(_) => ("link".into(), None),
            Actor::Staff { id, name } => (format!("staff:{id}"), Some(name.clone())),
            Actor::System => ("system".into(), None),
        }
    }
}

/// What a form token says about itself; judged inside the transaction, after the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormAge {
    /// When the form was drawn.
    pub issued_at: UtcMillis,
    /// True when the form was drawn for the browser or member of staff that now sends it.
    pub own: bool,
}

/// Ids handed in for whatever the decision creates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fresh {
    /// For a reservation.
    pub reservation: ReservationId,
    /// For its group.
    pub group: GroupId,
    /// For a closure.
    pub closure: ClosureId,
}

/// One intent, ready to be decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// Its name; `None` for what the product does on its own and is safe to repeat by itself.
    pub key: Option<RequestKey>,
    /// What it asks for, hashed.
    pub fingerprint: Fingerprint,
    /// Where it came from a form.
    pub form: Option<FormAge>,
    /// Whose clinic.
    pub clinic: ClinicId,
    /// Who acts.
    pub actor: Actor,
    /// What is wanted.
    pub command: Command,
    /// Ids for what is created.
    pub fresh: Fresh,
}

/// A recorded submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LedgerRow {
    /// Its name.
    pub key: RequestKey,
    /// What it asked for.
    pub fingerprint: Fingerprint,
    /// The clinic.
    pub clinic: ClinicId,
    /// What came of it.
    pub outcome: Outcome,
    /// When.
    pub recorded_at: UtcMillis,
    /// Who sent it; a stranger who sends the same key is told nothing personal.
    pub sender: Option<Holder>,
}

/// Whether an answer is a first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// The first answer: something happened.
    First,
    /// The same key and content was answered before.
    SameKey,
    /// The same key came with other content; the first one was kept.
    OtherContent,
    /// Another key asked for what was so already; nothing changed.
    AlreadySo,
}

/// What a submission gets.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What came of it.
    pub outcome: Outcome,
    /// Whether it is a first one.
    pub repeat: Repeat,
    /// When the outcome was recorded.
    pub recorded_at: UtcMillis,
    /// Who sent the first one; compare before showing anything personal.
    pub sender: Option<Holder>,
    /// The slot that it is about, for the log; known to a first answer about a reservation.
    pub slot: Option<SlotKey>,
}
