//! Requests that wait for the staff: the deadline left, the wish in the middle, the answer right.

use leptos::prelude::*;

use super::mark::{Badge, Icon, StateWord, Tone, join};
use super::page::foreign;
use crate::locale::Locale;
use crate::t;

/// A request as the front desk sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RequestItem {
    /// The id of its heading; buttons refer to it.
    pub id: String,
    /// The patient.
    pub name: String,
    /// Reading and age, small behind the name.
    pub about: Option<String>,
    /// First visit, language.
    pub badges: Vec<String>,
    /// `3月2日（月）11:45–12:00`
    pub wish: String,
    /// Service and resource.
    pub what: String,
    /// What the patient wrote.
    pub said: Option<String>,
    /// `今日 10:45`
    pub deadline: String,
    /// `あと13分`
    pub left: String,
    /// Whether that is soon.
    pub soon: bool,
    /// The answer, once there is one: the row then keeps its place and height.
    pub answered: Option<Answered>,
}

/// An answer that was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// Its shape.
    pub icon: Icon,
    /// Its colour.
    pub tone: Tone,
    /// Its word.
    pub word: String,
    /// `10:31 受付・森`
    pub by: String,
    /// Until when it can be undone, and what happens then.
    pub note: Option<String>,
}

/// The list around [`RequestRow`]s.
#[component]
pub fn Requests(
    /// The language.
    locale: Locale,
    /// The rows.
    children: Children,
) -> impl IntoView {
    view! { <ul class="requests" aria-label=t!(locale, "requests-label")>{children()}</ul> }
        .into_any()
}

/// One request; its buttons (or form) are the children.
#[component]
pub fn RequestRow(
    /// The language.
    locale: Locale,
    /// The request.
    item: RequestItem,
    /// How to reach the patient, below the wish.
    #[prop(optional)]
    contact: Option<AnyView>,
    /// The answers that can be given.
    children: Children,
) -> impl IntoView {
    let class = match (&item.answered, item.soon) {
        (Some(_), _) => "answered",
        (None, true) => "soon",
        (None, false) => "",
    };
    let note = item
        .answered
        .as_ref()
        .and_then(|answer| answer.note.clone());
    let first = match item.answered {
        Some(answer) => view! {
            <p class="deadline">
                <StateWord icon=answer.icon word=answer.word tone=answer.tone/>
                <small>{answer.by}</small>
            </p>
        }
        .into_any(),
        None => view! {
            <p class="deadline">
                <small>{t!(locale, "request-deadline")}</small>
                <strong>{item.deadline}</strong>
                <small>{item.left}</small>
            </p>
        }
        .into_any(),
    };
    let badges: Vec<_> = item
        .badges
        .into_iter()
        .map(|text| view! { <Badge text=text/> })
        .collect();
    let said = item.said.map(|said| {
        let lang = foreign(&said, locale);
        view! { <p class="said" lang=lang>{said}</p> }
    });
    let lang = foreign(&item.name, locale);
    view! {
        <li class=join("request", class)>
            {first}
            <div class="tight">
                <h2 id=item.id>
                    <span lang=lang>{t!(locale, "request-person", name = item.name)}</span>
                    {item.about.map(|about| view! { <small>{about}</small> })}
                    {badges}
                </h2>
                <p><span class="wish num">{item.wish}</span><span class="what">{item.what}</span></p>
                {contact}
                {said}
                {note.map(|note| view! { <p class="said">{note}</p> })}
            </div>
            <div class="actions pair">{children()}</div>
        </li>
    }
    .into_any()
}
