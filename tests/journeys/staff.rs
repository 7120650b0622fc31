//! The clinic's staff.

use reqwest::StatusCode;
use reservation::ports::Accounts;
use reservation::visit::Status;

use crate::support::{TestApp, sent, sign_in};

#[tokio::test]
async fn only_the_right_password_signs_in_and_the_session_outlives_a_restart() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let page = browser.page("/staff/hinata/sign-in").await;
    let wrong = page
        .form("sign-in")
        .typed("login", "reception")
        .typed("password", "wrong");
    let answer = browser.press(&wrong, "", "").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    answer.assert_is_page("ja");
    assert!(
        !answer.body.contains("value=\"wrong\""),
        "a password is never sent back"
    );
    sign_in(&browser, "hinata").await.assert_is_page("ja");
    let app = app.restart().await;
    browser.page("/staff/hinata/requests").await;
    let before = browser.look("/staff/hudson").await;
    assert_ne!(before.status, StatusCode::OK, "another clinic's desk");
    app.finish().await;
}

#[tokio::test]
async fn a_session_ends_with_signing_out_and_with_the_account() {
    let app = TestApp::new().await;
    let (one, two) = (app.browser(), app.browser());
    for browser in [&one, &two] {
        sign_in(browser, "hinata").await;
    }
    let leave = one.page("/staff/hinata").await.form("sign-out");
    assert_eq!(
        one.press(&leave, "", "").await.leads_to(),
        "/staff/hinata/sign-in"
    );
    assert_eq!(
        one.press(&leave, "", "").await.leads_to(),
        "/staff/hinata/sign-in",
        "pressed twice"
    );
    assert!(
        one.look("/staff/hinata")
            .await
            .leads_to()
            .ends_with("/sign-in")
    );
    two.page("/staff/hinata").await;
    let clinic = "hinata".parse().unwrap();
    let staff = app
        .store()
        .staff_by_login(&clinic, "reception")
        .await
        .unwrap()
        .unwrap();
    let mut disabled = staff.clone();
    disabled.active = false;
    app.store().staff_put(disabled).await.unwrap();
    assert!(
        two.look("/staff/hinata")
            .await
            .leads_to()
            .ends_with("/sign-in")
    );
    app.store().staff_put(staff).await.unwrap();
    two.page("/staff/hinata").await;
    app.finish().await;
}

#[tokio::test]
async fn c05_two_presses_on_one_request_are_one_confirmation() {
    let app = TestApp::new().await;
    let (patient, one, other) = (app.browser(), app.browser(), app.browser());
    let path = sent(&patient, "hinata", "internal", 0).await;
    let id = path.rsplit('/').next().unwrap().to_owned();
    sign_in(&one, "hinata").await;
    sign_in(&other, "hinata").await;
    let first = one.page("/staff/hinata/requests").await.form("confirm");
    let second = other.page("/staff/hinata/requests").await.form("confirm");
    let (a, b) = tokio::join!(
        one.press(&first, "reservation", &id),
        other.press(&second, "reservation", &id)
    );
    assert_eq!(
        (a.status, b.status),
        (StatusCode::SEE_OTHER, StatusCode::SEE_OTHER)
    );
    let rows = app.rows().await;
    let row = rows
        .reservations
        .iter()
        .find(|row| row.id.to_string() == id)
        .unwrap();
    assert_eq!((row.status, row.version), (Status::Confirmed, 3));
    assert_eq!(
        rows.messages
            .iter()
            .filter(|message| message.key.reservation == row.id)
            .count(),
        1
    );
    app.finish().await;
}

#[tokio::test]
async fn a_press_after_the_sign_in_has_ended_does_nothing_and_says_so() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.browser(), app.browser());
    let path = sent(&patient, "hinata", "internal", 0).await;
    let id = path.rsplit('/').next().unwrap().to_owned();
    sign_in(&staff, "hinata").await;
    let form = staff.page("/staff/hinata/requests").await.form("confirm");
    let leave = staff.page("/staff/hinata").await.form("sign-out");
    staff.press(&leave, "", "").await;
    let before = app.state().await;
    let answer = staff.press(&form, "reservation", &id).await;
    assert_eq!(answer.leads_to(), "/staff/hinata/sign-in");
    assert_eq!(app.state().await, before);
    app.finish().await;
}
