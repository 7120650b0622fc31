//! A small clinic in Tokyo for tests.

use chrono::{NaiveDate, NaiveTime, TimeZone, Weekday};
use chrono_tz::Tz;
use uuid::Uuid;

use crate::catalogue::{Approval, Catalogue, Clinic, Hours, LocalSpan, Resource, Service, Words};
use crate::ids::{ClinicId, ResourceId, ServiceId, StaffId, VisitorTag};
use crate::submission::Actor;
use crate::time::UtcMillis;
use crate::visit::Patient;

fn known<T, E: std::fmt::Debug>(value: Result<T, E>) -> T {
    match value {
        Ok(value) => value,
        Err(error) => unreachable!("a constant of the test clinic is wrong: {error:?}"),
    }
}

/// The clinic's id: `hinata`.
pub fn clinic_id() -> ClinicId {
    known(ClinicId::new("hinata"))
}

/// An instant by the clock of a zone: `at(Tokyo, (2026, 3, 2), (10, 0))`. The earlier one of a repeated hour.
pub fn at(zone: Tz, (year, month, day): (i32, u32, u32), (hour, minute): (u32, u32)) -> UtcMillis {
    let local = NaiveDate::from_ymd_opt(year, month, day)
        .zip(NaiveTime::from_hms_opt(hour, minute, 0))
        .map(|(date, time)| date.and_time(time));
    match local.and_then(|local| zone.from_local_datetime(&local).earliest()) {
        Some(at) => UtcMillis(at.timestamp_millis()),
        None => unreachable!("no such local time"),
    }
}

/// A visitor by number.
pub fn visitor(number: u8) -> Actor {
    Actor::Visitor(VisitorTag([number; 16]))
}

/// A member of staff by number.
pub fn staff(number: u8) -> Actor {
    Actor::Staff {
        id: StaffId(Uuid::from_u128(u128::from(number))),
        name: format!("受付{number}"),
    }
}

/// A patient of that name.
pub fn patient(name: &str) -> Patient {
    Patient {
        name: name.into(),
        kana: None,
        birth: None,
        phone: "090-0000-0000".into(),
        phone_e164: "+819000000000".into(),
        email: None,
        note: None,
        language: "ja".into(),
    }
}

fn service(id: &str, minutes: i64, approval: Approval) -> Service {
    Service {
        id: known(ServiceId::new(id)),
        name: Words::new(id, id),
        note: Words::default(),
        minutes,
        first_minutes: Some(minutes),
        step_minutes: minutes,
        buffer_before_minutes: 0,
        buffer_after_minutes: 0,
        approval,
        notice_minutes: 60,
        horizon_days: 60,
        first_horizon_days: 30,
        seats: 1,
        resources: vec![
            known(ResourceId::new("sato")),
            known(ResourceId::new("tanaka")),
        ],
    }
}

/// The clinic in that zone: doctors `sato` and `tanaka`; services `internal` (30 minutes, staff approve), `quick`
/// (15 minutes, instant), `checkup` (60 minutes, instant, every 15 minutes), `morning` (3 hours); open Monday to Friday 9 to 12 and 15 to
/// 18, Saturday 9 to 12.
pub fn catalogue(zone: Tz) -> Catalogue {
    let morning = LocalSpan {
        from: 540,
        until: 720,
    };
    let afternoon = LocalSpan {
        from: 900,
        until: 1080,
    };
    let weekdays = [
        Weekday::Mon,
        Weekday::Tue,
        Weekday::Wed,
        Weekday::Thu,
        Weekday::Fri,
    ];
    let mut hours: Vec<Hours> = weekdays
        .into_iter()
        .flat_map(|weekday| {
            [morning, afternoon].map(|span| Hours {
                resource: None,
                weekday,
                span,
            })
        })
        .collect();
    hours.push(Hours {
        resource: None,
        weekday: Weekday::Sat,
        span: morning,
    });
    let doctor = |id: &str| Resource {
        id: known(ResourceId::new(id)),
        name: Words::new(id, id),
        note: Words::default(),
    };
    let mut checkup = service("checkup", 60, Approval::Instant);
    checkup.step_minutes = 15;
    Catalogue {
        clinic: Clinic {
            id: clinic_id(),
            version: 1,
            name: Words::new("ひなた内科クリニック", "Hinata Clinic"),
            place: Words::default(),
            bring: Words::default(),
            phone: "03-0000-0000".into(),
            zone,
            region: "JP".into(),
            hold_minutes: 10,
            hold_extensions: 10,
            answer_minutes: 240,
            contact_bookings: 5,
        },
        resources: vec![doctor("sato"), doctor("tanaka")],
        services: vec![
            service("internal", 30, Approval::Staff),
            service("quick", 15, Approval::Instant),
            checkup,
            service("morning", 180, Approval::Instant),
        ],
        hours,
        exceptions: Vec::new(),
        closures: Vec::new(),
    }
}
