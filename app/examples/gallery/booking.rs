//! Choosing a visit and a time.

use app::components::*;
use app::format;
use app::locale::Locale;
use app::t;
use chrono_tz::Asia::Tokyo;
use leptos::prelude::*;

use super::*;

fn choice(value: &str, label: String, details: &[String]) -> Choice {
    Choice {
        value: value.to_owned(),
        label,
        details: details.to_vec(),
    }
}

pub fn clinic(locale: Locale) -> AnyView {
    let services = vec![
        choice(
            "internal",
            pick(locale, "一般内科", "General medicine"),
            &[
                pick(
                    locale,
                    "30分。かぜ、腹痛、血圧の相談など",
                    "30 min. Colds, stomach, blood pressure",
                ),
                pick(
                    locale,
                    "いちばん早い空き：今日 15時30分",
                    "Next free: today 15:30",
                ),
            ],
        ),
        choice(
            "vaccine",
            pick(locale, "予防接種", "Vaccination"),
            &[pick(locale, "15分", "15 min")],
        ),
    ];
    let visits = vec![
        choice("first", t!(locale, "visit-first"), &[]),
        choice("return", t!(locale, "visit-return"), &[]),
    ];
    let doctors = vec![
        choice("", t!(locale, "visit-any-doctor"), &[]),
        choice("sato", "佐藤 葵 医師".to_owned(), &[]),
    ];
    let content = view! {
        <div class="with-aside">
            <div class="stack">
                <h1>{pick(locale, "診療の予約", "Book a visit")}</h1>
                <form class="form" method="get" action="times-ja.html">
                    <Choices locale=locale name="service" legend=pick(locale, "何の診療ですか", "What is it for?") options=services selected="internal".to_owned()/>
                    <Choices locale=locale name="visit" legend=pick(locale, "この医院は初めてですか", "Have you been here before?") options=visits inline=true selected="return".to_owned()/>
                    <Choices locale=locale name="doctor" legend=pick(locale, "担当医", "Doctor") options=doctors error=pick(locale, "担当医を選んでください", "Choose a doctor")/>
                    <p class="actions">
                        <Button locale=locale kind=ButtonKind::Main label=t!(locale, "button-see-times") busy=t!(locale, "button-loading")/>
                    </p>
                </form>
            </div>
            <aside class="card">
                <h2 lang=foreign(CLINIC, locale)>{CLINIC}</h2>
                <p><PhoneLink phone=PHONE/></p>
                <table class="table">
                    <caption>{pick(locale, "診療時間", "Opening hours")}</caption>
                    <tbody>
                        <tr><th scope="row">{pick(locale, "月・火・水・金", "Mon Tue Wed Fri")}</th><td>"9:00–12:00"</td><td>"15:00–18:00"</td></tr>
                        <tr><th scope="row">{pick(locale, "木・土", "Thu Sat")}</th><td>"9:00–12:00"</td><td>{t!(locale, "mark-closed")}</td></tr>
                    </tbody>
                </table>
            </aside>
        </div>
    };
    frame(locale, Some(Step::Service), true, content.into_any())
}

fn slot(start: i64, state: SlotState) -> SlotTime {
    SlotTime {
        clock: format::clock(start, Tokyo),
        datetime: format::datetime_attr(start, Tokyo),
        state,
    }
}

fn half(locale: Locale, morning: bool, from: i64, day: i64) -> SlotHalf {
    let slots = (0..6)
        .map(|index| {
            let start = from + index * 30 * MINUTE;
            let key = format!("hinata:any:{start}");
            let state = match (index * 5 + day * 3) % 11 {
                0 | 1 => SlotState::Full,
                2 => SlotState::Few(key),
                3 if day == 4 => SlotState::Phone(PHONE.to_owned()),
                3 if day == 3 => SlotState::Mine("details-ja.html".to_owned()),
                5 if day == 0 => SlotState::TooSoon,
                7 => SlotState::Past,
                _ => SlotState::Free(key),
            };
            slot(start, state)
        })
        .collect();
    SlotHalf {
        title: if morning {
            t!(locale, "time-morning")
        } else {
            t!(locale, "time-afternoon")
        },
        content: HalfContent::Slots(slots),
    }
}

