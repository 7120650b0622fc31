//! The demo's clock: it may be told what time it is, so that a clinic can be shown on a Tuesday morning at night, and
//! so that what happens "tomorrow" can be looked at today.

use std::sync::Arc;

use chrono::{DateTime, FixedOffset};
use reservation::time::{Clock, Ids, System, UtcMillis};
use uuid::{ContextV7, Timestamp, Uuid};

/// The machine's clock, moved by a fixed span.
#[derive(Debug, Clone, Copy)]
pub struct Moved {
    by: i64,
}

impl Moved {
    /// A clock that says `at` now and runs on from there.
    pub fn to(at: DateTime<FixedOffset>) -> Self {
        let by = at.timestamp_millis().saturating_sub(System.now().0);
        Self { by }
    }
}

impl Clock for Moved {
    fn now(&self) -> UtcMillis {
        System.now().plus(self.by)
    }
}

/// Ids that carry the time of a clock; each is greater than the one before.
#[derive(Clone)]
pub struct ClockIds {
    clock: Arc<dyn Clock>,
    context: Arc<std::sync::Mutex<ContextV7>>,
}

impl ClockIds {
    /// Ids by that clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            context: Arc::default(),
        }
    }
}

impl Ids for ClockIds {
    fn fresh(&self) -> Uuid {
        let now = u64::try_from(self.clock.now().0).unwrap_or_default();
        let nanos = u32::try_from(now % 1000).unwrap_or_default() * 1_000_000;
        let context = self
            .context
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        Uuid::new_v7(Timestamp::from_unix(&*context, now / 1000, nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_says_what_it_was_told_and_ids_carry_its_time() {
        let at = DateTime::parse_from_rfc3339("2026-06-09T10:00:00+09:00").unwrap();
        let clock = Moved::to(at);
        let late = clock.now().0 - at.timestamp_millis();
        assert!((0..60_000).contains(&late), "{late} ms late");
        let ids = ClockIds::new(Arc::new(clock));
        let (one, two) = (ids.fresh(), ids.fresh());
        assert!(one < two);
        let (seconds, _) = one.get_timestamp().unwrap().to_unix();
        assert!((0..60).contains(&(seconds as i64 - at.timestamp())));
    }
}
