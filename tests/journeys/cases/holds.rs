//! Holds and what becomes of them, as the pages tell it.

use reqwest::StatusCode;
use reservation::visit::{Event, Status};

use crate::support::{Browser, TestApp, details, held, hold_form, row_of, sent, sign_in};

const MINUTE: i64 = 60_000;
const SATO: &str = "/c/hinata/times?service=internal&visit=return&doctor=sato";

async fn offers(browser: &Browser, slot: &str) -> bool {
    let buttons = browser.page(SATO).await.form("hold").buttons("slot");
    buttons.contains(&slot.to_owned())
}

/// Friday 11:00 with Sato, held by a browser: its button and its page.
async fn sato(browser: &Browser) -> (String, String) {
    let form = browser.page(SATO).await.form("hold");
    let slot = "hinata:sato:2026-03-06T02:00:00.000Z";
    let path = browser.press(&form, "slot", slot).await.leads_to();
    (slot.to_owned(), path)
}

#[tokio::test]
async fn c35_nobody_keeps_a_page_with_a_form_and_no_two_have_the_same_token() {
    let app = TestApp::new().await;
    let (browser, rival) = (app.browser(), app.browser());
    let (slot, path) = sato(&browser).await;
    let wrong = details(&browser, &path).await.typed("phone", "1");
    let late = rival.page(SATO).await.form("hold");
    let mistakes = browser.press(&wrong, "act", "send").await;
    let taken = rival.press(&late, "slot", &slot).await;
    assert_eq!(taken.status, StatusCode::CONFLICT);
    for (page, action) in [
        (browser.page(SATO).await, "hold"),
        (browser.page(SATO).await, "hold"),
        (browser.page(&path).await, "details"),
        (browser.page("/staff/hinata/sign-in").await, "sign-in"),
        (mistakes, "details"),
        (taken, "hold"),
    ] {
        assert_eq!(page.header("cache-control"), "no-store", "{action}");
        assert!(!page.form(action).value("token").is_empty());
    }
    let token = async || {
        hold_form(&rival, "hinata", "internal")
            .await
            .value("token")
            .to_owned()
    };
    assert_ne!(token().await, token().await);
    app.finish().await;
}

#[tokio::test]
async fn c40_what_ran_out_is_kept_and_staff_see_who_it_was() {
    let app = TestApp::new().await;
    let (patient, rival, staff) = (app.browser(), app.browser(), app.browser());
    let (slot, path) = sato(&patient).await;
    let form = details(&patient, &path).await;
    assert_eq!(patient.press(&form, "act", "send").await.leads_to(), path);
    let id = path.rsplit('/').next().unwrap();
    // Nobody answers; another patient takes the time, and so the first one's row is written down as expired.
    app.clock().advance(10 * 60 * MINUTE);
    let grid = rival.page(SATO).await.form("hold");
    rival.press(&grid, "slot", &slot).await.leads_to();
    let row = row_of(&app, &path).await;
    assert_eq!(row.status, Status::Expired);
    assert_eq!(
        row.patient.map(|patient| patient.name).as_deref(),
        Some("山田 花子")
    );
    sign_in(&staff, "hinata").await;
    let page = staff.page(&format!("/staff/hinata/visits/{id}")).await;
    for wanted in ["山田 花子", "090-1234-5678", "回答期限切れ"] {
        assert!(page.body.contains(wanted), "{wanted} in {}", page.body);
    }
    assert!(
        patient
            .page(&path)
            .await
            .body
            .contains("期限までに確定しませんでした")
    );
    app.finish().await;
}

#[tokio::test]
async fn c42_an_abandoned_hold_is_free_when_its_time_is_over_though_nobody_sweeps() {
    // This server runs no sweeper at all.
    let app = TestApp::new().await;
    let (gone, next) = (app.browser(), app.browser());
    let (slot, path) = sato(&gone).await;
    assert!(!offers(&next, &slot).await);
    app.clock().advance(10 * MINUTE);
    assert_eq!(
        row_of(&app, &path).await.status,
        Status::Held,
        "nobody has written it down"
    );
    assert!(offers(&next, &slot).await);
    let form = next.page(SATO).await.form("hold");
    let theirs = next.press(&form, "slot", &slot).await.leads_to();
    assert_eq!(row_of(&app, &theirs).await.status, Status::Held);
    assert_eq!(row_of(&app, &path).await.status, Status::Expired);
    app.finish().await;
}

