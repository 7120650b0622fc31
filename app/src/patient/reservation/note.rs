//! What the press before a page of a reservation came to, where it was not the first of its kind.

use leptos::prelude::*;
use reservation::time::UtcMillis;
use reservation::visit::Status;

use super::page::Seen;
use crate::components::{Icon, Notice};
use crate::door::Say;
use crate::format;
use crate::patient::room::Room;
use crate::patient::words;
use crate::t;

/// What the press before this page came to: in the title, and above the page.
pub(crate) struct Noted {
    /// The words with which the title begins.
    pub(crate) title: String,
    /// The notice.
    pub(crate) view: AnyView,
}

impl Noted {
    /// Both, where there is something to be noted.
    pub(crate) fn parts(noted: Option<Self>) -> (Option<String>, Option<AnyView>) {
        noted.map(|noted| (noted.title, noted.view)).unzip()
    }
}

/// What the address of the page, or the press that is answered by it, says of an earlier press.
pub(crate) fn note(room: &Room, seen: &Seen) -> Option<Noted> {
    let kept_instead =
        matches!(room.request.say(), Some(Say::Mistakes(_))) && seen.row.patient.is_some();
    // A page that is drawn again says what came of the latest press; the note in its address is of an older one.
    let note = match (kept_instead, &room.request.again) {
        (true, _) => "kept",
        (false, Some(_)) => "",
        (false, None) => room.request.query.get("note"),
    };
    let (title, first, second) = sentences(note, room, seen)?;
    let icon = match seen.status() {
        Status::Held => Icon::Held,
        Status::Requested => Icon::Requested,
        Status::Confirmed => Icon::Confirmed,
        Status::Expired | Status::Cancelled => Icon::Alert,
    };
    let second = second.map(|second| view! { {words::gap(room.locale())} {second} });
    let view = view! { <Notice icon=icon><p><strong>{first}</strong>{second}</p></Notice> };
    Some(Noted {
        title,
        view: view.into_any(),
    })
}

/// For the title, and the one or two of the notice. An address may be opened again long after: what is over is no
/// longer kept, nor is another time held then.
fn sentences(note: &str, room: &Room, seen: &Seen) -> Option<(String, String, Option<String>)> {
    let (locale, row) = (room.locale(), &seen.row);
    Some(match (note, seen.status()) {
        ("already", Status::Held) => (
            t!(locale, "title-already"),
            t!(
                locale,
                "note-already-held",
                time = clock(room, seen, row.created_at)
            ),
            None,
        ),
        ("already", status @ (Status::Requested | Status::Confirmed)) => (
            t!(locale, "title-already"),
            t!(
                locale,
                "notice-already-received",
                time = clock(room, seen, row.sent_at.unwrap_or(row.changed_at))
            ),
            Some(match status {
                Status::Requested => t!(locale, "notice-already-one-request"),
                _ => t!(locale, "notice-already-one"),
            }),
        ),
        ("already" | "kept", Status::Cancelled | Status::Expired) => (
            t!(locale, "title-already"),
            t!(locale, "note-already-over"),
            None,
        ),
        ("kept", _) => (
            t!(locale, "title-kept"),
            t!(
                locale,
                "note-kept",
                time = clock(room, seen, row.sent_at.unwrap_or(row.created_at))
            ),
            Some(t!(locale, "note-kept-what")),
        ),
        ("held-other", Status::Held) => (
            t!(locale, "title-held-other"),
            t!(locale, "patient-note-held-other"),
            None,
        ),
        ("retaken", Status::Held | Status::Requested | Status::Confirmed) => (
            t!(locale, "title-retaken"),
            t!(locale, "notice-retaken"),
            None,
        ),
        _ => return None,
    })
}

/// The time of day, with its date when it was not today.
fn clock(room: &Room, seen: &Seen, at: UtcMillis) -> String {
    let (zone, locale) = (room.zone(), room.locale());
    if format::is_today(at.0, seen.now.0, zone) {
        format::clock_spoken(at.0, zone, locale)
    } else {
        format::when_spoken(at.0, seen.now.0, zone, locale)
    }
}
