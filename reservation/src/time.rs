//! Instants, cells and the clock. Instants are whole milliseconds since 1970-01-01T00:00:00Z and are compared as
//! numbers only; the machine's own zone plays no part.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::ids::{ClinicId, ResourceId};

/// One minute in milliseconds.
pub const MINUTE: i64 = 60_000;
/// The length of a cell in minutes: the atom of exclusion.
pub const CELL_MINUTES: i64 = 5;
/// The length of a cell in milliseconds.
pub const CELL: i64 = CELL_MINUTES * MINUTE;

/// An instant: milliseconds since the epoch, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UtcMillis(pub i64);

impl UtcMillis {
    /// This instant moved by so many milliseconds; stops at the ends of the number line.
    pub fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }
    /// This instant moved by so many minutes.
    pub fn plus_minutes(self, minutes: i64) -> Self {
        self.plus(minutes.saturating_mul(MINUTE))
    }
    /// The same instant as chrono's type; `None` outside its range.
    pub fn to_utc(self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_millis(self.0)
    }
    /// True when a cell may begin here.
    pub fn is_cell_start(self) -> bool {
        self.0.rem_euclid(CELL) == 0
    }
    /// Reads RFC 3339 with an offset. Anything else, a date without offset or 30 February too, is `None`.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        let at = DateTime::parse_from_rfc3339(text).ok()?;
        // Whole milliseconds only: what would be cut off is refused instead.
        (at.timestamp_subsec_nanos() % 1_000_000 == 0).then(|| Self(at.timestamp_millis()))
    }
}

impl From<DateTime<Utc>> for UtcMillis {
    fn from(at: DateTime<Utc>) -> Self {
        Self(at.timestamp_millis())
    }
}

impl fmt::Display for UtcMillis {
    /// `2026-03-01T10:00:00.000Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_utc() {
            Some(at) => f.write_str(&at.to_rfc3339_opts(SecondsFormat::Millis, true)),
            None => write!(f, "{}", self.0),
        }
    }
}

/// Half-open: `from <= t < until`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The first instant inside.
    pub from: UtcMillis,
    /// The first instant after.
    pub until: UtcMillis,
}

impl Span {
    /// True when both share an instant.
    pub fn overlaps(self, other: Span) -> bool {
        self.from < other.until && other.from < self.until
    }
    /// True when `other` lies wholly inside.
    pub fn contains(self, other: Span) -> bool {
        self.from <= other.from && other.until <= self.until
    }
    /// The starts of the cells that this span touches, in order.
    pub fn cells(self) -> impl Iterator<Item = UtcMillis> {
        let first = self.from.0.saturating_sub(self.from.0.rem_euclid(CELL));
        (first..self.until.0).step_by(CELL as usize).map(UtcMillis)
    }
}

/// Five minutes of one resource. Ordered by clinic, resource and start: the order in which cells are taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The clinic.
    pub clinic: ClinicId,
    /// The resource.
    pub resource: ResourceId,
    /// Where it begins; a multiple of [`CELL`].
    pub start: UtcMillis,
}

/// Where the time comes from. Read inside the transaction, after its locks.
pub trait Clock: Send + Sync + 'static {
    /// The present instant.
    fn now(&self) -> UtcMillis;
}

/// Where new ids come from (UUIDv7: they carry their time and sort by it).
pub trait Ids: Send + Sync + 'static {
    /// An id that nobody has had.
    fn fresh(&self) -> Uuid;
}

/// The machine's clock and its source of randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct System;

impl Clock for System {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    fn now(&self) -> UtcMillis {
        UtcMillis::from(Utc::now())
    }
}

impl Ids for System {
    #[expect(clippy::disallowed_methods, reason = "the one place that makes ids")]
    fn fresh(&self) -> Uuid {
        Uuid::now_v7()
    }
}

impl<T: Clock + ?Sized> Clock for Arc<T> {
    fn now(&self) -> UtcMillis {
        (**self).now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c10_every_spelling_of_an_instant_is_one_number_and_nothing_else_is_read() {
        let ten = UtcMillis::parse_rfc3339("2026-03-01T10:00:00.000Z");
        assert_eq!(
            ten.map(|at| at.to_string()),
            Some("2026-03-01T10:00:00.000Z".into())
        );
        for same in [
            "2026-03-01T10:00:00Z",
            "2026-03-01T19:00:00+09:00",
            "2026-03-01T12:00:00.000+02:00",
        ] {
            assert_eq!(UtcMillis::parse_rfc3339(same), ten, "{same}");
        }
        for bad in [
            "2026-03-01T10:00:00",
            "2026-02-30T10:00:00Z",
            "2026-03-01",
            "null",
            "1999",
            "",
        ] {
            assert_eq!(UtcMillis::parse_rfc3339(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_span_touches_every_cell_it_overlaps() {
        let span = |from, until| Span {
            from: UtcMillis(from),
            until: UtcMillis(until),
        };
        let starts = |s: Span| s.cells().map(|c| c.0 / CELL).collect::<Vec<_>>();
        assert_eq!(starts(span(0, 3 * CELL)), [0, 1, 2]);
        assert_eq!(starts(span(1, CELL + 1)), [0, 1]);
        assert_eq!(starts(span(-1, 1)), [-1, 0]);
        assert!(
            !span(0, CELL).overlaps(span(CELL, 2 * CELL)),
            "neighbours don't overlap"
        );
    }
}
