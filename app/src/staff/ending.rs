//! The form that ends a request or a visit: a reason that the patient is told, and a note that stays in the house.
//! Declining and cancelling share it.

use leptos::prelude::*;
use reservation::ids::{ClinicId, ReservationId};
use reservation::visit::Reason;

use super::say::mistake;
use super::words;
use crate::components::{
    Button, ButtonKind, ButtonLink, Choice, Choices, Fact, HiddenField, ReceiptLink, SummaryList,
    TextArea,
};
use crate::door::{FieldError, Fields, Say};
use crate::locale::Locale;
use crate::page::Request;
use crate::t;

/// The longest note, in characters.
const NOTE_MAX: usize = 500;

/// What the form says when it is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ending {
    pub reason: Reason,
    pub note: Option<String>,
}

/// Reads the form.
pub(crate) fn parse(fields: &Fields, locale: Locale) -> Result<Ending, Say> {
    let reason = Reason::parse(fields.get("reason"));
    let note = fields.get("note").replace("\r\n", "\n").trim().to_owned();
    let mut mistakes = Vec::new();
    if reason.is_none() {
        mistakes.push(FieldError {
            field: "reason",
            text: t!(locale, "staff-mistake-reason"),
        });
    }
    let characters = note.chars().count();
    if characters > NOTE_MAX {
        let (most, now) = (NOTE_MAX.to_string(), characters.to_string());
        mistakes.push(FieldError {
            field: "note",
            text: t!(locale, "staff-mistake-note", most = most, now = now),
        });
    }
    match reason {
        Some(reason) if mistakes.is_empty() => Ok(Ending {
            reason,
            note: Some(note).filter(|note| !note.is_empty()),
        }),
        _ => Err(Say::Mistakes(mistakes)),
    }
}

/// All that the form shows.
pub(crate) struct EndingForm {
    pub clinic: ClinicId,
    pub id: ReservationId,
    pub title: String,
    pub facts: Vec<Fact>,
    pub action: String,
    pub token: String,
    /// The verb of the button.
    pub verb: String,
    /// What follows from pressing it.
    pub consequence: String,
    /// The visit's own page, which shows whether an answer has arrived.
    pub visit: String,
    /// Where the answer, and "back", lead.
    pub back: String,
    pub reason: String,
    pub note: String,
    pub mistakes: [Option<String>; 2],
}

/// What was typed, and what is wrong with it.
pub(crate) fn typed(request: &Request) -> (String, String, [Option<String>; 2]) {
    let typed = |name| request.typed(name).unwrap_or_default().to_owned();
    let say = request.say();
    (
        typed("reason"),
        typed("note"),
        [mistake(say, "reason"), mistake(say, "note")],
    )
}

/// Draws the form.
pub(crate) fn view(locale: Locale, form: EndingForm) -> AnyView {
    let options = Reason::ALL
        .into_iter()
        .map(|reason| Choice {
            value: reason.as_str().to_owned(),
            label: words::reason(reason, locale),
            details: Vec::new(),
        })
        .collect();
    let [reason_mistake, note_mistake] = form.mistakes;
    view! {
        <h1>{form.title}</h1>
        <SummaryList facts=form.facts/>
        <form class="form narrow" method="post" action=form.action>
            <HiddenField name="clinic" value=form.clinic.to_string()/>
            <HiddenField name="token" value=form.token/>
            <HiddenField name="reservation" value=form.id.to_string()/>
            <HiddenField name="back" value=form.back.clone()/>
            <Choices
                locale=locale
                name="reason"
                legend=t!(locale, "staff-reason")
                hint=t!(locale, "staff-reason-hint")
                options=options
                selected=form.reason
                error=reason_mistake
            />
            <TextArea
                locale=locale
                name="note"
                label=t!(locale, "staff-note")
                hint=t!(locale, "staff-note-hint")
                value=form.note
                error=note_mistake
                optional=true
                rows=3
                maxlength=5000
            />
            <p>{form.consequence}</p>
            <ReceiptLink locale=locale href=form.visit/>
            <div class="actions">
                <Button locale=locale label=form.verb kind=ButtonKind::Main/>
                <ButtonLink href=form.back label=t!(locale, "button-back") kind=ButtonKind::Quiet/>
            </div>
        </form>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(reason: &str, note: &str) -> Fields {
        Fields(vec![
            ("reason".into(), reason.into()),
            ("note".into(), note.into()),
        ])
    }

    #[test]
    fn a_reason_is_one_of_the_list_and_a_note_is_short() {
        for reason in Reason::ALL {
            let wanted = Ending {
                reason,
                note: Some("電話済み".into()),
            };
            assert_eq!(
                parse(&fields(reason.as_str(), " 電話済み\r\n"), Locale::Ja),
                Ok(wanted)
            );
        }
        let wanted = Ending {
            reason: Reason::PleaseCall,
            note: None,
        };
        assert_eq!(
            parse(&fields("please_call", " \r\n"), Locale::Ja),
            Ok(wanted)
        );
        for (reason, note, wanted) in [
            ("", "", vec!["reason"]),
            ("nonsense", &*"あ".repeat(501), vec!["reason", "note"]),
            ("please_call", &*"あ".repeat(501), vec!["note"]),
        ] {
            let Err(Say::Mistakes(mistakes)) = parse(&fields(reason, note), Locale::En) else {
                panic!("{reason} passed");
            };
            assert_eq!(
                mistakes
                    .iter()
                    .map(|mistake| mistake.field)
                    .collect::<Vec<_>>(),
                wanted
            );
        }
    }
}
