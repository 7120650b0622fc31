//! Two nodes on one database, one of which decides while the other writes.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reservation::batch::Verdict;
use reservation::check::check;
use reservation::guard::{Guard, Guards};
use reservation::ports::Store;
use reservation::submission::Submission;
use reservation::time::{Clock, UtcMillis};
use reservation_postgres::PostgresStore;

use crate::kit::Kit;

/// So long a node waits for the other one to write. With the lock it is the other one that waits, so this passes.
const IN_VAIN: Duration = Duration::from_millis(400);
/// Without the lock the other one writes at once, on however slow a machine.
const AT_MOST: Duration = Duration::from_secs(20);

/// A clock that a node reads when it has locked and loaded. Armed, it stops the node there until the other has written.
struct Gate {
    clock: Arc<dyn Clock>,
    armed: Mutex<Option<Armed>>,
}

struct Armed {
    loaded: Sender<()>,
    written: Receiver<()>,
    wait: Duration,
}

impl Clock for Gate {
    fn now(&self) -> UtcMillis {
        let armed = self.armed.lock().unwrap().take();
        if let Some(gate) = armed {
            gate.loaded.send(()).unwrap();
            // What else this thread had to do, another one does.
            let _ = tokio::task::block_in_place(|| gate.written.recv_timeout(gate.wait));
        }
        self.clock.now()
    }
}

/// The node that decides, with some guards down, and another node.
pub struct Two {
    pub kit: Kit,
    gate: Arc<Gate>,
    wait: Duration,
    pub other: PostgresStore,
}

impl Two {
    pub async fn without(down: &[Guard]) -> Option<Self> {
        let mut gate = None;
        let kit = Kit::with(|options| {
            options.lanes = 1;
            options.guards = Guards::without(down);
            let gated = Arc::new(Gate {
                clock: options.clock.clone().unwrap(),
                armed: Mutex::default(),
            });
            options.clock = Some(gated.clone());
            gate = Some(gated);
        })
        .await?;
        let other = kit
            .node(|options| options.guards = Guards::without(down))
            .await;
        Some(Self {
            gate: gate.unwrap(),
            wait: if down.is_empty() { IN_VAIN } else { AT_MOST },
            other,
            kit,
        })
    }

    /// The other node will have to wait for this one, although guards are down.
    pub fn in_vain(self) -> Self {
        Self {
            wait: IN_VAIN,
            ..self
        }
    }

    /// One node locks, loads and decides on `late`; before it writes, the other node is asked for `early`. Says what
    /// the two were told, the early one first.
    pub async fn race(&self, early: Submission, late: Submission) -> (Verdict, Verdict) {
        self.meanwhile(late, self.other.submission_run(early)).await
    }

    /// The same with anything that the other node does.
    pub async fn meanwhile<T>(
        &self,
        late: Submission,
        early: impl Future<Output = T>,
    ) -> (T, Verdict) {
        let (loaded, has_loaded) = channel();
        let (tell_written, written) = channel();
        *self.gate.armed.lock().unwrap() = Some(Armed {
            loaded,
            written,
            wait: self.wait,
        });
        let early = async {
            tokio::task::block_in_place(|| has_loaded.recv().unwrap());
            let told = early.await;
            let _ = tell_written.send(());
            told
        };
        let late = self.kit.store.submission_run(late);
        let (late, early) = tokio::join!(late, early);
        (early, late)
    }

    /// The invariants that are broken, by their names.
    pub async fn broken(&self) -> Vec<&'static str> {
        let dump = self.kit.store.dump().await.unwrap();
        check(&dump).iter().map(|found| found.rule).collect()
    }
}

/// Somebody was told yes.
pub fn done(verdict: &Verdict) -> bool {
    matches!(verdict, Ok(Ok(_)))
}
