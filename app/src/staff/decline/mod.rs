//! Declining a request: the reason is chosen from a list, so that it can be said in the patient's language.

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
    let back = reception.request.query.get("back");
    let back = if paths::is_own_page(&clinic, back) {
        back.to_owned()
    } else {
        paths::visit(&clinic, row.id)
    };
    if row.status_at(reception.now) != Status::Requested {
        // Answered meanwhile: the visit's page shows how, and by whom.
        let there = paths::with(
            &paths::visit(&clinic, row.id),
            "already",
            &row.id.to_string(),
        );
        return Err(Stop::Elsewhere(there));
    }
    let (reason, note, mistakes) = ending::typed(&reception.request);
    let title = t!(locale, "staff-decline-title");
    let form = EndingForm {
        id: row.id,
        title: title.clone(),
        facts: visit::short_facts(&reception, &row),
        action: reception.request.action("decline"),
        token: reception
            .request
            .token(&clinic, "decline", &row.id.to_string()),
        verb: t!(locale, "button-decline"),
        consequence: t!(locale, "staff-decline-consequence"),
        visit: paths::visit(&clinic, row.id),
        back,
        reason,
        note,
        mistakes,
        clinic,
    };
    Ok(reception.page(Room::Requests, &title, ending::view(locale, form)))
}

/// Staff say no to a request.
#[server(prefix = "/do", endpoint = "decline")]
pub async fn decline() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        press(&act).await;
    }
    Ok(())
}

async fn press(act: &Act) {
    let Some(id) = act.read::<ReservationId>("reservation") else {
        return act.again(
            paths::requests(&act.clinic),
            Say::Refused(Refusal::NotFound),
        );
    };
    let visit = paths::visit(&act.clinic, id);
    let back = act.field("back");
    let back = if paths::is_own_page(&act.clinic, back) {
        back.to_owned()
    } else {
        visit.clone()
    };
    let page = paths::decline(&act.clinic, id, &back);
    let ending = match ending::parse(&act.posted.fields, act.locale) {
        Ok(ending) => ending,
        Err(say) => return act.again(page, say),
    };
    let command = Command::Decline {
        reservation: id,
        reason: ending.reason,
        note: ending.note,
    };
    match act.run("decline", &id.to_string(), None, command).await {
        Ok(answer) => {
            let back = paths::without(&back, "already");
            let back = match answer.repeat {
                Repeat::AlreadySo => paths::with(&back, "already", &id.to_string()),
                _ => back,
            };
            act.see(format!("{back}#r-{id}"));
        }
        // Somebody was quicker: the list says who and how, and there is nothing left to decline.
        Err(
            say @ Say::Refused(Refusal::WrongStatus { .. } | Refusal::Expired | Refusal::NotFound),
        ) => {
            act.again(back, say);
        }
        Err(say) => act.again(page, say),
    }
}
