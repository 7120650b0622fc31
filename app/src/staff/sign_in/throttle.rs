//! Slows guessing down without locking anybody out for long.
//!
//! Attempts are counted by clinic and name, before the password is looked at (so a thousand at once don't slip
//! through together), and forgotten when one succeeds. The first five are free; then each has to wait twice as long
//! as the one before, up to fifteen minutes. Another name is never slowed. A browser that has signed in under a name
//! before is counted by itself, so that a stranger's guessing doesn't keep the reception out of its own desk.
//!
//! Kept in memory: a restart forgets, and every node counts for itself. Both weaken it by a factor, not in kind.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use reservation::ids::{ClinicId, VisitorTag};
use reservation::time::UtcMillis;

const FREE_ATTEMPTS: u32 = 5;
const FIRST_WAIT_SECONDS: i64 = 5;
const LONGEST_WAIT_SECONDS: i64 = 15 * 60;
/// After so long without an attempt the count begins anew.
const FORGOTTEN_AFTER_MS: i64 = 60 * 60 * 1000;
/// More names than any clinic has; a stranger who invents names can't fill the memory.
const MOST_ENTRIES: usize = 10_000;

/// The attempts of this process.
pub(crate) static ATTEMPTS: LazyLock<Mutex<Attempts>> = LazyLock::new(Mutex::default);

/// May this attempt go on now? Counts it when it may; else says how many seconds to wait.
pub(crate) fn attempt(
    clinic: &ClinicId,
    login: &str,
    browser: VisitorTag,
    now: UtcMillis,
) -> Result<(), u64> {
    lock().attempt(clinic, login, browser, now)
}

/// The attempt succeeded.
pub(crate) fn succeeded(clinic: &ClinicId, login: &str, browser: VisitorTag) {
    lock().succeeded(clinic, login, browser);
}

fn lock() -> std::sync::MutexGuard<'static, Attempts> {
    ATTEMPTS.lock().unwrap_or_else(PoisonError::into_inner)
}

type Name = (ClinicId, String);

#[derive(Debug, Clone, Copy)]
struct Count {
    attempts: u32,
    last: UtcMillis,
}

/// Attempts by name, and the browsers that are known under it.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    counts: HashMap<(Name, Option<VisitorTag>), Count>,
    known: HashMap<(Name, VisitorTag), ()>,
}

impl Attempts {
    fn attempt(
        &mut self,
        clinic: &ClinicId,
        login: &str,
        browser: VisitorTag,
        now: UtcMillis,
    ) -> Result<(), u64> {
        let name = (clinic.clone(), login.to_owned());
        let known = self.known.contains_key(&(name.clone(), browser));
        self.make_room(now);
        let count = self
            .counts
            .entry((name, known.then_some(browser)))
            .or_insert(Count {
                attempts: 0,
                last: now,
            });
        if now.0 - count.last.0 > FORGOTTEN_AFTER_MS {
            count.attempts = 0;
        }
        let until = count.last.plus(wait_seconds(count.attempts) * 1000);
        if now < until {
            return Err((until.0 - now.0 + 999).unsigned_abs() / 1000);
        }
        *count = Count {
            attempts: count.attempts.saturating_add(1),
            last: now,
        };
        Ok(())
    }

    fn succeeded(&mut self, clinic: &ClinicId, login: &str, browser: VisitorTag) {
        let name = (clinic.clone(), login.to_owned());
        // Of a known browser only its own count: what strangers have tried meanwhile stays counted.
        let known = self.known.contains_key(&(name.clone(), browser));
        self.counts
            .remove(&(name.clone(), known.then_some(browser)));
        if self.known.len() >= MOST_ENTRIES {
            self.known.clear();
        }
        self.known.insert((name, browser), ());
    }

    fn make_room(&mut self, now: UtcMillis) {
        if self.counts.len() < MOST_ENTRIES {
            return;
        }
        self.counts
            .retain(|_, count| now.0 - count.last.0 <= FORGOTTEN_AFTER_MS);
        if self.counts.len() >= MOST_ENTRIES {
            // Names that are being guessed at have many attempts; invented ones have few.
            self.counts
                .retain(|_, count| count.attempts > FREE_ATTEMPTS);
        }
        if self.counts.len() >= MOST_ENTRIES {
            self.counts.clear();
        }
    }
}

fn wait_seconds(attempts: u32) -> i64 {
    match attempts.checked_sub(FREE_ATTEMPTS) {
        None => 0,
        Some(over) => (FIRST_WAIT_SECONDS << over.min(20)).min(LONGEST_WAIT_SECONDS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clinic(id: &str) -> ClinicId {
        ClinicId::new(id).unwrap()
    }

    const ME: VisitorTag = VisitorTag([1; 16]);
    const STRANGER: VisitorTag = VisitorTag([2; 16]);
    const NOW: UtcMillis = UtcMillis(1_770_000_000_000);

    #[test]
    fn the_sixth_attempt_waits_and_each_further_one_twice_as_long() {
        let mut attempts = Attempts::default();
        let mut now = NOW;
        for _ in 0..5 {
            assert_eq!(
                attempts.attempt(&clinic("a"), "mori", STRANGER, now),
                Ok(())
            );
        }
        for wait in [5, 10, 20, 40, 80, 160, 320, 640, 900, 900] {
            assert_eq!(
                attempts.attempt(&clinic("a"), "mori", STRANGER, now),
                Err(wait)
            );
            now = now.plus(i64::try_from(wait).unwrap() * 1000);
            assert_eq!(
                attempts.attempt(&clinic("a"), "mori", STRANGER, now.plus(-1)),
                Err(1)
            );
            assert_eq!(
                attempts.attempt(&clinic("a"), "mori", STRANGER, now),
                Ok(())
            );
        }
        now = now.plus(FORGOTTEN_AFTER_MS + 1);
        assert_eq!(
            attempts.attempt(&clinic("a"), "mori", STRANGER, now),
            Ok(())
        );
        assert_eq!(
            attempts.attempt(&clinic("a"), "mori", STRANGER, now),
            Ok(()),
            "the count began anew"
        );
    }

    #[test]
    fn nobody_else_is_slowed() {
        let mut attempts = Attempts::default();
        assert_eq!(attempts.attempt(&clinic("a"), "mori", ME, NOW), Ok(()));
        attempts.succeeded(&clinic("a"), "mori", ME);
        for _ in 0..50 {
            let _ = attempts.attempt(&clinic("a"), "mori", STRANGER, NOW);
        }
        assert!(
            attempts
                .attempt(&clinic("a"), "mori", STRANGER, NOW)
                .is_err()
        );
        assert_eq!(
            attempts.attempt(&clinic("a"), "mori", ME, NOW),
            Ok(()),
            "a known browser"
        );
        assert_eq!(
            attempts.attempt(&clinic("a"), "hara", STRANGER, NOW),
            Ok(()),
            "another name"
        );
        assert_eq!(
            attempts.attempt(&clinic("b"), "mori", STRANGER, NOW),
            Ok(()),
            "another clinic"
        );
    }

    #[test]
    fn a_success_begins_the_count_anew_and_memory_is_bounded() {
        let mut attempts = Attempts::default();
        for round in 0..20 {
            assert_eq!(
                attempts.attempt(&clinic("a"), "mori", ME, NOW),
                Ok(()),
                "round {round}"
            );
            attempts.succeeded(&clinic("a"), "mori", ME);
        }
        for number in 0..3 * MOST_ENTRIES {
            let _ = attempts.attempt(&clinic("a"), &number.to_string(), STRANGER, NOW);
        }
        assert!(attempts.counts.len() <= MOST_ENTRIES);
    }
}
