//! Slows guessing down without locking anybody out.
//!
//! Attempts are counted before the password is looked at, so a thousand at once don't slip through together, and
//! forgotten when one succeeds:
//!
//! - A stranger's by clinic, name and the address from which they come (of IPv6 its first 64 bits). The first five are
//!   free; then each has to wait twice as long as the one before, up to fifteen minutes. Whoever guesses from elsewhere
//!   keeps no honest browser out; only behind the same address they share a count.
//! - A browser's that has signed in under that name before, by itself: not even a neighbour behind the same address
//!   keeps the reception out of its own desk.
//! - All strangers' together by clinic and name: beyond a hundred an hour each is answered a second later. Nobody is
//!   refused for it, since that would be the lock-out again.
//!
//! So whoever has many addresses gets five guesses and a few more from each: against them stand the length of the
//! passwords and the cost of one hash. Another name is never slowed.
//!
//! Kept in memory, bounded in entries and in the length of a name: a restart forgets, and every node counts for itself.
//! Both weaken it by a factor, not in kind.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use reservation::ids::{ClinicId, VisitorTag};
use reservation::time::UtcMillis;

const FREE_ATTEMPTS: u32 = 5;
const FIRST_WAIT_SECONDS: i64 = 5;
const LONGEST_WAIT_SECONDS: i64 = 15 * 60;
/// After so long without an attempt the count begins anew.
const FORGOTTEN_AFTER_MS: i64 = 60 * 60 * 1000;
/// So many attempts of all strangers under one name within an hour are answered at once.
const FREE_ATTEMPTS_OF_ALL: u32 = 100;
const SLOW_ANSWER: Duration = Duration::from_secs(1);
/// More than any clinic needs; a stranger who invents names or has many addresses can't fill the memory.
const MOST_ENTRIES: usize = 10_000;

/// The attempts of this process.
static ATTEMPTS: LazyLock<Mutex<Attempts>> = LazyLock::new(Mutex::default);

/// Who tries, and under which name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Try<'a> {
    /// At which clinic.
    pub clinic: &'a ClinicId,
    /// The name, as logins are stored; its length is bounded by the caller.
    pub login: &'a str,
    /// In which browser.
    pub browser: VisitorTag,
    /// From where, if that is known.
    pub address: Option<IpAddr>,
}

/// May this attempt go on now? Counts it when it may, and says how much later it is answered; else says how many
/// seconds to wait.
pub(super) fn attempt(attempt: Try<'_>, now: UtcMillis) -> Result<Duration, u64> {
    lock().attempt(attempt, now)
}

/// The attempt succeeded.
pub(super) fn succeeded(attempt: Try<'_>) {
    lock().succeeded(attempt);
}

fn lock() -> std::sync::MutexGuard<'static, Attempts> {
    ATTEMPTS.lock().unwrap_or_else(PoisonError::into_inner)
}

type Name = (ClinicId, String);

/// Whose attempts are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Who {
    /// A browser that is known under the name.
    Known(VisitorTag),
    /// Strangers behind one address.
    Behind(Option<IpAddr>),
    /// All strangers.
    All,
}

#[derive(Debug, Clone, Copy)]
struct Count {
    attempts: u32,
    /// The last attempt; of [`Who::All`] the first one, from which its hour runs.
    at: UtcMillis,
}

/// Attempts by name, and the browsers that are known under it.
#[derive(Debug, Default)]
struct Attempts {
    counts: HashMap<(Name, Who), Count>,
    known: HashMap<(Name, VisitorTag), ()>,
}

impl Attempts {
    fn attempt(&mut self, attempt: Try<'_>, now: UtcMillis) -> Result<Duration, u64> {
        let name = name(attempt);
        let who = self.who(&name, attempt);
        self.make_room(now);
        let count = self.count((name.clone(), who), now);
        let until = count.at.plus(wait_seconds(count.attempts) * 1000);
        if now < until {
            return Err((until.0 - now.0 + 999).unsigned_abs() / 1000);
        }
        *count = Count {
            attempts: count.attempts.saturating_add(1),
            at: now,
        };
        if matches!(who, Who::Known(_)) {
            return Ok(Duration::ZERO);
        }
        let all = self.count((name, Who::All), now);
        all.attempts = all.attempts.saturating_add(1);
        Ok(if all.attempts > FREE_ATTEMPTS_OF_ALL {
            SLOW_ANSWER
        } else {
            Duration::ZERO
        })
    }

