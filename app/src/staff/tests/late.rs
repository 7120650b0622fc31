//! Presses that come after the sign-in has ended: nothing is done, and nothing that was typed is lost.

use super::fixture::{House, PASSWORD, Who};
use super::{PATIENT, REQUESTS, TEN, TIMES, said, seen, sign_in_as, visit};
use crate::bench::Drawn;
use crate::door::{Say, Then};

type Fields = Vec<(String, String)>;

/// Presses without a sign-in, gives a wrong password first, signs in: the page on which all is there again.
async fn late(house: &House, page: &str, action: &str, press: &Fields) -> Drawn {
    let then = house.press(Who::Nobody, page, action, press).await;
    assert_eq!(said(&then), &Say::SignIn, "{action}");
    let sign_in = house.again(Who::Nobody, &then, press).await;
    sign_in.says(&["いま押した操作は行われていません"]);
    let token = press.iter().find(|(name, _)| name == "token").unwrap();
    sign_in.says_not(&[&token.1, "carry-token", "carry-clinic"]);
    let wrong = sign_in.form_for("sign-in", &sign_in_as("mori", "wrong-password"));
    let then = house.press(Who::Nobody, page, "sign-in", &wrong).await;
    let sign_in = house.again(Who::Nobody, &then, &wrong).await;
    sign_in.says(&[
        "いま押した操作は行われていません",
        "ユーザー名かパスワードが違います",
    ]);
    sign_in.says_not(&["wrong-password"]);
    let right = sign_in.form_for("sign-in", &sign_in_as("mori", PASSWORD));
    let then = house.press(Who::Nobody, page, "sign-in", &right).await;
    let drawn = house.resume(&then).await;
    drawn.says(&["先ほど押した操作は、まだ行われていません"]);
    drawn.says_not(&[PASSWORD, "<title>エラー"]);
    // Pressed twice: the second press is that of somebody who is signed in.
    let twice = house.press(Who::Mori, page, "sign-in", &right).await;
    assert_eq!(twice, then);
    drawn
}

async fn held(house: &House) -> String {
    let grid = house.get(Who::Mori, TIMES).await;
    let press = grid.form_for("staff-hold", &[("slot", TEN)]);
    let then = house.press(Who::Mori, TIMES, "staff-hold", &press).await;
    seen(&then).to_owned()
}

#[tokio::test]
async fn the_details_of_a_patient_come_back_after_the_sign_in() {
    let house = House::new().await;
    let page = held(&house).await;
    let form = house.get(Who::Mori, &page).await;
    let typed = [&PATIENT[..], &[("note", "38度\r\n<b>")]].concat();
    let press = form.form_for("staff-details", &typed);
    let drawn = late(&house, &page, "staff-details", &press).await;
    drawn.says(&[
        "value=\"&lt;b&gt;電話 太郎&lt;/b&gt;\"",
        "value=\"０９０ー１２３４ー５６７８\"",
        "38度",
        "&lt;b&gt;</textarea>",
    ]);
    let old = press.iter().find(|(name, _)| name == "token").unwrap();
    drawn.says_not(&["<b>", &old.1]);
    let again = drawn.form_for("staff-details", &typed);
    let then = house.press(Who::Mori, &page, "staff-details", &again).await;
    assert!(seen(&then).starts_with(&page), "{then:?}");
    house.get(Who::Mori, &page).await.says(&["確定"]);
}

#[tokio::test]
async fn a_closure_comes_back_after_the_sign_in_under_the_same_intent() {
    let house = House::new().await;
    let new = house.get(Who::Mori, "/staff/hinata/closures/new").await;
    let page = new.see_other.unwrap();
    let closing = [
        ("resource", "clinic"),
        ("date", "2026-03-02"),
        ("from", "9:05"),
        ("until", "12:00"),
        ("reason", "<学会>"),
    ];
    let press = house
        .get(Who::Mori, &page)
        .await
        .form_for("close", &closing);
    let drawn = late(&house, &page, "close", &press).await;
    assert_eq!(house.closures().await, 0);
    drawn.says(&[
        "value=\"9:05\"",
        "value=\"&lt;学会&gt;\"",
        "value=\"clinic\" selected",
    ]);
    let again = drawn.form_for("close", &closing);
    let then = house.press(Who::Mori, &page, "close", &again).await;
    assert_eq!(seen(&then), page);
    assert_eq!(house.closures().await, 1);
}

#[tokio::test]
async fn the_reason_of_a_decline_comes_back_after_the_sign_in() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let page = format!("{}/decline?back=%2Fstaff%2Fhinata%2Frequests", visit(id));
    let typed = [("reason", "doctor_away"), ("note", "<メモ>")];
    let press = house
        .get(Who::Mori, &page)
        .await
        .form_for("decline", &typed);
    let drawn = late(&house, &page, "decline", &press).await;
    drawn.says(&["value=\"doctor_away\" checked", "&lt;メモ&gt;"]);
    let again = drawn.form_for("decline", &typed);
    let then = house.press(Who::Mori, &page, "decline", &again).await;
    assert_eq!(seen(&then), format!("{REQUESTS}#r-{id}"));
}

#[tokio::test]
async fn without_the_visitor_cookie_too_the_press_is_said_to_have_done_nothing() {
    let house = House::new().await;
    let page = held(&house).await;
    let press = house
        .get(Who::Mori, &page)
        .await
        .form_for("staff-details", &PATIENT);
    // What the door says before any action is asked.
    for say in [Say::NoCookie, Say::CookiesBlocked, Say::TooLarge] {
        let then = Then::again(page.clone(), say.clone());
        let drawn = house.again(Who::Nobody, &then, &press).await;
        drawn.says(&[
            "いま押した操作は行われていません",
            "name=\"carry-name\" value=\"&lt;b&gt;電話 太郎&lt;/b&gt;\"",
        ]);
        let sign_in = drawn.form_for("sign-in", &sign_in_as("mori", PASSWORD));
        let then = house.press(Who::Nobody, &page, "sign-in", &sign_in).await;
        house
            .resume(&then)
            .await
            .says(&["value=\"&lt;b&gt;電話 太郎"]);
    }
}
