//! What is told to operators and staff: a line per submission, without anything personal; the counts of what was caught.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

use crate::support::{Browser, Home, TestApp, details, held, hold_form, sign_in};

#[tokio::test]
async fn the_log_has_a_line_per_submission_and_no_name_number_token_or_cookie() {
    let home = Home::empty();
    let mut child = home
        .program()
        .args(["demo", "--log-format", "json"])
        .env("HITOTSU_LOG", "debug")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let log = tokio::spawn(async move {
        let mut log = String::new();
        stderr.read_to_string(&mut log).await.unwrap();
        log
    });
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let url = loop {
        let line = lines.next_line().await.unwrap().expect("the address");
        if let Some(url) = line.strip_prefix("listening on ") {
            break url.to_owned();
        }
    };
    let (browser, staff) = (Browser::new(url.clone()), Browser::new(url));
    let path = "/c/hudson/times?service=visit&visit=return&doctor=any";
    let cookie = browser.look(path).await.header("set-cookie").to_owned();
    let cookie = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let grid = hold_form(&browser, "hudson", "visit").await;
    let held = browser
        .press(&grid, "slot", &grid.buttons("slot")[0])
        .await
        .leads_to();
    let form = details(&browser, &held)
        .await
        .typed("email", "hanako@example.jp");
    browser
        .press(&form.clone().typed("phone", "12"), "act", "send")
        .await;
    assert_eq!(browser.press(&form, "act", "send").await.leads_to(), held);
    assert_eq!(browser.press(&form, "act", "send").await.leads_to(), held);
    let page = browser.page(&held).await;
    let links = page.attributes("a[href*='/r/']", "href");
    for link in &links {
        browser.look(link).await;
    }
    sign_in(&staff, "hudson").await;
    child.kill().await.unwrap();
    let log = log.await.unwrap();
    let line = |parts: &[&str]| {
        log.lines()
            .filter(|line| parts.iter().all(|part| line.contains(part)))
            .count()
    };
    assert_eq!(
        line(&[
            "\"operation\":\"hold\"",
            "\"outcome\":\"created\"",
            "\"repeat\":\"first\"",
            "\"slot\":\"hudson:",
            "\"reservation\":\"",
            "\"key\":\"",
            "milliseconds"
        ]),
        1,
        "{log}"
    );
    assert_eq!(
        line(&[
            "\"operation\":\"details\"",
            "\"outcome\":\"created\"",
            "milliseconds"
        ]),
        1
    );
    assert_eq!(
        line(&[
            "\"operation\":\"details\"",
            "\"outcome\":\"replayed\"",
            "\"repeat\":\"same-form\""
        ]),
        1
    );
    assert_eq!(
        line(&[
            "\"operation\":\"details\"",
            "\"outcome\":\"refused:mistakes\""
        ]),
        1
    );
    let token = form.value("token");
    let secrets = links
        .iter()
        .filter_map(|link| link.split(['/', '?']).nth(5));
    let never = [
        "山田",
        "ヤマダ",
        "1234-5678",
        "12345678",
        "hanako",
        token,
        grid.value("token"),
        &cookie,
    ];
    for text in never
        .into_iter()
        .chain(secrets)
        .chain([hitotsu::demo::PASSWORD])
    {
        assert!(!text.is_empty());
        assert!(!log.contains(text), "{text} is in the log");
    }
}

#[tokio::test]
async fn double_presses_are_counted_on_a_page_of_the_staff() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.browser(), app.browser());
    let path = "/staff/hinata/caught";
    let stranger = patient.look(path).await;
    assert!(stranger.header("location").contains("/sign-in"));
    let held = held(&patient, "hinata", "internal", 0).await;
    let form = details(&patient, &held.path).await;
    for _ in 0..4 {
        patient.press(&form, "act", "send").await.leads_to();
    }
    sign_in(&staff, "hinata").await;
    let page = staff.page(path).await;
    assert_eq!(
        page.texts("tbody:first-of-type tr:first-child td")[..3],
        ["3", "3", "3"]
    );
    // Looking counts nothing, and another clinic sees nothing of it.
    assert_eq!(
        staff.page(path).await.texts("td"),
        page.texts("td"),
        "a look changes nothing"
    );
    assert!(!page.body.contains("山田"), "no name");
    app.finish().await;
}
