//! Pages and presses over a store in memory, without HTTP.

mod fixture;
mod forgetful;
mod late;

use axum::http::StatusCode;
use fixture::{House, PASSWORD, Who};
use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::time::MINUTE;

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
    let press = page.form("confirm", &[("reservation", &id.to_string())]);
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
        let press = page.form("sign-in", &sign_in_as(login, password));
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
    let press = page.form("sign-in", &sign_in_as(" ＭＯＲＩ ", PASSWORD));
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
            &page.form("sign-in", &[("token", "00")]),
        )
        .await;
    assert_eq!(said(&then), &Say::NoToken);
}

#[tokio::test]
async fn guessing_is_slowed_for_that_name_alone() {
    let house = House::new().await;
    let page = house.get(Who::Nobody, "/staff/hinata/sign-in").await;
    let guess = page.form("sign-in", &sign_in_as("guessed", "x"));
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
    let press = page.form("sign-in", &sign_in_as("mori", PASSWORD));
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
            let press = page.form("sign-in", &sign_in_as(login, password));
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
    let press = press.form("confirm", &[("reservation", &id.to_string())]);
    house.forget_next_answer();
    let then = house.press(Who::Mori, &list, "confirm", &press).await;
    assert_eq!(seen(&then), format!("{list}#r-{id}"));
    house.get(Who::Mori, &visit(id)).await.says(&["確定"]);
}

#[tokio::test]
async fn signing_out_twice_is_signing_out() {
    let house = House::new().await;
    let press = house.get(Who::Mori, DESK).await.form("sign-out", &[]);
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
async fn c05_two_confirm_at_once_and_both_see_the_result() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await.to_string();
    let (mori, hara) = (
        house.get(Who::Mori, REQUESTS).await,
        house.get(Who::Hara, REQUESTS).await,
    );
    mori.says(&[
        "&lt;i&gt;患者1&lt;/i&gt; 様",
        "カンジャ",
        "再診",
        "確定する",
        "お断りする",
    ]);
    mori.says_not(&["<i>患者"]);
    let page = "/staff/hinata/requests?since=1";
    let press = mori.form("confirm", &[("reservation", &id)]);
    let first = house.press(Who::Mori, page, "confirm", &press).await;
    assert_eq!(seen(&first), format!("{page}#r-{id}"));
    let twice = house.press(Who::Mori, page, "confirm", &press).await;
    assert_eq!(seen(&twice), seen(&first), "a double press is one");
    let second = house
        .press(
            Who::Hara,
            page,
            "confirm",
            &hara.form("confirm", &[("reservation", &id)]),
        )
        .await;
    let since = seen(&second).to_owned();
    assert_eq!(since, format!("{page}&already={id}#r-{id}"));
    let drawn = house
        .get(
            Who::Hara,
            &since.replace("since=1", &format!("since={}", house.clock_ms())),
        )
        .await;
    drawn.says(&[
        "すでに「確定」です（10:32 受付・森）",
        "いま押した操作では何も変わっていません",
    ]);
}

#[tokio::test]
async fn an_answered_row_keeps_its_place_until_the_list_is_opened_anew() {
    let house = House::new().await;
    let ids = [
        house.request(1, (10, 0)).await,
        house.request(2, (11, 0)).await,
    ];
    let list = format!("{REQUESTS}?since={}", house.clock_ms());
    let page = house.get(Who::Mori, &list).await;
    let place = |html: &str, id: ReservationId| html.find(&format!("id=\"r-{id}\""));
    assert!(place(&page.html, ids[0]) < place(&page.html, ids[1]));
    house
        .press(
            Who::Mori,
            &list,
            "confirm",
            &page.form("confirm", &[("reservation", &ids[0].to_string())]),
        )
        .await;
    let after = house.get(Who::Mori, &list).await;
    assert!(place(&after.html, ids[0]) < place(&after.html, ids[1]));
    after.says(&["10:32 受付・森", "承認待ち 1件"]);
    house.clock.advance(MINUTE);
    let anew = house.get(Who::Mori, REQUESTS).await;
    assert_eq!(place(&anew.html, ids[0]), None);
}

