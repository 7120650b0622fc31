//! The fields of the details form.

use leptos::prelude::*;

use super::form::Required;
use super::mistake::{EMAIL_MAX, NAME_MAX};
use crate::components::{BirthDate, BirthDateValues, BirthPart, HiddenField, TextArea, TextField};
use crate::door::{Fields, Say};
use crate::locale::Locale;
use crate::patient::say;
use crate::t;

/// Who types the details in, and so what a browser may fill in and what the form says beside a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typist {
    /// The patient, about themselves.
    Patient,
    /// A member of staff, whose own name and number, and those of the patient before, have no business there.
    Staff,
}

impl Typist {
    fn fills(self, own: &'static str) -> &'static str {
        match self {
            Typist::Patient => own,
            Typist::Staff => "off",
        }
    }

    /// A hint that speaks to the patient.
    fn hint(self, words: String) -> Option<String> {
        (self == Typist::Patient).then_some(words)
    }
}

/// More than the rule (which has a sentence of its own), so that a text that is a little too long can be shortened in
/// its field; far less than what the door takes in, so that no paste loses the form.
const NOTE_FIELD_MAX: u32 = 5000;

/// Draws the fields with what was typed into them and what is wrong with it.
pub(crate) fn fields(
    locale: Locale,
    typed: &Fields,
    said: Option<&Say>,
    required: Required,
    typist: Typist,
) -> AnyView {
    let value = |name: &str| typed.get(name).to_owned();
    let wrong = |name: &str| say::mistake(said, name);
    view! {
        <TextField
            locale=locale
            name="name"
            label=t!(locale, "details-name")
            hint=typist.hint(t!(locale, "details-name-hint"))
            value=value("name")
            error=wrong("name")
            autocomplete=typist.fills("name")
        />
        {kana(locale, typed, said, required, typist)}
        <BirthDate
            locale=locale
            value=BirthDateValues {
                era: value("birth_era"),
                year: value(BirthPart::Year.id()),
                month: value(BirthPart::Month.id()),
                day: value(BirthPart::Day.id()),
            }
            error=birth_mistake(said)
            optional=!required.birth
            fills=typist == Typist::Patient
        />
        <TextField
            locale=locale
            name="phone"
            label=t!(locale, "details-phone")
            hint=typist.hint(t!(locale, "details-phone-hint"))
            value=value("phone")
            error=wrong("phone")
            kind="tel"
            autocomplete=typist.fills("tel")
        />
        <TextField
            locale=locale
            name="email"
            label=t!(locale, "details-email")
            hint=typist.hint(t!(locale, "details-email-hint"))
            value=value("email")
            error=wrong("email")
            optional=true
            kind="email"
            autocomplete=typist.fills("email")
            maxlength=u32::try_from(EMAIL_MAX).unwrap_or(u32::MAX)
        />
        <TextArea
            locale=locale
            name="note"
            label=t!(locale, "details-note")
            hint=typist.hint(t!(locale, "details-note-hint"))
            value=value("note")
            error=wrong("note")
            optional=true
            maxlength=NOTE_FIELD_MAX
        />
    }
    .into_any()
}

/// The reading. English pages don't ask for it; one that was given before the language was changed travels along.
fn kana(
    locale: Locale,
    typed: &Fields,
    said: Option<&Say>,
    required: Required,
    typist: Typist,
) -> AnyView {
    let value = typed.get("kana").to_owned();
    let error = say::mistake(said, "kana");
    if locale == Locale::En && !required.kana && error.is_none() && required.birth {
        return if value.is_empty() {
            ().into_any()
        } else {
            view! { <HiddenField name="kana" value=value/> }.into_any()
        };
    }
    view! {
        <TextField
            locale=locale
            name="kana"
            label=t!(locale, "details-kana")
            hint=t!(locale, "details-kana-hint")
            value=value
            error=error
            optional=!required.kana
            autocomplete=(typist == Typist::Staff).then_some("off")
            maxlength=u32::try_from(NAME_MAX).unwrap_or(u32::MAX)
        />
    }
    .into_any()
}

fn birth_mistake(said: Option<&Say>) -> Option<(BirthPart, String)> {
    [BirthPart::Year, BirthPart::Month, BirthPart::Day]
        .into_iter()
        .find_map(|part| Some((part, say::mistake(said, part.id())?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::door::FieldError;

    fn html(locale: Locale, typed: &[(&str, &str)], said: Option<&Say>) -> String {
        let typed = Fields(
            typed
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect(),
        );
        let required = Required::of_patient(locale);
        Owner::new().with(|| fields(locale, &typed, said, required, Typist::Patient).to_html())
    }

    #[test]
    fn c111_what_was_typed_is_shown_and_never_run() {
        for bad in [
            "<script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>",
            "</textarea><script>x</script>",
        ] {
            let page = html(
                Locale::Ja,
                &[
                    ("name", bad),
                    ("note", bad),
                    ("phone", bad),
                    ("birth_day", bad),
                ],
                None,
            );
            assert!(
                !page.contains("<script>") && !page.contains("<img"),
                "{page}"
            );
            assert!(page.contains("&lt;"), "{page}");
        }
    }

    #[test]
    fn c118_what_was_typed_comes_back() {
        let typed = [
            ("name", "O'Neill 🦷"),
            ("kana", "オニール"),
            ("birth_era", "showa"),
            ("birth_year", "56"),
            ("phone", "０９０"),
            ("email", "a@b.jp"),
            ("note", "38度"),
        ];
        let page = html(Locale::Ja, &typed, Some(&Say::NoToken));
        for wanted in [
            "value=\"オニール\"",
            "value=\"56\"",
            "value=\"０９０\"",
            "value=\"a@b.jp\"",
            "38度",
            "🦷",
        ] {
            assert!(page.contains(wanted), "{wanted} in {page}");
        }
        let showa = page.split("value=\"showa\"").nth(1).unwrap_or_default();
        assert!(
            showa
                .split('>')
                .next()
                .unwrap_or_default()
                .contains("checked"),
            "{page}"
        );
    }

    #[test]
    fn a_mistake_stands_at_its_field_in_the_words_of_the_summary() {
        let text = "電話番号を入力してください。".to_owned();
        let said = Say::Mistakes(vec![
            FieldError {
                field: "phone",
                text: text.clone(),
            },
            FieldError {
                field: "birth_day",
                text: "日".into(),
            },
        ]);
        let page = html(Locale::Ja, &[], Some(&said));
        assert!(
            page.contains("id=\"phone-error\"") && page.contains(&text),
            "{page}"
        );
        assert_eq!(page.matches("aria-invalid=\"true\"").count(), 2, "{page}");
    }

    #[test]
    fn a_browser_fills_in_the_patients_own_form_alone() {
        let drawn = |typist| {
            let nothing = Fields::default();
            let view = || fields(Locale::Ja, &nothing, None, Required::OF_STAFF, typist);
            Owner::new().with(|| view().to_html())
        };
        let (own, staff) = (drawn(Typist::Patient), drawn(Typist::Staff));
        for offered in ["name", "tel", "email", "bday-month", "bday-day"] {
            let attribute = format!("autocomplete=\"{offered}\"");
            assert!(own.contains(&attribute), "{attribute} in {own}");
            assert!(!staff.contains(&attribute), "{attribute} in {staff}");
        }
        let lines = staff.split("<input").skip(1);
        for line in lines.filter(|line| !line.contains("type=\"radio\"")) {
            let tag = line.split('>').next().unwrap_or_default();
            assert!(tag.contains("autocomplete=\"off\""), "{tag}");
        }
    }

    #[test]
    fn a_note_that_is_a_little_too_long_fits_into_its_field_and_a_whole_book_does_not() {
        let page = html(Locale::Ja, &[], None);
        assert!(page.contains("maxlength=\"5000\""), "{page}");
    }

    #[test]
    fn an_english_page_asks_for_no_reading_and_keeps_one_that_was_given() {
        assert!(!html(Locale::En, &[], None).contains("kana"));
        let page = html(Locale::En, &[("kana", "ヤマダ")], None);
        assert!(
            page.contains("type=\"hidden\"") && page.contains("ヤマダ"),
            "{page}"
        );
        assert!(html(Locale::Ja, &[], None).contains("フリガナ"));
    }
}
