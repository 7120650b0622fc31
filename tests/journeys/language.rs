//! The language of the answer.

use reqwest::{Method, StatusCode};

use crate::support::{TestApp, details, held, send};

#[tokio::test]
async fn a_browser_gets_its_language_and_keeps_the_one_it_chose() {
    let app = TestApp::new().await;
    let browser = app.browser();
    browser.page("/c/hinata").await.assert_is_page("ja");
    let english = send(
        browser
            .request(Method::GET, "/c/hinata")
            .header("accept-language", "en-GB,en;q=0.9"),
    )
    .await;
    assert_eq!(english.attributes("html", "lang").len(), 1);
    browser.page("/c/hinata?lang=en").await.assert_is_page("en");
    browser.page("/c/hinata").await.assert_is_page("en");
    browser.look("/nothing").await.assert_is_page("en");
    browser.page("/c/hinata?lang=ja").await.assert_is_page("ja");
    browser.page("/c/hinata").await.assert_is_page("ja");
    app.finish().await;
}

#[tokio::test]
async fn another_language_keeps_what_was_typed() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let held = held(&browser, "hinata", "internal", 0).await;
    let form = details(&browser, &held.path)
        .await
        .typed("note", "せきが 3日");
    let before = app.state().await;
    let answer = browser.press(&form, "lang", "en").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.assert_is_page("en");
    let form = answer.form("details");
    assert_eq!(form.value("name"), "山田 花子");
    assert_eq!(form.value("note"), "せきが 3日");
    assert_eq!(app.state().await, before);
    browser.page(&held.path).await.assert_is_page("en");
    assert_eq!(
        browser.press(&form, "act", "send").await.leads_to(),
        held.path
    );
    app.finish().await;
}
