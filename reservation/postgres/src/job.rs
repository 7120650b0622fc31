//! Jobs that the nodes share: who does one, and until when.

use reservation::time::UtcMillis;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::trouble::Trouble;

/// What a node asks for.
#[derive(Debug)]
pub(crate) struct Lease {
    pub(crate) job: &'static str,
    pub(crate) node: Uuid,
    pub(crate) for_millis: i64,
    /// `None`: by the database's clock.
    pub(crate) now: Option<UtcMillis>,
}

/// The lease is this node's, or nobody's any more: it is taken, or prolonged. Says how many there were.
pub(crate) async fn take(connection: &mut PgConnection, lease: &Lease) -> Result<u64, Trouble> {
    let done = sqlx::query!(
        "with clock as ( \
             select coalesce($4::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) as now \
         ) \
         insert into job (name, node, until_at) \
         select $1, $2, clock.now + $3 \
         from clock \
         on conflict (name) do update \
         set node = excluded.node, \
             until_at = excluded.until_at \
         where job.node = excluded.node or job.until_at <= excluded.until_at - $3",
        lease.job,
        lease.node,
        lease.for_millis,
        lease.now.map(|now| now.0)
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// Another node need not wait for the end of the lease.
pub(crate) async fn give_back(
    connection: &mut PgConnection,
    name: &str,
    node: Uuid,
) -> Result<u64, Trouble> {
    let done = sqlx::query!("delete from job where name = $1 and node = $2", name, node)
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}
