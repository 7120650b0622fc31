//! The rows of the list: what each says, and in which order they stand.

use reservation::availability::opening::open_millis;
use reservation::catalogue::Catalogue;
use reservation::decide::{UNDO_MINUTES, answer_deadline};
use reservation::ids::ReservationId;
use reservation::time::{MINUTE, UtcMillis};
use reservation::visit::{End, HistoryRow, Reservation, Status};

use crate::components::{Answered, RequestItem};
use crate::format;
use crate::locale::Locale;
use crate::staff::words;
use crate::t;

/// With so little opening time left, a row asks for attention.
const SOON_MINUTES: i64 = 30;

/// A row with what can be done to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub id: ReservationId,
    pub item: RequestItem,
    /// It waits: it can be confirmed or declined.
    pub waits: bool,
    /// It can be taken back.
    pub undo: bool,
    /// The number to call.
    pub phone: Option<String>,
}

/// From what rows are made.
#[derive(Clone, Copy)]
pub(crate) struct From<'a> {
    pub catalogue: &'a Catalogue,
    pub now: UtcMillis,
    pub locale: Locale,
}

/// Sorts by the deadline that each had when it was sent in: an answer must not move a row.
pub(crate) fn sort(catalogue: &Catalogue, rows: &mut [Reservation]) {
    rows.sort_by_cached_key(|row| (deadline_when_sent(catalogue, row), row.sent_at, row.id));
}

/// An answered request has lost its deadline; this one follows from what it still has. Where opening hours have
/// changed meanwhile, the stored one may differ: then the earlier counts, for those that wait.
fn deadline_when_sent(catalogue: &Catalogue, row: &Reservation) -> UtcMillis {
    let sent = row.sent_at.unwrap_or(row.created_at);
    let computed = answer_deadline(catalogue, row.span.from, sent);
    row.expires_at
        .map_or(computed, |stored| stored.min(computed))
}

/// One row. `last` is the last line of its history, which says who answered.
pub(crate) fn row(from: From<'_>, row: &Reservation, last: Option<&HistoryRow>) -> Row {
    let From {
        catalogue,
        now,
        locale,
    } = from;
    let zone = catalogue.clinic.zone;
    let patient = row.patient.as_ref();
    let today = format::local_date(now.0, zone);
    let waits = row.status_at(now) == Status::Requested;
    let (deadline, left, soon) = match row.expires_at.filter(|_| waits) {
        Some(at) => time_left(from, at),
        None => Default::default(),
    };
    let badges = std::iter::once(words::visit_kind(row.visit, locale))
        .chain(patient.and_then(|patient| words::language(patient, locale)))
        .collect();
    let item = RequestItem {
        id: anchor(row.id),
        name: words::name(row, locale),
        about: patient.and_then(|patient| words::about(patient, today, locale)),
        badges,
        wish: format::when_span(row.span.from.0, row.span.until.0, now.0, zone, locale),
        what: words::what(catalogue, row, locale),
        said: patient
            .and_then(|patient| patient.note.clone())
            .map(|note| t!(locale, "staff-quoted", text = note)),
        deadline,
        left,
        soon,
        answered: (!waits).then(|| answered(from, row, last)),
    };
    Row {
        id: row.id,
        item,
        waits,
        undo: can_undo(row, now),
        phone: patient.map(|patient| patient.phone.clone()),
    }
}

/// The id of a row's heading.
pub(crate) fn anchor(id: ReservationId) -> String {
    format!("r-{id}")
}

/// True when a decline or cancel could be taken back, as far as the reservation itself goes.
pub(crate) fn can_undo(row: &Reservation, now: UtcMillis) -> bool {
    let ended = row
        .ending
        .as_ref()
        .filter(|_| row.status == Status::Cancelled)
        .map(|ending| ending.how);
    matches!(
        ended,
        Some(End::Declined | End::CancelledByPatient | End::CancelledByStaff)
    ) && now < row.span.from
}

/// Deadline, what is left of it, and whether that is little. Opening time is what counts; where the clinic is open all
/// the while, it is the same as time.
fn time_left(from: From<'_>, deadline: UtcMillis) -> (String, String, bool) {
    let From {
        catalogue,
        now,
        locale,
    } = from;
    let zone = catalogue.clinic.zone;
    let open = open_millis(catalogue, now, deadline);
    let whole = deadline.0 - now.0;
    // Below a minute of difference it is the same to everybody.
    let left = if whole - open < MINUTE {
        format::remaining(whole, locale)
    } else {
        format::remaining_open(open, locale)
    };
    (
        format::when_or_today(deadline.0, now.0, zone, locale),
        left,
        open < SOON_MINUTES * MINUTE,
    )
}

fn answered(from: From<'_>, row: &Reservation, last: Option<&HistoryRow>) -> Answered {
    let From {
        catalogue,
        now,
        locale,
    } = from;
    let zone = catalogue.clinic.zone;
    let (icon, word, tone) = words::state(row, now, locale);
    // A deadline that nobody has written down yet has no line of its own.
    let written = last.filter(|_| row.status == row.status_at(now));
    let by = written.map_or_else(
        || {
            row.expires_at.map_or_else(String::new, |at| {
                format::when_or_today(at.0, now.0, zone, locale)
            })
        },
        |line| words::when_and_who(line, now, zone, locale),
    );
    Answered {
        icon,
        tone,
        word,
        by,
        note: note(from, row),
    }
}

/// Until when an answer can be taken back without anybody having been told, or what follows from it.
pub(crate) fn note(from: From<'_>, row: &Reservation) -> Option<String> {
    let From {
        catalogue,
        now,
        locale,
    } = from;
    if row.status_at(now) == Status::Expired {
        return Some(t!(locale, "staff-expired-note"));
    }
    let ending = row.ending.as_ref().filter(|_| can_undo(row, now))?;
    let told = ending.at.plus_minutes(UNDO_MINUTES);
    let waits = matches!(ending.how, End::Declined | End::CancelledByStaff) && now < told;
    waits.then(|| {
        t!(
            locale,
            "staff-told-at",
            time = format::clock_spoken(told.0, catalogue.clinic.zone, locale)
        )
    })
}

#[cfg(test)]
mod tests;
