//! The page of requests.

use std::collections::HashMap;

use leptos::prelude::*;
use reservation::ids::{ClinicId, ReservationId};
use reservation::outcome::Refusal;
use reservation::visit::{HistoryRow, Reservation, Status};

use super::list::{self, Row};
use crate::components::{
    Button, ButtonKind, ButtonLink, HiddenField, Icon, Notice, PhoneLink, ReceiptLink, RequestRow,
    Requests, Tone,
};
use crate::door::Say;
use crate::format;
use crate::locale::Locale;
use crate::page::{Loaded, Request, action};
use crate::staff::reception::{Reception, Room, at_desk};
use crate::staff::stop::Stop;
use crate::staff::{paths, say, words};
use crate::{t, title};

/// The list with all that its form needs.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub clinic: ClinicId,
    /// This page, with `since`: presses come back to it.
    pub here: String,
    /// The page as it is for somebody who comes anew.
    pub fresh: String,
    pub token: String,
    pub clock: String,
    pub waiting: u32,
    pub rows: Vec<Row>,
}

pub(crate) async fn load(request: Request) -> Loaded {
    at_desk(request, draw).await
}

async fn draw(reception: Reception) -> Result<Loaded, Stop> {
    let (locale, clinic) = (reception.locale(), reception.clinic().clone());
    let since = reception.since();
    let found = reception
        .request
        .pages
        .desk
        .requests(&clinic, since)
        .await?;
    let mut rows = found.rows;
    list::sort(&reception.catalogue, &mut rows);
    let lines = last_lines(&reception, &rows).await?;
    let from = list::From {
        catalogue: &reception.catalogue,
        now: found.now,
        locale,
    };
    let drawn: Vec<Row> = rows
        .iter()
        .map(|row| list::row(from, row, lines.get(&row.id)))
        .collect();
    let notice = notice(&reception, &clinic).await?;
    // With nothing said, a notice is about a press that somebody else was quicker with.
    let happened = (notice.is_some() && reception.request.say().is_none())
        .then(|| t!(locale, "title-already"));
    let list = List {
        here: paths::requests_since(&clinic, since),
        fresh: paths::requests(&clinic),
        token: reception.request.token(&clinic, "answer", ""),
        clock: format::clock(found.now.0, reception.zone()),
        waiting: reception.waiting,
        rows: drawn,
        clinic,
    };
    let title = t!(locale, "staff-requests-title", count = reception.waiting);
    let title = title::with(locale, happened, &title);
    Ok(reception.page_with(Room::Requests, &title, notice, view(locale, list)))
}

/// Who answered the rows that no longer wait: few, those of a desk's sitting.
async fn last_lines(
    reception: &Reception,
    rows: &[Reservation],
) -> Result<HashMap<ReservationId, HistoryRow>, Stop> {
    let mut lines = HashMap::new();
    for row in rows.iter().filter(|row| row.status != Status::Requested) {
        let history = reception
            .request
            .pages
            .desk
            .history(reception.clinic(), row.id)
            .await?;
        if let Some(last) = history.into_iter().next_back() {
            lines.insert(row.id, last);
        }
    }
    Ok(lines)
}

/// What became of the press that led here. When somebody else was quicker: who, when, and the row as it is now.
async fn notice(reception: &Reception, clinic: &ClinicId) -> Result<Option<AnyView>, Stop> {
    let request = &reception.request;
    let (pressed, stands) = match request.say() {
        Some(Say::Refused(Refusal::WrongStatus { .. } | Refusal::Expired)) => {
            (request.typed("reservation"), true)
        }
        None => (
            Some(request.query.get("already")).filter(|id| !id.is_empty()),
            true,
        ),
        Some(_) => (None, false),
    };
    let id: Option<ReservationId> = pressed.filter(|_| stands).and_then(|id| id.parse().ok());
    match id {
        Some(id) => quicker(reception, clinic, id).await,
        None => Ok(say::notice(request.say(), reception.locale())),
    }
}

/// The sentence for a press that found the reservation answered already.
pub(crate) async fn quicker(
    reception: &Reception,
    clinic: &ClinicId,
    id: ReservationId,
) -> Result<Option<AnyView>, Stop> {
    let (desk, locale) = (&reception.request.pages.desk, reception.locale());
    let found = desk.reservation(clinic, id).await?;
    let Some(row) = found.rows else {
        return Ok(say::notice(reception.request.say(), locale));
    };
    let history = desk.history(clinic, id).await?;
    let (_, state, _) = words::state(&row, found.now, locale);
    let by = history.last().map_or_else(String::new, |line| {
        words::when_and_who(line, found.now, reception.zone(), locale)
    });
    let sentence = t!(
        locale,
        "staff-quicker",
        name = words::name(&row, locale),
        state = state,
        by = by
    );
    let (href, open) = (paths::visit(clinic, id), t!(locale, "staff-open-visit"));
    let view = view! {
        <Notice icon=Icon::Alert tone=Tone::Wait focus=true>
            <p>{sentence}" "<a href=href>{open}</a></p>
        </Notice>
    };
    Ok(Some(view.into_any()))
}

