//! The reception: what every staff page is drawn for and in. Whoever is not signed in here gets no further.

use std::future::Future;
use std::sync::Arc;

use leptos::prelude::*;
use reservation::availability::local_date;
use reservation::catalogue::{Catalogue, Words};
use reservation::ids::ClinicId;
use reservation::time::UtcMillis;
use reservation::visit::{Reservation, Status};

use super::stop::Stop;
use super::{paths, say, sign_in};
use crate::asker::SignedIn;
use crate::components::{Button, ButtonKind, ButtonLink, HiddenField, Page, StaffLink, page_title};
use crate::locale::Locale;
use crate::page::{Loaded, Request};
use crate::{t, title};

/// Where in the staff pages one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// The day board, and visits opened from it.
    Day,
    /// Requests that wait.
    Requests,
    /// Calls to make.
    Calls,
    /// Closed spans.
    Closures,
    /// Booking for a patient.
    Times,
    /// Double presses caught; a link at the foot leads there.
    Caught,
}

/// A staff page in the making.
#[derive(Clone)]
pub(crate) struct Reception {
    /// The page that is asked for.
    pub request: Request,
    /// Who asks.
    pub staff: SignedIn,
    /// What their clinic offers.
    pub catalogue: Arc<Catalogue>,
    /// How many requests wait.
    pub waiting: u32,
    /// The one of them that has to be answered first.
    pub nearest: Option<Reservation>,
    /// How many calls are to be made.
    pub calls: u32,
    /// As of when.
    pub now: UtcMillis,
}

/// Draws a staff page, or says why there is none.
pub(crate) async fn at_desk<F, R>(request: Request, draw: F) -> Loaded
where
    F: FnOnce(Reception) -> R + Send,
    R: Future<Output = Result<Loaded, Stop>> + Send,
{
    let kept = request.clone();
    let drawn = match Reception::open(request).await {
        Ok(reception) => draw(reception).await,
        Err(stop) => Err(stop),
    };
    match drawn {
        Ok(loaded) => loaded,
        Err(Stop::SignIn(clinic)) => sign_in::load_late(kept, &clinic).await,
        Err(stop) => stop.loaded(&kept),
    }
}

impl Reception {
    /// Who is signed in at this clinic, with what stands in the frame of every page.
    async fn open(request: Request) -> Result<Self, Stop> {
        let clinic = request.clinic().ok_or(Stop::NotFound)?;
        let staff = match (request.asker.staff_of(&clinic), &request.asker.staff) {
            (Some(staff), _) => staff.clone(),
            // Signed in elsewhere: there is nothing here for them.
            (None, Some(_)) => return Err(Stop::NotFound),
            // A press came too late and brought nothing that would say so: what was typed must not be lost in a 303.
            (None, None) if request.again.is_some() => return Err(Stop::SignIn(clinic)),
            (None, None) => return Err(Stop::Elsewhere(paths::sign_in(&clinic, &request.here))),
        };
        let desk = &request.pages.desk;
        let catalogue = desk.catalogue(&clinic).await?.ok_or(Stop::NotFound)?;
        let present = desk.now();
        let requests = desk.requests(&clinic, present).await?;
        let calls = desk.calls(&clinic, present).await?;
        let now = requests.now;
        let waiting: Vec<&Reservation> = requests
            .rows
            .iter()
            .filter(|row| row.status_at(now) == Status::Requested)
            .collect();
        let nearest = waiting
            .iter()
            .min_by_key(|row| (row.expires_at, row.sent_at, row.id));
        let calls = calls
            .rows
            .iter()
            .filter(|message| message.done_at.is_none())
            .count();
        Ok(Self {
            staff,
            catalogue,
            waiting: u32::try_from(waiting.len()).unwrap_or(u32::MAX),
            nearest: nearest.map(|row| (*row).clone()),
            calls: u32::try_from(calls).unwrap_or(u32::MAX),
            now,
            request,
        })
    }

    /// The language.
    pub fn locale(&self) -> Locale {
        self.request.locale()
    }

    /// The clinic.
    pub fn clinic(&self) -> &ClinicId {
        &self.staff.clinic
    }

