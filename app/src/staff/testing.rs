//! A small clinic for tests: Hinata, two doctors, Monday 2 March 2026.

use chrono_tz::Tz;
use reservation::catalogue::{Catalogue, Clinic, Hours, LocalSpan, Resource, VisitKind, Words};
use reservation::ids::{ClinicId, GroupId, ReservationId, ResourceId, ServiceId, VisitorTag};
use reservation::time::{Span, UtcMillis};
use reservation::visit::{Holder, Patient, Reservation, Status};
use uuid::Uuid;

pub(crate) fn hinata() -> ClinicId {
    ClinicId::new("hinata").unwrap()
}

pub(crate) fn doctor(id: &str) -> ResourceId {
    ResourceId::new(id).unwrap()
}

/// A time of that Monday in Tokyo.
pub(crate) fn at(clock: &str) -> UtcMillis {
    UtcMillis::parse_rfc3339(&format!("2026-03-02T{clock}:00+09:00")).unwrap()
}

pub(crate) fn span(from: &str, until: &str) -> Span {
    Span {
        from: at(from),
        until: at(until),
    }
}

/// Two doctors, Mondays 9:00–10:00 and 11:00–12:00.
pub(crate) fn catalogue(zone: Tz) -> Catalogue {
    let hours = |from: i64, until: i64| Hours {
        resource: None,
        weekday: chrono::Weekday::Mon,
        span: LocalSpan {
            from: from * 60,
            until: until * 60,
        },
    };
    let resource = |id: &str, name: &str| Resource {
        id: doctor(id),
        name: Words::new(name, id),
        note: Words::default(),
    };
    Catalogue {
        clinic: Clinic {
            id: hinata(),
            version: 1,
            name: Words::new("ひなた", "Hinata"),
            place: Words::default(),
            bring: Words::default(),
            phone: String::new(),
            zone,
            region: "JP".into(),
            hold_minutes: 10,
            hold_extensions: 10,
            answer_minutes: 60,
            contact_bookings: 5,
        },
        resources: vec![resource("sato", "佐藤"), resource("tanaka", "田中")],
        services: Vec::new(),
        hours: vec![hours(9, 10), hours(11, 12)],
        exceptions: Vec::new(),
        closures: Vec::new(),
    }
}

/// A visit with Dr. Sato; its patient's name looks like markup.
pub(crate) fn visit(number: u128, from: &str, until: &str, status: Status) -> Reservation {
    Reservation {
        id: ReservationId(Uuid::from_u128(number)),
        clinic: hinata(),
        group: GroupId(Uuid::nil()),
        service: ServiceId::new("internal").unwrap(),
        visit: VisitKind::Return,
        resource: doctor("sato"),
        anyone: false,
        span: span(from, until),
        occupied: span(from, until),
        lane: 0,
        status,
        version: 1,
        expires_at: matches!(status, Status::Held | Status::Requested).then(|| at("10:45")),
        extensions: 0,
        holder: Holder::Visitor(VisitorTag([0; 16])),
        patient: (status != Status::Held).then(|| Patient {
            name: format!("<b>患者{number}</b>"),
            kana: None,
            birth: None,
            phone: "090-1234-5678".into(),
            phone_e164: "+819012345678".into(),
            email: None,
            note: Some("<script>alert(1)</script>".into()),
            language: "en".into(),
        }),
        created_by: None,
        created_at: at("08:00"),
        sent_at: (status != Status::Held).then(|| at("09:00")),
        changed_at: at("08:00"),
        ending: None,
    }
}
