//! For tests alone: the database without the keys of guards that are down, so that it can be seen what they stand
//! against.

use reservation::guard::{Guard, Guards};
use sqlx::PgPool;

/// What takes a guard's key away.
const KEYS: [(Guard, &str); 5] = [
    (
        Guard::LedgerKey,
        "alter table submission drop constraint if exists submission_pk",
    ),
    (
        Guard::ClaimKey,
        "alter table claim drop constraint if exists claim_pk",
    ),
    (
        Guard::HistoryKey,
        "alter table history drop constraint if exists history_pk",
    ),
    (
        Guard::MessageKey,
        "alter table message drop constraint if exists message_pk",
    ),
    (
        Guard::CreatedOnce,
        "drop index if exists reservation_created_once",
    ),
];

/// Takes the keys of guards that are down out of the database.
pub(crate) async fn loosen(pool: &PgPool, guards: Guards) -> Result<(), sqlx::Error> {
    for (guard, text) in KEYS {
        if !guards.up(guard) {
            sqlx::raw_sql(text).execute(pool).await?;
        }
    }
    Ok(())
}
