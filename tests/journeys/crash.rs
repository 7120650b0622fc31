//! The real program, killed.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use reservation::ports::Store;
use reservation::time::System;
use reservation_sqlite::{Options, SqliteStore};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::support::{Browser, details, hold_form};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_hitotsu");

pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) url: String,
}

pub(crate) async fn start(data: &Path, addr: &str) -> Program {
    let mut child = Command::new(PROGRAM)
        .arg("demo")
        .env("HITOTSU_DATA", data)
        .env("HITOTSU_ADDR", addr)
        .env("HITOTSU_LOG", "warn")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
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

async fn check(data: &Path) -> String {
    let output = Command::new(PROGRAM)
        .args(["check", "--json"])
        .env("HITOTSU_DATA", data)
        .output()
        .await
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

#[tokio::test]
async fn what_was_answered_is_there_after_a_kill_and_the_same_form_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path(), "127.0.0.1:0").await;
    let addr = program.url.trim_start_matches("http://").to_owned();
    let browser = Browser::new(program.url.clone());
    for round in 0..3 {
        let form = hold_form(&browser, "hudson", "visit").await;
        let slot = form.buttons("slot")[round].clone();
        let path = browser.press(&form, "slot", &slot).await.leads_to();
        program.child.kill().await.unwrap();
        program = start(folder.path(), &addr).await;
        assert_eq!(
            browser.look(&path).await.status,
            StatusCode::OK,
            "the hold is there"
        );
        assert_eq!(browser.press(&form, "slot", &slot).await.leads_to(), path);
        let form = details(&browser, &path).await;
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
        program.child.kill().await.unwrap();
        program = start(folder.path(), &addr).await;
        let before = check(folder.path()).await;
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
        assert_eq!(
            check(folder.path()).await,
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
    check(folder.path()).await;
}

#[tokio::test]
async fn c57_a_press_during_which_the_server_died_is_pressed_again_and_has_one_effect() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path(), "127.0.0.1:0").await;
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
        program = start(folder.path(), &addr).await;
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
    check(folder.path()).await;
    let file = folder.path().join("hitotsu.db");
    let store = SqliteStore::open_read_only(file, Options::new(Arc::new(System)))
        .await
        .unwrap();
    let rows = store.dump().await.unwrap().reservations;
    for token in tokens {
        let by = |key: &str| key.starts_with(&token);
        let made = rows
            .iter()
            .filter(|row| row.created_by.as_ref().is_some_and(|key| by(&key.key)));
        assert_eq!(made.count(), 1, "{token}");
    }
    store.close().await;
}
