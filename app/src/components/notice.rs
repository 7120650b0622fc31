//! What just happened: one notice, at the top of a page.

use leptos::prelude::*;

use super::mark::{Icon, Mark, Tone};

/// A mark and words; the words are the children.
#[component]
pub fn Notice(
    /// Which shape leads it.
    icon: Icon,
    /// What kind of news it is.
    #[prop(optional)]
    tone: Tone,
    /// The words.
    children: Children,
) -> impl IntoView {
    let class = match tone {
        Tone::Plain | Tone::Accent => "notice",
        Tone::Wait => "notice wait-note",
        Tone::Stop => "notice stop-note",
    };
    view! {
        <div class=class role="status">
            <Mark icon=icon/>
            <div>{children()}</div>
        </div>
    }
    .into_any()
}
