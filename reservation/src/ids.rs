//! Names of things. Every id is a type of its own; ids that people choose have a fixed alphabet, so that keys joined
//! from them can always be taken apart again (a clinic `a:b` with a doctor `c` can't be mistaken for clinic `a`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The longest id that a clinic may choose, in bytes.
pub const SLUG_MAX: usize = 40;

/// A text that is no id: empty, too long, or with a character outside `a-z 0-9 -`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "an id has 1 to {SLUG_MAX} of the characters a-z, 0-9 and -, and neither begins nor ends with -"
)]
pub struct BadId;

fn slug(text: &str) -> Result<String, BadId> {
    let fits = (1..=SLUG_MAX).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-');
    if fits {
        Ok(text.to_owned())
    } else {
        Err(BadId)
    }
}

macro_rules! slug_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Takes a text of the fixed alphabet (`a-z`, `0-9`, `-`; at most [`SLUG_MAX`]).
            pub fn new(text: impl AsRef<str>) -> Result<Self, BadId> {
                slug(text.as_ref()).map(Self)
            }
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl FromStr for $name {
            type Err = BadId;
            fn from_str(text: &str) -> Result<Self, BadId> {
                Self::new(text)
            }
        }
        impl TryFrom<String> for $name {
            type Error = BadId;
            fn try_from(text: String) -> Result<Self, BadId> {
                Self::new(text)
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }
    };
}

slug_id!(
    /// A clinic: the tenant. Everything belongs to one.
    ClinicId
);
slug_id!(
    /// What is booked: a doctor, a room, a device. Unique within its clinic.
    ResourceId
);
slug_id!(
    /// A visit type. Unique within its clinic.
    ServiceId
);

macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                Uuid::parse_str(text).map(Self)
            }
        }
    };
}

uuid_id!(
    /// One visit, from hold to its end.
    ReservationId
);
uuid_id!(
    /// Visits that were booked together: all or none.
    GroupId
);
uuid_id!(
    /// A span of time in which nothing new is booked.
    ClosureId
);
uuid_id!(
    /// A member of a clinic's staff.
    StaffId
);

/// What the core knows of a browser: a hash of its cookie's value, never the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VisitorTag(pub [u8; 16]);

impl fmt::Display for VisitorTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for VisitorTag {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let mut tag = [0; 16];
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(BadId);
        }
        for (byte, at) in tag.iter_mut().zip((0..32).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| BadId)?;
        }
        Ok(Self(tag))
    }
}

impl Serialize for VisitorTag {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for VisitorTag {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d14_an_id_never_contains_the_separator_of_a_key() {
        for bad in ["", "a:b", "A", "あ", "a b", "-a", "a-", &"x".repeat(41)] {
            assert_eq!(ClinicId::new(bad), Err(BadId), "{bad}");
        }
        assert_eq!(
            ClinicId::new("hinata-2").map(|id| id.to_string()),
            Ok("hinata-2".into())
        );
    }

    #[test]
    fn a_visitor_tag_survives_its_text() {
        let tag = VisitorTag([0xab; 16]);
        assert_eq!(tag.to_string().parse(), Ok(tag));
        assert_eq!("zz".repeat(16).parse::<VisitorTag>(), Err(BadId));
        assert_eq!("é".repeat(16).parse::<VisitorTag>(), Err(BadId));
        assert_eq!("+a".repeat(16).parse::<VisitorTag>(), Err(BadId));
    }
}
