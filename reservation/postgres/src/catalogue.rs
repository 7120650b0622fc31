//! A catalogue out of its tables.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{NaiveDate, Weekday};
use reservation::catalogue::{
    Approval, Catalogue, Clinic, Closure, Exception, Hours, LocalSpan, Resource, Service, Words,
};
use reservation::ids::{ClinicId, ClosureId, ResourceId};
use reservation::ports::Fault;
use sqlx::{Connection, PgConnection};

use crate::read::{ONE_VIEW, acquire};
use crate::store::PostgresStore;
use crate::trouble::{Trouble, fault};
use reservation_rows::AtHand;
use reservation_rows::{parsed, span};

const WHAT: &str = "catalogue";

/// A clinic's catalogue at its present version, for a reader.
pub(crate) async fn find(
    store: &PostgresStore,
    clinic: &ClinicId,
) -> Result<Option<Arc<Catalogue>>, Fault> {
    let mut connection = acquire(store.pool()).await?;
    // One statement when nothing has changed; a view of its own for all the tables otherwise.
    if let Some(known) = store.catalogues().get(clinic)
        && version(&mut connection, clinic).await.map_err(fault)? == Some(known.clinic.version)
    {
        return Ok(Some(known));
    }
    let mut view = connection.begin_with(ONE_VIEW).await.map_err(fault)?;
    let found = match version(&mut view, clinic).await.map_err(fault)? {
        Some(version) => Some(
            at_version(store.catalogues(), &mut view, clinic, version)
                .await
                .map_err(fault)?,
        ),
        None => None,
    };
    view.rollback().await.map_err(fault)?;
    Ok(found)
}

async fn version(connection: &mut PgConnection, clinic: &ClinicId) -> Result<Option<i64>, Trouble> {
    let id = clinic.as_str();
    Ok(
        sqlx::query_scalar!("select version from clinic where id = $1", id)
            .fetch_optional(connection)
            .await?,
    )
}

/// The catalogue of this version: the one at hand, or read anew inside the caller's transaction, which
/// has seen that version and written nothing yet.
pub(crate) async fn at_version(
    at_hand: &AtHand,
    connection: &mut PgConnection,
    clinic: &ClinicId,
    version: i64,
) -> Result<Arc<Catalogue>, Trouble> {
    if let Some(known) = at_hand.get(clinic)
        && known.clinic.version == version
    {
        return Ok(known);
    }
    let fresh = Arc::new(load(connection, clinic).await?);
    at_hand.keep(&fresh);
    Ok(fresh)
}

async fn load(connection: &mut PgConnection, clinic: &ClinicId) -> Result<Catalogue, Trouble> {
    Ok(Catalogue {
        clinic: settings(connection, clinic).await?,
        resources: resources(connection, clinic).await?,
        services: services(connection, clinic).await?,
        hours: hours(connection, clinic).await?,
        exceptions: exceptions(connection, clinic).await?,
        closures: closures(connection, clinic).await?,
    })
}

async fn settings(connection: &mut PgConnection, clinic: &ClinicId) -> Result<Clinic, Trouble> {
    let id = clinic.as_str();
    let row = sqlx::query!(
        "select version, name_ja, name_en, place_ja, place_en, bring_ja, bring_en, phone, zone, \
         region, hold_minutes, hold_extensions, answer_minutes, contact_bookings \
         from clinic \
         where id = $1",
        id
    )
    .fetch_one(connection)
    .await?;
    Ok(Clinic {
        id: clinic.clone(),
        version: row.version,
        name: Words::new(row.name_ja, row.name_en),
        place: Words::new(row.place_ja, row.place_en),
        bring: Words::new(row.bring_ja, row.bring_en),
        phone: row.phone,
        zone: parsed(&row.zone, "zone")?,
        region: row.region,
        hold_minutes: row.hold_minutes,
        hold_extensions: row.hold_extensions,
        answer_minutes: row.answer_minutes,
        contact_bookings: row.contact_bookings,
    })
}

async fn resources(
    connection: &mut PgConnection,
    clinic: &ClinicId,
) -> Result<Vec<Resource>, Trouble> {
    let clinic = clinic.as_str();
    let rows = sqlx::query!(
        "select id, name_ja, name_en, note_ja, note_en \
         from resource \
         where clinic = $1 \
             and active \
         order by position",
        clinic
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Resource {
                id: parsed(&row.id, WHAT)?,
                name: Words::new(row.name_ja, row.name_en),
                note: Words::new(row.note_ja, row.note_en),
            })
        })
        .collect()
}

