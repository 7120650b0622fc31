//! The day at the front desk: one table, a quarter of an hour a row.

use leptos::prelude::*;

use super::button::{Button, ButtonKind};
use super::mark::{Badge, Icon, Mark, StateWord, Tone};
use super::page::foreign;
use crate::locale::Locale;
use crate::t;

/// A day of all resources.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardDay {
    /// `3月2日（月）`
    pub title: String,
    /// The resources.
    pub columns: Vec<BoardColumn>,
    /// The quarters of an hour.
    pub rows: Vec<BoardRow>,
}

/// A resource.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardColumn {
    /// Its name.
    pub title: String,
    /// How many visits it has.
    pub note: Option<String>,
}

/// A quarter of an hour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardRow {
    /// `10:15`
    pub clock: String,
    /// Whether a full hour begins.
    pub hour: bool,
    /// The present minute, when it falls into this row.
    pub now: Option<String>,
    /// A break of everybody, across all columns, in place of the cells.
    pub gap: Option<String>,
    /// One per column, in their order.
    pub cells: Vec<BoardCell>,
}

/// What a resource does in a quarter of an hour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardCell {
    /// Covered by a cell further up that has several rows.
    Covered,
    /// Free; where a booking can be entered, if it can.
    Open(Option<String>),
    /// Not offered: outside opening hours.
    Shut,
    /// One visit, or several over each other when over-booked on purpose.
    Visits {
        /// How many quarters of an hour it takes.
        rows: u32,
        /// The cards.
        cards: Vec<VisitCard>,
    },
}

/// A visit, a hold, a closure or a shared slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitCard {
    /// The visit's page; a hold and a closure may have none.
    pub href: Option<String>,
    /// The patient, or what it is.
    pub name: String,
    /// How far it is.
    pub state: VisitState,
    /// Small facts: service, since when, until when.
    pub more: Vec<String>,
    /// First visit, minutes late, over-booked.
    pub badges: Vec<(String, Tone)>,
    /// Taken and all seats of a shared slot.
    pub seats: Option<(u32, u32)>,
    /// The next step.
    pub action: Option<BoardAction>,
}

/// How far a visit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VisitState {
    /// Held by a patient who is filling in.
    Held,
    /// Waiting for an answer of the staff.
    Requested,
    /// Confirmed.
    Confirmed,
    /// In the waiting room.
    Arrived,
    /// With the doctor.
    WithDoctor,
    /// Over.
    Done,
    /// Never came.
    NoShow,
    /// Closed.
    Closed,
    /// A shared slot with free seats.
    SeatsFree,
    /// A shared slot without.
    SeatsFull,
}

/// A button on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardAction {
    /// The name that is sent.
    pub name: String,
    /// The value that is sent.
    pub value: String,
    /// The verb.
    pub label: String,
}

