//! What must be true of every answer, whatever was sent.

use std::collections::{BTreeSet, HashMap};

use proptest::prop_assert;
use proptest::test_runner::TestCaseError;
use reqwest::StatusCode;
use reservation::check::Dump;
use scraper::Html;

use super::post::Post;
use super::rooms::Drawn;
use crate::support::{Answer, Form};

/// As much of a body as is read, and as many fields.
const BODY_MAX: usize = 64 * 1024;
const FIELDS_MAX: usize = 200;

type Verdict = Result<(), TestCaseError>;

/// A whole page of ours in one of these languages, or a way on to one: never a fault, never markup that was typed.
pub fn is_an_answer(answer: &Answer, languages: &[&str]) -> Verdict {
    let body = &answer.body;
    prop_assert!(
        !answer.status.is_server_error(),
        "{} {}",
        answer.status,
        brief(body)
    );
    prop_assert!(answer.headers.get("zz").is_none());
    for cookie in answer.headers.get_all("set-cookie") {
        prop_assert!(!cookie.as_bytes().starts_with(b"zz"), "{cookie:?}");
    }
    if answer.status.is_redirection() {
        let to = answer.header("location");
        let is_local = to.starts_with('/') && !to.starts_with("//") && !to.contains('\\');
        prop_assert!(answer.status == StatusCode::SEE_OTHER, "{}", answer.status);
        prop_assert!(is_local && body.is_empty(), "{to} {}", brief(body));
        return Ok(());
    }
    is_a_page(body, languages)
}

/// One heading, one title, a language, an end, and nothing that was typed as markup.
fn is_a_page(body: &str, languages: &[&str]) -> Verdict {
    let says = |language: &&str| body.contains(&format!("<html lang=\"{language}\""));
    prop_assert!(languages.iter().any(says), "{}", brief(body));
    prop_assert!(body.ends_with("</html>"), "{}", brief(body));
    prop_assert!(body.matches("<h1").count() == 1, "{}", brief(body));
    let title = body
        .split("<title>")
        .nth(1)
        .and_then(|rest| rest.split("</title>").next());
    prop_assert!(
        title.is_some_and(|title| !title.trim().is_empty()),
        "{}",
        brief(body)
    );
    for markup in ["<zz", "<script>", "</textarea></title>"] {
        let around = body
            .split(markup)
            .next()
            .unwrap_or_default()
            .len()
            .saturating_sub(100);
        let found = body.get(around..).unwrap_or(body);
        prop_assert!(!body.contains(markup), "{markup} in {}", brief(found));
    }
    // Within a text a quote is a quote; within a tag it would be an attribute.
    if body.contains("onzz") {
        let html = Html::parse_document(body);
        let names = html
            .root_element()
            .descendants()
            .filter_map(|node| node.value().as_element());
        let mut names = names.flat_map(|element| element.attrs().map(|(name, _)| name));
        prop_assert!(!names.any(|name| name.contains("onzz")), "{}", brief(body));
    }
    Ok(())
}

/// The beginning of what a page says.
fn brief(body: &str) -> String {
    let main = body.find("<main").map_or(body, |at| &body[at..]);
    main.chars().take(400).collect()
}

/// What was typed is there again, where the page that came has the form.
pub fn keeps_what_was_typed(post: &Post, drawn: &Drawn, sent: &[u8], answer: &Answer) -> Verdict {
    if answer.status.is_redirection() || answer.status == StatusCode::FORBIDDEN {
        // Done, or from another site: nothing of what that typed is shown.
        return Ok(());
    }
    let Some(again) = Form::find(&answer.body, post.action) else {
        return Ok(());
    };
    let (typed, cut) = as_read(sent);
    for name in &drawn.form.texts {
        let Some(typed) = typed.get(name.as_str()) else {
            continue;
        };
        let (typed, back) = (lines(typed), lines(again.value(name)));
        let kept = if cut.as_deref() == Some(name) {
            typed.starts_with(&back)
        } else {
            typed == back
        };
        prop_assert!(
            kept,
            "{name}: {typed:?} came back as {back:?}, {}",
            answer.status
        );
    }
    Ok(())
}

/// The fields of a body as a form's are read: NUL removed, a repeated one joined; and the name of the one that was cut.
fn as_read(sent: &[u8]) -> (HashMap<String, String>, Option<String>) {
    let whole = sent.len() <= BODY_MAX;
    let read = &sent[..sent.len().min(BODY_MAX)];
    let mut fields: HashMap<String, String> = HashMap::new();
    let mut last = None;
    for (name, value) in form_urlencoded::parse(read).take(FIELDS_MAX) {
        let value = value.replace('\0', "");
        last = Some(name.to_string());
        match fields.get_mut(&*name) {
            None => drop(fields.insert(name.into_owned(), value)),
            Some(first) if *first == value => {}
            Some(first) => first.extend([" ", &value]),
        }
    }
    (fields, last.filter(|_| !whole))
}

/// A browser sends line ends as it likes, and drops the first one of a text area.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.strip_prefix('\n').unwrap_or(&text).to_owned()
}

/// Exactly what one press of this very form does: a row of the ledger under its token, one reservation (two when a hold
/// is swapped), one line of history for each, one message at most.
pub fn is_one_effect(drawn: &Drawn, sent: &[u8], before: &Dump, after: &Dump) -> Verdict {
    let token = drawn.form.value("token");
    let tokens: BTreeSet<String> = form_urlencoded::parse(sent)
        .filter(|(name, _)| name == "token")
        .map(|(_, value)| value.replace('\0', ""))
        .collect();
    prop_assert!(
        tokens.len() == 1 && tokens.contains(token),
        "{tokens:?} acted"
    );
    let known: BTreeSet<_> = before.submissions.iter().map(|row| &row.key).collect();
    let new: Vec<_> = after
        .submissions
        .iter()
        .filter(|row| !known.contains(&row.key))
        .collect();
    prop_assert!(new.len() == 1, "{new:?}");
    let id = app::token::claimed_id(token)
        .map(|id| id.to_string())
        .unwrap_or_default();
    prop_assert!(
        new[0].key.key.starts_with(&id),
        "{:?} is not {id}",
        new[0].key
    );
    let changed = after
        .reservations
        .iter()
        .filter(|row| !before.reservations.contains(row))
        .count();
    let swapped = drawn
        .form
        .fields
        .iter()
        .any(|(name, known)| name == "known" && known != "none");
    prop_assert!(
        changed <= 1 + usize::from(swapped),
        "{changed} reservations changed"
    );
    prop_assert!(after.history.len() == before.history.len() + changed);
    let told = after
        .messages
        .iter()
        .filter(|row| !before.messages.contains(row))
        .count();
    prop_assert!(told <= 1, "{told} messages");
    Ok(())
}
