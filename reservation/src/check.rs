//! The invariants of a stored state, told without `decide`: what `hitotsu check` verifies.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::effects::owns_cells;
use crate::ids::ReservationId;
use crate::outcome::Outcome;
use crate::submission::LedgerRow;
use crate::visit::{Claim, Event, HistoryRow, Holder, Message, MessageKind, Reservation, Status};

/// Everything that the invariants speak of.
#[derive(Debug, Clone, Default)]
pub struct Dump {
    /// All reservations.
    pub reservations: Vec<Reservation>,
    /// All claims.
    pub claims: Vec<Claim>,
    /// All recorded submissions.
    pub submissions: Vec<LedgerRow>,
    /// All history.
    pub history: Vec<HistoryRow>,
    /// All messages.
    pub messages: Vec<Message>,
}

/// Something that must never be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Which invariant.
    pub rule: &'static str,
    /// What was found; ids and instants only, nothing personal.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.found)
    }
}

/// All violations; empty is sound.
pub fn check(dump: &Dump) -> Vec<Violation> {
    let mut found = Vec::new();
    claims(dump, &mut found);
    reservations(dump, &mut found);
    holds(dump, &mut found);
    submissions(dump, &mut found);
    history(dump, &mut found);
    messages(dump, &mut found);
    found
}

fn say(found: &mut Vec<Violation>, rule: &'static str, what: String) {
    found.push(Violation { rule, found: what });
}

fn claims(dump: &Dump, found: &mut Vec<Violation>) {
    let mut owners = BTreeMap::new();
    let mut claimed: BTreeMap<ReservationId, Vec<&Claim>> = BTreeMap::new();
    for claim in &dump.claims {
        if let Some(other) = owners.insert((&claim.cell, claim.lane), claim.reservation) {
            let cell = &claim.cell;
            say(
                found,
                "one owner per cell",
                format!(
                    "{} {} belongs to {other} and {}",
                    cell.resource, cell.start, claim.reservation
                ),
            );
        }
        claimed.entry(claim.reservation).or_default().push(claim);
    }
    for row in &dump.reservations {
        let mut have: Vec<Claim> = claimed
            .remove(&row.id)
            .unwrap_or_default()
            .into_iter()
            .cloned()
            .collect();
        have.sort_by(|a, b| a.cell.cmp(&b.cell));
        let want: Vec<Claim> = if owns_cells(row.status) {
            row.claims().collect()
        } else {
            Vec::new()
        };
        if have != want {
            say(
                found,
                "a live reservation owns exactly its cells",
                format!(
                    "{} {} has {} claims, {} belong to it",
                    row.id,
                    row.status,
                    have.len(),
                    want.len()
                ),
            );
        }
    }
    for orphan in claimed.keys() {
        say(found, "a claim has an owner", format!("{orphan}"));
    }
}

fn reservations(dump: &Dump, found: &mut Vec<Violation>) {
    for row in &dump.reservations {
        let mut rule = |rule, holds: bool| {
            if !holds {
                say(found, rule, format!("{} {}", row.id, row.status));
            }
        };
        let waits = matches!(row.status, Status::Held | Status::Requested);
        let booked = matches!(row.status, Status::Requested | Status::Confirmed);
        rule(
            "a visit has a length",
            row.span.from < row.span.until && row.occupied.contains(row.span),
        );
        rule(
            "a deadline belongs to a hold or a request",
            row.expires_at.is_some() == waits,
        );
        rule(
            "who is booked was sent in",
            !booked || (row.patient.is_some() && row.sent_at.is_some()),
        );
        rule(
            "an end belongs to what has ended",
            row.ending.is_some() != owns_cells(row.status),
        );
    }
}

