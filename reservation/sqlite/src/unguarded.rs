//! For tests alone: the engine without one of its guards, so that it can be seen what that one stands against.

use reservation::guard::{Guard, Guards};
use reservation::time::Clock;
use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::writer::Texts;

/// Tables whose key goes with a guard. A unique constraint can't be dropped; a table without it can take its place.
const KEYS: [(Guard, &str); 4] = [
    (Guard::LedgerKey, "submission"),
    (Guard::ClaimKey, "claim"),
    (Guard::HistoryKey, "history"),
    (Guard::MessageKey, "message"),
];

/// Takes the keys of guards that are down out of the file.
pub(crate) async fn loosened(
    mut connection: SqliteConnection,
    guards: Guards,
) -> Result<SqliteConnection, sqlx::Error> {
    for (guard, table) in KEYS {
        if !guards.up(guard) {
            let text = format!(
                "create table loose as select * from {table}; \
                 drop table {table}; \
                 alter table loose rename to {table}"
            );
            sqlx::raw_sql(AssertSqlSafe(text))
                .execute(&mut connection)
                .await?;
        }
    }
    if !guards.up(Guard::CreatedOnce) {
        sqlx::raw_sql("drop index reservation_created_once")
            .execute(&mut connection)
            .await?;
    }
    Ok(connection)
}

/// Begins after everything has been decided. The clock is read once more before, so that a test can keep the writer
/// waiting just here.
pub(crate) async fn begin_late(
    connection: &mut SqliteConnection,
    guards: Guards,
    clock: &dyn Clock,
) -> Result<(), sqlx::Error> {
    if !guards.up(Guard::Transaction) {
        clock.now();
        sqlx::raw_sql("begin immediate").execute(connection).await?;
    }
    Ok(())
}

impl Texts {
    /// The writer's texts without what belongs to guards that are down.
    pub(crate) fn under(guards: Guards) -> Self {
        let mut texts = Self::PRODUCT;
        if !guards.up(Guard::Immediate) {
            texts.begin_and_load = without(texts.begin_and_load, "begin immediate;", "begin;");
        }
        if !guards.up(Guard::Transaction) {
            // The text stays as long as it is; [`begin_late`] begins.
            let nothing = "pragma shrink_memory;";
            texts.begin_and_load = without(texts.begin_and_load, "begin immediate;", nothing);
        }
        if !guards.up(Guard::Version) {
            let compared = "\n    and reservation.version = j.value ->> '$[0]'";
            texts.apply = without(texts.apply, compared, "");
        }
        if !guards.up(Guard::Count) {
            texts.apply = without(texts.apply, "json('count ' || changes())", "1");
        }
        texts
    }
}

/// A text without a part of it. It must have been there, else the guard would still be up.
fn without(text: &'static str, part: &str, instead: &str) -> &'static str {
    assert!(text.contains(part), "{part} is not in the text");
    // Kept for as long as the test runs.
    text.replace(part, instead).leak()
}
