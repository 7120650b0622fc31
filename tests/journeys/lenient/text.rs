//! What somebody might send as a text. The harmless comes first, so that a failure shrinks towards it.

use std::fmt;

use proptest::prelude::*;

/// A text as it stands in a body, percent signs and all.
#[derive(Clone, PartialEq, Eq)]
pub struct Text(pub Vec<u8>);

impl fmt::Debug for Text {
    /// Short enough to be read: a huge one says how long it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(60)];
        write!(f, "\"{}\"", shown.escape_ascii())?;
        if shown.len() < self.0.len() {
            write!(f, "… {} bytes", self.0.len())?;
        }
        Ok(())
    }
}

/// Marks that would be markup if a page did not escape them: `zz` is no word of ours.
pub const MARKUP: [&str; 6] = [
    "<script>zz()</script>",
    "\"><zz onzz=1>",
    "</textarea></title><zz>",
    "\" onzz=\"1",
    "' onzz='1",
    "&lt;zz&gt;",
];

const PIECES: [&[u8]; 44] = [
    b"%00",
    b"\0",
    b"%FF%F0%28%8C",
    b"\xff\xfe\xc3",
    b"%E3%81",
    b"%",
    b"%zz",
    b"%u3042",
    b"%0D%0A",
    b"\r\n",
    b"%0D",
    b"%0A%0ASet-Cookie: zz=1",
    b"%E2%80%AE",
    b"%E2%81%A6",
    b"%E2%80%8D",
    b"%E2%80%8B",
    b"%EF%BB%BF",
    b"%EF%BF%BF",
    b"%CC%81",
    b"%F0%9F%A6%B7",
    b"%09%0B%0C",
    b"%1B%5B31m",
    b"%7F%C2%85",
    b"-1",
    b"0",
    b"1e9",
    b"0x10",
    b"NaN",
    b"99999999999999999999999999",
    b"275000-01-01T00:00:00Z",
    b"2026-02-30T10:00:00.000Z",
    b"hinata:any:2026-03-03T01:00:00.001Z",
    b"hudson",
    b"00000000-0000-0000-0000-000000000000",
    b"..%2F..%2F",
    b"%2F%2Fevil.example",
    b"'; DROP TABLE reservation;--",
    b"%7B%7Bzz%7D%7D",
    b"{ $zz }",
    b"=cmd()",
    b"%5C%5C",
    b"send",
    b"en",
    b"true",
];

/// Any text.
pub fn text() -> impl Strategy<Value = Text> {
    let piece = prop_oneof![
        3 => "[a-z0-9 ]{0,6}".prop_map(encoded),
        3 => "\\PC{0,6}".prop_map(encoded),
        8 => prop::sample::select(PIECES.to_vec()).prop_map(<[u8]>::to_vec),
        3 => prop::sample::select(MARKUP.to_vec()).prop_map(|mark| encoded(mark.to_owned())),
        1 => prop::collection::vec(any::<u8>(), 0..20),
        1 => prop::sample::select(vec![101_usize, 1_001, 21_000, 64_000, 200_000])
            .prop_map(|length| b"%E3%81%82".repeat(length / 9 + 1)),
    ];
    prop::collection::vec(piece, 1..4).prop_map(|pieces| Text(pieces.concat()))
}

fn encoded(text: String) -> Vec<u8> {
    form_urlencoded::byte_serialize(text.as_bytes())
        .collect::<String>()
        .into_bytes()
}
