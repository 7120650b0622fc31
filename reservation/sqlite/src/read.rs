//! Reads for pages and jobs: one statement each, from the read-only pool, checked while compiling.
//!
//! The clock is read when a connection is at hand and before the statement sees the file. So what a
//! read doesn't find was not there at its `now`, and "as of 10:32:05 nothing has arrived" is true.

use reservation::caught::{Catch, Caught};
use reservation::ids::{ClinicId, ReservationId, ResourceId};
use reservation::ports::{AsOf, Fault};
use reservation::submission::{LedgerRow, RequestKey};
use reservation::time::{Span, UtcMillis};
use reservation::visit::{Claim, HistoryRow, Holder, Message, Reservation};
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqlitePool};
use uuid::Uuid;

use crate::store::SqliteStore;
use crate::trouble::{Trouble, fault};
use reservation_rows::{
    ClaimRecord, HistoryRecord, MessageRecord, ReservationRecord, SubmissionRecord, Unreadable,
    all, clinic,
};

/// Reservations that fit what stands behind `from reservation`.
macro_rules! reservations {
    ($rest:tt $(, $parameter:expr)*) => {
        sqlx::query_as!(
            ReservationRecord,
            "select id as \"id: Uuid\", clinic, group_id as \"group_id: Uuid\", service, visit, resource, \
             anyone as \"anyone: bool\", starts_at, ends_at, \
             occupied_from, occupied_until, lane, status, version, expires_at, extensions, holder, \
             patient_name, patient_kana, patient_birth, patient_phone, patient_phone_e164, \
             patient_email, patient_note, patient_language, created_scope, created_key, created_at, \
             sent_at, changed_at, ended_how, ended_at, ended_reason, ended_note, ended_before, \
             ended_untold \
             from reservation " + $rest
            $(, $parameter)*
        )
    };
}
pub(crate) use reservations;

/// A connection that can only read, and the present instant.
pub(crate) async fn begin(
    store: &SqliteStore,
) -> Result<(PoolConnection<Sqlite>, UtcMillis), Fault> {
    let connection = acquire(store.readers()).await?;
    Ok((connection, store.now()))
}

/// A connection that can only read.
pub(crate) async fn acquire(readers: &SqlitePool) -> Result<PoolConnection<Sqlite>, Fault> {
    readers.acquire().await.map_err(fault)
}

fn as_of<R, T>(rows: Vec<R>, now: UtcMillis) -> Result<AsOf<Vec<T>>, Fault>
where
    T: TryFrom<R, Error = Unreadable>,
{
    Ok(AsOf {
        rows: all(rows).map_err(fault)?,
        now,
    })
}

pub(crate) async fn submission(
    store: &SqliteStore,
    key: &RequestKey,
) -> Result<AsOf<Option<LedgerRow>>, Fault> {
    let (mut connection, now) = begin(store).await?;
    let row = sqlx::query_as!(
        SubmissionRecord,
        "select scope, key, fingerprint, clinic, outcome, recorded_at, sender \
         from submission \
         where scope = $1 \
             and key = $2",
        key.scope,
        key.key
    )
    .fetch_optional(&mut *connection)
    .await
    .map_err(fault)?;
    Ok(AsOf {
        rows: row.map(LedgerRow::try_from).transpose().map_err(fault)?,
        now,
    })
}