#[tokio::test]
async fn a_decline_needs_a_reason_and_an_undo_in_time_tells_nobody() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let list = format!("{REQUESTS}?since={}", house.clock_ms());
    let back: String = form_urlencoded::byte_serialize(list.as_bytes()).collect();
    let page = format!("{}/decline?back={back}", visit(id));
    let form = house.get(Who::Mori, &page).await;
    let without = form.form("decline", &[("note", "<メモ>")]);
    let then = house.press(Who::Mori, &page, "decline", &without).await;
    let drawn = house.again(Who::Mori, &then, &without).await;
    drawn.says(&["患者さんに伝える理由を選んでください。", "&lt;メモ&gt;"]);
    let press = form.form("decline", &[("reason", "doctor_away"), ("note", "メモ")]);
    let then = house.press(Who::Mori, &page, "decline", &press).await;
    assert_eq!(seen(&then), format!("{list}#r-{id}"));
    let row = house.get(Who::Mori, &list).await;
    row.says(&["お断り", "10時34分に「要連絡」へ入ります", "元に戻す"]);
    let undo = row.form("confirm", &[("reservation", &id.to_string())]);
    let then = house.press(Who::Mori, &list, "undo", &undo).await;
    assert_eq!(seen(&then), format!("{list}#r-{id}"));
    house.clock.advance(3 * MINUTE);
    house
        .get(Who::Mori, CALLS)
        .await
        .says(&["要連絡 0件", "電話で知らせる患者さんはいません"]);
    house.get(Who::Mori, &visit(id)).await.says(&[
        "承認待ち",
        "お断りした",
        "元に戻した",
        "受付・森",
    ]);
}

#[tokio::test]
async fn who_declines_what_was_confirmed_meanwhile_is_told_by_whom() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let list = format!("{REQUESTS}?since={}", house.clock_ms());
    let page = format!("{}/decline", visit(id));
    let form = house.get(Who::Hara, &page).await;
    let confirm = house
        .get(Who::Mori, &list)
        .await
        .form("confirm", &[("reservation", &id.to_string())]);
    house.press(Who::Mori, &list, "confirm", &confirm).await;
    let press = form.form("decline", &[("reason", "doctor_away")]);
    let then = house.press(Who::Hara, &page, "decline", &press).await;
    let drawn = house.again(Who::Hara, &then, &press).await;
    drawn.says(&["すでに「確定」です（10:32 受付・森）"]);
    let there = house.get(Who::Hara, &page).await.see_other.unwrap();
    assert!(
        there.starts_with(&visit(id)),
        "nothing is left to decline: {there}"
    );
}

#[tokio::test]
async fn booking_for_a_patient_needs_a_name_and_a_number_and_is_confirmed_at_once() {
    let house = House::new().await;
    let grid = house.get(Who::Mori, TIMES).await;
    let press = grid.form("staff-hold", &[("slot", TEN)]);
    let held = seen(&house.press(Who::Mori, TIMES, "staff-hold", &press).await).to_owned();
    assert_eq!(
        seen(&house.press(Who::Mori, TIMES, "staff-hold", &press).await),
        held,
        "pressed twice"
    );
    let page = house.get(Who::Mori, &held).await;
    page.says(&["仮押さえ", "まだ予約ではありません", "どなたの予約ですか"]);
    let mistake = page.form("staff-details", &[("name", "<b>電話 太郎</b>")]);
    let then = house
        .press(Who::Mori, &held, "staff-details", &mistake)
        .await;
    let drawn = house.again(Who::Mori, &then, &mistake).await;
    drawn.says(&[
        "電話番号を入力してください",
        "value=\"&lt;b&gt;電話 太郎&lt;/b&gt;\"",
    ]);
    let send = page.form("staff-details", &PATIENT);
    let booked = format!("{held}?note=booked");
    for _ in 0..2 {
        assert_eq!(
            seen(&house.press(Who::Mori, &held, "staff-details", &send).await),
            booked
        );
    }
    let done = house.get(Who::Mori, &booked).await;
    done.says(&[
        "予約を入れました（確定）。",
        "href=\"/staff/hinata?date=2026-03-02\"",
        "続けて予約を入れる",
        "確定",
        "href=\"tel:09012345678\"",
        "&lt;b&gt;電話 太郎&lt;/b&gt;",
        "予約を取り消す",
    ]);
    // Later content, right or wrong, is not used.
    for other in [
        &[("name", "別人"), ("phone", "090-1111-1111")][..],
        &[("name", "")],
    ] {
        let later = page.form("staff-details", other);
        let then = house.press(Who::Mori, &held, "staff-details", &later).await;
        assert_eq!(seen(&then), format!("{held}?note=kept"));
        house.get(Who::Mori, seen(&then)).await.says_not(&["別人"]);
    }
}

