//! Pages and presses over a store in memory, without HTTP: what is said has to be so.

mod fixture;
mod whose;
mod words;

use axum::http::StatusCode;
use fixture::House;
use reservation::time::MINUTE;

use crate::door::{Say, Then};

const TIMES: &str = "/c/hinata/times?service=internal&visit=return&doctor=any";
const TEN: &str = "hinata:any:2026-03-02T01:00:00.000Z";
const ELEVEN: &str = "hinata:any:2026-03-02T02:00:00.000Z";
const DETAILS: [(&str, &str); 8] = [
    ("name", "山田 花子"),
    ("kana", "やまだ はなこ"),
    ("birth_era", "showa"),
    ("birth_year", "56"),
    ("birth_month", "3"),
    ("birth_day", "12"),
    ("phone", "090-1234-5678"),
    ("email", "hanako@example.jp"),
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

/// Holds ten o'clock; the address of the reservation.
async fn held(house: &House, me: u8) -> String {
    let page = house.get(me, TIMES).await;
    let then = house
        .press(me, TIMES, "hold", &page.form(&[("slot", TEN)]))
        .await;
    seen(&then).to_owned()
}

async fn sent(house: &House, me: u8) -> String {
    let reservation = held(house, me).await;
    let page = house.get(me, &reservation).await;
    let then = house
        .press(me, &reservation, "details", &page.form(&DETAILS))
        .await;
    seen(&then).to_owned()
}

#[tokio::test]
async fn a_patient_holds_fills_in_and_is_told_that_it_is_a_request() {
    let house = House::new().await;
    let reservation = held(&house, 1).await;
    let page = house.get(1, &reservation).await;
    assert_eq!(page.status, StatusCode::OK);
    page.says(&[
        "お名前と連絡先",
        "まだ予約は完了していません。",
        "時間を延ばす",
        "この内容で申し込む",
        "日本時間",
    ]);
    let then = house
        .press(1, &reservation, "details", &page.form(&DETAILS))
        .await;
    assert_eq!(seen(&then), reservation);
    let page = house.get(1, &reservation).await;
    page.says(&[
        "お申し込みを受け付けました。",
        "予約はまだ確定していません。",
        "電話でお返事します",
        "山田 花子",
    ]);
    page.says_not(&[
        "メールでお返事",
        "予約が確定しました",
        "仮予約",
        "slip confirmed",
    ]);
}

#[tokio::test]
async fn c21_the_same_press_again_leads_to_the_same_reservation_and_says_so() {
    let house = House::new().await;
    let page = house.get(1, TIMES).await;
    let press = page.form(&[("slot", TEN)]);
    let first = house.press(1, TIMES, "hold", &press).await;
    let again = house.press(1, TIMES, "hold", &press).await;
    assert_eq!(seen(&again), format!("{}?note=already", seen(&first)));
    house
        .get(1, seen(&again))
        .await
        .says(&["お取りするのはひとつだけです。"]);
    let details = house.get(1, seen(&first)).await.form(&DETAILS);
    let sent = house.press(1, seen(&first), "details", &details).await;
    let twice = house.press(1, seen(&first), "details", &details).await;
    assert_eq!(seen(&twice), format!("{}?note=already", seen(&sent)));
    house
        .get(1, seen(&twice))
        .await
        .says(&["2回押されてもお申し込みは1件だけです。", "すでに"]);
}

#[tokio::test]
async fn c54_later_content_under_the_same_form_is_not_used_and_that_is_said() {
    let house = House::new().await;
    let reservation = held(&house, 1).await;
    let page = house.get(1, &reservation).await;
    house
        .press(1, &reservation, "details", &page.form(&DETAILS))
        .await;
    let other = page.form(&[&DETAILS[1..], &[("name", "別人")]].concat());
    let then = house.press(1, &reservation, "details", &other).await;
    assert_eq!(seen(&then), format!("{reservation}?note=kept"));
    // With mistakes in it, it is later content all the same.
    let wrong = page.form(&[("name", "")]);
    let then = house.press(1, &reservation, "details", &wrong).await;
    assert_eq!(seen(&then), format!("{reservation}?note=kept"));
    let page = house.get(1, seen(&then)).await;
    page.says(&["あとから送られた内容は使っていません。", "山田 花子"]);
    page.says_not(&["別人"]);
}

#[tokio::test]
async fn c01_who_comes_second_is_told_that_nothing_is_booked_and_shown_the_nearest_times() {
    let house = House::new().await;
    let one = TIMES.replace("any", "sato");
    let slot = TEN.replace("any", "sato");
    let (a, b) = (house.get(1, &one).await, house.get(2, &one).await);
    house
        .press(1, &one, "hold", &a.form(&[("slot", &slot)]))
        .await;
    let press = b.form(&[("slot", &slot)]);
    let then = house.press(2, &one, "hold", &press).await;
    let page = house.again(2, &then, &press).await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    page.says(&[
        "たった今ほかの方に取られました。",
        "この時間の予約は入っていません。",
        "近い空き時間はこちらです。",
        "9:30",
        "<title>予約は入っていません：この時間は、たった今ほかの方に取られました |",
    ]);
    page.says_not(&[&format!("value=\"{slot}\"")]);
}

#[tokio::test]
async fn mistakes_keep_what_was_typed_and_spend_nothing() {
    let house = House::new().await;
    let reservation = held(&house, 1).await;
    let page = house.get(1, &reservation).await;
    let wrong = page.form(
        &[
            &DETAILS[..6],
            &[("phone", "090-1234"), ("note", "<b>熱</b>")],
        ]
        .concat(),
    );
    let then = house.press(1, &reservation, "details", &wrong).await;
    let again = house.again(1, &then, &wrong).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    again.says(&[
        "1か所を直してください",
        "href=\"#phone\"",
        "いまは7桁です。",
        "value=\"090-1234\"",
        "&lt;b&gt;熱",
    ]);
    // The corrected form is accepted, whether it is the old one or the new one.
    let then = house
        .press(1, &reservation, "details", &page.form(&DETAILS))
        .await;
    assert_eq!(seen(&then), reservation);
}

#[tokio::test]
async fn more_time_release_and_language_keep_what_was_typed() {
    let house = House::new().await;
    let reservation = held(&house, 1).await;
    let page = house.get(1, &reservation).await;
    house.clock.advance(5 * MINUTE);
    let typed = page.form(&[("name", "途中まで"), ("act", "more-time")]);
    let then = house.press(1, &reservation, "more-time", &typed).await;
    assert_eq!(*said(&then), Say::Kept);
    let more = house.again(1, &then, &typed).await;
    assert_eq!(more.status, StatusCode::OK);
    more.says(&["value=\"途中まで\"", "まで延ばしました。"]);
    let typed = more.form(&[("name", "途中まで"), ("lang", "en")]);
    let then = house.press(1, &reservation, "language", &typed).await;
    assert_eq!(
        then,
        Then::again(format!("{reservation}?lang=en"), Say::Kept)
    );
    let typed = more.form(&[("act", "release")]);
    let then = house.press(1, &reservation, "release", &typed).await;
    assert_eq!(seen(&then), format!("{TIMES}&note=released"));
    house
        .get(1, seen(&then))
        .await
        .says(&["時間を手放しました。"]);
}

#[tokio::test]
async fn c118_a_form_left_open_over_lunch_comes_back_with_everything_in_it() {
    let house = House::new().await;
    let reservation = held(&house, 1).await;
    let page = house.get(1, &reservation).await;
    house.clock.advance(13 * 60 * MINUTE);
    let press = page.form(&DETAILS);
    let then = house.press(1, &reservation, "details", &press).await;
    let again = house.again(1, &then, &press).await;
    again.says(&[
        "画面を開いてから時間がたちました。",
        "value=\"山田 花子\"",
        "value=\"090-1234-5678\"",
    ]);
    assert_ne!(again.token(), page.token(), "with a fresh token");
}

#[tokio::test]
async fn c37_a_hold_that_ran_out_goes_on_with_another_time_and_all_that_was_typed() {
    let house = House::new().await;
    let one = TIMES.replace("any", "sato");
    let slot = TEN.replace("any", "sato");
    let page = house.get(1, &one).await;
    let then = house
        .press(1, &one, "hold", &page.form(&[("slot", &slot)]))
        .await;
    let reservation = seen(&then).to_owned();
    let form = house.get(1, &reservation).await.form(&DETAILS);
    house.clock.advance(11 * MINUTE);
    let page = house.get(2, &one).await;
    house
        .press(2, &one, "hold", &page.form(&[("slot", &slot)]))
        .await;
    let then = house.press(1, &reservation, "details", &form).await;
    let gone = house.again(1, &then, &form).await;
    assert_eq!(gone.status, StatusCode::CONFLICT);
    gone.says(&[
        "手続きの時間が過ぎ、この時間はほかの方に取られました。",
        "この時間の予約は入っていません。",
        "入力内容は残っています。",
        "近い空き時間はこちらです。",
    ]);
    let other = gone.form(&[("slot", &ELEVEN.replace("any", "sato"))]);
    let then = house.press(1, &reservation, "hold", &other).await;
    let next = house.again(1, &then, &other).await;
    next.says(&[
        "お名前と連絡先",
        "value=\"山田 花子\"",
        "value=\"hanako@example.jp\"",
        "11:00",
    ]);
}
