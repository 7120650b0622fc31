//! What the fences caught: presses that came again, or too late, and changed nothing. Counted, so that a clinic can see
//! that it happens and that it does no harm. The counts are a statistic: no decision reads them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::ids::ClinicId;
use crate::outcome::Refusal;
use crate::submission::{Answer, Repeat};
use crate::time::{MINUTE, UtcMillis};

/// Counts are kept by quarters of an hour: every zone's day begins with one.
pub const QUARTER: i64 = 15 * MINUTE;

/// What kind of press was caught.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Catch {
    /// The same form again: pressed twice, reloaded, or sent again by the browser.
    SameForm,
    /// The same form with other content; the first one was kept.
    ChangedForm,
    /// Another form asked for what was so already: a second tab, a second visit to the page.
    AlreadySo,
    /// The details of something that was sent in before, from another tab.
    AlreadySent,
    /// An old press that arrived late, while its sender held something else; that stayed.
    OldPress,
    /// The slot was another's already; it stays so.
    Rival,
    /// It had been answered or changed before, by whomever, so that this could not be done any more.
    Overtaken,
}

impl Catch {
    /// All of them.
    pub const ALL: [Catch; 7] = [
        Catch::SameForm,
        Catch::ChangedForm,
        Catch::AlreadySo,
        Catch::AlreadySent,
        Catch::OldPress,
        Catch::Rival,
        Catch::Overtaken,
    ];

    /// The stable name, for logs and rows.
    pub fn as_str(self) -> &'static str {
        match self {
            Catch::SameForm => "same-form",
            Catch::ChangedForm => "changed-form",
            Catch::AlreadySo => "already-so",
            Catch::AlreadySent => "already-sent",
            Catch::OldPress => "old-press",
            Catch::Rival => "rival",
            Catch::Overtaken => "overtaken",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|catch| catch.as_str() == name)
    }

    /// True when somebody had pressed more often than once; false when another action came first.
    pub fn is_double(self) -> bool {
        !matches!(self, Catch::Rival | Catch::Overtaken)
    }

    /// What was caught, if anything: a first answer and an ordinary "no" are not.
    pub fn of(result: &Result<Answer, Refusal>) -> Option<Self> {
        match result {
            Ok(answer) => match answer.repeat {
                Repeat::First => None,
                Repeat::SameKey => Some(Catch::SameForm),
                Repeat::OtherContent => Some(Catch::ChangedForm),
                Repeat::AlreadySo => Some(Catch::AlreadySo),
            },
            Err(Refusal::AlreadySent { .. }) => Some(Catch::AlreadySent),
            Err(Refusal::HoldChanged { .. }) => Some(Catch::OldPress),
            Err(Refusal::Taken) => Some(Catch::Rival),
            Err(Refusal::WrongStatus { .. }) => Some(Catch::Overtaken),
            Err(_) => None,
        }
    }
}

/// How often something was caught within a quarter of an hour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caught {
    /// Whose clinic.
    pub clinic: ClinicId,
    /// The beginning of the quarter; a multiple of [`QUARTER`].
    pub quarter: UtcMillis,
    /// The name of the command that was asked for.
    pub operation: String,
    /// What kind.
    pub catch: Catch,
    /// How often; 1 or more.
    pub times: i64,
}

type Counts = BTreeMap<(ClinicId, UtcMillis, &'static str, Catch), i64>;

/// Counts that are not written yet.
#[derive(Debug, Default)]
pub struct Tally(Mutex<Counts>);

impl Tally {
    /// Counts one.
    pub fn count(&self, clinic: &ClinicId, operation: &'static str, catch: Catch, now: UtcMillis) {
        let quarter = UtcMillis(now.0.saturating_sub(now.0.rem_euclid(QUARTER)));
        let key = (clinic.clone(), quarter, operation, catch);
        *self.lock().entry(key).or_default() += 1;
    }

    /// What was counted since the last [`Tally::settle`].
    pub fn open(&self) -> Vec<Caught> {
        self.lock()
            .iter()
            .map(|((clinic, quarter, operation, catch), times)| Caught {
                clinic: clinic.clone(),
                quarter: *quarter,
                operation: (*operation).to_owned(),
                catch: *catch,
                times: *times,
            })
            .collect()
    }

    /// Takes off what has been written; what was counted meanwhile stays.
    pub fn settle(&self, written: &[Caught]) {
        self.lock()
            .retain(|(clinic, quarter, operation, catch), times| {
                let row = written.iter().find(|row| {
                    row.clinic == *clinic
                        && row.quarter == *quarter
                        && row.operation == *operation
                        && row.catch == *catch
                });
                *times -= row.map_or(0, |row| row.times);
                *times > 0
            });
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        for catch in Catch::ALL {
            assert_eq!(Catch::named(catch.as_str()), Some(catch));
        }
        assert_eq!(Catch::named("first"), None);
    }

    #[test]
    fn what_is_counted_while_it_is_written_is_not_lost() {
        let tally = Tally::default();
        let clinic = ClinicId::new("hinata").unwrap();
        let press = |catch, at| tally.count(&clinic, "hold", catch, UtcMillis(at));
        press(Catch::SameForm, 1);
        press(Catch::SameForm, QUARTER - 1);
        press(Catch::SameForm, QUARTER);
        press(Catch::Rival, 0);
        let written = tally.open();
        let times = |rows: &[Caught]| rows.iter().map(|row| row.times).collect::<Vec<_>>();
        assert_eq!(times(&written), [2, 1, 1]);
        press(Catch::SameForm, 2);
        tally.settle(&written);
        assert_eq!(times(&tally.open()), [1]);
        tally.settle(&tally.open());
        assert!(tally.open().is_empty());
    }
}
