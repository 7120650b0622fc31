//! Many at once.
#![expect(missing_docs, reason = "the names are the sentences")]

use std::future::Future;

use super::{Bench, hold, must, stands, tuesday};
use crate::command::Command;
use crate::desk::NoAnswer;
use crate::outcome::Refusal;
use crate::submission::{Answer, Repeat};
use crate::testing::{patient, staff, visitor};
use crate::time::Span;
use crate::visit::{Event, Reason, Status};

/// Runs them all at once, each as a task of its own.
async fn at_once<T: Send + 'static>(all: Vec<impl Future<Output = T> + Send + 'static>) -> Vec<T> {
    let tasks: Vec<_> = all.into_iter().map(tokio::spawn).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(must(task.await));
    }
    results
}

fn press(
    bench: &Bench,
    key: Option<uuid::Uuid>,
    actor: crate::submission::Actor,
    command: Command,
) -> impl Future<Output = Result<Answer, NoAnswer>> + Send + 'static {
    let desk = bench.desk.clone();
    let clinic = crate::testing::clinic_id();
    let key = key.unwrap_or_else(|| desk.fresh_id());
    let key = Some(crate::submission::RequestKey::form(&clinic, key));
    async move {
        desk.run(crate::desk::Intent {
            key,
            form: None,
            clinic,
            actor,
            command,
        })
        .await
    }
}

pub async fn of_two_hundred_rivals_one_wins(bench: &Bench) {
    // C01, C03, C09
    let slot = hold("internal", "sato", tuesday(9, 0), None);
    let presses = (0..200)
        .map(|n| press(bench, None, visitor(n), slot.clone()))
        .collect();
    let (won, lost): (Vec<_>, Vec<_>) = at_once(presses).await.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 199));
    assert!(
        lost.iter()
            .all(|answer| *answer == Err(NoAnswer::Refused(Refusal::Taken))),
        "{lost:?}"
    );
}

pub async fn two_hundred_identical_posts_have_one_effect(bench: &Bench) {
    // C16, C17, C22, C55
    let key = bench.desk.fresh_id();
    let slot = hold("internal", "sato", tuesday(9, 0), None);
    let presses = (0..200)
        .map(|_| press(bench, Some(key), visitor(1), slot.clone()))
        .collect();
    let answers: Vec<Answer> = at_once(presses).await.into_iter().map(must).collect();
    assert!(
        answers
            .iter()
            .all(|answer| answer.outcome == answers[0].outcome)
    );
    assert_eq!(
        answers
            .iter()
            .filter(|answer| answer.repeat == Repeat::First)
            .count(),
        1
    );
    let dump = must(bench.store.dump().await);
    assert_eq!(
        (
            dump.reservations.len(),
            dump.submissions.len(),
            dump.history.len()
        ),
        (1, 1, 1)
    );
}

pub async fn overlapping_services_never_both_win(bench: &Bench) {
    // D32: both confirmed in 16 of 20 races elsewhere.
    for round in 0..100 {
        let start = tuesday(9, 0)
            .plus_minutes(24 * 60 * (round / 4 % 3))
            .plus_minutes(60 * (round % 3));
        let long = press(
            bench,
            None,
            visitor(1),
            hold("checkup", "sato", start, None),
        );
        let short = press(
            bench,
            None,
            visitor(2),
            hold("quick", "sato", start.plus_minutes(45), None),
        );
        let won: Vec<Answer> = at_once(vec![
            Box::pin(long) as std::pin::Pin<Box<dyn Future<Output = _> + Send>>,
            Box::pin(short),
        ])
        .await
        .into_iter()
        .filter_map(Result::ok)
        .collect();
        assert_eq!(won.len(), 1, "round {round}");
        let id = stands(&won[0]).0;
        for number in [1, 2] {
            let _ = bench
                .run(visitor(number), Command::Release { reservation: id })
                .await;
        }
    }
}

pub async fn approve_and_decline_at_once_have_one_outcome(bench: &Bench) {
    // D34: both succeeded in 15 of 20 elsewhere.
    for round in 0..100 {
        let row = bench.requested(visitor(1), "sato", tuesday(9, 0)).await;
        let confirm = press(
            bench,
            None,
            staff(1),
            Command::Confirm {
                reservation: row.id,
            },
        );
        let no = Command::Decline {
            reservation: row.id,
            reason: Reason::DoctorAway,
            note: None,
        };
        let decline = press(bench, None, staff(2), no);
        let answers = at_once(vec![
            Box::pin(confirm) as std::pin::Pin<Box<dyn Future<Output = _> + Send>>,
            Box::pin(decline),
        ])
        .await;
        assert_eq!(
            answers.iter().filter(|answer| answer.is_ok()).count(),
            1,
            "round {round}: {answers:?}"
        );
        let events = bench.events(row.id).await;
        assert_eq!(events.len(), 3, "{events:?}");
        if events[2] == Event::Confirmed {
            bench
                .done(
                    staff(1),
                    Command::Cancel {
                        reservation: row.id,
                        reason: None,
                        note: None,
                    },
                )
                .await;
        }
    }
}

