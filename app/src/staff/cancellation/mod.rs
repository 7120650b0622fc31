//! Cancelling a visit, or a request, on the clinic's side.

use leptos::prelude::*;
use reservation::command::Command;
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::submission::Repeat;
use reservation::visit::Status;

use super::act::Act;
use super::ending::{self, EndingForm};
use super::reception::{Reception, Room, at_desk};
use super::stop::Stop;
use super::{paths, visit};
use crate::door::Say;
use crate::page::{Loaded, Request};
use crate::t;

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let (locale, clinic) = (reception.locale(), reception.clinic().clone());
    let row = visit::asked_for(&reception).await?;
    let back = paths::visit(&clinic, row.id);
    let status = row.status_at(reception.now);
    if !matches!(status, Status::Requested | Status::Confirmed) || reception.now >= row.span.until {
        return Err(Stop::Elsewhere(paths::with(
            &back,
            "already",
            &row.id.to_string(),
        )));
    }
    let (reason, note, mistakes) = ending::typed(&reception.request);
    let title = t!(locale, "staff-cancel-title");
    let form = EndingForm {
        id: row.id,
        title: title.clone(),
        facts: visit::short_facts(&reception, &row),
        action: reception.request.action("staff-cancel"),
        token: reception
            .request
            .token(&clinic, "staff-cancel", &row.id.to_string()),
        verb: t!(locale, "staff-cancel-verb"),
        consequence: t!(locale, "staff-cancel-consequence"),
        visit: back.clone(),
        back,
        reason,
        note,
        mistakes,
        clinic,
    };
    Ok(reception.page(Room::Day, &title, ending::view(locale, form)))
}

/// The clinic cancels.
#[server(prefix = "/do", endpoint = "staff-cancel")]
pub async fn staff_cancel() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        press(&act).await;
    }
    Ok(())
}

async fn press(act: &Act) {
    let Some(id) = act.read::<ReservationId>("reservation") else {
        return act.again(paths::desk(&act.clinic), Say::Refused(Refusal::NotFound));
    };
    let visit = paths::visit(&act.clinic, id);
    let ending = match ending::parse(&act.posted.fields, act.locale) {
        Ok(ending) => ending,
        Err(say) => return act.again(paths::cancel(&act.clinic, id), say),
    };
    let command = Command::Cancel {
        reservation: id,
        reason: Some(ending.reason),
        note: ending.note,
    };
    match act
        .run("staff-cancel", &id.to_string(), None, command)
        .await
    {
        Ok(answer) if answer.repeat == Repeat::AlreadySo => {
            act.see(paths::with(&visit, "already", &id.to_string()));
        }
        Ok(_) => act.see(visit),
        Err(
            say
            @ Say::Refused(Refusal::WrongStatus { .. } | Refusal::InThePast | Refusal::NotFound),
        ) => {
            act.again(visit, say);
        }
        Err(say) => act.again(paths::cancel(&act.clinic, id), say),
    }
}
