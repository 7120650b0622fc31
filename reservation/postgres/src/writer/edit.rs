//! Writes that no decision stands behind: catalogue, accounts, tidying. Each is a transaction of its own.

use std::time::Duration;

use reservation::catalogue::{Approval, Catalogue, Service};
use reservation::caught::Caught;
use reservation::ports::{Fault, Staff};
use reservation::time::UtcMillis;
use sqlx::PgConnection;
use uuid::Uuid;

use super::batch::TRANSACTION;
use crate::job::{self, Lease};
use crate::open::Address;
use crate::trouble::{Trouble, unknown};

/// What is to be written.
#[derive(Debug)]
pub(crate) enum Edit {
    /// A whole catalogue, closures not among it.
    Catalogue(Box<Catalogue>),
    /// A member of staff: new, or instead of the one of the same clinic and login.
    Staff(Box<Staff>),
    /// A secret, unless there is one of that name.
    Secret(String, [u8; 32]),
    /// Forget so many of the submissions recorded before.
    Purge(UtcMillis, i64),
    /// Forget so many of the guards that nobody has locked.
    Guards(i64),
    /// Take a job for a time, or prolong it: one row, or none when another node has it.
    Take(Lease),
    /// Give a job back that this node has.
    GiveBack(&'static str, Uuid),
    /// Add to the counts of what was caught, and forget those before.
    Caught(Vec<Caught>, UtcMillis),
}

/// Writes it, on a connection of its own and within a time: an edit that waits for a standby keeps nobody else's.
/// Says how many rows it touched.
pub(crate) async fn run(
    address: &Address,
    commit_patience: Duration,
    edit: &Edit,
) -> Result<u64, Fault> {
    let writing = async {
        let mut connection = address.connect().await?;
        sqlx::raw_sql("begin isolation level read committed")
            .execute(&mut connection)
            .await?;
        let rows = write(&mut connection, edit).await?;
        Ok::<_, Trouble>((connection, rows))
    };
    // What is not committed is rolled back with the end of its connection.
    let (mut connection, rows) = tokio::time::timeout(TRANSACTION, writing)
        .await
        .unwrap_or(Err(Trouble::Slow))?;
    let commit = sqlx::raw_sql("commit").execute(&mut connection);
    match tokio::time::timeout(commit_patience, commit).await {
        Ok(Ok(_)) => Ok(rows),
        Ok(Err(error)) => {
            let trouble = Trouble::from(error);
            // Without an answer it may have been written all the same.
            Err(if trouble.is_rolled_back() {
                trouble.into()
            } else {
                unknown(trouble)
            })
        }
        Err(_) => Err(unknown(Trouble::Slow)),
    }
}

async fn write(connection: &mut PgConnection, edit: &Edit) -> Result<u64, Trouble> {
    match edit {
        Edit::Catalogue(catalogue) => put_catalogue(connection, catalogue).await,
        Edit::Staff(staff) => put_staff(connection, staff).await,
        Edit::Secret(name, value) => keep_secret(connection, name, value).await,
        Edit::Purge(before, limit) => purge(connection, *before, *limit).await,
        Edit::Guards(limit) => forget_guards(connection, *limit).await,
        Edit::Caught(rows, kept_from) => add_caught(connection, rows, *kept_from).await,
        Edit::Take(lease) => job::take(connection, lease).await,
        Edit::GiveBack(name, node) => job::give_back(connection, name, *node).await,
    }
}

async fn put_staff(connection: &mut PgConnection, staff: &Staff) -> Result<u64, Trouble> {
    let id = staff.id.0;
    let clinic = staff.clinic.as_str();
    let done = sqlx::query!(
        "insert into staff (id, clinic, login, name, password_hash, active) \
         values ($1, $2, $3, $4, $5, $6) \
         on conflict (clinic, login) do update \
         set id = excluded.id, \
             name = excluded.name, \
             password_hash = excluded.password_hash, \
             active = excluded.active",
        id,
        clinic,
        staff.login,
        staff.name,
        staff.password_hash,
        staff.active
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

async fn keep_secret(
    connection: &mut PgConnection,
    name: &str,
    value: &[u8; 32],
) -> Result<u64, Trouble> {
    let value = value.as_slice();
    let done = sqlx::query!(
        "insert into secret (name, value) values ($1, $2) on conflict do nothing",
        name,
        value
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

async fn purge(
    connection: &mut PgConnection,
    before: UtcMillis,
    limit: i64,
) -> Result<u64, Trouble> {
    let before = before.0;
    let done = sqlx::query!(
        "delete from submission \
         where (scope, key) in ( \
             select scope, key \
             from submission \
             where recorded_at < $1 \
             order by recorded_at \
             limit $2 \
             for update skip locked \
         )",
        before,
        limit
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// Whoever wants one that is gone makes it anew.
async fn forget_guards(connection: &mut PgConnection, limit: i64) -> Result<u64, Trouble> {
    let done = sqlx::query!(
        "delete from guard \
         where (clinic, name) in ( \
             select clinic, name \
             from guard \
             order by clinic, name \
             limit $1 \
             for update skip locked \
         )",
        limit
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

async fn add_caught(
    connection: &mut PgConnection,
    rows: &[Caught],
    kept_from: UtcMillis,
) -> Result<u64, Trouble> {
    let mut total = 0;
    for row in rows {
        let (clinic, catch) = (row.clinic.as_str(), row.catch.as_str());
        let done = sqlx::query!(
            "insert into caught (clinic, quarter, operation, catch, times) \
             values ($1, $2, $3, $4, $5) \
             on conflict (clinic, quarter, operation, catch) do update \
             set times = caught.times + excluded.times",
            clinic,
            row.quarter.0,
            row.operation,
            catch,
            row.times
        )
        .execute(&mut *connection)
        .await?;
        total += done.rows_affected();
    }
    sqlx::query!("delete from caught where quarter < $1", kept_from.0)
        .execute(connection)
        .await?;
    Ok(total)
}

async fn put_catalogue(
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
