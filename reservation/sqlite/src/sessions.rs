//! Staff sign-ins, for `tower-sessions`: a SQLite file of their own, so that no sign-in waits for a
//! booking and no booking for a sign-in.
//!
//! The id of a session is stored as its hash: a leaked file opens no session. The statements are no
//! checked ones, because checked queries know one database, and this is another.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reservation::time::Clock;
use sqlx::SqlitePool;
use sqlx::sqlite::SqlitePoolOptions;
use time::OffsetDateTime;
use tower_sessions_core::session::{Id, Record};
use tower_sessions_core::session_store::{Error, Result};
use tower_sessions_core::{ExpiredDeletion, SessionStore};

use crate::open::{create_private, read_options, write_options};
use crate::options::OpenError;

/// How many fresh ids are tried. With 128 random bits the second one is never needed.
const ATTEMPTS: usize = 8;
/// How long somebody waits for a connection.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many connections read at once.
const READERS: u32 = 2;

/// Sessions in a SQLite file.
#[derive(Clone)]
pub struct SqliteSessions {
    writer: SqlitePool,
    readers: SqlitePool,
    clock: Arc<dyn Clock>,
}

impl SqliteSessions {
    /// Opens the file; makes it if there is none.
    pub async fn open(
        path: impl AsRef<Path>,
        clock: Arc<dyn Clock>,
    ) -> std::result::Result<Self, OpenError> {
        let path = path.as_ref();
        let failed = |error| OpenError::Database(path.to_owned(), error);
        create_private(path)?;
        // Few are written, and nothing else moves the log into the file.
        let connect = write_options(path).pragma("wal_autocheckpoint", "200");
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(PATIENCE)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(connect)
            .await
            .map_err(failed)?;
        sqlx::raw_sql(include_str!("sql/sessions.sql"))
            .execute(&writer)
            .await
            .map_err(failed)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(read_options(path))
            .await
            .map_err(failed)?;
        Ok(Self {
            writer,
            readers,
            clock,
        })
    }

    /// Closes the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

impl fmt::Debug for SqliteSessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SqliteSessions")
    }
}

