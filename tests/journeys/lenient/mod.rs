//! Lenient in, strict inside: whatever is posted, by whomever, is answered with a page of ours or a way on to one; what
//! was typed is not lost; and nothing is written but by a form that is still right, once.

mod judge;
mod post;
mod rooms;
mod text;

use std::cell::RefCell;
use std::sync::{Mutex, Once, PoisonError};

use hitotsu::layers::door::PATHS;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use reqwest::{Method, StatusCode};
use tokio::runtime::Runtime;

use crate::support::{Browser, TestApp, held, send, sign_in};
use judge::{is_an_answer, is_one_effect, keeps_what_was_typed};
use post::{EVIL_PAGES, Post, Who};
use rooms::Rooms;
use text::{Text, text};

/// The server's threads have a name of their own, so that a panic on one is told from a failing test.
const THREADS: &str = "server of a property";

/// What has panicked on the server's threads.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn server_threads() -> Runtime {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() == Some(THREADS) {
                let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
                panics.push(panic.to_string());
            }
            before(panic);
        }));
    });
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name(THREADS)
        .enable_all()
        .build()
        .unwrap()
}

fn nothing_panicked() -> Result<(), TestCaseError> {
    let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    prop_assert!(panics.is_empty(), "{panics:?}");
    Ok(())
}

/// `PROPTEST_CASES` asks for more.
fn runner(cases: u32) -> TestRunner {
    let asked = std::env::var("PROPTEST_CASES").ok();
    TestRunner::new(Config {
        cases: asked.and_then(|cases| cases.parse().ok()).unwrap_or(cases),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    })
}

/// The actions' names, in order.
fn actions() -> Vec<&'static str> {
    let mut actions: Vec<_> = PATHS
        .iter()
        .map(|path| path.trim_start_matches("/do/"))
        .collect();
    actions.sort_unstable();
    actions
}

/// Pages are Japanese here; only who presses for another language gets it, and keeps it.
fn languages(post: &Post) -> &'static [&'static str] {
    let asks = post.action == "language";
    let has_asked = matches!(
        post.envelope.who,
        Who::OtherPatient | Who::StaffOfAnotherClinic
    );
    if asks || has_asked {
        &["ja", "en"]
    } else {
        &["ja"]
    }
}

#[tokio::test]
async fn each_form_of_the_product_has_one_effect_as_it_is_and_none_when_sent_again() {
    let mut rooms = Rooms::open().await;
    for action in actions() {
        let post = Post::unchanged(action);
        let drawn = rooms.take(action).await;
        let body = post.body(&drawn, &rooms);
        let before = rooms.app.rows().await;
        let answer = post.send(&drawn, &rooms, &body).await;
        is_an_answer(&answer, languages(&post)).unwrap();
        let after = rooms.app.rows().await;
        let asked = ["language", "more-time"].contains(&action);
        let status = if asked {
            StatusCode::OK
        } else {
            StatusCode::SEE_OTHER
        };
        assert_eq!(answer.status, status, "{action}: {}", answer.body);
        if ["language", "sign-in", "sign-out"].contains(&action) {
            assert_eq!(
                before.submissions, after.submissions,
                "{action} is no business of the desk"
            );
        } else {
            is_one_effect(&drawn, &body, &before, &after).unwrap();
        }
        let again = post.send(&drawn, &rooms, &body).await;
        assert_eq!(again.status, status, "{action} again: {}", again.body);
        assert_eq!(
            rooms.app.state().await,
            format!("{after:?}"),
            "{action} again"
        );
    }
    rooms.app.finish().await;
}

#[test]
fn a_changed_form_is_answered_keeps_what_was_typed_and_does_one_thing_or_nothing() {
    let runtime = server_threads();
    let rooms = RefCell::new(runtime.block_on(async {
        let mut rooms = Rooms::open().await;
        for action in actions() {
            let drawn = rooms.take(action).await;
            rooms.put(action, drawn);
        }
        rooms
    }));
    let judged = runner(240).run(&post::post(actions()), |post| {
        runtime.block_on(judge_post(&mut rooms.borrow_mut(), &post))
    });
    if let Err(failure) = judged {
        panic!("{failure}");
    }
    runtime.block_on(rooms.into_inner().app.finish());
}

async fn judge_post(rooms: &mut Rooms, post: &Post) -> Result<(), TestCaseError> {
    let drawn = rooms.take(post.action).await;
    let body = post.body(&drawn, rooms);
    let before = rooms.app.rows().await;
    let answer = post.send(&drawn, rooms, &body).await;
    is_an_answer(&answer, languages(post))?;
    keeps_what_was_typed(post, &drawn, &body, &answer)?;
    let after = rooms.app.rows().await;
    nothing_panicked()?;
    if format!("{before:?}") == format!("{after:?}") {
        // Signed in or out, it is spent all the same.
        if !answer.status.is_redirection() {
            rooms.put(post.action, drawn);
        }
        return Ok(());
    }
    prop_assert!(!post.is_foreign(), "somebody else acted");
    is_one_effect(&drawn, &body, &before, &after)?;
    post.send(&drawn, rooms, &body).await;
    let again = rooms.app.state().await;
    prop_assert!(
        again == format!("{after:?}"),
        "sent again, it did something again"
    );
    Ok(())
}

/// One server with a visitor who holds a time, and a member of staff.
struct People {
    app: TestApp,
    visitor: Browser,
    staff: Browser,
}

