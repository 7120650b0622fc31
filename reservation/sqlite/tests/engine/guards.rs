//! The guards of the core and the keys of the database, each with and without it, over this engine.

use std::sync::Arc;

use reservation::guard::Guards;
use reservation::ports::Store;
use reservation::testing::ManualClock;
use reservation_sqlite::{Options, SqliteStore};
use tempfile::TempDir;

async fn make(clock: Arc<ManualClock>, guards: Guards) -> Option<(TempDir, Arc<dyn Store>)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hitotsu.db");
    let mut options = Options::new(clock);
    options.guards = guards;
    let store = SqliteStore::open(path, options).await.unwrap();
    Some((folder, Arc::new(store)))
}

reservation::guards!(make);
reservation::fences!(make);
