//! Opening hours as instants. Hours are local times of the clinic's zone, turned into instants per date: a skipped
//! local time offers nothing, a repeated hour is there twice.

use chrono::{Datelike, Days, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Weekday};
use chrono_tz::Tz;

use crate::catalogue::{Catalogue, Exception, LocalSpan, Words};
use crate::ids::ResourceId;
use crate::time::{MINUTE, Span, UtcMillis};

/// The opening of one date.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opening {
    /// When it is open, in order; empty means closed.
    pub spans: Vec<Span>,
    /// Why the day differs from its week, if it does.
    pub label: Option<Words>,
}

/// The years within which anything is computed: RFC 3339's.
const CALENDAR: Span = Span {
    from: UtcMillis(-62_135_596_800_000),
    until: UtcMillis(253_402_300_800_000),
};

/// The local date on which an instant falls; `None` outside the years 1 to 9999.
pub fn local_date(zone: Tz, at: UtcMillis) -> Option<NaiveDate> {
    // A day's room, so that no offset leads out of what can be computed with.
    let inside = CALENDAR.from.plus_minutes(1440) <= at && at < CALENDAR.until.plus_minutes(-1440);
    let utc = inside.then(|| at.to_utc()).flatten()?;
    Some(utc.with_timezone(&zone).date_naive())
}

/// The instants of a local date, from midnight to midnight. Its length is 23 to 25 hours on days of a clock change.
pub fn day_span(zone: Tz, date: NaiveDate) -> Span {
    local_span(
        zone,
        date,
        LocalSpan {
            from: 0,
            until: 1440,
        },
    )
}

/// A local span of a date as instants. "Until 24:00" is where the next date begins, also where
/// midnight comes twice.
pub fn local_span(zone: Tz, date: NaiveDate, span: LocalSpan) -> Span {
    let side = if span.until < 1440 {
        Side::Until
    } else {
        Side::From
    };
    Span {
        from: instant(zone, date, span.from, Side::From),
        until: instant(zone, date, span.until, side),
    }
}

#[derive(Clone, Copy)]
enum Side {
    From,
    Until,
}

/// The instant of a local minute. Where it comes twice, a span begins with the first and ends with the second; where
/// it is skipped, the instant of the jump.
fn instant(zone: Tz, date: NaiveDate, minute: i64, side: Side) -> UtcMillis {
    let local = local_datetime(date, minute);
    match zone.from_local_datetime(&local) {
        LocalResult::Single(at) => UtcMillis(at.timestamp_millis()),
        LocalResult::Ambiguous(first, second) => match side {
            Side::From => UtcMillis(first.timestamp_millis()),
            Side::Until => UtcMillis(second.timestamp_millis()),
        },
        LocalResult::None => jump(zone, local),
    }
}

fn local_datetime(date: NaiveDate, minute: i64) -> NaiveDateTime {
    date.and_time(NaiveTime::MIN) + chrono::Duration::minutes(minute)
}

/// The instant at which the local clock jumps over `local`: the first whose local reading is past it.
fn jump(zone: Tz, local: NaiveDateTime) -> UtcMillis {
    // Read the local time as if it were UTC and search around it: offsets lie within a day, jumps within two (Apia
    // once skipped a whole date).
    let guess = local.and_utc().timestamp_millis();
    let (mut low, mut high) = (guess - 2880 * MINUTE, guess + 2880 * MINUTE);
    while high - low > MINUTE {
        let middle = low + (high - low) / 2 / MINUTE * MINUTE;
        let after = UtcMillis(middle)
            .to_utc()
            .is_some_and(|at| at.with_timezone(&zone).naive_local() > local);
        if after { high = middle } else { low = middle }
    }
    UtcMillis(high)
}

fn pick<'a>(
    catalogue: &'a Catalogue,
    resource: Option<&ResourceId>,
    date: NaiveDate,
) -> Option<&'a Exception> {
    catalogue
        .exceptions
        .iter()
        .find(|e| e.date == date && e.resource.as_ref() == resource)
}

fn weekly(
    catalogue: &Catalogue,
    resource: Option<&ResourceId>,
    weekday: Weekday,
) -> Vec<LocalSpan> {
    let own = resource.filter(|id| {
        catalogue
            .hours
            .iter()
            .any(|h| h.resource.as_ref() == Some(*id))
    });
    let mut spans: Vec<LocalSpan> = catalogue
        .hours
        .iter()
        .filter(|h| h.resource.as_ref() == own && h.weekday == weekday)
        .map(|h| h.span)
        .collect();
    spans.sort();
    spans
}

