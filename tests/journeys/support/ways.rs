//! The ways that most journeys begin with.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::StatusCode;
use reservation::visit::Reservation;

use super::{Answer, Browser, Form, TestApp};

/// A held time: the page of its details.
pub struct Held {
    /// `/c/{clinic}/reservations/{id}`.
    pub path: String,
    /// The grid that was pressed, and its button.
    pub grid: Form,
    pub slot: String,
}

/// The grid of times: `internal` of `hinata` is confirmed by staff, `visit` of `hudson` at once.
pub async fn hold_form(browser: &Browser, clinic: &str, service: &str) -> Form {
    let path = format!("/c/{clinic}/times?service={service}&visit=return&doctor=any");
    browser.page(&path).await.form("hold")
}

/// Presses the free time at that place of the grid.
pub async fn held(browser: &Browser, clinic: &str, service: &str, at: usize) -> Held {
    let grid = hold_form(browser, clinic, service).await;
    let slot = grid.buttons("slot").get(at).expect("a free time").clone();
    let answer = browser.press(&grid, "slot", &slot).await;
    let path = answer.leads_to();
    assert!(
        path.starts_with(&format!("/c/{clinic}/reservations/")),
        "{path}"
    );
    Held { path, grid, slot }
}

/// The details form of a held time, filled in.
pub async fn details(browser: &Browser, path: &str) -> Form {
    browser
        .page(path)
        .await
        .form("details")
        .typed("name", "山田 花子")
        .typed("kana", "ヤマダ ハナコ")
        .typed("birth_era", "ce")
        .typed("birth_year", "1980")
        .typed("birth_month", "4")
        .typed("birth_day", "1")
        .typed("phone", "090-1234-5678")
}

/// A telephone number that no other form of these tests has: one of them can have so many bookings and no more.
pub fn own_number() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!(
        "090-1234-{:04}",
        COUNT.fetch_add(1, Ordering::Relaxed) % 5_000
    )
}

/// A time that has been held and sent in, by somebody with a number of their own; the path of its page.
pub async fn sent(browser: &Browser, clinic: &str, service: &str, at: usize) -> String {
    let held = held(browser, clinic, service, at).await;
    let form = details(browser, &held.path).await;
    let form = form.typed("phone", &own_number());
    let answer = browser.press(&form, "act", "send").await;
    assert_eq!(answer.leads_to(), held.path);
    held.path
}

/// Signs the demo's reception in.
pub async fn sign_in(browser: &Browser, clinic: &str) -> Answer {
    let page = browser.page(&format!("/staff/{clinic}/sign-in")).await;
    let form = page
        .form("sign-in")
        .typed("login", hitotsu::demo::LOGIN)
        .typed("password", hitotsu::demo::PASSWORD);
    let answer = browser.press(&form, "", "").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    browser.follow(answer).await
}

/// The reservation of a page, as it is stored.
pub async fn row_of(app: &TestApp, path: &str) -> Reservation {
    let rows = app.rows().await.reservations;
    let id = path.split('?').next().unwrap_or_default();
    rows.into_iter()
        .find(|row| id.ends_with(&row.id.to_string()))
        .expect("a reservation of that page")
}

/// A time of Hudson (confirmed at once), booked by a browser with these details instead of the usual ones.
pub async fn booked_with(browser: &Browser, typed: &[(&str, &str)]) -> String {
    let held = held(browser, "hudson", "flu-shot", 0).await;
    let mut form = details(browser, &held.path).await;
    for (name, value) in typed {
        form = form.typed(name, value);
    }
    let answer = browser.press(&form, "act", "send").await;
    assert_eq!(answer.leads_to(), held.path, "{typed:?}");
    held.path
}
