//! Staff sign-ins.

use std::sync::Arc;

use reservation::testing::ManualClock;
use reservation::time::UtcMillis;
use reservation_postgres::sessions::PostgresSessions;
use time::OffsetDateTime;
use tower_sessions_core::session::{Id, Record};
use tower_sessions_core::{ExpiredDeletion, SessionStore};

use crate::kit::Kit;

const NOW: i64 = 1_772_413_200_000;

fn record(minutes: i64) -> Record {
    let at = OffsetDateTime::from_unix_timestamp(NOW / 1000).unwrap();
    let data = [("staff".to_owned(), serde_json::json!({"id": 7}))].into();
    Record {
        id: Id::default(),
        data,
        expiry_date: at + time::Duration::minutes(minutes),
    }
}

async fn opened() -> Option<(Kit, Arc<ManualClock>, PostgresSessions)> {
    let kit = Kit::new().await?;
    let clock = Arc::new(ManualClock::new(UtcMillis(NOW)));
    let sessions = PostgresSessions::open(kit.database.url(), clock.clone())
        .await
        .unwrap();
    Some((kit, clock, sessions))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_is_loaded_as_it_was_saved_until_it_is_deleted() {
    let Some((_kit, _, sessions)) = opened().await else {
        return;
    };
    let mut it = record(30);
    sessions.create(&mut it).await.unwrap();
    assert_eq!(sessions.load(&it.id).await.unwrap(), Some(it.clone()));
    it.data.insert("again".into(), true.into());
    sessions.save(&it).await.unwrap();
    assert_eq!(sessions.load(&it.id).await.unwrap(), Some(it.clone()));
    sessions.delete(&it.id).await.unwrap();
    assert_eq!(sessions.load(&it.id).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_was_deleted_does_not_come_back() {
    let Some((_kit, _, sessions)) = opened().await else {
        return;
    };
    let mut it = record(30);
    sessions.create(&mut it).await.unwrap();
    sessions.delete(&it.id).await.unwrap();
    sessions.save(&it).await.unwrap();
    assert_eq!(sessions.load(&it.id).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_that_is_taken_is_never_given_away_twice() {
    let Some((_kit, _, sessions)) = opened().await else {
        return;
    };
    let mut first = record(30);
    sessions.create(&mut first).await.unwrap();
    let mut second = Record {
        id: first.id,
        ..record(60)
    };
    sessions.create(&mut second).await.unwrap();
    assert_ne!(second.id, first.id);
    assert_eq!(sessions.load(&first.id).await.unwrap(), Some(first));
    assert_eq!(sessions.load(&second.id).await.unwrap(), Some(second));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_is_over_at_its_very_instant_and_is_tidied_away() {
    let Some((kit, clock, sessions)) = opened().await else {
        return;
    };
    let (mut short, mut long) = (record(1), record(30));
    sessions.create(&mut short).await.unwrap();
    sessions.create(&mut long).await.unwrap();
    clock.advance(59_999);
    assert!(sessions.load(&short.id).await.unwrap().is_some());
    clock.advance(1);
    assert_eq!(sessions.load(&short.id).await.unwrap(), None);
    sessions.delete_expired().await.unwrap();
    let left = kit.database.psql("select count(*) from session").unwrap();
    assert_eq!(left.trim(), "1");
    assert!(sessions.load(&long.id).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sign_in_at_one_node_is_known_at_the_other_until_it_signs_out_anywhere() {
    let Some((kit, clock, one)) = opened().await else {
        return;
    };
    let other = PostgresSessions::open(kit.database.url(), clock)
        .await
        .unwrap();
    let mut it = record(30);
    one.create(&mut it).await.unwrap();
    assert_eq!(other.load(&it.id).await.unwrap(), Some(it.clone()));
    other.delete(&it.id).await.unwrap();
    assert_eq!(one.load(&it.id).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_does_not_hold_what_opens_a_session() {
    let Some((kit, _, sessions)) = opened().await else {
        return;
    };
    let mut it = record(30);
    sessions.create(&mut it).await.unwrap();
    let rows = kit
        .database
        .psql("select data, encode(id, 'hex') from session")
        .unwrap();
    let id: String = it
        .id
        .0
        .to_le_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert!(rows.contains("staff"), "{rows}");
    assert!(!rows.contains(&id) && !rows.contains(&it.id.to_string()));
}
