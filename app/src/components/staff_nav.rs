//! The rooms of the staff, with what waits in each.

use leptos::prelude::*;

use crate::locale::Locale;
use crate::t;

/// One room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaffLink {
    /// Its address.
    pub href: String,
    /// Its name.
    pub label: String,
    /// How many things wait there; nothing is shown for none.
    pub count: u32,
    /// Whether this is where we are.
    pub current: bool,
}

/// The row of rooms in the header.
#[component]
pub fn StaffNav(
    /// The language.
    locale: Locale,
    /// The rooms.
    links: Vec<StaffLink>,
) -> impl IntoView {
    let links: Vec<_> = links
        .into_iter()
        .map(|link| {
            let count = (link.count > 0)
                .then(|| view! { <strong class="num">{link.count.to_string()}</strong> });
            view! {
                <li>
                    <a href=link.href aria-current=link.current.then_some("page")>
                        {link.label} " " {count}
                    </a>
                </li>
            }
        })
        .collect();
    view! {
        <nav class="staff-nav" aria-label=t!(locale, "staff-nav-label")>
            <ul>{links}</ul>
        </nav>
    }
}
