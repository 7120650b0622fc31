//! Writing what a clinic offers: its whole catalogue at once.

use reservation::catalogue::{Approval, Catalogue, Service};
use sqlx::PgConnection;

use crate::trouble::Trouble;

/// The clinic's row comes first: whoever books by it is waited for, and whoever comes later waits.
pub(super) async fn put_catalogue(
    connection: &mut PgConnection,
    catalogue: &Catalogue,
) -> Result<u64, Trouble> {
    put_clinic(connection, catalogue).await?;
    let clinic = catalogue.clinic.id.as_str();
    // Visits of the past name resources and services that are no longer offered: those rows stay.
    sqlx::query!("delete from service_resource where clinic = $1", clinic)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from hours where clinic = $1", clinic)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from exception_span where clinic = $1", clinic)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from exception where clinic = $1", clinic)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "update service set active = false where clinic = $1",
        clinic
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update resource set active = false where clinic = $1",
        clinic
    )
    .execute(&mut *connection)
    .await?;
    put_resources(connection, catalogue).await?;
    put_services(connection, catalogue).await?;
    put_hours(connection, catalogue).await?;
    put_exceptions(connection, catalogue).await?;
    Ok(1)
}

/// The settings; the version goes up by one, whatever the caller thought it was.
async fn put_clinic(connection: &mut PgConnection, catalogue: &Catalogue) -> Result<(), Trouble> {
    let it = &catalogue.clinic;
    let (id, zone, version) = (it.id.as_str(), it.zone.name(), it.version.max(1));
    sqlx::query!(
        "insert into clinic (id, version, name_ja, name_en, place_ja, place_en, bring_ja, bring_en, \
         phone, zone, region, hold_minutes, hold_extensions, answer_minutes, contact_bookings) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
         on conflict (id) do update \
         set version = clinic.version + 1, \
             name_ja = excluded.name_ja, \
             name_en = excluded.name_en, \
             place_ja = excluded.place_ja, \
             place_en = excluded.place_en, \
             bring_ja = excluded.bring_ja, \
             bring_en = excluded.bring_en, \
             phone = excluded.phone, \
             zone = excluded.zone, \
             region = excluded.region, \
             hold_minutes = excluded.hold_minutes, \
             hold_extensions = excluded.hold_extensions, \
             answer_minutes = excluded.answer_minutes, \
             contact_bookings = excluded.contact_bookings",
        id,
        version,
        it.name.ja,
        it.name.en,
        it.place.ja,
        it.place.en,
        it.bring.ja,
        it.bring.en,
        it.phone,
        zone,
        it.region,
        it.hold_minutes,
        it.hold_extensions,
        it.answer_minutes,
        it.contact_bookings
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn put_resources(
    connection: &mut PgConnection,
    catalogue: &Catalogue,
) -> Result<(), Trouble> {
    let clinic = catalogue.clinic.id.as_str();
    for (position, it) in (0_i64..).zip(&catalogue.resources) {
        let id = it.id.as_str();
        sqlx::query!(
            "insert into resource (clinic, id, position, active, name_ja, name_en, note_ja, note_en) \
             values ($1, $2, $3, true, $4, $5, $6, $7) \
             on conflict (clinic, id) do update \
             set position = excluded.position, \
                 active = true, \
                 name_ja = excluded.name_ja, \
                 name_en = excluded.name_en, \
                 note_ja = excluded.note_ja, \
                 note_en = excluded.note_en",
            clinic,
            id,
            position,
            it.name.ja,
            it.name.en,
            it.note.ja,
            it.note.en
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn put_services(connection: &mut PgConnection, catalogue: &Catalogue) -> Result<(), Trouble> {
    let clinic = catalogue.clinic.id.as_str();
    for (position, it) in (0_i64..).zip(&catalogue.services) {
        let id = it.id.as_str();
        let approval = match it.approval {
            Approval::Instant => "instant",
            Approval::Staff => "staff",
        };
        sqlx::query!(
            "insert into service (clinic, id, position, active, name_ja, name_en, note_ja, note_en, \
             minutes, first_minutes, step_minutes, buffer_before_minutes, buffer_after_minutes, \
             approval, notice_minutes, horizon_days, first_horizon_days, seats) \
             values ($1, $2, $3, true, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) \
             on conflict (clinic, id) do update \
             set position = excluded.position, \
                 active = true, \
                 name_ja = excluded.name_ja, \
                 name_en = excluded.name_en, \
                 note_ja = excluded.note_ja, \
                 note_en = excluded.note_en, \
                 minutes = excluded.minutes, \
                 first_minutes = excluded.first_minutes, \
                 step_minutes = excluded.step_minutes, \
                 buffer_before_minutes = excluded.buffer_before_minutes, \
                 buffer_after_minutes = excluded.buffer_after_minutes, \
                 approval = excluded.approval, \
                 notice_minutes = excluded.notice_minutes, \
                 horizon_days = excluded.horizon_days, \
                 first_horizon_days = excluded.first_horizon_days, \
                 seats = excluded.seats",
            clinic,
            id,
            position,
            it.name.ja,
            it.name.en,
            it.note.ja,
            it.note.en,
            it.minutes,
            it.first_minutes,
            it.step_minutes,
            it.buffer_before_minutes,
            it.buffer_after_minutes,
            approval,
            it.notice_minutes,
            it.horizon_days,
            it.first_horizon_days,
            it.seats
        )
        .execute(&mut *connection)
        .await?;
        put_needs(connection, clinic, it).await?;
    }
    Ok(())
}

/// Any one of the resources serves: they share need number 0.
async fn put_needs(
    connection: &mut PgConnection,
    clinic: &str,
    it: &Service,
) -> Result<(), Trouble> {
    let service = it.id.as_str();
    for (position, resource) in (0_i64..).zip(&it.resources) {
        let resource = resource.as_str();
        sqlx::query!(
            "insert into service_resource (clinic, service, need, resource, position) \
             values ($1, $2, 0, $3, $4)",
            clinic,
            service,
            resource,
            position
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn put_hours(connection: &mut PgConnection, catalogue: &Catalogue) -> Result<(), Trouble> {
    let clinic = catalogue.clinic.id.as_str();
    for (position, it) in (0_i64..).zip(&catalogue.hours) {
        let resource = it.resource.as_ref().map(|id| id.as_str());
        let weekday = i64::from(it.weekday.number_from_monday());
        sqlx::query!(
            "insert into hours (clinic, position, resource, weekday, from_minute, until_minute) \
             values ($1, $2, $3, $4, $5, $6)",
            clinic,
            position,
            resource,
            weekday,
            it.span.from,
            it.span.until
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn put_exceptions(
    connection: &mut PgConnection,
    catalogue: &Catalogue,
) -> Result<(), Trouble> {
    let clinic = catalogue.clinic.id.as_str();
    for (exception, it) in (0_i64..).zip(&catalogue.exceptions) {
        let resource = it.resource.as_ref().map(|id| id.as_str());
        let date = it.date.to_string();
        sqlx::query!(
            "insert into exception (clinic, position, resource, date, label_ja, label_en) \
             values ($1, $2, $3, $4, $5, $6)",
            clinic,
            exception,
            resource,
            date,
            it.label.ja,
            it.label.en
        )
        .execute(&mut *connection)
        .await?;
        for (position, span) in (0_i64..).zip(&it.spans) {
            sqlx::query!(
                "insert into exception_span (clinic, exception, position, from_minute, until_minute) \
                 values ($1, $2, $3, $4, $5)",
                clinic,
                exception,
                position,
                span.from,
                span.until
            )
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}
