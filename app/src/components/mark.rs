//! Marks: a shape with its word beside it, so that nothing is said by colour alone.

use leptos::prelude::*;

/// A shape. Each is drawn where it stands: a use of a shared symbol would not be shorter,
/// and fragments of a page stay whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// Ring: free.
    Free,
    /// Triangle: few left.
    Few,
    /// Cross: full, gone, refused.
    Full,
    /// Bar: closed.
    Closed,
    /// Handset: by phone only.
    Phone,
    /// Broken ring with a small dot: held.
    Held,
    /// Half dot: requested.
    Requested,
    /// Full dot: confirmed.
    Confirmed,
    /// Dot on a line: arrived.
    Arrived,
    /// Dot in a ring: with the doctor.
    Inside,
    /// Tick: done.
    Done,
    /// Struck ring: no-show.
    Missed,
    /// Clock: late, over, time.
    Late,
    /// Ring with a stroke: mind this.
    Alert,
    /// Arrow to the left.
    Back,
    /// Arrow to the right.
    Next,
}

impl Icon {
    /// All shapes, for legends and the gallery.
    pub const ALL: [Icon; 16] = [
        Icon::Free,
        Icon::Few,
        Icon::Full,
        Icon::Closed,
        Icon::Phone,
        Icon::Held,
        Icon::Requested,
        Icon::Confirmed,
        Icon::Arrived,
        Icon::Inside,
        Icon::Done,
        Icon::Missed,
        Icon::Late,
        Icon::Alert,
        Icon::Back,
        Icon::Next,
    ];

    /// The drawing on a field of 16 by 16; our own constant text, never anybody's input.
    const fn drawing(self) -> &'static str {
        match self {
            Icon::Free => r#"<circle cx="8" cy="8" r="6"/>"#,
            Icon::Few => r#"<path d="M8 2.5 14.2 13.5H1.8Z"/>"#,
            Icon::Full => r#"<path d="m3 3 10 10M13 3 3 13"/>"#,
            Icon::Closed => r#"<path d="M2 8h12"/>"#,
            Icon::Phone => {
                r#"<path d="M3.2 2.5h2.5l1.3 3.3-1.7 1.3a8 8 0 0 0 3.6 3.6l1.3-1.7 3.3 1.3v2.5a1 1 0 0 1-1 1A10.3 10.3 0 0 1 2.2 3.5a1 1 0 0 1 1-1Z"/>"#
            }
            Icon::Held => {
                r#"<circle cx="8" cy="8" r="6.2" stroke-dasharray="2.6 2.27"/><circle class="solid" cx="8" cy="8" r="2.4"/>"#
            }
            Icon::Requested => {
                r#"<circle cx="8" cy="8" r="6"/><path class="solid" d="M8 2a6 6 0 0 0 0 12Z"/>"#
            }
            Icon::Confirmed => r#"<circle class="solid" cx="8" cy="8" r="7"/>"#,
            Icon::Arrived => r#"<circle class="solid" cx="8" cy="6" r="5"/><path d="M2 14.5h12"/>"#,
            Icon::Inside => {
                r#"<circle cx="8" cy="8" r="6.5"/><circle class="solid" cx="8" cy="8" r="3.6"/>"#
            }
            Icon::Done => r#"<path d="m2.5 8.5 3.7 3.8 7.3-8.3"/>"#,
            Icon::Missed => r#"<circle cx="8" cy="8" r="6"/><path d="m3.8 12.2 8.4-8.4"/>"#,
            Icon::Late => r#"<circle cx="8" cy="8" r="6"/><path d="M8 4.5V8l2.6 1.6"/>"#,
            Icon::Alert => r#"<circle cx="8" cy="8" r="6.5"/><path d="M8 4.6v4M8 11.4v.1"/>"#,
            Icon::Back => r#"<path d="M10 3 5 8l5 5"/>"#,
            Icon::Next => r#"<path d="m6 3 5 5-5 5"/>"#,
        }
    }
}

/// What a word or a card means beyond its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Nothing special.
    #[default]
    Plain,
    /// Ours, chosen, confirmed.
    Accent,
    /// Time runs or somebody waits.
    Wait,
    /// Wrong or gone.
    Stop,
}

impl Tone {
    /// The class that colours a text.
    pub const fn class(self) -> &'static str {
        match self {
            Tone::Plain => "",
            Tone::Accent => "accent",
            Tone::Wait => "wait",
            Tone::Stop => "stop",
        }
    }
}

/// The shape alone, hidden from screen readers: its word always stands beside it.
#[component]
pub fn Mark(
    /// Which shape.
    icon: Icon,
) -> impl IntoView {
    view! { <svg class="mark" viewBox="0 0 16 16" aria-hidden="true" inner_html=icon.drawing()></svg> }
}

/// Shape and word of a state, as in "half dot, requested".
#[component]
pub fn StateWord(
    /// Which shape.
    icon: Icon,
    /// The word beside it.
    #[prop(into)]
    word: String,
    /// Its colour.
    #[prop(optional)]
    tone: Tone,
) -> impl IntoView {
    view! { <span class=join("state", tone.class())><Mark icon=icon/>{word}</span> }
}

/// A small framed word beside a name: first visit, language, minutes late.
#[component]
pub fn Badge(
    /// The word.
    #[prop(into)]
    text: String,
    /// Its colour.
    #[prop(optional)]
    tone: Tone,
) -> impl IntoView {
    view! { <span class=join("badge", tone.class())>{text}</span> }
}

/// What the marks of a page mean.
#[component]
pub fn Legend(
    /// The name of the list.
    #[prop(into)]
    label: String,
    /// Shapes and their words.
    entries: Vec<(Icon, String)>,
) -> impl IntoView {
    let entries: Vec<_> = entries
        .into_iter()
        .map(|(icon, word)| view! { <li><Mark icon=icon/>{word}</li> })
        .collect();
    view! { <ul class="legend" aria-label=label>{entries}</ul> }
}

/// Class names, separated by one space, empty ones left out.
pub(crate) fn join(first: &str, second: &str) -> String {
    match (first, second) {
        (name, "") | ("", name) => name.to_owned(),
        _ => format!("{first} {second}"),
    }
}
