//! The presses: sign in, sign out.

use leptos::prelude::*;
use reservation::ids::ClinicId;
use reservation::ports::{Fault, Staff};
use reservation::visit::Holder;
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use super::carried::restored;
use super::{password, throttle};
use crate::asker::{Asker, Pages, SignedIn, since};
use crate::door::{FieldError, Fields, Posted, Say, Then, posted};
use crate::staff::{act, paths};
use crate::t;

/// The key under which a session says who is signed in: `{"clinic": …, "id": …, "since": …}`.
const SESSION_KEY: &str = "staff";
/// The longest login that is looked at, in characters as typed and in bytes as stored; real ones have at most 40.
const LOGIN_MAX: usize = 100;
/// The longest password that is looked at, in bytes.
const PASSWORD_MAX_BYTES: usize = 1000;

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
    /// What was typed into the page from which a press came too late.
    typed: Option<Fields>,
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
        let typed = restored(fields);
        if let Some(staff) = asker.staff_of(&clinic) {
            // A second press of the same button: the first one has signed them in.
            return Err(on(next, staff.clone(), typed));
        }
        let mut attempt = Self {
            login: String::new(),
            password: fields.get("password").to_owned(),
            pages,
            asker,
            clinic,
            next,
            typed,
        };
        let token = attempt
            .pages
            .keys
            .genuine(fields.get("token"), &attempt.clinic, "sign-in", "");
        // Own as well: nobody may be signed in by a form that was drawn for another browser. Its age does no harm.
        if token.is_none_or(|token| !token.age(&attempt.owner()).own) {
            return Err(attempt.again(Say::NoToken));
        }
        let typed = fields.get("login");
        // Before anything is made or kept of it.
        if typed.chars().count() > LOGIN_MAX || attempt.password.len() > PASSWORD_MAX_BYTES {
            return Err(attempt.wrong());
        }
        attempt.login = normal(typed);
        if attempt.login.len() > LOGIN_MAX {
            return Err(attempt.wrong());
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
        let page = match &self.typed {
            Some(_) => paths::sign_in_late(&self.clinic, &self.next),
            None => paths::sign_in(&self.clinic, &self.next),
        };
        Then::again(page, say)
    }

    /// One sentence for a wrong name and a wrong password.
    fn wrong(&self) -> Then {
        let text = t!(self.asker.locale, "staff-sign-in-wrong");
        self.again(Say::Mistakes(vec![FieldError {
            field: "login",
            text,
        }]))
    }

    fn throttled(&self) -> throttle::Try<'_> {
        throttle::Try {
            clinic: &self.clinic,
            login: &self.login,
            browser: self.asker.visitor,
            address: self.asker.address,
        }
    }

    async fn run(self) -> Then {
        // Taken before the awaits: the request's context is not theirs.
        let session = act::session();
        match throttle::attempt(self.throttled(), self.pages.desk.now()) {
            Err(seconds) => return self.again(Say::TooMany(seconds)),
            Ok(slow) if slow.is_zero() => {}
            Ok(slow) => tokio::time::sleep(slow).await,
        }
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
            return self.wrong();
        };
        throttle::succeeded(self.throttled());
        let begun = match session {
            Some(session) => begin_session(&session, &staff).await,
            None => Err("no session layer".to_owned()),
        };
        match begun {
            Ok(()) => {
                let staff = SignedIn {
                    clinic: staff.clinic,
                    id: staff.id,
                    name: staff.name,
                };
                on(self.next, staff, self.typed)
            }
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

/// To where they wanted to go; with what they had typed there, if a press came too late.
fn on(next: String, staff: SignedIn, typed: Option<Fields>) -> Then {
    match typed {
        Some(fields) => Then::Resume {
            path: next,
            staff,
            fields,
        },
        None => Then::see(next),
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
            json!({ "clinic": staff.clinic, "id": staff.id, "since": since(staff) }),
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
