//! Negative controls at the front door: with a guard gone, what it stands against can be seen in a browser. Each guard
//! is shown by one story, with it and without it.

use app::door::{Fields, Posted, Slot, Then};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use hitotsu::Front;
use hitotsu::layers::again::see_other;
use hitotsu::layers::door::door;
use hitotsu::router::{inside, outside};
use reqwest::Method;
use reservation::check::check;
use reservation::guard::Guard;

use crate::support::{
    Answer, Browser, Form, TestApp, details, held, hold_form, send, sent, sign_in,
};

/// A door that only hands on: no origin, no cookie, no limit, no task; of a name sent twice the last one counts.
/// `clean`: the server function gets the fields from the door alone, as it should.
async fn handed_on(clean: bool, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let bytes = to_bytes(body, 64 * 1024).await.unwrap();
    let slot = Slot::default();
    let fields = form_urlencoded::parse(&bytes).into_owned().collect();
    parts.extensions.insert(Posted {
        fields: Fields(fields),
        page: "/c/hinata".into(),
        slot: slot.clone(),
    });
    let body = Body::from(if clean { Bytes::new() } else { bytes });
    let response = next.run(Request::from_parts(parts, body)).await;
    match slot.take() {
        Some(Then::SeeOther(path)) => see_other(&path),
        Some(_) => StatusCode::CONFLICT.into_response(),
        None => response,
    }
}

fn with_a_door_that_only_hands_on(front: Front) -> Router {
    let door = from_fn(|request, next| handed_on(true, request, next));
    outside(inside(&front).layer(door), front)
}

fn with_a_door_that_cleans_nothing(front: Front) -> Router {
    let door = from_fn(|request, next| handed_on(false, request, next));
    outside(inside(&front).layer(door), front)
}

fn without_a_door(front: Front) -> Router {
    outside(inside(&front), front)
}

/// The door of the product, for which no post says where it comes from.
fn without_origins(front: Front) -> Router {
    async fn unsaid(mut request: Request, next: Next) -> Response {
        for name in ["origin", "sec-fetch-site"] {
            request.headers_mut().remove(name);
        }
        next.run(request).await
    }
    let door = from_fn_with_state(front.clone(), door);
    outside(inside(&front).layer(door).layer(from_fn(unsaid)), front)
}

async fn is_broken(app: &TestApp, rule: &str) {
    let found = check(&app.rows().await);
    assert!(found.iter().any(|it| it.rule == rule), "{rule}: {found:?}");
}

/// A patient books with any doctor, goes back and presses the time ten times more; staff press a closure eleven times.
/// Says how many reservations and closures there are of it.
async fn eleven_presses(app: &TestApp) -> (usize, usize) {
    let (patient, staff) = (app.browser(), app.browser());
    let before = app.rows().await.reservations.len();
    let first = held(&patient, "hinata", "internal", 0).await;
    let form = details(&patient, &first.path).await;
    assert_eq!(
        patient.press(&form, "act", "send").await.leads_to(),
        first.path
    );
    for _ in 0..10 {
        let answer = patient.press(&first.grid, "slot", &first.slot).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
    }
    sign_in(&staff, "hinata").await;
    let close = staff.page("/staff/hinata/closures/new").await.form("close");
    let close = close
        .typed("resource", "clinic")
        .typed("date", "2026-03-05")
        .typed("from", "09:00")
        .typed("until", "12:00")
        .typed("reason", "停電");
    for _ in 0..11 {
        let answer = staff.press(&close, "", "").await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    }
    let clinic = "hinata".parse().unwrap();
    let catalogue = app.store().catalogue_find(&clinic).await.unwrap().unwrap();
    let closed = catalogue.closures.iter().filter(|it| it.reason == "停電");
    (app.rows().await.reservations.len() - before, closed.count())
}

#[tokio::test]
async fn with_the_ledger_eleven_presses_are_one_booking_and_one_closure() {
    let app = TestApp::new().await;
    assert_eq!(eleven_presses(&app).await, (1, 1));
    app.finish().await;
}

