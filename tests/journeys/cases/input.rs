//! What people are called and how they are reached.

use crate::support::{TestApp, booked_with, own_number, row_of, sign_in};

/// Names as people have them, and as programs send them.
const NAMES: [&str; 20] = [
    "Check-up 🦷",
    "👨‍👩‍👧",
    "e\u{301}lodie",
    "José Ñúñez",
    "محمد علي",
    "שרה כהן",
    "\u{202b}علي\u{202c}",
    "नमस्ते\u{200d}",
    "髙橋 𠮷野",
    "O'Neill",
    "D'Angelo",
    "s/o Raj",
    "\"Q\" quoted",
    "back\\slash",
    "</script>",
    "'; DROP TABLE--",
    "<img src=x onerror=alert(1)>",
    "=cmd()",
    "a &amp; b",
    "{ $name } %00",
];

#[tokio::test]
async fn c106_c108_c111_any_name_books_is_kept_as_typed_and_shown_as_text() {
    let app = TestApp::without_limits().await;
    let staff = app.browser();
    sign_in(&staff, "hudson").await;
    for name in NAMES {
        let patient = app.browser();
        let typed = [("name", name), ("note", name), ("phone", &own_number())];
        let path = booked_with(&patient, &typed).await;
        let row = row_of(&app, &path).await;
        let kept = row.patient.unwrap();
        assert_eq!(
            (kept.name.as_str(), kept.note.as_deref()),
            (name, Some(name))
        );
        let visit = format!("/staff/hudson/visits/{}", row.id);
        for page in [patient.page(&path).await, staff.page(&visit).await] {
            let shown = page.texts("main").join(" ");
            assert!(shown.contains(name), "{name} in {shown}");
            for markup in ["</script>", "<img src=x"] {
                let ours = page.body.matches("></script>").count();
                let found = page.body.matches(markup).count();
                let fine = if markup == "</script>" {
                    found == ours
                } else {
                    found == 0
                };
                assert!(fine, "{markup} in {}", page.body);
            }
        }
    }
    let day = staff
        .page("/staff/hudson?date=2026-03-02")
        .await
        .texts("main")
        .join(" ");
    for name in NAMES {
        assert!(day.contains(name), "{name} in {day}");
    }
    app.finish().await;
}

#[tokio::test]
async fn c112_c113_a_number_books_as_it_is_typed_and_is_stored_in_both_forms() {
    let app = TestApp::without_limits().await;
    for (typed, e164) in [
        ("+91 98 5158 7246", "+919851587246"),
        ("0031 20 123 4567", "+31201234567"),
        ("＋８１ ９０ １２３４ ５６７８", "+819012345678"),
        ("+81 090-1234-5678", "+819012345678"),
        ("+49 030 123456", "+4930123456"),
        ("+61 (0431) 234 567", "+61431234567"),
        ("+39 06 6982 1234", "+390669821234"),
        ("(212) 555-0123", "+12125550123"),
    ] {
        let path = booked_with(&app.browser(), &[("phone", typed)]).await;
        let kept = row_of(&app, &path).await.patient.unwrap();
        assert_eq!(
            (kept.phone.as_str(), kept.phone_e164.as_str()),
            (typed, e164)
        );
    }
    app.finish().await;
}

#[tokio::test]
async fn c115_c116_a_family_with_one_address_stays_a_family_of_several_people() {
    let app = TestApp::new().await;
    let (mother, son, staff) = (app.browser(), app.browser(), app.browser());
    sign_in(&staff, "hudson").await;
    let shared = |name, email| {
        [
            ("name", name),
            ("email", email),
            ("phone", "+1 212-555-0123"),
        ]
    };
    let first = booked_with(&mother, &shared("Ann Brown", "Family@Example.org")).await;
    let row = row_of(&app, &first).await;
    let visit = format!("/staff/hudson/visits/{}", row.id);
    let before = (
        mother.page(&first).await.texts("main"),
        staff.page(&visit).await.texts("main"),
    );
    let second = booked_with(&son, &shared("Bob Brown", "family@example.org")).await;
    assert_eq!(row_of(&app, &first).await, row);
    let after = (
        mother.page(&first).await.texts("main"),
        staff.page(&visit).await.texts("main"),
    );
    assert_eq!(before, after);
    assert!(before.0[0].contains("Ann Brown"), "{:?}", before.0);
    let theirs = row_of(&app, &second).await.patient.unwrap();
    assert_eq!(
        (theirs.name.as_str(), theirs.email.as_deref()),
        ("Bob Brown", Some("family@example.org"))
    );
    app.finish().await;
}

#[tokio::test]
async fn d37_no_page_claims_a_message_that_nobody_sends() {
    let app = TestApp::new().await;
    let browser = app.browser();
    let path = booked_with(&browser, &[("email", "ann@example.org")]).await;
    for (language, claims) in [
        (
            "ja",
            ["メールを送", "メールでお", "お送りしました"].as_slice(),
        ),
        (
            "en",
            [
                "e-mailed",
                "have sent",
                "been sent",
                "by e-mail",
                "your inbox",
            ]
            .as_slice(),
        ),
    ] {
        for page in [
            path.clone(),
            "/c/hudson/bookings".into(),
            format!("{path}/cancel"),
        ] {
            let page = browser.page(&format!("{page}?lang={language}")).await;
            let words = page.texts("body").join(" ").to_lowercase();
            for claim in claims {
                assert!(!words.contains(claim), "{claim} in {words}");
            }
        }
    }
    app.finish().await;
}