pub(super) fn view(locale: Locale, list: List) -> AnyView {
    let clinic = list.clinic.clone();
    let undo = action("undo", &list.here);
    let empty = list
        .rows
        .is_empty()
        .then(|| view! { <p class="lead">{t!(locale, "staff-requests-none")}</p> });
    let rows: Vec<_> = list
        .rows
        .into_iter()
        .map(|row| row_view(locale, &clinic, &list.here, &undo, row))
        .collect();
    let form = empty.is_none().then(|| {
        view! {
            <form method="post" action=action("confirm", &list.here)>
                <HiddenField name="clinic" value=clinic.to_string()/>
                <HiddenField name="token" value=list.token/>
                <Requests locale=locale>{rows}</Requests>
                <ReceiptLink locale=locale href=list.here.clone()/>
            </form>
        }
    });
    view! {
        <div class="toolbar">
            <h1>{t!(locale, "staff-requests")}" "<span class="num">{t!(locale, "staff-count", count = list.waiting)}</span></h1>
            <p class="soft small">
                {t!(locale, "staff-requests-order")}" "{t!(locale, "staff-as-of", time = list.clock)}
            </p>
            <ButtonLink href=list.fresh label=t!(locale, "staff-refresh") kind=ButtonKind::Quiet small=true/>
        </div>
        {empty}
        {form}
        <p class="soft small">{t!(locale, "staff-requests-once")}</p>
    }
    .into_any()
}

fn row_view(locale: Locale, clinic: &ClinicId, here: &str, undo: &str, row: Row) -> AnyView {
    let about = row.item.id.clone();
    let described = about.clone();
    let value = row.id.to_string();
    let open = view! {
        <ButtonLink
            href=paths::visit(clinic, row.id)
            label=t!(locale, "staff-open-visit")
            kind=ButtonKind::Quiet
            small=true
        />
    };
    let actions = if row.waits {
        view! {
            <Button
                locale=locale
                label=t!(locale, "button-confirm")
                kind=ButtonKind::Filled
                name="reservation".to_owned()
                value=value
                described_by=about
            />
            <ButtonLink
                href=paths::decline(clinic, row.id, here)
                label=t!(locale, "button-decline")
                kind=ButtonKind::Quiet
            />
        }
        .into_any()
    } else if row.undo {
        // Second, where the link to declining comes to lie: where "confirm" comes to lie, the second half of a slow
        // double click would confirm what has just been taken back.
        view! {
            {open}
            <Button
                locale=locale
                label=t!(locale, "button-undo")
                name="reservation".to_owned()
                value=value
                formaction=undo.to_owned()
                described_by=about
            />
        }
        .into_any()
    } else {
        open.into_any()
    };
    let phone = row.phone.map(|phone| view! { <PhoneLink phone=phone/> });
    let link = row.waits.then(|| {
        let (href, label) = (paths::visit(clinic, row.id), t!(locale, "staff-open-visit"));
        view! { <a href=href aria-describedby=described>{label}</a> }
    });
    let contact = view! { <p class="contact small">{phone}{link}</p> }.into_any();
    view! { <RequestRow locale=locale item=row.item contact=contact>{actions}</RequestRow> }
        .into_any()
}

#[cfg(test)]
mod tests {
    use chrono_tz::Asia::Tokyo;

    use super::*;
    use crate::staff::testing::{at, catalogue, hinata, visit};

    fn html(locale: Locale, status: Status) -> String {
        let catalogue = catalogue(Tokyo);
        let from = list::From {
            catalogue: &catalogue,
            now: at("09:20"),
            locale,
        };
        let list = List {
            clinic: hinata(),
            here: "/staff/hinata/requests?since=5".into(),
            fresh: "/staff/hinata/requests".into(),
            token: "abc".into(),
            clock: "9:20".into(),
            waiting: 1,
            rows: vec![list::row(from, &visit(7, "17:00", "17:30", status), None)],
        };
        Owner::new().with(|| view(locale, list).to_html())
    }

    #[test]
    fn c111_what_a_patient_typed_is_text() {
        for locale in Locale::ALL {
            let html = html(locale, Status::Requested);
            assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
            assert!(html.contains("&lt;script&gt;"), "{html}");
        }
    }

    #[test]
    fn a_list_is_one_form_and_its_buttons_name_the_row() {
        let html = html(Locale::Ja, Status::Requested);
        assert_eq!(html.matches("<form").count(), 1);
        assert_eq!(html.matches(r#"name="token""#).count(), 1);
        assert!(
            html.contains(r#"action="/do/confirm?page=%2Fstaff%2Fhinata%2Frequests%3Fsince%3D5""#),
            "{html}"
        );
        let id = "00000000-0000-0000-0000-000000000007";
        assert!(
            html.contains(&format!(r#"name="reservation" value="{id}""#)),
            "{html}"
        );
        assert!(
            html.contains(&format!("/staff/hinata/visits/{id}/decline?back=")),
            "{html}"
        );
    }

    #[test]
    fn an_answered_row_has_no_answer_button() {
        let html = html(Locale::En, Status::Confirmed);
        assert!(!html.contains(r#"name="reservation""#), "{html}");
        assert!(html.contains("/staff/hinata/visits/"), "{html}");
    }
}
