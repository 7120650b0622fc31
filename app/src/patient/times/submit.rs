//! A press on a free time.

use leptos::prelude::*;
use leptos::server_fn::ServerFnError;
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::outcome::{Outcome, Refusal};
use reservation::slot_key::SlotKey;
use reservation::submission::Actor;

use crate::door::{Say, Then};
use crate::patient::details::carried;
use crate::patient::paths::{self, Chosen};
use crate::patient::press::{self, Press};

/// The name of the form of times.
pub(crate) const FORM: &str = "hold";
/// What the form says when it knew of no hold.
pub(crate) const NONE: &str = "none";

/// Keeps a time for this browser.
#[server(name = HoldTime, prefix = "/do", endpoint = "hold")]
pub async fn hold() -> Result<(), ServerFnError> {
    press::answer(keep).await;
    Ok(())
}

async fn keep(press: Press) -> Result<Then, Then> {
    let unreadable = || press.again(Say::NoToken);
    let slot: SlotKey = press.field("slot").parse().map_err(|_| unreadable())?;
    let service = press.field("service").parse().map_err(|_| unreadable())?;
    let visit = VisitKind::parse(press.field("visit")).ok_or_else(unreadable)?;
    let chosen = Chosen {
        service,
        visit,
        doctor: slot.wish.clone(),
    };
    let token = press.genuine(FORM, &chosen.subject())?;
    if slot.clinic != press.clinic {
        return Err(press.again(Say::Refused(Refusal::NotOffered)));
    }
    let known = match press.field("known") {
        NONE | "" => None,
        id => Some(id.parse().map_err(|_| unreadable())?),
    };
    let key = press.key(token).button(&slot);
    let command = Command::Hold {
        service: chosen.service,
        visit,
        wish: slot.wish,
        start: slot.start,
        known,
    };
    let actor = Actor::Visitor(press.asker.visitor);
    let answer = press
        .run(token, key, actor, command)
        .await
        .map_err(|say| press.refused(say, None))?;
    let mine = answer
        .sender
        .as_ref()
        .is_none_or(|sender| *sender == press.holder());
    match (&answer.outcome, carried(&press.posted.fields)) {
        // A time chosen instead of one that ran out: what was typed goes on to the new one's form. A 303 would lose it.
        (Outcome::Reservation { id, .. }, Some(_)) if mine => Ok(Then::again(
            paths::reservation(&press.clinic, *id),
            Say::Kept,
        )),
        _ => Ok(press.shown(token, &answer, |id| paths::reservation(&press.clinic, id))),
    }
}
