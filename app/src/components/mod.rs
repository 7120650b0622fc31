//! The parts of a page: pure functions of owned data. Language and values arrive as props,
//! there is no context and nothing is loaded, so that pages, refused forms, fragments and
//! tests all draw the same thing.

mod birth_date;
mod board;
mod button;
mod card;
mod choices;
mod countdown;
mod day_nav;
mod error_summary;
mod field;
mod mark;
mod notice;
mod page;
mod request_row;
mod slip;
mod slot_grid;
mod staff_nav;
mod steps;
mod summary_list;
#[cfg(test)]
mod tests;
mod text;

pub use birth_date::{BirthDate, BirthDateValues, BirthPart, ERAS};
pub use board::{
    Board, BoardAction, BoardCell, BoardColumn, BoardDay, BoardRow, VisitCard, VisitState,
};
pub use button::{Button, ButtonKind, ButtonLink, EnterButton, HiddenField, ReceiptLink};
pub use card::{Card, When};
pub use choices::{Choice, Choices};
pub use countdown::Countdown;
pub use day_nav::{DayLink, DayNav, WeekNav};
pub use error_summary::{ErrorSummary, Mistake};
pub use field::{CheckField, SelectField, TextArea, TextField};
pub use mark::{Badge, Icon, Legend, Mark, StateWord, Tone};
pub use notice::Notice;
pub use page::{Page, PhoneLink, foreign, page_title, tel_href};
pub use request_row::{Answered, RequestItem, RequestRow, Requests};
pub use slip::{PathStage, RequestPath, Slip, SlipKind};
pub use slot_grid::{
    HalfContent, NearSlot, NearSlots, SlotDay, SlotGrid, SlotHalf, SlotState, SlotTime,
};
pub use staff_nav::{StaffLink, StaffNav};
pub use steps::{Step, Steps};
pub use summary_list::{Fact, SummaryList};
pub use text::MaybeText;
