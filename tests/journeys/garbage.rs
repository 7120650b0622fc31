//! Broken input is answered, never a fault.

use hitotsu::layers::door::PATHS;
use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::{TestApp, held, hold_form, send, sign_in};

/// A small generator, so that a failure can be seen again.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, length: u64) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }
}

#[tokio::test]
async fn broken_bytes_to_every_action_are_never_a_fault() {
    let app = TestApp::without_limits().await;
    let (visitor, staff) = (app.browser(), app.browser());
    let held = held(&visitor, "hinata", "internal", 0).await;
    sign_in(&staff, "hinata").await;
    let token = hold_form(&visitor, "hinata", "internal")
        .await
        .value("token")
        .to_owned();
    let before = app.state().await;
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    let names = [
        "clinic",
        "token",
        "slot",
        "service",
        "visit",
        "known",
        "act",
        "reservation",
        "name",
        "kana",
        "phone",
        "email",
        "birth_era",
        "birth_year",
        "birth_month",
        "birth_day",
        "note",
        "lang",
        "reason",
        "login",
        "password",
        "next",
        "back",
        "from",
        "until",
        "date",
        "resource",
        "closure",
        "message",
        "intent",
        "secret",
    ];
    for action in PATHS.iter() {
        for round in 0..12_u64 {
            let mut body = Vec::new();
            for name in names {
                let value = match noise.next() % 8 {
                    0 => b"hinata".to_vec(),
                    1 => token.clone().into_bytes(),
                    2 => held.slot.clone().into_bytes(),
                    3 => b"%00%ff%f0%28%8c%28%E2%80%AE".to_vec(),
                    4 => b"99999999999999999999999999".to_vec(),
                    5 => b"-1".to_vec(),
                    6 => Vec::new(),
                    _ => noise.bytes(round * 3),
                };
                body.extend(name.as_bytes());
                body.extend(b"=");
                body.extend(value);
                body.extend(b"&");
            }
            body.extend(noise.bytes(round * 7));
            let page =
                ["%2Fc%2Fhinata", "%2Fstaff%2Fhinata", "%00", "%2F%2Fa"][(round % 4) as usize];
            for browser in [&visitor, &staff] {
                let answer = browser
                    .post(&format!("{action}?page={page}"), body.clone())
                    .await;
                assert!(
                    !answer.status.is_server_error(),
                    "{action} round {round}: {}",
                    answer.body
                );
            }
        }
    }
    assert_eq!(app.state().await, before);
    app.finish().await;
}

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