    fn succeeded(&mut self, attempt: Try<'_>) {
        let name = name(attempt);
        // Of a known browser only its own count: what strangers have tried meanwhile stays counted.
        let who = self.who(&name, attempt);
        self.counts.remove(&(name.clone(), who));
        if let (Who::Behind(_), Some(all)) = (who, self.counts.get_mut(&(name.clone(), Who::All))) {
            all.attempts = all.attempts.saturating_sub(1);
        }
        if self.known.len() >= MOST_ENTRIES {
            self.known.clear();
        }
        self.known.insert((name, attempt.browser), ());
    }

    fn who(&self, name: &Name, attempt: Try<'_>) -> Who {
        if self.known.contains_key(&(name.clone(), attempt.browser)) {
            Who::Known(attempt.browser)
        } else {
            Who::Behind(attempt.address.map(network))
        }
    }

    /// What is counted there; after an hour it begins anew.
    fn count(&mut self, key: (Name, Who), now: UtcMillis) -> &mut Count {
        let fresh = Count {
            attempts: 0,
            at: now,
        };
        let count = self.counts.entry(key).or_insert(fresh);
        if now.0 - count.at.0 > FORGOTTEN_AFTER_MS {
            *count = fresh;
        }
        count
    }

    /// An attempt may add two counts.
    fn make_room(&mut self, now: UtcMillis) {
        let full = |counts: &HashMap<_, _>| counts.len() + 2 > MOST_ENTRIES;
        if !full(&self.counts) {
            return;
        }
        self.counts
            .retain(|_, count| now.0 - count.at.0 <= FORGOTTEN_AFTER_MS);
        if full(&self.counts) {
            // Names that are being guessed at have many attempts; invented ones have few.
            self.counts
                .retain(|_, count| count.attempts > FREE_ATTEMPTS);
        }
        if full(&self.counts) {
            self.counts.clear();
        }
    }
}

fn name(attempt: Try<'_>) -> Name {
    (attempt.clinic.clone(), attempt.login.to_owned())
}