#[tokio::test]
async fn without_the_ledger_eleven_presses_are_two_bookings_and_eleven_closures() {
    let app = TestApp::without(&[Guard::Ledger, Guard::LedgerKey, Guard::CreatedOnce]).await;
    // Not eleven bookings: what the second press holds is then the visitor's one hold.
    assert_eq!(eleven_presses(&app).await, (2, 11));
    is_broken(&app, "one creation per submission").await;
}

/// Two visitors press one time of one doctor. Gives what each was answered.
async fn two_visitors(app: &TestApp) -> [Answer; 2] {
    let (one, other) = (app.browser(), app.browser());
    let path = "/c/hinata/times?service=checkup&visit=return&doctor=tanaka";
    let first = one.page(path).await.form("hold");
    let second = other.page(path).await.form("hold");
    let slot = &first.buttons("slot")[0];
    let first = one.press(&first, "slot", slot).await;
    let second = other.press(&second, "slot", slot).await;
    [one.follow(first).await, other.follow(second).await]
}

/// True when the page says that the time is kept for whoever looks.
fn reads_held(page: &Answer) -> bool {
    page.status == StatusCode::OK && page.body.contains("お取りしています")
}

#[tokio::test]
async fn with_the_claims_one_of_two_visitors_reads_that_it_is_held() {
    let app = TestApp::new().await;
    let [first, second] = two_visitors(&app).await;
    assert!(reads_held(&first) && !reads_held(&second));
    assert_eq!(second.status, StatusCode::CONFLICT);
    app.finish().await;
}

#[tokio::test]
async fn without_the_claims_both_visitors_read_that_it_is_held() {
    let app = TestApp::without(&[Guard::Claims, Guard::ClaimKey]).await;
    let [first, second] = two_visitors(&app).await;
    assert!(reads_held(&first) && reads_held(&second), "{}", second.body);
    is_broken(&app, "one owner per cell").await;
}

#[tokio::test]
async fn without_the_claims_the_key_still_keeps_the_second_visitor_out() {
    let app = TestApp::without(&[Guard::Claims]).await;
    let [first, second] = two_visitors(&app).await;
    assert!(reads_held(&first) && !reads_held(&second));
    assert_eq!(second.status, StatusCode::SERVICE_UNAVAILABLE);
    second.assert_is_page("ja");
    app.finish().await;
}

