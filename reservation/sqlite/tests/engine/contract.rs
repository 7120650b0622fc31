//! The contract that every engine keeps, kept by this one.

use std::sync::Arc;

use reservation::ports::Store;
use reservation::testing::ManualClock;
use reservation_sqlite::{Options, SqliteStore};
use tempfile::TempDir;

async fn make(clock: Arc<ManualClock>) -> Option<(TempDir, Arc<dyn Store>)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hitotsu.db");
    let store = SqliteStore::open(path, Options::new(clock)).await.unwrap();
    Some((folder, Arc::new(store)))
}

reservation::contract!(make);
