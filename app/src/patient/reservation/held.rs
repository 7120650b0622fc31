//! A held time: the form for name and contact, with the time that is left.

use axum::http::StatusCode;
use leptos::prelude::*;
use reservation::catalogue::Approval;
use reservation::time::MINUTE;

use super::note::{Noted, note};
use super::page::Seen;
use crate::components::{
    Button, ButtonKind, Card, Countdown, EnterButton, Fact, Icon, Notice, Step, SummaryList, Tone,
    When,
};
use crate::door::{Fields, Say};
use crate::format;
use crate::locale::Locale;
use crate::page::Loaded;
use crate::patient::details::form::Required;
use crate::patient::details::submit::FORM;
use crate::patient::details::view;
use crate::patient::room::{Frame, Room, zone_line};
use crate::patient::words;
use crate::t;

/// The page.
pub(crate) fn page(room: &Room, seen: &Seen) -> Loaded {
    let locale = room.locale();
    let title = t!(locale, "details-title");
    let (happened, note) = Noted::parts(done(room, seen).or_else(|| note(room, seen)));
    let frame = Frame {
        step: Some(Step::Details),
        own_language: true,
        happened,
        ..Frame::default()
    };
    let body = view! { {note} {form(room, seen, &title)} };
    room.page(frame, &title, body)
}

/// What the press before this page did, where it was none of the mistakes.
fn done(room: &Room, seen: &Seen) -> Option<Noted> {
    if room.request.say() != Some(&Say::Kept) || room.request.typed("act") != Some("more-time") {
        return None;
    }
    let locale = room.locale();
    let until = seen.row.expires_at.unwrap_or(seen.now);
    let until = format::clock_spoken(until.0, room.zone(), locale);
    let said = t!(locale, "details-more-time-done", until = until);
    let view = view! { <Notice icon=Icon::Held focus=true><p>{said}</p></Notice> };
    Some(Noted {
        title: t!(locale, "title-more-time"),
        view: view.into_any(),
    })
}

fn form(room: &Room, seen: &Seen, title: &str) -> AnyView {
    let (locale, row) = (room.locale(), &seen.row);
    let nothing = Fields::default();
    let typed = room
        .request
        .again
        .as_ref()
        .map_or(&nothing, |again| &again.fields);
    let fields = view::fields(
        locale,
        typed,
        room.request.say(),
        Required::of_patient(locale),
        view::Typist::Patient,
    );
    let by_staff = room
        .catalogue
        .service(&row.service)
        .is_none_or(|service| service.approval == Approval::Staff);
    let (send, after) = if by_staff {
        (
            t!(locale, "button-send-request"),
            t!(locale, "details-after-request"),
        )
    } else {
        (
            t!(locale, "button-send-booking"),
            t!(locale, "details-after-booking"),
        )
    };
    let hidden = vec![("reservation", row.id.to_string())];
    // Fields with mistakes are told by us, in the page's language and all at once: the browser's own bubbles are off.
    view! {
        <form class="form" id="details" method="post" action=room.request.action("details") novalidate>
            <EnterButton name="act" value="send" label=send.clone()/>
            {language(room)}
            {room.form(FORM, &row.id.to_string(), hidden)}
            <div class="tight">
                <h1>{title.to_owned()}</h1>
                {held(room, seen)}
            </div>
            {countdown(room, seen)}
            {visit(room, seen)}
            <p class="soft">{t!(locale, "field-all-required")}</p>
            {fields}
            <div class="tight">
                <p class="actions">
                    <Button locale=locale label=send kind=ButtonKind::Main name="act" value="send"/>
                </p>
                <p class="soft small">{after}</p>
            </div>
            {release(room)}
        </form>
    }
    .into_any()
}

/// The other language, as a button of the form, so that nothing typed is lost. It shows in the header, where every page
/// has its link; in the source it stands behind the button that Enter presses.
fn language(room: &Room) -> AnyView {
    let other = room.locale().other();
    view! {
        <button
            class="language in-form"
            type="submit"
            name="lang"
            value=other.tag()
            lang=other.tag()
            formaction=room.request.action("language")
            formnovalidate
        >
            {t!(room.locale(), "page-other-language")}
        </button>
    }
    .into_any()
}

/// Until when it is kept (that it is not booked, the countdown says); or that it no longer is.
fn held(room: &Room, seen: &Seen) -> AnyView {
    let (locale, zone) = (room.locale(), room.zone());
    let Some(until) = seen.row.expires_at.filter(|_| seen.row.is_live(seen.now)) else {
        return view! { <p><strong>{t!(locale, "countdown-over")}</strong></p> }.into_any();
    };
    let said = t!(
        locale,
        "sentence-held-until",
        time = format::clock_spoken(seen.row.span.from.0, zone, locale),
        until = format::clock_spoken(until.0, zone, locale)
    );
    view! { <p>{said}</p> }.into_any()
}

/// What is left; nothing of a time that has run out, of which the heading has said so.
fn countdown(room: &Room, seen: &Seen) -> Option<AnyView> {
    let (locale, zone, row) = (room.locale(), room.zone(), &seen.row);
    let until = row.expires_at.filter(|_| row.is_live(seen.now))?;
    let whole = room.catalogue.clinic.hold_minutes * MINUTE;
    let left = until.0 - seen.now.0;
    let countdown = view! {
        <Countdown
            locale=locale
            until=format::clock(until.0, zone)
            until_attr=format::datetime_attr(until.0, zone)
            left_ms=left
            total_ms=whole.max(left)
        />
    };
    Some(countdown.into_any())
}

