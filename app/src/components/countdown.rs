//! What is left of a hold: the deadline first, then the minutes, then ten dots.

use leptos::prelude::*;

use super::mark::join;
use crate::format;
use crate::locale::Locale;
use crate::t;

const DOTS: i64 = 10;
const SOON_MS: i64 = 120_000;

/// Drawn by the server, right at that moment; the script counts on from there, by the
/// remaining time and never by the device's clock.
#[component]
pub fn Countdown(
    /// The language.
    locale: Locale,
    /// The deadline as a clock: `10:42`.
    #[prop(into)]
    until: String,
    /// The deadline for `datetime=`.
    #[prop(into)]
    until_attr: String,
    /// Milliseconds left.
    left_ms: i64,
    /// Milliseconds that the hold has in all: ten dots' worth.
    total_ms: i64,
) -> impl IntoView {
    let left_ms = left_ms.max(0);
    let (class, said) = match left_ms {
        0 => ("over", "over"),
        1..=SOON_MS => ("soon", "soon"),
        _ => ("", "calm"),
    };
    // The clock is set larger than the words around it, and where it stands in the
    // sentence is the language's business.
    let around = t!(locale, "countdown-until", time = "\u{0}");
    let (before, after) = around.split_once('\u{0}').unwrap_or(("", ""));
    // An empty text node would be drawn as a space.
    let words = |words: &str| (!words.is_empty()).then(|| words.to_owned());
    let template = t!(
        locale,
        "countdown-left",
        time = t!(
            locale,
            "time-minutes-seconds",
            minutes = "%m",
            seconds = "%s"
        )
    );
    let left = t!(
        locale,
        "countdown-left",
        time = format::minutes_seconds(left_ms, locale)
    );
    let says = [
        ("calm", t!(locale, "sentence-held-not-yet")),
        ("soon", t!(locale, "countdown-soon")),
        ("over", t!(locale, "countdown-over")),
    ]
    .map(|(name, text)| view! { <span data-say=name hidden=name != said>{text}</span> });
    view! {
        <div
            class=join("countdown", class)
            data-left-ms=left_ms.to_string()
            data-total-ms=total_ms.to_string()
        >
            <p class="countdown-line">
                <span class="until">
                    {words(before)}<time datetime=until_attr>{until}</time>{words(after)}
                </span>
                <span class="left" role="timer" data-text=template>{left}</span>
            </p>
            <div class="minutes" aria-hidden="true">{dots(left_ms, total_ms)}</div>
            <p class="countdown-says" role="status">{says}</p>
        </div>
    }
    .into_any()
}

fn dots(left_ms: i64, total_ms: i64) -> Vec<impl IntoView> {
    let total_ms = total_ms.max(1);
    let at = ((total_ms - left_ms).max(0).saturating_mul(DOTS) / total_ms).min(DOTS - 1);
    (0..DOTS)
        .map(|dot| {
            let class = match dot {
                _ if left_ms == 0 || dot < at => "dot gone",
                _ if dot == at => "dot on",
                _ => "dot",
            };
            view! { <i class=class></i> }
        })
        .collect()
}
