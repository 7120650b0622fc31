//! Jobs that the nodes share: who does one, and until when.

use reservation::ports::Fault;
use uuid::Uuid;

use crate::store::PostgresStore;
use crate::trouble::fault;

/// The lease is this node's, or nobody's any more: it is taken, or prolonged.
pub(crate) async fn take(
    store: &PostgresStore,
    job: &str,
    node: Uuid,
    for_millis: i64,
) -> Result<bool, Fault> {
    let now = store.clock().map(|now| now.0);
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
        job,
        node,
        for_millis,
        now
    )
    .execute(store.pool())
    .await
    .map_err(fault)?;
    Ok(done.rows_affected() == 1)
}

/// Another node need not wait for the end of the lease.
pub(crate) async fn give_back(store: &PostgresStore, job: &str, node: Uuid) -> Result<(), Fault> {
    sqlx::query!("delete from job where name = $1 and node = $2", job, node)
        .execute(store.pool())
        .await
        .map_err(fault)?;
    Ok(())
}
