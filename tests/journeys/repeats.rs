//! The same again: pressed twice, reloaded, sent after a restart.

use reqwest::StatusCode;

use crate::support::{TestApp, details, held, hold_form};

#[tokio::test]
async fn c55_d35_two_posts_of_one_form_at_the_same_instant_lead_to_one_address() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[0].clone();
    let (a, b) = tokio::join!(
        browser.press(&form, "slot", &slot),
        browser.press(&form, "slot", &slot)
    );
    assert_eq!(a.leads_to(), b.leads_to());
    let path = a.leads_to();
    let form = details(&browser, &path).await;
    let (a, b) = tokio::join!(
        browser.press(&form, "act", "send"),
        browser.press(&form, "act", "send")
    );
    assert_eq!((a.leads_to(), b.leads_to()), (path.clone(), path));
    app.finish().await;
}

#[tokio::test]
async fn c17_a_second_press_minutes_later_shows_the_first_booking() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 0).await;
    let form = details(&browser, &held.path).await;
    assert_eq!(
        browser.press(&form, "act", "send").await.leads_to(),
        held.path
    );
    for minutes in [0, 5, 60] {
        app.clock().advance(minutes * 60_000);
        let before = app.state().await;
        let again = browser.press(&form, "act", "send").await;
        assert_eq!(again.leads_to(), held.path);
        assert!(
            again.header("location").contains("note=already"),
            "{}",
            again.header("location")
        );
        let page = browser.follow(again).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("すでに"), "{}", page.body);
        assert_eq!(app.state().await, before);
    }
    app.finish().await;
}

#[tokio::test]
async fn c54_the_same_form_with_other_content_keeps_the_first() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 0).await;
    let form = details(&browser, &held.path).await;
    browser.press(&form, "act", "send").await;
    let other = form.typed("name", "田中 一郎");
    let answer = browser.press(&other, "act", "send").await;
    assert_eq!(answer.leads_to(), held.path);
    let page = browser.follow(answer).await;
    assert!(page.body.contains("山田 花子"), "{}", page.body);
    let rows = app.rows().await;
    assert!(rows.reservations.iter().all(|row| {
        row.patient
            .as_ref()
            .is_none_or(|patient| patient.name != "田中 一郎")
    }));
    app.finish().await;
}

#[tokio::test]
async fn c155_a_form_drawn_before_a_restart_is_good_after_it() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[0].clone();
    let app = app.restart().await;
    let path = browser.press(&form, "slot", &slot).await.leads_to();
    let details = details(&browser, &path).await;
    let app = app.restart().await;
    assert_eq!(
        browser.press(&details, "act", "send").await.leads_to(),
        path
    );
    let app = app.restart().await;
    let before = app.state().await;
    assert_eq!(browser.press(&form, "slot", &slot).await.leads_to(), path);
    assert_eq!(
        browser.press(&details, "act", "send").await.leads_to(),
        path
    );
    assert_eq!(app.state().await, before);
    app.finish().await;
}

#[tokio::test]
async fn the_receipt_tells_the_truth_before_and_after() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let page = browser
        .page("/c/hinata/times?service=internal&visit=return&doctor=any")
        .await;
    let receipt = page.attributes("[data-receipt] a", "href")[0].clone();
    let form = if page.has_form("hold") {
        page.form("hold")
    } else {
        form
    };
    let before = browser.page(&receipt).await;
    assert!(before.body.contains("届いておらず"), "{}", before.body);
    let path = browser
        .press(&form, "slot", &form.buttons("slot")[0])
        .await
        .leads_to();
    let after = browser.page(&receipt).await;
    assert!(after.body.contains(&path), "{}", after.body);
    let stranger = app.browser().look(&receipt).await;
    assert!(
        !stranger.body.contains(&path),
        "a receipt is shown to its visitor alone"
    );
    app.finish().await;
}

#[tokio::test]
async fn an_old_address_says_nothing_about_a_press_that_is_no_longer_so() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 0).await;
    let other_kept = "別の時間をお取りしているので、そちらを残しました。";
    let first_kept = "最初のものを残しました。";
    let with = |note: &str| format!("{}?note={note}", held.path);
    let says = async |note: &str, words: &str| {
        let page = browser.page(&with(note)).await;
        page.body.contains(words)
    };
    assert!(says("held-other", other_kept).await);
    let form = details(&browser, &held.path).await;
    browser.press(&form, "act", "send").await;
    assert!(
        !says("held-other", other_kept).await,
        "nothing is held any more"
    );
    assert!(says("kept", first_kept).await);
    let form = browser
        .page(&format!("{}/cancel", held.path))
        .await
        .form("cancel");
    browser.press(&form, "", "").await;
    assert!(!says("held-other", other_kept).await);
    assert!(!says("kept", first_kept).await, "it was cancelled since");
    app.finish().await;
}
