//! How one visit is drawn.

use leptos::prelude::*;
use reservation::ids::{ClinicId, ReservationId};

use crate::components::{
    Badge, Button, ButtonKind, ButtonLink, Card, Fact, HiddenField, Icon, Notice, ReceiptLink,
    SummaryList, Tone, foreign,
};
use crate::door::{Fields, Say};
use crate::locale::Locale;
use crate::page::action;
use crate::patient::details::form::Required;
use crate::patient::details::view::{Typist, fields};
use crate::staff::times::Instead;
use crate::t;

/// A visit that was opened.
pub(super) struct Opened {
    pub clinic: ClinicId,
    pub id: ReservationId,
    pub title: String,
    /// The board of its day.
    pub day: String,
    pub facts: Vec<Fact>,
    pub flags: Vec<String>,
    pub lines: Vec<Line>,
    pub here: String,
    pub token: String,
    /// Times to choose instead of a hold that is lost.
    pub instead: Option<Instead>,
    pub doing: Doing,
}

/// A line of history.
pub(super) struct Line {
    pub when: String,
    pub datetime: String,
    pub what: String,
    pub who: String,
}

/// What can be done with it.
pub(super) enum Doing {
    /// Nothing, and why.
    Nothing(String),
    /// Staff hold it: the details are missing.
    FillIn(Box<Details>),
    /// A request: confirm or decline; or cancel, when the patient has called.
    Answer {
        decline: String,
        cancel: Option<String>,
    },
    /// A visit: where to cancel it, while it is not over.
    Cancel(Option<String>),
    /// Declined or cancelled: take it back. Until when nobody is told of it, while that lasts.
    Undo(Option<String>),
}

/// The details form of the staff.
pub(super) struct Details {
    pub fields: Fields,
    pub say: Option<Say>,
    pub action: String,
    pub token: String,
    pub release: String,
    pub release_token: String,
    /// Until when it is held; `None`: the time has run out.
    pub until: Option<String>,
}

pub(super) fn view(locale: Locale, opened: Opened) -> AnyView {
    let flags: Vec<_> = opened
        .flags
        .into_iter()
        .map(|flag| view! { <Badge text=flag tone=Tone::Stop/> })
        .collect();
    let lang = foreign(&opened.title, locale);
    let history = history(locale, opened.lines);
    let instead = opened.instead.map(|instead| instead.view(locale));
    let frame = Frame {
        clinic: opened.clinic,
        id: opened.id,
        here: opened.here,
        token: opened.token,
    };
    let doing = doing(locale, &frame, opened.doing);
    view! {
        <p><a class="link" href=opened.day>{t!(locale, "staff-back-to-day")}</a></p>
        <h1><span lang=lang>{opened.title}</span>" "{flags}</h1>
        <div class="with-aside">
            <div class="stack">
                <SummaryList facts=opened.facts/>
                {instead}
                {doing}
            </div>
            <Card slim=true>{history}</Card>
        </div>
    }
    .into_any()
}

/// What every form of the page carries.
struct Frame {
    clinic: ClinicId,
    id: ReservationId,
    here: String,
    token: String,
}

impl Frame {
    fn hidden(&self, locale: Locale, token: String) -> AnyView {
        view! {
            <HiddenField name="clinic" value=self.clinic.to_string()/>
            <HiddenField name="reservation" value=self.id.to_string()/>
            <HiddenField name="token" value=token/>
            <ReceiptLink locale=locale href=self.here.clone()/>
        }
        .into_any()
    }

    /// A form of one button.
    fn press(
        &self,
        locale: Locale,
        name: &str,
        label: String,
        kind: ButtonKind,
        others: AnyView,
    ) -> AnyView {
        view! {
            <form method="post" action=action(name, &self.here)>
                {self.hidden(locale, self.token.clone())}
                <div class="actions">
                    <Button locale=locale label=label kind=kind/>
                    {others}
                </div>
            </form>
        }
        .into_any()
    }
}

fn doing(locale: Locale, frame: &Frame, doing: Doing) -> AnyView {
    let cancel = |cancel: Option<String>| {
        cancel.map(|href| {
            let label = t!(locale, "staff-cancel-verb");
            view! { <ButtonLink href=href label=label kind=ButtonKind::Quiet/> }
        })
    };
    match doing {
        Doing::Nothing(why) => (!why.is_empty()).then(|| view! { <p>{why}</p> }).into_any(),
        Doing::FillIn(details) => fill_in(locale, frame, *details),
        Doing::Answer {
            decline,
            cancel: href,
        } => {
            let label = t!(locale, "button-decline");
            let others = view! {
                <ButtonLink href=decline label=label kind=ButtonKind::Quiet/>
                {cancel(href)}
            };
            frame.press(
                locale,
                "confirm",
                t!(locale, "button-confirm"),
                ButtonKind::Main,
                others.into_any(),
            )
        }
        Doing::Cancel(href) => view! { <div class="actions">{cancel(href)}</div> }.into_any(),
        Doing::Undo(told) => {
            let others =
                view! { <p class="soft small">{t!(locale, "staff-undo-what")}</p> }.into_any();
            let press = frame.press(
                locale,
                "undo",
                t!(locale, "button-undo"),
                ButtonKind::Plain,
                others,
            );
            let told = told.map(
                |told| view! { <Notice icon=Icon::Late tone=Tone::Wait><p>{told}</p></Notice> },
            );
            view! {
                {told}
                {press}
            }
            .into_any()
        }
    }
}

fn fill_in(locale: Locale, frame: &Frame, details: Details) -> AnyView {
    let until = match details.until {
        Some(until) => view! { <Notice icon=Icon::Held><p>{until}</p></Notice> }.into_any(),
        None => {
            view! { <Notice icon=Icon::Late tone=Tone::Wait><p>{t!(locale, "staff-hold-over")}</p></Notice> }
                .into_any()
        }
    };
    let fields = fields(
        locale,
        &details.fields,
        details.say.as_ref(),
        Required::OF_STAFF,
        Typist::Staff,
    );
    view! {
        {until}
        <form class="form" method="post" action=details.action>
            {frame.hidden(locale, details.token)}
            <h2>{t!(locale, "staff-details-title")}</h2>
            <p class="soft">{t!(locale, "staff-details-required")}</p>
            {fields}
            <Button locale=locale label=t!(locale, "staff-book") kind=ButtonKind::Main/>
        </form>
        <form method="post" action=details.release>
            {frame.hidden(locale, details.release_token)}
            <Button locale=locale label=t!(locale, "button-release") kind=ButtonKind::Quiet/>
        </form>
    }
    .into_any()
}

fn history(locale: Locale, lines: Vec<Line>) -> AnyView {
    let rows: Vec<_> = lines
        .into_iter()
        .map(|line| {
            view! {
                <tr>
                    <td><time datetime=line.datetime>{line.when}</time></td>
                    <td>{line.what}</td>
                    <td>{line.who}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <table class="table">
            <caption>{t!(locale, "staff-history")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t!(locale, "staff-history-when")}</th>
                    <th scope="col">{t!(locale, "staff-history-what")}</th>
                    <th scope="col">{t!(locale, "staff-history-who")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
