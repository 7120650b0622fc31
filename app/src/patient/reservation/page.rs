//! The one page of a reservation, by its present status.

use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::ports::AsOf;
use reservation::time::{MINUTE, UtcMillis};
use reservation::visit::{Holder, Reservation, Status};

use super::{held, slip};
use crate::components::Step;
use crate::door::Say;
use crate::page::{Loaded, Request};
use crate::patient::paths::{self, Chosen};
use crate::patient::refused;
use crate::patient::room::{Frame, Room};
use crate::patient::times::near::Near;
use crate::t;

/// As whom somebody sees a reservation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Looker {
    /// The browser that made it.
    Holder,
    /// Whoever has the secret link.
    Link(String),
}

/// A reservation that the asker may see.
pub(crate) struct Seen {
    /// The reservation.
    pub(crate) row: Reservation,
    /// As of when.
    pub(crate) now: UtcMillis,
    /// As whom it is seen.
    pub(crate) looker: Looker,
}

impl Seen {
    /// The reservation of the address, if this browser made it; else the page that says that there is none.
    pub(crate) async fn by_holder(room: &Room) -> Result<Self, Box<Loaded>> {
        let Some(id) = room.request.segment::<ReservationId>(3) else {
            return Err(Box::new(room.nothing()));
        };
        let AsOf { rows, now } = find(room, id).await?;
        let mine = Holder::Visitor(room.request.asker.visitor);
        match rows.filter(|row| row.holder == mine) {
            Some(row) => Ok(Self {
                row,
                now,
                looker: Looker::Holder,
            }),
            None => Err(Box::new(not_mine(room))),
        }
    }

    /// The reservation of a secret link.
    pub(crate) async fn by_link(room: &Room) -> Result<Self, Box<Loaded>> {
        let (id, secret) = (
            room.request.segment::<ReservationId>(3),
            room.request.segment::<String>(4),
        );
        let (Some(id), Some(secret)) = (id, secret) else {
            return Err(Box::new(room.nothing()));
        };
        if !room.request.pages.keys.link_fits(room.id(), id, &secret) {
            return Err(Box::new(room.nothing()));
        }
        let AsOf { rows, now } = find(room, id).await?;
        match rows {
            Some(row) => Ok(Self {
                row,
                now,
                looker: Looker::Link(secret),
            }),
            None => Err(Box::new(room.nothing())),
        }
    }

    /// Where it stands now.
    pub(crate) fn status(&self) -> Status {
        self.row.status_at(self.now)
    }
}

async fn find(room: &Room, id: ReservationId) -> Result<AsOf<Option<Reservation>>, Box<Loaded>> {
    let found = room.request.pages.desk.reservation(room.id(), id).await;
    found.map_err(|fault| Box::new(refused::fault(&room.request, Some(room), &fault)))
}

/// There is nothing here for this browser; but what was typed is given back, to be copied.
fn not_mine(room: &Room) -> Loaded {
    let Some(typed) = room.typed_details() else {
        return room.nothing();
    };
    held::lost(room, &typed)
}

/// Loads the page of the browser that made it.
pub(crate) async fn load(request: Request) -> Loaded {
    let room = match Room::open(request).await {
        Ok(room) => room,
        Err(page) => return *page,
    };
    let seen = match Seen::by_holder(&room).await {
        Ok(seen) => seen,
        Err(page) => return *page,
    };
    show(&room, seen).await
}

/// The page by its status.
pub(crate) async fn show(room: &Room, seen: Seen) -> Loaded {
    let own = seen.looker == Looker::Holder;
    match seen.status() {
        Status::Held if own => held::page(room, &seen),
        Status::Expired if own && seen.row.patient.is_none() && room.request.again.is_some() => {
            expired(room, seen).await
        }
        // An old address may be opened again (a page that was drawn after a post, reloaded) with another time held.
        Status::Expired | Status::Cancelled if own => {
            let held = room.request.pages.desk.hold_of(room.id(), &seen.row.holder);
            match held.await {
                Ok(held) => slip::page(room, &seen, held.as_ref()),
                Err(fault) => refused::fault(&room.request, Some(room), &fault),
            }
        }
        _ => slip::page(room, &seen, None),
    }
}

/// The hold ran out while its form was being filled in. As long as nobody else has the time, the form stays: sending
/// it takes the time again. Else the nearest free times are shown, and what was typed goes on with the one chosen.
async fn expired(room: &Room, seen: Seen) -> Loaded {
    let gone = match room.request.say() {
        Some(Say::Refused(
            Refusal::FormExpired
            | Refusal::FormForeign
            | Refusal::WrongStatus { .. }
            | Refusal::TooMany { .. },
        )) => None,
        Some(Say::Refused(refusal)) => Some(refusal.clone()),
        _ => None,
    };
    let Some(refusal) = gone else {
        return held::page(room, &seen);
    };
    let chosen = Chosen::of(&seen.row);
    match Near::find(room, chosen, seen.row.span.from).await {
        Ok(mut near) => {
            near.taken_over = is_of_present_length(room, &seen.row);
            let title = near.title(&refusal, room.locale());
            let frame = Frame {
                step: Some(Step::Time),
                says_it: true,
                happened: Some(t!(room.locale(), "title-not-booked")),
                ..Frame::default()
            };
            room.page(
                frame,
                &title,
                near.view(room, &refusal, room.typed_details()),
            )
        }
        Err(no) => room.no_answer(no),
    }
}

/// A hold that ran out can't be taken again when another has its time, or when the service has got another length.
fn is_of_present_length(room: &Room, row: &Reservation) -> bool {
    let service = room.catalogue.service(&row.service);
    let minutes = service.and_then(|service| service.minutes_for(row.visit));
    minutes.is_some_and(|minutes| minutes * MINUTE == row.span.until.0 - row.span.from.0)
}

/// Where somebody who looks goes to cancel.
pub(crate) fn cancel_href(room: &Room, seen: &Seen) -> String {
    match &seen.looker {
        Looker::Holder => paths::cancel(room.id(), seen.row.id),
        Looker::Link(secret) => paths::link_cancel(room.id(), seen.row.id, secret),
    }
}

/// The address of the page itself.
pub(crate) fn href(room: &Room, seen: &Seen) -> String {
    match &seen.looker {
        Looker::Holder => paths::reservation(room.id(), seen.row.id),
        Looker::Link(secret) => paths::link(room.id(), seen.row.id, secret),
    }
}
