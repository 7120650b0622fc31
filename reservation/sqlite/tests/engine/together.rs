//! Two writers on one file, one of which decides while the other writes: what the transaction and its lock stand
//! against, and what the keys and counts still stop when the transaction does not.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reservation::check::check;
use reservation::command::Command;
use reservation::guard::{Guard, Guards};
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::ports::{Fault, Store};
use reservation::submission::{Answer, Submission};
use reservation::testing::{patient, staff, visitor};
use reservation::time::{Clock, UtcMillis};
use reservation::visit::{Event, MessageKind, Reason};
use reservation_sqlite::SqliteStore;

use crate::kit::{Kit, hold, ten};

/// So long a writer waits for the other one to write. With the lock it is the other one that waits, so this passes.
const IN_VAIN: Duration = Duration::from_millis(300);
/// Without the lock the other one writes at once, on however slow a machine.
const AT_MOST: Duration = Duration::from_secs(20);

/// A clock that the writer reads when it has loaded; without its transaction, once more when it has decided. Armed, it
/// stops the writer at the last of these until the other has written.
struct Gate {
    clock: Arc<dyn Clock>,
    armed: Mutex<Option<Armed>>,
}

struct Armed {
    reads_before: u32,
    loaded: Sender<()>,
    written: Receiver<()>,
    wait: Duration,
}

impl Clock for Gate {
    fn now(&self) -> UtcMillis {
        let mut armed = self.armed.lock().unwrap();
        match &mut *armed {
            Some(gate) if gate.reads_before > 0 => gate.reads_before -= 1,
            it => {
                if let Some(gate) = it.take() {
                    gate.loaded.send(()).unwrap();
                    let _ = gate.written.recv_timeout(gate.wait);
                }
            }
        }
        self.clock.now()
    }
}

type Verdict = Result<Result<Answer, Refusal>, Fault>;

/// The server's store with some guards down, and another writer on its file.
struct Two {
    kit: Kit,
    gate: Arc<Gate>,
    reads_before: u32,
    wait: Duration,
    beside: SqliteStore,
}

impl Two {
    async fn without(down: &[Guard]) -> Self {
        let mut gate = None;
        let kit = Kit::with(|options| {
            options.guards = Guards::without(down);
            let gated = Arc::new(Gate {
                clock: options.clock.clone(),
                armed: Mutex::default(),
            });
            options.clock = gated.clone();
            gate = Some(gated);
        })
        .await;
        let beside = SqliteStore::open_beside(kit.path(), kit.options())
            .await
            .unwrap();
        Self {
            kit,
            gate: gate.unwrap(),
            reads_before: u32::from(down.contains(&Guard::Transaction)),
            wait: if down.is_empty() { IN_VAIN } else { AT_MOST },
            beside,
        }
    }

    /// The server's writer loads and decides on `late`; before it writes, the other one is asked for `early`. Says
    /// what the two were told, the early one first.
    async fn race(&self, early: Submission, late: Submission) -> (Verdict, Verdict) {
        let (loaded, has_loaded) = channel();
        let (tell_written, written) = channel();
        *self.gate.armed.lock().unwrap() = Some(Armed {
            reads_before: self.reads_before,
            loaded,
            written,
            wait: self.wait,
        });
        let early = async {
            tokio::task::block_in_place(|| has_loaded.recv().unwrap());
            let told = self.beside.submission_run(early).await;
            let _ = tell_written.send(());
            told
        };
        let late = self.kit.store.submission_run(late);
        let (late, early) = tokio::join!(late, early);
        (early, late)
    }

    /// A request of visitor 1 that waits for staff.
    async fn request(&self) -> ReservationId {
        let held = hold("internal", "sato", ten());
        let reservation = self.kit.reservation(visitor(1), held).await;
        let send = Command::Send {
            reservation,
            patient: patient("山田 花子"),
        };
        self.kit.reservation(visitor(1), send).await
    }

    /// The invariants that are broken, by their names.
    async fn broken(&self) -> Vec<&'static str> {
        let dump = self.kit.store.dump().await.unwrap();
        check(&dump).iter().map(|found| found.rule).collect()
    }

    async fn answers(&self, id: ReservationId) -> Vec<Event> {
        let dump = self.kit.store.dump().await.unwrap();
        let lines = dump.history.iter().filter(|line| line.reservation == id);
        lines.map(|line| line.event).skip(2).collect()
    }
}

fn done(verdict: &Verdict) -> bool {
    matches!(verdict, Ok(Ok(_)))
}

/// That it was rolled back because a statement did not change as many rows as the decision said.
fn stopped_at(step: &str, verdict: &Verdict) {
    let Err(Fault::Broken(why)) = verdict else {
        panic!("{verdict:?}")
    };
    assert!(why.starts_with(step), "{step}: {why}");
}