/// The time that is meant, and more of it: beside the time, higher than the times lay on the page before.
fn visit(room: &Room, seen: &Seen) -> AnyView {
    let (locale, zone, row) = (room.locale(), room.zone(), &seen.row);
    let (when, what) = (when(room, seen), what_with_whom(room, seen, locale));
    let zone = zone_line(zone, row.span.from, locale);
    let more_time = room.request.action("more-time");
    view! {
        <Card slim=true>
            <div class="when-row">
                {when}
                <Button
                    locale=locale
                    label=t!(locale, "button-more-time")
                    kind=ButtonKind::Quiet
                    small=true
                    name="act"
                    value="more-time"
                    formaction=more_time
                    formnovalidate=true
                />
            </div>
            <p class="soft">{what}</p>
            <p class="soft small">{zone}</p>
        </Card>
    }
    .into_any()
}

/// The way out, at the foot of the form: nearer the top it would lie where the times lay on the page before, and the
/// second half of a double click on a time would give the time away again.
fn release(room: &Room) -> AnyView {
    let locale = room.locale();
    let release = room.request.action("release");
    view! {
        <p class="actions">
            <Button
                locale=locale
                label=t!(locale, "button-release")
                kind=ButtonKind::Quiet
                small=true
                name="act"
                value="release"
                formaction=release
                formnovalidate=true
            />
        </p>
    }
    .into_any()
}

/// Day and clock, large.
pub(crate) fn when(room: &Room, seen: &Seen) -> AnyView {
    let (locale, zone, start) = (room.locale(), room.zone(), seen.row.span.from);
    view! {
        <When
            day=format::day(start.0, seen.now.0, zone, locale)
            clock=format::clock(start.0, zone)
            datetime=format::datetime_attr(start.0, zone)
        />
    }
    .into_any()
}

fn what_with_whom(room: &Room, seen: &Seen, locale: Locale) -> String {
    t!(
        locale,
        "patient-what-with",
        what = words::what(&room.catalogue, &seen.row, locale),
        doctor = words::resource(&room.catalogue, &seen.row.resource, locale)
    )
}

/// This browser can't go on with that form (its cookie was cleared meanwhile); what was typed is given back.
pub(crate) fn lost(room: &Room, typed: &Fields) -> Loaded {
    let locale = room.locale();
    let title = t!(locale, "details-lost-title");
    let times = crate::patient::paths::clinic(room.id());
    let body = view! {
        <h1>{title.clone()}</h1>
        <Notice icon=Icon::Alert tone=Tone::Stop><p>{t!(locale, "details-lost")}</p></Notice>
        {typed_again(locale, typed)}
        <p class="actions">
            <crate::components::ButtonLink
                href=times
                label=t!(locale, "button-see-times")
                kind=ButtonKind::Main
            />
        </p>
        {room.call(t!(locale, "patient-by-phone"))}
    };
    let frame = Frame {
        says_it: true,
        // Pressing once more leads nowhere, whatever was said.
        happened: Some(t!(locale, "title-not-done")),
        ..Frame::default()
    };
    room.page(frame, &title, body).status(StatusCode::CONFLICT)
}

/// The date of birth as it was typed, on one line: `昭和30年4月5日`; empty when nothing of it was.
fn birth_typed(locale: Locale, typed: &Fields) -> String {
    let parts = ["birth_year", "birth_month", "birth_day"].map(|name| typed.get(name).trim());
    if parts.iter().all(|part| part.is_empty()) {
        return String::new();
    }
    let [year, month, day] = parts.map(|part| if part.is_empty() { "–" } else { part });
    let era = match typed.get("birth_era") {
        "reiwa" => t!(locale, "era-reiwa"),
        "heisei" => t!(locale, "era-heisei"),
        "showa" => t!(locale, "era-showa"),
        "taisho" => t!(locale, "era-taisho"),
        _ => t!(locale, "era-ce"),
    };
    t!(
        locale,
        "birth-typed",
        era = era,
        year = year,
        month = month,
        day = day
    )
}

/// What was typed, to be copied, where no form can take it.
pub(crate) fn typed_again(locale: Locale, typed: &Fields) -> AnyView {
    let label = |name: &str| match name {
        "name" => t!(locale, "details-name"),
        "kana" => t!(locale, "details-kana"),
        "phone" => t!(locale, "details-phone"),
        "email" => t!(locale, "details-email"),
        "note" => t!(locale, "details-note"),
        _ => t!(locale, "birth-label"),
    };
    // One row for the date of birth, where its first field stands.
    let mut birth = Some(birth_typed(locale, typed));
    let mut facts = Vec::new();
    for (name, value) in &typed.0 {
        let value = if name.starts_with("birth_") {
            birth.take().unwrap_or_default()
        } else {
            value.clone()
        };
        if !value.is_empty() {
            let value = view! { <bdi class="multiline">{value}</bdi> };
            facts.push(Fact::view(label(name), value));
        }
    }
    view! {
        <Card slim=true>
            <h2>{t!(locale, "details-lost-typed")}</h2>
            <SummaryList facts=facts/>
        </Card>
    }
    .into_any()
}
