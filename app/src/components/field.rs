//! Fields: label, hint, error, input, in this order. What was typed comes back as a prop.

use leptos::prelude::*;

use super::mark::{Icon, Mark, join};
use super::text::MaybeText;
use crate::locale::Locale;
use crate::t;

/// A line of text, a number, a date: whatever `<input>` takes.
#[component]
pub fn TextField(
    /// The language.
    locale: Locale,
    /// The name that is sent; also the id, and so the target of the error summary.
    #[prop(into)]
    name: String,
    /// What is asked for.
    #[prop(into)]
    label: String,
    /// What was typed before.
    #[prop(optional, into)]
    value: String,
    /// Help that is needed before typing.
    #[prop(optional, into)]
    hint: MaybeText,
    /// What is wrong with it, in the words of the error summary.
    #[prop(optional, into)]
    error: MaybeText,
    /// Whether it may be left empty; such a field says so.
    #[prop(optional)]
    optional: bool,
    /// The type of the input.
    #[prop(default = "text")]
    kind: &'static str,
    /// What the browser may fill in.
    #[prop(optional_no_strip, into)]
    autocomplete: Option<&'static str>,
    /// Which keyboard a phone shows.
    #[prop(optional_no_strip, into)]
    inputmode: Option<&'static str>,
    /// The longest text that the input takes.
    #[prop(optional_no_strip, into)]
    maxlength: Option<u32>,
    /// Whether the input is a narrow one (dates, clocks, short codes).
    #[prop(optional)]
    short: bool,
) -> impl IntoView {
    let (hint, error) = (hint.0, error.0);
    let around = Around::new(&name, hint, error, optional);
    let input = view! {
        <input
            class=join("input", if short { "short" } else { "" })
            id=name.clone()
            name=name
            type=kind
            value=value
            autocomplete=autocomplete
            inputmode=inputmode
            maxlength=maxlength.map(|length| length.to_string())
            aria-describedby=around.described_by()
            aria-invalid=around.invalid()
            required=!optional
        />
    };
    around.frame(locale, label, input.into_any())
}

/// Several lines of text.
#[component]
pub fn TextArea(
    /// The language.
    locale: Locale,
    /// The name that is sent; also the id.
    #[prop(into)]
    name: String,
    /// What is asked for.
    #[prop(into)]
    label: String,
    /// What was typed before.
    #[prop(optional, into)]
    value: String,
    /// Help that is needed before typing.
    #[prop(optional, into)]
    hint: MaybeText,
    /// What is wrong with it.
    #[prop(optional, into)]
    error: MaybeText,
    /// Whether it may be left empty.
    #[prop(optional)]
    optional: bool,
    /// How many lines it shows.
    #[prop(default = 4)]
    rows: u32,
    /// The longest text that it takes.
    #[prop(optional_no_strip, into)]
    maxlength: Option<u32>,
) -> impl IntoView {
    let (hint, error) = (hint.0, error.0);
    let around = Around::new(&name, hint, error, optional);
    // A browser drops the first line break after the tag: this one is there to be dropped,
    // so that a text which begins with an empty line keeps it. The renderer writes what is
    // inside a text area as it is, so escaping it is ours (tested with a closing tag).
    let text = format!("\n{}", escape(&value));
    let input = view! {
        <textarea
            class="input"
            id=name.clone()
            name=name
            rows=rows.to_string()
            maxlength=maxlength.map(|length| length.to_string())
            aria-describedby=around.described_by()
            aria-invalid=around.invalid()
            required=!optional
            inner_html=text
        ></textarea>
    };
    around.frame(locale, label, input.into_any())
}

