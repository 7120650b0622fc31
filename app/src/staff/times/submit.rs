//! A press on a free time, for a patient on the telephone or at the counter.

use leptos::prelude::*;
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::ids::ServiceId;
use reservation::outcome::Refusal;
use reservation::slot_key::SlotKey;

use crate::door::Say;
use crate::patient::details::carried;
use crate::staff::act::Act;
use crate::staff::paths;

/// The name of the form of times.
pub(super) const FORM: &str = "staff-hold";

/// Keeps a time for a member of staff, who then fills in for whom.
#[server(prefix = "/do", endpoint = "staff-hold")]
pub async fn staff_hold() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        hold(&act).await;
    }
    Ok(())
}

async fn hold(act: &Act) {
    let back = act.back_or(paths::times(&act.clinic));
    let (service, visit, slot) = (
        act.read::<ServiceId>("service"),
        VisitKind::parse(act.field("visit")),
        act.read::<SlotKey>("slot"),
    );
    let (Some(service), Some(visit), Some(slot)) = (service, visit, slot) else {
        return act.again(back, Say::Refused(Refusal::NotOffered));
    };
    if slot.clinic != act.clinic {
        return act.again(back, Say::Refused(Refusal::NotFound));
    }
    let (subject, button) = (subject(&service, visit), slot.to_string());
    // Staff hold for many patients at once: there is nothing that this form has to know of.
    let command = Command::Hold {
        service,
        visit,
        wish: slot.wish,
        start: slot.start,
        known: None,
    };
    match act.run(FORM, &subject, Some(button), command).await {
        Ok(answer) => match (answer.outcome.reservation(), carried(&act.posted.fields)) {
            // Chosen instead of a time that ran out: what was typed goes on to this one's form. A 303 would lose it.
            (Some(id), Some(_)) => act.again(paths::visit(&act.clinic, id), Say::Kept),
            (Some(id), None) => act.see(paths::visit(&act.clinic, id)),
            (None, _) => act.see(back),
        },
        Err(say) => act.again(back, say),
    }
}

/// What the form of times is about.
pub(super) fn subject(service: &ServiceId, visit: VisitKind) -> String {
    format!("{service}/{}", visit.as_str())
}
