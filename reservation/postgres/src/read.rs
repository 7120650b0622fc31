//! Reads for pages and jobs: one statement each, from the bounded pool, checked while compiling.
//!
//! The clock is read when a connection is at hand and before the statement sees the rows. So what a
//! read doesn't find was not there at its `now`, and "as of 10:32:05 nothing has arrived" is true.

use reservation::caught::{Catch, Caught};
use reservation::ids::{ClinicId, ReservationId, ResourceId};
use reservation::ports::{AsOf, Fault};
use reservation::submission::{LedgerRow, RequestKey};
use reservation::time::{Span, UtcMillis};
use reservation::visit::{Claim, HistoryRow, Holder, Message, Reservation};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};

use crate::store::PostgresStore;
use crate::trouble::{Trouble, fault};
use reservation_rows::{
    ClaimRecord, HistoryRecord, MessageRecord, ReservationRecord, SubmissionRecord, Unreadable,
    all, clinic,
};

/// Reservations that fit what stands behind `from reservation`.
macro_rules! reservations {
    ($first:tt $(+ $more:tt)* $(, $parameter:expr)*) => {
        sqlx::query_as!(
            ReservationRecord,
            "select id, clinic, group_id, service, visit, resource, anyone, starts_at, ends_at, \
             occupied_from, occupied_until, lane, status, version, expires_at, extensions, holder, \
             patient_name, patient_kana, patient_birth, patient_phone, patient_phone_e164, \
             patient_email, patient_note, patient_language, created_scope, created_key, created_at, \
             sent_at, changed_at, ended_how, ended_at, ended_reason, ended_note, ended_before, \
             ended_untold \
             from reservation " + $first $(+ $more)*
            $(, $parameter)*
        )
    };
}
pub(crate) use reservations;

/// Begins a transaction in which several statements see one state of the database.
pub(crate) const ONE_VIEW: &str = "begin isolation level repeatable read read only";

/// A connection, and the present instant.
pub(crate) async fn begin(
    store: &PostgresStore,
) -> Result<(PoolConnection<Postgres>, UtcMillis), Fault> {
    let mut connection = acquire(store.pool()).await?;
    let now = match store.clock() {
        Some(now) => now,
        None => clock(&mut connection).await.map_err(fault)?,
    };
    Ok((connection, now))
}

/// A connection.
pub(crate) async fn acquire(pool: &PgPool) -> Result<PoolConnection<Postgres>, Fault> {
    pool.acquire().await.map_err(fault)
}

/// The database's clock: one for all nodes.
async fn clock(connection: &mut PgConnection) -> Result<UtcMillis, Trouble> {
    let now = sqlx::query_scalar!(
        r#"select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now!""#
    )
    .fetch_one(connection)
    .await?;
    Ok(UtcMillis(now))
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
    store: &PostgresStore,
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
    store: &PostgresStore,
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
         order by recorded_at, key",
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

pub(crate) async fn clinics(store: &PostgresStore) -> Result<Vec<ClinicId>, Fault> {
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
    store: &PostgresStore,
    clinic: &ClinicId,
    resources: &[ResourceId],
    span: Span,
) -> Result<AsOf<Vec<Claim>>, Fault> {
    let clinic = clinic.as_str();
    let resources: Vec<String> = resources.iter().map(ToString::to_string).collect();
    let (mut connection, now) = begin(store).await?;
    let rows = sqlx::query_as!(
        ClaimRecord,
        r#"select c.clinic, c.resource, c.cell_start, c.lane, c.reservation, c.expires_at
        from unnest($2::text[]) as j (resource)
        cross join lateral (
            select *
            from claim c
            where c.clinic = $1
                and c.resource = j.resource
                and c.cell_start >= $3
                and c.cell_start < $4
            offset 0
        ) c"#,
        clinic,
        &resources,
        span.from.0,
        span.until.0
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    as_of(rows, now)
}

pub(crate) async fn reservation(
    store: &PostgresStore,
    clinic: &ClinicId,
    id: ReservationId,
) -> Result<AsOf<Option<Reservation>>, Fault> {
    let clinic = clinic.as_str();
    let id = id.0;
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
    store: &PostgresStore,
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
    store: &PostgresStore,
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
    store: &PostgresStore,
    clinic: &ClinicId,
    since: UtcMillis,
) -> Result<AsOf<Vec<Reservation>>, Fault> {
    let clinic = clinic.as_str();
    let since = since.0;
    let (mut connection, now) = begin(store).await?;
    // Every change of a reservation that was sent in is a change of its status, so `changed_at` is
    // the instant of the last one.
    let rows = reservations!(
        "where id in ( \
             select id from reservation where clinic = $1 and status = 'REQUESTED' \
             union all \
             select id from reservation \
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
    store: &PostgresStore,
    limit: u32,
) -> Result<AsOf<Vec<(ClinicId, ReservationId)>>, Fault> {
    let (mut connection, now) = begin(store).await?;
    let at = now.0;
    let rows = sqlx::query!(
        "select clinic, id from reservation where expires_at <= $1 order by expires_at, id limit $2",
        at,
        i64::from(limit)
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
    store: &PostgresStore,
    clinic: &ClinicId,
    id: ReservationId,
) -> Result<Vec<HistoryRow>, Fault> {
    let clinic = clinic.as_str();
    let id = id.0;
    let (mut connection, _) = begin(store).await?;
    let rows = sqlx::query_as!(
        HistoryRecord,
        "select reservation, version, clinic, at, event, from_status, to_status, actor, actor_name \
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
    store: &PostgresStore,
    clinic: &ClinicId,
    since: UtcMillis,
) -> Result<AsOf<Vec<Message>>, Fault> {
    let clinic = clinic.as_str();
    let since = since.0;
    let (mut connection, now) = begin(store).await?;
    let at = now.0;
    let rows = sqlx::query_as!(
        MessageRecord,
        r#"select
            reservation as "reservation!", version as "version!", kind as "kind!", clinic as "clinic!",
            not_before as "not_before!", done_at, done_by
        from (
            (
                select reservation, version, kind, clinic, not_before, done_at, done_by
                from message
                where clinic = $1
                    and done_at is null
                    and not_before <= $2
                order by not_before
                limit 200
            )
            union all
            select reservation, version, kind, clinic, not_before, done_at, done_by
            from message
            where clinic = $1
                and done_at >= $3
        ) m
        order by not_before, reservation, version"#,
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
    store: &PostgresStore,
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
