//! The details form: strings to a [`Patient`], pure. What staff type goes through here too.

use chrono::NaiveDate;
use reservation::visit::Patient;
use unicode_normalization::UnicodeNormalization;

use super::birth::{TypedDate, birth};
use super::mistake::{EMAIL_MAX, Mistake, NAME_MAX, NOTE_MAX};
use super::phone::phone;
use crate::components::BirthPart;
use crate::door::{FieldError, Fields, Say};
use crate::locale::Locale;

/// Which fields can't be left empty; name and telephone number never can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Required {
    /// The reading of the name.
    pub(crate) kana: bool,
    /// The date of birth.
    pub(crate) birth: bool,
}

impl Required {
    /// What a patient has to give: the reading on Japanese pages alone.
    pub(crate) fn of_patient(locale: Locale) -> Self {
        Self {
            kana: locale == Locale::Ja,
            birth: true,
        }
    }
    /// What staff have to give, with the patient on the telephone.
    pub(crate) const OF_STAFF: Self = Self {
        kana: false,
        birth: false,
    };
}

/// What the fields are read against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules<'a> {
    /// Which can't be left empty.
    pub(crate) required: Required,
    /// Where telephone numbers without `+` belong (ISO 3166).
    pub(crate) region: &'a str,
    /// Today at the clinic.
    pub(crate) today: NaiveDate,
    /// The language of the page.
    pub(crate) locale: Locale,
}

/// The names of the fields, so that they can be carried from form to form.
pub(crate) const FIELDS: [&str; 9] = [
    "name",
    "kana",
    "birth_era",
    "birth_year",
    "birth_month",
    "birth_day",
    "phone",
    "email",
    "note",
];

/// Reads the whole form: a patient, or every mistake in the order of the fields.
pub(crate) fn details(fields: &Fields, rules: Rules<'_>) -> Result<Patient, Vec<Mistake>> {
    let typed = TypedDate {
        era: fields.get("birth_era"),
        year: fields.get(BirthPart::Year.id()),
        month: fields.get(BirthPart::Month.id()),
        day: fields.get(BirthPart::Day.id()),
    };
    let name = name(fields.get("name"));
    let kana = kana(fields.get("kana"), rules.required.kana);
    let birth = match birth(typed, rules.today) {
        Ok(None) if rules.required.birth => Err(Mistake::BirthMissing),
        read => read,
    };
    let e164 = phone(fields.get("phone"), rules.region);
    let email = email(fields.get("email"));
    let note = note(fields.get("note"));
    match (name, kana, birth, e164, email, note) {
        (Ok(name), Ok(kana), Ok(birth), Ok(phone_e164), Ok(email), Ok(note)) => Ok(Patient {
            name,
            kana,
            birth,
            phone: fields.get("phone").trim().to_owned(),
            phone_e164,
            email,
            note,
            language: rules.locale.tag().to_owned(),
        }),
        (name, kana, birth, e164, email, note) => {
            let told = [
                name.err(),
                kana.err(),
                birth.err(),
                e164.err(),
                email.err(),
                note.err(),
            ];
            Err(told.into_iter().flatten().collect())
        }
    }
}

/// The mistakes as a page says them.
pub(crate) fn say(mistakes: &[Mistake], locale: Locale) -> Say {
    let errors = mistakes.iter().map(|mistake| FieldError {
        field: mistake.field(),
        text: mistake.text(locale),
    });
    Say::Mistakes(errors.collect())
}

/// A name as typed: any script, emoji, apostrophes, joiners; spaces around it go.
fn name(typed: &str) -> Result<String, Mistake> {
    let name = typed.trim();
    if !name.chars().any(is_visible) {
        return Err(Mistake::NameMissing);
    }
    if name.chars().any(char::is_control) {
        return Err(Mistake::NameCharacters);
    }
    if name.chars().count() > NAME_MAX {
        return Err(Mistake::NameLong);
    }
    Ok(name.to_owned())
}

/// The reading in full-width katakana, whatever kind of kana it was typed in.
fn kana(typed: &str, required: bool) -> Result<Option<String>, Mistake> {
    // Half-width katakana and their marks become single full-width letters, the full-width space a plain one.
    let words: Vec<String> = typed
        .nfkc()
        .collect::<String>()
        .split_whitespace()
        .map(ToOwned::to_owned)
        .collect();
    let kana: String = words.join(" ").chars().map(katakana).collect();
    if kana.is_empty() {
        return if required {
            Err(Mistake::KanaMissing)
        } else {
            Ok(None)
        };
    }
    if !kana
        .chars()
        .all(|c| matches!(c, 'ァ'..='ヺ' | 'ー' | '・' | 'ヽ' | 'ヾ' | ' '))
    {
        return Err(Mistake::KanaCharacters);
    }
    if kana.chars().count() > NAME_MAX {
        return Err(Mistake::KanaLong);
    }
    Ok(Some(kana))
}

fn katakana(c: char) -> char {
    match c {
        'ぁ'..='ゖ' | 'ゝ' | 'ゞ' => char::from_u32(c as u32 + 0x60).unwrap_or(c),
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => 'ー',
        _ => c,
    }
}

/// An address as typed, if it can be one at all: whether it is one, only a message shows.
fn email(typed: &str) -> Result<Option<String>, Mistake> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let strange =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | ',' | ';' | '＠');
    let fits = typed.rsplit_once('@').is_some_and(|(local, domain)| {
        !local.is_empty()
            && !local.contains('@')
            && domain.contains('.')
            && domain.split('.').all(|label| !label.is_empty())
    });
    if !fits || typed.len() > EMAIL_MAX || typed.chars().any(strange) {
        return Err(Mistake::EmailWrong);
    }
    Ok(Some(typed.to_owned()))
}

fn note(typed: &str) -> Result<Option<String>, Mistake> {
    // Browsers send line ends as CR LF.
    let note = typed
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .trim()
        .to_owned();
    if !note.chars().any(is_visible) {
        return Ok(None);
    }
    if note
        .chars()
        .any(|c| c.is_control() && !matches!(c, '\n' | '\t'))
    {
        return Err(Mistake::NoteCharacters);
    }
    let characters = note.chars().count();
    if characters > NOTE_MAX {
        return Err(Mistake::NoteLong { characters });
    }
    Ok(Some(note))
}

/// False for spaces and for the signs that only steer how others are shown: a name of these alone is none.
fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !c.is_control()
        && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{00ad}' | '\u{fe00}'..='\u{fe0f}' | '\u{3164}')
}

#[cfg(test)]
mod tests;
