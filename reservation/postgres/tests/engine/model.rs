//! One lane against the model: the engine in memory, one submission after the other. The same answers, and in the end
//! the same rows.

use chrono_tz::Asia::Tokyo;
use futures::future::join_all;
use reservation::check::check;
use reservation::memory::MemoryStore;
use reservation::ports::Store;
use reservation::testing::catalogue;
use reservation::testing::dice::Dice;
use reservation::time::MINUTE;

use crate::kit::Kit;

/// How many histories.
const SEEDS: u64 = 6;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches_answer_and_store_what_the_model_does() {
    let (mut yes, mut restarts) = (0, 0);
    for seed in 0..SEEDS {
        let Some(kit) = Kit::with(|options| options.lanes = 1).await else {
            return;
        };
        let model = MemoryStore::new(kit.clock.clone());
        model.catalogue_put(catalogue(Tokyo)).await.unwrap();
        let mut dice = Dice::new(seed);
        let mut seen = Vec::new();
        for _ in 0..20 {
            let batch = dice.batch(&mut seen);
            // Queued in this order, and taken out in it, however many at a time.
            let presses = batch.iter().map(|it| kit.store.submission_run(it.clone()));
            let verdicts = join_all(presses).await;
            for (submission, verdict) in batch.into_iter().zip(verdicts) {
                let wanted = model.submission_run(submission.clone()).await;
                assert_eq!(verdict, wanted, "{seed}: {submission:?}");
                yes += usize::from(matches!(verdict, Ok(Ok(_))));
            }
            kit.clock.advance(dice.below(8) as i64 * MINUTE);
        }
        let tries = kit.store.tries();
        assert_eq!(tries.conflicts(), 0, "{seed}: nobody is in one lane's way");
        restarts += tries.restarts();
        let (is, wanted) = (kit.store.dump().await.unwrap(), model.dump().await.unwrap());
        assert_eq!(is.reservations, wanted.reservations, "{seed}");
        assert_eq!(is.claims, wanted.claims, "{seed}");
        assert_eq!(is.submissions, wanted.submissions, "{seed}");
        assert_eq!(is.history, wanted.history, "{seed}");
        assert_eq!(is.messages.len(), wanted.messages.len(), "{seed}");
        assert_eq!(check(&is), [], "{seed}");
    }
    assert!(yes > 20 * SEEDS as usize, "something happened: {yes}");
    assert!(restarts > 0, "a decision had to lock more than it knew of");
}
