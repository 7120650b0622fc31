//! A large clinic and the holds of a crowd, for measurements and for tests under load.

use chrono::Weekday;
use chrono_tz::Asia::Tokyo;

use super::contract::must;
use super::{at, catalogue, clinic_id};
use crate::catalogue::{Approval, Catalogue, Hours, LocalSpan, Resource, VisitKind, Words};
use crate::command::Command;
use crate::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId, VisitorTag};
use crate::slot_key::Wish;
use crate::submission::{Actor, Fingerprint, Fresh, RequestKey, Submission};
use crate::time::{Ids, System};

/// How many doctors [`large`] has: `doctor-0` and so on.
pub const DOCTORS: usize = 40;

/// Forty doctors, all day, sixty days.
pub fn large() -> Catalogue {
    let mut it = catalogue(Tokyo);
    it.resources = (0..DOCTORS)
        .map(|number| Resource {
            id: must(ResourceId::new(format!("doctor-{number}"))),
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
        service: must(ServiceId::new("internal")),
        visit: VisitKind::Return,
        wish: Wish::One(must(ResourceId::new(doctor))),
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
