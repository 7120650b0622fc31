//! Who sees and changes what.

use axum::http::StatusCode;

use super::fixture::House;
use super::{DETAILS, ELEVEN, TEN, TIMES, held, said, seen, sent};
use crate::door::Say;

#[tokio::test]
async fn c126_nobody_sees_anothers_reservation_but_by_its_secret_link() {
    let house = House::new().await;
    let reservation = sent(&house, 1).await;
    for path in [reservation.clone(), format!("{reservation}/cancel")] {
        let page = house.get(2, &path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        page.says(&["この画面は見つかりません", "03-0000-0000"]);
        page.says_not(&["山田", "10:00"]);
    }
    house.get(2, "/c/hinata/bookings").await.says_not(&["山田"]);
    let link = house.get(1, &reservation).await.link("/r/");
    let page = house.get(2, &link).await;
    assert_eq!(page.status, StatusCode::OK);
    page.says(&[
        "お申し込みを受け付けました。",
        "山田 花子",
        "同じアドレスでまた見られます。",
    ]);
    page.says_not(&["hanako@example.jp", "いつでも見られます"]);
    let whole = format!("https://clinic.example{link}");
    house.get(1, &reservation).await.says(&[&whole]);
    assert_eq!(
        house.get(2, &format!("{link}0")).await.status,
        StatusCode::NOT_FOUND
    );
    let cancel = format!("{link}/cancel");
    let then = house
        .press(
            2,
            &cancel,
            "link-cancel",
            &house.get(2, &cancel).await.form(&[]),
        )
        .await;
    assert_eq!(seen(&then), link);
    house
        .get(1, &reservation)
        .await
        .says(&["申し込みを取りやめました。", "この時間は空きに戻りました。"]);
}

#[tokio::test]
async fn c98_a_cancellation_takes_a_press_and_happens_once() {
    let house = House::new().await;
    let reservation = sent(&house, 1).await;
    let cancel = format!("{reservation}/cancel");
    let page = house.get(1, &cancel).await;
    page.says(&["申し込みを取りやめますか", "このまま残す"]);
    house
        .get(1, &reservation)
        .await
        .says(&["お申し込みを受け付けました。"]);
    let then = house.press(1, &cancel, "cancel", &page.form(&[])).await;
    assert_eq!(seen(&then), reservation);
    let then = house.press(1, &cancel, "cancel", &page.form(&[])).await;
    assert_eq!(seen(&then), format!("{reservation}?note=already"));
    house
        .get(1, seen(&then))
        .await
        .says(&["すでに済んでいます", "申し込みを取りやめました。"]);
    assert_eq!(
        house.get(1, &cancel).await.see_other.as_deref(),
        Some(reservation.as_str())
    );
}

#[tokio::test]
async fn a_receipt_is_truthful_and_its_visitors_alone() {
    let house = House::new().await;
    let reservation = held(&house, 1).await;
    let page = house.get(1, &reservation).await;
    let receipt = page.link("/receipt/");
    let nothing = house.get(1, &receipt).await;
    nothing.says(&[
        "予約は入っていません。",
        "の時点で、この送信は届いておらず",
        "もう一度送っても二重にはなりません。",
        &format!("href=\"{reservation}\""),
    ]);
    house
        .press(1, &reservation, "details", &page.form(&DETAILS))
        .await;
    let mine = house.get(1, &receipt).await;
    mine.says(&[
        "に届いています。",
        "お申し込みを受け付けました。",
        &format!("href=\"{reservation}\""),
    ]);
    let strange = house.get(2, &receipt).await;
    strange.says(&[
        "この送信は届いています。",
        "送ったブラウザーだけで見られます",
    ]);
    strange.says_not(&[reservation.as_str(), "山田", "お申し込みを受け付けました。"]);
    assert_eq!(
        house.get(1, "/c/hinata/receipt/x").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn c06_a_form_of_another_browser_is_drawn_again_and_takes_nothing() {
    let house = House::new().await;
    let page = house.get(1, TIMES).await;
    let press = page.form(&[("slot", TEN)]);
    let then = house.press(2, TIMES, "hold", &press).await;
    let again = house.again(2, &then, &press).await;
    again.says(&["この送信ではまだ何も受け付けていません。"]);
    let forged = vec![
        ("clinic".to_owned(), "hinata".to_owned()),
        ("slot".to_owned(), TEN.to_owned()),
    ];
    assert_eq!(
        *said(&house.press(2, TIMES, "hold", &forged).await),
        Say::NoToken
    );
    // A details form of somebody else's reservation gives what was typed back, and nothing of theirs.
    let reservation = held(&house, 1).await;
    let press = house.get(1, &reservation).await.form(&DETAILS);
    let then = house.press(2, &reservation, "details", &press).await;
    let lost = house.again(2, &then, &press).await;
    lost.says(&[
        "この画面では続けられません",
        "山田 花子",
        "昭和56年3月12日",
        "hanako@example.jp",
    ]);
    lost.says_not(&["10:00"]);
}

#[tokio::test]
async fn c34_ones_own_hold_is_shown_and_swapped_by_the_next_press() {
    let house = House::new().await;
    let first = held(&house, 1).await;
    let page = house.get(1, TIMES).await;
    page.says(&[
        "slot mine",
        "手続きに戻る",
        "までお取りしています。まだ予約は完了していません。",
    ]);
    let then = house
        .press(1, TIMES, "hold", &page.form(&[("slot", ELEVEN)]))
        .await;
    assert_ne!(seen(&then), first);
    // The old address, opened again, leads on to what is held now.
    let over = house.get(1, &first).await;
    over.says(&[
        "この時間は手放されました。",
        "までお取りしています。まだ予約は完了していません。",
        &format!("<a href=\"{}\" class=\"button main\">", seen(&then)),
        "class=\"button quiet\"",
    ]);
    // A late twin of a press that knew of no hold takes nothing away.
    let old = House::form_of(
        &page,
        &[
            ("known", "none"),
            ("slot", "hinata:any:2026-03-02T02:30:00.000Z"),
        ],
    );
    let late = house.press(1, TIMES, "hold", &old).await;
    assert_eq!(seen(&late), format!("{}?note=held-other", seen(&then)));
    house
        .get(1, seen(&late))
        .await
        .says(&["そちらを残しました"]);
}
