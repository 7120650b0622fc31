//! Promise 6, *listed means bookable*, as a property: whatever the zone, the day, the hour of asking, the bookings and
//! closures, every listed slot can be held, and nothing else can.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use chrono_tz::Tz;
use proptest::prelude::*;
use reservation::availability::{Booker, Mark, day_span};
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::desk::{Desk, Intent, NoAnswer, TimesWanted};
use reservation::ids::{ReservationId, ServiceId};
use reservation::memory::MemoryStore;
use reservation::ports::Store;
use reservation::slot_key::Wish;
use reservation::submission::Actor;
use reservation::testing::{CountedIds, ManualClock, catalogue, clinic_id, staff, visitor};
use reservation::time::{CELL, Span, UtcMillis};
use reservation::visit::Holder;

const ZONES: [Tz; 12] = [
    Tz::Atlantic__Azores,
    Tz::America__Havana,
    Tz::America__New_York,
    Tz::Europe__Berlin,
    Tz::America__Santiago,
    Tz::Asia__Kolkata,
    Tz::Asia__Kathmandu,
    Tz::Australia__Lord_Howe,
    Tz::Pacific__Auckland,
    Tz::Pacific__Apia,
    Tz::Africa__Cairo,
    Tz::Asia__Tokyo,
];

struct World {
    desk: Desk,
    clock: Arc<ManualClock>,
    number: u8,
}

impl World {
    async fn new(zone: Tz, now: UtcMillis) -> Self {
        let clock = Arc::new(ManualClock::new(now));
        let store = Arc::new(MemoryStore::new(clock.clone()));
        store.catalogue_put(catalogue(zone)).await.unwrap();
        let desk = Desk::new(store, clock.clone(), Arc::new(CountedIds::new(1)), [0; 32]);
        Self {
            desk,
            clock,
            number: 100,
        }
    }

    async fn run(&self, actor: Actor, command: Command) -> Result<ReservationId, NoAnswer> {
        let intent = Intent {
            key: None,
            form: None,
            clinic: clinic_id(),
            actor,
            command,
        };
        let answer = self.desk.run(intent).await?;
        Ok(answer
            .outcome
            .reservation()
            .unwrap_or(ReservationId(uuid::Uuid::nil())))
    }

