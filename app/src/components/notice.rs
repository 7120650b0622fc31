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
    /// Whether it is what came of a press: it takes the focus when the page opens, so that it is read out, and the
    /// next Tab goes to what can be done about it.
    #[prop(optional)]
    focus: bool,
    /// The words.
    children: Children,
) -> impl IntoView {
    let class = match tone {
        Tone::Plain | Tone::Accent => "notice",
        Tone::Wait => "notice wait-note",
        Tone::Stop => "notice stop-note",
    };
    view! {
        <div class=class role="status" tabindex=focus.then_some("-1") autofocus=focus>
            <Mark icon=icon/>
            <div>{children()}</div>
        </div>
    }
    .into_any()
}
