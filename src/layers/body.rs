//! The body of a post, read leniently: what a person typed is kept whatever state it comes in.

use std::borrow::Cow;
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// Larger than [`BODY_MAX`], or more fields than [`FIELDS_MAX`]: what fits, without the token, so that the page comes
    /// back with it and nothing can act.
    TooLarge(Fields),
    /// It broke off, or did not come in time.
    BrokenOff,
}

/// Reads a form.
pub async fn read(body: Body) -> Result<Fields, Unread> {
    let reading = tokio::time::timeout(Duration::from_secs(READ_SECONDS), collect(body));
    let (bytes, whole) = reading.await.map_err(|_| Unread::BrokenOff)??;
    if whole {
        parse(&bytes)
    } else {
        Err(Unread::TooLarge(parse_cut(&bytes)))
    }
}

/// The body up to [`BODY_MAX`], and whether that is all of it.
async fn collect(body: Body) -> Result<(Vec<u8>, bool), Unread> {
    let mut stream = body.into_data_stream();
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Unread::BrokenOff)?;
        length += chunk.len();
        let room = BODY_MAX - kept.len();
        kept.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if length > DRAIN_MAX {
            break;
        }
    }
    Ok((kept, length <= BODY_MAX))
}

/// The beginning of a body: its last field is cut at a character.
fn parse_cut(bytes: &[u8]) -> Fields {
    let last = bytes
        .iter()
        .rposition(|byte| *byte == b'&')
        .map_or(0, |at| at + 1);
    let (before, mut cut) = bytes.split_at(last);
    // Half of `%E3`.
    if let Some(at) = cut.iter().rposition(|byte| *byte == b'%')
        && at + 3 > cut.len()
    {
        cut = &cut[..at];
    }
    let mut pairs: Vec<Pair<'_>> = form_urlencoded::parse(before).collect();
    // Without its `=` even the name is cut.
    if cut.contains(&b'=') {
        pairs.extend(form_urlencoded::parse(cut).map(|(name, value)| {
            // Half of a letter reads as a replacement character.
            let whole = value.trim_end_matches('\u{fffd}').to_owned();
            (name, whole.into())
        }));
    }
    without_token(gather(pairs.into_iter().take(FIELDS_MAX)).0)
}

/// Takes a body for `application/x-www-form-urlencoded`, whatever it says it is: broken UTF-8 is replaced, NUL removed,
/// values of a repeated name joined by a space. A joined value is no id, no slot and no date, so it can't act on the
/// wrong thing.
fn parse(bytes: &[u8]) -> Result<Fields, Unread> {
    let mut pairs = form_urlencoded::parse(bytes);
    let (fields, doubtful) = gather(pairs.by_ref().take(FIELDS_MAX));
    if pairs.next().is_some() {
        return Err(Unread::TooLarge(without_token(fields)));
    }
    // Without its token nothing can act, and the page comes back with all that was typed.
    Ok(if doubtful {
        without_token(fields)
    } else {
        fields
    })
}

type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Each name once, and whether it can't be told what was meant.
fn gather<'a>(pairs: impl Iterator<Item = Pair<'a>>) -> (Fields, bool) {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut doubtful = false;
    for (name, value) in pairs {
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
    (Fields(fields), doubtful)
}

fn without_token(mut fields: Fields) -> Fields {
    fields.0.retain(|(name, _)| name != "token");
    fields
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
        let Err(Unread::TooLarge(kept)) = parse(many(FIELDS_MAX + 1).as_bytes()) else {
            panic!("more than the most")
        };
        assert_eq!(kept.0.len(), FIELDS_MAX);
    }

    #[test]
    fn a_cut_body_keeps_all_but_its_token_and_ends_with_a_whole_letter() {
        let kept = |body: &[u8]| {
            let pairs = parse_cut(body).0;
            let text: Vec<_> = pairs
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            text.join("&")
        };
        let whole = "token=t&name=%E5%B1%B1&note=a%E3%81%82".as_bytes();
        for (length, wanted) in [
            (whole.len(), "name=山&note=aあ"),
            (whole.len() - 1, "name=山&note=a"),
            (whole.len() - 2, "name=山&note=a"),
            (whole.len() - 3, "name=山&note=a"),
            (whole.len() - 5, "name=山&note=a"),
            (whole.len() - 9, "name=山&note=a"),
            (whole.len() - 10, "name=山&note="),
            (whole.len() - 11, "name=山"),
            (whole.len() - 15, "name=山"),
            (whole.len() - 16, "name=山"),
            (whole.len() - 17, "name="),
            (6, ""),
            (0, ""),
        ] {
            assert_eq!(kept(&whole[..length]), wanted, "{length}");
        }
    }

    #[tokio::test]
    async fn a_body_is_read_up_to_its_limit() {
        let mut large = b"token=t&name=a&note=".to_vec();
        large.resize(BODY_MAX + 1, b'b');
        let Err(Unread::TooLarge(kept)) = read(Body::from(large)).await else {
            panic!("more than the most")
        };
        assert_eq!(kept.get("name"), "a");
        assert_eq!(
            kept.get("note").len(),
            BODY_MAX - b"token=t&name=a&note=".len()
        );
        assert!(!kept.has("token"));
        assert!(read(Body::from(vec![b'a'; BODY_MAX])).await.is_ok());
    }
}
