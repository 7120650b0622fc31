//! Buttons and links that look like them, and what goes with sending a form.

use leptos::prelude::*;

use super::mark::{Icon, Mark};
use super::text::MaybeText;
use crate::locale::Locale;
use crate::t;

/// How much a button asks to be pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ButtonKind {
    /// The one next step of a page: large and filled.
    Main,
    /// Filled, of normal size: the next step of a row.
    Filled,
    /// Outlined.
    #[default]
    Plain,
    /// A way out.
    Quiet,
}

impl ButtonKind {
    fn class(self, small: bool) -> String {
        let kind = match self {
            ButtonKind::Main => " main",
            ButtonKind::Filled => " filled",
            ButtonKind::Plain => "",
            ButtonKind::Quiet => " quiet",
        };
        format!("button{kind}{}", if small { " small" } else { "" })
    }
}

/// A submit button. Its label and "sending…" share one place, so that its size never changes.
#[component]
pub fn Button(
    /// The language (of "sending…").
    locale: Locale,
    /// A verb.
    #[prop(into)]
    label: String,
    /// How much it asks to be pressed.
    #[prop(optional)]
    kind: ButtonKind,
    /// Whether it is a small one.
    #[prop(optional)]
    small: bool,
    /// What to say while it works, instead of "sending…".
    #[prop(optional, into)]
    busy: MaybeText,
    /// The name that is sent when this button is the one pressed.
    #[prop(optional, into)]
    name: MaybeText,
    /// The value that goes with the name.
    #[prop(optional, into)]
    value: MaybeText,
    /// Another address than the form's.
    #[prop(optional, into)]
    formaction: MaybeText,
    /// Whether the browser's own validation is skipped.
    #[prop(optional)]
    formnovalidate: bool,
    /// The id of the element that says what this button is about.
    #[prop(optional, into)]
    described_by: MaybeText,
) -> impl IntoView {
    let (busy, name, value, formaction, described_by) =
        (busy.0, name.0, value.0, formaction.0, described_by.0);
    let busy = busy.unwrap_or_else(|| t!(locale, "button-sending"));
    view! {
        // Firefox would restore `disabled` after a reload if autocomplete were on.
        <button
            class=kind.class(small)
            type="submit"
            {..leptos::attr::autocomplete("off")}
            name=name
            value=value
            formaction=formaction
            formnovalidate=formnovalidate
            aria-describedby=described_by
        >
            <Swap label=label busy=busy/>
        </button>
    }
    .into_any()
}

/// Two labels in one place.
#[component]
fn Swap(label: String, busy: String) -> impl IntoView {
    view! { <span class="swap"><span class="label">{label}</span><span class="busy">{busy}</span></span> }
}

/// A link that looks like a button.
#[component]
pub fn ButtonLink(
    /// Where it leads.
    #[prop(into)]
    href: String,
    /// What is done there.
    #[prop(into)]
    label: String,
    /// How much it asks to be pressed.
    #[prop(optional)]
    kind: ButtonKind,
    /// Whether it is a small one.
    #[prop(optional)]
    small: bool,
    /// A mark before the label.
    #[prop(optional_no_strip, into)]
    before: Option<Icon>,
    /// A mark behind the label.
    #[prop(optional_no_strip, into)]
    after: Option<Icon>,
) -> impl IntoView {
    view! {
        <a class=kind.class(small) href=href>
            {before.map(|icon| view! { <Mark icon=icon/> })}
            <span>{label}</span>
            {after.map(|icon| view! { <Mark icon=icon/> })}
        </a>
    }
}

/// The first button of a form with several: Enter in a field presses this one, never
/// "more time" or "release". It can't be seen or reached.
#[component]
pub fn EnterButton(
    /// The name that is sent.
    #[prop(into)]
    name: String,
    /// The value that is sent.
    #[prop(into)]
    value: String,
    /// The verb of the visible button that it stands for.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    view! {
        <button
            class="hidden-text"
            type="submit"
            {..leptos::attr::autocomplete("off")}
            name=name
            value=value
            tabindex="-1"
            aria-hidden="true"
        >
            {label}
        </button>
    }
}

/// The way to the receipt inside a form. The script uncovers it after eight seconds
/// without an answer; the address is known before the form is sent.
#[component]
pub fn ReceiptLink(
    /// The language.
    locale: Locale,
    /// `/receipt/…` of this form.
    #[prop(into)]
    href: String,
) -> impl IntoView {
    view! {
        <div role="status">
            <p class="no-answer" data-receipt="" hidden>
                {t!(locale, "receipt-no-answer")} " "
                <a href=href>{t!(locale, "receipt-see")}</a>
            </p>
        </div>
    }
}

/// A value that travels with a form.
#[component]
pub fn HiddenField(
    /// Its name.
    #[prop(into)]
    name: String,
    /// Its value.
    #[prop(into)]
    value: String,
) -> impl IntoView {
    view! { <input type="hidden" name=name value=value autocomplete="off"/> }
}
