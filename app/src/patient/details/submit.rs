//! What the buttons of the details form do. They share one form and its token; Enter means "send".

use leptos::prelude::*;
use leptos::server_fn::ServerFnError;
use reservation::availability::local_date;
use reservation::command::Command;
use reservation::outcome::Refusal;
use reservation::submission::{Actor, Repeat};

use super::form::{self, Required, Rules};
use crate::door::{Say, Then};
use crate::locale::Locale;
use crate::patient::paths::{self, Chosen};
use crate::patient::press::{self, Press};

/// The name of the form that all of its buttons share.
pub(crate) const FORM: &str = "details";

/// Sends the details in.
#[server(name = SendDetails, prefix = "/do", endpoint = "details")]
pub async fn details() -> Result<(), ServerFnError> {
    press::answer(send).await;
    Ok(())
}

/// More time for the hold; the page comes again with what was typed.
#[server(name = MoreTime, prefix = "/do", endpoint = "more-time")]
pub async fn more_time() -> Result<(), ServerFnError> {
    press::answer(extend).await;
    Ok(())
}

/// Gives the hold back.
#[server(name = Release, prefix = "/do", endpoint = "release")]
pub async fn release() -> Result<(), ServerFnError> {
    press::answer(give_back).await;
    Ok(())
}

/// The same page in the other language, with what was typed. Changes nothing but a preference of the browser, so it
/// needs no token: a form that is too old can still be read in another language.
#[server(name = Language, prefix = "/do", endpoint = "language")]
pub async fn language() -> Result<(), ServerFnError> {
    press::answer(|press| async move {
        let Some(locale) = Locale::parse(press.field("lang")) else {
            return Ok(press.again(Say::Kept));
        };
        // The door takes `lang` out of the address, keeps it in a cookie and draws the page in that language.
        Ok(Then::again(
            paths::with(&press.posted.page, "lang", locale.tag()),
            Say::Kept,
        ))
    })
    .await;
    Ok(())
}

async fn send(press: Press) -> Result<Then, Then> {
    let id = press.reservation()?;
    let token = press.genuine(FORM, &id.to_string())?;
    let key = press.key(token);
    let catalogue = match press.pages.desk.catalogue(&press.clinic).await {
        Ok(Some(catalogue)) => catalogue,
        Ok(None) => return Err(press.again(Say::Refused(Refusal::NotFound))),
        Err(_) => return Err(press.again(Say::Busy)),
    };
    let locale = press.asker.locale;
    let rules = Rules {
        required: Required::of_patient(locale),
        region: &catalogue.clinic.region,
        today: local_date(catalogue.clinic.zone, press.pages.desk.now()).unwrap_or_default(),
        locale,
    };
    let patient = match form::details(&press.posted.fields, rules) {
        Ok(patient) => patient,
        Err(mistakes) => {
            // What was sent in before is kept, whatever comes later under the same name.
            let sent = press.pages.desk.receipt(&key).await.map(|found| found.rows);
            let sent = sent.is_ok_and(|rows| {
                rows.iter()
                    .any(|row| row.key == key && row.sender == Some(press.holder()))
            });
            let page = paths::reservation(&press.clinic, id);
            return Err(if sent {
                Then::see(paths::with(&page, "note", "kept"))
            } else {
                press.again(form::say(&mistakes, locale))
            });
        }
    };
    let command = Command::Send {
        reservation: id,
        patient,
    };
    let actor = Actor::Visitor(press.asker.visitor);
    let answer = press
        .run(token, key, actor, command)
        .await
        .map_err(|say| press.refused(say, Some(id)))?;
    Ok(press.shown(token, &answer, |id| paths::reservation(&press.clinic, id)))
}

async fn extend(press: Press) -> Result<Then, Then> {
    let id = press.reservation()?;
    let token = press.genuine(FORM, &id.to_string())?;
    let key = press.key(token).button("more-time");
    let actor = Actor::Visitor(press.asker.visitor);
    match press
        .run(token, key, actor, Command::Extend { reservation: id })
        .await
    {
        Ok(answer)
            if answer
                .sender
                .as_ref()
                .is_none_or(|sender| *sender == press.holder()) =>
        {
            // The button's name travels with the fields, so that the page can say what was done.
            Ok(press.again(Say::Kept))
        }
        Ok(answer) => Ok(press.shown(token, &answer, |id| paths::reservation(&press.clinic, id))),
        Err(Say::Refused(Refusal::WrongStatus { .. } | Refusal::AlreadySent { .. })) => {
            Err(Then::see(paths::reservation(&press.clinic, id)))
        }
        Err(say) => Err(press.refused(say, Some(id))),
    }
}

async fn give_back(press: Press) -> Result<Then, Then> {
    let id = press.reservation()?;
    let token = press.genuine(FORM, &id.to_string())?;
    let key = press.key(token).button("release");
    let actor = Actor::Visitor(press.asker.visitor);
    let released = press
        .run(token, key, actor, Command::Release { reservation: id })
        .await;
    match released {
        Ok(answer) if answer.repeat == Repeat::OtherContent => {
            Ok(press.shown(token, &answer, |id| paths::reservation(&press.clinic, id)))
        }
        // A hold that has run out is given back as well as one can be.
        Ok(_) | Err(Say::Refused(Refusal::Expired)) => Ok(times_after(&press, id).await),
        Err(say) => Err(press.refused(say, Some(id))),
    }
}

/// The times among which the one was that has been given back.
async fn times_after(press: &Press, id: reservation::ids::ReservationId) -> Then {
    let found = press.pages.desk.reservation(&press.clinic, id).await;
    let path = match found.map(|found| found.rows) {
        Ok(Some(row)) if row.holder == press.holder() => {
            paths::times(&press.clinic, &Chosen::of(&row), None)
        }
        // Given back it is; where it was is not worth a page about a store that is away.
        _ => return Then::see(paths::clinic(&press.clinic)),
    };
    Then::see(paths::with(&path, "note", "released"))
}
