//! Times to choose from: one form with one token, a button `name=slot` for each free time.
//! The form itself, its token and its hidden fields belong to the page.

use leptos::prelude::*;

use super::mark::{Icon, Mark};
use super::text::MaybeText;
use crate::locale::Locale;
use crate::t;

/// A day of the grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotDay {
    /// The id of its heading: the day strip leads here.
    pub id: String,
    /// `3月2日（月）`; each button says it too, for those who can't see the heading.
    pub title: String,
    /// `今日`
    pub note: Option<String>,
    /// Morning and afternoon; a single one spans the day.
    pub halves: Vec<SlotHalf>,
}

/// A part of a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotHalf {
    /// `午前`
    pub title: String,
    /// What there is.
    pub content: HalfContent,
}

/// What a part of a day has to offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HalfContent {
    /// Times, free or not.
    Slots(Vec<SlotTime>),
    /// Nothing, and why: `午後は休診`.
    Shut {
        /// Bar for closed, clock for over, cross for full.
        icon: Icon,
        /// The words.
        words: String,
    },
}

/// A time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotTime {
    /// `10:00`
    pub clock: String,
    /// For `datetime=`.
    pub datetime: String,
    /// Whether and how it can be had.
    pub state: SlotState,
}

/// Whether and how a time can be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SlotState {
    /// Free: the slot key that the button sends.
    Free(String),
    /// One of the last: the slot key.
    Few(String),
    /// Held by this very visitor: the address where to go on.
    Mine(String),
    /// By phone only: the phone number.
    Phone(String),
    /// Somebody has it.
    Full,
    /// Not offered.
    Closed,
    /// Over.
    Past,
    /// Not over, but too near to be booked here.
    TooSoon,
    /// A gap that keeps the columns of a week in line; phones leave it out.
    Nothing,
}

/// Days, halves, times: a list on a phone, a week side by side on a desk.
#[component]
pub fn SlotGrid(
    /// The language.
    locale: Locale,
    /// The days.
    days: Vec<SlotDay>,
    /// The `datetime` of a time that was asked for: it is outlined, and `#wanted` leads to it.
    #[prop(optional, into)]
    wanted: MaybeText,
) -> impl IntoView {
    let most = days.iter().map(|day| day.halves.len()).max().unwrap_or(0);
    let class = match most {
        0 | 1 => "days halves-1",
        2 => "days",
        _ => "days halves-3",
    };
    let words = Words {
        wanted: wanted.0,
        ..Words::new(locale)
    };
    let days: Vec<_> = days
        .into_iter()
        .map(|day| day_view(day, most, &words))
        .collect();
    view! { <div class=class>{days}</div> }.into_any()
}

/// A time with its day, for the nearest free ones after a refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NearSlot {
    /// `3月2日（月）`
    pub day: String,
    /// The time.
    pub time: SlotTime,
}

/// The nearest free times, each with its day. The heading with the given id names the list.
#[component]
pub fn NearSlots(
    /// The language.
    locale: Locale,
    /// The id of the heading.
    #[prop(into)]
    labelled_by: String,
    /// The times, the nearest first.
    slots: Vec<NearSlot>,
) -> impl IntoView {
    let words = Words::new(locale);
    let slots: Vec<_> = slots
        .into_iter()
        .map(|near| {
            let day = view! { <small>{near.day}</small> }.into_any();
            slot_view(near.time, day, &words)
        })
        .collect();
    view! { <ul class="slots near" aria-labelledby=labelled_by>{slots}</ul> }.into_any()
}

fn day_view(day: SlotDay, most: usize, words: &Words) -> impl IntoView + use<> {
    let SlotDay {
        id,
        title,
        note,
        halves,
    } = day;
    let spans = halves.len() == 1 && most > 1;
    let halves: Vec<_> = halves
        .into_iter()
        .enumerate()
        .map(|(index, half)| half_view(half, format!("{id}-{index}"), &id, &title, spans, words))
        .collect();
    view! {
        <section class="day" aria-labelledby=id>
            <div class="day-head">
                <h3 id=id.clone()>{title.clone()}</h3>
                {note.map(|note| view! { <small>{note}</small> })}
            </div>
            {halves}
        </section>
    }
    .into_any()
}

