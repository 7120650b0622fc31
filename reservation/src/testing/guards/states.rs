//! One state, one next one: what a command may do depends on what it finds.
#![expect(missing_docs, reason = "the names are the sentences")]

use super::{calls_are_made, messages, owners, told};
use crate::command::Command;
use crate::testing::contract::{Bench, must, tuesday};
use crate::testing::{patient, staff, visitor};
use crate::visit::{Event, MessageKind, Reason, Status};

/// One of staff approves a request and calls the patient; another declines it. Says what the second was told, what
/// happened, and how many times the patient heard yes and no.
async fn yes_and_no(bench: &Bench) -> (&'static str, Vec<Event>, [usize; 2]) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let yes = Command::Confirm {
        reservation: row.id,
    };
    must(bench.run(staff(1), yes).await);
    calls_are_made(bench).await;
    let no = Command::Decline {
        reservation: row.id,
        reason: Reason::DoctorAway,
        note: None,
    };
    let second = bench.run(staff(2), no).await;
    let heard = [
        messages(bench, MessageKind::Confirmed).await,
        messages(bench, MessageKind::Declined).await,
    ];
    let answers = bench.events(row.id).await.split_off(2);
    (told(&second), answers, heard)
}

pub async fn with_the_look_at_the_status_a_request_is_answered_once(bench: &Bench) {
    let seen = yes_and_no(bench).await;
    assert_eq!(seen, ("no", vec![Event::Confirmed], [1, 0]));
    bench.is_sound().await;
}

pub async fn without_the_look_at_the_status_approve_and_decline_both_succeed(bench: &Bench) {
    let seen = yes_and_no(bench).await;
    let both = vec![Event::Confirmed, Event::Declined];
    assert_eq!(seen, ("done", both, [1, 1]));
}

/// Two of staff approve one request; the patient is called in between. Says how many times the patient hears it.
async fn two_confirm(bench: &Bench) -> (&'static str, usize) {
    let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
    let yes = Command::Confirm {
        reservation: row.id,
    };
    must(bench.run(staff(1), yes.clone()).await);
    calls_are_made(bench).await;
    let second = bench.run(staff(2), yes).await;
    (told(&second), messages(bench, MessageKind::Confirmed).await)
}

pub async fn with_the_look_at_the_status_two_who_confirm_tell_once(bench: &Bench) {
    assert_eq!(two_confirm(bench).await, ("so already", 1));
    bench.is_sound().await;
}

pub async fn without_the_look_at_the_status_two_who_confirm_tell_twice(bench: &Bench) {
    assert_eq!(two_confirm(bench).await, ("done", 2));
}

/// Two tabs send details of one hold, each with another name. Says which name stands, and what happened.
async fn two_details(bench: &Bench) -> (&'static str, String, Vec<Event>) {
    let row = bench
        .held(visitor(1), "internal", "sato", tuesday(9, 0))
        .await;
    let mut second = "";
    for name in ["山田 花子", "山田 太郎"] {
        let send = Command::Send {
            reservation: row.id,
            patient: patient(name),
        };
        second = told(&bench.run(visitor(1), send).await);
    }
    let name = bench.row(row.id).await.patient.map(|patient| patient.name);
    let events = bench.events(row.id).await.split_off(1);
    (second, name.unwrap_or_default(), events)
}

pub async fn with_the_look_at_the_status_the_first_details_stay(bench: &Bench) {
    let seen = two_details(bench).await;
    let once = vec![Event::Requested];
    assert_eq!(seen, ("no", "山田 花子".to_owned(), once));
    bench.is_sound().await;
}

pub async fn without_the_look_at_the_status_later_details_overwrite_the_first(bench: &Bench) {
    let seen = two_details(bench).await;
    let twice = vec![Event::Requested, Event::Requested];
    assert_eq!(seen, ("done", "山田 太郎".to_owned(), twice));
}

/// One telephone number, six browsers, a time each. Says what the last one was told and how many are booked.
async fn six_of_one_contact(bench: &Bench) -> (&'static str, usize) {
    let mut last = "";
    for number in 0..6_u8 {
        let start = tuesday(9, 0).plus_minutes(15 * i64::from(number));
        let row = bench.held(visitor(number), "quick", "sato", start).await;
        let send = Command::Send {
            reservation: row.id,
            patient: patient("山田 花子"),
        };
        last = told(&bench.run(visitor(number), send).await);
    }
    let mut booked = owners(bench).await;
    booked.retain(|row| row.status == Status::Confirmed);
    (last, booked.len())
}

pub async fn with_the_cap_of_a_contact_five_of_six_are_booked(bench: &Bench) {
    assert_eq!(six_of_one_contact(bench).await, ("no", 5));
    bench.is_sound().await;
}

pub async fn without_the_cap_of_a_contact_six_are_booked(bench: &Bench) {
    assert_eq!(six_of_one_contact(bench).await, ("done", 6));
}
