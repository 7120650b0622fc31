//! The date of birth: the way the year is counted, then three numbers. No calendar to
//! scroll through a lifetime, no list of 120 years.

use leptos::prelude::*;

use super::field::{FieldError, optional_word};
use super::mark::join;
use crate::locale::Locale;
use crate::t;

/// The values of `era`, in the order of the page.
pub const ERAS: [&str; 5] = ["ce", "reiwa", "heisei", "showa", "taisho"];

/// What was typed, as it was typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BirthDateValues {
    /// One of [`ERAS`]; anything else shows as the Western count.
    pub era: String,
    /// The year within the era.
    pub year: String,
    /// The month.
    pub month: String,
    /// The day.
    pub day: String,
}

/// The number that is wrong; the error summary links to [`BirthPart::id`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BirthPart {
    /// The year, or the date as a whole.
    Year,
    /// The month.
    Month,
    /// The day.
    Day,
}

impl BirthPart {
    /// Name and id of the field.
    pub const fn id(self) -> &'static str {
        match self {
            BirthPart::Year => "birth_year",
            BirthPart::Month => "birth_month",
            BirthPart::Day => "birth_day",
        }
    }
}

/// Sends `birth_era`, `birth_year`, `birth_month` and `birth_day`.
#[component]
pub fn BirthDate(
    /// The language.
    locale: Locale,
    /// What was typed before.
    #[prop(optional)]
    value: BirthDateValues,
    /// Which number is wrong, and what is wrong with it.
    #[prop(optional_no_strip, into)]
    error: Option<(BirthPart, String)>,
    /// Whether it may be left empty.
    #[prop(optional)]
    optional: bool,
    /// Whether the browser may fill it in: not where somebody types another person's date.
    #[prop(default = true)]
    fills: bool,
) -> impl IntoView {
    let wrong = error.as_ref().map(|(part, _)| *part);
    let chosen = ERAS
        .into_iter()
        .find(|era| *era == value.era)
        .unwrap_or(ERAS[0]);
    let eras: Vec<_> = ERAS
        .into_iter()
        .map(|era| era_card(locale, era, era == chosen))
        .collect();
    let number = |part, value, words, length, own| NumberProps {
        part,
        value,
        words,
        length,
        fills: if fills { own } else { "off" },
        wrong: wrong == Some(part),
        required: !optional,
    };
    let (year, month, day) = (
        number(
            BirthPart::Year,
            value.year,
            t!(locale, "birth-year"),
            "4",
            // Not "off": browsers give such a field back empty after Back. Not "bday-year": it may be of an era.
            "on",
        ),
        number(
            BirthPart::Month,
            value.month,
            t!(locale, "birth-month"),
            "2",
            "bday-month",
        ),
        number(
            BirthPart::Day,
            value.day,
            t!(locale, "birth-day"),
            "2",
            "bday-day",
        ),
    );
    let described = wrong.map(|_| "birth-error");
    let error = error.map(|(_, message)| {
        view! { <FieldError locale=locale id="birth-error".to_owned() message=message/> }
    });
    view! {
        <fieldset
            class=join("field", if wrong.is_some() { "wrong" } else { "" })
            aria-describedby=described
        >
            <legend>{t!(locale, "birth-label")}{optional_word(locale, optional)}</legend>
            {error}
            <div class="choices era" role="radiogroup" aria-label=t!(locale, "birth-era")>{eras}</div>
            <div class="date">{year.view()}{month.view()}{day.view()}</div>
        </fieldset>
    }
    .into_any()
}

fn era_card(locale: Locale, era: &'static str, checked: bool) -> impl IntoView {
    let word = match era {
        "reiwa" => t!(locale, "era-reiwa"),
        "heisei" => t!(locale, "era-heisei"),
        "showa" => t!(locale, "era-showa"),
        "taisho" => t!(locale, "era-taisho"),
        _ => t!(locale, "era-ce"),
    };
    view! {
        <label class="choice">
            <input type="radio" name="birth_era" value=era checked=checked/>
            <span><strong>{word}</strong></span>
        </label>
    }
}

struct NumberProps {
    part: BirthPart,
    value: String,
    words: String,
    length: &'static str,
    fills: &'static str,
    wrong: bool,
    required: bool,
}

impl NumberProps {
    fn view(self) -> impl IntoView {
        let described = self.wrong.then_some("birth-error");
        view! {
            <label>
                <input
                    class="input number"
                    id=self.part.id()
                    name=self.part.id()
                    value=self.value
                    inputmode="numeric"
                    maxlength=self.length
                    autocomplete=self.fills
                    aria-invalid=self.wrong.then_some("true")
                    aria-describedby=described
                    required=self.required
                />
                {self.words}
            </label>
        }
    }
}
