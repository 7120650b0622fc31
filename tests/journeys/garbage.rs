//! Broken addresses, headers and lines are answered, never a fault. What is posted is `lenient`'s.

use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::{TestApp, hold_form, send, sign_in};

#[tokio::test]
async fn broken_addresses_are_never_a_fault() {
    let app = TestApp::new().await;
    let (visitor, staff) = (app.browser(), app.browser());
    sign_in(&staff, "hinata").await;
    let parts = [
        "%00",
        "%ff",
        "..%2f..",
        "a:b",
        "%E2%80%AE",
        "99999999999999999999",
        "-1",
        "2026-02-30",
        "9999-12-31",
        "00000000-0000-0000-0000-000000000000",
    ];
    for part in parts {
        let pages = [
            format!("/c/{part}"),
            format!("/c/hinata/reservations/{part}"),
            format!("/c/hinata/receipt/{part}"),
            format!("/c/hinata/r/{part}/{part}"),
            format!("/c/hinata/times?service={part}&visit={part}&doctor={part}&from={part}"),
            format!("/c/hinata/times?service=internal&visit=return&doctor=any&from={part}"),
            format!("/staff/{part}"),
            format!("/staff/hinata?date={part}"),
            format!("/staff/hinata/requests?since={part}&already={part}"),
            format!("/staff/hinata/visits/{part}"),
            format!("/staff/hinata/visits/{part}/decline?back={part}"),
            format!("/staff/hinata/times?service={part}&visit={part}&doctor={part}&from={part}"),
            format!("/staff/hinata/closures/new?intent={part}"),
            format!("/staff/hinata/calls?since={part}"),
            format!("/staff/hinata/sign-in?next={part}&late={part}"),
            format!("/?lang={part}"),
        ];
        for page in pages {
            for browser in [&visitor, &staff] {
                let answer = browser.look(&page).await;
                assert!(!answer.status.is_server_error(), "{page}: {}", answer.body);
                let to = answer.header("location");
                assert!(
                    to.is_empty() || (to.starts_with('/') && !to.starts_with("//")),
                    "{page}: {to}"
                );
            }
        }
    }
    for (name, value) in [
        ("cookie", "hitotsu_visitor=%FF; hitotsu_staff=;;=; lang=\"x"),
        ("accept-language", ";q=,,x;q=9"),
    ] {
        let answer = send(
            visitor
                .request(Method::GET, "/c/hinata")
                .header(name, value),
        )
        .await;
        assert!(answer.status.is_success(), "{name}");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_request_without_a_path_is_answered() {
    let app = TestApp::new().await;
    let addr = app.addr().to_string();
    for head in ["CONNECT clinic.example:443", "OPTIONS *", "GET *"] {
        let mut stream = tokio::net::TcpStream::connect(&addr).await.unwrap();
        let request = format!("{head} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 4"), "{head}: {answer}");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_post_whose_length_is_a_lie_does_nothing() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let path = "/c/hinata/times?service=internal&visit=return&doctor=any";
    let form = hold_form(&browser, "hinata", "internal").await;
    let page = browser.look(path).await;
    let cookie = page.header("set-cookie").split(';').next().unwrap();
    let addr = app.addr().to_string();
    let slot = form.buttons("slot")[0].clone();
    let body = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(form.pressed("slot", &slot))
        .finish();
    let before = app.state().await;
    let (length, short) = (body.len(), body.len() / 2);
    for framing in [
        String::new(),
        "content-length: -1\r\n".into(),
        "content-length: 0\r\n".into(),
        format!("content-length: {short}\r\n"),
        format!("content-length: {length}\r\ncontent-length: 3\r\n"),
        format!("content-length: {length}\r\ntransfer-encoding: gzip\r\n"),
        "transfer-encoding: chunked\r\n".into(),
    ] {
        let mut stream = tokio::net::TcpStream::connect(&addr).await.unwrap();
        let request = format!(
            "POST {} HTTP/1.1\r\nhost: {addr}\r\ncookie: {cookie}\r\nconnection: close\r\n{framing}\r\n{body}",
            form.action
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let _ = stream.shutdown().await;
        // Some of these are no HTTP: hanging up is an answer as well.
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{framing}: {answer}"
        );
        assert_eq!(app.state().await, before, "{framing}");
    }
    // The same line with its true length goes through.
    let mut stream = tokio::net::TcpStream::connect(&addr).await.unwrap();
    let request = format!(
        "POST {} HTTP/1.1\r\nhost: {addr}\r\ncookie: {cookie}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}",
        form.action
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    // The browser's own cookie, so the form is its own.
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    app.finish().await;
}
