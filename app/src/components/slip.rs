//! The slip: what the patient has, or has not, got.

use leptos::prelude::*;

use super::mark::{Icon, Mark, StateWord, Tone};
use super::text::MaybeText;
use crate::locale::Locale;
use crate::t;

/// What it says. Only a confirmed one has the full band and the full dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlipKind {
    /// Kept for a few minutes, not booked.
    Held,
    /// Sent, waiting for the clinic.
    Requested,
    /// Booked.
    Confirmed,
    /// Taken by somebody else, cancelled, declined, run out.
    Gone,
    /// No trace of it.
    Nothing,
}

impl SlipKind {
    const fn class(self) -> &'static str {
        match self {
            SlipKind::Held => "slip held",
            SlipKind::Requested => "slip requested",
            SlipKind::Confirmed => "slip confirmed",
            SlipKind::Gone => "slip gone",
            SlipKind::Nothing => "slip nothing",
        }
    }

    const fn icon(self) -> Icon {
        match self {
            SlipKind::Held => Icon::Held,
            SlipKind::Requested => Icon::Requested,
            SlipKind::Confirmed => Icon::Confirmed,
            SlipKind::Gone => Icon::Full,
            SlipKind::Nothing => Icon::Free,
        }
    }

    const fn tone(self) -> Tone {
        match self {
            SlipKind::Held | SlipKind::Confirmed => Tone::Accent,
            SlipKind::Requested => Tone::Wait,
            SlipKind::Gone => Tone::Stop,
            SlipKind::Nothing => Tone::Plain,
        }
    }

    fn word(self, locale: Locale) -> String {
        match self {
            SlipKind::Held => t!(locale, "state-held"),
            SlipKind::Requested => t!(locale, "state-requested"),
            SlipKind::Confirmed => t!(locale, "state-confirmed"),
            SlipKind::Gone => t!(locale, "state-not-taken"),
            SlipKind::Nothing => t!(locale, "state-receipt"),
        }
    }

    /// The one dot among the others, at the fifth place of the middle row.
    const fn dot(self) -> &'static str {
        match self {
            SlipKind::Held => {
                r#"<circle class="line" cx="108" cy="36" r="9.5" stroke-dasharray="3.4 4.06"/><circle class="one" cx="108" cy="36" r="4"/>"#
            }
            SlipKind::Requested => {
                r#"<circle class="line" cx="108" cy="36" r="9.5"/><path class="one" d="M108 26.5a9.5 9.5 0 0 0 0 19Z"/>"#
            }
            SlipKind::Confirmed => r#"<circle class="one" cx="108" cy="36" r="10.5"/>"#,
            SlipKind::Gone => r#"<path class="line" d="m101 29 14 14m0-14-14 14"/>"#,
            SlipKind::Nothing => {
                r#"<circle class="line" cx="108" cy="36" r="9.5" stroke-dasharray="3.4 4.06"/>"#
            }
        }
    }
}

/// Band, state, heading, words; then, below a dotted line, the facts.
#[component]
pub fn Slip(
    /// The language.
    locale: Locale,
    /// What it says.
    kind: SlipKind,
    /// The heading: the answer of the page. Each line of it is a line of the heading.
    #[prop(into)]
    title: String,
    /// Another word for the state (cancelled, declined) than the kind's own.
    #[prop(optional, into)]
    state: MaybeText,
    /// Whether the heading is not the page's first: in a list of bookings.
    #[prop(optional)]
    in_list: bool,
    /// Whether it is what came of a press: its heading takes the focus when the page opens.
    #[prop(optional)]
    focus: bool,
    /// Tells this slip from others on the page: ids inside begin with it.
    #[prop(default = "slip".to_owned(), into)]
    id: String,
    /// What lies below the dotted line.
    #[prop(optional_no_strip, into)]
    below: Option<AnyView>,
    /// What follows the heading.
    children: Children,
) -> impl IntoView {
    let MaybeText(state) = state;
    let word = state.unwrap_or_else(|| kind.word(locale));
    let title_id = format!("{id}-title");
    let title = lines(title);
    let heading = if in_list {
        view! { <h2 id=title_id.clone()>{title}</h2> }.into_any()
    } else {
        let tabindex = focus.then_some("-1");
        view! { <h1 id=title_id.clone() tabindex=tabindex autofocus=focus>{title}</h1> }.into_any()
    };
    let below = below.map(|below| {
        view! {
            <hr class="perforation"/>
            <div class="slip-in">{below}</div>
        }
    });
    view! {
        <article class=kind.class() aria-labelledby=title_id>
            {band(kind, &id)}
            <div class="slip-in">
                <p><StateWord icon=kind.icon() word=word tone=kind.tone()/></p>
                {heading}
                {children()}
            </div>
            {below}
        </article>
    }
    .into_any()
}

/// A heading of several lines.
fn lines(title: String) -> AnyView {
    if !title.contains('\n') {
        return title.into_any();
    }
    title
        .lines()
        .map(str::to_owned)
        .enumerate()
        .map(|(line, text)| view! { {(line > 0).then(|| view! { <br/> })} {text} })
        .collect::<Vec<_>>()
        .into_any()
}

/// Many empty dots, one that is yours.
fn band(kind: SlipKind, id: &str) -> impl IntoView + use<> {
    let drawing = format!(
        concat!(
            r#"<defs><pattern id="{id}-dots" width="24" height="24" patternUnits="userSpaceOnUse">"#,
            r#"<circle class="ring" cx="12" cy="12" r="4.75"/></pattern></defs>"#,
            r##"<rect width="100%" height="72" fill="url(#{id}-dots)"/>"##,
            r#"<circle class="halo" cx="108" cy="36" r="10"/>{dot}"#,
        ),
        id = plain(id),
        dot = kind.dot()
    );
    view! { <svg class="band" aria-hidden="true" inner_html=drawing></svg> }
}

/// An id goes into raw markup here, so nothing but plain id characters may pass.
fn plain(id: &str) -> String {
    id.chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect()
}

/// How far a request has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathStage {
    /// Held, being filled in.
    Held,
    /// Sent, waiting for the clinic.
    Requested,
    /// Confirmed.
    Confirmed,
}

/// Held, requested, confirmed: the dot fills up.
#[component]
pub fn RequestPath(
    /// The language.
    locale: Locale,
    /// Where it stands now.
    stage: PathStage,
) -> impl IntoView {
    let last = if stage == PathStage::Confirmed {
        Icon::Confirmed
    } else {
        Icon::Free
    };
    let steps = [
        (PathStage::Held, Icon::Held, t!(locale, "path-held")),
        (
            PathStage::Requested,
            Icon::Requested,
            t!(locale, "path-requested"),
        ),
        (PathStage::Confirmed, last, t!(locale, "path-confirmed")),
    ]
    .map(|(step, icon, word)| {
        view! {
            <li aria-current=(step == stage).then_some("step")>
                <Mark icon=icon/>
                <span>{word}</span>
            </li>
        }
    });
    view! { <ol class="path" aria-label=t!(locale, "path-label")>{steps}</ol> }
}
