//! The one door of all posts.

use std::collections::BTreeSet;

use hitotsu::layers::door::PATHS;
use reqwest::{Method, StatusCode};

use crate::support::{TestApp, details, held, hold_form, send, sign_in};

#[tokio::test]
async fn every_action_lies_behind_the_door() {
    assert!(PATHS.len() >= 19, "{:?}", *PATHS);
    assert!(
        PATHS.iter().all(|path| path.starts_with("/do/")),
        "{:?}",
        *PATHS
    );
}

#[test]
fn every_action_has_its_button_pressed_by_the_browser_tests() {
    // The same file is compared with the buttons that `end2end/tests/each_button.spec.ts` presses.
    let listed: Vec<String> =
        serde_json::from_str(include_str!("../../end2end/actions.json")).unwrap();
    let listed: BTreeSet<_> = listed
        .into_iter()
        .map(|name| format!("/do/{name}"))
        .collect();
    let served: BTreeSet<_> = PATHS.iter().map(|path| (*path).to_owned()).collect();
    assert_eq!(served, listed);
}

#[tokio::test]
async fn without_a_token_no_action_does_anything() {
    let app = TestApp::without_limits().await;
    let (stranger, visitor, staff) = (app.browser(), app.browser(), app.browser());
    let path = held(&visitor, "hinata", "internal", 0).await.path;
    sign_in(&staff, "hinata").await;
    let id = path.rsplit('/').next().unwrap();
    let before = app.state().await;
    for action in PATHS.iter() {
        let body = format!(
            "clinic=hinata&reservation={id}&name=a&slot=hinata:any:2026-03-03T01:00:00.000Z"
        );
        let address = format!("{action}?page=%2Fc%2Fhinata");
        let answer = stranger.post(&address, body.clone()).await;
        assert_eq!(
            answer.status,
            StatusCode::CONFLICT,
            "{action} without a cookie"
        );
        for browser in [&visitor, &staff] {
            let answer = browser.post(&address, body.clone()).await;
            assert!(
                !answer.status.is_server_error(),
                "{action} {}",
                answer.status
            );
            let foreign = browser
                .request(Method::POST, &address)
                .header("origin", "https://evil.example");
            let foreign = send(foreign.body(body.clone())).await;
            assert_eq!(
                foreign.status,
                StatusCode::FORBIDDEN,
                "{action} from another site"
            );
        }
        assert_eq!(app.state().await, before, "{action} wrote something");
    }
    app.finish().await;
}

#[tokio::test]
async fn the_address_of_an_action_that_is_loaded_again_leads_back_and_changes_nothing() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 0).await;
    let before = app.state().await;
    for action in PATHS.iter() {
        for method in [Method::GET, Method::HEAD] {
            let answer = send(browser.request(
                method,
                &format!("{action}?page=%2Fc%2Fhinata&clinic=hinata"),
            ))
            .await;
            assert_eq!(answer.leads_to(), "/c/hinata");
        }
        assert_eq!(browser.look(action).await.leads_to(), "/");
        for evil in [
            "https://evil.example",
            "//evil.example",
            "/do/hold",
            "/%5Cevil.example",
        ] {
            let evil: String = form_urlencoded::byte_serialize(evil.as_bytes()).collect();
            let to = browser
                .look(&format!("{action}?page={evil}"))
                .await
                .header("location")
                .to_owned();
            assert!(
                !to.contains("evil.example") || to.starts_with("/%5C"),
                "{to}"
            );
        }
    }
    assert_eq!(app.state().await, before);
    assert_eq!(browser.look(&held.path).await.status, StatusCode::OK);
    app.finish().await;
}

#[tokio::test]
async fn c21_a_form_of_ours_is_let_in_and_that_of_another_site_is_not() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[0].clone();
    let post = |name: &'static str, value: &'static str| {
        let request = browser
            .request(Method::POST, &form.action)
            .form(&form.pressed("slot", &slot));
        send(request.header(name, value))
    };
    assert_eq!(
        post("origin", "https://evil.example").await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        post("sec-fetch-site", "cross-site").await.status,
        StatusCode::FORBIDDEN
    );
    let before = app.rows().await.reservations.len();
    assert_eq!(
        post("origin", "null").await.status,
        StatusCode::SEE_OTHER,
        "left to the token"
    );
    assert_eq!(app.rows().await.reservations.len(), before + 1);
    app.finish().await;
}

#[tokio::test]
async fn c121_a_browser_that_lost_its_cookie_presses_once_more_and_one_that_keeps_none_is_told_so()
{
    let app = TestApp::new().await;
    let browser = app.browser();
    let path = held(&browser, "hinata", "internal", 0).await.path;
    let form = details(&browser, &path).await;
    let other = app.browser();
    let grid = hold_form(&other, "hinata", "internal").await;
    let slot = grid.buttons("slot")[0].clone();
    // Without any cookie: the same page, the cookie set, and a mark in its forms.
    let forgetful = app.browser();
    let answer = forgetful.press(&grid, "slot", &slot).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.header("set-cookie").starts_with("hitotsu_visitor="));
    answer.assert_is_page("ja");
    let again = answer.form("hold");
    assert_eq!(again.value("cookie_again"), "1");
    // It keeps cookies: the second press goes through.
    assert!(
        forgetful
            .press(&again, "slot", &slot)
            .await
            .leads_to()
            .contains("/reservations/")
    );
    // It keeps none.
    let blocked = app.browser().press(&again, "slot", &slot).await;
    assert_eq!(blocked.status, StatusCode::CONFLICT);
    blocked.assert_is_page("ja");
    assert!(blocked.body.contains("03-0000-0000"), "the clinic's number");
    // What was typed is not lost on the way.
    let answer = app.browser().press(&form, "act", "send").await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.body.contains("山田 花子"), "{}", answer.body);
    app.finish().await;
}

#[tokio::test]
async fn too_many_presses_are_asked_to_wait_and_genuine_repeats_are_not() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[0].clone();
    let first = browser.press(&form, "slot", &slot).await.leads_to();
    let mut waited = None;
    for number in 0..40 {
        let answer = browser
            .post(&form.action, format!("clinic=hinata&token={number}"))
            .await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            waited = Some(answer);
            break;
        }
    }
    let waited = waited.expect("a limit");
    waited.assert_is_page("ja");
    assert!(waited.header("retry-after").parse::<u64>().unwrap() >= 1);
    for _ in 0..20 {
        assert_eq!(browser.press(&form, "slot", &slot).await.leads_to(), first);
    }
    app.finish().await;
}

#[tokio::test]
async fn a_body_that_is_too_large_is_told_so() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    for size in [64 * 1024 + 1, 2 * 1024 * 1024] {
        let answer = browser.post(&form.action, "a".repeat(size)).await;
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
        answer.assert_is_page("ja");
    }
    let fields: Vec<String> = (0..201).map(|number| format!("f{number}=1")).collect();
    assert_eq!(
        browser.post(&form.action, fields.join("&")).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    app.finish().await;
}

#[tokio::test]
async fn d08_two_different_slots_in_one_post_hold_neither() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slots = form.buttons("slot");
    let before = app.state().await;
    let mut fields = form.pressed("slot", &slots[0]);
    fields.push(("slot".into(), slots[1].clone()));
    let answer = send(browser.request(Method::POST, &form.action).form(&fields)).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert_eq!(app.state().await, before);
    // The same one twice is one intent.
    let mut fields = form.pressed("slot", &slots[0]);
    fields.push(("slot".into(), slots[0].clone()));
    let answer = send(browser.request(Method::POST, &form.action).form(&fields)).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    app.finish().await;
}
