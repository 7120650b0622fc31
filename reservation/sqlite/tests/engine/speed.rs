//! How fast and how large. No test: numbers of a machine are no promise.
//!
//! `cargo test --release -p reservation-sqlite --test engine -- --ignored --nocapture speed`

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::Weekday;
use chrono_tz::Asia::Tokyo;
use reservation::catalogue::{Approval, Catalogue, Hours, LocalSpan, Resource, VisitKind, Words};
use reservation::command::Command;
use reservation::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId, VisitorTag};
use reservation::ports::Store;
use reservation::slot_key::Wish;
use reservation::submission::{Actor, Fingerprint, Fresh, RequestKey, Submission};
use reservation::testing::{at, catalogue, clinic_id};
use reservation::time::{Ids, System};

use crate::kit::Kit;

const DOCTORS: usize = 40;
const CALLERS: usize = 64;

/// Forty doctors, all day, sixty days.
pub fn large() -> Catalogue {
    let mut it = catalogue(Tokyo);
    it.resources = (0..DOCTORS)
        .map(|number| Resource {
            id: ResourceId::new(format!("doctor-{number}")).unwrap(),
            name: Words::default(),
            note: Words::default(),
        })
        .collect();
    for service in &mut it.services {
        service.approval = Approval::Instant;
        service.resources = it
            .resources
            .iter()
            .map(|resource| resource.id.clone())
            .collect();
    }
    let mut day = Weekday::Mon;
    it.hours = (0..7)
        .map(|_| {
            day = day.succ();
            Hours {
                resource: None,
                weekday: day,
                span: LocalSpan {
                    from: 0,
                    until: 1440,
                },
            }
        })
        .collect();
    it
}

/// The `number`-th free slot of half an hour, for a visitor of its own.
pub fn hold(number: usize) -> Submission {
    let mut tag = [0; 16];
    tag[..8].copy_from_slice(
        &(number as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .to_be_bytes(),
    );
    let doctor = format!("doctor-{}", number % DOCTORS);
    // The slots of a day come in an order of their own, as visitors choose them.
    let slot = (number / DOCTORS).wrapping_mul(7919) % 2800;
    let start = at(Tokyo, (2026, 3, 3), (0, 0)).plus_minutes(30 * slot as i64);
    let command = Command::Hold {
        service: ServiceId::new("internal").unwrap(),
        visit: VisitKind::Return,
        wish: Wish::One(ResourceId::new(doctor).unwrap()),
        start,
        known: None,
    };
    let id = System.fresh();
    Submission {
        key: Some(RequestKey::form(&clinic_id(), id).button(start)),
        fingerprint: Fingerprint::of(&[7; 32], &command),
        form: None,
        clinic: clinic_id(),
        actor: Actor::Visitor(VisitorTag(tag)),
        command,
        fresh: Fresh {
            reservation: ReservationId(System.fresh()),
            group: GroupId(System.fresh()),
            closure: ClosureId(id),
        },
    }
}

async fn measure(kit: &Arc<Kit>, callers: usize, first: usize, count: usize) {
    let since = Instant::now();
    let mut tasks = Vec::new();
    for caller in 0..callers {
        let kit = Arc::clone(kit);
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            for number in (first + caller..first + count).step_by(callers) {
                let submission = hold(number);
                let since = Instant::now();
                kit.store.submission_run(submission).await.unwrap().unwrap();
                times.push(since.elapsed());
            }
            times
        }));
    }
    let mut times: Vec<Duration> = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    let whole = since.elapsed();
    times.sort();
    println!(
        "{callers:3} callers: {:6.0} holds/s, p50 {:?}, p99 {:?}, worst {:?}",
        times.len() as f64 / whole.as_secs_f64(),
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement, not a test"]
async fn speed() {
    let kit = Arc::new(Kit::new().await);
    kit.store.catalogue_put(large()).await.unwrap();
    measure(&kit, 1, 0, 2000).await;
    measure(&kit, CALLERS, 2000, 40_000).await;
    measure(&kit, 256, 42_000, 40_000).await;
    kit.store.close().await;
    let size = std::fs::metadata(kit.path()).unwrap().len();
    println!("{} bytes per hold of half an hour", size / 82_000);
}
