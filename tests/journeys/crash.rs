//! The real program, killed.

use std::process::Stdio;
use std::time::Duration;

use hitotsu::engine::{Engine, Options};
use reqwest::{Method, StatusCode};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::support::{Browser, Home, details, hold_form};

pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) url: String,
}

pub(crate) async fn start(home: &Home, addr: &str) -> Program {
    started(home.program().env("HITOTSU_ADDR", addr)).await
}

/// The demo, when it listens.
pub(crate) async fn started(program: &mut Command) -> Program {
    let mut child = program
        .arg("demo")
        .env("HITOTSU_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some(url) = line.strip_prefix("listening on ") {
            return Program {
                url: url.to_owned(),
                child,
            };
        }
    }
    panic!("the program ended");
}

pub(crate) async fn check(home: &Home) -> String {
    let output = home.program().args(["check", "--json"]).output();
    let output = output.await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

#[tokio::test]
async fn what_was_answered_is_there_after_a_kill_and_the_same_form_says_so() {
    let home = Home::empty();
    let mut program = start(&home, "127.0.0.1:0").await;
    let addr = program.url.trim_start_matches("http://").to_owned();
    let browser = Browser::new(program.url.clone());
    for round in 0..3 {
        let form = hold_form(&browser, "hudson", "visit").await;
        let slot = form.buttons("slot")[round].clone();
        let path = browser.press(&form, "slot", &slot).await.leads_to();
        program.child.kill().await.unwrap();
        program = start(&home, &addr).await;
        assert_eq!(
            browser.look(&path).await.status,
            StatusCode::OK,
            "the hold is there"
        );
        assert_eq!(browser.press(&form, "slot", &slot).await.leads_to(), path);
        let form = details(&browser, &path).await;
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
        program.child.kill().await.unwrap();
        program = start(&home, &addr).await;
        let before = check(&home).await;
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
        assert_eq!(
            check(&home).await,
            before,
            "beside a running server, and nothing doubled"
        );
    }
    // Told to stop, it ends by itself.
    let id = program.child.id().unwrap().to_string();
    Command::new("kill")
        .args(["-TERM", &id])
        .status()
        .await
        .unwrap();
    assert!(program.child.wait().await.unwrap().success());
    check(&home).await;
}

#[tokio::test]
async fn c57_a_press_during_which_the_server_died_is_pressed_again_and_has_one_effect() {
    let home = Home::empty();
    let mut program = start(&home, "127.0.0.1:0").await;
    let addr = program.url.trim_start_matches("http://").to_owned();
    let mut tokens = Vec::new();
    for (at, wait) in [0, 3, 12].into_iter().enumerate() {
        let browser = Browser::new(program.url.clone());
        let form = hold_form(&browser, "hudson", "visit").await;
        let slot = form.buttons("slot")[at].clone();
        let pressed = browser
            .request(Method::POST, &form.action)
            .form(&form.pressed("slot", &slot))
            .send();
        // Whether it was written before the end is open; that is the point.
        let (_, killed) = tokio::join!(tokio::spawn(pressed), async {
            tokio::time::sleep(Duration::from_millis(wait)).await;
            program.child.kill().await
        });
        killed.unwrap();
        program = start(&home, &addr).await;
        let path = browser.press(&form, "slot", &slot).await.leads_to();
        assert!(
            path.contains("/reservations/"),
            "not refused for ever: {path}"
        );
        assert_eq!(browser.press(&form, "slot", &slot).await.leads_to(), path);
        tokens.push(
            app::token::claimed_id(form.value("token"))
                .unwrap()
                .to_string(),
        );
    }
    program.child.kill().await.unwrap();
    check(&home).await;
    let engine = Engine::open_read_only(&home.place(), Options::default()).await;
    let engine = engine.unwrap();
    let rows = engine.store.dump().await.unwrap().reservations;
    for token in tokens {
        let by = |key: &str| key.starts_with(&token);
        let made = rows
            .iter()
            .filter(|row| row.created_by.as_ref().is_some_and(|key| by(&key.key)));
        assert_eq!(made.count(), 1, "{token}");
    }
    engine.close().await;
}
