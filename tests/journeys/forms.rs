//! Nothing typed is lost.

use reqwest::StatusCode;
use reservation::visit::Status;

use crate::support::{TestApp, details, held, hold_form};

const HOUR: i64 = 60 * 60_000;
const MINUTE: i64 = 60_000;

#[tokio::test]
async fn c118_a_form_that_was_open_too_long_comes_back_with_all_that_was_typed() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[30].clone();
    app.clock().advance(13 * HOUR);
    let before = app.state().await;
    let answer = browser.press(&form, "slot", &slot).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    answer.assert_is_page("ja");
    assert_eq!(app.state().await, before);
    let again = answer.form("hold");
    assert_ne!(again.value("token"), form.value("token"));
    let slot = again.buttons("slot")[0].clone();
    assert!(
        browser
            .press(&again, "slot", &slot)
            .await
            .leads_to()
            .contains("/reservations/")
    );
    app.finish().await;
}

#[tokio::test]
async fn c54_mistakes_come_back_with_the_values_and_the_corrected_form_goes_through() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 0).await;
    let form = details(&browser, &held.path)
        .await
        .typed("phone", "12")
        .typed("note", "<b>&\"'");
    let answer = browser.press(&form, "act", "send").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    answer.assert_is_page("ja");
    assert!(
        answer.texts("title")[0].starts_with("エラー"),
        "{:?}",
        answer.texts("title")
    );
    let again = answer.form("details");
    assert_eq!(again.value("name"), "山田 花子");
    assert_eq!(again.value("phone"), "12");
    assert_eq!(again.value("note"), "<b>&\"'");
    let right = again.typed("phone", "090-1234-5678");
    assert_eq!(
        browser.press(&right, "act", "send").await.leads_to(),
        held.path
    );
    app.finish().await;
}

#[tokio::test]
async fn c37_a_hold_that_ran_out_is_taken_again_while_it_is_free() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 10).await;
    let form = details(&browser, &held.path).await;
    app.clock().advance(11 * MINUTE);
    let answer = browser.press(&form, "act", "send").await;
    assert_eq!(answer.leads_to(), held.path);
    let row = app
        .rows()
        .await
        .reservations
        .into_iter()
        .find(|row| held.path.ends_with(&row.id.to_string()));
    assert_eq!(row.map(|row| row.status), Some(Status::Requested));
    app.finish().await;
}

#[tokio::test]
async fn c38_a_hold_that_ran_out_and_was_taken_gives_the_values_back_with_free_times() {
    let app = TestApp::new().await;
    let (slow, quick) = (app.browser(), app.browser());
    let path = "/c/hinata/times?service=internal&visit=return&doctor=sato";
    let grid = slow.page(path).await.form("hold");
    let slot = grid.buttons("slot")[5].clone();
    let held = slow.press(&grid, "slot", &slot).await.leads_to();
    let form = details(&slow, &held).await;
    app.clock().advance(11 * MINUTE);
    let rival = quick.page(path).await.form("hold");
    assert!(
        quick
            .press(&rival, "slot", &slot)
            .await
            .leads_to()
            .contains("/reservations/")
    );
    let before = app.state().await;
    let answer = slow.press(&form, "act", "send").await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.body);
    answer.assert_is_page("ja");
    assert!(answer.body.contains("山田 花子"), "{}", answer.body);
    let near = answer.form("hold");
    assert!(!near.buttons("slot").is_empty(), "free times");
    assert_eq!(app.state().await, before);
    // Another time chosen there: what was typed goes along.
    let next = slow.press(&near, "slot", &near.buttons("slot")[0]).await;
    let next = if next.status == StatusCode::OK {
        next
    } else {
        slow.follow(next).await
    };
    assert_eq!(next.form("details").value("name"), "山田 花子");
    app.finish().await;
}

#[tokio::test]
async fn more_time_keeps_what_was_typed() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 10).await;
    let form = details(&browser, &held.path).await;
    app.clock().advance(9 * MINUTE);
    let answer = browser.press(&form, "act", "more-time").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let form = answer.form("details");
    assert_eq!(form.value("name"), "山田 花子");
    app.clock().advance(9 * MINUTE);
    assert_eq!(
        browser.press(&form, "act", "send").await.leads_to(),
        held.path
    );
    app.finish().await;
}

#[tokio::test]
async fn a_text_that_is_far_too_long_comes_back_with_the_whole_form() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 0).await;
    // Nine bytes a letter on the way: 72,000 in all.
    let form = details(&browser, &held.path)
        .await
        .typed("note", &"あ".repeat(8000));
    let before = app.state().await;
    let answer = browser.press(&form, "act", "send").await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    answer.assert_is_page("ja");
    assert_eq!(app.state().await, before);
    let again = answer.form("details");
    for (name, value) in [
        ("name", "山田 花子"),
        ("kana", "ヤマダ ハナコ"),
        ("birth_year", "1980"),
        ("phone", "090-1234-5678"),
    ] {
        assert_eq!(again.value(name), value);
    }
    let note = again.value("note").trim();
    assert!(note.chars().count() > 7000, "{}", note.chars().count());
    assert!(note.chars().all(|letter| letter == 'あ'));
    let short = again.clone().typed("note", "38度");
    let sent = browser.press(&short, "act", "send").await;
    assert_eq!(sent.leads_to(), held.path);
    app.finish().await;
}
