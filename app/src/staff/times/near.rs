//! The nearest free times to one that could not be had.

use chrono::{Days, NaiveDate};
use leptos::prelude::*;
use reservation::availability::{Booker, Offer};
use reservation::desk::{NoAnswer, Times, TimesWanted};
use reservation::outcome::Refusal;
use reservation::time::UtcMillis;
use reservation::visit::Reservation;

use super::submit::{FORM, subject};
use crate::components::{HiddenField, NearSlot, NearSlots};
use crate::door::Fields;
use crate::format;
use crate::locale::Locale;
use crate::page::action;
use crate::patient::details::form::FIELDS;
use crate::patient::times::grid::Grid;
use crate::staff::paths;
use crate::staff::reception::Reception;
use crate::staff::stop::Stop;
use crate::t;

/// How many are shown.
const SHOWN: usize = 6;
/// How many days are looked through, two before the wanted one among them.
const DAYS: u64 = 10;

/// The nearest free ones of some days, in the order of time.
pub(super) fn nearest(times: &Times, grid: &Grid<'_>, start: UtcMillis) -> Vec<NearSlot> {
    let mut free: Vec<&Offer> = times
        .days
        .iter()
        .flat_map(|day| &day.offers)
        .filter(|offer| offer.mark.is_bookable())
        .collect();
    free.sort_by_key(|offer| (offer.span.from.0 - start.0).abs());
    // The nearest, read as one reads a day.
    free.truncate(SHOWN);
    free.sort_by_key(|offer| offer.span.from);
    free.into_iter()
        .map(|offer| NearSlot {
            day: format::day(offer.span.from.0, times.now.0, grid.zone, grid.locale),
            time: grid.time(offer),
        })
        .collect()
}

/// Times to choose instead of a hold that is lost; what was typed goes with the one that is chosen.
pub(crate) struct Instead {
    action: String,
    hidden: Vec<(&'static str, String)>,
    slots: Vec<NearSlot>,
}

/// Looks for times instead of a lost hold: one range read.
pub(crate) async fn instead_of(
    reception: &Reception,
    row: &Reservation,
    typed: &Fields,
) -> Result<Option<Instead>, Stop> {
    let (zone, today) = (reception.zone(), reception.today());
    let date: NaiveDate = format::local_date(row.span.from.0, zone);
    let wish = row.slot().wish;
    let wanted = TimesWanted {
        clinic: reception.clinic().clone(),
        service: row.service.clone(),
        visit: row.visit,
        wish: wish.clone(),
        from: Some((date - Days::new(2)).max(today)),
        days: DAYS,
        booker: Booker::Staff,
        viewer: Some(reception.staff.holder()),
    };
    let times = match reception.request.pages.desk.times(&wanted).await {
        Ok(times) => times,
        // No longer offered: there is nothing instead.
        Err(NoAnswer::Refused(Refusal::NotOffered)) => return Ok(None),
        Err(no) => return Err(no.into()),
    };
    let (clinic, locale) = (reception.clinic(), reception.locale());
    let grid = Grid {
        clinic,
        zone,
        wish,
        today,
        locale,
        mine: paths::visit,
    };
    let slots = nearest(&times, &grid, row.span.from);
    let token = reception
        .request
        .token(clinic, FORM, &subject(&row.service, row.visit));
    let mut hidden = vec![
        ("clinic", clinic.to_string()),
        ("token", token),
        ("service", row.service.to_string()),
        ("visit", row.visit.as_str().to_owned()),
    ];
    hidden.extend(
        FIELDS
            .iter()
            .filter(|name| typed.has(name))
            .map(|name| (*name, typed.get(name).to_owned())),
    );
    let action = action("staff-hold", &paths::visit(clinic, row.id));
    Ok((!slots.is_empty()).then_some(Instead {
        action,
        hidden,
        slots,
    }))
}

impl Instead {
    /// As a form of its own.
    pub fn view(self, locale: Locale) -> AnyView {
        let hidden: Vec<_> = self
            .hidden
            .into_iter()
            .map(|(name, value)| view! { <HiddenField name=name value=value/> })
            .collect();
        view! {
            <section class="tight" aria-labelledby="near">
                <h2 id="near">{t!(locale, "staff-near")}</h2>
                <p class="soft">{t!(locale, "staff-near-what")}</p>
                <form method="post" action=self.action>
                    {hidden}
                    <NearSlots locale=locale labelled_by="near" slots=self.slots/>
                </form>
            </section>
        }
        .into_any()
    }
}
