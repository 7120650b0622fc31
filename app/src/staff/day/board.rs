//! From reservations, opening hours and closures to the cells of the board. Rows are quarters of an hour as instants,
//! so that an hour which the clocks repeat is there twice and one they skip is not there.

use chrono::NaiveDate;
use reservation::availability::opening;
use reservation::catalogue::{Catalogue, Closure, Resource};
use reservation::time::{MINUTE, Span, UtcMillis};
use reservation::visit::{Reservation, Status};

use crate::components::{BoardCell, BoardColumn, BoardDay, BoardRow, Tone, VisitCard, VisitState};
use crate::format;
use crate::locale::Locale;
use crate::staff::reception::said;
use crate::staff::{paths, words};
use crate::t;

const QUARTER: i64 = 15 * MINUTE;

/// What the board is made from.
pub(super) struct Given<'a> {
    pub catalogue: &'a Catalogue,
    pub date: NaiveDate,
    pub rows: &'a [Reservation],
    pub now: UtcMillis,
    pub locale: Locale,
}

/// One doctor's day.
struct Column<'a> {
    resource: &'a Resource,
    open: Vec<Span>,
    /// Why the day differs from its week.
    label: Option<String>,
    visits: Vec<&'a Reservation>,
    closures: Vec<&'a Closure>,
}

/// The board; `None` when nobody works and nothing stands there.
pub(super) fn board(given: &Given<'_>) -> Option<BoardDay> {
    let columns: Vec<Column<'_>> = given
        .catalogue
        .resources
        .iter()
        .map(|resource| column(given, resource))
        .collect();
    let quarters = quarters(&columns)?;
    let cells: Vec<Vec<BoardCell>> = columns
        .iter()
        .map(|column| cells(given, column, &quarters))
        .collect();
    let mut rows: Vec<BoardRow> = quarters
        .iter()
        .enumerate()
        .map(|(at, quarter)| {
            row(
                given,
                *quarter,
                cells.iter().map(|column| column[at].clone()).collect(),
            )
        })
        .collect();
    fold_gaps(given, &quarters, &mut rows);
    let today = format::local_date(given.now.0, given.catalogue.clinic.zone);
    Some(BoardDay {
        title: format::date(given.date, today, given.locale),
        columns: columns.iter().map(|column| head(given, column)).collect(),
        rows,
    })
}

fn column<'a>(given: &Given<'a>, resource: &'a Resource) -> Column<'a> {
    let of_day = opening(given.catalogue, Some(&resource.id), given.date);
    let mut visits: Vec<&Reservation> = given
        .rows
        .iter()
        .filter(|row| row.resource == resource.id && row.is_live(given.now))
        .collect();
    visits.sort_by_key(|row| (row.span.from, row.lane, row.id));
    let closures = given
        .catalogue
        .closures
        .iter()
        .filter(|closure| {
            closure
                .resource
                .as_ref()
                .is_none_or(|id| *id == resource.id)
        })
        .collect();
    let label = of_day
        .label
        .as_ref()
        .map(|label| said(label, given.locale).to_owned());
    Column {
        resource,
        label,
        open: of_day.spans,
        visits,
        closures,
    }
}

