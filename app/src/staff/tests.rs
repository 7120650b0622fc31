//! Pages and presses over a store in memory, without HTTP.

mod answers;
mod booking;
mod fixture;
mod forgetful;
mod late;

use axum::http::StatusCode;
use fixture::{House, PASSWORD, Who};
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;

use crate::door::{Say, Then};

const DESK: &str = "/staff/hinata";
const REQUESTS: &str = "/staff/hinata/requests";
const CALLS: &str = "/staff/hinata/calls";
const TIMES: &str = "/staff/hinata/times?service=internal&visit=return&doctor=sato&from=2026-03-02";
const TEN: &str = "hinata:sato:2026-03-02T01:00:00.000Z";
const PATIENT: [(&str, &str); 2] = [
    ("name", "<b>電話 太郎</b>"),
    ("phone", "０９０ー１２３４ー５６７８"),
];

fn seen(then: &Then) -> &str {
    match then {
        Then::SeeOther(path) => path,
        Then::PageAgain { path, say } => panic!("{path} again: {say:?}"),
        Then::Resume { path, .. } => panic!("{path} after a sign-in"),
    }
}

fn said(then: &Then) -> &Say {
    match then {
        Then::PageAgain { say, .. } => say,
        Then::SeeOther(path) | Then::Resume { path, .. } => panic!("on to {path}"),
    }
}

fn visit(id: ReservationId) -> String {
    format!("/staff/hinata/visits/{id}")
}

fn sign_in_as<'a>(login: &'a str, password: &'a str) -> [(&'static str, &'a str); 2] {
    [("login", login), ("password", password)]
}

#[tokio::test]
async fn every_page_asks_for_a_sign_in_and_shows_nothing_of_another_clinic() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let pages = [
        DESK.to_owned(),
        REQUESTS.to_owned(),
        CALLS.to_owned(),
        TIMES.to_owned(),
        visit(id),
        format!("{}/decline", visit(id)),
        format!("{}/cancel", visit(id)),
        "/staff/hinata/closures".to_owned(),
        "/staff/hinata/closures/new".to_owned(),
    ];
    for page in pages {
        let drawn = house.get(Who::Nobody, &page).await;
        let there = drawn
            .see_other
            .unwrap_or_else(|| panic!("{page} is drawn for anybody"));
        assert!(
            there.starts_with("/staff/hinata/sign-in"),
            "{page} -> {there}"
        );
        let drawn = house.get(Who::Stranger, &page).await;
        assert_eq!(drawn.status, StatusCode::NOT_FOUND, "{page}");
        drawn.says_not(&["患者1"]);
    }
    let nowhere = house
        .get(Who::Mori, &visit(ReservationId(uuid::Uuid::nil())))
        .await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn every_press_of_nobody_and_of_a_stranger_does_nothing() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let page = house.get(Who::Mori, REQUESTS).await;
    let press = page.form_for("confirm", &[("reservation", &id.to_string())]);
    for action in [
        "staff-hold",
        "staff-details",
        "staff-release",
        "confirm",
        "decline",
        "staff-cancel",
        "undo",
        "close",
        "reopen",
        "tick-call",
    ] {
        let then = house.press(Who::Nobody, REQUESTS, action, &press).await;
        let late = "/staff/hinata/sign-in?late=1&next=%2Fstaff%2Fhinata%2Frequests";
        assert_eq!(then, Then::again(late, Say::SignIn), "{action}");
        let then = house.press(Who::Stranger, REQUESTS, action, &press).await;
        assert_eq!(said(&then), &Say::Refused(Refusal::NotFound), "{action}");
        let drawn = house.again(Who::Stranger, &then, &press).await;
        assert_eq!(drawn.status, StatusCode::NOT_FOUND, "{action}");
        // A form that was drawn for somebody else, and one that nobody has drawn.
        let then = house
            .press(
                Who::Mori,
                REQUESTS,
                action,
                &[("clinic".into(), "hinata".into())],
            )
            .await;
        assert!(
            matches!(
                said(&then),
                Say::NoToken | Say::Refused(_) | Say::Mistakes(_)
            ),
            "{action}: {then:?}"
        );
    }
    let then = house.press(Who::Hara, REQUESTS, "confirm", &press).await;
    assert_eq!(said(&then), &Say::Refused(Refusal::FormForeign));
    house.get(Who::Mori, REQUESTS).await.says(&["承認待ち 1件"]);
    let page = house.get(Who::Nobody, "/staff/hinata/sign-in?late=1").await;
    page.says(&["いま押した操作は行われていません"]);
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_are_told_in_one_sentence_and_a_right_one_leads_on() {
    let house = House::new().await;
    let page = house
        .get(
            Who::Nobody,
            "/staff/hinata/sign-in?next=%2Fstaff%2Fhinata%2Fcalls",
        )
        .await;
    let mut sentences = Vec::new();
    for (login, password) in [("nobody", PASSWORD), ("mori", "wrong"), ("hara", PASSWORD)] {
        let press = page.form_for("sign-in", &sign_in_as(login, password));
        let then = house.press(Who::Nobody, DESK, "sign-in", &press).await;
        let drawn = house.again(Who::Nobody, &then, &press).await;
        drawn.says(&[
            "ユーザー名かパスワードが違います",
            &format!("value=\"{login}\""),
        ]);
        drawn.says_not(&[PASSWORD, "wrong"]);
        sentences.push(said(&then).clone());
    }
    assert!(
        sentences.windows(2).all(|two| two[0] == two[1]),
        "hara may not sign in any more, and isn't told so"
    );
    let press = page.form_for("sign-in", &sign_in_as(" ＭＯＲＩ ", PASSWORD));
    let before = house.session.id();
    assert_eq!(
        seen(&house.press(Who::Nobody, DESK, "sign-in", &press).await),
        CALLS
    );
    let kept: Option<serde_json::Value> = house.session.get("staff").await.unwrap();
    assert_eq!(kept.unwrap()["clinic"], "hinata");
    assert!(
        before.is_none() || before != house.session.id(),
        "a fixed session opens nothing"
    );
    // A second press of the same button finds itself signed in.
    assert_eq!(
        seen(&house.press(Who::Mori, DESK, "sign-in", &press).await),
        CALLS
    );
    // A form drawn for another browser signs nobody in.
    let then = house
        .press(
            Who::Nobody,
            DESK,
            "sign-in",
            &page.form_for("sign-in", &[("token", "00")]),
        )
        .await;
    assert_eq!(said(&then), &Say::NoToken);
}