pub async fn one_visitor_never_has_two_holds(bench: &Bench) {
    for round in 0..20 {
        let who = visitor(round);
        let presses = [9, 10, 11]
            .map(|hour| {
                press(
                    bench,
                    None,
                    who.clone(),
                    hold("internal", "any", tuesday(hour, 0), None),
                )
            })
            .into_iter()
            .collect();
        let answers = at_once(presses).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.is_ok()).count(),
            1,
            "{answers:?}"
        );
        for answer in answers.into_iter().flatten() {
            bench
                .done(
                    who.clone(),
                    Command::Release {
                        reservation: stands(&answer).0,
                    },
                )
                .await;
        }
    }
}

pub async fn one_contact_never_has_more_than_its_bookings(bench: &Bench) {
    for round in 0..5 {
        let mut presses = Vec::new();
        for number in 0..20_u8 {
            let start = tuesday(9, 0).plus_minutes(15 * i64::from(number % 10));
            let who = ["sato", "tanaka"][usize::from(number / 10)];
            let row = bench.held(visitor(number), "quick", who, start).await;
            let send = Command::Send {
                reservation: row.id,
                patient: patient("山田 花子"),
            };
            presses.push(press(bench, None, visitor(number), send));
        }
        let answers = at_once(presses).await;
        let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
        assert_eq!((won.len(), lost.len()), (5, 15), "round {round}");
        let full = Err(NoAnswer::Refused(Refusal::TooMany { limit: 5 }));
        assert!(lost.iter().all(|answer| *answer == full), "{lost:?}");
        for answer in won.into_iter().flatten() {
            let cancel = Command::Cancel {
                reservation: stands(&answer).0,
                reason: None,
                note: None,
            };
            bench.done(staff(1), cancel).await;
        }
    }
}

pub async fn confirm_and_takeover_at_the_deadline_never_make_two_owners(bench: &Bench) {
    for _ in 0..30 {
        let mine = bench.held(visitor(1), "quick", "sato", tuesday(9, 0)).await;
        bench.clock.set(mine.expires_at.unwrap_or(mine.created_at));
        let send = Command::Send {
            reservation: mine.id,
            patient: patient("山田 花子"),
        };
        let answers = at_once(vec![
            Box::pin(press(bench, None, visitor(1), send))
                as std::pin::Pin<Box<dyn Future<Output = _> + Send>>,
            Box::pin(press(
                bench,
                None,
                visitor(2),
                hold("internal", "sato", tuesday(9, 0), None),
            )),
        ])
        .await;
        let won: Vec<_> = answers.into_iter().filter_map(Result::ok).collect();
        assert_eq!(won.len(), 1, "{won:?}");
        let (id, status) = stands(&won[0]);
        let end = match status {
            Status::Held => {
                bench
                    .done(visitor(2), Command::Release { reservation: id })
                    .await
            }
            _ => {
                bench
                    .done(
                        visitor(1),
                        Command::Cancel {
                            reservation: id,
                            reason: None,
                            note: None,
                        },
                    )
                    .await
            }
        };
        assert_eq!(end.status, Status::Cancelled);
    }
}

pub async fn a_closure_and_holds_at_once_leave_no_hold_after_it(bench: &Bench) {
    let span = Span {
        from: tuesday(9, 0),
        until: tuesday(12, 0),
    };
    let close = Command::Close {
        resource: None,
        span,
        reason: "停電".into(),
    };
    let holds = (0..20u8).map(|n| {
        let start = tuesday(9, 0).plus_minutes(30 * i64::from(n % 6));
        press(
            bench,
            None,
            visitor(n),
            hold("internal", "any", start, None),
        )
    });
    let mut all: Vec<std::pin::Pin<Box<dyn Future<Output = _> + Send>>> =
        holds.map(|hold| Box::pin(hold) as _).collect();
    all.insert(10, Box::pin(press(bench, None, staff(1), close)));
    let answers = at_once(all).await;
    assert!(answers[10].is_ok());
    // Whoever was told "closed" came after; nobody is told yes afterwards.
    let late = bench
        .refused(visitor(99), hold("internal", "any", tuesday(9, 0), None))
        .await;
    assert_eq!(late, Refusal::Closed);
}