/// An address as one household or provider has it: of IPv6 the first 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 => v4,
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

    const ME: VisitorTag = VisitorTag([1; 16]);
    const STRANGER: VisitorTag = VisitorTag([2; 16]);
    const HERE: &str = "192.0.2.1";
    const THERE: &str = "198.51.100.7";
    const NOW: UtcMillis = UtcMillis(1_770_000_000_000);
    const AT_ONCE: Result<Duration, u64> = Ok(Duration::ZERO);

    /// An attempt of those attempts, of a browser, from an address, under a name of clinic `a`.
    fn attempt(
        attempts: &mut Attempts,
        (browser, address): (VisitorTag, &str),
        login: &str,
        now: UtcMillis,
    ) -> Result<Duration, u64> {
        with(browser, address, login, |one| attempts.attempt(one, now))
    }

    fn with<T>(
        browser: VisitorTag,
        address: &str,
        login: &str,
        then: impl FnOnce(Try<'_>) -> T,
    ) -> T {
        then(Try {
            clinic: &ClinicId::new("a").unwrap(),
            login,
            browser,
            address: Some(address.parse().unwrap()),
        })
    }

    #[test]
    fn the_sixth_attempt_waits_and_each_further_one_twice_as_long() {
        let mut attempts = Attempts::default();
        let mut now = NOW;
        let mut mori = |now| attempt(&mut attempts, (STRANGER, HERE), "mori", now);
        for _ in 0..5 {
            assert_eq!(mori(now), AT_ONCE);
        }
        for wait in [5, 10, 20, 40, 80, 160, 320, 640, 900, 900] {
            assert_eq!(mori(now), Err(wait));
            now = now.plus(i64::try_from(wait).unwrap() * 1000);
            assert_eq!(mori(now.plus(-1)), Err(1));
            assert_eq!(mori(now), AT_ONCE);
        }
        now = now.plus(FORGOTTEN_AFTER_MS + 1);
        assert_eq!(mori(now), AT_ONCE);
        assert_eq!(mori(now), AT_ONCE, "the count began anew");
    }

    #[test]
    fn nobody_else_is_slowed() {
        let mut attempts = Attempts::default();
        assert_eq!(attempt(&mut attempts, (ME, HERE), "mori", NOW), AT_ONCE);
        with(ME, HERE, "mori", |one| attempts.succeeded(one));
        for _ in 0..50 {
            let _ = attempt(&mut attempts, (STRANGER, HERE), "mori", NOW);
        }
        let mut now = |who, login| attempt(&mut attempts, who, login, NOW);
        assert!(now((STRANGER, HERE), "mori").is_err());
        assert_eq!(now((ME, HERE), "mori"), AT_ONCE, "a known browser");
        assert_eq!(now((STRANGER, HERE), "hara"), AT_ONCE, "another name");
        let other = Try {
            clinic: &ClinicId::new("b").unwrap(),
            login: "mori",
            browser: STRANGER,
            address: None,
        };
        assert_eq!(attempts.attempt(other, NOW), AT_ONCE, "another clinic");
    }

    #[test]
    fn a_persistent_stranger_keeps_no_new_browser_out_that_comes_from_elsewhere() {
        let mut attempts = Attempts::default();
        let mut now = NOW;
        // A week of trying at every moment that is allowed.
        while now < NOW.plus(7 * 24 * 60 * 60 * 1000) {
            match attempt(&mut attempts, (STRANGER, HERE), "mori", now) {
                Ok(_) => {}
                Err(seconds) => now = now.plus(i64::try_from(seconds).unwrap() * 1000),
            }
        }
        assert_eq!(attempt(&mut attempts, (ME, THERE), "mori", now), AT_ONCE);
    }

    #[test]
    fn an_address_is_that_of_a_household() {
        let mut attempts = Attempts::default();
        for host in 0..5 {
            let address = format!("2001:db8::{host}");
            assert_eq!(attempt(&mut attempts, (ME, &address), "mori", NOW), AT_ONCE);
        }
        let mut from = |address| attempt(&mut attempts, (ME, address), "mori", NOW);
        assert_eq!(from("2001:db8::9"), Err(5));
        assert_eq!(from("2001:db8:0:1::9"), AT_ONCE, "another one's");
        for _ in 0..5 {
            assert_eq!(from("::ffff:192.0.2.1"), AT_ONCE);
        }
        assert_eq!(from("192.0.2.1"), Err(5));
        assert_eq!(from("192.0.2.2"), AT_ONCE);
    }

    #[test]
    fn a_hundred_attempts_from_everywhere_make_further_ones_slow_and_refuse_none() {
        let mut attempts = Attempts::default();
        let elsewhere = |number: u32| format!("10.0.{}.{}", number / 256, number % 256);
        for number in 0..100 {
            let from = elsewhere(number);
            assert_eq!(
                attempt(&mut attempts, (STRANGER, &from), "mori", NOW),
                AT_ONCE
            );
        }
        for number in 100..300 {
            let from = elsewhere(number);
            let slow = attempt(&mut attempts, (STRANGER, &from), "mori", NOW);
            assert_eq!(slow, Ok(SLOW_ANSWER));
        }
        assert_eq!(
            attempt(&mut attempts, (ME, THERE), "hara", NOW),
            AT_ONCE,
            "another name"
        );
        with(ME, THERE, "mori", |one| attempts.succeeded(one));
        assert_eq!(
            attempt(&mut attempts, (ME, THERE), "mori", NOW),
            AT_ONCE,
            "a known browser"
        );
        let later = NOW.plus(FORGOTTEN_AFTER_MS + 1);
        assert_eq!(
            attempt(&mut attempts, (STRANGER, HERE), "mori", later),
            AT_ONCE
        );
    }

    #[test]
    fn a_success_begins_the_count_anew_and_memory_is_bounded() {
        let mut attempts = Attempts::default();
        for round in 0..20 {
            let one = attempt(&mut attempts, (ME, HERE), "mori", NOW);
            assert_eq!(one, AT_ONCE, "round {round}");
            with(ME, HERE, "mori", |one| attempts.succeeded(one));
        }
        for number in 0..3 * MOST_ENTRIES {
            let _ = attempt(&mut attempts, (STRANGER, HERE), &number.to_string(), NOW);
        }
        assert!(attempts.counts.len() <= MOST_ENTRIES);
    }
}
