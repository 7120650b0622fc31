//! The same person in another network, or signed in meanwhile.

use reqwest::{Method, StatusCode};
use reservation::visit::Status;

use crate::support::{
    Browser, Form, TestApp, details, held, hold_form, row_of, send, sent, sign_in,
};

#[tokio::test]
async fn c119_another_network_between_drawing_and_pressing_changes_nothing() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.browser(), app.browser());
    let from = async |browser: &Browser, ip: &str, form: &Form, name: &str, value: &str| {
        let request = browser.request(Method::POST, &form.action_of(name, value));
        let request = request.header("x-forwarded-for", ip);
        send(request.form(&form.pressed(name, value))).await
    };
    let grid = hold_form(&patient, "hinata", "internal").await;
    let slot = grid.buttons("slot")[0].clone();
    let path = from(&patient, "192.0.2.1", &grid, "slot", &slot)
        .await
        .leads_to();
    assert_eq!(
        from(&patient, "198.51.100.7", &grid, "slot", &slot)
            .await
            .leads_to(),
        path
    );
    let form = details(&patient, &path).await;
    assert_eq!(
        from(&patient, "203.0.113.9", &form, "act", "send")
            .await
            .leads_to(),
        path
    );
    sign_in(&staff, "hinata").await;
    let confirm = staff.page("/staff/hinata/requests").await.form("confirm");
    let id = path.rsplit('/').next().unwrap();
    let answer = from(&staff, "198.51.100.7", &confirm, "reservation", id).await;
    assert_eq!(answer.leads_to(), "/staff/hinata/requests");
    assert_eq!(row_of(&app, &path).await.status, Status::Confirmed);
    staff.page("/staff/hinata").await;
    app.finish().await;
}

#[tokio::test]
async fn c123_signing_in_in_the_middle_of_a_booking_keeps_the_hold_and_its_form() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let path = held(&browser, "hinata", "internal", 0).await.path;
    let form = details(&browser, &path).await;
    let page = browser.page("/staff/hinata/sign-in").await;
    let wrong = page
        .form("sign-in")
        .typed("login", "nobody")
        .typed("password", "wrong");
    let failed = browser.press(&wrong, "", "").await;
    assert_eq!(failed.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        browser.page(&path).await.has_form("details"),
        "after a failed sign-in"
    );
    sign_in(&browser, "hinata").await;
    assert!(
        browser.page(&path).await.has_form("details"),
        "after a sign-in"
    );
    let bookings = browser.page("/c/hinata/bookings").await;
    assert!(bookings.body.contains(&path), "{}", bookings.body);
    assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
    let row = row_of(&app, &path).await;
    assert_eq!(
        row.status,
        Status::Requested,
        "a patient's request, not a visit made by staff"
    );
    app.finish().await;
}

#[tokio::test]
async fn c124_a_form_of_staff_outlives_the_session_in_which_it_was_drawn() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.browser(), app.browser());
    let path = sent(&patient, "hinata", "internal", 0).await;
    let id = path.rsplit('/').next().unwrap();
    sign_in(&staff, "hinata").await;
    let confirm = staff.page("/staff/hinata/requests").await.form("confirm");
    let leave = staff.page("/staff/hinata").await.form("sign-out");
    staff.press(&leave, "", "").await.leads_to();
    let cookie = sign_in(&staff, "hinata").await;
    assert_eq!(cookie.status, StatusCode::OK);
    let answer = staff.press(&confirm, "reservation", id).await;
    assert_eq!(answer.leads_to(), "/staff/hinata/requests");
    assert_eq!(row_of(&app, &path).await.status, Status::Confirmed);
    app.finish().await;
}
