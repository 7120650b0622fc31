use chrono_tz::Asia::Tokyo;
use reservation::ids::ClosureId;
use uuid::Uuid;

use super::*;
use crate::staff::testing::{at, catalogue, doctor, span, visit};

fn draw(catalogue: &Catalogue, rows: &[Reservation]) -> Option<BoardDay> {
    board(&Given {
        catalogue,
        date: NaiveDate::from_ymd_opt(2026, 3, 2).unwrap(),
        rows,
        now: at("09:20"),
        locale: Locale::Ja,
    })
}

/// A column as letters: visit and its rows, `.` free, `_` shut.
fn letters(day: &BoardDay, column: usize) -> String {
    day.rows
        .iter()
        .filter(|row| row.gap.is_none())
        .map(|row| match &row.cells[column] {
            BoardCell::Covered => "|".to_owned(),
            BoardCell::Open(_) => ".".to_owned(),
            BoardCell::Shut => "_".to_owned(),
            BoardCell::Visits { cards, .. } if cards[0].state == VisitState::Closed => {
                "x".to_owned()
            }
            BoardCell::Visits { cards, .. } => cards.len().to_string(),
        })
        .collect()
}

#[test]
fn a_visit_is_as_long_as_its_quarters_and_short_ones_share_a_cell() {
    let rows = [
        visit(1, "09:00", "09:30", Status::Confirmed),
        visit(2, "09:30", "09:40", Status::Requested),
        visit(3, "09:40", "09:50", Status::Held),
        visit(4, "11:00", "11:15", Status::Cancelled),
    ];
    let day = draw(&catalogue(Tokyo), &rows).unwrap();
    assert_eq!(letters(&day, 0), "1|2|....");
    assert_eq!(letters(&day, 1), "........");
    let now: Vec<_> = day.rows.iter().filter_map(|row| row.now.clone()).collect();
    assert_eq!(now, ["9:20"]);
    assert_eq!(
        day.columns[0].note.as_deref(),
        Some("予約 1件、承認待ち 1件")
    );
}

#[test]
fn quarters_in_which_nobody_works_are_one_row() {
    let day = draw(&catalogue(Tokyo), &[]).unwrap();
    let gaps: Vec<_> = day.rows.iter().filter_map(|row| row.gap.clone()).collect();
    assert_eq!(gaps, ["診療時間外 10:00–11:00"]);
    assert_eq!(day.rows.len(), 4 + 1 + 4);
}

#[test]
fn what_stands_outside_hours_or_in_a_closure_is_shown_and_flagged() {
    let mut closed = catalogue(Tokyo);
    closed.closures.push(Closure {
        id: ClosureId(Uuid::nil()),
        resource: Some(doctor("sato")),
        span: span("11:00", "18:00"),
        reason: "学会".into(),
    });
    let rows = [
        visit(1, "09:45", "10:15", Status::Confirmed),
        visit(2, "11:15", "11:30", Status::Confirmed),
    ];
    let day = draw(&closed, &rows).unwrap();
    assert_eq!(letters(&day, 0), "...1|x1x|");
    let flags: Vec<Vec<String>> = day
        .rows
        .iter()
        .flat_map(|row| &row.cells)
        .filter_map(|cell| match cell {
            BoardCell::Visits { cards, .. } => Some(cards),
            _ => None,
        })
        .flatten()
        .filter(|card| card.state != VisitState::Closed)
        .map(|card| card.badges.iter().map(|(text, _)| text.clone()).collect())
        .collect();
    assert_eq!(
        flags,
        [
            vec!["診療時間外".to_owned()],
            vec!["休診と重なる".to_owned()]
        ]
    );
}

#[test]
fn a_free_quarter_that_is_not_over_leads_to_booking() {
    let day = draw(&catalogue(Tokyo), &[]).unwrap();
    let links: Vec<_> = day
        .rows
        .iter()
        .map(|row| row.cells.first().cloned())
        .collect();
    assert_eq!(
        links[0],
        Some(BoardCell::Open(None)),
        "9:00 is over at 9:20"
    );
    let href = "/staff/hinata/times?doctor=sato&from=2026-03-02&at=0915#wanted".to_owned();
    assert_eq!(links[1], Some(BoardCell::Open(Some(href))), "9:15 is not");
}

#[test]
fn a_day_without_hours_and_visits_has_no_board() {
    let sunday = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
    let week = catalogue(Tokyo);
    let given = Given {
        catalogue: &week,
        date: sunday,
        rows: &[],
        now: at("09:20"),
        locale: Locale::En,
    };
    assert_eq!(board(&given), None);
}