/// From the first opening or visit of the day to the last.
fn quarters(columns: &[Column<'_>]) -> Option<Vec<Span>> {
    let spans = || {
        let open = columns
            .iter()
            .flat_map(|column| column.open.iter().copied());
        open.chain(
            columns
                .iter()
                .flat_map(|column| column.visits.iter().map(|row| row.span)),
        )
    };
    let first = spans().map(|span| span.from.0).min()?;
    let last = spans().map(|span| span.until.0).max()?;
    let first = first - first.rem_euclid(QUARTER);
    let quarters = (first..last).step_by(usize::try_from(QUARTER).ok()?);
    Some(
        quarters
            .map(|from| Span {
                from: UtcMillis(from),
                until: UtcMillis(from + QUARTER),
            })
            .collect(),
    )
}

/// The cells of a column: visits first, for they are what is true; then closed spans; then what is left.
fn cells(given: &Given<'_>, column: &Column<'_>, quarters: &[Span]) -> Vec<BoardCell> {
    let mut cells: Vec<BoardCell> = Vec::with_capacity(quarters.len());
    while let Some(quarter) = quarters.get(cells.len()) {
        let at = cells.len();
        let starting: Vec<&Reservation> = column
            .visits
            .iter()
            .copied()
            .filter(|row| row.span.overlaps(*quarter))
            .collect();
        let (rows, cards) = if starting.is_empty() {
            match column
                .closures
                .iter()
                .find(|closure| closure.span.overlaps(*quarter))
            {
                Some(closure) if is_open(column, *quarter) => {
                    closed(given, column, closure, &quarters[at..])
                }
                _ => {
                    cells.push(empty(given, column, *quarter));
                    continue;
                }
            }
        } else {
            block(given, column, &quarters[at..])
        };
        cells.push(BoardCell::Visits { rows, cards });
        cells.extend((1..rows).map(|_| BoardCell::Covered));
    }
    cells
}

/// All visits that hang together by sharing quarters, from the first quarter on.
fn block(given: &Given<'_>, column: &Column<'_>, quarters: &[Span]) -> (u32, Vec<VisitCard>) {
    let mut end = quarters
        .first()
        .map_or(UtcMillis(0), |quarter| quarter.until);
    let mut cards = Vec::new();
    let mut taken: Vec<&Reservation> = Vec::new();
    for row in &column.visits {
        let inside = quarters
            .first()
            .is_some_and(|first| row.span.until > first.from)
            && row.span.from < end;
        if inside {
            end = end.max(round_up(row.span.until));
            taken.push(row);
        }
    }
    for row in taken {
        cards.push(card(given, column, row));
    }
    let rows = quarters
        .iter()
        .take_while(|quarter| quarter.from < end)
        .count();
    (u32::try_from(rows).unwrap_or(1).max(1), cards)
}

fn round_up(at: UtcMillis) -> UtcMillis {
    UtcMillis((at.0 + QUARTER - 1).div_euclid(QUARTER) * QUARTER)
}

/// A closed span, as far as no visit stands in it and the doctor would be there.
fn closed(
    given: &Given<'_>,
    column: &Column<'_>,
    closure: &Closure,
    quarters: &[Span],
) -> (u32, Vec<VisitCard>) {
    let (zone, locale) = (given.catalogue.clinic.zone, given.locale);
    let rows = quarters
        .iter()
        .take_while(|quarter| {
            closure.span.overlaps(**quarter)
                && is_open(column, **quarter)
                && !column.visits.iter().any(|row| row.span.overlaps(**quarter))
        })
        .count();
    let shown = quarters
        .get(rows.saturating_sub(1))
        .zip(quarters.first())
        .map(|(last, first)| Span {
            from: closure.span.from.max(first.from),
            until: closure.span.until.min(last.until),
        });
    let span = shown.unwrap_or(closure.span);
    let name = format!(
        "{} {}",
        words::closed_clock(span, zone, locale),
        closure.reason
    );
    let card = VisitCard {
        href: Some(paths::closures(&given.catalogue.clinic.id)),
        name,
        state: VisitState::Closed,
        more: match closure.resource {
            None => vec![t!(locale, "staff-whole-clinic")],
            Some(_) => Vec::new(),
        },
        badges: Vec::new(),
        seats: None,
        action: None,
    };
    (u32::try_from(rows).unwrap_or(1).max(1), vec![card])
}

fn is_open(column: &Column<'_>, quarter: Span) -> bool {
    column.open.iter().any(|span| span.overlaps(quarter))
}

/// Free or outside hours. A free one that is not over leads to booking with this doctor.
fn empty(given: &Given<'_>, column: &Column<'_>, quarter: Span) -> BoardCell {
    if !is_open(column, quarter) {
        return BoardCell::Shut;
    }
    let ahead = quarter.until > given.now;
    BoardCell::Open(ahead.then(|| {
        format!(
            "{}?doctor={}&from={}&at={}#wanted",
            paths::times(&given.catalogue.clinic.id),
            column.resource.id,
            given.date,
            format::clock_attr(quarter.from.0, given.catalogue.clinic.zone)
        )
    }))
}

fn card(given: &Given<'_>, column: &Column<'_>, row: &Reservation) -> VisitCard {
    let (locale, zone, catalogue) = (given.locale, given.catalogue.clinic.zone, given.catalogue);
    let state = match row.status {
        Status::Held => VisitState::Held,
        Status::Requested => VisitState::Requested,
        _ => VisitState::Confirmed,
    };
    let deadline = row
        .expires_at
        .map(|at| format::when_or_today(at.0, given.now.0, zone, locale));
    let mut more = vec![format::span(row.span.from.0, row.span.until.0, zone)];
    more.push(words::service(catalogue, &row.service, locale));
    match (state, deadline) {
        (VisitState::Held, Some(time)) => more.push(t!(locale, "board-until", time = time)),
        (VisitState::Requested, Some(time)) => more.push(t!(locale, "board-deadline", time = time)),
        _ => {}
    }
    VisitCard {
        href: Some(paths::visit(&catalogue.clinic.id, row.id)),
        name: words::name(row, locale),
        state,
        more,
        badges: badges(given, column, row),
        seats: None,
        action: None,
    }
}

fn badges(given: &Given<'_>, column: &Column<'_>, row: &Reservation) -> Vec<(String, Tone)> {
    let locale = given.locale;
    let mut badges = Vec::new();
    if row.visit == reservation::catalogue::VisitKind::First {
        badges.push((t!(locale, "visit-first"), Tone::Plain));
    }
    if row.lane > 0 {
        badges.push((t!(locale, "staff-extra"), Tone::Wait));
    }
    if !column.open.iter().any(|span| span.contains(row.span)) {
        badges.push((t!(locale, "staff-flag-outside"), Tone::Stop));
    }
    if column
        .closures
        .iter()
        .any(|closure| closure.span.overlaps(row.span))
    {
        badges.push((t!(locale, "staff-flag-closed"), Tone::Stop));
    }
    badges
}

fn head(given: &Given<'_>, column: &Column<'_>) -> BoardColumn {
    let locale = given.locale;
    let count = |status| {
        column
            .visits
            .iter()
            .filter(|row| row.status == status)
            .count()
    };
    let (confirmed, requested) = (count(Status::Confirmed), count(Status::Requested));
    let mut notes = vec![t!(locale, "staff-column-visits", count = confirmed)];
    if requested > 0 {
        notes.push(t!(locale, "staff-column-requests", count = requested));
    }
    notes.extend(column.label.clone());
    let separator = match locale {
        Locale::Ja => "、",
        Locale::En => ", ",
    };
    BoardColumn {
        title: said(&column.resource.name, locale).to_owned(),
        note: Some(notes.join(separator)),
    }
}

fn row(given: &Given<'_>, quarter: Span, cells: Vec<BoardCell>) -> BoardRow {
    let zone = given.catalogue.clinic.zone;
    let clock = format::clock(quarter.from.0, zone);
    let is_now = quarter.from <= given.now && given.now < quarter.until;
    BoardRow {
        hour: clock.contains(":00"),
        now: is_now.then(|| format::clock(given.now.0, zone)),
        clock,
        gap: None,
        cells,
    }
}

/// Quarters in which nobody works become one row: 12:00–15:00.
fn fold_gaps(given: &Given<'_>, quarters: &[Span], rows: &mut Vec<BoardRow>) {
    let shut = |row: &BoardRow| {
        !row.cells.is_empty() && row.cells.iter().all(|cell| *cell == BoardCell::Shut)
    };
    let zone = given.catalogue.clinic.zone;
    let mut folded: Vec<BoardRow> = Vec::with_capacity(rows.len());
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        let length = rows[at..].iter().take_while(|row| shut(row)).count();
        if length == 0 {
            folded.push(row.clone());
            at += 1;
            continue;
        }
        let until = quarters
            .get(at + length - 1)
            .map_or(given.now, |quarter| quarter.until);
        let from = quarters.get(at).map_or(given.now, |quarter| quarter.from);
        let now = rows[at..at + length].iter().find_map(|row| row.now.clone());
        let span = format::span(from.0, until.0, zone);
        folded.push(BoardRow {
            gap: Some(t!(given.locale, "staff-nobody-works", span = span)),
            now,
            ..row.clone()
        });
        at += length;
    }
    *rows = folded;
}

#[cfg(test)]
mod tests;