    async fn can_hold(&self, actor: &Actor, service: &str, wish: &Wish, start: UtcMillis) -> bool {
        let service = ServiceId::new(service).unwrap();
        let hold = Command::Hold {
            service,
            visit: VisitKind::Return,
            wish: wish.clone(),
            start,
            known: None,
        };
        match self.run(actor.clone(), hold).await {
            Ok(reservation) => {
                self.run(actor.clone(), Command::Release { reservation })
                    .await
                    .unwrap();
                true
            }
            Err(NoAnswer::Refused(_)) => false,
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Some other people's holds and a closed span, so that the list has something to leave out.
    async fn fill(&mut self, zone: Tz, day: NaiveDate, seeds: &[(u8, u16)]) {
        let open = day_span(zone, day);
        for (kind, minute) in seeds {
            let start = UtcMillis(open.from.0 + i64::from(*minute) / 15 * 3 * CELL);
            let service = ["internal", "quick", "checkup"][usize::from(*kind) % 3];
            let wish = [Wish::Anyone, "sato".parse().unwrap()][usize::from(*kind) % 2].clone();
            let hold = Command::Hold {
                service: ServiceId::new(service).unwrap(),
                visit: VisitKind::Return,
                wish,
                start,
                known: None,
            };
            self.number = self.number.wrapping_add(1);
            let _ = self.run(visitor(self.number), hold).await;
            if kind % 5 == 4 {
                let span = Span {
                    from: start,
                    until: start.plus(4 * CELL),
                };
                let _ = self
                    .run(
                        staff(1),
                        Command::Close {
                            resource: None,
                            span,
                            reason: String::new(),
                        },
                    )
                    .await;
            }
        }
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_listed_slot_can_be_held_and_no_other(
        zone in 0..ZONES.len(),
        day in 0u64..730,
        ahead in 0u64..70,
        minute in 0i64..1440,
        service in prop::sample::select(vec!["internal", "quick", "checkup"]),
        who in prop::sample::select(vec!["any", "sato", "tanaka"]),
        by_staff: bool,
        seeds in prop::collection::vec((any::<u8>(), 0u16..1440), 0..12),
    ) {
        let zone = ZONES[zone];
        let today = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(day);
        let now = day_span(zone, today).from.plus_minutes(minute);
        let date = today + Days::new(ahead);
        runtime().block_on(async {
            let mut world = World::new(zone, now).await;
            world.fill(zone, date, &seeds).await;
            let (actor, booker) =
                if by_staff { (staff(7), Booker::Staff) } else { (visitor(7), Booker::Patient) };
            let wish: Wish = who.parse().unwrap();
            let times = world.desk.times(&TimesWanted {
                clinic: clinic_id(),
                service: ServiceId::new(service).unwrap(),
                visit: VisitKind::Return,
                wish: wish.clone(),
                from: Some(date),
                days: 1,
                booker,
                viewer: actor.holder(),
            }).await.unwrap();
            let listed: Vec<UtcMillis> = times.days[0]
                .offers
                .iter()
                .filter(|offer| offer.mark.is_bookable())
                .map(|offer| offer.span.from)
                .collect();
            let whole = day_span(zone, date);
            let mut start = UtcMillis(whole.from.0 - whole.from.0.rem_euclid(CELL));
            while start < whole.until {
                let held = world.can_hold(&actor, service, &wish, start).await;
                assert_eq!(held, listed.contains(&start), "{zone} {start} asked at {now}");
                start = start.plus(CELL);
            }
        });
    }

    #[test]
    fn ones_own_hold_is_shown_and_stands_in_nobodys_way(
        slot in 0usize..12,
        service in prop::sample::select(vec!["internal", "quick", "checkup"]),
    ) {
        runtime().block_on(async {
            let zone = Tz::Asia__Tokyo;
            let day = NaiveDate::from_ymd_opt(2026, 3, 3).unwrap();
            let world = World::new(zone, day_span(zone, day).from.plus_minutes(-900)).await;
            let me = visitor(1);
            let wanted = TimesWanted {
                clinic: clinic_id(),
                service: ServiceId::new(service).unwrap(),
                visit: VisitKind::Return,
                wish: "sato".parse().unwrap(),
                from: Some(day),
                days: 1,
                booker: Booker::Patient,
                viewer: me.holder(),
            };
            let before = world.desk.times(&wanted).await.unwrap().days.remove(0);
            let bookable: Vec<_> = before.offers.iter().filter(|offer| offer.mark.is_bookable()).collect();
            let start = bookable[slot % bookable.len()].span.from;
            let hold = |start, known| Command::Hold {
                service: wanted.service.clone(),
                visit: VisitKind::Return,
                wish: wanted.wish.clone(),
                start,
                known,
            };
            let mine = world.run(me.clone(), hold(start, None)).await.unwrap();
            // C34: the holder sees it as theirs, and everything else as before; each of these swaps.
            let after = world.desk.times(&wanted).await.unwrap().days.remove(0);
            let marks: Vec<Mark> = after.offers.iter().map(|offer| offer.mark).collect();
            assert_eq!(marks.iter().filter(|mark| **mark == Mark::Mine(mine)).count(), 1);
            assert_eq!(after.bookable(), before.bookable() - 1);
            let other = after.offers.iter().find(|offer| offer.mark.is_bookable()).unwrap();
            world.run(me.clone(), hold(other.span.from, Some(mine))).await.unwrap();
            // Others see neither name nor hold, only that it is taken.
            let theirs = TimesWanted { viewer: visitor(2).holder(), ..wanted.clone() };
            let seen = world.desk.times(&theirs).await.unwrap();
            assert!(seen.held.is_none());
            assert!(matches!(me.holder(), Some(Holder::Visitor(_))));
            world.clock.advance(1);
        });
    }
}
