//! Finding the way through weeks and days.

use leptos::prelude::*;

use super::button::{ButtonKind, ButtonLink};
use super::mark::{Icon, Mark};
use super::text::MaybeText;
use crate::locale::Locale;
use crate::t;

/// A day of the strip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayLink {
    /// The id of the day's heading in the grid.
    pub anchor: String,
    /// `月`, `Mon`
    pub weekday: String,
    /// `2`
    pub number: String,
    /// What there is on that day.
    pub icon: Icon,
    /// The same in a word, read out.
    pub word: String,
    /// Whether nothing can be chosen there.
    pub off: bool,
}

/// Seven days as anchors, sticky, on phones only.
#[component]
pub fn DayNav(
    /// The language.
    locale: Locale,
    /// The days.
    days: Vec<DayLink>,
) -> impl IntoView {
    let days: Vec<_> = days
        .into_iter()
        .map(|day| {
            view! {
                <li>
                    <a href=format!("#{}", day.anchor) class=day.off.then_some("off")>
                        <span>{day.weekday}</span>
                        <b>{day.number}</b>
                        <Mark icon=day.icon/>
                        <span class="hidden-text">{day.word}</span>
                    </a>
                </li>
            }
        })
        .collect();
    view! {
        <nav class="day-nav" aria-label=t!(locale, "day-nav-label")>
            <ol>{days}</ol>
        </nav>
    }
    .into_any()
}

/// The week that is shown, the one before and the one after it.
#[component]
pub fn WeekNav(
    /// The language.
    locale: Locale,
    /// `2月27日 – 3月5日`
    #[prop(into)]
    title: String,
    /// The address of the week before; none before the present one.
    #[prop(optional, into)]
    previous: MaybeText,
    /// The address of the week after; none behind the horizon.
    #[prop(optional, into)]
    next: MaybeText,
) -> impl IntoView {
    let (previous, next) = (previous.0, next.0);
    let previous = previous.map(|href| {
        let label = t!(locale, "week-previous");
        view! { <ButtonLink href=href label=label kind=ButtonKind::Quiet small=true before=Icon::Back/> }
    });
    let next = next.map(|href| {
        let label = t!(locale, "week-next");
        view! { <ButtonLink href=href label=label kind=ButtonKind::Quiet small=true after=Icon::Next/> }
    });
    view! {
        <nav class="week" aria-label=t!(locale, "week-label")>
            <span class="week-side">{previous}</span>
            <h2>{title}</h2>
            <span class="week-side">{next}</span>
        </nav>
    }
    .into_any()
}
