//! Sheets of paper, and the time that is meant.

use leptos::prelude::*;

/// A plain sheet.
#[component]
pub fn Card(
    /// Whether it is a small one.
    #[prop(optional)]
    slim: bool,
    /// What lies on it.
    children: Children,
) -> impl IntoView {
    view! { <div class=if slim { "card slim" } else { "card" }>{children()}</div> }.into_any()
}

/// Day and clock of a visit, the clock large.
#[component]
pub fn When(
    /// `3月2日（月）`
    #[prop(into)]
    day: String,
    /// `10:00`
    #[prop(into)]
    clock: String,
    /// For `datetime=`.
    #[prop(into)]
    datetime: String,
) -> impl IntoView {
    view! {
        <p class="when">
            <span>{day}</span>
            " "
            <time class="clock" datetime=datetime>{clock}</time>
        </p>
    }
}
