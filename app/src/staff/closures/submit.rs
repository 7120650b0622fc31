//! The presses: close a span, open it again.

use leptos::prelude::*;
use reservation::command::Command;
use reservation::ids::ClosureId;
use reservation::outcome::Refusal;
use uuid::Uuid;

use super::form;
use crate::door::Say;
use crate::staff::act::Act;
use crate::staff::paths;

/// Closes a span. The key is the intent of the address: Back, reload and a double press make one closure.
#[server(prefix = "/do", endpoint = "close")]
pub async fn close() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        close_span(&act).await;
    }
    Ok(())
}

/// Opens a closed span again.
#[server(prefix = "/do", endpoint = "reopen")]
pub async fn reopen() -> Result<(), ServerFnError> {
    if let Some(act) = Act::begin() {
        open_again(&act).await;
    }
    Ok(())
}

async fn close_span(act: &Act) {
    let Some(intent) = act.read::<Uuid>("intent") else {
        // Without an intent the form can't be drawn again; a fresh one is, with what was typed.
        return act.again(
            paths::new_closure(&act.clinic, act.pages.desk.fresh_id()),
            Say::NoToken,
        );
    };
    let page = paths::new_closure(&act.clinic, intent);
    let catalogue = match act.pages.desk.catalogue(&act.clinic).await {
        Ok(Some(catalogue)) => catalogue,
        Ok(None) => return act.again(page, Say::Refused(Refusal::NotFound)),
        Err(fault) => return act.again(page, act.fault(fault)),
    };
    let read = form::parse(
        &act.posted.fields,
        &catalogue,
        act.pages.desk.now(),
        act.locale,
    );
    let closing = match read {
        Ok(closing) => closing,
        Err(say) => return act.again(page, say),
    };
    let command = Command::Close {
        resource: closing.resource,
        span: closing.span,
        reason: closing.reason,
    };
    match act.run("close", &intent.to_string(), None, command).await {
        // The page of a used intent shows what it made: the first time, and when pressed again.
        Ok(_) => act.see(page),
        // The intent is as old as its form: a fresh one, with what was typed.
        Err(say @ Say::Refused(Refusal::FormExpired)) => {
            act.again(
                paths::new_closure(&act.clinic, act.pages.desk.fresh_id()),
                say,
            );
        }
        Err(say) => act.again(page, say),
    }
}

async fn open_again(act: &Act) {
    let list = paths::closures(&act.clinic);
    let Some(closure) = act.read::<ClosureId>("closure") else {
        return act.again(list, Say::Refused(Refusal::NotFound));
    };
    let command = Command::Reopen { closure };
    match act
        .run("closures", "", Some(format!("reopen:{closure}")), command)
        .await
    {
        // Not there any more: somebody else has opened it, which is what was wanted.
        Ok(_) | Err(Say::Refused(Refusal::NotFound)) => act.see(list),
        Err(say) => act.again(list, say),
    }
}