/// Two visitors who want two different times.
async fn two_times(two: &Two) -> (Verdict, Verdict) {
    let early = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    let late = two
        .kit
        .submission(visitor(2), hold("quick", "tanaka", ten()));
    two.race(early, late).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_lock_before_the_first_look_two_writers_take_turns() {
    let two = Two::without(&[]).await;
    let (early, late) = two_times(&two).await;
    assert!(done(&early) && done(&late), "{early:?} {late:?}");
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_lock_before_the_first_look_the_later_writer_is_turned_away() {
    let two = Two::without(&[Guard::Immediate]).await;
    let (early, late) = two_times(&two).await;
    assert!(done(&early), "{early:?}");
    // "Database is locked", at once and whatever the timeout: what it has read is of yesterday.
    assert_eq!(late, Err(Fault::Busy));
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

/// Two visitors who want one time.
async fn one_time(two: &Two) -> (Verdict, Verdict) {
    let early = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    let late = two.kit.submission(visitor(2), hold("quick", "sato", ten()));
    two.race(early, late).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_one_transaction_the_second_of_two_sees_the_first() {
    let two = Two::without(&[]).await;
    let (early, late) = one_time(&two).await;
    // The lock is the late one's, so it comes first.
    assert!(done(&late), "{late:?}");
    assert_eq!(early, Ok(Err(Refusal::Taken)));
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_one_transaction_only_the_key_of_claims_is_left() {
    let two = Two::without(&[Guard::Transaction]).await;
    let (early, late) = one_time(&two).await;
    assert!(done(&early), "{early:?}");
    stopped_at("taking claims", &late);
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_one_transaction_and_the_key_of_claims_two_own_one_cell() {
    let two = Two::without(&[Guard::Transaction, Guard::ClaimKey]).await;
    let (early, late) = one_time(&two).await;
    assert!(done(&early) && done(&late), "{early:?} {late:?}");
    assert_eq!(two.broken().await, ["one owner per cell"; 3]);
}

/// One of staff approves a request while another declines it.
async fn yes_and_no(two: &Two, id: ReservationId) -> (Verdict, Verdict) {
    let yes = Command::Confirm { reservation: id };
    let no = Command::Decline {
        reservation: id,
        reason: Reason::DoctorAway,
        note: None,
    };
    let (yes, no) = (
        two.kit.submission(staff(1), yes),
        two.kit.submission(staff(2), no),
    );
    two.race(yes, no).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_compared_version_a_stale_answer_is_rolled_back() {
    let two = Two::without(&[Guard::Transaction]).await;
    let id = two.request().await;
    let (yes, no) = yes_and_no(&two, id).await;
    assert!(done(&yes), "{yes:?}");
    stopped_at("changed reservations", &no);
    assert_eq!(two.answers(id).await, [Event::Confirmed]);
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_compared_version_only_the_key_of_history_is_left() {
    let two = Two::without(&[Guard::Transaction, Guard::Version]).await;
    let id = two.request().await;
    let (yes, no) = yes_and_no(&two, id).await;
    assert!(done(&yes), "{yes:?}");
    stopped_at("history", &no);
    assert_eq!(two.answers(id).await, [Event::Confirmed]);
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_compared_version_and_the_key_of_history_approve_and_decline_both_succeed() {
    let down = [Guard::Transaction, Guard::Version, Guard::HistoryKey];
    let two = Two::without(&down).await;
    let id = two.request().await;
    let (yes, no) = yes_and_no(&two, id).await;
    assert!(done(&yes) && done(&no), "{yes:?} {no:?}");
    let both = [Event::Confirmed, Event::Declined];
    assert_eq!(two.answers(id).await, both);
    assert!(two.broken().await.contains(&"history adds up"));
}

/// Two of staff approve one request. Says how many messages tell the patient so.
async fn yes_and_yes(two: &Two) -> ((Verdict, Verdict), usize) {
    let yes = Command::Confirm {
        reservation: two.request().await,
    };
    let told = two
        .race(
            two.kit.submission(staff(1), yes.clone()),
            two.kit.submission(staff(2), yes),
        )
        .await;
    let messages = two.kit.store.dump().await.unwrap().messages;
    let yes = |kind| kind == MessageKind::Confirmed;
    let heard = messages.iter().filter(|it| yes(it.key.kind)).count();
    (told, heard)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_key_of_messages_an_event_is_told_once() {
    let down = [Guard::Transaction, Guard::Version, Guard::HistoryKey];
    let two = Two::without(&down).await;
    let ((early, late), heard) = yes_and_yes(&two).await;
    assert!(done(&early), "{early:?}");
    stopped_at("new messages", &late);
    assert_eq!(heard, 1);
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_key_of_messages_an_event_is_told_twice() {
    let two = Two::without(&[
        Guard::Transaction,
        Guard::Version,
        Guard::HistoryKey,
        Guard::MessageKey,
    ])
    .await;
    let ((early, late), heard) = yes_and_yes(&two).await;
    assert!(done(&early) && done(&late), "{early:?} {late:?}");
    assert_eq!(heard, 2);
    assert!(two.broken().await.contains(&"one message per event"));
}
