//! The body of a post, read leniently: what a person typed is kept whatever state it comes in.

use std::time::Duration;

use app::door::Fields;
use axum::body::Body;
use futures::StreamExt;

/// The largest body that is read.
pub const BODY_MAX: usize = 64 * 1024;
/// The most fields of a form.
pub const FIELDS_MAX: usize = 200;
/// So much of a body that is too large is still taken in, so that the browser gets to read the answer.
const DRAIN_MAX: usize = 4 * 1024 * 1024;
/// A body that has not come by then was given up by whoever sent it.
const READ_SECONDS: u64 = 20;

/// A field that says which of several things shall happen, to what, or in whose name. Sent twice with different values
/// it is nobody's intent.
const NEVER_TWICE: [&str; 4] = ["act", "slot", "clinic", "token"];

/// A body that was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// Larger than [`BODY_MAX`], or more fields than [`FIELDS_MAX`].
    TooLarge,
    /// It broke off, or did not come in time.
    BrokenOff,
}

/// Reads a form.
pub async fn read(body: Body) -> Result<Fields, Unread> {
    let reading = tokio::time::timeout(Duration::from_secs(READ_SECONDS), collect(body));
    let bytes = reading.await.map_err(|_| Unread::BrokenOff)??;
    parse(&bytes)
}

async fn collect(body: Body) -> Result<Vec<u8>, Unread> {
    let mut stream = body.into_data_stream();
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Unread::BrokenOff)?;
        length += chunk.len();
        if length <= BODY_MAX {
            kept.extend_from_slice(&chunk);
        } else if length > DRAIN_MAX {
            break;
        }
    }
    if length > BODY_MAX {
        Err(Unread::TooLarge)
    } else {
        Ok(kept)
    }
}

/// Takes a body for `application/x-www-form-urlencoded`, whatever it says it is: broken UTF-8 is replaced, NUL removed,
/// values of a repeated name joined by a space. A joined value is no id, no slot and no date, so it can't act on the
/// wrong thing.
fn parse(bytes: &[u8]) -> Result<Fields, Unread> {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut doubtful = false;
    for (count, (name, value)) in form_urlencoded::parse(bytes).enumerate() {
        if count >= FIELDS_MAX {
            return Err(Unread::TooLarge);
        }
        if !is_plain(&name) {
            continue;
        }
        let value = value.replace('\0', "");
        match fields.iter_mut().find(|(known, _)| *known == name) {
            None => fields.push((name.into_owned(), value)),
            Some((_, first)) if *first == value => {}
            Some((_, first)) => {
                doubtful |= NEVER_TWICE.contains(&&*name);
                first.push(' ');
                first.push_str(&value);
            }
        }
    }
    if doubtful {
        // Without its token nothing can act, and the page comes back with all that was typed.
        fields.retain(|(name, _)| name != "token");
    }
    Ok(Fields(fields))
}

/// The names of our own fields. Others (brackets among them, which the server function's parser would take for
/// structure) are nobody's.
fn is_plain(name: &str) -> bool {
    (1..=60).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// The clean body that a server function gets: each name once.
pub fn clean(fields: &Fields) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(&fields.0)
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_now(body: &[u8]) -> Fields {
        parse(body).unwrap()
    }

    #[test]
    fn whatever_was_typed_is_kept_and_made_clean() {
        let fields = read_now(b"name=%E6%9D%B1\0%00&memo=%ff&a[b]=1&name=x&plain&token=t&&=");
        assert_eq!(fields.get("name"), "東 x");
        assert_eq!(fields.get("memo"), "\u{fffd}");
        assert!(!fields.has("a[b]"));
        assert_eq!(fields.get("plain"), "");
        assert_eq!(fields.get("token"), "t");
        assert_eq!(read_now(clean(&fields).as_bytes()), fields);
    }

    #[test]
    fn two_different_slots_in_one_post_are_nobodys_intent() {
        assert!(!read_now(b"token=t&slot=a&slot=b").has("token"));
        assert!(!read_now(b"token=t&act=confirm&act=decline").has("token"));
        assert!(!read_now(b"token=t&token=u").has("token"));
        assert_eq!(read_now(b"token=t&slot=a&slot=a").get("token"), "t");
    }

    #[test]
    fn a_form_has_its_limits() {
        let many = |count: usize| {
            (0..count)
                .map(|at| format!("f{at}=1"))
                .collect::<Vec<_>>()
                .join("&")
        };
        assert_eq!(
            parse(many(FIELDS_MAX).as_bytes()).map(|fields| fields.0.len()),
            Ok(FIELDS_MAX)
        );
        assert_eq!(
            parse(many(FIELDS_MAX + 1).as_bytes()),
            Err(Unread::TooLarge)
        );
    }

    #[tokio::test]
    async fn a_body_is_read_up_to_its_limit() {
        assert_eq!(
            read(Body::from(vec![b'a'; BODY_MAX + 1])).await,
            Err(Unread::TooLarge)
        );
        assert!(read(Body::from(vec![b'a'; BODY_MAX])).await.is_ok());
    }
}
