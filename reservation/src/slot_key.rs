//! The slot key: one spelling for one offered start.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ids::{BadId, ClinicId, ResourceId};
use crate::time::UtcMillis;

/// Which resource the visitor asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Wish {
    /// Whoever is free; chosen inside the decision. Written `any`.
    Anyone,
    /// This one.
    One(ResourceId),
}

/// The id that stands for [`Wish::Anyone`]; no resource may bear it.
pub const ANYONE: &str = "any";

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wish::Anyone => f.write_str(ANYONE),
            Wish::One(id) => id.fmt(f),
        }
    }
}

impl FromStr for Wish {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        if text == ANYONE {
            Ok(Wish::Anyone)
        } else {
            ResourceId::new(text).map(Wish::One)
        }
    }
}

/// `clinic:resource:2026-03-01T10:00:00.000Z`, always UTC with milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotKey {
    /// The clinic.
    pub clinic: ClinicId,
    /// The resource, or anyone.
    pub wish: Wish,
    /// The start of the visit.
    pub start: UtcMillis,
}

impl fmt::Display for SlotKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.clinic, self.wish, self.start)
    }
}

impl FromStr for SlotKey {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let mut parts = text.splitn(3, ':');
        let (Some(clinic), Some(wish), Some(start)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(BadId);
        };
        Ok(Self {
            clinic: clinic.parse()?,
            wish: wish.parse()?,
            start: UtcMillis::parse_rfc3339(start).ok_or(BadId)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_key_has_one_spelling() {
        let key: Result<SlotKey, _> = "clinic-a:doctor-42:2026-03-01T19:00:00+09:00".parse();
        let text = key.map(|k| k.to_string());
        assert_eq!(
            text.as_deref(),
            Ok("clinic-a:doctor-42:2026-03-01T10:00:00.000Z")
        );
        for bad in [
            "",
            "a:b",
            "a:b:c",
            "a::2026-03-01T10:00:00Z",
            "A:b:2026-03-01T10:00:00Z",
        ] {
            assert_eq!(bad.parse::<SlotKey>(), Err(BadId), "{bad}");
        }
    }
}
