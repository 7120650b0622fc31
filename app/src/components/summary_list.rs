//! Facts in two columns.

use leptos::prelude::*;

/// A name and what belongs to it.
pub struct Fact {
    label: String,
    value: AnyView,
}

impl Fact {
    /// A fact in plain text.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact {
            label: label.into(),
            value: value.into().into_any(),
        }
    }

    /// A fact with links, marks or languages of its own.
    pub fn view(label: impl Into<String>, value: impl IntoAny) -> Fact {
        Fact {
            label: label.into(),
            value: value.into_any(),
        }
    }
}

/// What was chosen and typed.
#[component]
pub fn SummaryList(
    /// The facts, the most important first.
    facts: Vec<Fact>,
) -> impl IntoView {
    let rows: Vec<_> = facts
        .into_iter()
        .map(|fact| view! { <div><dt>{fact.label}</dt><dd>{fact.value}</dd></div> })
        .collect();
    view! { <dl class="summary">{rows}</dl> }.into_any()
}