/// The table. The form around it (for the buttons) belongs to the page.
#[component]
pub fn Board(
    /// The language.
    locale: Locale,
    /// The day.
    day: BoardDay,
) -> impl IntoView {
    let BoardDay {
        title,
        columns,
        rows,
    } = day;
    let names: Vec<String> = columns.iter().map(|column| column.title.clone()).collect();
    let heads: Vec<_> = columns
        .into_iter()
        .map(|column| {
            let lang = foreign(&column.title, locale);
            view! {
                <th scope="col">
                    <span lang=lang>{column.title}</span>
                    {column.note.map(|note| view! { <small>{note}</small> })}
                </th>
            }
        })
        .collect();
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| row_view(locale, row, &names))
        .collect();
    view! {
        <div class="board-wrap" role="region" aria-label=t!(locale, "board-label") tabindex="0">
            <table class="board">
                <caption class="hidden-text">{t!(locale, "board-caption", day = title)}</caption>
                <thead>
                    <tr>
                        <th scope="col"><span class="hidden-text">{t!(locale, "board-time")}</span></th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row_view(locale: Locale, row: BoardRow, names: &[String]) -> AnyView {
    let cells = match row.gap {
        Some(words) => {
            let span = names.len().max(1).to_string();
            view! { <td class="gap" colspan=span>{words}</td> }.into_any()
        }
        None => row
            .cells
            .into_iter()
            .enumerate()
            .map(|(column, cell)| {
                let name = names.get(column).map(String::as_str).unwrap_or_default();
                cell_view(locale, cell, &row.clock, name)
            })
            .collect::<Vec<_>>()
            .into_any(),
    };
    let hour = row.hour.then_some("hour");
    match row.now {
        Some(now) => view! {
            <tr class="now">
                <th scope="row" aria-current="time"><time>{now}</time></th>
                {cells}
            </tr>
        }
        .into_any(),
        None => view! { <tr><th scope="row" class=hour>{row.clock}</th>{cells}</tr> }.into_any(),
    }
}

fn cell_view(locale: Locale, cell: BoardCell, clock: &str, resource: &str) -> Option<AnyView> {
    match cell {
        BoardCell::Covered => None,
        BoardCell::Shut => Some(view! { <td class="gap"></td> }.into_any()),
        BoardCell::Open(None) => Some(view! { <td></td> }.into_any()),
        BoardCell::Open(Some(href)) => {
            let words = t!(
                locale,
                "board-open",
                time = clock.to_owned(),
                resource = resource.to_owned()
            );
            let open = view! {
                <td>
                    <a class="open" href=href>
                        <Mark icon=Icon::Free/>
                        <span class="hidden-text">{words}</span>
                    </a>
                </td>
            };
            Some(open.into_any())
        }
        BoardCell::Visits { rows, cards } => {
            let span = (rows > 1).then(|| rows.to_string());
            let cards: Vec<_> = cards
                .into_iter()
                .map(|card| card_view(locale, card))
                .collect();
            let visits = view! { <td rowspan=span><div class="visits">{cards}</div></td> };
            Some(visits.into_any())
        }
    }
}

fn card_view(locale: Locale, card: VisitCard) -> AnyView {
    let (class, icon, tone) = card.state.look();
    let word = card.state.word(locale);
    let lang = foreign(&card.name, locale);
    let name = match card.href {
        Some(href) => view! { <a href=href lang=lang>{card.name}</a> }.into_any(),
        None => view! { <span lang=lang>{card.name}</span> }.into_any(),
    };
    let badges: Vec<_> = card
        .badges
        .into_iter()
        .map(|(text, tone)| view! { <Badge text=text tone=tone/> })
        .collect();
    let more: Vec<_> = card
        .more
        .into_iter()
        .map(|text| view! { <span>{text}</span> })
        .collect();
    let seats = card
        .seats
        .map(|(taken, all)| seats_view(locale, taken, all));
    let action = card.action.map(|action| {
        view! {
            <Button
                locale=locale
                label=action.label
                kind=ButtonKind::Plain
                small=true
                name=action.name
                value=action.value
            />
        }
    });
    view! {
        <div class=class>
            {name}
            <StateWord icon=icon word=word tone=tone/>
            <span class="more">{badges}{more}{seats}</span>
            {action}
        </div>
    }
    .into_any()
}

/// Seats are the one place where dots count. Many seats are said in numbers only.
fn seats_view(locale: Locale, taken: u32, all: u32) -> impl IntoView {
    const MOST_DOTS: u32 = 12;
    let dots = (all <= MOST_DOTS).then(|| {
        let dots: Vec<_> = (0..all)
            .map(|seat| view! { <i class=if seat < taken { "dot on" } else { "dot" }></i> })
            .collect();
        view! { <span class="seats" aria-hidden="true">{dots}</span> }
    });
    view! {
        <span class="num">{t!(locale, "board-seats", taken = taken, seats = all)}</span>
        {dots}
    }
}

impl VisitState {
    const fn look(self) -> (&'static str, Icon, Tone) {
        match self {
            VisitState::Held => ("visit held", Icon::Held, Tone::Plain),
            VisitState::Requested => ("visit requested", Icon::Requested, Tone::Wait),
            VisitState::Confirmed => ("visit confirmed", Icon::Confirmed, Tone::Accent),
            VisitState::Arrived => ("visit arrived", Icon::Arrived, Tone::Plain),
            VisitState::WithDoctor => ("visit inside", Icon::Inside, Tone::Plain),
            VisitState::Done => ("visit done", Icon::Done, Tone::Plain),
            VisitState::NoShow => ("visit missed", Icon::Missed, Tone::Stop),
            VisitState::Closed => ("visit closed", Icon::Closed, Tone::Plain),
            VisitState::SeatsFree => ("visit confirmed", Icon::Free, Tone::Plain),
            VisitState::SeatsFull => ("visit confirmed", Icon::Full, Tone::Plain),
        }
    }

    fn word(self, locale: Locale) -> String {
        match self {
            VisitState::Held => t!(locale, "staff-held"),
            VisitState::Requested => t!(locale, "staff-requested"),
            VisitState::Confirmed => t!(locale, "staff-confirmed"),
            VisitState::Arrived => t!(locale, "staff-arrived"),
            VisitState::WithDoctor => t!(locale, "staff-with-doctor"),
            VisitState::Done => t!(locale, "staff-done"),
            VisitState::NoShow => t!(locale, "staff-no-show"),
            VisitState::Closed => t!(locale, "mark-closed"),
            VisitState::SeatsFree => t!(locale, "mark-free"),
            VisitState::SeatsFull => t!(locale, "mark-full"),
        }
    }
}
