//! Every answer is a full page, a redirect or a file.

use reqwest::{Method, StatusCode};

use crate::support::{TestApp, held, sign_in};

#[tokio::test]
async fn every_page_is_whole_in_both_languages_and_carries_no_data_for_a_script() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let path = held(&browser, "hinata", "internal", 0).await.path;
    sign_in(&browser, "hinata").await;
    let pages = [
        "/".into(),
        "/c/hinata".into(),
        "/c/hinata/times?service=internal&visit=return&doctor=any".into(),
        path,
        "/c/hinata/bookings".into(),
        "/c/hinata/receipt/01953e40-0000-7000-8000-000000000000".into(),
        "/c/hinata/privacy".into(),
        "/staff/hinata".to_owned(),
        "/staff/hinata/requests".into(),
        "/staff/hinata/times".into(),
        "/staff/hinata/closures".into(),
        "/staff/hinata/closures/new".into(),
        "/staff/hinata/calls".into(),
    ];
    for language in ["ja", "en"] {
        for path in &pages {
            let mark = if path.contains('?') { '&' } else { '?' };
            let page = browser.page(&format!("{path}{mark}lang={language}")).await;
            page.assert_is_page(language);
            assert!(
                page.header("content-security-policy")
                    .contains("default-src 'none'"),
                "{path}"
            );
            assert_eq!(page.header("referrer-policy"), "same-origin");
            let has_form = page.attributes("form[method=post]", "action").len();
            let stored = if has_form > 0 {
                "no-store"
            } else {
                "private, no-cache"
            };
            assert!(
                has_form == 0 || page.header("cache-control") == stored,
                "c35 {path}"
            );
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn what_is_not_there_is_a_full_page_too() {
    let app = TestApp::new().await;
    let browser = app.browser();
    for path in [
        "/nothing",
        "/c/nowhere",
        "/c/hinata/nothing",
        "/assets/style.css",
        "/c/hinata/reservations/1",
        "/do",
    ] {
        let answer = browser.look(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        answer.assert_is_page("ja");
    }
    let posted = browser.post("/c/hinata", "a=b").await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(posted.header("allow"), "GET, HEAD");
    posted.assert_is_page("ja");
    let unknown = browser.post("/do/nothing", "a=b").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    app.finish().await;
}

#[tokio::test]
async fn a_slash_at_the_end_is_a_redirect_away_and_never_to_another_host() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let to = |answer: crate::support::Answer| answer.location().unwrap_or_default();
    assert_eq!(to(browser.look("/c/hinata/").await), "/c/hinata");
    assert_eq!(
        to(browser.look("/c/hinata/?doctor=any").await),
        "/c/hinata?doctor=any"
    );
    assert_eq!(to(browser.look("//evil.example/").await), "/evil.example");
    let posted = browser.post("/do/hold/?page=%2F", "a=b").await;
    assert_eq!(posted.status, StatusCode::PERMANENT_REDIRECT);
    app.finish().await;
}

#[tokio::test]
async fn files_are_kept_by_browsers_for_good() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let page = browser.page("/").await;
    let mut files = page.attributes("link[rel=stylesheet], link[rel=icon]", "href");
    files.extend(page.attributes("script", "src"));
    assert_eq!(files.len(), 3);
    for file in files {
        let answer = browser.look(&file).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(
            answer.header("cache-control").contains("immutable"),
            "{file}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    assert_eq!(browser.look("/favicon.ico").await.status, StatusCode::OK);
    assert_eq!(browser.look("/healthz").await.body, "ok");
    assert_eq!(browser.look("/readyz").await.body, "ready");
    let head = crate::support::send(browser.request(Method::HEAD, "/c/hinata")).await;
    assert_eq!((head.status, head.body.as_str()), (StatusCode::OK, ""));
    app.finish().await;
}

#[tokio::test]
async fn a_browser_is_known_by_a_cookie_that_only_pages_with_forms_set() {
    let app = TestApp::new().await;
    let browser = app.browser();
    assert_eq!(browser.look("/").await.header("set-cookie"), "");
    let cookie = browser
        .look("/c/hinata/times?service=internal&visit=return&doctor=any")
        .await
        .header("set-cookie")
        .to_owned();
    assert!(cookie.starts_with("hitotsu_visitor="), "{cookie}");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    app.finish().await;
}
