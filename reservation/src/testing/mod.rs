//! For tests: a clock and ids that are handed in, a small clinic, and the contract that every engine keeps.

mod clinic;
pub mod contract;
pub mod crowd;
pub mod dice;
pub mod guards;

pub use clinic::{at, catalogue, clinic_id, patient, staff, visitor};

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use uuid::Uuid;

use crate::time::{Clock, Ids, UtcMillis};

/// A clock that stands until it is moved.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that stands at `now`.
    pub fn new(now: UtcMillis) -> Self {
        Self(AtomicI64::new(now.0))
    }
    /// Puts it to an instant.
    pub fn set(&self, now: UtcMillis) {
        self.0.store(now.0, Ordering::SeqCst);
    }
    /// Moves it on.
    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> UtcMillis {
        UtcMillis(self.0.load(Ordering::SeqCst))
    }
}

/// Ids that count up, with the form of a UUIDv7.
#[derive(Debug)]
pub struct CountedIds(AtomicU64);

impl CountedIds {
    /// Ids after `first`.
    pub fn new(first: u64) -> Self {
        Self(AtomicU64::new(first))
    }
}

impl Ids for CountedIds {
    fn fresh(&self) -> Uuid {
        let number = self.0.fetch_add(1, Ordering::SeqCst);
        Uuid::from_u128(0x0195_5d00_0000_7000_8000_0000_0000_0000 | u128::from(number))
    }
}
