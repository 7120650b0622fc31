//! The deed.

use leptos::prelude::*;
use leptos::server_fn::ServerFnError;
use reservation::command::Command;
use reservation::outcome::Refusal;
use reservation::submission::Actor;

use crate::door::{Say, Then};
use crate::patient::paths;
use crate::patient::press::{self, Press};

/// The form of the browser that made the booking.
pub(crate) const BY_HOLDER: &str = "cancel";
/// The form of a secret link.
pub(crate) const BY_LINK: &str = "link-cancel";

/// Cancels a booking of this browser.
#[server(name = CancelBooking, prefix = "/do", endpoint = "cancel")]
pub async fn cancel() -> Result<(), ServerFnError> {
    press::answer(by_holder).await;
    Ok(())
}

/// Cancels the booking of a secret link.
#[server(name = CancelByLink, prefix = "/do", endpoint = "link-cancel")]
pub async fn link_cancel() -> Result<(), ServerFnError> {
    press::answer(by_link).await;
    Ok(())
}

async fn by_holder(press: Press) -> Result<Then, Then> {
    let id = press.reservation()?;
    let token = press.genuine(BY_HOLDER, &id.to_string())?;
    let actor = Actor::Visitor(press.asker.visitor);
    let command = Command::Cancel {
        reservation: id,
        reason: None,
        note: None,
    };
    let answer = press
        .run(token, press.key(token), actor, command)
        .await
        .map_err(|say| press.again(say))?;
    Ok(press.shown(token, &answer, |id| paths::reservation(&press.clinic, id)))
}

async fn by_link(press: Press) -> Result<Then, Then> {
    let id = press.reservation()?;
    let token = press.genuine(BY_LINK, &id.to_string())?;
    let secret = press.field("secret");
    if !press.pages.keys.link_fits(&press.clinic, id, secret) {
        return Err(press.again(Say::Refused(Refusal::NotFound)));
    }
    let command = Command::Cancel {
        reservation: id,
        reason: None,
        note: None,
    };
    let answer = press
        .run(token, press.key(token), Actor::Link(id), command)
        .await
        .map_err(|say| press.again(say))?;
    Ok(press.shown(token, &answer, |id| paths::link(&press.clinic, id, secret)))
}
