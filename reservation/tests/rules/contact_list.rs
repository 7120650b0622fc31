//! What the core knows of a contact's bookings, when the list is loaded before or after a batch has changed some.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reservation::check::Dump;
use reservation::effects::Effects;
use reservation::guard::Guards;
use reservation::ids::ReservationId;
use reservation::memory::MemoryStore;
use reservation::snapshot::{Booking, NotLoaded, Snapshot};
use reservation::testing::contract::{Bench, clock, tuesday};
use reservation::testing::{clinic_id, visitor};
use reservation::visit::{Reservation, Status};

const PHONE: &str = "+819000000000";

/// Three requests of one contact, at 9:00, 10:00 and 11:00.
async fn three() -> [Reservation; 3] {
    let clock = clock();
    let bench = Bench::new(Arc::new(MemoryStore::new(clock.clone())), clock).await;
    for number in 0..3 {
        let start = tuesday(9 + u32::from(number), 0);
        bench.requested(visitor(number), "sato", start).await;
    }
    let Dump { reservations, .. } = bench.store.dump().await.unwrap();
    reservations.try_into().unwrap()
}

fn hand_in(snapshot: &mut Snapshot, stored: &[&Reservation]) {
    let bookings: BTreeMap<_, _> = stored
        .iter()
        .map(|row| (row.id, Booking::of(row).unwrap()))
        .collect();
    snapshot.put_contact(clinic_id(), PHONE.into(), bookings);
}

fn known(snapshot: &Snapshot) -> BTreeSet<ReservationId> {
    let bookings = snapshot.contact(&clinic_id(), PHONE).unwrap();
    bookings.keys().copied().collect()
}

fn changed(snapshot: &mut Snapshot, row: &Reservation, status: Status) {
    let row = Reservation {
        status,
        ..row.clone()
    };
    snapshot.apply(&Effects {
        reservations: vec![row],
        ..Effects::default()
    });
}

#[tokio::test]
async fn a_list_that_nobody_has_loaded_is_not_an_empty_one() {
    let mut snapshot = Snapshot::under(Guards::default());
    assert_eq!(snapshot.contact(&clinic_id(), PHONE), Err(NotLoaded));
    hand_in(&mut snapshot, &[]);
    assert_eq!(known(&snapshot), BTreeSet::new());
    assert_eq!(
        snapshot.contact(&clinic_id(), "+819000000001"),
        Err(NotLoaded)
    );
}

/// In the file: the first and the second. The batch cancels the second and books the third.
#[tokio::test]
async fn what_a_batch_has_changed_counts_whenever_the_list_is_loaded() {
    let [first, second, third] = three().await;
    let wanted = BTreeSet::from([first.id, third.id]);
    for list_first in [true, false] {
        let mut snapshot = Snapshot::under(Guards::default());
        snapshot.put_reservation(clinic_id(), second.id, Some(second.clone()));
        let held = Reservation {
            status: Status::Held,
            patient: None,
            ..third.clone()
        };
        snapshot.put_reservation(clinic_id(), third.id, Some(held));
        if list_first {
            hand_in(&mut snapshot, &[&first, &second]);
        }
        changed(&mut snapshot, &second, Status::Cancelled);
        changed(&mut snapshot, &third, Status::Requested);
        if !list_first {
            hand_in(&mut snapshot, &[&first, &second]);
        }
        assert_eq!(known(&snapshot), wanted, "list first: {list_first}");
        // Loaded once more, it stays as the batch has left it.
        hand_in(&mut snapshot, &[&first, &second]);
        assert_eq!(known(&snapshot), wanted);
    }
}
