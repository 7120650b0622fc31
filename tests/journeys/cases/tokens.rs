//! Forms and their tokens: in tabs, after faults, when they are old, empty or huge.

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use reservation::visit::{Event, Status};

use crate::support::{
    Answer, Browser, Form, TestApp, details, held, hold_form, row_of, send, sign_in,
};

const HOUR: i64 = 60 * 60_000;

#[tokio::test]
async fn c31_a_form_of_another_tab_is_never_dead() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let one = hold_form(&browser, "hinata", "internal").await;
    let two = hold_form(&browser, "hinata", "internal").await;
    let elsewhere = hold_form(&browser, "hudson", "visit").await;
    assert_ne!(one.value("token"), two.value("token"));
    let slots = two.buttons("slot");
    let path = browser.press(&two, "slot", &slots[4]).await.leads_to();
    // The same time from the first tab is the same hold; another one leads to the hold that is there, and says so.
    assert_eq!(
        browser.press(&one, "slot", &slots[4]).await.leads_to(),
        path
    );
    let answer = browser.press(&one, "slot", &slots[0]).await;
    assert_eq!(answer.leads_to(), path);
    let page = browser.follow(answer).await;
    assert!(page.body.contains("そちらを残しました"), "{}", page.body);
    assert!(
        !page.body.contains("確かめられませんでした"),
        "{}",
        page.body
    );
    // A third tab, at another clinic, is a booking of its own.
    let there = browser
        .press(&elsewhere, "slot", &elsewhere.buttons("slot")[0])
        .await;
    assert_ne!(there.leads_to(), path);
    let (left, right) = (
        details(&browser, &path).await,
        details(&browser, &path).await,
    );
    for form in [right, left] {
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
    }
    assert_eq!(row_of(&app, &path).await.status, Status::Requested);
    app.finish().await;
}

/// The fields of a form, sent to another action or with another subject.
async fn sent_elsewhere(browser: &Browser, form: &Form, action: &str) -> Answer {
    let path = form.action.replacen("/do/details", action, 1);
    send(
        browser
            .request(Method::POST, &path)
            .form(&form.pressed("act", "send")),
    )
    .await
}

#[tokio::test]
async fn c53_a_form_fits_its_own_action_and_its_own_subject_alone() {
    let app = TestApp::without_limits().await;
    let browser = app.browser();
    let one = held(&browser, "hinata", "internal", 0).await.path;
    let two = held(&browser, "hudson", "visit", 0).await.path;
    let form = details(&browser, &one).await;
    let other = details(&browser, &two).await;
    let (id, clinic) = (other.value("reservation"), other.value("clinic"));
    let mixed = [
        form.clone().typed("reservation", id),
        form.clone()
            .typed("reservation", id)
            .typed("clinic", clinic),
        form.clone().typed("clinic", clinic),
    ];
    // Before the form is used, and after.
    for _ in 0..2 {
        let before = app.state().await;
        for action in [
            "/do/cancel",
            "/do/link-cancel",
            "/do/hold",
            "/do/confirm",
            "/do/close",
        ] {
            let answer = sent_elsewhere(&browser, &form, action).await;
            assert!(
                answer.status.is_client_error(),
                "{action}: {}",
                answer.status
            );
            answer.assert_is_page("ja");
        }
        for form in &mixed {
            let answer = browser.press(form, "act", "send").await;
            assert!(answer.status.is_client_error(), "{}", answer.status);
        }
        assert_eq!(app.state().await, before);
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), one);
    }
    assert_eq!(row_of(&app, &two).await.status, Status::Held);
    app.finish().await;
}

#[tokio::test]
async fn c59_a_form_that_met_a_fault_is_good_when_the_store_is_back() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let grid = hold_form(&browser, "hinata", "internal").await;
    let slot = grid.buttons("slot")[0].clone();
    app.lose_store().await;
    for _ in 0..2 {
        let answer = browser.press(&grid, "slot", &slot).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        answer.assert_is_page("ja");
    }
    let app = app.restart().await;
    let answer = browser.press(&grid, "slot", &slot).await;
    let path = answer.leads_to();
    assert!(
        !answer.header("location").contains("note="),
        "a first answer, no repeat"
    );
    assert_eq!(row_of(&app, &path).await.status, Status::Held);
    let again = browser.press(&grid, "slot", &slot).await;
    assert_eq!(again.leads_to(), path);
    assert!(
        again.header("location").contains("note=already"),
        "a repeat says so"
    );
    app.finish().await;
}

