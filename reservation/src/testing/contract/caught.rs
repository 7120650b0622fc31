//! What was caught is counted.
#![expect(missing_docs, reason = "the names are the sentences")]

use super::{Bench, hold, must, tuesday};
use crate::caught::{Catch, QUARTER};
use crate::command::Command;
use crate::testing::{clinic_id, patient, staff, visitor};
use crate::time::UtcMillis;

impl Bench {
    async fn caught(&self, since: UtcMillis) -> Vec<(String, Catch, i64)> {
        let found = must(self.desk.caught(&clinic_id(), since).await);
        let mut counts = std::collections::BTreeMap::new();
        for row in found.rows {
            *counts.entry((row.operation, row.catch)).or_default() += row.times;
        }
        counts
            .into_iter()
            .map(|((operation, catch), times)| (operation, catch, times))
            .collect()
    }
}

pub async fn each_kind_of_repeat_is_counted_once_and_a_first_press_is_not(bench: &Bench) {
    let start = bench.desk.now();
    let press = |known| hold("internal", "sato", tuesday(9, 0), known);
    let key = bench.desk.fresh_id();
    let held = must(bench.run_as(key, visitor(1), press(None)).await);
    let id = must(held.outcome.reservation().ok_or(()));
    assert_eq!(bench.caught(start).await, [], "a first press is no repeat");
    // The same form; another form for the same slot; another person; an old press that knows of no hold.
    let _ = bench.run_as(key, visitor(1), press(None)).await;
    let _ = bench.run_as(key, visitor(1), press(None)).await;
    let _ = bench.run(visitor(1), press(None)).await;
    let _ = bench.run(visitor(2), press(None)).await;
    let _ = bench
        .run(visitor(1), hold("internal", "sato", tuesday(10, 0), None))
        .await;
    let send = |name: &str| Command::Send {
        reservation: id,
        patient: patient(name),
    };
    let key = bench.desk.fresh_id();
    must(bench.run_as(key, visitor(1), send("山田 花子")).await);
    let _ = bench.run_as(key, visitor(1), send("山田 花代")).await;
    let _ = bench.run(visitor(1), send("山田 花代")).await;
    let decline = Command::Decline {
        reservation: id,
        reason: crate::visit::Reason::DoctorAway,
        note: None,
    };
    must(
        bench
            .run(staff(1), Command::Confirm { reservation: id })
            .await,
    );
    let _ = bench.run(staff(1), decline).await;
    let counted = |operation: &str, catch, times| (operation.to_owned(), catch, times);
    assert_eq!(
        bench.caught(start).await,
        [
            counted("decline", Catch::Overtaken, 1),
            counted("hold", Catch::SameForm, 2),
            counted("hold", Catch::AlreadySo, 1),
            counted("hold", Catch::OldPress, 1),
            counted("hold", Catch::Rival, 1),
            counted("send", Catch::ChangedForm, 1),
            counted("send", Catch::AlreadySent, 1),
        ]
    );
}

pub async fn counts_are_written_once_and_forgotten_in_time(bench: &Bench) {
    let start = bench.desk.now();
    let press = hold("internal", "sato", tuesday(9, 0), None);
    must(bench.run(visitor(1), press.clone()).await);
    let again = || bench.run(visitor(1), press.clone());
    let same = |times| [("hold".to_owned(), Catch::AlreadySo, times)];
    must(again().await);
    assert_eq!(bench.caught(start).await, same(1), "before it is written");
    must(bench.desk.caught_write(10 * QUARTER).await);
    must(bench.desk.caught_write(10 * QUARTER).await);
    assert_eq!(bench.caught(start).await, same(1), "written once");
    must(again().await);
    assert_eq!(bench.caught(start).await, same(2), "some written, some not");
    must(bench.desk.caught_write(10 * QUARTER).await);
    assert_eq!(bench.caught(start).await, same(2));
    assert_eq!(bench.caught(start.plus(QUARTER)).await, [], "since later");
    bench.clock.advance(11 * QUARTER);
    let _ = bench
        .run(visitor(2), hold("nothing", "sato", tuesday(9, 0), None))
        .await;
    let _ = bench.run(visitor(1), press.clone()).await;
    let _ = bench.run(visitor(2), press.clone()).await;
    must(bench.desk.caught_write(10 * QUARTER).await);
    assert_eq!(
        bench.caught(start).await,
        [("hold".to_owned(), Catch::Rival, 1)],
        "the old ones are forgotten"
    );
}
