//! The real program, killed.

use std::path::Path;
use std::process::Stdio;

use reqwest::StatusCode;
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
