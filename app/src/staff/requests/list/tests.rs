use chrono_tz::Asia::Tokyo;
use reservation::visit::{Ending, Event, Reason};

use super::*;
use crate::staff::testing::{at, catalogue, hinata, visit};

fn from(catalogue: &Catalogue, now: UtcMillis) -> From<'_> {
    From {
        catalogue,
        now,
        locale: Locale::Ja,
    }
}

fn ended(mut row: Reservation, how: End, when: &str) -> Reservation {
    row.ending = Some(Ending {
        how,
        at: at(when),
        reason: Some(Reason::DoctorAway),
        note: None,
        before: Status::Requested,
        untold: None,
    });
    row.status = Status::Cancelled;
    row.expires_at = None;
    row
}

fn line(row: &Reservation, event: Event, when: &str) -> HistoryRow {
    HistoryRow {
        clinic: hinata(),
        reservation: row.id,
        version: 2,
        at: at(when),
        event,
        from: Some(Status::Requested),
        to: row.status,
        actor: "staff:x".into(),
        actor_name: Some("森".into()),
    }
}

#[test]
fn an_answer_moves_no_row() {
    let catalogue = catalogue(Tokyo);
    let sent = |number, clock: &str, start: &str| {
        let mut row = visit(number, start, "18:00", Status::Requested);
        row.sent_at = Some(at(clock));
        row.expires_at = Some(deadline_when_sent(
            &catalogue,
            &Reservation {
                expires_at: None,
                ..row.clone()
            },
        ));
        row
    };
    // The second was sent later, and its visit comes so soon that it has to be answered first.
    let waiting = vec![
        sent(1, "09:00", "17:00"),
        sent(2, "09:05", "10:30"),
        sent(3, "09:10", "17:00"),
    ];
    let order = |mut rows: Vec<Reservation>| -> Vec<u128> {
        sort(&catalogue, &mut rows);
        rows.iter().map(|row| row.id.0.as_u128()).collect()
    };
    assert_eq!(order(waiting.clone()), [2, 1, 3]);
    for answered in 0..3 {
        let mut rows = waiting.clone();
        rows[answered] = ended(rows[answered].clone(), End::Declined, "09:20");
        assert_eq!(order(rows), [2, 1, 3], "row {answered} answered");
    }
}

#[test]
fn a_waiting_row_says_what_is_left_in_opening_time() {
    let catalogue = catalogue(Tokyo);
    // From 9:20 to 10:45 the clinic is open until 10:00.
    let waiting = row(
        from(&catalogue, at("09:20")),
        &visit(1, "17:00", "17:30", Status::Requested),
        None,
    );
    assert!(waiting.waits && !waiting.undo);
    assert_eq!(waiting.item.deadline, "今日 10:45");
    assert_eq!(waiting.item.left, "診療時間であと40分");
    assert!(!waiting.item.soon);
    assert_eq!(waiting.item.badges, ["再診", "英語"]);
    assert_eq!(waiting.item.answered, None);
    let soon = row(
        from(&catalogue, at("09:31")),
        &visit(1, "17:00", "17:30", Status::Requested),
        None,
    );
    assert!(soon.item.soon, "29 minutes");
    let at_the_end = row(
        from(&catalogue, at("10:45")),
        &visit(1, "17:00", "17:30", Status::Requested),
        None,
    );
    assert!(!at_the_end.waits, "a deadline is over at its very instant");
    let answered = at_the_end.item.answered.unwrap();
    assert_eq!(
        (answered.word.as_str(), answered.by.as_str()),
        ("回答期限切れ", "今日 10:45")
    );
}

#[test]
fn an_answered_row_says_who_when_and_until_when_nobody_is_told() {
    let catalogue = catalogue(Tokyo);
    let declined = ended(
        visit(1, "17:00", "17:30", Status::Requested),
        End::Declined,
        "09:20",
    );
    let last = line(&declined, Event::Declined, "09:20");
    let fresh = row(from(&catalogue, at("09:21")), &declined, Some(&last));
    assert!(fresh.undo && !fresh.waits);
    let answered = fresh.item.answered.unwrap();
    assert_eq!(
        (answered.word.as_str(), answered.by.as_str()),
        ("お断り", "9:20 受付・森")
    );
    assert!(answered.note.unwrap().starts_with("9時22分に「要連絡」へ"));
    let told = row(from(&catalogue, at("09:22")), &declined, Some(&last));
    assert_eq!(
        told.item.answered.unwrap().note,
        None,
        "from now on it is told"
    );
    assert!(told.undo, "it can still be taken back");
    let begun = row(from(&catalogue, at("17:00")), &declined, Some(&last));
    assert!(!begun.undo, "the visit's time has come");
}

#[test]
fn only_what_was_declined_or_cancelled_can_be_taken_back() {
    let now = at("09:20");
    for (how, wanted) in [
        (End::Declined, true),
        (End::CancelledByPatient, true),
        (End::CancelledByStaff, true),
        (End::Released, false),
        (End::Swapped, false),
        (End::Expired, false),
    ] {
        let row = ended(visit(1, "17:00", "17:30", Status::Requested), how, "09:00");
        assert_eq!(can_undo(&row, now), wanted, "{how:?}");
    }
    assert!(!can_undo(
        &visit(1, "17:00", "17:30", Status::Confirmed),
        now
    ));
}
