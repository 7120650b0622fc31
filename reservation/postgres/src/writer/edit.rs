//! Writes that no decision stands behind: what is offered, accounts, leases, tidying. Each is a transaction of its own.

use std::time::Duration;

use reservation::catalogue::Catalogue;
use reservation::caught::Caught;
use reservation::ports::{Fault, Staff};
use reservation::time::UtcMillis;
use sqlx::PgConnection;
use uuid::Uuid;

use super::batch::{Failure, TRANSACTION, commit, pause};
use super::offer::put_catalogue;
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

/// How often an edit is tried when another one is in its way.
const ATTEMPTS: u32 = 5;

/// Writes it, and tries again where another node was writing the same. Says how many rows it touched.
pub(crate) async fn run(
    address: &Address,
    commit_patience: Duration,
    edit: &Edit,
) -> Result<u64, Fault> {
    let mut tried = 0;
    loop {
        tried += 1;
        match attempt(address, commit_patience, edit).await {
            Err(Failure::Before(trouble)) if trouble.is_conflict() && tried < ATTEMPTS => {
                tracing::debug!(%trouble, "another edit was quicker");
                pause(tried).await;
            }
            Err(Failure::Before(trouble)) => return Err(trouble.into()),
            // Without an answer it may have been written all the same.
            Err(Failure::InCommit(trouble)) => return Err(unknown(trouble)),
            Ok(rows) => return Ok(rows),
        }
    }
}

/// On a connection of its own and within a time: an edit that waits for a standby keeps nobody else's.
async fn attempt(
    address: &Address,
    commit_patience: Duration,
    edit: &Edit,
) -> Result<u64, Failure> {
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
    commit(&mut connection, commit_patience).await?;
    Ok(rows)
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

/// Whoever wants one that is gone makes it anew. What was written to have a COMMIT goes as well.
async fn forget_guards(connection: &mut PgConnection, limit: i64) -> Result<u64, Trouble> {
    sqlx::query!("delete from job where name like 'seen %'")
        .execute(&mut *connection)
        .await?;
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
