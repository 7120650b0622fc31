//! The catalogue comes back as it went in, and what visits name stays.

use chrono::{NaiveDate, Weekday};
use chrono_tz::Asia::Tokyo;
use reservation::catalogue::{Approval, Catalogue, Exception, Hours, LocalSpan, Words};
use reservation::command::Command;
use reservation::ids::{ResourceId, ServiceId};
use reservation::outcome::Outcome;
use reservation::ports::Store;
use reservation::testing::{catalogue, clinic_id, staff, visitor};
use reservation::time::Span;

use crate::kit::{Kit, hold, ten};

fn rich() -> Catalogue {
    let mut it = catalogue(Tokyo);
    it.clinic.place = Words::new("東京都千代田区1-1", "1-1 Chiyoda, Tokyo");
    it.clinic.bring = Words::new("保険証", "Your insurance card");
    it.resources.reverse();
    it.services[0].first_minutes = None;
    it.services[0].approval = Approval::Instant;
    it.services[1].resources.reverse();
    it.services[2].buffer_after_minutes = 10;
    let sato = ResourceId::new("sato").unwrap();
    it.hours.push(Hours {
        resource: Some(sato.clone()),
        weekday: Weekday::Sun,
        span: LocalSpan {
            from: 0,
            until: 1440,
        },
    });
    let day = |date: u32, resource, spans| Exception {
        resource,
        date: NaiveDate::from_ymd_opt(2026, 5, date).unwrap(),
        spans,
        label: Words::new("休診", "Closed"),
    };
    let spans = vec![
        LocalSpan {
            from: 540,
            until: 600,
        },
        LocalSpan {
            from: 660,
            until: 720,
        },
    ];
    it.exceptions = vec![
        day(5, None, vec![]),
        day(4, Some(sato), spans),
        day(3, None, vec![]),
    ];
    it
}

#[tokio::test]
async fn a_catalogue_comes_back_as_it_went_in_and_each_put_raises_its_version() {
    let kit = Kit::new().await;
    let find = || async {
        kit.store
            .catalogue_find(&clinic_id())
            .await
            .unwrap()
            .unwrap()
    };
    assert_eq!(*find().await, catalogue(Tokyo));
    kit.store.catalogue_put(rich()).await.unwrap();
    let mut want = rich();
    want.clinic.version = 2;
    assert_eq!(*find().await, want);
    // Without changes between, the very same one is at hand.
    assert!(std::sync::Arc::ptr_eq(&find().await, &find().await));
    assert_eq!(kit.store.clinic_list().await.unwrap(), [clinic_id()]);
}

#[tokio::test]
async fn closures_stand_until_they_are_opened_and_a_put_leaves_them() {
    let kit = Kit::new().await;
    let closed = Span {
        from: ten(),
        until: ten().plus_minutes(60),
    };
    let sato = ResourceId::new("sato").unwrap();
    let close = Command::Close {
        resource: Some(sato),
        span: closed,
        reason: "急病".into(),
    };
    let Outcome::Closed { id } = kit.done(staff(1), close).await.outcome else {
        panic!("not closed")
    };
    let find = || async {
        kit.store
            .catalogue_find(&clinic_id())
            .await
            .unwrap()
            .unwrap()
    };
    let with = find().await;
    assert_eq!((with.clinic.version, with.closures[0].span), (2, closed));
    kit.store.catalogue_put(catalogue(Tokyo)).await.unwrap();
    assert_eq!(find().await.closures, with.closures);
    kit.done(staff(1), Command::Reopen { closure: id }).await;
    let without = find().await;
    assert_eq!((without.clinic.version, without.closures.len()), (4, 0));
}

#[tokio::test]
async fn a_doctor_who_has_left_stays_on_the_visits_of_the_past() {
    let kit = Kit::new().await;
    let id = kit
        .reservation(visitor(1), hold("internal", "sato", ten()))
        .await;
    let mut smaller = catalogue(Tokyo);
    smaller.resources.remove(0);
    smaller.services.remove(0);
    for service in &mut smaller.services {
        service.resources.remove(0);
    }
    kit.store.catalogue_put(smaller.clone()).await.unwrap();
    let found = kit
        .store
        .catalogue_find(&clinic_id())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (&found.resources, &found.services),
        (&smaller.resources, &smaller.services)
    );
    let visit = kit
        .store
        .reservation_find(&clinic_id(), id)
        .await
        .unwrap()
        .rows
        .unwrap();
    assert_eq!(visit.service, ServiceId::new("internal").unwrap());
    assert_eq!(kit.store.integrity().await.unwrap(), Vec::<String>::new());
    // And comes back.
    kit.store.catalogue_put(catalogue(Tokyo)).await.unwrap();
    assert_eq!(
        kit.store
            .catalogue_find(&clinic_id())
            .await
            .unwrap()
            .unwrap()
            .resources
            .len(),
        2
    );
}
