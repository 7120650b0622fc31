//! The clinic's staff.

use argon2::password_hash::SaltString;
use argon2::{Argon2, PasswordHasher};
use reqwest::{Method, StatusCode};
use reservation::visit::Status;

use crate::support::{TestApp, details, held, send, sent, sign_in};

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
        .accounts()
        .staff_by_login(&clinic, "reception")
        .await
        .unwrap()
        .unwrap();
    let mut disabled = staff.clone();
    disabled.active = false;
    app.accounts().staff_put(disabled).await.unwrap();
    assert!(
        two.look("/staff/hinata")
            .await
            .leads_to()
            .ends_with("/sign-in")
    );
    app.accounts().staff_put(staff).await.unwrap();
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
    assert_eq!(answer.status, StatusCode::CONFLICT);
    answer.assert_is_page("ja");
    assert!(answer.has_form("sign-in"), "{}", answer.body);
    assert!(answer.body.contains("いま押した操作は行われていません"));
    assert_eq!(app.state().await, before);
    app.finish().await;
}

#[tokio::test]
async fn what_was_typed_before_the_sign_in_ended_is_there_after_the_next_one() {
    let app = TestApp::new().await;
    let (staff, forgetful) = (app.browser(), app.browser());
    sign_in(&staff, "hinata").await;
    let times = "/staff/hinata/times?service=internal&visit=return&doctor=any";
    let grid = staff.page(times).await.form("staff-hold");
    let slot = grid.buttons("slot")[0].clone();
    let page = staff.press(&grid, "slot", &slot).await.leads_to();
    let form = staff.page(&page).await.form("staff-details");
    let form = form.typed("name", "電話 太郎").typed("note", "38度");
    let leave = staff.page("/staff/hinata").await.form("sign-out");
    staff.press(&leave, "", "").await;
    let before = app.state().await;
    // Without any cookie too, the press is said to have done nothing.
    for browser in [&forgetful, &staff] {
        let late = browser
            .press(&form.clone().typed("phone", "090-1234-5678"), "", "")
            .await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        late.assert_is_page("ja");
        assert!(late.body.contains("いま押した操作は行われていません"));
        assert_eq!(app.state().await, before);
        let again = late
            .form("sign-in")
            .typed("login", hitotsu::demo::LOGIN)
            .typed("password", hitotsu::demo::PASSWORD);
        assert_eq!(again.value("carry-token"), "");
        let resumed = browser.press(&again, "", "").await;
        assert_eq!(resumed.status, StatusCode::OK, "{}", resumed.body);
        resumed.assert_is_page("ja");
        let filled = resumed.form("staff-details");
        assert_eq!(filled.value("name"), "電話 太郎");
        assert_eq!(filled.value("note"), "38度");
        assert_ne!(filled.value("token"), form.value("token"));
        assert_eq!(app.state().await, before);
        if browser.press(&again, "", "").await.status != StatusCode::OK {
            panic!("a double press loses what was typed");
        }
        browser.page("/staff/hinata").await;
        let leave = browser.page("/staff/hinata").await.form("sign-out");
        browser.press(&leave, "", "").await;
    }
    sign_in(&staff, "hinata").await;
    let filled = staff.page(&page).await.form("staff-details");
    let filled = filled
        .typed("name", "電話 太郎")
        .typed("phone", "090-1234-5678");
    assert_eq!(staff.press(&filled, "", "").await.leads_to(), page);
    app.finish().await;
}

#[tokio::test]
async fn a_new_password_ends_the_sessions_that_began_with_the_old_one() {
    let app = TestApp::new().await;
    let (old, new) = (app.browser(), app.browser());
    sign_in(&old, "hinata").await;
    old.page("/staff/hinata").await;
    let clinic = "hinata".parse().unwrap();
    let accounts = app.accounts();
    let found = accounts.staff_by_login(&clinic, hitotsu::demo::LOGIN).await;
    let mut staff = found.unwrap().unwrap();
    // The same password under another salt: what is compared is the hash.
    let salt = SaltString::from_b64("c2FsdHNhbHRzYWx0").unwrap();
    staff.password_hash = Argon2::default()
        .hash_password(hitotsu::demo::PASSWORD.as_bytes(), &salt)
        .unwrap()
        .to_string();
    accounts.staff_put(staff).await.unwrap();
    let to = old.look("/staff/hinata").await.leads_to();
    assert_eq!(to, "/staff/hinata/sign-in");
    sign_in(&new, "hinata").await;
    new.page("/staff/hinata").await;
    app.finish().await;
}

#[tokio::test]
async fn guessing_from_one_address_keeps_nobody_out_at_another() {
    let app = TestApp::without_limits().await;
    let guess = async |address: &str| {
        // A new browser each time, as whoever guesses would have it.
        let browser = app.browser();
        let page = browser.page("/staff/hinata/sign-in").await;
        let form = page.form("sign-in").typed("login", "guessed");
        let form = form.typed("password", "wrong");
        let request = browser
            .request(Method::POST, &form.action)
            .header("x-forwarded-for", address);
        send(request.form(&form.fields)).await.status
    };
    for _ in 0..5 {
        assert_eq!(guess("192.0.2.1").await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(guess("192.0.2.1").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(guess("192.0.2.2").await, StatusCode::UNPROCESSABLE_ENTITY);
    app.finish().await;
}

#[tokio::test]
async fn c111_what_a_patient_types_is_never_markup_on_a_page_of_staff() {
    let app = TestApp::new().await;
    let patient = app.browser();
    let held = held(&patient, "hinata", "internal", 0).await;
    let evil = "</title><meta http-equiv=refresh content=0><b>";
    let form = details(&patient, &held.path)
        .await
        .typed("name", evil)
        .typed("note", "</textarea><script>alert(1)</script>");
    patient.press(&form, "act", "send").await.leads_to();
    let staff = app.browser();
    sign_in(&staff, "hinata").await;
    let id = held.path.rsplit('/').next().unwrap();
    for path in [
        format!("/staff/hinata/visits/{id}"),
        format!("/staff/hinata/visits/{id}/decline"),
        format!("/staff/hinata/visits/{id}/cancel"),
        "/staff/hinata/requests".to_owned(),
        "/staff/hinata".to_owned(),
    ] {
        let page = staff.page(&path).await;
        for markup in ["<meta http-equiv", "<b>", "<script>"] {
            assert!(!page.body.contains(markup), "{markup} on {path}");
        }
    }
    let own = patient.page(&held.path).await;
    assert!(own.body.contains("&lt;/title&gt;") && !own.body.contains("<b>"));
    app.finish().await;
}
