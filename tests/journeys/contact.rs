//! How many open bookings one telephone number can have, as the pages tell it.

use reqwest::StatusCode;
use reservation::visit::Status;

use crate::support::{Answer, Browser, TestApp, details, held, row_of};

/// Five visits of one telephone number, by one browser, under another name than the next one's.
async fn five(browser: &Browser) -> Vec<String> {
    let mut paths = Vec::new();
    for _ in 0..5 {
        let path = held(browser, "hinata", "internal", 0).await.path;
        let form = details(browser, &path).await.typed("name", "鈴木 一郎");
        assert_eq!(browser.press(&form, "act", "send").await.leads_to(), path);
        paths.push(path);
    }
    paths
}

async fn cancelled(browser: &Browser, path: &str) {
    let form = browser.page(&format!("{path}/cancel")).await.form("cancel");
    assert_eq!(browser.press(&form, "", "").await.leads_to(), path);
}

/// The page of a sixth: why it was refused and what can be done, nothing of whose the others are, and what was typed.
fn is_refused(app: &Answer, language: &str, theirs: &[String]) {
    assert_eq!(app.status, StatusCode::CONFLICT, "{}", app.body);
    app.assert_is_page(language);
    let says: &[&str] = match language {
        "ja" => &[
            "すでに5件あります",
            "予約は入っていません",
            "お電話ください",
        ],
        _ => &[
            "already has 5 bookings to come",
            "Nothing was booked",
            "please call",
        ],
    };
    for words in says {
        assert!(app.body.contains(words), "{words} in {}", app.body);
    }
    let notice = app.texts("[role=status]").join("");
    assert!(notice.contains("03-0000-0000"), "{notice}");
    let list = app.attributes("[role=status] a[target=_blank]", "href");
    assert_eq!(list, ["/c/hinata/bookings"]);
    let foreign = theirs
        .iter()
        .map(|path| path.rsplit('/').next().unwrap_or_default());
    for foreign in foreign.chain(["鈴木"]) {
        assert!(!app.body.contains(foreign), "{foreign} in {}", app.body);
    }
    let form = app.form("details");
    for (field, value) in [
        ("name", "山田 花子"),
        ("birth_year", "1980"),
        ("phone", "090-1234-5678"),
        ("note", "せきが 3日"),
    ] {
        assert_eq!(form.value(field), value, "{field}");
    }
}

#[tokio::test]
async fn a_sixth_booking_of_a_number_is_refused_and_goes_through_when_one_is_cancelled() {
    let app = TestApp::new().await;
    let (first, next) = (app.browser(), app.browser());
    let theirs = five(&first).await;
    let path = held(&next, "hinata", "internal", 0).await.path;
    let form = details(&next, &path).await.typed("note", "せきが 3日");
    let (row, before) = (row_of(&app, &path).await, app.state().await);

    let refused = next.press(&form, "act", "send").await;
    is_refused(&refused, "ja", &theirs);
    let title = refused.texts("title").join("");
    assert!(title.starts_with("予約は入っていません"), "{title}");
    let english = next.press(&refused.form("details"), "lang", "en").await;
    let refused = next.press(&english.form("details"), "act", "send").await;
    is_refused(&refused, "en", &theirs);
    assert_eq!(app.state().await, before, "nothing was written");
    assert_eq!(row_of(&app, &path).await, row, "held until its deadline");

    cancelled(&first, &theirs[1]).await;
    assert_eq!(next.press(&form, "act", "send").await.leads_to(), path);
    assert_eq!(row_of(&app, &path).await.status, Status::Requested);
    app.finish().await;
}

#[tokio::test]
async fn a_sixth_booking_whose_time_ran_out_keeps_its_form() {
    let app = TestApp::new().await;
    let (first, next) = (app.browser(), app.browser());
    let theirs = five(&first).await;
    let path = held(&next, "hinata", "internal", 0).await.path;
    let form = details(&next, &path).await.typed("note", "せきが 3日");
    app.clock().advance(10 * 60_000);
    let refused = next.press(&form, "act", "send").await;
    is_refused(&refused, "ja", &theirs);
    cancelled(&first, &theirs[0]).await;
    let again = refused.form("details");
    assert_eq!(next.press(&again, "act", "send").await.leads_to(), path);
    assert_eq!(row_of(&app, &path).await.status, Status::Requested);
    app.finish().await;
}
