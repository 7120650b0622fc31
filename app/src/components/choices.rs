//! One of several, as cards: an empty dot that becomes the one filled dot.

use leptos::prelude::*;

use super::field::{FieldError, described_by, optional_word};
use super::mark::join;
use super::page::foreign;
use super::text::MaybeText;
use crate::locale::Locale;

/// One card.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The value that is sent.
    pub value: String,
    /// Its name.
    pub label: String,
    /// Lines below the name: what it is, when it is free next.
    pub details: Vec<String>,
}

/// Radio cards under a question.
#[component]
pub fn Choices(
    /// The language.
    locale: Locale,
    /// The name that is sent; the first card has it as its id, for the error summary.
    #[prop(into)]
    name: String,
    /// The question.
    #[prop(into)]
    legend: String,
    /// The cards.
    options: Vec<Choice>,
    /// The value of the chosen one.
    #[prop(optional, into)]
    selected: MaybeText,
    /// Help that is needed before choosing.
    #[prop(optional, into)]
    hint: MaybeText,
    /// What is wrong with the choice.
    #[prop(optional, into)]
    error: MaybeText,
    /// Whether nothing need be chosen.
    #[prop(optional)]
    optional: bool,
    /// Whether short cards stand beside each other.
    #[prop(optional)]
    inline: bool,
) -> impl IntoView {
    let (selected, hint, error) = (selected.0, hint.0, error.0);
    let described = described_by(&name, hint.is_some(), error.is_some());
    let wrong = error.is_some();
    let cards: Vec<_> = options
        .into_iter()
        .enumerate()
        .map(|(index, choice)| {
            let checked = selected.as_deref() == Some(choice.value.as_str());
            let id = (index == 0).then(|| name.clone());
            card(locale, id, &name, choice, checked, !optional)
        })
        .collect();
    let hint =
        hint.map(|hint| view! { <span class="hint" id=format!("{name}-hint")>{hint}</span> });
    let error = error.map(
        |message| view! { <FieldError locale=locale id=format!("{name}-error") message=message/> },
    );
    view! {
        <fieldset class=join("field", if wrong { "wrong" } else { "" }) aria-describedby=described>
            <legend>{legend}{optional_word(locale, optional)}</legend>
            {hint}
            {error}
            <div class=join("choices", if inline { "inline" } else { "" })>{cards}</div>
        </fieldset>
    }
    .into_any()
}

fn card(
    locale: Locale,
    id: Option<String>,
    name: &str,
    choice: Choice,
    checked: bool,
    required: bool,
) -> impl IntoView + use<> {
    let lang = foreign(&choice.label, locale);
    let details: Vec<_> = choice
        .details
        .into_iter()
        .map(|line| view! { <small>{line}</small> })
        .collect();
    view! {
        <label class="choice">
            <input
                type="radio"
                id=id
                name=name.to_owned()
                value=choice.value
                checked=checked
                required=required
            />
            <span><strong lang=lang>{choice.label}</strong>{details}</span>
        </label>
    }
}
