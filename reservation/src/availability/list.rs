//! The list of times: what a page shows for some days of one kind of visit.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::opening::opening;
use super::rule::Rule;
use crate::catalogue::{Catalogue, Words};
use crate::ids::{ReservationId, ResourceId};
use crate::outcome::Refusal;
use crate::time::{Span, UtcMillis};
use crate::visit::{Claim, Reservation};

/// What stands at an offered start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Can be held.
    Free,
    /// Can be held; only one of several is left.
    Few,
    /// Owned by somebody else.
    Full,
    /// In a closed span.
    Closed,
    /// Begun or over.
    Past,
    /// Less notice than the clinic wants.
    TooSoon,
    /// Beyond the horizon.
    TooFar,
    /// Held by the one who looks.
    Mine(ReservationId),
}

impl Mark {
    /// True when a press on it can be a hold.
    pub fn is_bookable(self) -> bool {
        matches!(self, Mark::Free | Mark::Few)
    }
}

/// One offered start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The visit.
    pub span: Span,
    /// What stands there.
    pub mark: Mark,
    /// The resources that are free for it, in the order of showing.
    pub free: Vec<ResourceId>,
}

/// One date of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    /// The local date.
    pub date: NaiveDate,
    /// Why it differs from its week (a holiday's name), if it does.
    pub label: Option<Words>,
    /// The starts that the opening hours give, in order; empty means closed.
    pub offers: Vec<Offer>,
}

impl Day {
    /// How many starts can be held.
    pub fn bookable(&self) -> usize {
        self.offers
            .iter()
            .filter(|offer| offer.mark.is_bookable())
            .count()
    }
}

/// Who owns which cells now, for lists.
pub(crate) struct Taken<'a> {
    by_cell: BTreeMap<(&'a ResourceId, UtcMillis), ReservationId>,
}

impl<'a> Taken<'a> {
    pub(crate) fn new(claims: &'a [Claim], now: UtcMillis) -> Self {
        let by_cell = claims
            .iter()
            .filter(|claim| claim.lane == 0 && claim.is_live(now))
            .map(|claim| ((&claim.cell.resource, claim.cell.start), claim.reservation))
            .collect();
        Self { by_cell }
    }

    /// True when nobody, `own` aside, owns a cell of it.
    fn is_free(&self, resource: &ResourceId, span: Span, own: Option<ReservationId>) -> bool {
        span.cells().all(|start| {
            self.by_cell
                .get(&(resource, start))
                .is_none_or(|owner| Some(*owner) == own)
        })
    }
}

/// The times of some dates. `claims` are those on the candidates' cells around these dates; `own` is the looker's live
/// hold, which a swap would free and which therefore does not stand in the way.
pub fn week(
    rule: &Rule<'_>,
    catalogue: &Catalogue,
    dates: &[NaiveDate],
    claims: &[Claim],
    own: Option<&Reservation>,
    now: UtcMillis,
) -> Vec<Day> {
    let taken = Taken::new(claims, now);
    dates
        .iter()
        .map(|date| Day {
            date: *date,
            label: label(rule, catalogue, *date),
            offers: rule
                .starts(*date)
                .into_iter()
                .map(|at| offer(rule, at, &taken, own, now))
                .collect(),
        })
        .collect()
}

fn label(rule: &Rule<'_>, catalogue: &Catalogue, date: NaiveDate) -> Option<Words> {
    match rule.candidates() {
        [one] => opening(catalogue, Some(&one.id), date).label,
        _ => opening(catalogue, None, date).label,
    }
}

fn offer(
    rule: &Rule<'_>,
    start: UtcMillis,
    taken: &Taken<'_>,
    own: Option<&Reservation>,
    now: UtcMillis,
) -> Offer {
    let span = rule.visit(start);
    let with_mark = |mark| Offer {
        span,
        mark,
        free: Vec::new(),
    };
    let same = |own: &&Reservation| {
        own.span == span && own.service == rule.service.id && own.visit == rule.kind
    };
    if let Some(own) = own
        .filter(same)
        .filter(|own| rule.candidates().iter().any(|r| r.id == own.resource))
    {
        return with_mark(Mark::Mine(own.id));
    }
    let open = match rule.judge(start, now) {
        Ok(open) => open,
        Err(Refusal::InThePast) => return with_mark(Mark::Past),
        Err(Refusal::TooSoon) => return with_mark(Mark::TooSoon),
        Err(Refusal::TooFar) => return with_mark(Mark::TooFar),
        Err(_) => return with_mark(Mark::Closed),
    };
    let own = own.map(|own| own.id);
    let free: Vec<ResourceId> = open
        .iter()
        .filter(|resource| taken.is_free(&resource.id, rule.occupied(start), own))
        .map(|resource| resource.id.clone())
        .collect();
    let mark = match (free.len(), rule.candidates().len()) {
        (0, _) => Mark::Full,
        (1, 2..) => Mark::Few,
        _ => Mark::Free,
    };
    Offer { span, mark, free }
}
