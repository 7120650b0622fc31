//! From offers to what a grid shows: days, halves, words for what can't be pressed. Staff book through the same grid.

use chrono::{Datelike, NaiveDate, Timelike};
use chrono_tz::Tz;
use reservation::availability::{Day, Mark, Offer};
use reservation::ids::{ClinicId, ReservationId};
use reservation::slot_key::{SlotKey, Wish};
use reservation::time::UtcMillis;

use crate::components::{DayLink, HalfContent, Icon, SlotDay, SlotHalf, SlotState, SlotTime};
use crate::format;
use crate::locale::Locale;
use crate::patient::words;
use crate::t;

/// What a grid is drawn for.
#[derive(Debug, Clone)]
pub(crate) struct Grid<'a> {
    /// The clinic, part of every slot key.
    pub(crate) clinic: &'a ClinicId,
    /// Its zone.
    pub(crate) zone: Tz,
    /// With whom.
    pub(crate) wish: Wish,
    /// The date there.
    pub(crate) today: NaiveDate,
    /// The language.
    pub(crate) locale: Locale,
    /// Where the looker's own hold is gone on with.
    pub(crate) mine: fn(&ClinicId, ReservationId) -> String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
}

impl Half {
    fn of(at: UtcMillis, zone: Tz) -> Self {
        let hour = at.to_utc().map_or(0, |at| at.with_timezone(&zone).hour());
        if hour < 12 {
            Half::Morning
        } else {
            Half::Afternoon
        }
    }

    fn word(self, locale: Locale) -> String {
        match self {
            Half::Morning => t!(locale, "time-morning"),
            Half::Afternoon => t!(locale, "time-afternoon"),
        }
    }
}