#[tokio::test]
async fn guessing_is_slowed_for_that_name_alone() {
    let house = House::new().await;
    let page = house.get(Who::Nobody, "/staff/hinata/sign-in").await;
    let guess = page.form_for("sign-in", &sign_in_as("guessed", "x"));
    for _ in 0..5 {
        let then = house.press(Who::Nobody, DESK, "sign-in", &guess).await;
        assert!(matches!(said(&then), Say::Mistakes(_)));
    }
    let then = house.press(Who::Nobody, DESK, "sign-in", &guess).await;
    assert_eq!(said(&then), &Say::TooMany(5));
    house
        .again(Who::Nobody, &then, &guess)
        .await
        .says(&["あと5秒", "value=\"guessed\""]);
    let press = page.form_for("sign-in", &sign_in_as("mori", PASSWORD));
    assert_eq!(
        seen(&house.press(Who::Nobody, DESK, "sign-in", &press).await),
        DESK
    );
}

#[tokio::test]
async fn what_can_be_no_login_or_password_is_wrong_and_is_neither_counted_nor_kept() {
    let house = House::new().await;
    let page = house.get(Who::Nobody, "/staff/hinata/sign-in").await;
    let (long, large) = ("a".repeat(101), "あ".repeat(334));
    // As logins are stored, one letter becomes eighteen.
    let wide = "\u{fdfa}".repeat(100);
    for (login, password) in [(&*long, "x"), ("longpassword", &*large), (&*wide, "x")] {
        for _ in 0..20 {
            let press = page.form_for("sign-in", &sign_in_as(login, password));
            let then = house.press(Who::Nobody, DESK, "sign-in", &press).await;
            let Say::Mistakes(mistakes) = said(&then) else {
                panic!("{then:?}")
            };
            assert!(
                mistakes[0]
                    .text
                    .starts_with("ユーザー名かパスワードが違います")
            );
        }
    }
}

#[tokio::test]
async fn a_commit_that_got_no_answer_is_looked_up() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let list = format!("{REQUESTS}?since={}", house.clock_ms());
    let press = house.get(Who::Mori, &list).await;
    let press = press.form_for("confirm", &[("reservation", &id.to_string())]);
    house.forget_next_answer();
    let then = house.press(Who::Mori, &list, "confirm", &press).await;
    assert_eq!(seen(&then), format!("{list}#r-{id}"));
    house.get(Who::Mori, &visit(id)).await.says(&["確定"]);
}

#[tokio::test]
async fn signing_out_twice_is_signing_out() {
    let house = House::new().await;
    let press = house.get(Who::Mori, DESK).await.form_for("sign-out", &[]);
    house.session.insert("staff", "x").await.unwrap();
    assert_eq!(
        seen(&house.press(Who::Mori, DESK, "sign-out", &press).await),
        "/staff/hinata/sign-in"
    );
    assert!(house.session.is_empty().await);
    assert_eq!(
        seen(&house.press(Who::Nobody, DESK, "sign-out", &press).await),
        "/staff/hinata/sign-in"
    );
}

#[tokio::test]
async fn every_page_is_drawn_in_english_too() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    house.in_english();
    let closing = house
        .get(Who::Mori, "/staff/hinata/closures/new")
        .await
        .see_other
        .unwrap();
    for (page, wanted) in [
        (DESK.to_owned(), "Day board, Fri 27 February"),
        (REQUESTS.to_owned(), "Answer by"),
        (CALLS.to_owned(), "Nobody has to be called."),
        (TIMES.to_owned(), "Mon 2 March"),
        (visit(id), "What happened so far"),
        (format!("{}/decline", visit(id)), "please call us first"),
        (format!("{}/cancel", visit(id)), "Cancel this booking"),
        (
            "/staff/hinata/closures".to_owned(),
            "There is no present or coming closure.",
        ),
        (closing, "24-hour clock"),
    ] {
        let drawn = house.get(Who::Mori, &page).await;
        assert_eq!(drawn.status, StatusCode::OK, "{page}");
        drawn.says(&[wanted, "Sign out", "aria-current=\"page\""]);
    }
}
