//! The presses of somebody who books for a patient: the details, and giving the time back.

use leptos::prelude::*;
use reservation::availability::local_date;
use reservation::command::Command;
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::submission::Repeat;

use crate::door::Say;
use crate::patient::details::form::{Required, Rules, details, say};
use crate::staff::act::Act;
use crate::staff::paths;

/// The details of a patient for whom staff hold a time: a visit at once.
#[server(prefix = "/do", endpoint = "staff-details")]
pub async fn staff_details() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        send(&act).await;
    }
    Ok(())
}

/// Gives a time back that staff hold.
#[server(prefix = "/do", endpoint = "staff-release")]
pub async fn staff_release() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        release(&act).await;
    }
    Ok(())
}

async fn send(act: &Act) {
    let Some(id) = act.read::<ReservationId>("reservation") else {
        return act.again(paths::desk(&act.clinic), Say::Refused(Refusal::NotFound));
    };
    let page = paths::visit(&act.clinic, id);
    let catalogue = match act.pages.desk.catalogue(&act.clinic).await {
        Ok(Some(catalogue)) => catalogue,
        Ok(None) => return act.again(page, Say::Refused(Refusal::NotFound)),
        Err(fault) => return act.again(page, act.fault(fault)),
    };
    let clinic = &catalogue.clinic;
    let rules = Rules {
        required: Required::OF_STAFF,
        region: &clinic.region,
        today: local_date(clinic.zone, act.pages.desk.now()).unwrap_or_default(),
        locale: act.locale,
    };
    let patient = match details(&act.posted.fields, rules) {
        Ok(patient) => patient,
        Err(mistakes) => {
            // With mistakes in it, later content is later content all the same.
            let sent = act.pages.desk.reservation(&act.clinic, id).await;
            let kept = sent.is_ok_and(|found| found.rows.is_some_and(|row| row.sent_at.is_some()));
            return if kept {
                act.see(paths::with(&page, "note", "kept"))
            } else {
                act.again(page, say(&mistakes, act.locale))
            };
        }
    };
    let command = Command::Send {
        reservation: id,
        patient,
    };
    match act
        .run("staff-details", &id.to_string(), None, command)
        .await
    {
        Ok(answer) => act.see(match answer.repeat {
            // What was typed later was not used: the page shows what was kept.
            Repeat::OtherContent => paths::with(&page, "note", "kept"),
            _ => paths::with(&page, "note", "booked"),
        }),
        Err(Say::Refused(Refusal::AlreadySent { .. })) => {
            act.see(paths::with(&page, "note", "kept"))
        }
        Err(say) => act.again(page, say),
    }
}

async fn release(act: &Act) {
    let Some(id) = act.read::<ReservationId>("reservation") else {
        return act.again(paths::times(&act.clinic), Say::Refused(Refusal::NotFound));
    };
    let page = paths::visit(&act.clinic, id);
    match act
        .run(
            "staff-release",
            &id.to_string(),
            None,
            Command::Release { reservation: id },
        )
        .await
    {
        Ok(_) => act.see(paths::times(&act.clinic)),
        Err(Say::Refused(Refusal::AlreadySent { .. })) => {
            act.see(paths::with(&page, "note", "kept"))
        }
        Err(say) => act.again(page, say),
    }
}