pub(crate) async fn submissions_of_form(
    store: &SqliteStore,
    key: &RequestKey,
) -> Result<AsOf<Vec<LedgerRow>>, Fault> {
    // All texts that begin with `key:` lie between it and `key;`, the next character after the colon.
    let (first, after) = (format!("{}:", key.key), format!("{};", key.key));
    let (mut connection, now) = begin(store).await?;
    let rows = sqlx::query_as!(
        SubmissionRecord,
        "select scope, key, fingerprint, clinic, outcome, recorded_at, sender \
         from submission \
         where scope = $1 \
             and (key = $2 or (key >= $3 and key < $4)) \
         order by recorded_at, rowid",
        key.scope,
        key.key,
        first,
        after
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    as_of(rows, now)
}

pub(crate) async fn clinics(store: &SqliteStore) -> Result<Vec<ClinicId>, Fault> {
    let (mut connection, _) = begin(store).await?;
    let ids = sqlx::query_scalar!("select id from clinic order by id")
        .fetch_all(&mut *connection)
        .await
        .map_err(fault)?;
    ids.iter()
        .map(|id| clinic(id))
        .collect::<Result<_, _>>()
        .map_err(fault)
}

pub(crate) async fn claims(
    store: &SqliteStore,
    clinic: &ClinicId,
    resources: &[ResourceId],
    span: Span,
) -> Result<AsOf<Vec<Claim>>, Fault> {
    let clinic = clinic.as_str();
    let resources = serde_json::to_string(resources).map_err(fault)?;
    let (from, until) = (span.from.0, span.until.0);
    let (mut connection, now) = begin(store).await?;
    let rows = sqlx::query_as!(
        ClaimRecord,
        // Through a join with a table function the macro can't tell which columns are never null.
        r#"select
            c.clinic, c.resource, c.cell_start as "cell_start!", c.lane as "lane!",
            c.reservation as "reservation: Uuid",
            c.expires_at
        from json_each($2) j
        cross join claim c
        where c.clinic = $1
            and c.resource = j.value
            and c.cell_start >= $3
            and c.cell_start < $4"#,
        clinic,
        resources,
        from,
        until
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    as_of(rows, now)
}

pub(crate) async fn reservation(
    store: &SqliteStore,
    clinic: &ClinicId,
    id: ReservationId,
) -> Result<AsOf<Option<Reservation>>, Fault> {
    let clinic = clinic.as_str();
    let id = id.0.as_bytes().as_slice();
    let (mut connection, now) = begin(store).await?;
    let row = reservations!("where id = $1 and clinic = $2", id, clinic)
        .fetch_optional(&mut *connection)
        .await
        .map_err(fault)?;
    Ok(AsOf {
        rows: row.map(Reservation::try_from).transpose().map_err(fault)?,
        now,
    })
}

pub(crate) async fn reservations_of_holder(
    store: &SqliteStore,
    clinic: &ClinicId,
    holder: &Holder,
) -> Result<AsOf<Vec<Reservation>>, Fault> {
    let clinic = clinic.as_str();
    let holder = holder.to_string();
    let (mut connection, now) = begin(store).await?;
    let rows = reservations!(
        "where clinic = $1 and holder = $2 order by id desc limit 100",
        clinic,
        holder
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    as_of(rows, now)
}

pub(crate) async fn reservations_by_start(
    store: &SqliteStore,
    clinic: &ClinicId,
    span: Span,
) -> Result<AsOf<Vec<Reservation>>, Fault> {
    let clinic = clinic.as_str();
    let (from, until) = (span.from.0, span.until.0);
    let (mut connection, now) = begin(store).await?;
    let rows = reservations!(
        "where clinic = $1 and starts_at >= $2 and starts_at < $3 \
         order by starts_at, id limit 2000",
        clinic,
        from,
        until
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    as_of(rows, now)
}

pub(crate) async fn requests(
    store: &SqliteStore,
    clinic: &ClinicId,
    since: UtcMillis,
) -> Result<AsOf<Vec<Reservation>>, Fault> {
    let clinic = clinic.as_str();
    let since = since.0;
    let (mut connection, now) = begin(store).await?;
    // Every change of a reservation that was sent in is a change of its status, so `changed_at` is
    // the instant of the last one.
    let rows = reservations!(
        "where rowid in ( \
             select rowid from reservation where clinic = $1 and status = 'REQUESTED' \
             union all \
             select rowid from reservation \
             where clinic = $1 and sent_at is not null and status <> 'REQUESTED' and changed_at >= $2 \
         ) order by sent_at, id limit 500",
        clinic,
        since
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    as_of(rows, now)
}

pub(crate) async fn reservations_due(
    store: &SqliteStore,
    limit: u32,
) -> Result<AsOf<Vec<(ClinicId, ReservationId)>>, Fault> {
    let (mut connection, now) = begin(store).await?;
    let at = now.0;
    let rows = sqlx::query!(
        "select clinic, id as \"id: Uuid\" from reservation where expires_at <= $1 order by expires_at, id limit $2",
        at,
        limit
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    let rows = rows
        .into_iter()
        .map(|row| Ok((clinic(&row.clinic)?, ReservationId(row.id))))
        .collect::<Result<_, Trouble>>()
        .map_err(fault)?;
    Ok(AsOf { rows, now })
}

pub(crate) async fn history(
    store: &SqliteStore,
    clinic: &ClinicId,
    id: ReservationId,
) -> Result<Vec<HistoryRow>, Fault> {
    let clinic = clinic.as_str();
    let id = id.0.as_bytes().as_slice();
    let (mut connection, _) = begin(store).await?;
    let rows = sqlx::query_as!(
        HistoryRecord,
        "select reservation as \"reservation: Uuid\", version, clinic, at, event, from_status, to_status, actor, actor_name \
         from history \
         where reservation = $1 \
             and clinic = $2 \
         order by version",
        id,
        clinic
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    all(rows).map_err(fault)
}

pub(crate) async fn messages(
    store: &SqliteStore,
    clinic: &ClinicId,
    since: UtcMillis,
) -> Result<AsOf<Vec<Message>>, Fault> {
    let clinic = clinic.as_str();
    let since = since.0;
    let (mut connection, now) = begin(store).await?;
    let at = now.0;
    let rows = sqlx::query_as!(
        MessageRecord,
        "select reservation as \"reservation: Uuid\", version, kind, clinic, not_before, done_at, done_by \
         from message \
         where rowid in ( \
                 select rowid from message \
                 where clinic = $1 and done_at is null and not_before <= $2 \
                 order by not_before limit 200 \
             ) \
             or rowid in ( \
                 select rowid from message where clinic = $1 and done_at >= $3 \
             ) \
         order by not_before, rowid",
        clinic,
        at,
        since
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    as_of(rows, now)
}

pub(crate) async fn caught(
    store: &SqliteStore,
    of: &ClinicId,
    since: UtcMillis,
) -> Result<AsOf<Vec<Caught>>, Fault> {
    let (mut connection, now) = begin(store).await?;
    let clinic = of.as_str();
    let rows = sqlx::query!(
        "select quarter, operation, catch, times from caught \
         where clinic = $1 and quarter >= $2 \
         order by quarter, operation, catch",
        clinic,
        since.0
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    // A kind that a later version knows is none of ours to count.
    let known = rows.into_iter().filter_map(|row| {
        Some(Caught {
            clinic: of.clone(),
            quarter: UtcMillis(row.quarter),
            operation: row.operation,
            catch: Catch::named(&row.catch)?,
            times: row.times,
        })
    });
    Ok(AsOf {
        rows: known.collect(),
        now,
    })
}
