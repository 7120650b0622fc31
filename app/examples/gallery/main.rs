//! Writes every component in both languages as static pages, to be looked at:
//! `cargo run -p app --example gallery -- /tmp/gallery`, then open `index.html` there.
//!
//! No server and no database: what is drawn here is what the pages draw.

mod booking;
mod patient;
mod staff;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use app::assets;
use app::components::*;
use app::format;
use app::locale::Locale;
use app::t;
use chrono_tz::Asia::Tokyo;
use leptos::prelude::*;

/// Friday 27 February 2026, 10:32:05 in Tokyo.
const NOW: i64 = 1_772_155_925_000;
const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// Monday 2 March 2026, 10:00 in Tokyo.
const VISIT: i64 = 1_772_413_200_000;
const CLINIC: &str = "ひなた内科クリニック";
const PHONE: &str = "03-0000-0000";

type Draw = fn(Locale) -> AnyView;

const PAGES: [(&str, Draw); 12] = [
    ("parts", patient::parts),
    ("clinic", booking::clinic),
    ("times", booking::times),
    ("details", patient::details),
    ("details-errors", patient::details_errors),
    ("held", patient::held),
    ("requested", patient::requested),
    ("confirmed", patient::confirmed),
    ("taken", booking::taken),
    ("nothing", patient::nothing),
    ("staff-requests", staff::staff_requests),
    ("staff-day", staff::staff_day),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    fs::create_dir_all(folder.join("assets"))?;
    for href in [
        assets::style_href(),
        assets::script_href(),
        assets::icon_href(),
    ] {
        if let Some((_, bytes)) = assets::asset(href) {
            fs::write(folder.join(href.trim_start_matches('/')), bytes)?;
        }
    }
    let mut index = String::from("<!doctype html><meta charset=utf-8><title>gallery</title><ul>");

    for (name, draw) in PAGES {
        for locale in Locale::ALL {
            let file = format!("{name}-{}.html", locale.tag());
            fs::write(folder.join(&file), document(name, locale, draw))?;
            index.push_str(&format!("<li><a href={file}>{file}</a>"));
        }
    }
    fs::write(folder.join("index.html"), index)?;
    Ok(())
}

fn document(name: &str, locale: Locale, draw: Draw) -> String {
    let owner = Owner::new();
    let body = owner.with(|| draw(locale).to_html());
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><link rel=\"icon\" href=\".{icon}\">\
         <link rel=\"stylesheet\" href=\".{style}\">\
         <script src=\".{script}\" defer></script></head><body>{body}</body></html>",
        lang = locale.tag(),
        title = page_title(
            locale,
            name,
            CLINIC,
            (name == "details-errors").then(|| "Error".to_owned())
        ),
        icon = assets::icon_href(),
        style = assets::style_href(),
        script = assets::script_href(),
    )
}

fn frame(locale: Locale, step: Option<Step>, wide: bool, content: AnyView) -> AnyView {
    view! {
        <Page
            locale=locale
            clinic=CLINIC
            home_href="clinic-ja.html"
            language_href="index.html"
            bookings_href="#bookings".to_owned()
            privacy_href="#privacy".to_owned()
            phone=PHONE.to_owned()
            step=step
            wide=wide
        >
            {content}
        </Page>
    }
    .into_any()
}

fn staff_frame(locale: Locale, current: usize, content: AnyView) -> AnyView {
    let rooms = [
        (t!(locale, "staff-day"), 0),
        (t!(locale, "staff-requested"), 3),
        (t!(locale, "staff-calls"), 1),
        (t!(locale, "staff-closure"), 0),
        (t!(locale, "staff-closure"), 0),
    ];
    let staff: Vec<_> = (0..)
        .zip(rooms)
        .map(|(index, (label, count))| StaffLink {
            href: "#room".to_owned(),
            label,
            count,
            current: index == current,
        })
        .collect();
    view! {
        <Page
            locale=locale
            clinic=CLINIC
            home_href="staff-day-ja.html"
            language_href="index.html"
            staff=staff
            wide=true
        >
            {content}
        </Page>
    }
    .into_any()
}

fn day(locale: Locale, at: i64) -> String {
    format::day(at, NOW, Tokyo, locale)
}

fn pick(locale: Locale, ja: &str, en: &str) -> String {
    match locale {
        Locale::Ja => ja.to_owned(),
        Locale::En => en.to_owned(),
    }
}

fn visit_when(locale: Locale) -> impl IntoView {
    view! {
        <When
            day=day(locale, VISIT)
            clock=format::clock(VISIT, Tokyo)
            datetime=format::datetime_attr(VISIT, Tokyo)
        />
    }
}

fn countdown(locale: Locale, left_ms: i64) -> AnyView {
    view! {
        <Countdown
            locale=locale
            until="10:42"
            until_attr=format::datetime_attr(NOW + left_ms, Tokyo)
            left_ms=left_ms
            total_ms=10 * MINUTE
        />
    }
    .into_any()
}