impl People {
    async fn new() -> Self {
        let app = TestApp::without_limits().await;
        let (visitor, staff) = (app.browser(), app.browser());
        held(&visitor, "hinata", "internal", 0).await;
        sign_in(&staff, "hinata").await;
        Self {
            app,
            visitor,
            staff,
        }
    }
}

#[test]
fn bytes_of_any_kind_to_every_action_do_nothing() {
    let runtime = server_threads();
    let people = runtime.block_on(People::new());
    let noise = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..300).prop_map(Text),
        prop::collection::vec((text(), text()), 0..6).prop_map(|pairs| {
            let pairs = pairs
                .into_iter()
                .map(|(name, value)| [name.0, b"=".to_vec(), value.0].concat());
            Text(pairs.collect::<Vec<_>>().join(&b'&'))
        }),
    ];
    let case = (prop::sample::select(actions()), noise, 0..3_usize);
    let judged = runner(150).run(&case, |(action, body, who)| {
        runtime.block_on(async {
            let before = people.app.state().await;
            let path = format!("/do/{action}?page=%2Fc%2Fhinata%2Fbookings");
            let stranger = people.app.browser();
            let browser = [&people.visitor, &people.staff, &stranger][who];
            let answer = browser.post(&path, body.0).await;
            is_an_answer(&answer, &["ja", "en"])?;
            prop_assert!(people.app.state().await == before, "something was written");
            nothing_panicked()
        })
    });
    if let Err(failure) = judged {
        panic!("{failure}");
    }
    runtime.block_on(people.app.finish());
}

const METHODS: [&str; 9] = [
    "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "GET", "POST", "BREW",
];

const PAGES: [&str; 12] = [
    "/",
    "/c/hinata",
    "/c/hinata/times",
    "/c/hinata/bookings",
    "/c/hinata/reservations/00000000-0000-7000-8000-000000000000",
    "/c/hinata/receipt/00000000-0000-7000-8000-000000000000",
    "/c/hinata/r/0/0",
    "/c/nowhere",
    "/staff/hinata",
    "/staff/hinata/sign-in",
    "/staff/hinata/closures/new",
    "/nothing",
];

#[test]
fn every_method_on_every_page_and_action_is_answered_and_does_nothing() {
    let runtime = server_threads();
    runtime.block_on(async {
        let people = People::new().await;
        let before = people.app.state().await;
        let addresses = PATHS.iter().chain(&PAGES);
        for (at, path) in addresses.enumerate() {
            for (number, name) in METHODS.iter().enumerate() {
                let method = Method::from_bytes(name.as_bytes()).unwrap();
                let page = EVIL_PAGES[(at + number) % EVIL_PAGES.len()];
                let browser = [&people.visitor, &people.staff][at % 2];
                let request = browser.request(method, &format!("{path}?page={page}"));
                let answer = send(request).await;
                let said = format!(
                    "{name} {path}?page={page}: {} {}",
                    answer.status, answer.body
                );
                let is_read = ["GET", "HEAD"].contains(name);
                let is_action = path.starts_with("/do/");
                if is_action && is_read {
                    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{said}");
                } else if !(is_read || is_action && *name == "POST") {
                    let refused = [StatusCode::METHOD_NOT_ALLOWED, StatusCode::NOT_FOUND];
                    assert!(refused.contains(&answer.status), "{said}");
                }
                if *name == "HEAD" {
                    assert!(
                        answer.body.is_empty() && !answer.status.is_server_error(),
                        "{said}"
                    );
                } else {
                    is_an_answer(&answer, &["ja"]).expect(&said);
                }
            }
        }
        nothing_panicked().unwrap();
        assert_eq!(people.app.state().await, before);
        people.app.finish().await;
    });
}

#[test]
fn every_query_on_every_page_is_answered_and_does_nothing() {
    let runtime = server_threads();
    let people = runtime.block_on(People::new());
    let names = [
        "page", "service", "visit", "doctor", "from", "date", "since", "already", "next", "late",
        "intent", "back", "note", "lang",
    ];
    let pair = (prop::sample::select(names.to_vec()), text());
    let case = (
        prop::sample::select(PAGES.to_vec()),
        prop::collection::vec(pair, 0..4),
        any::<bool>(),
    );
    let judged = runner(120).run(&case, |(page, query, as_staff)| {
        runtime.block_on(async {
            let before = people.app.state().await;
            let query: Vec<_> = query
                .iter()
                .map(|(name, value)| format!("{name}={}", in_address(&value.0)))
                .collect();
            let browser = [&people.visitor, &people.staff][usize::from(as_staff)];
            let answer = browser.look(&format!("{page}?{}", query.join("&"))).await;
            if answer.status == StatusCode::URI_TOO_LONG {
                return Ok(());
            }
            is_an_answer(&answer, &["ja", "en"])?;
            prop_assert!(people.app.state().await == before, "something was written");
            nothing_panicked()
        })
    });
    if let Err(failure) = judged {
        panic!("{failure}");
    }
    runtime.block_on(people.app.finish());
}

/// As a browser would put it into an address, percent signs as they are; at most so long that the server looks at it.
fn in_address(text: &[u8]) -> String {
    text.iter()
        .take(4000)
        .map(|byte| match byte {
            b'%' | b'.' | b'-' | b'a'..=b'z' | b'0'..=b'9' => char::from(*byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}
