//! What is said where there is nothing to show.

use axum::http::StatusCode;

use super::TIMES;
use super::fixture::House;
use crate::door::{Say, Then};
use crate::locale::Locale;

#[tokio::test]
async fn every_refusal_and_fault_has_words_in_both_languages() {
    use reservation::outcome::Refusal;
    use reservation::visit::Status;
    let id = reservation::ids::ReservationId(uuid::Uuid::nil());
    let refusals = [
        Refusal::Taken,
        Refusal::Expired,
        Refusal::NotFound,
        Refusal::NotOffered,
        Refusal::Closed,
        Refusal::OffGrid,
        Refusal::InThePast,
        Refusal::TooSoon,
        Refusal::TooFar,
        Refusal::FormExpired,
        Refusal::FormForeign,
        Refusal::HoldChanged { present: id },
        Refusal::AlreadySent {
            status: Status::Requested,
        },
        Refusal::WrongStatus {
            status: Status::Cancelled,
        },
        Refusal::TooMany { limit: 5 },
        Refusal::NoMoreTime,
        Refusal::EmptySpan,
        Refusal::NotAllowed,
    ];
    let says = [
        Say::NoToken,
        Say::NoCookie,
        Say::CookiesBlocked,
        Say::ForeignOrigin,
        Say::TooLarge,
        Say::BrokenOff,
        Say::TooMany(30),
        Say::Busy,
        Say::Unknown(None),
        Say::Broken("ab12".into()),
    ];
    let house = House::new().await;
    for say in says.into_iter().chain(refusals.map(Say::Refused)) {
        for (locale, blocked) in [(Locale::Ja, "確定しました"), (Locale::En, "is confirmed:")]
        {
            let words = crate::patient::say::sentence(&say, locale);
            assert!(
                words.len() > 10 && !words.contains(blocked),
                "{say:?}: {words}"
            );
        }
        let page = house.again(1, &Then::again(TIMES, say.clone()), &[]).await;
        assert_eq!(page.status, say.status(), "{say:?}");
        let first = crate::title::after(&say, Locale::Ja).unwrap();
        page.says(&[&format!("<title>{first}："), "autofocus", "03-0000-0000"]);
    }
}

#[tokio::test]
async fn choices_that_lead_nowhere_are_told_and_led_back() {
    let house = House::new().await;
    let lost = house
        .get(1, "/c/hinata/times?service=internal&doctor=any")
        .await;
    let back = lost.see_other.unwrap();
    house
        .get(1, &back)
        .await
        .says(&["初診か再診かを選んでください。", "<title>エラー："]);
    let strange = house
        .get(
            1,
            "/c/hinata/times?service=internal&visit=return&doctor=nobody",
        )
        .await;
    assert_eq!(strange.status, StatusCode::NOT_FOUND);
    strange.says(&["診療を選び直す", "03-0000-0000"]);
    assert_eq!(
        house.get(1, "/c/nowhere").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        house.get(1, "/c/hinata/reservations/x").await.status,
        StatusCode::NOT_FOUND
    );
    house
        .get(1, "/")
        .await
        .says(&["ひなた内科クリニック", "href=\"/c/hinata\""]);
    house
        .get(1, "/c/hinata/privacy")
        .await
        .says(&["個人情報の取り扱い", "Cookie"]);
    for odd in ["&from=9999-12-31", "&from=0001-01-01", "&from=x"] {
        assert_eq!(
            house.get(1, &format!("{TIMES}{odd}")).await.status,
            StatusCode::OK,
            "{odd}"
        );
    }
}
