//! The press: the patient has been told.

use leptos::prelude::*;
use reservation::command::Command;
use reservation::ids::ClinicId;
use reservation::outcome::Refusal;
use reservation::visit::{MessageKey, MessageKind};

use super::page::anchor;
use crate::door::Say;
use crate::staff::act::Act;
use crate::staff::paths;

/// Ticks a call off.
#[server(prefix = "/do", endpoint = "tick-call")]
pub async fn tick_call() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        press(&act).await;
    }
    Ok(())
}

async fn press(act: &Act) {
    let back = act.back_or(paths::calls(&act.clinic));
    let Some(message) = key(&act.clinic, act.field("message")) else {
        return act.again(back, Say::Refused(Refusal::NotFound));
    };
    let anchor = anchor(&message);
    let button = act.field("message").to_owned();
    match act
        .run("calls", "", Some(button), Command::TickCall { message })
        .await
    {
        // Ticked by somebody else a moment before is ticked.
        Ok(_) => act.see(format!("{back}#{anchor}")),
        Err(say) => act.again(back, say),
    }
}

/// Reads what the button sends.
fn key(clinic: &ClinicId, text: &str) -> Option<MessageKey> {
    let mut parts = text.split('.');
    let (reservation, version, kind) = (parts.next()?, parts.next()?, parts.next()?);
    let none_left = parts.next().is_none();
    Some(MessageKey {
        clinic: clinic.clone(),
        reservation: reservation.parse().ok()?,
        version: version.parse().ok()?,
        kind: MessageKind::parse(kind)?,
    })
    .filter(|_| none_left)
}

#[cfg(test)]
mod tests {
    use reservation::ids::ReservationId;
    use uuid::Uuid;

    use super::super::page::key_text;
    use super::*;

    #[test]
    fn what_a_button_sends_is_read_back() {
        let clinic = ClinicId::new("hinata").unwrap();
        for kind in MessageKind::ALL {
            let sent = MessageKey {
                clinic: clinic.clone(),
                reservation: ReservationId(Uuid::nil()),
                version: 4,
                kind,
            };
            assert_eq!(key(&clinic, &key_text(&sent)), Some(sent));
        }
        for bad in [
            "",
            "a.b.c",
            "00000000-0000-0000-0000-000000000000.1.declined.x",
            "00000000-0000-0000-0000-000000000000.1.x",
        ] {
            assert_eq!(key(&clinic, bad), None, "{bad}");
        }
    }
}
