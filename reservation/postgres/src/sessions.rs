//! Staff sign-ins, for `tower-sessions`: known on every node. Few connections of their own, so that no sign-in waits for
//! a booking and no booking for a sign-in.
//!
//! The id of a session is stored as its hash: a leaked table opens no session.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use reservation::time::Clock;
use sqlx::PgPool;
use time::OffsetDateTime;
use tower_sessions_core::session::{Id, Record};
use tower_sessions_core::session_store::{Error, Result};
use tower_sessions_core::{ExpiredDeletion, SessionStore};

use crate::open::Address;
use crate::options::{OpenError, Options};

/// How many fresh ids are tried. With 128 random bits the second one is never needed.
const ATTEMPTS: usize = 8;
/// How many connections serve sign-ins.
const CONNECTIONS: u32 = 3;

/// Sessions in the nodes' database.
#[derive(Clone)]
pub struct PostgresSessions {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl PostgresSessions {
    /// Opens the database, which a store has migrated. The clock is the one by which the session layer dates sign-ins.
    pub async fn open(url: &str, clock: Arc<dyn Clock>) -> std::result::Result<Self, OpenError> {
        let options = Options {
            readers: CONNECTIONS,
            ..Options::default()
        };
        let pool = Address::parse(url)?.pool(&options).await?;
        Ok(Self { pool, clock })
    }

    /// Closes the connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

impl fmt::Debug for PostgresSessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PostgresSessions")
    }
}

#[async_trait]
impl SessionStore for PostgresSessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let done = sqlx::query!(
                "insert into session (id, data, expires_at) values ($1, $2, $3) on conflict do nothing",
                hashed(&record.id),
                encoded(record)?,
                millis(record.expiry_date)
            )
            .execute(&self.pool)
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
        sqlx::query!(
            "update session set data = $2, expires_at = $3 where id = $1",
            hashed(&record.id),
            encoded(record)?,
            millis(record.expiry_date)
        )
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let found = sqlx::query!(
            "select data, expires_at from session where id = $1 and expires_at > $2",
            hashed(id),
            self.clock.now().0
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?;
        let Some(row) = found else {
            return Ok(None);
        };
        let data =
            serde_json::from_value(row.data).map_err(|error| Error::Decode(error.to_string()))?;
        let expiry_date =
            OffsetDateTime::from_unix_timestamp_nanos(i128::from(row.expires_at) * 1_000_000)
                .map_err(|error| Error::Decode(error.to_string()))?;
        Ok(Some(Record {
            id: *id,
            data,
            expiry_date,
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        sqlx::query!("delete from session where id = $1", hashed(id))
            .execute(&self.pool)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

#[async_trait]
impl ExpiredDeletion for PostgresSessions {
    async fn delete_expired(&self) -> Result<()> {
        sqlx::query!(
            "delete from session where expires_at <= $1",
            self.clock.now().0
        )
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        Ok(())
    }
}

fn hashed(id: &Id) -> Vec<u8> {
    blake3::hash(&id.0.to_le_bytes()).as_bytes().to_vec()
}

fn encoded(record: &Record) -> Result<serde_json::Value> {
    serde_json::to_value(&record.data).map_err(|error| Error::Encode(error.to_string()))
}

fn millis(at: OffsetDateTime) -> i64 {
    at.unix_timestamp()
        .saturating_mul(1000)
        .saturating_add(i64::from(at.millisecond()))
}

fn failed(error: sqlx::Error) -> Error {
    Error::Backend(error.to_string())
}
