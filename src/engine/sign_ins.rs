//! Staff sign-ins, kept beside the reservations: with files in one of their own, with a Postgres in the same database.

use std::sync::Arc;

use reservation::time::System;
use reservation_postgres::sessions::PostgresSessions;
use reservation_sqlite::sessions::SqliteSessions;
use tower_sessions::session_store::Result;
use tower_sessions::{ExpiredDeletion, SessionStore};

use super::{OpenError, Place};

/// An opened store of sign-ins.
#[derive(Clone)]
pub struct SignIns(Kept);

#[derive(Clone)]
enum Kept {
    Sqlite(SqliteSessions),
    Postgres(PostgresSessions),
}

impl SignIns {
    /// Opens it to serve, once the engine of the same place has been opened.
    pub async fn open(place: &Place) -> std::result::Result<Self, OpenError> {
        // The session layer dates sign-ins by the machine's clock, so their store reads that one too.
        let clock = Arc::new(System);
        Ok(Self(match place {
            Place::Folder(folder) => {
                let file = folder.join("sessions.db");
                Kept::Sqlite(SqliteSessions::open(file, clock).await?)
            }
            Place::Postgres(url) => {
                Kept::Postgres(PostgresSessions::open(url.whole(), clock).await?)
            }
        }))
    }

    /// As the session layer wants it.
    pub fn store(&self) -> Arc<dyn SessionStore> {
        match &self.0 {
            Kept::Sqlite(sessions) => Arc::new(sessions.clone()),
            Kept::Postgres(sessions) => Arc::new(sessions.clone()),
        }
    }

    /// Forgets those that have ended.
    pub async fn delete_expired(&self) -> Result<()> {
        match &self.0 {
            Kept::Sqlite(sessions) => sessions.delete_expired().await,
            Kept::Postgres(sessions) => sessions.delete_expired().await,
        }
    }

    /// Closes it.
    pub async fn close(&self) {
        match &self.0 {
            Kept::Sqlite(sessions) => sessions.close().await,
            Kept::Postgres(sessions) => sessions.close().await,
        }
    }
}
