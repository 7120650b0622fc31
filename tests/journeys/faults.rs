//! When something is in the way: a store that is gone, a line that drops, a proxy in front.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{TestApp, details, held, hold_form, send, sign_in};

#[tokio::test]
async fn a_store_that_is_gone_is_a_full_page_that_says_so() {
    let app = TestApp::new().await;
    let (browser, staff) = (app.browser(), app.browser());
    let path = held(&browser, "hinata", "internal", 0).await.path;
    let form = details(&browser, &path).await;
    let grid = hold_form(&app.browser(), "hinata", "internal").await;
    sign_in(&staff, "hinata").await;
    app.lose_store().await;
    for page in ["/", "/c/hinata", path.as_str(), "/c/hinata/bookings"] {
        let answer = browser.look(page).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{page}");
        answer.assert_is_page("ja");
        let title = &answer.texts("title")[0];
        assert!(title.starts_with("いま表示できません"), "{title}");
    }
    for (answer, says) in [
        (
            browser.press(&form, "act", "send").await,
            "少しお待ちください：",
        ),
        (
            browser.press(&grid, "slot", &grid.buttons("slot")[0]).await,
            "少しお待ちください：",
        ),
        (
            staff.look("/staff/hinata").await,
            "ただいま混み合っています",
        ),
    ] {
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        let title = &answer.texts("title")[0];
        assert!(title.starts_with(says), "{title}");
        assert!(!answer.header("retry-after").is_empty());
        answer.assert_is_page("ja");
    }
    assert_eq!(browser.look("/healthz").await.status, StatusCode::OK);
    assert_eq!(
        browser.look("/readyz").await.status,
        StatusCode::SERVICE_UNAVAILABLE
    );
}

#[tokio::test]
async fn c24_whoever_hangs_up_after_the_press_has_pressed() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let slot = form.buttons("slot")[0].clone();
    let before = app.rows().await.reservations.len();
    // The cookie of the browser, on a line of our own.
    let page = browser
        .look("/c/hinata/times?service=internal&visit=return&doctor=any")
        .await;
    let cookie = page
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.extend_pairs(form.pressed("slot", &slot));
    let body = body.finish();
    for _ in 0..2 {
        let mut line = TcpStream::connect(app.addr()).await.unwrap();
        let request = format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
            form.action,
            app.addr(),
            body.len(),
        );
        line.write_all(request.as_bytes()).await.unwrap();
        drop(line);
    }
    for _ in 0..100 {
        if app.rows().await.reservations.len() > before {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(app.rows().await.reservations.len(), before + 1);
    // The press that got no answer, again.
    assert!(
        browser
            .press(&form, "slot", &slot)
            .await
            .leads_to()
            .contains("/reservations/")
    );
    assert_eq!(app.rows().await.reservations.len(), before + 1);
    app.finish().await;
}

#[tokio::test]
async fn a_body_that_breaks_off_is_nothing() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let form = hold_form(&browser, "hinata", "internal").await;
    let before = app.state().await;
    let mut line = TcpStream::connect(app.addr()).await.unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Length: 5000\r\n\r\ntoken=",
        form.action,
        app.addr(),
    );
    line.write_all(head.as_bytes()).await.unwrap();
    line.shutdown().await.unwrap();
    let mut rest = Vec::new();
    let _ = line.read_to_end(&mut rest).await;
    assert_eq!(app.state().await, before);
    app.finish().await;
}

#[tokio::test]
async fn behind_https_the_cookies_are_for_https_alone() {
    let app = TestApp::behind_https("https://booking.example").await;
    let browser = app.browser();
    let path = "/c/hinata/times?service=internal&visit=return&doctor=any";
    let page = browser.look(path).await;
    let cookie = page.header("set-cookie").to_owned();
    assert!(cookie.starts_with("__Host-hitotsu_visitor="), "{cookie}");
    for part in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    let form = page.form("hold");
    let slot = form.buttons("slot")[0].clone();
    let post = |origin: &str| {
        let request = browser
            .request(Method::POST, &form.action)
            .header("origin", origin.to_owned());
        let cookie = cookie.split(';').next().unwrap().to_owned();
        send(
            request
                .header("cookie", cookie)
                .form(&form.pressed("slot", &slot)),
        )
    };
    assert_eq!(
        post("https://evil.example").await.status,
        StatusCode::FORBIDDEN
    );
    let answer = post("https://booking.example").await;
    assert!(
        answer.leads_to().contains("/reservations/"),
        "the proxy has another host name"
    );
    app.finish().await;
}
