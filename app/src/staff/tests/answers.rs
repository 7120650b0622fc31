//! The answers to a request, and taking them back.

use reservation::ids::ReservationId;
use reservation::outcome::Refusal;
use reservation::time::MINUTE;

use super::fixture::{House, Who};
use super::{CALLS, DESK, REQUESTS, said, seen, visit};
use crate::door::Say;

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
    let press = mori.form_for("confirm", &[("reservation", &id)]);
    let first = house.press(Who::Mori, page, "confirm", &press).await;
    assert_eq!(seen(&first), format!("{page}#r-{id}"));
    let twice = house.press(Who::Mori, page, "confirm", &press).await;
    assert_eq!(seen(&twice), seen(&first), "a double press is one");
    let second = house
        .press(
            Who::Hara,
            page,
            "confirm",
            &hara.form_for("confirm", &[("reservation", &id)]),
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
            &page.form_for("confirm", &[("reservation", &ids[0].to_string())]),
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
    let without = form.form_for("decline", &[("note", "<メモ>")]);
    let then = house.press(Who::Mori, &page, "decline", &without).await;
    let drawn = house.again(Who::Mori, &then, &without).await;
    drawn.says(&["患者さんに伝える理由を選んでください。", "&lt;メモ&gt;"]);
    let press = form.form_for("decline", &[("reason", "doctor_away"), ("note", "メモ")]);
    let then = house.press(Who::Mori, &page, "decline", &press).await;
    assert_eq!(seen(&then), format!("{list}#r-{id}"));
    let row = house.get(Who::Mori, &list).await;
    row.says(&["お断り", "10時34分に「要連絡」へ入ります", "元に戻す"]);
    let undo = row.form_for("confirm", &[("reservation", &id.to_string())]);
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
        .form_for("confirm", &[("reservation", &id.to_string())]);
    house.press(Who::Mori, &list, "confirm", &confirm).await;
    let press = form.form_for("decline", &[("reason", "doctor_away")]);
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
async fn a_cancellation_says_why_and_can_be_taken_back() {
    let house = House::new().await;
    let id = house.request(1, (10, 0)).await;
    let page = format!("{}/cancel", visit(id));
    let press = house
        .get(Who::Mori, &page)
        .await
        .form_for("staff-cancel", &[("reason", "clinic_closed")]);
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
    let tick = calls.form_for("tick-call", &[("message", message)]);
    assert!(seen(&house.press(Who::Mori, &list, "tick-call", &tick).await).starts_with(&list));
    assert!(seen(&house.press(Who::Mori, &list, "tick-call", &tick).await).starts_with(&list));
    house
        .get(Who::Mori, &list)
        .await
        .says(&["連絡済み", "10:34 受付・森", "要連絡 0件"]);
    let undo = house.get(Who::Mori, &visit(id)).await.form_for("undo", &[]);
    house.press(Who::Mori, &visit(id), "undo", &undo).await;
    house.get(Who::Mori, CALLS).await.says(&["取消を元に戻し"]);
}

#[tokio::test]
async fn a_list_that_was_open_too_long_says_so_and_shows_itself_fresh() {
    let house = House::new().await;
    let id = house.request(1, (17, 0)).await;
    let page = house
        .get(Who::Mori, REQUESTS)
        .await
        .form_for("confirm", &[("reservation", &id.to_string())]);
    house.clock.advance(13 * 60 * MINUTE);
    let then = house.press(Who::Mori, REQUESTS, "confirm", &page).await;
    assert_eq!(said(&then), &Say::Refused(Refusal::FormExpired));
    house
        .again(Who::Mori, &then, &page)
        .await
        .says(&["画面を開いてから時間がたちました", "患者1"]);
}