impl Grid<'_> {
    /// The days of the grid.
    pub(crate) fn days(&self, days: &[Day]) -> Vec<SlotDay> {
        // A half of the day in which nothing is ever offered needs no row of its own.
        let used: Vec<Half> = [Half::Morning, Half::Afternoon]
            .into_iter()
            .filter(|half| {
                days.iter()
                    .flat_map(|day| &day.offers)
                    .any(|o| Half::of(o.span.from, self.zone) == *half)
            })
            .collect();
        days.iter().map(|day| self.day(day, &used)).collect()
    }

    fn day(&self, day: &Day, used: &[Half]) -> SlotDay {
        let halves = if day.offers.is_empty() {
            vec![self.shut(None, Icon::Closed, closed_words(day, self.locale))]
        } else if let Some((icon, words)) = self.whole_day(day) {
            vec![self.shut(None, icon, words)]
        } else {
            used.iter().map(|half| self.half(day, *half)).collect()
        };
        let label = day
            .label
            .as_ref()
            .map(|label| words::said(label, self.locale));
        let today = (day.date == self.today).then(|| t!(self.locale, "time-today"));
        SlotDay {
            id: anchor(day.date),
            title: format::date(day.date, self.today, self.locale),
            note: today.or(label.filter(|label| !label.is_empty())),
            halves,
        }
    }

    /// Why a day with offers has none that could be pressed, where all have the same reason.
    fn whole_day(&self, day: &Day) -> Option<(Icon, String)> {
        let all = |marks: &[Mark]| day.offers.iter().all(|offer| marks.contains(&offer.mark));
        if all(&[Mark::TooFar]) {
            Some((Icon::Closed, t!(self.locale, "slot-far-day")))
        } else if all(&[Mark::Closed]) {
            Some((Icon::Closed, t!(self.locale, "slot-closed-day")))
        } else if all(&[Mark::Past, Mark::TooSoon, Mark::Closed]) {
            Some((Icon::Late, t!(self.locale, "slot-over-day")))
        } else {
            None
        }
    }

    fn half(&self, day: &Day, half: Half) -> SlotHalf {
        let offers: Vec<&Offer> = day
            .offers
            .iter()
            .filter(|offer| Half::of(offer.span.from, self.zone) == half)
            .collect();
        let word = half.word(self.locale);
        let all = |marks: &[Mark]| offers.iter().all(|offer| marks.contains(&offer.mark));
        if all(&[Mark::Closed]) {
            return self.shut(
                Some(half),
                Icon::Closed,
                t!(self.locale, "slot-closed-half", half = word),
            );
        }
        if all(&[Mark::Past, Mark::TooSoon, Mark::Closed]) {
            return self.shut(
                Some(half),
                Icon::Late,
                t!(self.locale, "slot-over-half", half = word),
            );
        }
        SlotHalf {
            title: word,
            content: HalfContent::Slots(offers.into_iter().map(|offer| self.time(offer)).collect()),
        }
    }

    fn shut(&self, half: Option<Half>, icon: Icon, words: String) -> SlotHalf {
        let title = half.map_or_else(
            || t!(self.locale, "time-whole-day"),
            |half| half.word(self.locale),
        );
        SlotHalf {
            title,
            content: HalfContent::Shut { icon, words },
        }
    }

    /// One time.
    pub(crate) fn time(&self, offer: &Offer) -> SlotTime {
        let start = offer.span.from;
        let key = || {
            SlotKey {
                clinic: self.clinic.clone(),
                wish: self.wish.clone(),
                start,
            }
            .to_string()
        };
        let state = match offer.mark {
            Mark::Free => SlotState::Free(key()),
            Mark::Few => SlotState::Few(key()),
            Mark::Full => SlotState::Full,
            Mark::Closed | Mark::TooFar => SlotState::Closed,
            Mark::Past => SlotState::Past,
            Mark::TooSoon => SlotState::TooSoon,
            Mark::Mine(id) => SlotState::Mine((self.mine)(self.clinic, id)),
        };
        SlotTime {
            clock: format::clock(start.0, self.zone),
            datetime: format::datetime_attr(start.0, self.zone),
            state,
        }
    }

    /// The strip of days for phones.
    pub(crate) fn strip(&self, days: &[Day]) -> Vec<DayLink> {
        days.iter()
            .map(|day| {
                let (icon, word, off) = self.outlook(day);
                DayLink {
                    anchor: anchor(day.date),
                    weekday: format::weekday(day.date, self.locale),
                    number: day.date.day().to_string(),
                    icon,
                    word,
                    off,
                }
            })
            .collect()
    }

    /// What a day has to offer in one mark.
    fn outlook(&self, day: &Day) -> (Icon, String, bool) {
        let locale = self.locale;
        let any = |mark: Mark| day.offers.iter().any(|offer| offer.mark == mark);
        if day
            .offers
            .iter()
            .any(|offer| matches!(offer.mark, Mark::Mine(_)))
        {
            return (Icon::Held, t!(locale, "mark-mine"), false);
        }
        match day.bookable() {
            0 if any(Mark::Full) => (Icon::Full, t!(locale, "mark-full"), true),
            0 if any(Mark::Past) || any(Mark::TooSoon) => {
                (Icon::Late, t!(locale, "mark-past"), true)
            }
            0 if any(Mark::TooFar) => (Icon::Closed, t!(locale, "slot-far-day"), true),
            0 => (Icon::Closed, t!(locale, "mark-closed"), true),
            1..=2 => (Icon::Few, t!(locale, "mark-few"), false),
            _ => (Icon::Free, t!(locale, "mark-free"), false),
        }
    }
}

fn closed_words(day: &Day, locale: Locale) -> String {
    let label = day
        .label
        .as_ref()
        .map(|label| words::said(label, locale))
        .filter(|label| !label.is_empty());
    match label {
        Some(label) => t!(locale, "slot-closed-day-why", why = label),
        None => t!(locale, "slot-closed-day"),
    }
}

fn anchor(date: NaiveDate) -> String {
    format!("d{}", date.format("%Y%m%d"))
}

#[cfg(test)]
mod tests;