async fn services(
    connection: &mut PgConnection,
    clinic: &ClinicId,
) -> Result<Vec<Service>, Trouble> {
    let id = clinic.as_str();
    let rows = sqlx::query!(
        "select id, name_ja, name_en, note_ja, note_en, minutes, first_minutes, step_minutes, \
         buffer_before_minutes, buffer_after_minutes, approval, notice_minutes, horizon_days, \
         first_horizon_days, seats \
         from service \
         where clinic = $1 \
             and active \
         order by position",
        id
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut needs = needs(connection, clinic).await?;
    rows.into_iter()
        .map(|row| {
            let approval = match row.approval.as_str() {
                "instant" => Approval::Instant,
                "staff" => Approval::Staff,
                _ => return Err(Trouble::Corrupt(WHAT)),
            };
            Ok(Service {
                id: parsed(&row.id, WHAT)?,
                name: Words::new(row.name_ja, row.name_en),
                note: Words::new(row.note_ja, row.note_en),
                minutes: row.minutes,
                first_minutes: row.first_minutes,
                step_minutes: row.step_minutes,
                buffer_before_minutes: row.buffer_before_minutes,
                buffer_after_minutes: row.buffer_after_minutes,
                approval,
                notice_minutes: row.notice_minutes,
                horizon_days: row.horizon_days,
                first_horizon_days: row.first_horizon_days,
                seats: row.seats,
                resources: needs.remove(&row.id).unwrap_or_default(),
            })
        })
        .collect()
}

/// The resources of each service, in their order. All services have one need yet, number 0.
async fn needs(
    connection: &mut PgConnection,
    clinic: &ClinicId,
) -> Result<HashMap<String, Vec<ResourceId>>, Trouble> {
    let clinic = clinic.as_str();
    let rows = sqlx::query!(
        "select service, resource \
         from service_resource \
         where clinic = $1 \
             and need = 0 \
         order by service, position",
        clinic
    )
    .fetch_all(connection)
    .await?;
    let mut needs: HashMap<String, Vec<ResourceId>> = HashMap::new();
    for row in rows {
        needs
            .entry(row.service)
            .or_default()
            .push(parsed(&row.resource, WHAT)?);
    }
    Ok(needs)
}

async fn hours(connection: &mut PgConnection, clinic: &ClinicId) -> Result<Vec<Hours>, Trouble> {
    let clinic = clinic.as_str();
    let rows = sqlx::query!(
        "select resource, weekday, from_minute, until_minute \
         from hours \
         where clinic = $1 \
         order by position",
        clinic
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Hours {
                resource: optional(row.resource)?,
                weekday: weekday(row.weekday)?,
                span: LocalSpan {
                    from: row.from_minute,
                    until: row.until_minute,
                },
            })
        })
        .collect()
}

async fn exceptions(
    connection: &mut PgConnection,
    clinic: &ClinicId,
) -> Result<Vec<Exception>, Trouble> {
    let clinic = clinic.as_str();
    let rows = sqlx::query!(
        r#"select
            e.position, e.resource, e.date, e.label_ja, e.label_en,
            s.from_minute as "from_minute?", s.until_minute as "until_minute?"
        from exception e
        left join exception_span s
            on s.clinic = e.clinic and s.exception = e.position
        where e.clinic = $1
        order by e.position, s.position"#,
        clinic
    )
    .fetch_all(connection)
    .await?;
    let mut exceptions: Vec<(i64, Exception)> = Vec::new();
    for row in rows {
        if exceptions
            .last()
            .is_none_or(|(position, _)| *position != row.position)
        {
            let exception = Exception {
                resource: optional(row.resource)?,
                date: parsed::<NaiveDate>(&row.date, WHAT)?,
                spans: Vec::new(),
                label: Words::new(row.label_ja, row.label_en),
            };
            exceptions.push((row.position, exception));
        }
        if let (Some((_, exception)), Some(from), Some(until)) =
            (exceptions.last_mut(), row.from_minute, row.until_minute)
        {
            exception.spans.push(LocalSpan { from, until });
        }
    }
    Ok(exceptions
        .into_iter()
        .map(|(_, exception)| exception)
        .collect())
}

async fn closures(
    connection: &mut PgConnection,
    clinic: &ClinicId,
) -> Result<Vec<Closure>, Trouble> {
    let clinic = clinic.as_str();
    let rows = sqlx::query!(
        "select id, resource, from_at, until_at, reason \
         from closure \
         where clinic = $1 \
             and ended_at is null \
         order by id",
        clinic
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Closure {
                id: ClosureId(row.id),
                resource: optional(row.resource)?,
                span: span(row.from_at, row.until_at),
                reason: row.reason,
            })
        })
        .collect()
}

fn optional(resource: Option<String>) -> Result<Option<ResourceId>, Trouble> {
    Ok(resource.map(|id| parsed(&id, WHAT)).transpose()?)
}

fn weekday(number: i64) -> Result<Weekday, Trouble> {
    // Monday is 1 in the file and 0 for `Weekday`.
    u8::try_from(number - 1)
        .ok()
        .and_then(|number| Weekday::try_from(number).ok())
        .ok_or(Trouble::Corrupt("weekday"))
}
