//! For tests: pages drawn and buttons pressed as the door would have it, without a server.

use std::sync::Arc;

use axum::http::{Extensions, Request as HttpRequest, StatusCode};
use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use reservation::testing::{CountedIds, ManualClock};
use reservation::time::{Clock, Ids};
use uuid::Uuid;

use crate::asker::{Asker, Pages};
use crate::door::{Again, Fields, Posted, Slot, Then};
use crate::page::{Loaded, Request};

/// Ids that carry the clock's time, as real ones do: a form's age is in its token's id.
pub(crate) struct Ticking(pub(crate) Arc<ManualClock>, pub(crate) CountedIds);

impl Ids for Ticking {
    fn fresh(&self) -> Uuid {
        let millis = u128::from(self.0.now().0.unsigned_abs());
        let tail = self.1.fresh().as_u128() & ((1 << 80) - 1);
        Uuid::from_u128((millis << 80) | tail)
    }
}

/// A drawn page.
pub(crate) struct Drawn {
    pub(crate) status: StatusCode,
    pub(crate) see_other: Option<String>,
    pub(crate) html: String,
}

impl Drawn {
    pub(crate) fn says(&self, wanted: &[&str]) {
        for text in wanted {
            assert!(self.html.contains(text), "{text} is not in {}", self.html);
        }
    }

    pub(crate) fn says_not(&self, unwanted: &[&str]) {
        for text in unwanted {
            assert!(!self.html.contains(text), "{text} is in {}", self.html);
        }
    }
}

/// What a page is asked for by an address.
pub(crate) fn request(pages: &Pages, asker: Asker, here: &str, again: Option<Again>) -> Request {
    let (path, query) = here.split_once('?').unwrap_or((here, ""));
    let segments = path.trim_matches('/').split('/');
    Request {
        pages: pages.clone(),
        asker,
        here: here.to_owned(),
        segments: segments.map(ToOwned::to_owned).collect(),
        query: Fields(
            form_urlencoded::parse(query.as_bytes())
                .into_owned()
                .collect(),
        ),
        host: Some("clinic.example".into()),
        again: again.map(Arc::new),
    }
}

/// The page that `load` makes of a request.
pub(crate) async fn draw<F>(request: Request, load: impl FnOnce(Request) -> F) -> Drawn
where
    F: Future<Output = Loaded>,
{
    let owner = Owner::new();
    let loaded = owner.with(|| {
        leptos_meta::provide_meta_context();
        ScopedFuture::new(load(request))
    });
    let Loaded {
        status,
        title,
        body,
        see_other,
    } = loaded.await;
    let html = owner.with(|| format!("<title>{title}</title>{}", body.to_html()));
    Drawn {
        status,
        see_other,
        html,
    }
}

/// A press as the door hands it to the action. `layers` puts in what the layers before it would have.
pub(crate) async fn press<F>(
    pages: &Pages,
    page: &str,
    fields: &[(String, String)],
    layers: impl FnOnce(&mut Extensions),
    action: impl FnOnce() -> F,
) -> Option<Then>
where
    F: Future<Output = ()>,
{
    let slot = Slot::default();
    let (mut parts, ()) = HttpRequest::new(()).into_parts();
    parts.extensions.insert(Posted {
        fields: Fields(fields.to_vec()),
        page: page.to_owned(),
        slot: slot.clone(),
    });
    layers(&mut parts.extensions);
    let pages = pages.clone();
    let owner = Owner::new();
    owner
        .with(|| {
            provide_context(parts);
            provide_context(pages);
            ScopedFuture::new(action())
        })
        .await;
    slot.take()
}

/// The hidden fields in a piece of a page, and what is typed or pressed besides (a later one of a name counts).
pub(crate) fn fields_in(html: &str, typed: &[(&str, &str)]) -> Vec<(String, String)> {
    let inputs = html.split("<input");
    let hidden = inputs.filter(|input| input.contains("type=\"hidden\""));
    let typed = typed
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    hidden
        .filter_map(|input| Some((attribute(input, "name")?, attribute(input, "value")?)))
        .chain(typed)
        .collect()
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let rest = tag.split('>').next()?.split_once(&format!(" {name}=\""))?.1;
    Some(unescape(rest.split('"').next()?))
}

/// A text as it stood before it became part of a page.
pub(crate) fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}
