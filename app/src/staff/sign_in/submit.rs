//! The presses: sign in, sign out.

use leptos::prelude::*;
use reservation::ids::ClinicId;
use reservation::ports::{Fault, Staff};
use reservation::visit::Holder;
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use super::{password, throttle};
use crate::asker::{Asker, Pages};
use crate::door::{FieldError, Posted, Say, Then, posted};
use crate::staff::{act, paths};
use crate::t;

/// The key under which a session says who is signed in: `{"clinic": …, "id": …}`.
const SESSION_KEY: &str = "staff";

/// Signs a member of staff in and leads on to where they wanted to go.
#[server(prefix = "/do", endpoint = "sign-in")]
pub async fn sign_in() -> Result<(), ServerFnError> {
    let posted = posted();
    if let Some((pages, asker)) = act::asker() {
        let then = Attempt::read(pages, asker, &posted);
        let then = match then {
            Ok(attempt) => attempt.run().await,
            Err(then) => then,
        };
        posted.slot.put(then);
    }
    Ok(())
}

/// Signs out. Pressed twice, the second press finds nobody signed in, which is what was wanted.
#[server(prefix = "/do", endpoint = "sign-out")]
pub async fn sign_out() -> Result<(), ServerFnError> {
    let posted = posted();
    let (Some((pages, asker)), Ok(clinic)) = (
        act::asker(),
        posted.fields.get("clinic").parse::<ClinicId>(),
    ) else {
        posted.slot.put(Then::see("/"));
        return Ok(());
    };
    let genuine = pages
        .keys
        .genuine(posted.fields.get("token"), &clinic, "sign-out", "")
        .is_some();
    let then = match (asker.staff_of(&clinic), genuine) {
        (Some(_), false) => Then::again(posted.page.clone(), Say::NoToken),
        (Some(_), true) => match end_session().await {
            Ok(()) => Then::see(paths::sign_in(&clinic, "")),
            Err(why) => Then::again(
                posted.page.clone(),
                Say::Broken(act::log_broken(&pages, &why)),
            ),
        },
        (None, _) => Then::see(paths::sign_in(&clinic, "")),
    };
    posted.slot.put(then);
    Ok(())
}

/// Somebody who wants to sign in.
struct Attempt {
    pages: Pages,
    asker: Asker,
    clinic: ClinicId,
    login: String,
    password: String,
    next: String,
}

impl Attempt {
    /// Reads the form; `Err` is the answer to one that goes no further.
    fn read(pages: Pages, asker: Asker, posted: &Posted) -> Result<Self, Then> {
        let fields = &posted.fields;
        let Ok(clinic) = fields.get("clinic").parse::<ClinicId>() else {
            return Err(Then::again(posted.page.clone(), Say::NoToken));
        };
        let wanted = fields.get("next");
        let next = if paths::is_own_page(&clinic, wanted) {
            wanted.to_owned()
        } else {
            paths::desk(&clinic)
        };
        if asker.staff_of(&clinic).is_some() {
            // A second press of the same button: the first one has signed them in.
            return Err(Then::see(next));
        }
        let attempt = Self {
            login: normal(fields.get("login")),
            password: fields.get("password").to_owned(),
            pages,
            asker,
            clinic,
            next,
        };
        let token = attempt
            .pages
            .keys
            .genuine(fields.get("token"), &attempt.clinic, "sign-in", "");
        // Own as well: nobody may be signed in by a form that was drawn for another browser. Its age does no harm.
        if token.is_none_or(|token| !token.age(&attempt.owner()).own) {
            return Err(attempt.again(Say::NoToken));
        }
        if attempt.login.is_empty() || attempt.password.is_empty() {
            let text = t!(attempt.asker.locale, "staff-sign-in-empty");
            return Err(attempt.again(Say::Mistakes(vec![FieldError {
                field: "login",
                text,
            }])));
        }
        Ok(attempt)
    }

    fn owner(&self) -> Holder {
        self.asker
            .staff
            .as_ref()
            .map_or(Holder::Visitor(self.asker.visitor), |staff| staff.holder())
    }

    fn again(&self, say: Say) -> Then {
        Then::again(paths::sign_in(&self.clinic, &self.next), say)
    }

    async fn run(self) -> Then {
        let (browser, now) = (self.asker.visitor, self.pages.desk.now());
        if let Err(seconds) = throttle::attempt(&self.clinic, &self.login, browser, now) {
            return self.again(Say::TooMany(seconds));
        }
        // Taken before the awaits: the request's context is not theirs.
        let session = act::session();
        let staff = match self
            .pages
            .accounts
            .staff_by_login(&self.clinic, &self.login)
            .await
        {
            Ok(staff) => staff.filter(|staff| staff.active),
            Err(fault) => return self.again(self.fault(&fault)),
        };
        let hash = staff.as_ref().map(|staff| staff.password_hash.clone());
        let fits = password::fits(self.password.clone(), hash).await;
        let Some(staff) = staff.filter(|_| fits) else {
            let text = t!(self.asker.locale, "staff-sign-in-wrong");
            return self.again(Say::Mistakes(vec![FieldError {
                field: "login",
                text,
            }]));
        };
        throttle::succeeded(&self.clinic, &self.login, browser);
        let begun = match session {
            Some(session) => begin_session(&session, &staff).await,
            None => Err("no session layer".to_owned()),
        };
        match begun {
            Ok(()) => Then::see(self.next),
            Err(why) => self.again(Say::Broken(act::log_broken(&self.pages, &why))),
        }
    }

    fn fault(&self, fault: &Fault) -> Say {
        match fault {
            Fault::Busy => Say::Busy,
            Fault::Unknown(why) | Fault::Broken(why) => {
                Say::Broken(act::log_broken(&self.pages, why))
            }
        }
    }
}

/// As logins are stored: lower case; full-width letters, which a Japanese keyboard gives, are the same letters.
fn normal(login: &str) -> String {
    login.trim().nfkc().collect::<String>().to_lowercase()
}

/// The session gets a new id, so that one known from before the sign-in opens nothing.
async fn begin_session(session: &tower_sessions::Session, staff: &Staff) -> Result<(), String> {
    let broken = |error: tower_sessions::session::Error| error.to_string();
    session.cycle_id().await.map_err(broken)?;
    session
        .insert(
            SESSION_KEY,
            json!({ "clinic": staff.clinic, "id": staff.id }),
        )
        .await
        .map_err(broken)
}

async fn end_session() -> Result<(), String> {
    let Some(session) = act::session() else {
        return Ok(());
    };
    session.flush().await.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_may_be_typed_in_any_width_and_case() {
        for typed in ["mori", " Mori ", "ＭＯＲＩ", "ｍｏｒｉ　"] {
            assert_eq!(normal(typed), "mori", "{typed}");
        }
    }
}
