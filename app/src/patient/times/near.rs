//! After a time could not be had: what it was, that it is not booked, and the nearest free ones.

use leptos::prelude::*;
use reservation::availability::{Booker, Offer};
use reservation::desk::{NoAnswer, TimesWanted};
use reservation::outcome::Refusal;
use reservation::time::UtcMillis;
use reservation::visit::{Holder, Reservation};

use super::grid::Grid;
use super::submit::{FORM, NONE};
use crate::components::{ButtonKind, ButtonLink, NearSlot, NearSlots, Slip, SlipKind};
use crate::door::Fields;
use crate::format;
use crate::locale::Locale;
use crate::patient::paths::{self, Chosen};
use crate::patient::room::{Room, zone_line};
use crate::patient::{say, words};
use crate::{t, title};

/// How many are shown.
const SHOWN: usize = 6;
/// How many days are looked through: two before, and the week after.
const DAYS: u64 = 10;

/// The nearest free times to one that was wanted, and the hold in place.
pub(crate) struct Near {
    /// What was wanted.
    pub(crate) chosen: Chosen,
    /// When.
    pub(crate) start: UtcMillis,
    /// True where it was kept for this visitor and is another's now.
    pub(crate) taken_over: bool,
    slots: Vec<NearSlot>,
    held: Option<Reservation>,
    now: UtcMillis,
}

impl Near {
    /// Looks for them: one range read.
    pub(crate) async fn find(
        room: &Room,
        chosen: Chosen,
        start: UtcMillis,
    ) -> Result<Self, NoAnswer> {
        let desk = &room.request.pages.desk;
        let today = room.today(desk.now());
        let date = room.today(start.max(desk.now()));
        let wanted = TimesWanted {
            clinic: room.id().clone(),
            service: chosen.service.clone(),
            visit: chosen.visit,
            wish: chosen.doctor.clone(),
            from: Some((date - chrono::Days::new(2)).max(today)),
            days: DAYS,
            booker: Booker::Patient,
            viewer: Some(Holder::Visitor(room.request.asker.visitor)),
        };
        let times = desk.times(&wanted).await?;
        let mut free: Vec<&Offer> = times
            .days
            .iter()
            .flat_map(|day| &day.offers)
            .filter(|offer| offer.mark.is_bookable())
            .collect();
        free.sort_by_key(|offer| (offer.span.from.0 - start.0).abs());
        // The nearest ones, as a calendar has them.
        free.truncate(SHOWN);
        free.sort_by_key(|offer| offer.span.from);
        let locale = room.locale();
        let grid = Grid {
            clinic: room.id(),
            zone: room.zone(),
            wish: chosen.doctor.clone(),
            today: times.today,
            locale,
            mine: paths::reservation,
        };
        let slots = free
            .into_iter()
            .map(|offer| NearSlot {
                day: format::day(offer.span.from.0, times.now.0, room.zone(), locale),
                time: grid.time(offer),
            })
            .collect();
        Ok(Self {
            chosen,
            start,
            taken_over: false,
            slots,
            held: times.held,
            now: times.now,
        })
    }

    /// The same in the title of the document.
    pub(crate) fn title(&self, refusal: &Refusal, locale: Locale) -> String {
        let what = match refusal {
            Refusal::Taken => t!(locale, "refusal-taken-what"),
            other => words_of(other, self.taken_over, locale).0,
        };
        title::plain(&what)
    }

    /// The slip that says what did not happen, then the times. What was typed travels with them.
    pub(crate) fn view(self, room: &Room, refusal: &Refusal, typed: Option<Fields>) -> AnyView {
        let locale = room.locale();
        let (title, lead) = words_of(refusal, self.taken_over, locale);
        let when = format::when_spoken(self.start.0, self.now.0, room.zone(), locale);
        let what = t!(
            locale,
            "patient-chosen",
            when = when,
            service = words::service(&room.catalogue, &self.chosen.service, locale),
            visit = words::visit(self.chosen.visit, locale)
        );
        let date = room.today(self.start.max(self.now));
        let week = paths::times(room.id(), &self.chosen, Some(date));
        let zone = zone_line(room.zone(), self.start, locale);
        let typed_kept = typed.is_some();
        view! {
            <Slip locale=locale kind=SlipKind::Gone title=title focus=true>
                <p class="lead"><strong>{lead}</strong></p>
                {typed_kept.then(|| view! { <p>{t!(locale, "near-typed-kept")}</p> })}
                <p class="soft">{what}</p>
            </Slip>
            {self.near(room, zone, typed)}
            <p class="actions">
                <ButtonLink href=week label=t!(locale, "near-other-times") kind=ButtonKind::Quiet/>
            </p>
            {room.call(t!(locale, "patient-by-phone"))}
        }
        .into_any()
    }

    fn near(&self, room: &Room, zone: String, typed: Option<Fields>) -> AnyView {
        let locale = room.locale();
        if self.slots.is_empty() {
            return view! { <p>{t!(locale, "near-none")}</p> }.into_any();
        }
        let mut hidden = vec![
            ("service", self.chosen.service.to_string()),
            ("visit", self.chosen.visit.as_str().to_owned()),
            (
                "known",
                self.held
                    .as_ref()
                    .map_or_else(|| NONE.to_owned(), |held| held.id.to_string()),
            ),
        ];
        for name in crate::patient::details::form::FIELDS {
            if let Some(typed) = typed.as_ref().filter(|typed| typed.has(name)) {
                hidden.push((name, typed.get(name).to_owned()));
            }
        }
        view! {
            <section class="tight" aria-labelledby="near">
                <h2 id="near">{t!(locale, "refusal-taken-near")}</h2>
                <p class="soft small">{zone}</p>
                <form class="stack" method="post" action=room.request.action("hold")>
                    {room.form(FORM, &self.chosen.subject(), hidden)}
                    <NearSlots locale=locale labelled_by="near" slots=self.slots.clone()/>
                </form>
            </section>
        }
        .into_any()
    }
}

/// Heading and the sentence below it.
fn words_of(refusal: &Refusal, taken_over: bool, locale: Locale) -> (String, String) {
    let not_booked = t!(locale, "refusal-not-booked");
    match refusal {
        Refusal::Taken => {
            let sorry = t!(locale, "refusal-taken-sorry");
            let what = t!(locale, "refusal-taken-what");
            // A line each where "sorry" is a sentence of its own.
            let between = if locale == Locale::En { " " } else { "\n" };
            (format!("{sorry}{between}{what}"), not_booked)
        }
        Refusal::Expired if taken_over => (t!(locale, "near-expired-taken-title"), not_booked),
        Refusal::Expired => (t!(locale, "near-expired-title"), not_booked),
        other => (say::refused(other, locale), not_booked),
    }
}
