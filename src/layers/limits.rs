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
    /// First presses of all browsers behind one address.
    address: DefaultKeyedRateLimiter<IpAddr>,
    /// Browsers behind one address that press for the first time ever.
    newcomer: DefaultKeyedRateLimiter<IpAddr>,
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
            address: RateLimiter::keyed(quota(10, 300)),
            // A cookie costs nothing: whoever drops it each time is a new browser each time. A waiting
            // room does not bring a hundred new ones within minutes.
            newcomer: RateLimiter::keyed(per_minute(10, 100)),
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
            address: RateLimiter::keyed(quota),
            newcomer: RateLimiter::keyed(quota),
            seen: Mutex::default(),
        }
    }

    /// Charges a press; `Err` says after how many seconds it may be tried again. A browser's first
    /// presses are charged to its address as well.
    pub fn charge(
        &self,
        principal: Principal,
        ip: Option<IpAddr>,
        token: &str,
        button: &str,
    ) -> Result<(), u64> {
        let press = press(principal, token, button);
        let (repeated, known) = {
            let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            (seen.has(&press), seen.has(&browser(principal)))
        };
        if repeated {
            return check(&self.repeat, &principal);
        }
        match principal {
            Principal::Visitor(_) => {
                check(&self.visitor, &principal)?;
                if let Some(ip) = ip.map(network) {
                    check(&self.address, &ip)?;
                    if !known {
                        check(&self.newcomer, &ip)?;
                    }
                }
            }
            Principal::Staff(_) => check(&self.staff, &principal)?,
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.put(press);
        seen.put(browser(principal));
        Ok(())
    }

    /// Charges a post of a browser that sent no cookie.
    pub fn charge_stranger(&self, ip: IpAddr) -> Result<(), u64> {
        check(&self.stranger, &network(ip))
    }

    /// Forgets whoever has their full allowance again.
    pub fn tidy(&self) {
        self.visitor.retain_recent();
        self.staff.retain_recent();
        self.repeat.retain_recent();
        self.stranger.retain_recent();
        self.address.retain_recent();
        self.newcomer.retain_recent();
    }
}

impl Seen {
    fn has(&self, press: &Press) -> bool {
        self.young.contains(press) || self.old.contains(press)
    }

    fn put(&mut self, press: Press) {
        if self.young.len() >= REMEMBERED {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(press);
    }
}

/// An address as one household or provider has it: of IPv6 the first 64 bits.
fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6((ip.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

/// That a browser has pressed before, kept beside its presses.
fn browser(principal: Principal) -> Press {
    press(principal, "", "")
}

fn per_minute(presses: u32, burst: u32) -> Quota {
    let at_least_one = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_minute(at_least_one(presses)).allow_burst(at_least_one(burst))
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
        let press = |who, token: &str, button| limits.charge(who, None, token, button);
        for at in 0..30 {
            assert_eq!(press(ME, &format!("token {at}"), ""), Ok(()));
        }
        assert!(press(ME, "token 30", "").is_err());
        for _ in 0..100 {
            assert_eq!(
                press(ME, "token 0", ""),
                Ok(()),
                "a genuine retry is let in"
            );
        }
        assert!(press(ME, "token 0", "another slot").is_err());
        let other = Principal::Visitor(VisitorTag([2; 16]));
        assert_eq!(press(other, "token 0", ""), Ok(()));
    }

    #[test]
    fn c156_a_whole_building_behind_one_address_gets_in() {
        let limits = Limits::default();
        let ip = IpAddr::from([192, 0, 2, 1]);
        assert!((0..200).all(|_| limits.charge_stranger(ip).is_ok()));
        let visitor = |number| Principal::Visitor(VisitorTag([number; 16]));
        assert!((0..100).all(|n| limits.charge(visitor(n), Some(ip), "token", "").is_ok()));
    }

    #[test]
    fn dropping_the_cookie_each_time_does_not_hold_the_whole_calendar() {
        let limits = Limits::default();
        let ip = Some(IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]));
        let neighbour = Some(IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, 2]));
        let visitor = |number| Principal::Visitor(VisitorTag([number; 16]));
        let admitted = (0..=255u8)
            .filter(|n| limits.charge(visitor(*n), ip, "token", "").is_ok())
            .count();
        assert_eq!(admitted, 100);
        assert!(limits.charge(visitor(200), neighbour, "token", "").is_err());
        // Whoever has pressed before is no newcomer.
        assert_eq!(limits.charge(visitor(1), ip, "another", ""), Ok(()));
    }
}
