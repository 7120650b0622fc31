//! How many posts somebody may send. A first press is charged once; its repeats cost nothing, so that whoever got no
//! answer may press again: they have a high limit of their own.

use std::collections::HashSet;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use reservation::ids::{StaffId, VisitorTag};

/// Who is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Principal {
    /// A browser.
    Visitor(VisitorTag),
    /// A member of staff.
    Staff(StaffId),
}

/// A post in short: its principal, its token, its button.
pub type Press = [u8; 16];

/// Presses are remembered in two halves; when the young half is full, the old one is forgotten.
const REMEMBERED: usize = 50_000;

/// The limits of one server.
pub struct Limits {
    visitor: DefaultKeyedRateLimiter<Principal>,
    staff: DefaultKeyedRateLimiter<Principal>,
    repeat: DefaultKeyedRateLimiter<Principal>,
    stranger: DefaultKeyedRateLimiter<IpAddr>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    young: HashSet<Press>,
    old: HashSet<Press>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            visitor: RateLimiter::keyed(quota(1, 30)),
            // Several people of a reception may share one name to sign in with.
            staff: RateLimiter::keyed(quota(5, 120)),
            repeat: RateLimiter::keyed(quota(10, 300)),
            // A hospital's whole network may stand behind one address.
            stranger: RateLimiter::keyed(quota(20, 300)),
            seen: Mutex::default(),
        }
    }
}

impl Limits {
    /// Limits that nobody reaches: for benchmarks, and for tests of what happens behind the door.
    pub fn none() -> Self {
        let quota = quota(1_000_000, 1_000_000);
        Self {
            visitor: RateLimiter::keyed(quota),
            staff: RateLimiter::keyed(quota),
            repeat: RateLimiter::keyed(quota),
            stranger: RateLimiter::keyed(quota),
            seen: Mutex::default(),
        }
    }

    /// Charges a press; `Err` says after how many seconds it may be tried again.
    pub fn charge(&self, principal: Principal, token: &str, button: &str) -> Result<(), u64> {
        let press = press(principal, token, button);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.young.contains(&press) || seen.old.contains(&press) {
            drop(seen);
            return check(&self.repeat, &principal);
        }
        match principal {
            Principal::Visitor(_) => check(&self.visitor, &principal)?,
            Principal::Staff(_) => check(&self.staff, &principal)?,
        }
        if seen.young.len() >= REMEMBERED {
            seen.old = std::mem::take(&mut seen.young);
        }
        seen.young.insert(press);
        Ok(())
    }

    /// Charges a post of a browser that sent no cookie.
    pub fn charge_stranger(&self, ip: IpAddr) -> Result<(), u64> {
        check(&self.stranger, &ip)
    }

    /// Forgets whoever has their full allowance again.
    pub fn tidy(&self) {
        self.visitor.retain_recent();
        self.staff.retain_recent();
        self.repeat.retain_recent();
        self.stranger.retain_recent();
    }
}

fn quota(per_second: u32, burst: u32) -> Quota {
    let at_least_one = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(burst))
}

fn check<K>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), u64>
where
    K: Clone + Eq + std::hash::Hash,
{
    limiter.check_key(key).map_err(|not_until| {
        let wait: Duration = not_until.wait_time_from(DefaultClock::default().now());
        // Rounded up: whoever waits as long as they were told gets in.
        wait.as_secs() + 1
    })
}

fn press(principal: Principal, token: &str, button: &str) -> Press {
    let mut hasher = blake3::Hasher::new();
    match principal {
        Principal::Visitor(tag) => hasher.update(&tag.0),
        Principal::Staff(id) => hasher.update(id.0.as_bytes()),
    };
    hasher.update(&(token.len() as u64).to_le_bytes());
    hasher.update(token.as_bytes()).update(button.as_bytes());
    let mut press = [0; 16];
    press.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    press
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Principal = Principal::Visitor(VisitorTag([1; 16]));

    #[test]
    fn a_repeat_costs_nothing_and_a_new_press_is_charged() {
        let limits = Limits::default();
        for at in 0..30 {
            assert_eq!(limits.charge(ME, &format!("token {at}"), ""), Ok(()));
        }
        assert!(limits.charge(ME, "token 30", "").is_err());
        for _ in 0..100 {
            assert_eq!(
                limits.charge(ME, "token 0", ""),
                Ok(()),
                "a genuine retry is let in"
            );
        }
        assert!(limits.charge(ME, "token 0", "another slot").is_err());
        assert_eq!(
            limits.charge(Principal::Visitor(VisitorTag([2; 16])), "token 0", ""),
            Ok(())
        );
    }

    #[test]
    fn c156_a_whole_building_behind_one_address_gets_in() {
        let limits = Limits::default();
        let ip = IpAddr::from([192, 0, 2, 1]);
        assert!((0..200).all(|_| limits.charge_stranger(ip).is_ok()));
    }
}
