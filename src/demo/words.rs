//! Short ways to write a catalogue down.

use chrono::Weekday;
use reservation::catalogue::{Approval, Exception, Hours, LocalSpan, Resource, Service, Words};
use reservation::ids::{BadId, ResourceId, ServiceId};

use super::yearly;

pub(super) fn doctor(id: &str, name: (&str, &str), note: (&str, &str)) -> Result<Resource, BadId> {
    Ok(Resource {
        id: ResourceId::new(id)?,
        name: Words::new(name.0, name.1),
        note: Words::new(note.0, note.1),
    })
}

/// A service, with what differs from most in the struct-update way.
pub(super) fn service(
    id: &str,
    name: (&str, &str),
    note: (&str, &str),
    minutes: i64,
    doctors: &[&str],
) -> Result<Service, BadId> {
    Ok(Service {
        id: ServiceId::new(id)?,
        name: Words::new(name.0, name.1),
        note: Words::new(note.0, note.1),
        minutes,
        first_minutes: Some(minutes),
        step_minutes: minutes,
        buffer_before_minutes: 0,
        buffer_after_minutes: 0,
        approval: Approval::Staff,
        notice_minutes: 60,
        horizon_days: 60,
        first_horizon_days: 30,
        seats: 1,
        resources: doctors
            .iter()
            .map(ResourceId::new)
            .collect::<Result<_, _>>()?,
    })
}

/// Weekly hours of the whole clinic, in hours of the day.
pub(super) fn weekly(days: &[Weekday], spans: &[(i64, i64)]) -> Vec<Hours> {
    days.iter()
        .flat_map(|weekday| {
            spans.iter().map(move |span| Hours {
                resource: None,
                weekday: *weekday,
                span: hours(*span),
            })
        })
        .collect()
}

/// Days on which the whole clinic is closed, each year.
pub(super) fn closed(
    today: chrono::NaiveDate,
    days: &[(u32, u32)],
    label: (&str, &str),
) -> Vec<Exception> {
    yearly(today, days)
        .map(|date| Exception {
            resource: None,
            date,
            spans: Vec::new(),
            label: Words::new(label.0, label.1),
        })
        .collect()
}

fn hours((from, until): (i64, i64)) -> LocalSpan {
    LocalSpan {
        from: from * 60,
        until: until * 60,
    }
}
