//! Nobody sees or changes what is another's, whatever address or id they guess.

use reqwest::{Method, StatusCode};

use crate::support::{Browser, Form, TestApp, details, held, send, sent, sign_in};

/// The year of birth as a page tells it and as a field has it: four digits alone may stand in any token.
const SECRETS: [&str; 6] = ["山田", "ヤマダ", "090-1234", "1980年", "\"1980\"", "花子"];

async fn shows_nothing(browser: &Browser, path: &str) {
    let answer = browser.follow(browser.look(path).await).await;
    let is_neutral = path.contains("/receipt/") || answer.has_form("sign-in");
    assert!(
        answer.status == StatusCode::NOT_FOUND || is_neutral,
        "{path}: {}",
        answer.status
    );
    for secret in SECRETS {
        assert!(!answer.body.contains(secret), "{secret} on {path}");
    }
}

#[tokio::test]
async fn c126_no_address_shows_anothers_booking() {
    let app = TestApp::without_limits().await;
    let (patient, thief, foreign) = (app.browser(), app.browser(), app.browser());
    let request = sent(&patient, "hinata", "internal", 0).await;
    let hold = held(&patient, "hinata", "internal", 1).await;
    let receipts = patient
        .page(&hold.path)
        .await
        .attributes("[data-receipt] a", "href");
    held(&thief, "hinata", "internal", 5).await;
    sign_in(&foreign, "hudson").await;
    held(&foreign, "hudson", "visit", 0).await;
    let wrong = "0".repeat(32);
    let token = app::token::claimed_id(hold.grid.value("token")).unwrap();
    let mut pages = vec![
        format!("/c/hinata/receipt/{token}"),
        format!("/c/hudson/receipt/{token}"),
    ];
    pages.extend(receipts);
    for id in [&request, &hold.path].map(|path| path.rsplit('/').next().unwrap()) {
        for clinic in ["hinata", "hudson"] {
            pages.extend([
                format!("/c/{clinic}/reservations/{id}"),
                format!("/c/{clinic}/reservations/{id}/cancel"),
                format!("/c/{clinic}/receipt/{id}"),
                format!("/c/{clinic}/r/{id}/{wrong}"),
                format!("/c/{clinic}/r/{id}/{wrong}/cancel"),
                format!("/staff/{clinic}/visits/{id}"),
                format!("/staff/{clinic}/visits/{id}/decline"),
                format!("/staff/{clinic}/visits/{id}/cancel"),
            ]);
        }
    }
    // The secret of one clinic opens nothing in another.
    let link = patient
        .page(&request)
        .await
        .attributes("a[href*='/r/']", "href");
    pages.extend(link.iter().map(|link| link.replace("hinata", "hudson")));
    for browser in [&thief, &foreign, &app.browser()] {
        for page in &pages {
            shows_nothing(browser, page).await;
        }
    }
    for page in ["/c/hinata/bookings", "/c/hudson/bookings"] {
        for browser in [&thief, &foreign] {
            let body = browser.page(page).await.body;
            assert!(
                SECRETS.iter().all(|secret| !body.contains(secret)),
                "{page}"
            );
        }
    }
    app.finish().await;
}

/// Own, genuine forms with the ids of another's booking in them.
async fn with_guessed_ids(browser: &Browser, form: &Form, action: &str, id: &str) {
    for clinic in ["hinata", "hudson"] {
        let guessed = form
            .clone()
            .typed("reservation", id)
            .typed("clinic", clinic)
            .typed("secret", &"0".repeat(32))
            .typed("message", &format!("{id}.2.confirmed"))
            .typed("reason", "doctor_away")
            .typed("known", id);
        let path = format!("/do/{action}?page=%2Fc%2F{clinic}%2Freservations%2F{id}");
        let request = browser.request(Method::POST, &path).form(&guessed.fields);
        let answer = send(request).await;
        assert!(
            !answer.status.is_server_error(),
            "{action}: {}",
            answer.status
        );
        let page = browser.follow(answer).await;
        // What the form's own sender typed may come back; it is not the other's.
        let body = page.body.replace("泥棒", "");
        assert!(
            SECRETS.iter().all(|secret| !body.contains(secret)),
            "{action}: {body}"
        );
    }
}

#[tokio::test]
async fn c126_no_form_changes_anothers_booking() {
    let app = TestApp::without_limits().await;
    let (patient, thief, foreign) = (app.browser(), app.browser(), app.browser());
    let request = sent(&patient, "hinata", "internal", 0).await;
    let hold = held(&patient, "hinata", "internal", 1).await.path;
    let own = held(&thief, "hinata", "internal", 5).await.path;
    let typed = details(&thief, &own).await;
    let typed = typed
        .typed("name", "泥棒")
        .typed("kana", "ドロボウ")
        .typed("birth_year", "1975");
    let typed = typed.typed("phone", "03-0000-0000");
    sign_in(&foreign, "hudson").await;
    let theirs = foreign
        .page("/staff/hudson/times?service=visit&visit=return&doctor=any")
        .await;
    let grid = theirs.form("staff-hold");
    let slot = grid.buttons("slot")[0].clone();
    let visit = foreign.press(&grid, "slot", &slot).await.leads_to();
    let staff_form = foreign.page(&visit).await.form("staff-details");
    let staff_form = staff_form
        .typed("name", "泥棒")
        .typed("phone", "+1 212-555-0123");
    let before = app.state().await;
    let actions = hitotsu::layers::door::PATHS
        .iter()
        .map(|path| path.trim_start_matches("/do/"));
    let changing = actions.filter(|action| !action.starts_with("sign-") && *action != "language");
    for action in changing {
        for id in [&request, &hold].map(|path| path.rsplit('/').next().unwrap()) {
            with_guessed_ids(&thief, &typed, action, id).await;
            with_guessed_ids(&foreign, &staff_form, action, id).await;
            assert_eq!(app.state().await, before, "{action}");
        }
    }
    app.finish().await;
}