/// The opening of a resource (`None`: of the clinic) on a date, closures not yet looked at. Its own exception goes
/// before the clinic's, an exception before the week.
pub fn opening(catalogue: &Catalogue, resource: Option<&ResourceId>, date: NaiveDate) -> Opening {
    let exception = resource
        .and_then(|_| pick(catalogue, resource, date))
        .or_else(|| pick(catalogue, None, date));
    let (local, label) = match exception {
        Some(exception) => (exception.spans.clone(), Some(exception.label.clone())),
        None => (weekly(catalogue, resource, date.weekday()), None),
    };
    let zone = catalogue.clinic.zone;
    let mut spans: Vec<Span> = local
        .into_iter()
        .map(|span| local_span(zone, date, span))
        .filter(|span| span.from < span.until)
        .collect();
    spans.sort_unstable();
    Opening { spans, label }
}

/// True when a closed span of the clinic or of this resource touches `span`.
pub fn is_closed(catalogue: &Catalogue, resource: Option<&ResourceId>, span: Span) -> bool {
    catalogue.closures.iter().any(|closure| {
        (closure.resource.is_none() || closure.resource.as_ref() == resource)
            && closure.span.overlaps(span)
    })
}

/// The clinic's open spans of a date, in order, with its closures cut out. A clinic that has no
/// hours of its own is open whenever one of its resources is.
fn open_spans(catalogue: &Catalogue, date: NaiveDate) -> Vec<Span> {
    let mut spans = if catalogue.hours.iter().any(|h| h.resource.is_none()) {
        opening(catalogue, None, date).spans
    } else {
        let each = catalogue.resources.iter();
        each.flat_map(|resource| opening(catalogue, Some(&resource.id), date).spans)
            .collect()
    };
    for closure in catalogue.closures.iter().filter(|c| c.resource.is_none()) {
        spans = spans
            .into_iter()
            .flat_map(|span| cut(span, closure.span))
            .collect();
    }
    spans.sort_unstable();
    spans
}

fn cut(span: Span, hole: Span) -> Vec<Span> {
    if !span.overlaps(hole) {
        return vec![span];
    }
    [
        Span {
            from: span.from,
            until: hole.from,
        },
        Span {
            from: hole.until,
            until: span.until,
        },
    ]
    .into_iter()
    .filter(|rest| rest.from < rest.until)
    .collect()
}

/// How far ahead open minutes are looked for: longer than any holiday.
const SEARCH_DAYS: u64 = 90;

/// Goes through the clinic's open time from `from` on; no instant comes twice.
fn open_time(catalogue: &Catalogue, from: UtcMillis) -> impl Iterator<Item = Span> + '_ {
    let today = local_date(catalogue.clinic.zone, from);
    let mut reached = from;
    today
        .into_iter()
        // Spans of a late opening may reach over midnight by a clock change; begin a day early.
        .flat_map(|today| {
            let first = today.pred_opt().unwrap_or(today);
            (0..SEARCH_DAYS).filter_map(move |days| first.checked_add_days(Days::new(days)))
        })
        .flat_map(|date| open_spans(catalogue, date))
        .filter_map(move |span| {
            let rest = Span {
                from: span.from.max(reached),
                until: span.until,
            };
            reached = reached.max(span.until);
            (rest.from < rest.until).then_some(rest)
        })
}

/// The clinic's open time between two instants, in milliseconds.
pub fn open_millis(catalogue: &Catalogue, from: UtcMillis, until: UtcMillis) -> i64 {
    open_time(catalogue, from)
        .take_while(|span| span.from < until)
        .map(|span| span.until.min(until).0 - span.from.0)
        .sum()
}

/// The instant at which so many open minutes have passed; `None` when the clinic isn't open that long in the next
/// 90 days.
pub fn after_open_minutes(
    catalogue: &Catalogue,
    from: UtcMillis,
    minutes: i64,
) -> Option<UtcMillis> {
    let mut left = minutes * MINUTE;
    for span in open_time(catalogue, from) {
        let length = span.until.0 - span.from.0;
        if left <= length {
            return Some(span.from.plus(left));
        }
        left -= length;
    }
    None
}
