//! What a reservation is about, in two columns.

use leptos::prelude::*;

use super::page::{Looker, Seen};
use crate::components::Fact;
use crate::patient::room::Room;
use crate::patient::words;
use crate::t;

/// Visit, doctor, name and whatever else was given.
pub(crate) fn facts(room: &Room, seen: &Seen, to_come: bool) -> Vec<Fact> {
    let (locale, row) = (room.locale(), &seen.row);
    let doctor = words::resource(&room.catalogue, &row.resource, locale);
    let mut facts = vec![
        Fact::new(
            t!(locale, "fact-visit"),
            words::what(&room.catalogue, row, locale),
        ),
        Fact::new(t!(locale, "fact-doctor"), doctor),
    ];
    if let Some(patient) = &row.patient {
        facts.push(Fact::view(
            t!(locale, "fact-name"),
            words::person(&patient.name, locale),
        ));
        facts.push(Fact::view(
            t!(locale, "fact-phone"),
            view! { <bdi>{patient.phone.clone()}</bdi> },
        ));
        // A link may be passed on within a family: it shows what is needed to come, not all that was written.
        if seen.looker == Looker::Holder {
            if let Some(email) = patient.email.clone() {
                facts.push(Fact::view(
                    t!(locale, "fact-email"),
                    view! { <bdi>{email}</bdi> },
                ));
            }
            if let Some(note) = patient.note.clone() {
                facts.push(Fact::view(
                    t!(locale, "fact-note"),
                    view! { <bdi class="multiline">{note}</bdi> },
                ));
            }
        }
    }
    if to_come {
        let clinic = &room.catalogue.clinic;
        let more = [
            (t!(locale, "fact-place"), words::said(&clinic.place, locale)),
            (t!(locale, "fact-bring"), words::said(&clinic.bring, locale)),
        ];
        facts.extend(
            more.into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(label, text)| Fact::new(label, text)),
        );
    }
    facts
}
