//! The contract that every engine keeps, kept by this one.

use std::sync::Arc;

use postgres_cluster::Database;
use reservation::ports::Store;
use reservation::testing::ManualClock;
use reservation_postgres::{Options, PostgresStore};

use crate::kit::database;

async fn make(clock: Arc<ManualClock>) -> Option<(Database, Arc<dyn Store>)> {
    let database = database().await?;
    let store = PostgresStore::open(database.url(), Options::with_clock(clock))
        .await
        .unwrap();
    Some((database, Arc::new(store)))
}

reservation::contract!(make);
reservation::contract!(nodes make);
