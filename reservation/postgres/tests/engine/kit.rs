//! A database with one node or two, and submissions for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono_tz::Asia::Tokyo;
use postgres_cluster::{Database, NoPostgres, database_from, or_skip};
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId};
use reservation::outcome::Outcome;
use reservation::ports::Store;
use reservation::slot_key::Wish;
use reservation::submission::{Actor, Answer, Fingerprint, Fresh, RequestKey, Submission};
use reservation::testing::{ManualClock, at, catalogue, clinic_id};
use reservation::time::UtcMillis;
use reservation_postgres::{Options, PostgresStore};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// A migrated database; none when there is no Postgres here.
pub async fn database() -> Option<Database> {
    static ORIGINAL: OnceCell<Result<Database, NoPostgres>> = OnceCell::const_new();
    let original = ORIGINAL
        .get_or_init(|| async {
            let original = postgres_cluster::database("original")?;
            let store = PostgresStore::open(original.url(), Options::default())
                .await
                .unwrap();
            store.close().await;
            Ok(original)
        })
        .await;
    or_skip(
        original
            .as_ref()
            .map_err(NoPostgres::clone)
            .and_then(|original| database_from(original, "engine")),
    )
}

pub struct Kit {
    pub database: Database,
    pub clock: Arc<ManualClock>,
    pub store: PostgresStore,
    number: AtomicU64,
}

/// A machine with more to do than these tests is slow, not broken.
fn patient_options(clock: &Arc<ManualClock>) -> Options {
    Options {
        patience: Duration::from_secs(60),
        read_patience: Duration::from_secs(60),
        ..Options::with_clock(clock.clone())
    }
}

impl Kit {
    /// Monday 2 March 2026, 8:00 in Tokyo; the test clinic.
    pub async fn new() -> Option<Self> {
        Self::with(|_| {}).await
    }

    pub async fn with(adjust: impl FnOnce(&mut Options)) -> Option<Self> {
        let database = database().await?;
        let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))));
        let mut options = patient_options(&clock);
        adjust(&mut options);
        let store = PostgresStore::open(database.url(), options).await.unwrap();
        store.catalogue_put(catalogue(Tokyo)).await.unwrap();
        Some(Self {
            database,
            clock,
            store,
            number: AtomicU64::new(1),
        })
    }

    pub fn options(&self) -> Options {
        patient_options(&self.clock)
    }

    /// Another node on the same database.
    pub async fn node(&self, adjust: impl FnOnce(&mut Options)) -> PostgresStore {
        let mut options = self.options();
        adjust(&mut options);
        PostgresStore::open(self.database.url(), options)
            .await
            .unwrap()
    }

    /// A submission with a key and ids that nobody had.
    pub fn submission(&self, actor: Actor, command: Command) -> Submission {
        let number = self.number.fetch_add(1, Ordering::SeqCst);
        let id = Uuid::from_u128(0x0195_5d00_0000_7000_8000_0000_0000_0000 | u128::from(number));
        Submission {
            key: Some(RequestKey::form(&clinic_id(), id)),
            fingerprint: Fingerprint::of(&[7; 32], &command),
            form: None,
            clinic: clinic_id(),
            actor,
            command,
            fresh: Fresh {
                reservation: ReservationId(id),
                group: GroupId(id),
                closure: ClosureId(id),
            },
        }
    }

    /// Runs it and wants a yes.
    pub async fn done(&self, actor: Actor, command: Command) -> Answer {
        self.store
            .submission_run(self.submission(actor, command))
            .await
            .unwrap()
            .unwrap()
    }

    /// Runs it and wants a yes about a reservation.
    pub async fn reservation(&self, actor: Actor, command: Command) -> ReservationId {
        match self.done(actor, command).await.outcome {
            Outcome::Reservation { id, .. } => id,
            other => panic!("{other:?}"),
        }
    }
}

/// Tuesday, 10:00: far enough ahead for staff to answer.
pub fn ten() -> UtcMillis {
    at(Tokyo, (2026, 3, 3), (10, 0))
}

pub fn hold(service: &str, wish: &str, start: UtcMillis) -> Command {
    Command::Hold {
        service: ServiceId::new(service).unwrap(),
        visit: VisitKind::Return,
        wish: if wish == "any" {
            Wish::Anyone
        } else {
            Wish::One(ResourceId::new(wish).unwrap())
        },
        start,
        known: None,
    }
}
