//! What can be wrong with what was typed: data first, words last.

use crate::components::BirthPart;
use crate::locale::Locale;
use crate::t;

/// The longest name and reading, in characters.
pub(crate) const NAME_MAX: usize = 100;
/// The longest note, in characters.
pub(crate) const NOTE_MAX: usize = 1000;
/// The longest e-mail address, in bytes, as the mail standards have it.
pub(crate) const EMAIL_MAX: usize = 254;

/// One mistake in one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// No name.
    NameMissing,
    /// More than [`NAME_MAX`] characters.
    NameLong,
    /// Control characters in it.
    NameCharacters,
    /// No reading.
    KanaMissing,
    /// More than [`NAME_MAX`] characters.
    KanaLong,
    /// Something else than kana in it.
    KanaCharacters,
    /// No date of birth.
    BirthMissing,
    /// None of the eras.
    BirthEraMissing,
    /// No year.
    BirthYearMissing,
    /// The year is no number.
    BirthYearNotNumber,
    /// A Western year of one or two digits.
    BirthYearShort,
    /// A year that this era does not have.
    BirthEraYear {
        /// Its last.
        last: i32,
    },
    /// No month.
    BirthMonthMissing,
    /// Not 1 to 12.
    BirthMonthWrong,
    /// No day.
    BirthDayMissing,
    /// The day is no number.
    BirthDayNotNumber,
    /// A day that this month does not have.
    BirthNoSuchDay {
        /// The month.
        month: i32,
        /// Its last day.
        last: u32,
    },
    /// After today.
    BirthFuture,
    /// Before 1900.
    BirthTooEarly,
    /// No telephone number.
    PhoneMissing,
    /// Too many or too few digits, or a number that can't be.
    PhoneLength {
        /// How many were typed.
        digits: usize,
        /// True where ten or eleven are expected.
        region_is_japan: bool,
    },
    /// Letters in it.
    PhoneCharacters,
    /// Not an e-mail address.
    EmailWrong,
    /// More than [`NOTE_MAX`] characters.
    NoteLong {
        /// How many there are.
        characters: usize,
    },
    /// Control characters in it.
    NoteCharacters,
}

impl Mistake {
    /// The id of the field: the error summary leads there.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Mistake::NameMissing | Mistake::NameLong | Mistake::NameCharacters => "name",
            Mistake::KanaMissing | Mistake::KanaLong | Mistake::KanaCharacters => "kana",
            Mistake::BirthMissing
            | Mistake::BirthEraMissing
            | Mistake::BirthYearMissing
            | Mistake::BirthYearNotNumber
            | Mistake::BirthYearShort
            | Mistake::BirthEraYear { .. }
            | Mistake::BirthFuture
            | Mistake::BirthTooEarly => BirthPart::Year.id(),
            Mistake::BirthMonthMissing | Mistake::BirthMonthWrong => BirthPart::Month.id(),
            Mistake::BirthDayMissing
            | Mistake::BirthDayNotNumber
            | Mistake::BirthNoSuchDay { .. } => BirthPart::Day.id(),
            Mistake::PhoneMissing | Mistake::PhoneLength { .. } | Mistake::PhoneCharacters => {
                "phone"
            }
            Mistake::EmailWrong => "email",
            Mistake::NoteLong { .. } | Mistake::NoteCharacters => "note",
        }
    }

    /// What is wrong and how to put it right.
    pub(crate) fn text(self, locale: Locale) -> String {
        match self {
            Mistake::NameMissing => t!(locale, "mistake-name-missing"),
            Mistake::NameLong => t!(locale, "mistake-name-long", most = NAME_MAX),
            Mistake::NameCharacters => t!(locale, "mistake-name-characters"),
            Mistake::KanaMissing => t!(locale, "mistake-kana-missing"),
            Mistake::KanaLong => t!(locale, "mistake-kana-long", most = NAME_MAX),
            Mistake::KanaCharacters => t!(locale, "mistake-kana-characters"),
            Mistake::PhoneMissing => t!(locale, "mistake-phone-missing"),
            Mistake::PhoneLength {
                digits,
                region_is_japan: true,
            } => {
                t!(locale, "mistake-phone-length-japan", digits = digits)
            }
            Mistake::PhoneLength {
                digits,
                region_is_japan: false,
            } => {
                t!(locale, "mistake-phone-length", digits = digits)
            }
            Mistake::PhoneCharacters => t!(locale, "mistake-phone-characters"),
            Mistake::EmailWrong => t!(locale, "mistake-email-wrong"),
            // As text, or Fluent would write 1,000 with a comma.
            Mistake::NoteLong { characters } => {
                t!(
                    locale,
                    "mistake-note-long",
                    most = NOTE_MAX.to_string(),
                    characters = characters.to_string()
                )
            }
            Mistake::NoteCharacters => t!(locale, "mistake-note-characters"),
            birth => birth.birth_text(locale),
        }
    }

    fn birth_text(self, locale: Locale) -> String {
        match self {
            Mistake::BirthEraMissing => t!(locale, "mistake-birth-era"),
            Mistake::BirthYearMissing => t!(locale, "mistake-birth-year-missing"),
            Mistake::BirthYearNotNumber => t!(locale, "mistake-birth-year-number"),
            Mistake::BirthYearShort => t!(locale, "mistake-birth-year-short"),
            Mistake::BirthEraYear { last } => {
                t!(locale, "mistake-birth-era-year", last = last.to_string())
            }
            Mistake::BirthMonthMissing => t!(locale, "mistake-birth-month-missing"),
            Mistake::BirthMonthWrong => t!(locale, "mistake-birth-month"),
            Mistake::BirthDayMissing => t!(locale, "mistake-birth-day-missing"),
            Mistake::BirthDayNotNumber => t!(locale, "mistake-birth-day-number"),
            Mistake::BirthNoSuchDay { month, last } => {
                t!(
                    locale,
                    "mistake-birth-no-such-day",
                    month = month_name(month, locale),
                    last = last
                )
            }
            Mistake::BirthFuture => t!(locale, "mistake-birth-future"),
            Mistake::BirthTooEarly => t!(locale, "mistake-birth-early"),
            // All others are told above.
            _ => t!(locale, "mistake-birth-missing"),
        }
    }
}

fn month_name(month: i32, locale: Locale) -> String {
    const ENGLISH: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let index = usize::try_from(month - 1).unwrap_or_default();
    match (locale, ENGLISH.get(index)) {
        (Locale::En, Some(name)) => (*name).to_owned(),
        _ => format!("{month}月"),
    }
}
