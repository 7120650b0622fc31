//! Work in the background. It only tidies: every deadline is judged where it is read and where something is written.
//!
//! Where several nodes share a database, one of them sweeps and one forgets what is old: whoever has the job's lease. It
//! prolongs it while it works; when it is gone, another one has the sweeping within [`SWEEP_LEASE`]. A lease saves work and
//! guards nothing: a node that was stopped in the middle and goes on after its lease has ended does no harm, because each
//! deadline is judged again in its own transaction.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reservation::desk::Desk;
use reservation::ports::{Fault, Store};
use reservation::time::UtcMillis;
use tokio::sync::watch;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::engine::SignIns;
use crate::layers::limits::Limits;
use crate::serve::Opened;

const SWEEP_EVERY: Duration = Duration::from_secs(5);
const SWEEP_AT_ONCE: u32 = 200;
/// Three times as long as the next one takes to come, so that one that comes late still has it.
pub const SWEEP_LEASE: Duration = Duration::from_secs(15);
const TIDY_EVERY: Duration = Duration::from_secs(60);
const COUNT_EVERY: Duration = Duration::from_secs(5);
const PURGE_EVERY: Duration = Duration::from_secs(60 * 60);
/// Never less than twice the age that a form may have.
const LEDGER_KEPT_MILLIS: i64 = 72 * 60 * 60 * 1000;
/// The counts of what was caught: a quarter of a year and some days.
const CAUGHT_KEPT_MILLIS: i64 = 100 * 24 * 60 * 60 * 1000;
/// Wall and monotonic clock may differ by so much.
const CLOCKS_DIFFER_MILLIS: i64 = 30_000;
/// After a jump the wall clock has to run steadily for so long before it is believed again.
const STEADY_MILLIS: i64 = 5 * 60_000;

/// The jobs that one node does for all.
const SWEEP: &str = "sweep";
const PURGE: &str = "purge";

/// The running jobs.
pub struct Jobs {
    tell: watch::Sender<bool>,
    running: JoinSet<()>,
    desk: Desk,
    node: Node,
}

impl Jobs {
    /// Starts all of them.
    pub fn start(opened: &Opened) -> Self {
        let (tell, told) = watch::channel(false);
        let mut running = JoinSet::new();
        let desk = &opened.front.pages.desk;
        let node = Node {
            store: opened.engine.store.clone(),
            id: desk.fresh_id(),
        };
        running.spawn(sweep(desk.clone(), node.clone(), told.clone()));
        let sign_ins = opened.sign_ins.clone();
        running.spawn(purge(desk.clone(), node.clone(), sign_ins, told.clone()));
        running.spawn(count(desk.clone(), told.clone()));
        running.spawn(tidy(opened.front.limits.clone(), told));
        Self {
            tell,
            running,
            desk: desk.clone(),
            node,
        }
    }

    /// Tells them to stop and waits until they have.
    pub async fn stop(mut self) {
        let _ = self.tell.send(true);
        while let Some(ended) = self.running.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a background job broke");
            }
        }
        self.node.give_back().await;
        write_counts(&self.desk).await;
    }
}

/// One of the servers that share a database.
#[derive(Clone)]
struct Node {
    store: Arc<dyn Store>,
    id: Uuid,
}

impl Node {
    /// Whether a job is this node's for a while.
    async fn has(&self, job: &'static str, lease: Duration) -> bool {
        let millis = i64::try_from(lease.as_millis()).unwrap_or(i64::MAX);
        match self.store.job_take(job, self.id, millis).await {
            Ok(has) => has,
            Err(error) => {
                tracing::warn!(%error, job, "nobody can say whose job it is");
                false
            }
        }
    }

    /// What can't be given back runs out by itself.
    async fn give_back(&self) {
        for job in [SWEEP, PURGE] {
            if let Err(error) = self.store.job_drop(job, self.id).await {
                tracing::debug!(%error, job, "a job could not be given back");
            }
        }
    }
}

