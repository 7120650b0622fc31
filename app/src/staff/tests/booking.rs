//! Booking for a patient, and closing a span.

use reservation::outcome::Refusal;
use reservation::time::MINUTE;

use super::fixture::{House, Who};
use super::{DESK, PATIENT, TEN, TIMES, said, seen};
use crate::door::Say;

#[tokio::test]
async fn booking_for_a_patient_needs_a_name_and_a_number_and_is_confirmed_at_once() {
    let house = House::new().await;
    let grid = house.get(Who::Mori, TIMES).await;
    let press = grid.form_for("staff-hold", &[("slot", TEN)]);
    let held = seen(&house.press(Who::Mori, TIMES, "staff-hold", &press).await).to_owned();
    assert_eq!(
        seen(&house.press(Who::Mori, TIMES, "staff-hold", &press).await),
        held,
        "pressed twice"
    );
    let page = house.get(Who::Mori, &held).await;
    page.says(&["仮押さえ", "まだ予約ではありません", "どなたの予約ですか"]);
    let mistake = page.form_for("staff-details", &[("name", "<b>電話 太郎</b>")]);
    let then = house
        .press(Who::Mori, &held, "staff-details", &mistake)
        .await;
    let drawn = house.again(Who::Mori, &then, &mistake).await;
    drawn.says(&[
        "電話番号を入力してください",
        "value=\"&lt;b&gt;電話 太郎&lt;/b&gt;\"",
    ]);
    let send = page.form_for("staff-details", &PATIENT);
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
        let later = page.form_for("staff-details", other);
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
async fn a_hold_that_is_lost_keeps_what_was_typed_and_offers_other_times() {
    let house = House::new().await;
    let held = |who| {
        let house = &house;
        async move {
            let press = house
                .get(who, TIMES)
                .await
                .form_for("staff-hold", &[("slot", TEN)]);
            let then = house.press(who, TIMES, "staff-hold", &press).await;
            (seen(&then).to_owned(), press)
        }
    };
    let (mine, _) = held(Who::Mori).await;
    let form = house
        .get(Who::Mori, &mine)
        .await
        .form_for("staff-details", &PATIENT);
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
    let other = drawn.form_for("staff-hold", &[("slot", &TEN.replace("T01:00", "T02:00"))]);
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
        .form_for("staff-release", &[]);
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
        .form_for("staff-hold", &[("slot", TEN)]);
    house.press(Who::Hara, TIMES, "staff-hold", &theirs).await;
    let press = grid.form_for("staff-hold", &[("slot", TEN)]);
    let then = house.press(Who::Mori, TIMES, "staff-hold", &press).await;
    assert_eq!(said(&then), &Say::Refused(Refusal::Taken));
    let drawn = house.again(Who::Mori, &then, &press).await;
    drawn.says(&["たった今ほかの予約が入りました", "近い空き時間", "9:30"]);
    drawn.says_not(&[&format!("value=\"{TEN}\"")]);
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
    let wrong = form.form_for("close", &[&closing[..], &[("from", "9:01")]].concat());
    let then = house.press(Who::Mori, &address, "close", &wrong).await;
    house.again(Who::Mori, &then, &wrong).await.says(&[
        "5分きざみ",
        "value=\"9:01\"",
        "value=\"&lt;学会&gt;\"",
    ]);
    let press = form.form_for("close", &closing);
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
    let reopen = list.form_for("reopen", &[("closure", id)]);
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
