//! What the server functions of the staff pages share: who presses, and the way to the desk and back.

use std::sync::Arc;

use axum::http::request::Parts;
use leptos::prelude::use_context;
use reservation::command::Command;
use reservation::desk::{Intent, NoAnswer};
use reservation::ids::ClinicId;
use reservation::outcome::Refusal;
use reservation::ports::Fault;
use reservation::submission::Answer;
use tower_sessions::Session;

use super::paths;
use crate::asker::{Asker, Pages, SignedIn};
use crate::door::{Posted, Say, Then, posted};
use crate::locale::Locale;
use crate::patient::press::looked_up;

/// A press of a signed-in member of staff at their own clinic.
///
/// The fields are read from what the door kept, so that what is judged is what a page that is drawn again shows.
pub(crate) struct Act {
    /// Desk, keys, accounts.
    pub pages: Pages,
    /// What was typed, and where the answer goes.
    pub posted: Posted,
    /// Who pressed.
    pub staff: SignedIn,
    /// Their clinic.
    pub clinic: ClinicId,
    /// The language of the answer.
    pub locale: Locale,
}

impl Act {
    /// The press, if it is one of this clinic's staff; else the answer has been left: the sign-in (which says that
    /// nothing was done, keeps what was typed and leads back), or "no such page" for everybody who is signed in elsewhere.
    pub fn begin() -> Option<Self> {
        let posted = posted();
        let Some((pages, asker)) = asker() else {
            // Outside of the door nothing is accepted.
            return None;
        };
        let clinic: Option<ClinicId> = posted.fields.get("clinic").parse().ok();
        let answer = match clinic {
            Some(clinic) => match (asker.staff_of(&clinic).cloned(), &asker.staff) {
                (Some(staff), _) => {
                    return Some(Self {
                        pages,
                        posted,
                        staff,
                        clinic,
                        locale: asker.locale,
                    });
                }
                (None, None) => {
                    Then::again(paths::sign_in_late(&clinic, &posted.page), Say::SignIn)
                }
                (None, Some(_)) => {
                    Then::again(paths::desk(&clinic), Say::Refused(Refusal::NotFound))
                }
            },
            None => Then::again(posted.page.clone(), Say::NoToken),
        };
        posted.slot.put(answer);
        None
    }

    /// A typed field.
    pub fn field(&self, name: &str) -> &str {
        self.posted.fields.get(name)
    }

    /// A typed field, read as what it has to be.
    pub fn read<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.field(name).trim().parse().ok()
    }

    /// The page from which it came, if it is one of this clinic's staff pages; else `otherwise`.
    pub fn back_or(&self, otherwise: String) -> String {
        if paths::is_own_page(&self.clinic, &self.posted.page) {
            self.posted.page.clone()
        } else {
            otherwise
        }
    }

    /// Takes a command to the desk. The key is the form's token, for a list followed by the button's name.
    pub async fn run(
        &self,
        form: &str,
        subject: &str,
        button: Option<String>,
        command: Command,
    ) -> Result<Answer, Say> {
        let token = self
            .pages
            .keys
            .genuine(self.field("token"), &self.clinic, form, subject);
        let Some(token) = token else {
            return Err(Say::NoToken);
        };
        let key = self.staff.key(token.id);
        let key = match button {
            Some(button) => key.button(button),
            None => key,
        };
        let intent = Intent {
            key: Some(key.clone()),
            form: Some(token.age(&self.staff.holder())),
            clinic: self.clinic.clone(),
            actor: self.staff.actor(),
            command,
        };
        match self.pages.desk.run(intent).await {
            Ok(answer) => Ok(answer),
            Err(NoAnswer::Fault(Fault::Unknown(why))) => {
                tracing::error!(why, "whether a submission was written is not known");
                looked_up(&self.pages, &key)
                    .await
                    .ok_or_else(|| Say::Unknown(Some(token.id.to_string())))
            }
            Err(NoAnswer::Fault(fault)) => Err(self.fault(fault)),
            Err(NoAnswer::Refused(refusal)) => Err(Say::Refused(refusal)),
        }
    }

    /// What to say of a store that could not answer a question.
    pub fn fault(&self, fault: Fault) -> Say {
        match fault {
            Fault::Busy => Say::Busy,
            Fault::Unknown(why) | Fault::Broken(why) => Say::Broken(log_broken(&self.pages, &why)),
        }
    }

    /// Answers with a 303.
    pub fn see(&self, path: impl Into<String>) {
        self.posted.slot.put(Then::see(path));
    }

    /// Answers with a page that is drawn again with what was typed.
    pub fn again(&self, path: impl Into<String>, say: Say) {
        self.posted.slot.put(Then::again(path, say));
    }
}

/// Writes a fault to the log under a fresh number, which the page shows.
pub(crate) fn log_broken(pages: &Pages, why: &str) -> String {
    let number = pages.desk.fresh_id().simple().to_string();
    // The end of the id is its random part: short enough to be read out on the telephone.
    let number = number
        .get(number.len().saturating_sub(8)..)
        .unwrap_or_default()
        .to_owned();
    tracing::error!(number, why, "the store failed");
    number
}

/// Desk and asker of the request at hand.
pub(crate) fn asker() -> Option<(Pages, Asker)> {
    let parts = use_context::<Parts>()?;
    Some((
        use_context::<Pages>()?,
        parts.extensions.get::<Asker>()?.clone(),
    ))
}

/// The session of the request at hand.
pub(crate) fn session() -> Option<Arc<Session>> {
    use_context::<Parts>()?
        .extensions
        .get::<Session>()
        .cloned()
        .map(Arc::new)
}
