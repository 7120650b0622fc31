//! Two nodes and the rules between them, each with what keeps it and without: the guard rows, the lock of what is offered,
//! the ledger that is read last, the keys.

use chrono_tz::Asia::Tokyo;
use reservation::batch::Verdict;
use reservation::command::Command;
use reservation::guard::Guard;
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::ports::Store;
use reservation::submission::{Repeat, Submission};
use reservation::testing::{catalogue, patient, staff, visitor};
use reservation::time::Span;
use reservation::visit::{Reason, Status};

use crate::gate::{Two, done};
use crate::kit::{hold, ten};

/// Two tabs of one visitor, each at another node.
async fn two_tabs(two: &Two) -> (Verdict, Verdict) {
    let early = two
        .kit
        .submission(visitor(1), hold("quick", "tanaka", ten()));
    let late = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    two.race(early, late).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_guard_row_two_nodes_give_a_visitor_one_hold() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    let (early, late) = two_tabs(&two).await;
    // The lock is the late one's, so it comes first.
    assert!(done(&late), "{late:?}");
    assert!(
        matches!(early, Ok(Err(Refusal::HoldChanged { .. }))),
        "{early:?}"
    );
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_guard_row_two_nodes_give_a_visitor_two_holds() {
    let Some(two) = Two::without(&[Guard::GuardRow]).await else {
        return;
    };
    let (early, late) = two_tabs(&two).await;
    assert!(done(&early) && done(&late), "{early:?} {late:?}");
    assert_eq!(two.broken().await, ["one live hold for each visitor"]);
}

/// A contact with four bookings, and two browsers that send in a fifth for it at once. Says what each was told, and how
/// many there are.
async fn two_fifths(two: &Two) -> (Verdict, Verdict, usize) {
    let mut held = Vec::new();
    for number in 0..6 {
        let press = hold("quick", "sato", ten().plus_minutes(15 * i64::from(number)));
        held.push(two.kit.reservation(visitor(number), press).await);
    }
    let send = |number: u8| {
        let command = Command::Send {
            reservation: held[usize::from(number)],
            patient: patient("山田 花子"),
        };
        two.kit.submission(visitor(number), command)
    };
    for number in 0..4 {
        let sent = two.kit.store.submission_run(send(number)).await;
        assert!(done(&sent), "{sent:?}");
    }
    let (early, late) = two.race(send(4), send(5)).await;
    let dump = two.kit.store.dump().await.unwrap();
    let booked = |status| status == Status::Confirmed;
    let booked = dump.reservations.iter().filter(|row| booked(row.status));
    (early, late, booked.count())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_guard_row_two_nodes_keep_the_cap_of_a_contact() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    let (early, late, booked) = two_fifths(&two).await;
    assert!(done(&late), "{late:?}");
    assert_eq!(early, Ok(Err(Refusal::TooMany { limit: 5 })));
    assert_eq!(booked, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_guard_row_two_nodes_go_beyond_the_cap_of_a_contact() {
    let Some(two) = Two::without(&[Guard::GuardRow]).await else {
        return;
    };
    let (early, late, booked) = two_fifths(&two).await;
    assert!(done(&early) && done(&late), "{early:?} {late:?}");
    assert_eq!(booked, 6);
}

/// Somebody takes a time while staff close the clinic at another node. Says how many had the time when staff were told
/// "closed", and how many have it in the end.
async fn closed_meanwhile(two: &Two) -> (usize, usize) {
    let close = Command::Close {
        resource: None,
        span: Span {
            from: ten(),
            until: ten().plus_minutes(60),
        },
        reason: "停電".into(),
    };
    let close = two.kit.submission(staff(1), close);
    let take = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    let closing = async {
        let closed = two.other.submission_run(close).await;
        assert!(done(&closed), "{closed:?}");
        two.other.dump().await.unwrap().reservations.len()
    };
    let (then, held) = two.meanwhile(take, closing).await;
    assert!(done(&held), "{held:?}");
    (then, two.kit.store.dump().await.unwrap().reservations.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_lock_of_what_is_offered_nobody_gets_a_time_that_was_closed() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    assert_eq!(closed_meanwhile(&two).await, (1, 1), "held, then closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_of_what_is_offered_somebody_gets_a_time_that_was_closed() {
    let Some(two) = Two::without(&[Guard::CatalogueLock]).await else {
        return;
    };
    assert_eq!(closed_meanwhile(&two).await, (0, 1), "closed, then held");
}

/// The same with an edit of the settings: the service is offered no more. Says how many had it when that was written.
async fn edited_meanwhile(two: &Two) -> usize {
    let mut shorter = catalogue(Tokyo);
    shorter
        .services
        .retain(|service| service.id.to_string() != "quick");
    let take = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    let editing = async {
        two.other.catalogue_put(shorter).await.unwrap();
        two.other.dump().await.unwrap().reservations.len()
    };
    let (then, held) = two.meanwhile(take, editing).await;
    assert!(done(&held), "{held:?}");
    then
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_lock_of_what_is_offered_an_edit_waits_for_the_bookings_that_rest_on_it() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    assert_eq!(edited_meanwhile(&two).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_of_what_is_offered_something_is_booked_that_is_offered_no_more() {
    let Some(two) = Two::without(&[Guard::CatalogueLock]).await else {
        return;
    };
    assert_eq!(edited_meanwhile(&two).await, 0);
}

/// The details of a hold, sent twice by one press, to two nodes.
async fn twin_details(two: &Two) -> (Verdict, Verdict) {
    let reservation = two
        .kit
        .reservation(visitor(1), hold("quick", "sato", ten()))
        .await;
    let send = Command::Send {
        reservation,
        patient: patient("山田 花子"),
    };
    let one = two.kit.submission(visitor(1), send);
    two.race(one.clone(), one).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_ledger_read_last_a_twin_at_another_node_is_the_same_booking() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    let (early, late) = twin_details(&two).await;
    let (early, late) = (early.unwrap().unwrap(), late.unwrap().unwrap());
    assert_eq!(
        (late.repeat, early.repeat),
        (Repeat::First, Repeat::SameKey)
    );
    assert_eq!(early.outcome, late.outcome);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_ledger_read_last_a_twin_at_another_node_is_refused() {
    let Some(two) = Two::without(&[Guard::LedgerLast]).await else {
        return;
    };
    let two = two.in_vain();
    let (early, late) = twin_details(&two).await;
    assert!(done(&late), "{late:?}");
    // The patient reads that these details were not used. They were.
    assert!(
        matches!(early, Ok(Err(Refusal::AlreadySent { .. }))),
        "{early:?}"
    );
}

/// One press for one slot, by a browser that has lost its cookie between the two copies, so that no guard is shared.
fn one_press_twice(two: &Two) -> (Submission, Submission) {
    let early = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    let mut late = two.kit.submission(visitor(2), hold("quick", "sato", ten()));
    late.key.clone_from(&early.key);
    (early, late)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_ledger_looked_at_again_a_twin_is_not_refused_for_its_own_slot() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    // A node that knows no catalogue yet asks for the cells later than for the ledger.
    let (early, late) = one_press_twice(&two);
    let (early, late) = two.race(early, late).await;
    let (early, late) = (early.unwrap().unwrap(), late.unwrap().unwrap());
    assert_eq!(
        (early.repeat, late.repeat),
        (Repeat::First, Repeat::SameKey)
    );
    assert_eq!(early.outcome, late.outcome);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_ledger_looked_at_again_a_twin_is_refused_for_its_own_slot() {
    let Some(two) = Two::without(&[Guard::LedgerLast]).await else {
        return;
    };
    let (early, late) = one_press_twice(&two);
    let (early, late) = two.race(early, late).await;
    assert!(done(&early), "{early:?}");
    assert_eq!(late, Ok(Err(Refusal::Taken)));
}

/// Both nodes have read what is offered, so that a race is about nothing else.
async fn warm(two: &Two) {
    for (number, store) in [(8, &two.kit.store), (9, &two.other)] {
        let elsewhere = ten().plus_minutes(15 * i64::from(number - 6));
        let press = two
            .kit
            .submission(visitor(number), hold("quick", "tanaka", elsewhere));
        assert!(done(&store.submission_run(press).await));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_key_of_claims_the_later_node_decides_anew() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    warm(&two).await;
    let early = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    let late = two.kit.submission(visitor(2), hold("quick", "sato", ten()));
    let (early, late) = two.race(early, late).await;
    assert!(done(&early), "{early:?}");
    assert_eq!(late, Ok(Err(Refusal::Taken)));
    assert_eq!(two.kit.store.tries().conflicts(), 1);
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_key_of_claims_two_nodes_give_one_cell_away_twice() {
    let Some(two) = Two::without(&[Guard::ClaimKey]).await else {
        return;
    };
    warm(&two).await;
    let early = two.kit.submission(visitor(1), hold("quick", "sato", ten()));
    let late = two.kit.submission(visitor(2), hold("quick", "sato", ten()));
    let (early, late) = two.race(early, late).await;
    assert!(done(&early) && done(&late), "{early:?} {late:?}");
    assert!(two.broken().await.contains(&"one owner per cell"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_key_of_the_ledger_a_twin_at_another_node_has_one_effect() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    warm(&two).await;
    let (early, late) = one_press_twice(&two);
    let (early, late) = two.race(early, late).await;
    let (early, late) = (early.unwrap().unwrap(), late.unwrap().unwrap());
    assert_eq!(
        (early.repeat, late.repeat),
        (Repeat::First, Repeat::SameKey)
    );
    assert_eq!(two.kit.store.tries().conflicts(), 1);
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_key_of_the_ledger_a_twin_at_another_node_books_again() {
    let down = [Guard::LedgerKey, Guard::CreatedOnce];
    let Some(two) = Two::without(&down).await else {
        return;
    };
    warm(&two).await;
    let (early, mut late) = one_press_twice(&two);
    // Whoever is free: the second copy finds another doctor.
    late.command = hold("quick", "tanaka", ten());
    let (early, late) = two.race(early, late).await;
    assert!(done(&early) && done(&late), "{early:?} {late:?}");
    let broken = two.broken().await;
    assert!(
        broken.contains(&"one creation per submission"),
        "{broken:?}"
    );
}

/// A request of visitor 1 that staff approve at one node and decline at the other.
async fn yes_and_no(two: &Two) -> (Verdict, Verdict) {
    let held = hold("internal", "sato", ten());
    let reservation: ReservationId = two.kit.reservation(visitor(1), held).await;
    let send = Command::Send {
        reservation,
        patient: patient("山田 花子"),
    };
    two.kit.reservation(visitor(1), send).await;
    let yes = Command::Confirm { reservation };
    let no = Command::Decline {
        reservation,
        reason: Reason::DoctorAway,
        note: None,
    };
    two.race(
        two.kit.submission(staff(1), yes),
        two.kit.submission(staff(2), no),
    )
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_lock_of_a_reservation_two_answers_take_turns() {
    let Some(two) = Two::without(&[]).await else {
        return;
    };
    let (yes, no) = yes_and_no(&two).await;
    // The lock is the later one's, so it comes first.
    assert!(done(&no), "{no:?}");
    assert!(
        matches!(yes, Ok(Err(Refusal::WrongStatus { .. }))),
        "{yes:?}"
    );
    assert_eq!(two.kit.store.tries().conflicts(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_of_a_reservation_a_torn_look_finds_its_cells_with_another() {
    let Some(two) = Two::without(&[Guard::RowLock]).await else {
        return;
    };
    let (yes, no) = yes_and_no(&two).await;
    assert!(done(&yes), "{yes:?}");
    // The reservation as it was, its claims as they are: staff read that somebody else has the time, which nobody has.
    assert_eq!(no, Ok(Err(Refusal::Taken)));
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_the_compared_version_the_later_answer_is_decided_anew() {
    let down = [Guard::RowLock, Guard::Ownership];
    let Some(two) = Two::without(&down).await else {
        return;
    };
    let (yes, no) = yes_and_no(&two).await;
    assert!(done(&yes), "{yes:?}");
    assert!(matches!(no, Ok(Err(Refusal::WrongStatus { .. }))), "{no:?}");
    assert_eq!(two.kit.store.tries().conflicts(), 1);
    assert_eq!(two.broken().await, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_compared_version_and_the_key_of_history_two_answers_both_succeed() {
    let down = [
        Guard::RowLock,
        Guard::Ownership,
        Guard::Version,
        Guard::HistoryKey,
    ];
    let Some(two) = Two::without(&down).await else {
        return;
    };
    let (yes, no) = yes_and_no(&two).await;
    assert!(done(&yes) && done(&no), "{yes:?} {no:?}");
    assert!(two.broken().await.contains(&"history adds up"));
}
