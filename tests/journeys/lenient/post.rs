//! A form of the product with something changed in it, and the envelope in which it is sent.

use hyper::body::{Bytes, Frame};
use proptest::prelude::*;
use reqwest::{Body, Method, StatusCode};

use super::rooms::{Drawn, Rooms};
use super::text::{Text, text};
use crate::support::{Answer, Browser, send};

/// What is posted. Its `Debug` is what a failure shows.
#[derive(Debug, Clone)]
pub struct Post {
    pub action: &'static str,
    pub changes: Vec<Change>,
    pub envelope: Envelope,
}

/// One change. Places count modulo the number of fields.
#[derive(Debug, Clone)]
pub enum Change {
    Value(usize, Text),
    Append(usize, Text),
    Again(usize, Text),
    Twin(usize),
    Missing(usize),
    Extra(Text, Text),
    ManyMore(usize),
    /// All fields of another form behind its own.
    WithAllOf(&'static str),
    /// A field with the value that it has in another form.
    AsIn(usize, &'static str),
    Reversed,
    CutAt(usize),
    BitFlipped(usize),
}

/// How it is sent.
#[derive(Debug, Clone)]
pub struct Envelope {
    pub content_type: Option<&'static str>,
    pub chunked: bool,
    pub origin: Origin,
    pub page: Page,
    pub who: Who,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Ours,
    Unsaid,
    Null,
    Site(&'static str),
    Other(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    Own,
    None,
    Other(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    Own,
    Stranger,
    OtherPatient,
    StaffOfAnotherClinic,
}

/// Addresses that are no page, or not one of ours, as they stand in a query.
pub const EVIL_PAGES: [&str; 18] = [
    "",
    "%00",
    "%2F%2Fevil.example",
    "https%3A%2F%2Fevil.example%2F",
    "%2F%5Cevil.example",
    "%2Fdo%2Fhold",
    "%2Fdo",
    "javascript:alert(1)",
    "%2Fc%2Fhinata%0D%0ASet-Cookie:%20zz=1",
    "%2Fc%2F%E2%80%AE",
    "%2Fc%2Fhinata&page=https%3A%2F%2Fevil.example",
    "%2Fc%2Fhinata%3F%22%3E%3Czz%20onzz%3D1%3E",
    "%2Fc%2Fhinata%2Ftimes%3Fservice%3D%3Czz%3E",
    "%2Fc%2Fhinata%2Freservations%2F..%2F..%2F..%2Fetc",
    "%2Fstaff%2Fhinata%2Fvisits%2F%25%252e",
    "%2Fstaff%2Fnowhere",
    "%2Fassets%2Fx.css",
    "%2Fc%2Fhinata%23%3Czz%3E",
];

const FORM: &str = "application/x-www-form-urlencoded";

/// Forms into which people type: there is more to lose.
const TYPED: [&str; 8] = [
    "close",
    "decline",
    "details",
    "language",
    "more-time",
    "sign-in",
    "staff-cancel",
    "staff-details",
];

/// Changed forms of these actions.
pub fn post(actions: Vec<&'static str>) -> impl Strategy<Value = Post> {
    let others = actions.clone();
    let action = prop_oneof![
        1 => prop::sample::select(actions),
        1 => prop::sample::select(TYPED.to_vec()),
    ];
    (
        action,
        prop::collection::vec(change(others), 0..4),
        envelope(),
    )
        .prop_map(|(action, changes, envelope)| Post {
            action,
            changes,
            envelope,
        })
}

fn change(actions: Vec<&'static str>) -> impl Strategy<Value = Change> {
    let at = 0..12_usize;
    prop_oneof![
        6 => (at.clone(), text()).prop_map(|(at, text)| Change::Value(at, text)),
        3 => (at.clone(), text()).prop_map(|(at, text)| Change::Append(at, text)),
        2 => (at.clone(), text()).prop_map(|(at, text)| Change::Again(at, text)),
        1 => at.clone().prop_map(Change::Twin),
        2 => at.clone().prop_map(Change::Missing),
        1 => (text(), text()).prop_map(|(name, value)| Change::Extra(name, value)),
        1 => (1..300_usize).prop_map(Change::ManyMore),
        1 => prop::sample::select(actions.clone()).prop_map(Change::WithAllOf),
        2 => (at, prop::sample::select(actions)).prop_map(|(at, of)| Change::AsIn(at, of)),
        1 => Just(Change::Reversed),
        1 => (0..400_usize).prop_map(Change::CutAt),
        1 => (0..4000_usize).prop_map(Change::BitFlipped),
    ]
}

fn envelope() -> impl Strategy<Value = Envelope> {
    let content_type = prop_oneof![
        6 => Just(Some(FORM)),
        1 => prop::sample::select(vec![
            None,
            Some("application/json"),
            Some("multipart/form-data; boundary=zz"),
            Some("text/plain"),
            Some("application/x-www-form-urlencoded; charset=Shift_JIS"),
            Some("zz"),
        ]),
    ];
    let origin = prop_oneof![
        12 => Just(Origin::Ours),
        1 => Just(Origin::Unsaid),
        1 => Just(Origin::Null),
        1 => prop::sample::select(vec!["same-origin", "none", "same-site", "cross-site", "zz"])
            .prop_map(Origin::Site),
        1 => prop::sample::select(vec![
            "https://evil.example", "", "ÿ", "file://", "http://127.0.0.1",
        ])
        .prop_map(Origin::Other),
    ];
    let page = prop_oneof![
        16 => Just(Page::Own),
        1 => Just(Page::None),
        2 => prop::sample::select(EVIL_PAGES.to_vec()).prop_map(Page::Other),
    ];
    let who = prop_oneof![
        16 => Just(Who::Own),
        1 => Just(Who::Stranger),
        1 => Just(Who::OtherPatient),
        1 => Just(Who::StaffOfAnotherClinic),
    ];
    (content_type, prop::bool::weighted(0.1), origin, page, who).prop_map(
        |(content_type, chunked, origin, page, who)| Envelope {
            content_type,
            chunked,
            origin,
            page,
            who,
        },
    )
}

impl Post {
    /// The form as it is.
    pub fn unchanged(action: &'static str) -> Self {
        Self {
            action,
            changes: Vec::new(),
            envelope: Envelope {
                content_type: Some(FORM),
                chunked: false,
                origin: Origin::Ours,
                page: Page::Own,
                who: Who::Own,
            },
        }
    }

    /// The bytes that are sent.
    pub fn body(&self, drawn: &Drawn, rooms: &Rooms) -> Vec<u8> {
        let mut fields: Vec<(Vec<u8>, Vec<u8>)> = encode(&drawn.pressed());
        let mut cut = None;
        let mut flips = Vec::new();
        for change in &self.changes {
            let count = fields.len().max(1);
            match change {
                Change::CutAt(at) => cut = Some(*at),
                Change::BitFlipped(at) => flips.push(*at),
                Change::Reversed => fields.reverse(),
                Change::Extra(name, value) => fields.push((name.0.clone(), value.0.clone())),
                Change::ManyMore(more) => {
                    fields.extend((0..*more).map(|at| (format!("zz{at}").into(), b"1".to_vec())));
                }
                Change::WithAllOf(other) => fields.extend(encode(&rooms.fields_of(other))),
                Change::AsIn(at, other) => {
                    let others = encode(&rooms.fields_of(other));
                    if let Some(field) = fields.get_mut(at % count)
                        && let Some(same) = others.into_iter().find(|(name, _)| *name == field.0)
                    {
                        *field = same;
                    }
                }
                Change::Missing(at) if !fields.is_empty() => drop(fields.remove(at % count)),
                Change::Missing(_) => {}
                Change::Value(at, text) => {
                    at_place(&mut fields, *at, |field| field.1 = text.0.clone())
                }
                Change::Append(at, text) => {
                    at_place(&mut fields, *at, |field| field.1.extend(&text.0))
                }
                Change::Again(at, text) => {
                    let name = fields.get(at % count).map(|field| field.0.clone());
                    fields.extend(name.map(|name| (name, text.0.clone())));
                }
                Change::Twin(at) => {
                    let twin = fields.get(at % count).cloned();
                    fields.extend(twin);
                }
            }
        }
        let pairs: Vec<Vec<u8>> = fields
            .into_iter()
            .map(|(name, value)| [name, b"=".to_vec(), value].concat())
            .collect();
        let mut body = pairs.join(&b'&');
        body.truncate(cut.unwrap_or(usize::MAX));
        for at in flips {
            let bits = (body.len() * 8).max(1);
            if let Some(byte) = body.get_mut(at % bits / 8) {
                *byte ^= 1 << (at % 8);
            }
        }
        body
    }

    /// Sends it. Where the machine is so busy that the server says so, it is sent again, as a person would.
    pub async fn send(&self, drawn: &Drawn, rooms: &Rooms, body: &[u8]) -> Answer {
        let mut answer = self.send_once(drawn, rooms, body).await;
        for _ in 0..10 {
            if answer.status != StatusCode::SERVICE_UNAVAILABLE
                || !answer.body.contains("混み合って")
            {
                break;
            }
            answer = self.send_once(drawn, rooms, body).await;
        }
        answer
    }

    async fn send_once(&self, drawn: &Drawn, rooms: &Rooms, body: &[u8]) -> Answer {
        let stranger;
        let browser: &Browser = match self.envelope.who {
            Who::Own => &drawn.browser,
            Who::OtherPatient => &rooms.other_patient,
            Who::StaffOfAnotherClinic => &rooms.other_staff,
            Who::Stranger => {
                stranger = rooms.app.browser();
                &stranger
            }
        };
        let own = drawn.address();
        let bare = own.split('?').next().unwrap_or_default();
        let path = match self.envelope.page {
            Page::Own => own.clone(),
            Page::None => bare.to_owned(),
            Page::Other(page) => format!("{bare}?page={page}"),
        };
        let mut request = browser.request(Method::POST, &path);
        if let Some(content_type) = self.envelope.content_type {
            request = request.header("content-type", content_type);
        }
        request = match self.envelope.origin {
            Origin::Ours => request.header("origin", format!("http://{}", rooms.app.addr())),
            Origin::Unsaid => request,
            Origin::Null => request.header("origin", "null"),
            Origin::Site(site) => request.header("sec-fetch-site", site),
            Origin::Other(origin) => request.header("origin", origin.as_bytes()),
        };
        send(request.body(if self.envelope.chunked {
            in_chunks(body)
        } else {
            Body::from(body.to_vec())
        }))
        .await
    }

    /// True when another site, or somebody else than for whom the form was drawn, sends it.
    pub fn is_foreign(&self) -> bool {
        let other_site = match self.envelope.origin {
            Origin::Ours | Origin::Unsaid | Origin::Null => false,
            Origin::Site(site) => !matches!(site, "same-origin" | "none"),
            Origin::Other(_) => true,
        };
        other_site || self.envelope.who != Who::Own
    }
}

fn at_place<T>(fields: &mut [T], at: usize, change: impl FnMut(&mut T)) {
    let count = fields.len().max(1);
    fields.get_mut(at % count).into_iter().for_each(change);
}

/// Without a length: each thousand bytes on their own.
fn in_chunks(body: &[u8]) -> Body {
    let chunks: Vec<_> = body
        .chunks(1000)
        .map(Bytes::copy_from_slice)
        .map(|chunk| Ok::<_, std::io::Error>(Frame::data(chunk)))
        .collect();
    Body::wrap(http_body_util::StreamBody::new(futures::stream::iter(
        chunks,
    )))
}

fn encode(fields: &[(String, String)]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let encode = |text: &str| {
        form_urlencoded::byte_serialize(text.as_bytes())
            .collect::<String>()
            .into_bytes()
    };
    fields
        .iter()
        .map(|(name, value)| (encode(name), encode(value)))
        .collect()
}
