//! What a database stops when the core has said a wrong yes: its keys have the last word, and the counts listen to them.
#![expect(missing_docs, reason = "the names are the sentences")]

use super::cells::two_for_one_slot;
use super::is_broken;
use super::ledger::{twin_of_more_time, twin_that_the_ledger_forgot};
use crate::testing::contract::Bench;

pub async fn with_the_key_of_claims_a_wrong_yes_is_rolled_back(bench: &Bench) {
    let seen = two_for_one_slot(bench).await;
    assert_eq!(seen, (["done", "rolled back"], 1));
    bench.is_sound().await;
}

pub async fn without_the_key_of_claims_a_wrong_yes_is_a_double_booking(bench: &Bench) {
    assert_eq!(two_for_one_slot(bench).await, (["done", "done"], 2));
    is_broken(bench, "one owner per cell").await;
}

pub async fn with_the_key_of_the_ledger_a_twin_is_rolled_back(bench: &Bench) {
    assert_eq!(twin_of_more_time(bench).await, ("rolled back", 1, 1));
    bench.is_sound().await;
}

pub async fn without_the_key_of_the_ledger_a_twin_is_done_twice(bench: &Bench) {
    assert_eq!(twin_of_more_time(bench).await, ("done", 2, 2));
    is_broken(bench, "one outcome per submission").await;
}

pub async fn with_the_key_of_creation_a_forgotten_press_is_rolled_back(bench: &Bench) {
    let seen = twin_that_the_ledger_forgot(bench).await;
    assert_eq!(seen, ("rolled back", 1));
    bench.is_sound().await;
}

pub async fn without_the_key_of_creation_a_forgotten_press_books_again(bench: &Bench) {
    assert_eq!(twin_that_the_ledger_forgot(bench).await, ("done", 2));
    is_broken(bench, "one creation per submission").await;
}

pub async fn with_the_count_of_rows_nobody_is_told_yes_for_nothing(bench: &Bench) {
    let seen = two_for_one_slot(bench).await;
    assert_eq!(seen, (["done", "rolled back"], 1));
    bench.is_sound().await;
}

pub async fn without_the_count_of_rows_two_are_told_that_they_hold_one_slot(bench: &Bench) {
    // The key of claims is up: the second owns nothing, and is told yes all the same.
    assert_eq!(two_for_one_slot(bench).await, (["done", "done"], 2));
    is_broken(bench, "a live reservation owns exactly its cells").await;
}