/// A visitor has one live hold at a clinic. Without a clock: two deadlines that both lie behind the
/// later of the two last changes were live together.
fn holds(dump: &Dump, found: &mut Vec<Violation>) {
    let mut held: BTreeMap<_, Vec<&Reservation>> = BTreeMap::new();
    for row in &dump.reservations {
        if row.status == Status::Held && matches!(row.holder, Holder::Visitor(_)) {
            held.entry((&row.clinic, &row.holder))
                .or_default()
                .push(row);
        }
    }
    for rows in held.values() {
        let last = rows.iter().map(|row| row.changed_at).max();
        let live = rows.iter().filter(|row| row.expires_at > last).count();
        if live > 1 {
            say(
                found,
                "one live hold for each visitor",
                format!("{} has {live} beside it", rows[0].id),
            );
        }
    }
}

fn submissions(dump: &Dump, found: &mut Vec<Violation>) {
    let known: BTreeMap<_, _> = dump
        .reservations
        .iter()
        .map(|row| ((&row.clinic, row.id), row))
        .collect();
    let mut recorded = BTreeMap::new();
    for row in &dump.submissions {
        if recorded
            .insert(&row.key, row.outcome.reservation())
            .is_some()
        {
            say(found, "one outcome per submission", row.key.scope.clone());
        }
        let Some(id) = row.outcome.reservation() else {
            continue;
        };
        let about = known.get(&(&row.clinic, id));
        if about.is_none() {
            say(found, "a recorded outcome exists", format!("{id}"));
        }
        if let (Some(about), Outcome::Reservation { version, .. }) = (about, &row.outcome)
            && *version > about.version
        {
            say(
                found,
                "a recorded outcome is not ahead of its reservation",
                format!("{id}"),
            );
        }
    }
    let mut creators = BTreeSet::new();
    for row in &dump.reservations {
        let Some(key) = &row.created_by else {
            continue;
        };
        if !creators.insert(key) {
            say(found, "one creation per submission", format!("{}", row.id));
        }
        if recorded.get(key).is_some_and(|id| *id != Some(row.id)) {
            say(
                found,
                "a submission is answered with what it created",
                format!("{}", row.id),
            );
        }
    }
}

fn history(dump: &Dump, found: &mut Vec<Violation>) {
    let mut lines: BTreeMap<ReservationId, Vec<&HistoryRow>> = BTreeMap::new();
    for line in &dump.history {
        lines.entry(line.reservation).or_default().push(line);
    }
    for row in &dump.reservations {
        let mut of_row = lines.remove(&row.id).unwrap_or_default();
        of_row.sort_by_key(|line| line.version);
        let mut status = None;
        let adds_up = of_row.iter().zip(1..).all(|(line, version)| {
            let fits = line.version == version && line.from == status && line.clinic == row.clinic;
            status = Some(line.to);
            fits
        });
        let last = of_row.last().map(|line| line.version);
        if !adds_up || status != Some(row.status) || last != Some(row.version) {
            say(
                found,
                "history adds up",
                format!(
                    "{} {} version {}, {} lines",
                    row.id,
                    row.status,
                    row.version,
                    of_row.len()
                ),
            );
        }
    }
    for orphan in lines.keys() {
        say(found, "history has a reservation", format!("{orphan}"));
    }
}

fn messages(dump: &Dump, found: &mut Vec<Violation>) {
    let events: BTreeMap<_, _> = dump
        .history
        .iter()
        .map(|line| ((&line.clinic, line.reservation, line.version), line.event))
        .collect();
    let mut keys = BTreeSet::new();
    for Message { key, .. } in &dump.messages {
        if !keys.insert(key) {
            say(
                found,
                "one message per event",
                format!("{}", key.reservation),
            );
        }
        let event = events.get(&(&key.clinic, key.reservation, key.version));
        let fits = event.is_some_and(|event| match key.kind {
            // An undo may bring back what was still to be told.
            MessageKind::Confirmed => matches!(event, Event::Confirmed | Event::Undone),
            MessageKind::Declined => *event == Event::Declined,
            MessageKind::Cancelled => *event == Event::Cancelled,
            MessageKind::NotAnswered => *event == Event::Expired,
            MessageKind::Restored => *event == Event::Undone,
        });
        if !fits {
            say(
                found,
                "a message tells of an event",
                format!("{} {}", key.reservation, key.kind.as_str()),
            );
        }
    }
}

#[cfg(all(test, feature = "testing"))]
mod tests;
