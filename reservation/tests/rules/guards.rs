//! The guards of the core, each with and without it, over the engine in memory.

use std::sync::Arc;

use reservation::guard::Guards;
use reservation::memory::MemoryStore;
use reservation::ports::Store;
use reservation::testing::ManualClock;

async fn memory(clock: Arc<ManualClock>, guards: Guards) -> Option<((), Arc<dyn Store>)> {
    Some(((), Arc::new(MemoryStore::under(guards, clock))))
}

reservation::guards!(memory);
