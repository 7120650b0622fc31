//! Many at once.

use std::time::{Duration, Instant};

use futures::future::join_all;
use reqwest::StatusCode;
use reservation::visit::{Event, Status};

use crate::support::{TestApp, held, hold_form, sent, sign_in};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c01_two_hundred_visitors_press_one_time_and_one_gets_it() {
    let app = TestApp::without_limits().await;
    let browsers: Vec<_> = (0..200).map(|_| app.browser()).collect();
    let mut forms = Vec::new();
    for browser in &browsers {
        let path = "/c/hinata/times?service=checkup&visit=return&doctor=tanaka";
        forms.push(browser.page(path).await.form("hold"));
    }
    let slot = forms[0].buttons("slot")[0].clone();
    let presses = browsers
        .iter()
        .zip(&forms)
        .map(|(browser, form)| browser.press(form, "slot", &slot));
    let looker = app.browser();
    let looks = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..20 {
            let started = Instant::now();
            assert_eq!(looker.look("/").await.status, StatusCode::OK);
            slowest = slowest.max(started.elapsed());
        }
        slowest
    };
    let started = Instant::now();
    let (answers, slowest) = tokio::join!(join_all(presses), looks);
    println!(
        "200 presses in {:?}, the slowest other page {slowest:?}",
        started.elapsed()
    );
    let (won, lost): (Vec<_>, Vec<_>) = answers
        .iter()
        .partition(|answer| answer.status == StatusCode::SEE_OTHER);
    assert_eq!(won.len(), 1);
    assert_eq!(lost.len(), 199);
    for answer in lost {
        assert_eq!(answer.status, StatusCode::CONFLICT);
        assert!(
            !answer.form("hold").buttons("slot").is_empty(),
            "free times to choose from"
        );
        assert!(
            !answer.form("hold").buttons("slot").contains(&slot),
            "the taken one not among them"
        );
    }
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d32_of_two_services_that_overlap_at_one_doctor_one_wins_each_time() {
    let app = TestApp::without_limits().await;
    let (long, short) = (app.browser(), app.browser());
    for round in 0..100 {
        let path =
            |service: &str| format!("/c/hudson/times?service={service}&visit=return&doctor=rivera");
        let hour = long.page(&path("physical")).await.form("hold");
        let half = short.page(&path("visit")).await.form("hold");
        let free = half.buttons("slot");
        // An hour whose second half is free as well, as a visit of its own.
        let (first, second) = hour
            .buttons("slot")
            .into_iter()
            .find_map(|slot| {
                let later = slot.replace(":00:00.000Z", ":30:00.000Z");
                free.contains(&later).then_some((slot, later))
            })
            .expect("a free hour");
        let (a, b) = tokio::join!(
            long.press(&hour, "slot", &first),
            short.press(&half, "slot", &second)
        );
        let won = [a.status, b.status]
            .iter()
            .filter(|status| **status == StatusCode::SEE_OTHER)
            .count();
        assert_eq!(won, 1, "round {round}: {} and {}", a.status, b.status);
        let lost = [&a, &b]
            .into_iter()
            .find(|answer| answer.status != StatusCode::SEE_OTHER)
            .unwrap();
        assert_eq!(lost.status, StatusCode::CONFLICT, "round {round}");
        let (winner, answer) = if a.status == StatusCode::SEE_OTHER {
            (&long, a)
        } else {
            (&short, b)
        };
        let page = winner.page(&answer.leads_to()).await;
        assert_eq!(
            winner
                .press(&page.form("release"), "act", "release")
                .await
                .status,
            StatusCode::SEE_OTHER
        );
    }
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d34_approve_and_decline_at_once_have_one_outcome() {
    let app = TestApp::without_limits().await;
    let (one, other, patient) = (app.browser(), app.browser(), app.browser());
    sign_in(&one, "hinata").await;
    sign_in(&other, "hinata").await;
    for round in 0..100 {
        let path = sent(&patient, "hinata", "internal", 0).await;
        let id = path.rsplit('/').next().unwrap().to_owned();
        let yes = one.page("/staff/hinata/requests").await.form("confirm");
        assert!(yes.buttons("reservation").contains(&id));
        let no = other
            .page(&format!("/staff/hinata/visits/{id}/decline"))
            .await
            .form("decline")
            .typed("reason", "doctor_away");
        let (a, b) = tokio::join!(
            one.press(&yes, "reservation", &id),
            other.press(&no, "", "")
        );
        for answer in [&a, &b] {
            let fine = [StatusCode::SEE_OTHER, StatusCode::CONFLICT].contains(&answer.status);
            assert!(fine, "round {round}: {} {}", answer.status, answer.body);
        }
        let rows = app.rows().await;
        let answers: Vec<_> = rows
            .history
            .iter()
            .filter(|line| line.reservation.to_string() == id)
            .filter(|line| matches!(line.event, Event::Confirmed | Event::Declined))
            .collect();
        assert_eq!(answers.len(), 1, "round {round}");
        let status = rows
            .reservations
            .iter()
            .find(|row| row.id.to_string() == id)
            .unwrap()
            .status;
        let expected = if answers[0].event == Event::Confirmed {
            Status::Confirmed
        } else {
            Status::Cancelled
        };
        assert_eq!(status, expected, "round {round}");
        let told = rows
            .messages
            .iter()
            .filter(|message| message.key.reservation.to_string() == id)
            .count();
        assert!(told <= 1, "round {round}: {told} messages");
    }
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c16_eleven_impatient_presses_are_one_booking() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[0].clone();
    let before = app.rows().await.reservations.len();
    let answers = join_all((0..11).map(|_| browser.press(&form, "slot", &slot))).await;
    let paths: Vec<String> = answers.iter().map(|answer| answer.leads_to()).collect();
    assert!(paths.iter().all(|path| *path == paths[0]), "{paths:?}");
    assert_eq!(app.rows().await.reservations.len(), before + 1);
    let form = crate::support::details(&browser, &paths[0]).await;
    let answers = join_all((0..11).map(|_| browser.press(&form, "act", "send"))).await;
    assert!(answers.iter().all(|answer| answer.leads_to() == paths[0]));
    let rows = app.rows().await;
    let id = paths[0].rsplit('/').next().unwrap();
    let sent = rows
        .history
        .iter()
        .filter(|line| line.reservation.to_string() == id && line.event == Event::Requested);
    assert_eq!(sent.count(), 1);
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_with_two_tabs_has_one_hold() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let first = held(&browser, "hinata", "internal", 0).await;
    // Another tab, drawn before the first press, knew of no hold: the hold in place stays.
    let late = browser
        .press(&first.grid, "slot", &first.grid.buttons("slot")[3])
        .await;
    assert_eq!(late.leads_to(), first.path);
    // A tab that shows the hold may swap it.
    let second = held(&browser, "hinata", "internal", 3).await;
    assert_ne!(second.path, first.path);
    let rows = app.rows().await;
    assert_eq!(
        rows.reservations
            .iter()
            .filter(|row| row.status == Status::Held)
            .count(),
        1
    );
    app.finish().await;
}