fn shut(icon: Icon, words: String) -> SlotHalf {
    SlotHalf {
        title: String::new(),
        content: HalfContent::Shut { icon, words },
    }
}

pub fn times(locale: Locale) -> AnyView {
    let midnight = NOW - (10 * 60 + 32) * MINUTE - 5_000;
    let (mut days, mut links) = (Vec::new(), Vec::new());
    for index in 0..7_i64 {
        let start = midnight + index * DAY;
        let date = format::local_date(start, Tokyo);
        let afternoon = t!(locale, "time-afternoon");
        let halves = match index {
            0 => vec![
                shut(
                    Icon::Late,
                    t!(locale, "slot-over-half", half = t!(locale, "time-morning")),
                ),
                half(locale, false, start + 15 * 60 * MINUTE, index),
            ],
            1 => vec![
                half(locale, true, start + 9 * 60 * MINUTE, index),
                shut(
                    Icon::Closed,
                    t!(locale, "slot-closed-half", half = afternoon),
                ),
            ],
            2 => vec![shut(Icon::Closed, t!(locale, "slot-closed-day"))],
            _ => vec![
                half(locale, true, start + 9 * 60 * MINUTE, index),
                half(locale, false, start + 15 * 60 * MINUTE, index),
            ],
        };
        links.push(DayLink {
            anchor: format!("d{index}"),
            weekday: format::weekday(date, locale),
            number: date.format("%-d").to_string(),
            icon: if index == 2 { Icon::Closed } else { Icon::Free },
            word: if index == 2 {
                t!(locale, "mark-closed")
            } else {
                t!(locale, "mark-free")
            },
            off: index == 2,
        });
        days.push(SlotDay {
            id: format!("d{index}"),
            title: day(locale, start),
            note: (index == 0).then(|| t!(locale, "time-today")),
            halves,
        });
    }
    let first = format::local_date(midnight, Tokyo);
    let week = format::date_range(first, first + chrono::Days::new(6), locale);
    let legend = vec![
        (Icon::Free, t!(locale, "mark-free")),
        (Icon::Few, t!(locale, "mark-few")),
        (Icon::Full, t!(locale, "mark-full")),
        (Icon::Closed, t!(locale, "mark-closed")),
        (Icon::Phone, t!(locale, "mark-phone")),
    ];
    let held = t!(
        locale,
        "sentence-held",
        time = format::when_spoken(VISIT, NOW, Tokyo, locale),
        until = format::clock_spoken(NOW + 10 * MINUTE, Tokyo, locale)
    );
    let content = view! {
        <div class="stack">
            <h1>{t!(locale, "step-time")}</h1>
            <Notice icon=Icon::Held><p><strong>{held}</strong></p></Notice>
            <WeekNav locale=locale title=week next="#next".to_owned()/>
            <Legend label=t!(locale, "marks-legend") entries=legend/>
            <DayNav locale=locale days=links/>
            <form method="post" action="/do/hold?page=/times">
                <HiddenField name="token" value="t"/>
                <SlotGrid locale=locale days=days/>
            </form>
            <p class="soft small">{format::zone_label(VISIT, Tokyo, locale)}</p>
        </div>
    };
    frame(locale, Some(Step::Time), true, content.into_any())
}

pub fn taken(locale: Locale) -> AnyView {
    let slots = (0..5)
        .map(|index| {
            let start = VISIT + (index * 90 - 30) * MINUTE;
            let state = if index == 2 {
                SlotState::Few("k".into())
            } else {
                SlotState::Free("k".into())
            };
            NearSlot {
                day: day(locale, start),
                time: slot(start, state),
            }
        })
        .collect();
    let title = format!(
        "{}\n{}",
        t!(locale, "refusal-taken-sorry"),
        t!(locale, "refusal-taken-what")
    );
    let content = view! {
        <div class="stack">
            <Slip locale=locale kind=SlipKind::Gone title=title>
                <p class="lead"><strong>{t!(locale, "refusal-not-booked")}</strong></p>
            </Slip>
            <section class="tight" aria-labelledby="near">
                <h2 id="near">{t!(locale, "refusal-taken-near")}</h2>
                <form method="post" action="/do/hold"><NearSlots locale=locale labelled_by="near" slots=slots/></form>
            </section>
        </div>
    };
    frame(locale, Some(Step::Time), false, content.into_any())
}