#[tokio::test]
async fn a_free_time_of_the_board_leads_to_that_very_time() {
    let house = House::new().await;
    let bare = house.get(Who::Mori, "/staff/hinata/times").await;
    bare.says(&["診療を選んで「空き時間を見る」を押してください。"]);
    bare.says_not(&["name=\"slot\"", "wanted"]);
    let board = house.get(Who::Mori, "/staff/hinata?date=2026-03-02").await;
    let address = "/staff/hinata/times?doctor=sato&amp;from=2026-03-02&amp;at=1000#wanted";
    board.says(&[address]);
    let address = address.replace("&amp;", "&");
    let (page, _) = address.split_once('#').unwrap();
    let times = house.get(Who::Mori, page).await;
    times.says(&[
        "予約表で選んだ時間",
        "3月2日（月）10:00",
        &format!("value=\"{TEN}\""),
        "name=\"at\" value=\"1000\"",
    ]);
    assert_eq!(times.html.matches("id=\"wanted\"").count(), 1);
    let off = house
        .get(Who::Mori, &page.replace("at=1000", "at=1307"))
        .await;
    off.says(&["3月2日（月）13:07からは、この診療の空き時間がありません"]);
    off.says_not(&["id=\"wanted\""]);
}

#[tokio::test]
async fn what_waits_says_who_has_to_be_called_first() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let list = house.get(Who::Mori, REQUESTS).await;
    list.says(&["href=\"tel:09012345678\"", "予約を開く", &visit(id)]);
    let day = house.get(Who::Mori, DESK).await;
    day.says(&["まで", "患者1&lt;/i&gt; 様", "答える"]);
    day.says_not(&["電話する"]);
}

#[tokio::test]
async fn a_hold_that_is_lost_keeps_what_was_typed_and_offers_other_times() {
    let house = House::new().await;
    let held = |who| {
        let house = &house;
        async move {
            let press = house
                .get(who, TIMES)
                .await
                .form("staff-hold", &[("slot", TEN)]);
            let then = house.press(who, TIMES, "staff-hold", &press).await;
            (seen(&then).to_owned(), press)
        }
    };
    let (mine, _) = held(Who::Mori).await;
    let form = house
        .get(Who::Mori, &mine)
        .await
        .form("staff-details", &PATIENT);
    house.clock.advance(11 * MINUTE);
    let (theirs, _) = held(Who::Hara).await;
    assert_ne!(mine, theirs);
    let then = house.press(Who::Mori, &mine, "staff-details", &form).await;
    assert_eq!(said(&then), &Say::Refused(Refusal::Expired));
    let drawn = house.again(Who::Mori, &then, &form).await;
    drawn.says(&[
        "予約は入っていません",
        "近い空き時間",
        "value=\"&lt;b&gt;電話 太郎",
    ]);
    let other = drawn.form("staff-hold", &[("slot", &TEN.replace("T01:00", "T02:00"))]);
    let then = house.press(Who::Mori, &mine, "staff-hold", &other).await;
    assert_eq!(
        said(&then),
        &Say::Kept,
        "what was typed goes on to the new time"
    );
    house
        .again(Who::Mori, &then, &other)
        .await
        .says(&["11:00", "value=\"&lt;b&gt;電話 太郎"]);
    // The one who was first gives it back.
    let release = house
        .get(Who::Hara, &theirs)
        .await
        .form("staff-release", &[]);
    let then = house
        .press(Who::Hara, &theirs, "staff-release", &release)
        .await;
    assert_eq!(seen(&then), "/staff/hinata/times");
    let taken = house.get(Who::Hara, TIMES).await;
    taken.says(&[&format!("value=\"{TEN}\"")]);
}

#[tokio::test]
async fn a_time_that_was_taken_meanwhile_is_refused_with_the_nearest_ones() {
    let house = House::new().await;
    let grid = house.get(Who::Mori, TIMES).await;
    let theirs = house
        .get(Who::Hara, TIMES)
        .await
        .form("staff-hold", &[("slot", TEN)]);
    house.press(Who::Hara, TIMES, "staff-hold", &theirs).await;
    let press = grid.form("staff-hold", &[("slot", TEN)]);
    let then = house.press(Who::Mori, TIMES, "staff-hold", &press).await;
    assert_eq!(said(&then), &Say::Refused(Refusal::Taken));
    let drawn = house.again(Who::Mori, &then, &press).await;
    drawn.says(&["たった今ほかの予約が入りました", "近い空き時間", "9:30"]);
    drawn.says_not(&[&format!("value=\"{TEN}\"")]);
}

