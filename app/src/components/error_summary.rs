//! How many things to put right, and the way to each of them.

use leptos::prelude::*;

use super::mark::{Icon, Mark};
use crate::locale::Locale;
use crate::t;

/// A mistake in a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The id of the field.
    pub field: String,
    /// The same words that stand at the field.
    pub message: String,
}

/// The first thing after the steps; shows nothing when there is no mistake.
///
/// It takes the focus when the page opens, by `autofocus`, so without any script. The
/// page's title begins with the word for "error" at the same time.
#[component]
pub fn ErrorSummary(
    /// The language.
    locale: Locale,
    /// The mistakes in the order of the fields.
    mistakes: Vec<Mistake>,
) -> impl IntoView {
    (!mistakes.is_empty()).then(|| {
        let title = t!(locale, "error-summary-title", count = mistakes.len());
        let links: Vec<_> = mistakes
            .into_iter()
            .map(|mistake| {
                view! { <li><a href=format!("#{}", mistake.field)>{mistake.message}</a></li> }
            })
            .collect();
        view! {
            <div
                class="error-summary"
                role="alert"
                tabindex="-1"
                autofocus
                aria-labelledby="error-summary-title"
            >
                <h2 id="error-summary-title"><Mark icon=Icon::Alert/>{title}</h2>
                <p>{t!(locale, "error-summary-kept")}</p>
                <ul>{links}</ul>
            </div>
        }
        .into_any()
    })
}
