//! The guards of the core and the keys of the database, each with and without it, over this engine.

use std::sync::Arc;

use postgres_cluster::Database;
use reservation::guard::Guards;
use reservation::ports::Store;
use reservation::testing::ManualClock;
use reservation_postgres::{Options, PostgresStore};

use crate::kit::database;

async fn make(clock: Arc<ManualClock>, guards: Guards) -> Option<(Database, Arc<dyn Store>)> {
    let database = database().await?;
    let options = Options {
        guards,
        ..Options::with_clock(clock)
    };
    let store = PostgresStore::open(database.url(), options).await.unwrap();
    Some((database, Arc::new(store)))
}

reservation::guards!(make);
reservation::fences!(make);