#[async_trait]
impl SessionStore for SqliteSessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let done = sqlx::query(
                "insert into session (id, data, expires_at) values ($1, $2, $3) on conflict do nothing",
            )
            .bind(hashed(&record.id))
            .bind(encoded(record)?)
            .bind(millis(record.expiry_date))
            .execute(&self.writer)
            .await
            .map_err(failed)?;
            if done.rows_affected() == 1 {
                return Ok(());
            }
            // Somebody else's: never theirs, always another.
            record.id = Id::default();
        }
        Err(Error::Backend("no free session id".into()))
    }

    async fn save(&self, record: &Record) -> Result<()> {
        // Only what is there: a page that was on its way while its session signed out must not bring it back.
        sqlx::query("update session set data = $2, expires_at = $3 where id = $1")
            .bind(hashed(&record.id))
            .bind(encoded(record)?)
            .bind(millis(record.expiry_date))
            .execute(&self.writer)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let found: Option<(String, i64)> = sqlx::query_as(
            "select data, expires_at from session where id = $1 and expires_at > $2",
        )
        .bind(hashed(id))
        .bind(self.clock.now().0)
        .fetch_optional(&self.readers)
        .await
        .map_err(failed)?;
        let Some((data, expires_at)) = found else {
            return Ok(None);
        };
        let data = serde_json::from_str(&data).map_err(|error| Error::Decode(error.to_string()))?;
        let expiry_date =
            OffsetDateTime::from_unix_timestamp_nanos(i128::from(expires_at) * 1_000_000)
                .map_err(|error| Error::Decode(error.to_string()))?;
        Ok(Some(Record {
            id: *id,
            data,
            expiry_date,
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        sqlx::query("delete from session where id = $1")
            .bind(hashed(id))
            .execute(&self.writer)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

#[async_trait]
impl ExpiredDeletion for SqliteSessions {
    async fn delete_expired(&self) -> Result<()> {
        sqlx::query("delete from session where expires_at <= $1")
            .bind(self.clock.now().0)
            .execute(&self.writer)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

fn hashed(id: &Id) -> Vec<u8> {
    blake3::hash(&id.0.to_le_bytes()).as_bytes().to_vec()
}

fn encoded(record: &Record) -> Result<String> {
    serde_json::to_string(&record.data).map_err(|error| Error::Encode(error.to_string()))
}

fn millis(at: OffsetDateTime) -> i64 {
    at.unix_timestamp()
        .saturating_mul(1000)
        .saturating_add(i64::from(at.millisecond()))
}

fn failed(error: sqlx::Error) -> Error {
    Error::Backend(error.to_string())
}

#[cfg(test)]
mod tests {
    use reservation::testing::ManualClock;
    use reservation::time::UtcMillis;

    use super::*;

    const NOW: i64 = 1_772_413_200_000;

    fn record(minutes: i64) -> Record {
        let at = OffsetDateTime::from_unix_timestamp(NOW / 1000).unwrap();
        let data = [("staff".to_owned(), serde_json::json!({"id": 7}))].into();
        Record {
            id: Id::default(),
            data,
            expiry_date: at + time::Duration::minutes(minutes),
        }
    }

    async fn opened() -> (tempfile::TempDir, Arc<ManualClock>, SqliteSessions) {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(ManualClock::new(UtcMillis(NOW)));
        let sessions = SqliteSessions::open(folder.path().join("sessions.db"), clock.clone())
            .await
            .unwrap();
        (folder, clock, sessions)
    }

    #[tokio::test]
    async fn a_session_is_loaded_as_it_was_saved_until_it_is_deleted() {
        let (_folder, _, sessions) = opened().await;
        let mut it = record(30);
        sessions.create(&mut it).await.unwrap();
        assert_eq!(sessions.load(&it.id).await.unwrap(), Some(it.clone()));
        it.data.insert("again".into(), true.into());
        sessions.save(&it).await.unwrap();
        assert_eq!(sessions.load(&it.id).await.unwrap(), Some(it.clone()));
        sessions.delete(&it.id).await.unwrap();
        assert_eq!(sessions.load(&it.id).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_session_that_was_deleted_does_not_come_back() {
        let (_folder, _, sessions) = opened().await;
        let mut it = record(30);
        sessions.create(&mut it).await.unwrap();
        sessions.delete(&it.id).await.unwrap();
        sessions.save(&it).await.unwrap();
        assert_eq!(sessions.load(&it.id).await.unwrap(), None);
    }

    #[tokio::test]
    async fn an_id_that_is_taken_is_never_given_away_twice() {
        let (_folder, _, sessions) = opened().await;
        let mut first = record(30);
        sessions.create(&mut first).await.unwrap();
        let mut second = Record {
            id: first.id,
            ..record(60)
        };
        sessions.create(&mut second).await.unwrap();
        assert_ne!(second.id, first.id);
        assert_eq!(sessions.load(&first.id).await.unwrap(), Some(first));
        assert_eq!(sessions.load(&second.id).await.unwrap(), Some(second));
    }

    #[tokio::test]
    async fn a_session_is_over_at_its_very_instant_and_is_tidied_away() {
        let (_folder, clock, sessions) = opened().await;
        let (mut short, mut long) = (record(1), record(30));
        sessions.create(&mut short).await.unwrap();
        sessions.create(&mut long).await.unwrap();
        clock.advance(59_999);
        assert!(sessions.load(&short.id).await.unwrap().is_some());
        clock.advance(1);
        assert_eq!(sessions.load(&short.id).await.unwrap(), None);
        sessions.delete_expired().await.unwrap();
        let left: i64 = sqlx::query_scalar("select count(*) from session")
            .fetch_one(&sessions.readers)
            .await
            .unwrap();
        assert_eq!(left, 1);
        assert!(sessions.load(&long.id).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn the_file_does_not_hold_what_opens_a_session() {
        let (folder, _, sessions) = opened().await;
        let mut it = record(30);
        sessions.create(&mut it).await.unwrap();
        sessions.close().await;
        let bytes = std::fs::read(folder.path().join("sessions.db")).unwrap();
        let holds = |what: &[u8]| bytes.windows(what.len()).any(|part| part == what);
        assert!(holds(b"staff"), "the row is in the file");
        assert!(!holds(&it.id.0.to_le_bytes()) && !holds(it.id.to_string().as_bytes()));
    }
}