/// Waits; false when it is time to stop.
async fn wait(every: Duration, told: &mut watch::Receiver<bool>) -> bool {
    tokio::time::timeout(every, told.wait_for(|stop| *stop))
        .await
        .is_err()
}

async fn sweep(desk: Desk, node: Node, mut told: watch::Receiver<bool>) {
    let mut clocks = None;
    while wait(SWEEP_EVERY, &mut told).await {
        match sweep_once(&desk, &node, &mut clocks).await {
            Ok(0) => {}
            Ok(swept) => tracing::info!(swept, "deadlines that had passed were written down"),
            Err(error) => tracing::warn!(%error, "the sweeper could not work"),
        }
    }
}

async fn sweep_once(desk: &Desk, node: &Node, clocks: &mut Option<Clocks>) -> Result<u64, Fault> {
    // The clock that judges deadlines: with a Postgres, that of its machine.
    let (wall, monotonic) = (desk.store_now().await?, Instant::now());
    let agree = clocks
        .get_or_insert_with(|| Clocks::new(wall, monotonic))
        .agree(wall, monotonic);
    if !agree || !node.has(SWEEP, SWEEP_LEASE).await {
        return Ok(0);
    }
    desk.sweep(SWEEP_AT_ONCE).await
}

async fn purge(desk: Desk, node: Node, sign_ins: SignIns, mut told: watch::Receiver<bool>) {
    while wait(PURGE_EVERY, &mut told).await {
        // Whoever has it comes again before the hour is over, or another one takes it then.
        if !node.has(PURGE, PURGE_EVERY).await {
            continue;
        }
        match desk.purge_ledger(LEDGER_KEPT_MILLIS).await {
            Ok(purged) => tracing::info!(purged, "old submissions were forgotten"),
            Err(error) => tracing::warn!(%error, "old submissions could not be forgotten"),
        }
        if let Err(error) = sign_ins.delete_expired().await {
            tracing::warn!(%error, "old sessions could not be forgotten");
        }
    }
}

async fn count(desk: Desk, mut told: watch::Receiver<bool>) {
    while wait(COUNT_EVERY, &mut told).await {
        write_counts(&desk).await;
    }
}

/// What could not be written stays counted until the next time.
async fn write_counts(desk: &Desk) {
    if let Err(error) = desk.caught_write(CAUGHT_KEPT_MILLIS).await {
        tracing::warn!(%error, "what was caught could not be written down");
    }
}

async fn tidy(limits: Arc<Limits>, mut told: watch::Receiver<bool>) {
    while wait(TIDY_EVERY, &mut told).await {
        limits.tidy();
    }
}

/// Wall and monotonic clock, compared since they were last known to agree. A wall clock that has jumped forward would
/// end holds that have time left.
struct Clocks {
    since: (UtcMillis, Instant),
    jumped: bool,
}

impl Clocks {
    fn new(wall: UtcMillis, monotonic: Instant) -> Self {
        Self {
            since: (wall, monotonic),
            jumped: false,
        }
    }

    fn agree(&mut self, wall: UtcMillis, monotonic: Instant) -> bool {
        let passed =
            i64::try_from(monotonic.duration_since(self.since.1).as_millis()).unwrap_or(i64::MAX);
        let differ = wall.0.saturating_sub(self.since.0.0).saturating_sub(passed);
        if differ.abs() > CLOCKS_DIFFER_MILLIS {
            tracing::warn!(
                milliseconds = differ,
                "the clock has jumped: the sweeper waits"
            );
            self.since = (wall, monotonic);
            self.jumped = true;
        } else if self.jumped && passed >= STEADY_MILLIS {
            tracing::info!("the clock runs steadily again: the sweeper goes on");
            self.jumped = false;
        }
        !self.jumped
    }
}

