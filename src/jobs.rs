//! Work in the background. It only tidies: every deadline is judged where it is read and where something is written.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reservation::desk::Desk;
use reservation::time::UtcMillis;
use reservation_sqlite::sessions::SqliteSessions;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower_sessions::ExpiredDeletion;

use crate::layers::limits::Limits;
use crate::serve::Opened;

const SWEEP_EVERY: Duration = Duration::from_secs(5);
const SWEEP_AT_ONCE: u32 = 200;
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

/// The running jobs.
pub struct Jobs {
    tell: watch::Sender<bool>,
    running: JoinSet<()>,
    desk: Desk,
}

impl Jobs {
    /// Starts all of them.
    pub fn start(opened: &Opened) -> Self {
        let (tell, told) = watch::channel(false);
        let mut running = JoinSet::new();
        let desk = &opened.front.pages.desk;
        running.spawn(sweep(desk.clone(), told.clone()));
        running.spawn(purge(desk.clone(), opened.sessions.clone(), told.clone()));
        running.spawn(count(desk.clone(), told.clone()));
        running.spawn(tidy(opened.front.limits.clone(), told));
        Self {
            tell,
            running,
            desk: desk.clone(),
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
        write_counts(&self.desk).await;
    }
}

/// Waits; false when it is time to stop.
async fn wait(every: Duration, told: &mut watch::Receiver<bool>) -> bool {
    tokio::time::timeout(every, told.wait_for(|stop| *stop))
        .await
        .is_err()
}

async fn sweep(desk: Desk, mut told: watch::Receiver<bool>) {
    let mut clocks = Clocks::new(desk.now(), Instant::now());
    while wait(SWEEP_EVERY, &mut told).await {
        if !clocks.agree(desk.now(), Instant::now()) {
            continue;
        }
        match desk.sweep(SWEEP_AT_ONCE).await {
            Ok(0) => {}
            Ok(swept) => tracing::info!(swept, "deadlines that had passed were written down"),
            Err(error) => tracing::warn!(%error, "the sweeper could not work"),
        }
    }
}

async fn purge(desk: Desk, sessions: SqliteSessions, mut told: watch::Receiver<bool>) {
    while wait(PURGE_EVERY, &mut told).await {
        match desk.purge_ledger(LEDGER_KEPT_MILLIS).await {
            Ok(purged) => tracing::info!(purged, "old submissions were forgotten"),
            Err(error) => tracing::warn!(%error, "old submissions could not be forgotten"),
        }
        if let Err(error) = sessions.delete_expired().await {
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
    use super::*;

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
