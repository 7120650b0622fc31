//! How a day is drawn.

use leptos::prelude::*;

use crate::components::{
    Board, BoardDay, ButtonKind, ButtonLink, Card, Icon, Legend, Notice, StateWord, Tone, foreign,
};
use crate::locale::Locale;
use crate::t;

/// A day as it is shown.
pub(super) struct Shown {
    pub title: String,
    pub is_today: bool,
    /// Why the day differs from its week.
    pub label: Option<String>,
    /// For the field in which another date is chosen.
    pub date: String,
    pub here: String,
    pub previous: Option<String>,
    pub next: Option<String>,
    pub book: String,
    pub board: Option<BoardDay>,
    pub ended: Vec<Ended>,
    pub waiting: u32,
    pub nearest: Option<Nearest>,
    pub requests: String,
    pub calls: u32,
    pub calls_href: String,
}

/// The request that has to be answered first.
pub(super) struct Nearest {
    pub until: String,
    pub name: String,
    pub href: String,
}

/// Something that came to an end.
pub(super) struct Ended {
    pub when: String,
    pub name: String,
    pub href: String,
    pub what: String,
    pub state: (Icon, String, Tone),
}

pub(super) fn view(locale: Locale, shown: Shown) -> AnyView {
    let board = match shown.board {
        Some(day) => view! { <Board locale=locale day=day/> }.into_any(),
        None => {
            view! { <Notice icon=Icon::Closed><p>{t!(locale, "staff-day-closed")}</p></Notice> }
                .into_any()
        }
    };
    let today = shown
        .is_today
        .then(|| view! { <span class="soft">{t!(locale, "time-today")}</span> });
    let label = shown
        .label
        .map(|label| view! { <span class="soft">{label}</span> });
    let previous = shown.previous.map(|href| {
        let label = t!(locale, "day-previous");
        view! { <ButtonLink href=href label=label kind=ButtonKind::Quiet small=true before=Icon::Back/> }
    });
    let next = shown.next.map(|href| {
        let label = t!(locale, "day-next");
        view! { <ButtonLink href=href label=label kind=ButtonKind::Quiet small=true after=Icon::Next/> }
    });
    let now = view! {
        <ButtonLink href=shown.here.clone() label=t!(locale, "time-today") kind=ButtonKind::Quiet small=true/>
    };
    let nearest = shown.nearest.map(|nearest| {
        let lang = foreign(&nearest.name, locale);
        view! {
            <p>
                <span class="num">{nearest.until}</span>
                " "
                <a href=nearest.href lang=lang>{nearest.name}</a>
            </p>
        }
        .into_any()
    });
    view! {
        <div class="toolbar">
            <h1>{shown.title}" "{today}" "{label}</h1>
            <nav class="actions" aria-label=t!(locale, "staff-day-nav")>{previous}{now}{next}</nav>
            {pick(locale, shown.here, shown.date)}
            <ButtonLink href=shown.book label=t!(locale, "button-new-booking") small=true/>
        </div>
        <div class="board-page">
            <div class="stack">
                {board}
                {ended(locale, shown.ended)}
            </div>
            <aside class="stack" aria-label=t!(locale, "staff-work")>
                {work(locale, t!(locale, "staff-requests"), shown.waiting, nearest, shown.requests, t!(locale, "staff-answer-them"))}
                {work(locale, t!(locale, "staff-calls"), shown.calls, None, shown.calls_href, t!(locale, "staff-see-calls"))}
                <Card slim=true>
                    <h2>{t!(locale, "marks-legend")}</h2>
                    <Legend label=t!(locale, "marks-legend") entries=legend(locale)/>
                </Card>
            </aside>
        </div>
    }
    .into_any()
}

/// Another date, for those who know which.
fn pick(locale: Locale, action: String, date: String) -> AnyView {
    view! {
        <form class="actions" method="get" action=action>
            <label class="small">
                <span class="hidden-text">{t!(locale, "staff-pick-date")}</span>
                <input class="input short compact" type="date" name="date" value=date autocomplete="off"/>
            </label>
            <button class="button quiet small" type="submit">{t!(locale, "staff-show")}</button>
        </form>
    }
    .into_any()
}

fn work(
    locale: Locale,
    title: String,
    count: u32,
    first: Option<AnyView>,
    href: String,
    verb: String,
) -> AnyView {
    let link = (count > 0).then(|| view! { <p><ButtonLink href=href label=verb small=true/></p> });
    view! {
        <Card slim=true>
            <h2>{title}" "<span class="num">{t!(locale, "staff-count", count = count)}</span></h2>
            {first}
            {link}
        </Card>
    }
    .into_any()
}

fn legend(locale: Locale) -> Vec<(Icon, String)> {
    vec![
        (Icon::Free, t!(locale, "staff-free")),
        (Icon::Held, t!(locale, "staff-held")),
        (Icon::Requested, t!(locale, "staff-requested")),
        (Icon::Confirmed, t!(locale, "staff-confirmed")),
        (Icon::Closed, t!(locale, "staff-closure")),
    ]
}

fn ended(locale: Locale, ended: Vec<Ended>) -> Option<AnyView> {
    if ended.is_empty() {
        return None;
    }
    let rows: Vec<_> = ended
        .into_iter()
        .map(|one| {
            let (icon, word, tone) = one.state;
            let lang = foreign(&one.name, locale);
            view! {
                <tr>
                    <td class="num">{one.when}</td>
                    <td><a href=one.href lang=lang>{one.name}</a></td>
                    <td class="extra">{one.what}</td>
                    <td><StateWord icon=icon word=word tone=tone/></td>
                </tr>
            }
        })
        .collect();
    let table = view! {
        <table class="table">
            <caption>{t!(locale, "staff-ended")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t!(locale, "staff-fact-when")}</th>
                    <th scope="col">{t!(locale, "staff-fact-name")}</th>
                    <th scope="col" class="extra">{t!(locale, "staff-fact-what")}</th>
                    <th scope="col">{t!(locale, "staff-fact-state")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    };
    Some(table.into_any())
}