#[tokio::test]
async fn a_cancellation_says_why_and_can_be_taken_back() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let page = format!("{}/cancel", visit(id));
    let press = house
        .get(Who::Mori, &page)
        .await
        .form("staff-cancel", &[("reason", "clinic_closed")]);
    assert_eq!(
        seen(&house.press(Who::Mori, &page, "staff-cancel", &press).await),
        visit(id)
    );
    assert_eq!(
        seen(&house.press(Who::Mori, &page, "staff-cancel", &press).await),
        visit(id)
    );
    house
        .get(Who::Mori, &visit(id))
        .await
        .says(&["10時34分に「要連絡」へ入ります", "元に戻す"]);
    house.clock.advance(2 * MINUTE);
    let told = house.get(Who::Mori, &visit(id)).await;
    told.says(&["元に戻す"]);
    told.says_not(&["へ入ります"]);
    let calls = house.get(Who::Mori, CALLS).await;
    calls.says(&[
        "医院の都合で予約を取り消したことを伝える。理由：その時間は休診",
        "href=\"tel:09012345678\"",
    ]);
    let message = calls
        .html
        .split("name=\"message\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap();
    let list = format!("{CALLS}?since={}", house.clock_ms());
    let tick = calls.form("tick-call", &[("message", message)]);
    assert!(seen(&house.press(Who::Mori, &list, "tick-call", &tick).await).starts_with(&list));
    assert!(seen(&house.press(Who::Mori, &list, "tick-call", &tick).await).starts_with(&list));
    house
        .get(Who::Mori, &list)
        .await
        .says(&["連絡済み", "10:34 受付・森", "要連絡 0件"]);
    let undo = house.get(Who::Mori, &visit(id)).await.form("undo", &[]);
    house.press(Who::Mori, &visit(id), "undo", &undo).await;
    house.get(Who::Mori, CALLS).await.says(&["取消を元に戻し"]);
}

#[tokio::test]
async fn one_intent_makes_one_closure_and_cancels_nothing() {
    let house = House::new().await;
    house.request(1, (10, 0)).await;
    let address = house
        .get(Who::Mori, "/staff/hinata/closures/new")
        .await
        .see_other
        .unwrap();
    let form = house.get(Who::Mori, &address).await;
    let closing = [
        ("resource", "clinic"),
        ("date", "2026-03-02"),
        ("from", "9:00"),
        ("until", "12:00"),
        ("reason", "<学会>"),
    ];
    let wrong = form.form("close", &[&closing[..], &[("from", "9:01")]].concat());
    let then = house.press(Who::Mori, &address, "close", &wrong).await;
    house.again(Who::Mori, &then, &wrong).await.says(&[
        "5分きざみ",
        "value=\"9:01\"",
        "value=\"&lt;学会&gt;\"",
    ]);
    let press = form.form("close", &closing);
    for _ in 0..3 {
        assert_eq!(
            seen(&house.press(Who::Mori, &address, "close", &press).await),
            address
        );
    }
    assert_eq!(house.closures().await, 1);
    let done = house.get(Who::Mori, &address).await;
    done.says(&[
        "予約は1件も取り消していません",
        "残っている予約 1件",
        "患者1",
        "&lt;学会&gt;",
    ]);
    let day = house.get(Who::Mori, "/staff/hinata?date=2026-03-02").await;
    day.says(&["休診と重なる", "&lt;学会&gt;", "患者1"]);
    let list = house.get(Who::Mori, "/staff/hinata/closures").await;
    list.says(&["3月2日（月）9:00–12:00", "受付を再開する"]);
    let id = list
        .html
        .split("name=\"closure\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap();
    let reopen = list.form("reopen", &[("closure", id)]);
    for _ in 0..2 {
        assert_eq!(
            seen(&house.press(Who::Mori, DESK, "reopen", &reopen).await),
            "/staff/hinata/closures"
        );
    }
    assert_eq!(house.closures().await, 0);
    house
        .get(Who::Mori, &address)
        .await
        .says(&["受付が再開されています"]);
    // An intent that is too old for its form makes room for a fresh one.
    let old = house
        .get(Who::Mori, "/staff/hinata/closures/new")
        .await
        .see_other
        .unwrap();
    house.clock.advance(12 * 60 * MINUTE);
    assert_ne!(house.get(Who::Mori, &old).await.see_other.unwrap(), old);
}

#[tokio::test]
async fn a_list_that_was_open_too_long_says_so_and_shows_itself_fresh() {
    let house = House::new().await;
    let id = house.request(1, (17, 0)).await;
    let page = house
        .get(Who::Mori, REQUESTS)
        .await
        .form("confirm", &[("reservation", &id.to_string())]);
    house.clock.advance(13 * 60 * MINUTE);
    let then = house.press(Who::Mori, REQUESTS, "confirm", &page).await;
    assert_eq!(said(&then), &Say::Refused(Refusal::FormExpired));
    house
        .again(Who::Mori, &then, &page)
        .await
        .says(&["画面を開いてから時間がたちました", "患者1"]);
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