#[cfg(test)]
mod tests {
    use reservation::memory::MemoryStore;
    use reservation::testing::contract::{Bench, clock, tuesday};
    use reservation::testing::visitor;
    use reservation::time::MINUTE;
    use reservation::visit::{Event, Status};

    use super::*;

    fn node(bench: &Bench, id: u128) -> Node {
        Node {
            store: bench.store.clone(),
            id: Uuid::from_u128(id),
        }
    }

    async fn bench() -> Bench {
        let clock = clock();
        Bench::new(Arc::new(MemoryStore::new(clock.clone())), clock).await
    }

    #[tokio::test]
    async fn one_node_sweeps_for_all_and_another_one_once_it_is_gone() {
        let bench = bench().await;
        let (one, other) = (node(&bench, 1), node(&bench, 2));
        // A clock of a test stands still: nothing is compared with it.
        let sweep = async |node: &Node| sweep_once(&bench.desk, node, &mut None).await.unwrap();
        assert_eq!(sweep(&one).await, 0, "nothing is due, and it has the job");
        for visit in [9, 10] {
            bench
                .held(visitor(visit), "internal", "sato", tuesday(visit.into(), 0))
                .await;
        }
        bench.clock.advance(10 * MINUTE);
        assert_eq!(
            sweep(&one).await,
            2,
            "its lease has ended and nobody was quicker"
        );
        let row = bench
            .held(visitor(1), "internal", "sato", tuesday(9, 0))
            .await;
        bench.clock.advance(10 * MINUTE);
        assert!(one.has(SWEEP, SWEEP_LEASE).await, "it is about to sweep");
        assert_eq!(sweep(&other).await, 0);
        assert_eq!(bench.row(row.id).await.status, Status::Held);
        // It is stopped in the middle: what it wanted to do is done by the other one.
        bench.clock.advance(15_000);
        assert_eq!(sweep(&other).await, 1);
        // It goes on where it was, without a lease: there is nothing left to do.
        bench.desk.sweep(SWEEP_AT_ONCE).await.unwrap();
        assert_eq!(bench.events(row.id).await, [Event::Held, Event::Expired]);
        assert_eq!(sweep(&one).await, 0, "the other one has it now");
        other.give_back().await;
        assert!(one.has(SWEEP, SWEEP_LEASE).await);
        bench.is_sound().await;
    }

    #[tokio::test]
    async fn what_is_forgotten_goes_by_the_clock_that_dated_it() {
        use reservation::testing::{CountedIds, ManualClock};
        let bench = bench().await;
        bench
            .held(visitor(1), "internal", "sato", tuesday(9, 0))
            .await;
        // A node whose clock is a week ahead.
        let ahead = ManualClock::new(bench.desk.now().plus(7 * 24 * 60 * MINUTE));
        let ids = Arc::new(CountedIds::new(5_000));
        let desk = Desk::new(bench.store.clone(), Arc::new(ahead), ids, [5; 32]);
        assert_eq!(desk.purge_ledger(LEDGER_KEPT_MILLIS).await.unwrap(), 0);
        bench.clock.advance(LEDGER_KEPT_MILLIS + 1);
        assert_eq!(desk.purge_ledger(LEDGER_KEPT_MILLIS).await.unwrap(), 1);
    }

    #[test]
    fn the_sweeper_waits_after_a_jump_of_the_clock() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let mut clocks = Clocks::new(UtcMillis(0), start);
        assert!(
            clocks.agree(UtcMillis(40_000), at(10_000)),
            "30 s exactly is still agreement"
        );
        assert!(!clocks.agree(UtcMillis(40_001), at(10_000)));
        assert!(
            !clocks.agree(UtcMillis(45_001), at(15_000)),
            "it has to run steadily first"
        );
        assert!(clocks.agree(UtcMillis(340_001), at(310_000)));
        assert!(!clocks.agree(UtcMillis(0), at(311_000)), "backwards too");
    }
}