    /// The zone of the clinic's clocks.
    pub fn zone(&self) -> chrono_tz::Tz {
        self.catalogue.clinic.zone
    }

    /// Today at the clinic.
    pub fn today(&self) -> chrono::NaiveDate {
        local_date(self.zone(), self.now).unwrap_or_default()
    }

    /// The instant at which the list on this page was first drawn: what was answered since stays in its place. At most
    /// a day back, and never ahead.
    pub fn since(&self) -> UtcMillis {
        const DAY_MINUTES: i64 = 1440;
        let given = self.request.query.get("since").parse().ok().map(UtcMillis);
        match given {
            Some(since) if since <= self.now && since > self.now.plus_minutes(-DAY_MINUTES) => {
                since
            }
            _ => self.now,
        }
    }

    /// The page in its frame, with what has to be said after a press.
    pub fn page(&self, room: Room, title: &str, body: impl IntoView + 'static) -> Loaded {
        self.page_with(
            room,
            title,
            say::notice(self.request.say(), self.locale()),
            body,
        )
    }

    /// The page in its frame, with a notice of its own.
    pub fn page_with(
        &self,
        room: Room,
        title: &str,
        notice: Option<AnyView>,
        body: impl IntoView + 'static,
    ) -> Loaded {
        let locale = self.locale();
        let clinic = said(&self.catalogue.clinic.name, locale).to_owned();
        let happened = self.request.say().and_then(|say| title::after(say, locale));
        let foot = self.foot(room);
        let view = view! {
            <Page
                locale=locale
                clinic=clinic.clone()
                home_href=paths::desk(self.clinic())
                language_href=paths::with(&self.request.here, "lang", locale.other().tag())
                staff=self.links(room)
                wide=true
            >
                <div class="stack">
                    {notice}
                    {body.into_view().into_any()}
                    {foot}
                </div>
            </Page>
        };
        Loaded::new(
            page_title(locale, title, &clinic, happened),
            view.into_any(),
        )
    }

    fn links(&self, room: Room) -> Vec<StaffLink> {
        let (locale, clinic) = (self.locale(), self.clinic());
        let link = |here, href, label, count| StaffLink {
            href,
            label,
            count,
            current: here == room,
        };
        vec![
            link(Room::Day, paths::desk(clinic), t!(locale, "staff-day"), 0),
            link(
                Room::Requests,
                paths::requests(clinic),
                t!(locale, "staff-requests"),
                self.waiting,
            ),
            link(
                Room::Calls,
                paths::calls(clinic),
                t!(locale, "staff-calls"),
                self.calls,
            ),
            link(
                Room::Closures,
                paths::closures(clinic),
                t!(locale, "staff-closure"),
                0,
            ),
            link(
                Room::Times,
                paths::times(clinic),
                t!(locale, "button-new-booking"),
                0,
            ),
        ]
    }

    /// Who is signed in, the counts, and the way out.
    fn foot(&self, room: Room) -> AnyView {
        let locale = self.locale();
        let counts = (room != Room::Caught).then(|| {
            let label = t!(locale, "staff-caught-title");
            view! { <ButtonLink href=paths::caught(self.clinic()) label=label kind=ButtonKind::Quiet small=true/> }
        });
        let token = self.request.token(self.clinic(), "sign-out", "");
        view! {
            <form class="actions signed-in" method="post" action=self.request.action("sign-out")>
                <HiddenField name="clinic" value=self.clinic().to_string()/>
                <HiddenField name="token" value=token/>
                <p class="soft small">{t!(locale, "staff-signed-in-as", name = self.staff.name.clone())}</p>
                {counts}
                <Button locale=locale label=t!(locale, "staff-sign-out") kind=ButtonKind::Quiet small=true/>
            </form>
        }
        .into_any()
    }
}

/// The words of a language; of a text that has only one, that one.
pub(crate) fn said(words: &Words, locale: Locale) -> &str {
    match (locale, words.en.is_empty(), words.ja.is_empty()) {
        (Locale::Ja, _, false) | (Locale::En, true, _) => &words.ja,
        (Locale::En, false, _) | (Locale::Ja, _, true) => &words.en,
    }
}