#[tokio::test]
async fn d31_a_store_that_cannot_tell_offers_nothing_and_holds_nothing() {
    let app = TestApp::new().await;
    let (browser, staff) = (app.browser(), app.browser());
    let grid = hold_form(&browser, "hinata", "internal").await;
    let slots = grid.buttons("slot");
    sign_in(&staff, "hinata").await;
    let before = app.state().await;
    app.lose_store().await;
    for (who, page) in [
        (
            &browser,
            "/c/hinata/times?service=internal&visit=return&doctor=any",
        ),
        (
            &staff,
            "/staff/hinata/times?service=internal&visit=return&doctor=any",
        ),
    ] {
        let page = who.look(page).await;
        assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(
            slots.iter().all(|slot| !page.body.contains(slot)),
            "{}",
            page.body
        );
    }
    let answer = browser.press(&grid, "slot", &slots[0]).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    let app = app.restart().await;
    assert_eq!(app.state().await, before);
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c61_of_two_contents_at_once_under_one_form_one_is_kept_for_good() {
    let app = TestApp::without_limits().await;
    for round in 0..5 {
        let browser = app.browser();
        let path = held(&browser, "hinata", "internal", round).await.path;
        let form = details(&browser, &path).await;
        let forms: Vec<_> = (0..6)
            .map(|number| form.clone().typed("name", &format!("山田 {number}子")))
            .collect();
        let press = || join_all(forms.iter().map(|form| browser.press(form, "act", "send")));
        assert!(press().await.iter().all(|answer| answer.leads_to() == path));
        let (row, before) = (row_of(&app, &path).await, app.state().await);
        assert!(press().await.iter().all(|answer| answer.leads_to() == path));
        assert_eq!(app.state().await, before);
        let name = row.patient.unwrap().name;
        assert!(browser.page(&path).await.body.contains(&name));
        let history = app.rows().await.history;
        let of = history.iter().filter(|line| line.reservation == row.id);
        assert_eq!(of.filter(|line| line.event == Event::Requested).count(), 1);
    }
    app.finish().await;
}

#[tokio::test]
async fn c118_forms_of_staff_come_back_with_all_that_was_typed_however_long_they_were_open() {
    let app = TestApp::new().await;
    let staff = app.browser();
    sign_in(&staff, "hinata").await;
    let new = staff.look("/staff/hinata/closures/new").await;
    let path = new.location().unwrap();
    let form = staff.page(&path).await.form("close");
    let form = form
        .typed("date", "2026-04-28")
        .typed("from", "9:00")
        .typed("until", "9:30")
        .typed("reason", "研修会");
    let (wrong, right) = (
        form.clone().typed("until", "いつか"),
        form.typed("resource", "sato"),
    );
    // The intent makes room for a fresh one after eleven hours, the token is too old after twelve.
    for (hours, pressed) in [
        (11, &wrong),
        (0, &wrong),
        (1, &wrong),
        (0, &right),
        (30, &right),
    ] {
        app.clock().advance(hours * HOUR + 1);
        let before = app.state().await;
        let answer = staff.press(pressed, "", "").await;
        assert!(
            answer.status.is_client_error(),
            "{} {}",
            answer.status,
            answer.header("location")
        );
        answer.assert_is_page("ja");
        assert_eq!(app.state().await, before);
        let again = answer.form("close");
        for name in ["date", "from", "until", "reason"] {
            assert_eq!(
                again.value(name),
                pressed.value(name),
                "{name}, {hours} hours later"
            );
        }
        assert_ne!(again.value("token"), pressed.value("token"));
    }
    let again = staff
        .press(&right, "", "")
        .await
        .form("close")
        .typed("resource", "sato");
    let done = staff.press(&again, "", "").await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.body);
    app.finish().await;
}

#[tokio::test]
async fn d02_d28_a_form_leads_to_its_reservation_whatever_became_of_it() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hudson", "visit", 0).await;
    let form = details(&browser, &held.path).await;
    browser.press(&form, "act", "send").await.leads_to();
    for words in ["予約が確定しました", "キャンセル"] {
        let before = app.state().await;
        for answer in [
            browser.press(&held.grid, "slot", &held.slot).await,
            browser.press(&form, "act", "send").await,
        ] {
            assert_eq!(answer.leads_to(), held.path);
            assert!(answer.header("location").contains("note=already"));
            let page = browser.follow(answer).await;
            assert!(page.body.contains(words), "{words} in {}", page.body);
        }
        assert_eq!(app.state().await, before);
        let cancel = browser.look(&format!("{}/cancel", held.path)).await;
        if cancel.status == StatusCode::OK {
            browser
                .press(&cancel.form("cancel"), "", "")
                .await
                .leads_to();
        }
    }
    assert_eq!(row_of(&app, &held.path).await.status, Status::Cancelled);
    app.finish().await;
}

#[tokio::test]
async fn d16_d26_a_key_that_is_empty_or_huge_is_no_key() {
    let app = TestApp::new().await;
    let (browser, other) = (app.browser(), app.browser());
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[0].clone();
    let before = app.state().await;
    for browser in [&browser, &other] {
        hold_form(browser, "hinata", "internal").await;
        let empty = form.clone().typed("token", "");
        let answer = browser.press(&empty, "slot", &slot).await;
        assert_eq!(answer.status, StatusCode::CONFLICT);
        answer.assert_is_page("ja");
    }
    for size in [60_000, 3 * 1024 * 1024] {
        let huge = form.clone().typed("token", &"a".repeat(size));
        let answer = browser.press(&huge, "slot", &slot).await;
        assert!(answer.status.is_client_error(), "{}", answer.status);
        assert!(
            !answer.body.contains(&"a".repeat(1000)),
            "it comes back in a page"
        );
        answer.assert_is_page("ja");
    }
    assert_eq!(app.state().await, before);
    app.finish().await;
}

#[tokio::test]
async fn d39_without_script_every_form_has_its_token_and_goes_through() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let grid = hold_form(&browser, "hudson", "visit").await;
    let slot = grid.buttons("slot")[0].clone();
    assert!(!grid.value("token").is_empty());
    // As a browser sends it that says nothing of where it comes from.
    let plain = |form: &Form, name: &str, value: &str| {
        let request = browser.request(Method::POST, &form.action_of(name, value));
        send(request.form(&form.pressed(name, value)))
    };
    let path = plain(&grid, "slot", &slot).await.leads_to();
    let form = details(&browser, &path).await;
    assert!(!form.value("token").is_empty());
    assert_eq!(plain(&form, "act", "send").await.leads_to(), path);
    let cancel = browser.page(&format!("{path}/cancel")).await.form("cancel");
    assert!(!cancel.value("token").is_empty());
    assert_eq!(plain(&cancel, "", "").await.leads_to(), path);
    assert_eq!(row_of(&app, &path).await.status, Status::Cancelled);
    app.finish().await;
}
