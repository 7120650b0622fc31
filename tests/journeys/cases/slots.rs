//! Times that are posted by hand: only what is offered can be held.

use reqwest::StatusCode;

use crate::support::{TestApp, details, held, hold_form, send, sent, sign_in};

const OFFERED: &str = "hinata:sato:2026-03-06T02:00:00.000Z";

#[tokio::test]
async fn d09_d14_d17_d18_d19_d25_d36_only_a_real_start_that_is_offered_is_held() {
    let app = TestApp::without_limits().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let before = app.state().await;
    let (unreadable, refused) = (StatusCode::CONFLICT, StatusCode::UNPROCESSABLE_ENTITY);
    for (case, slot, status) in [
        ("d09", "hinata:sato:2026-03-06T02:00:00.001Z", refused),
        ("d09", "hinata:sato:2026-03-06T02:07:00.000Z", refused),
        ("d14", "hinata:a:b:2026-03-03T01:00:00.000Z", unreadable),
        ("d14", "hinata:sato%3A2026-03-03T01:00:00.000Z", unreadable),
        ("d17", "hinata:sato:2026-02-30T01:00:00.000Z", unreadable),
        ("d17", "hinata:sato:2026-03-03T25:00:00.000Z", unreadable),
        ("d18", "hinata:sato:2026-03-03T01:00:00.000", unreadable),
        ("d18", "hinata:sato:2026-03-03T10:00", unreadable),
        ("d19", "hinata:sato:null", unreadable),
        ("d19", "hinata:sato:March 1, 2027 10:00", unreadable),
        ("d19", "hinata:sato:1772499600000", unreadable),
        ("d19", "hinata:sato:1999-03-03T01:00:00.000Z", refused),
        ("d19", "hinata:sato:+275000-03-03T01:00:00.000Z", unreadable),
        ("d19", "hinata:sato:9999-12-31T23:59:59.999Z", refused),
        ("d25", "hinata:nobody:2026-03-03T01:00:00.000Z", refused),
        ("d25", "nowhere:sato:2026-03-03T01:00:00.000Z", refused),
        ("d25", "hudson:rivera:2026-03-03T15:00:00.000Z", refused),
        ("d36", "hinata:sato:2026-03-02T18:00:00.000Z", refused),
        ("d36", "hinata:sato:2026-03-08T01:00:00.000Z", refused),
        ("d36", "hinata:sato:2027-03-03T01:00:00.000Z", refused),
        ("d36", "hinata:sato:2026-03-01T01:00:00.000Z", refused),
        ("", "", unreadable),
    ] {
        let answer = browser.press(&form, "slot", slot).await;
        assert_eq!(answer.status, status, "{case} {slot}: {}", answer.body);
        answer.assert_is_page("ja");
        assert_eq!(app.state().await, before, "{case} {slot}");
    }
    // None of these has spent the form.
    let answer = browser.press(&form, "slot", OFFERED).await;
    assert!(answer.leads_to().contains("/reservations/"));
    app.finish().await;
}

#[tokio::test]
async fn d17_d36_staff_hold_no_time_that_does_not_exist_either() {
    let app = TestApp::new().await;
    let staff = app.browser();
    sign_in(&staff, "hinata").await;
    let times = "/staff/hinata/times?service=internal&visit=return&doctor=any";
    let form = staff.page(times).await.form("staff-hold");
    let before = app.state().await;
    for slot in [
        "hinata:sato:2026-02-30T01:00:00.000Z",
        "hinata:sato:2026-03-03T01:00:00.000",
        "hinata:sato:2026-03-02T18:00:00.000Z",
        "hinata:sato:2026-03-03T01:00:00.001Z",
        "hinata:nobody:2026-03-03T01:00:00.000Z",
    ] {
        let answer = staff.press(&form, "slot", slot).await;
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{slot}: {}",
            answer.body
        );
        answer.assert_is_page("ja");
        assert_eq!(app.state().await, before, "{slot}");
    }
    app.finish().await;
}

#[tokio::test]
async fn d38_every_no_has_a_status_that_monitoring_can_see() {
    let app = TestApp::without_limits().await;
    let (browser, rival) = (app.browser(), app.browser());
    let taken = held(&rival, "hinata", "internal", 0).await;
    let mine = held(&browser, "hinata", "internal", 6).await;
    let grid = hold_form(&browser, "hinata", "internal").await;
    let form = details(&browser, &mine.path).await;
    let row = crate::support::row_of(&app, &taken.path).await;
    let theirs = format!("hinata:{}:{}", row.resource, row.span.from);
    let press = async |slot: &str| browser.press(&grid, "slot", slot).await.status;
    assert_eq!(press(&theirs).await, StatusCode::CONFLICT, "taken");
    assert_eq!(
        press("hinata:sato:2026-03-03T01:07:00.000Z").await,
        StatusCode::UNPROCESSABLE_ENTITY,
        "off the grid"
    );
    let wrong = form.clone().typed("phone", "1");
    let answer = browser.press(&wrong, "act", "send").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "mistakes");
    let altered = form.clone().typed("token", "00");
    let answer = browser.press(&altered, "act", "send").await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "an altered token");
    let answer = browser.post(&form.action, "a".repeat(100_000)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let foreign = browser.request(reqwest::Method::POST, &form.action);
    let foreign = foreign
        .header("origin", "https://evil.example")
        .form(&form.fields);
    assert_eq!(send(foreign).await.status, StatusCode::FORBIDDEN);
    let nothing = browser.look("/c/hinata/reservations/0").await;
    assert_eq!(nothing.status, StatusCode::NOT_FOUND);
    // A request that was withdrawn is answered by nobody any more.
    let patient = app.browser();
    let path = sent(&patient, "hinata", "internal", 4).await;
    let id = path.rsplit('/').next().unwrap();
    let staff = app.browser();
    sign_in(&staff, "hinata").await;
    let confirm = staff.page("/staff/hinata/requests").await.form("confirm");
    let cancel = patient.page(&format!("{path}/cancel")).await.form("cancel");
    patient.press(&cancel, "", "").await.leads_to();
    let late = staff.press(&confirm, "reservation", id).await;
    assert_eq!(late.status, StatusCode::CONFLICT, "withdrawn");
    app.finish().await;
}