/// A browser, a genuine form on its screen, and the button to press.
type Press = (Browser, Form, &'static str, String);

/// Presses of a patient and of staff, each of which does something.
async fn genuine_presses(app: &TestApp) -> Vec<Press> {
    let (patient, staff, other) = (app.browser(), app.browser(), app.browser());
    sent(&other, "hinata", "internal", 2).await;
    let held = held(&patient, "hinata", "internal", 0).await;
    let details = details(&patient, &held.path).await;
    sign_in(&staff, "hinata").await;
    let requests = staff.page("/staff/hinata/requests").await.form("confirm");
    let waiting = requests.buttons("reservation")[0].clone();
    let closure = staff.page("/staff/hinata/closures/new").await;
    let closure = closure.form("close");
    let closure = closure.typed("resource", "clinic").typed("reason", "停電");
    let grid = hold_form(&other, "hinata", "internal").await;
    let slot = grid.buttons("slot")[5].clone();
    vec![
        (patient.clone(), details.clone(), "act", "more-time".into()),
        (patient, details, "act", "send".into()),
        (other, grid, "slot", slot),
        (staff.clone(), requests, "reservation", waiting),
        (staff, closure, "", String::new()),
    ]
}

#[tokio::test]
async fn without_the_door_no_post_does_anything() {
    let app = TestApp::new().await;
    let presses = genuine_presses(&app).await;
    let before = app.state().await;
    let app = app.routed(without_a_door).await;
    let stranger = app.browser();
    let sign_in = stranger.page("/staff/hinata/sign-in").await.form("sign-in");
    let sign_in = sign_in
        .typed("login", hitotsu::demo::LOGIN)
        .typed("password", hitotsu::demo::PASSWORD);
    stranger.press(&sign_in, "", "").await;
    assert!(!stranger.look("/staff/hinata").await.has_form("sign-out"));
    for (browser, form, name, value) in &presses {
        browser.press(form, name, value).await;
        assert_eq!(app.state().await, before, "{} did something", form.action);
    }
    // The same presses, with the door in its place.
    let app = app.routed(hitotsu::router).await;
    let mut last = before;
    for (browser, form, name, value) in &presses {
        browser.press(form, name, value).await;
        let now = app.state().await;
        assert_ne!(now, last, "{} did nothing", form.action);
        last = now;
    }
    app.finish().await;
}

/// A post that names another site as its origin, with all that a genuine form carries.
async fn post_of_another_site(app: &TestApp) -> StatusCode {
    let browser = app.browser();
    let grid = hold_form(&browser, "hinata", "internal").await;
    let request = browser
        .request(Method::POST, &grid.action)
        .header("origin", "https://evil.example")
        .header("sec-fetch-site", "cross-site")
        .form(&grid.pressed("slot", &grid.buttons("slot")[0]));
    send(request).await.status
}

#[tokio::test]
async fn with_the_origin_check_a_post_of_another_site_is_refused() {
    let app = TestApp::new().await;
    let before = app.state().await;
    assert_eq!(post_of_another_site(&app).await, StatusCode::FORBIDDEN);
    assert_eq!(app.state().await, before);
    app.finish().await;
}

#[tokio::test]
async fn without_the_origin_check_a_post_of_another_site_holds_a_time() {
    let app = TestApp::new().await.routed(without_origins).await;
    let before = app.rows().await.reservations.len();
    assert_eq!(post_of_another_site(&app).await, StatusCode::SEE_OTHER);
    assert_eq!(app.rows().await.reservations.len(), before + 1);
    app.finish().await;
}

/// One post with two different times. Says how many times were held by it.
async fn two_times_in_one_post(app: &TestApp) -> (Answer, usize) {
    let browser = app.browser();
    let grid = hold_form(&browser, "hinata", "internal").await;
    let before = app.rows().await.reservations.len();
    let mut fields = grid.pressed("slot", &grid.buttons("slot")[0]);
    fields.push(("slot".into(), grid.buttons("slot")[1].clone()));
    let answer = send(browser.request(Method::POST, &grid.action).form(&fields)).await;
    (answer, app.rows().await.reservations.len() - before)
}

#[tokio::test]
async fn with_the_joining_of_repeats_two_times_in_one_post_hold_neither() {
    let app = TestApp::new().await;
    let (answer, held) = two_times_in_one_post(&app).await;
    assert_eq!((answer.status, held), (StatusCode::CONFLICT, 0));
    answer.assert_is_page("ja");
    app.finish().await;
}

#[tokio::test]
async fn without_the_joining_of_repeats_two_times_in_one_post_hold_the_last() {
    let app = TestApp::new().await;
    let app = app.routed(with_a_door_that_only_hands_on).await;
    let (answer, held) = two_times_in_one_post(&app).await;
    assert_eq!((answer.status, held), (StatusCode::SEE_OTHER, 1));
    app.finish().await;
}

#[tokio::test]
async fn without_the_clean_body_a_name_sent_twice_loses_the_whole_post() {
    let app = TestApp::new().await;
    let app = app.routed(with_a_door_that_cleans_nothing).await;
    let (answer, held) = two_times_in_one_post(&app).await;
    // The server function's own parser gives up: no page, and nothing of what was typed.
    assert_eq!((answer.status, held), (StatusCode::FOUND, 0));
    assert!(answer.texts("h1").is_empty(), "{}", answer.body);
    app.finish().await;
}

/// One browser presses forty different forms. Says how many times it was asked to wait.
async fn presses_without_end(app: &TestApp) -> usize {
    let browser = app.browser();
    let grid = hold_form(&browser, "hinata", "internal").await;
    let mut waited = 0;
    for number in 0..40 {
        let body = format!("clinic=hinata&token={number}");
        let answer = browser.post(&grid.action, body).await;
        waited += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    waited
}

#[tokio::test]
async fn with_the_limits_a_browser_that_presses_without_end_is_asked_to_wait() {
    let app = TestApp::new().await;
    assert!(presses_without_end(&app).await > 0);
    app.finish().await;
}

#[tokio::test]
async fn without_the_limits_a_browser_presses_without_end() {
    let app = TestApp::without_limits().await;
    assert_eq!(presses_without_end(&app).await, 0);
    app.finish().await;
}
