//! The four steps of a booking; exactly one dot is filled.

use leptos::prelude::*;

use crate::locale::Locale;
use crate::t;

/// Where the patient is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Choosing the visit.
    Service,
    /// Choosing the time.
    Time,
    /// Giving name and contact.
    Details,
    /// Reading the answer.
    Answer,
}

impl Step {
    const ALL: [Step; 4] = [Step::Service, Step::Time, Step::Details, Step::Answer];

    fn word(self, locale: Locale) -> String {
        match self {
            Step::Service => t!(locale, "step-service"),
            Step::Time => t!(locale, "step-time"),
            Step::Details => t!(locale, "step-details"),
            Step::Answer => t!(locale, "step-answer"),
        }
    }
}

/// The list of steps above a page's heading.
#[component]
pub fn Steps(
    /// The language.
    locale: Locale,
    /// Where the patient is.
    current: Step,
) -> impl IntoView {
    let steps: Vec<_> = (1..)
        .zip(Step::ALL)
        .map(|(number, step)| {
            let text = t!(
                locale,
                "step-numbered",
                number = number,
                step = step.word(locale)
            );
            view! {
                <li aria-current=(step == current).then_some("step")>
                    <i aria-hidden="true"></i>
                    <span>{text}</span>
                </li>
            }
        })
        .collect();
    view! { <ol class="steps" aria-label=t!(locale, "steps-label")>{steps}</ol> }
}
