//! What the server functions of the patient pages share: who presses, and the way to the desk and back.
//!
//! The order of judging: is the token genuine (arithmetic), can the strings be read (mistakes), then the desk: ledger,
//! age and owner, the rules. So a form with mistakes spends nothing, and a repeat is answered before its age counts.

use axum::http::request::Parts;
use leptos::prelude::use_context;
use reservation::command::Command;
use reservation::desk::{Intent, NoAnswer};
use reservation::ids::{ClinicId, ReservationId};
use reservation::outcome::{Outcome, Refusal};
use reservation::ports::Fault;
use reservation::submission::{Actor, Answer, Repeat, RequestKey};
use reservation::visit::Holder;

use super::paths;
use crate::asker::{Asker, Pages};
use crate::door::{Posted, Say, Then, posted};
use crate::token::Genuine;

/// A press of somebody at a clinic's pages. The fields are read from what the door kept, so that what is judged is
/// what a page that is drawn again shows.
pub(crate) struct Press {
    /// Desk and keys.
    pub(crate) pages: Pages,
    /// Who pressed.
    pub(crate) asker: Asker,
    /// What was typed, and where it came from.
    pub(crate) posted: Posted,
    /// Where.
    pub(crate) clinic: ClinicId,
}

/// Judges a press and leaves the answer for the door.
pub(crate) async fn answer<F>(judge: impl FnOnce(Press) -> F)
where
    F: Future<Output = Result<Then, Then>>,
{
    let posted = posted();
    let slot = posted.slot.clone();
    let then = match Press::read(posted) {
        Ok(press) => judge(press).await,
        Err(then) => Err(then),
    };
    // Which of the two it was matters to `?` alone.
    slot.put(match then {
        Ok(then) | Err(then) => then,
    });
}

impl Press {
    fn read(posted: Posted) -> Result<Self, Then> {
        let parts = use_context::<Parts>();
        let asker = parts.and_then(|parts| parts.extensions.get::<Asker>().cloned());
        let clinic = posted.fields.get("clinic").parse().ok();
        match (use_context::<Pages>(), asker, clinic) {
            (Some(pages), Some(asker), Some(clinic)) => Ok(Self {
                pages,
                asker,
                posted,
                clinic,
            }),
            _ => Err(Then::again(posted.page, Say::NoToken)),
        }
    }

    /// A field.
    pub(crate) fn field(&self, name: &str) -> &str {
        self.posted.fields.get(name)
    }

    /// The reservation that the form is about.
    pub(crate) fn reservation(&self) -> Result<ReservationId, Then> {
        self.field("reservation")
            .parse()
            .map_err(|_| self.again(Say::NoToken))
    }

    /// The page from which it came, again.
    pub(crate) fn again(&self, say: Say) -> Then {
        Then::again(self.posted.page.clone(), say)
    }

    /// The form's token, if it is one of ours for this form and subject.
    pub(crate) fn genuine(&self, form: &str, subject: &str) -> Result<Genuine, Then> {
        let token = self
            .pages
            .keys
            .genuine(self.field("token"), &self.clinic, form, subject);
        token.ok_or_else(|| self.again(Say::NoToken))
    }

    /// The name of the form's submission.
    pub(crate) fn key(&self, token: Genuine) -> RequestKey {
        RequestKey::form(&self.clinic, token.id)
    }

    /// As what this browser holds things.
    pub(crate) fn holder(&self) -> Holder {
        Holder::Visitor(self.asker.visitor)
    }

    /// Takes a command to the desk.
    pub(crate) async fn run(
        &self,
        token: Genuine,
        key: RequestKey,
        actor: Actor,
        command: Command,
    ) -> Result<Answer, Say> {
        let intent = Intent {
            key: Some(key.clone()),
            form: Some(token.age(&self.holder())),
            clinic: self.clinic.clone(),
            actor,
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
            Err(no) => {
                if let NoAnswer::Fault(Fault::Broken(why)) = &no {
                    tracing::error!(why, "the store failed");
                }
                // The door gives the number under which the log has it.
                Err(no.into())
            }
        }
    }

    /// Where an answer about a reservation is shown. `page` makes the address from its id.
    ///
    /// A stranger who sends somebody's form again is led to its receipt, which says nothing personal.
    pub(crate) fn shown(
        &self,
        token: Genuine,
        answer: &Answer,
        page: impl Fn(ReservationId) -> String,
    ) -> Then {
        let strange = answer
            .sender
            .as_ref()
            .is_some_and(|sender| *sender != self.holder());
        let Outcome::Reservation { id, retaken, .. } = answer.outcome else {
            return Then::see(paths::receipt(
                &self.clinic,
                &token.id.to_string(),
                &self.posted.page,
            ));
        };
        if strange {
            return Then::see(paths::receipt(
                &self.clinic,
                &token.id.to_string(),
                &self.posted.page,
            ));
        }
        let page = page(id);
        Then::see(match answer.repeat {
            Repeat::First if retaken => paths::with(&page, "note", "retaken"),
            Repeat::First => page,
            Repeat::SameKey | Repeat::AlreadySo => paths::with(&page, "note", "already"),
            Repeat::OtherContent => paths::with(&page, "note", "kept"),
        })
    }

    /// What a "no" about a reservation leads to: some are best told on the page of what is there instead.
    pub(crate) fn refused(&self, say: Say, reservation: Option<ReservationId>) -> Then {
        match (&say, reservation) {
            (Say::Refused(Refusal::HoldChanged { present }), _) => Then::see(paths::with(
                &paths::reservation(&self.clinic, *present),
                "note",
                "held-other",
            )),
            (Say::Refused(Refusal::AlreadySent { .. }), Some(id)) => Then::see(paths::with(
                &paths::reservation(&self.clinic, id),
                "note",
                "kept",
            )),
            _ => self.again(say),
        }
    }
}

/// After a commit without an answer: what the ledger says.
pub(crate) async fn looked_up(pages: &Pages, key: &RequestKey) -> Option<Answer> {
    let rows = pages.desk.receipt(key).await.ok()?.rows;
    let row = rows.into_iter().find(|row| row.key == *key)?;
    Some(Answer {
        outcome: row.outcome,
        repeat: Repeat::First,
        recorded_at: row.recorded_at,
        sender: row.sender,
        slot: None,
    })
}
