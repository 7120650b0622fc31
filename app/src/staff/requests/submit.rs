//! The presses: confirm, undo. From the list and from a visit's own page alike.

use leptos::prelude::*;
use reservation::command::Command;
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::submission::Repeat;

use super::list;
use crate::door::Say;
use crate::staff::act::Act;
use crate::staff::paths;

/// A request becomes a visit.
#[server(prefix = "/do", endpoint = "confirm")]
pub async fn confirm() -> Result<(), ServerFnError> {
    answer(|reservation| Command::Confirm { reservation }).await;
    Ok(())
}

/// A decline or cancel is taken back.
#[server(prefix = "/do", endpoint = "undo")]
pub async fn undo() -> Result<(), ServerFnError> {
    answer(|reservation| Command::Undo { reservation }).await;
    Ok(())
}

/// A list is one form with one token; the button names the row, and so does the key: the same button is a repeat,
/// another row is not.
async fn answer(command: impl FnOnce(ReservationId) -> Command) {
    let Some(act) = Act::begin() else { return };
    let back = paths::without(&act.back_or(paths::requests(&act.clinic)), "already");
    let Some(id) = act.read::<ReservationId>("reservation") else {
        return act.again(back, Say::Refused(Refusal::NotFound));
    };
    let command = command(id);
    let button = format!("{}:{id}", command.name());
    match act.run("answer", "", Some(button), command).await {
        Ok(answer) => {
            let back = match answer.repeat {
                // Somebody else did the same a moment before: say so.
                Repeat::AlreadySo => paths::with(&back, "already", &id.to_string()),
                _ => back,
            };
            act.see(format!("{back}#{}", list::anchor(id)));
        }
        Err(say) => act.again(back, say),
    }
}