#[tokio::test]
async fn c43_staff_who_forgot_a_click_still_book_and_each_end_has_its_own_word() {
    let app = TestApp::new().await;
    let staff = app.browser();
    sign_in(&staff, "hinata").await;
    let times = "/staff/hinata/times?service=internal&visit=return&doctor=sato";
    let hold = async |at: usize| {
        let grid = staff.page(times).await.form("staff-hold");
        let slot = grid.buttons("slot")[at].clone();
        staff.press(&grid, "slot", &slot).await.leads_to()
    };
    let (booked, over, given) = (hold(6).await, hold(8).await, hold(10).await);
    let form = staff.page(&booked).await.form("staff-details");
    let form = form
        .typed("name", "窓口 太郎")
        .typed("phone", "090-1234-5678");
    let release = staff.page(&given).await.form("staff-release");
    staff.press(&release, "", "").await;
    // The hold ran out while the patient stood at the desk; nobody else has taken it.
    app.clock().advance(11 * MINUTE);
    assert_eq!(staff.press(&form, "", "").await.leads_to(), booked);
    let row = row_of(&app, &booked).await;
    assert_eq!(row.status, Status::Confirmed);
    let history = app.rows().await.history;
    let of = history.iter().filter(|line| line.reservation == row.id);
    let events: Vec<_> = of.map(|line| line.event).collect();
    assert_eq!(
        (events.first(), events.last()),
        (Some(&Event::Held), Some(&Event::Confirmed))
    );
    let (confirmed, expired, released) = ("確定", "時間切れ", "手放し");
    for (path, word) in [(booked, confirmed), (over, expired), (given, released)] {
        let words = staff.page(&path).await.texts(".state").join(" ");
        for other in [confirmed, expired, released] {
            assert_eq!(words.contains(other), other == word, "{word}: {words}");
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn c45_the_page_and_the_list_of_others_change_in_the_same_millisecond() {
    let app = TestApp::new().await;
    let (mine, other) = (app.browser(), app.browser());
    let (slot, path) = sato(&mine).await;
    let deadline = row_of(&app, &path).await.expires_at.unwrap();
    for (past, over) in [(-1, false), (0, true), (1, true)] {
        app.clock().set(deadline.plus(past));
        let page = mine.page(&path).await.body;
        assert_eq!(
            page.contains("までお取りしています"),
            !over,
            "own page, {past}: {page}"
        );
        let bookings = mine.page("/c/hinata/bookings").await.body;
        assert_eq!(
            bookings.contains("手続き中"),
            !over,
            "own bookings, {past}: {bookings}"
        );
        assert_eq!(offers(&other, &slot).await, over, "others' list, {past}");
    }
    app.finish().await;
}

#[tokio::test]
async fn c51_the_same_time_again_after_a_cancellation_is_booked_again() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let mut paths = Vec::new();
    let mut first = None;
    for _ in 0..3 {
        let grid = hold_form(&browser, "hudson", "visit").await;
        let slot = first.get_or_insert_with(|| grid.buttons("slot")[4].clone());
        assert!(grid.buttons("slot").contains(slot), "offered again");
        let path = browser.press(&grid, "slot", slot).await.leads_to();
        let form = details(&browser, &path).await;
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
        assert!(
            browser
                .page(&path)
                .await
                .body
                .contains("予約が確定しました")
        );
        let cancel = browser.page(&format!("{path}/cancel")).await.form("cancel");
        assert_eq!(browser.press(&cancel, "", "").await.leads_to(), path);
        assert_eq!(row_of(&app, &path).await.status, Status::Cancelled);
        assert!(!paths.contains(&path), "another reservation each time");
        paths.push(path);
    }
    app.finish().await;
}

#[tokio::test]
async fn d20_what_is_given_back_or_cancelled_is_free_at_once() {
    let app = TestApp::new().await;
    let (browser, other) = (app.browser(), app.browser());
    let (slot, path) = sato(&browser).await;
    assert!(!offers(&other, &slot).await);
    let form = browser.page(&path).await.form("release");
    browser.press(&form, "act", "release").await.leads_to();
    assert!(offers(&other, &slot).await);
    let path = sent(&browser, "hinata", "internal", 8).await;
    let slot = row_of(&app, &path).await.slot().to_string();
    let of_doctor = |slot: &str| slot.to_owned();
    let page = format!(
        "/c/hinata/times?service=internal&visit=return&doctor={}",
        row_of(&app, &path).await.resource
    );
    let listed = async || {
        let form = other.page(&page).await.form("hold");
        let start = of_doctor(slot.splitn(3, ':').nth(2).unwrap());
        form.buttons("slot")
            .iter()
            .any(|button| button.ends_with(&start))
    };
    assert!(!listed().await);
    let cancel = browser.page(&format!("{path}/cancel")).await.form("cancel");
    assert_eq!(browser.press(&cancel, "", "").await.leads_to(), path);
    assert!(listed().await);
    app.finish().await;
}

#[tokio::test]
async fn d21_who_asks_again_for_what_they_hold_is_led_to_it() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 3).await;
    let before = app.state().await;
    let again = hold_form(&browser, "hinata", "internal").await;
    assert_ne!(again.value("token"), held.grid.value("token"));
    let answer = browser.press(&again, "slot", &held.slot).await;
    assert_eq!(answer.leads_to(), held.path);
    let page = browser.follow(answer).await;
    assert!(page.has_form("details"), "{}", page.body);
    let changed = app.rows().await.reservations;
    assert_eq!(
        changed
            .iter()
            .filter(|row| row.status == Status::Held)
            .count(),
        1
    );
    assert!(before.contains(held.path.rsplit('/').next().unwrap()));
    app.finish().await;
}