fn half_view(
    half: SlotHalf,
    id: String,
    day_id: &str,
    day: &str,
    spans: bool,
    words: &Words,
) -> AnyView {
    let class = if spans { "half all" } else { "half" };
    match half.content {
        HalfContent::Shut { icon, words } => view! {
            <div class=class>
                <p class="shut"><Mark icon=icon/><span>{words}</span></p>
            </div>
        }
        .into_any(),
        HalfContent::Slots(slots) => {
            let named = format!("{day_id} {id}");
            let slots: Vec<_> = slots
                .into_iter()
                .map(|slot| {
                    let id = (words.wanted.as_deref() == Some(&slot.datetime)).then_some("wanted");
                    let day = view! { <span class="hidden-text" id=id>{day.to_owned()}" "</span> };
                    slot_view(slot, day.into_any(), words)
                })
                .collect();
            view! {
                <div class=class>
                    <h4 id=id>{half.title}</h4>
                    <ul class="slots" aria-labelledby=named>{slots}</ul>
                </div>
            }
            .into_any()
        }
    }
}

/// One time; `day` stands before the clock, seen or only heard.
fn slot_view(slot: SlotTime, day: AnyView, words: &Words) -> AnyView {
    let time = view! { <time datetime=slot.datetime>{slot.clock}</time> };
    match slot.state {
        SlotState::Free(key) => words.press("slot", key, day, time, Icon::Free, &words.free),
        SlotState::Few(key) => words.press("slot few", key, day, time, Icon::Few, &words.few),
        SlotState::Mine(href) => {
            follow("slot mine", href, day, time, Icon::Held, words.mine.clone())
        }
        SlotState::Phone(phone) => {
            let href = super::page::tel_href(&phone);
            follow(
                "slot phone",
                href,
                day,
                time,
                Icon::Phone,
                words.phone.clone(),
            )
        }
        SlotState::Full => shut(time, Icon::Full, words.full.clone()),
        SlotState::Closed => shut(time, Icon::Closed, words.closed.clone()),
        SlotState::Past => shut(time, Icon::Late, words.past.clone()),
        SlotState::TooSoon => shut(time, Icon::Late, words.too_soon.clone()),
        SlotState::Nothing => {
            view! { <li class="slot none" aria-hidden="true"><Mark icon=Icon::Closed/></li> }
                .into_any()
        }
    }
}

fn follow(
    class: &'static str,
    href: String,
    day: AnyView,
    time: impl IntoView + 'static,
    icon: Icon,
    word: String,
) -> AnyView {
    view! {
        <li>
            <a class=class href=href>
                {day}
                {time}
                <span class="word"><span class="label"><Mark icon=icon/>{word}</span></span>
            </a>
        </li>
    }
    .into_any()
}

fn shut(time: impl IntoView + 'static, icon: Icon, word: String) -> AnyView {
    view! {
        <li class="slot shut-slot">
            {time}
            <span class="word"><span class="label"><Mark icon=icon/>{word}</span></span>
        </li>
    }
    .into_any()
}

/// The words of a grid, looked up once and not once per time; and the time that was asked for.
struct Words {
    wanted: Option<String>,
    free: String,
    few: String,
    full: String,
    closed: String,
    phone: String,
    past: String,
    too_soon: String,
    mine: String,
    sending: String,
}

impl Words {
    fn new(locale: Locale) -> Words {
        Words {
            wanted: None,
            free: t!(locale, "mark-free"),
            few: t!(locale, "mark-few"),
            full: t!(locale, "mark-full"),
            closed: t!(locale, "mark-closed"),
            phone: t!(locale, "mark-phone"),
            past: t!(locale, "mark-past"),
            too_soon: t!(locale, "mark-too-soon"),
            mine: t!(locale, "mark-mine"),
            sending: t!(locale, "button-sending"),
        }
    }

    fn press(
        &self,
        class: &'static str,
        key: String,
        day: AnyView,
        time: impl IntoView + 'static,
        icon: Icon,
        word: &str,
    ) -> AnyView {
        let (word, sending) = (word.to_owned(), self.sending.clone());
        view! {
            <li>
                <button class=class type="submit" {..leptos::attr::autocomplete("off")} name="slot" value=key>
                    {day}
                    {time}
                    <span class="word swap">
                        <span class="label"><Mark icon=icon/>{word}</span>
                        <span class="busy">{sending}</span>
                    </span>
                </button>
            </li>
        }
        .into_any()
    }
}
