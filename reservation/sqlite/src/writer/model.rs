//! Whole batches against the model: the engine in memory, one submission after the other. The same
//! answers, and in the end the same rows.

use std::sync::Arc;

use chrono_tz::Asia::Tokyo;
use reservation::batch::Rules;
use reservation::memory::MemoryStore;
use reservation::ports::{Fault, Store};
use reservation::testing::dice::Dice;
use reservation::testing::{ManualClock, at, catalogue};
use reservation::time::MINUTE;

use super::tests::{ask_nothing, bench};

/// How many histories.
const SEEDS: u64 = 16;

#[tokio::test]
async fn batches_answer_and_store_what_the_model_does() {
    let mut yes = 0;
    for seed in 0..SEEDS {
        // Every other time nothing is loaded before it is asked for: later rounds meet what the
        // batch has changed already.
        let needs = if seed % 2 == 0 {
            reservation::decide::needs
        } else {
            ask_nothing
        };
        let mut bench = bench(Rules {
            needs,
            ..Rules::CORE
        })
        .await;
        let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))));
        let model = MemoryStore::new(clock.clone());
        model.catalogue_put(catalogue(Tokyo)).await.unwrap();
        bench.writer.clock = clock.clone();
        let mut dice = Dice::new(seed);
        let (mut seen, mut done) = (Vec::new(), 0);
        for _ in 0..25 {
            let batch = dice.batch(&mut seen);
            let verdicts = bench.writer.submissions(&batch).await;
            for (submission, verdict) in batch.into_iter().zip(verdicts) {
                let wanted = model.submission_run(submission.clone()).await;
                assert!(
                    !matches!(verdict, Err(Fault::Broken(_))),
                    "{seed}: {submission:?} {verdict:?}"
                );
                assert_eq!(verdict, wanted, "{seed}: {submission:?}");
                done += usize::from(matches!(verdict, Ok(Ok(_))));
            }
            clock.advance(dice.below(8) as i64 * MINUTE);
        }
        assert_eq!(bench.writer.alone, 0, "{seed}: no batch fell apart");
        yes += done;
        let (is, wanted) = (
            bench.store.dump().await.unwrap(),
            model.dump().await.unwrap(),
        );
        assert_eq!(is.reservations, wanted.reservations, "{seed}");
        assert_eq!(is.claims, wanted.claims, "{seed}");
        assert_eq!(is.submissions, wanted.submissions, "{seed}");
        assert_eq!(is.history, wanted.history, "{seed}");
        assert_eq!(is.messages.len(), wanted.messages.len(), "{seed}");
        assert_eq!(reservation::check::check(&is), [], "{seed}");
    }
    assert!(yes > 20 * SEEDS as usize, "something happened: {yes}");
}
