//! The core on its own: the contract kept by the engine in memory, opening hours in ten zones, and properties.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that can't go on fails"
)]

mod cases;
mod contact_list;
mod guards;
mod listed;
mod named;
mod opening;
mod unguarded;

use std::sync::Arc;

use reservation::memory::MemoryStore;
use reservation::ports::Store;
use reservation::testing::ManualClock;

async fn memory(clock: Arc<ManualClock>) -> Option<((), Arc<dyn Store>)> {
    Some(((), Arc::new(MemoryStore::new(clock))))
}

reservation::contract!(memory);
reservation::contract!(nodes memory);