/// One of a list, for staff forms; patients get [`Choices`](super::Choices).
#[component]
pub fn SelectField(
    /// The language.
    locale: Locale,
    /// The name that is sent; also the id.
    #[prop(into)]
    name: String,
    /// What is asked for.
    #[prop(into)]
    label: String,
    /// Values and their words.
    options: Vec<(String, String)>,
    /// The chosen value.
    #[prop(optional, into)]
    value: String,
    /// Help that is needed before choosing.
    #[prop(optional, into)]
    hint: MaybeText,
    /// What is wrong with it.
    #[prop(optional, into)]
    error: MaybeText,
    /// Whether it may be left alone.
    #[prop(optional)]
    optional: bool,
) -> impl IntoView {
    let (hint, error) = (hint.0, error.0);
    let around = Around::new(&name, hint, error, optional);
    let options: Vec<_> = options
        .into_iter()
        .map(|(option, word)| {
            let selected = option == value;
            view! { <option value=option selected=selected>{word}</option> }
        })
        .collect();
    let input = view! {
        <select
            class="input"
            id=name.clone()
            name=name
            autocomplete="off"
            aria-describedby=around.described_by()
            aria-invalid=around.invalid()
            required=!optional
        >
            {options}
        </select>
    };
    around.frame(locale, label, input.into_any())
}

/// A single yes or no.
#[component]
pub fn CheckField(
    /// The name that is sent; also the id.
    #[prop(into)]
    name: String,
    /// What is agreed to.
    #[prop(into)]
    label: String,
    /// The value that is sent when it is ticked.
    #[prop(default = "yes".to_owned(), into)]
    value: String,
    /// Whether it is ticked.
    #[prop(optional)]
    checked: bool,
) -> impl IntoView {
    view! {
        <label class="check">
            <input type="checkbox" id=name.clone() name=name value=value checked=checked autocomplete="off"/>
            <span>{label}</span>
        </label>
    }
}

/// What is wrong with a field, beside the field.
#[component]
pub(super) fn FieldError(locale: Locale, id: String, message: String) -> impl IntoView {
    view! {
        <p class="error" id=id>
            <Mark icon=Icon::Alert/>
            <span><span class="hidden-text">{t!(locale, "error-prefix")}</span>{message}</span>
        </p>
    }
}

/// "optional", behind a label.
pub(super) fn optional_word(locale: Locale, optional: bool) -> Option<impl IntoView> {
    optional.then(|| view! { <span class="optional">{t!(locale, "field-optional")}</span> })
}

/// What stands around an input.
struct Around {
    id: String,
    hint: Option<String>,
    error: Option<String>,
    optional: bool,
}

impl Around {
    fn new(id: &str, hint: Option<String>, error: Option<String>, optional: bool) -> Around {
        Around {
            id: id.to_owned(),
            hint,
            error,
            optional,
        }
    }

    fn described_by(&self) -> Option<String> {
        described_by(&self.id, self.hint.is_some(), self.error.is_some())
    }

    fn invalid(&self) -> Option<&'static str> {
        self.error.is_some().then_some("true")
    }

    fn frame(self, locale: Locale, label: String, input: AnyView) -> AnyView {
        let id = self.id;
        let wrong = self.error.is_some();
        let hint = self
            .hint
            .map(|hint| view! { <span class="hint" id=format!("{id}-hint")>{hint}</span> });
        let error = self.error.map(|message| {
            view! { <FieldError locale=locale id=format!("{id}-error") message=message/> }
        });
        view! {
            <div class=join("field", if wrong { "wrong" } else { "" })>
                <label for=id>{label}{optional_word(locale, self.optional)}</label>
                {hint}
                {error}
                {input}
            </div>
        }
        .into_any()
    }
}

/// Text as it may stand between tags.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The ids of hint and error, for `aria-describedby`.
pub(super) fn described_by(id: &str, hint: bool, error: bool) -> Option<String> {
    match (hint, error) {
        (false, false) => None,
        (true, false) => Some(format!("{id}-hint")),
        (false, true) => Some(format!("{id}-error")),
        (true, true) => Some(format!("{id}-hint {id}-error")),
    }
}
