//! The addresses of the staff pages, in one place.

use chrono::NaiveDate;
use reservation::ids::{ClinicId, ReservationId};
use reservation::time::UtcMillis;
use uuid::Uuid;

use crate::door::is_local_page;

/// The day board; also the first page after signing in.
pub(crate) fn desk(clinic: &ClinicId) -> String {
    format!("/staff/{clinic}")
}

/// The day board of a date.
pub(crate) fn day(clinic: &ClinicId, date: NaiveDate) -> String {
    format!("/staff/{clinic}?date={date}")
}

/// The list of requests as it is for somebody who comes anew.
pub(crate) fn requests(clinic: &ClinicId) -> String {
    format!("/staff/{clinic}/requests")
}

/// The list of requests with the rows that were answered since it was first drawn.
pub(crate) fn requests_since(clinic: &ClinicId, since: UtcMillis) -> String {
    format!("/staff/{clinic}/requests?since={}", since.0)
}

/// One visit.
pub(crate) fn visit(clinic: &ClinicId, id: ReservationId) -> String {
    format!("/staff/{clinic}/visits/{id}")
}

/// The page on which a request is declined; `back` is where the answer leads.
pub(crate) fn decline(clinic: &ClinicId, id: ReservationId, back: &str) -> String {
    format!("/staff/{clinic}/visits/{id}/decline?back={}", encode(back))
}

/// The page on which a visit or request is cancelled.
pub(crate) fn cancel(clinic: &ClinicId, id: ReservationId) -> String {
    format!("/staff/{clinic}/visits/{id}/cancel")
}

/// The form with which a booking for a patient begins.
pub(crate) fn times(clinic: &ClinicId) -> String {
    format!("/staff/{clinic}/times")
}

/// Calls to make.
pub(crate) fn calls(clinic: &ClinicId) -> String {
    format!("/staff/{clinic}/calls")
}

/// Calls to make, with those ticked off since the list was first drawn.
pub(crate) fn calls_since(clinic: &ClinicId, since: UtcMillis) -> String {
    format!("/staff/{clinic}/calls?since={}", since.0)
}

/// Double presses caught.
pub(crate) fn caught(clinic: &ClinicId) -> String {
    format!("/staff/{clinic}/caught")
}

/// Closed spans.
pub(crate) fn closures(clinic: &ClinicId) -> String {
    format!("/staff/{clinic}/closures")
}

/// The form that closes a span: one intent, one closure.
pub(crate) fn new_closure(clinic: &ClinicId, intent: Uuid) -> String {
    format!("/staff/{clinic}/closures/new?intent={intent}")
}

/// Signing in, and going on to `next` afterwards.
pub(crate) fn sign_in(clinic: &ClinicId, next: &str) -> String {
    if next == desk(clinic) || !is_own_page(clinic, next) {
        return format!("/staff/{clinic}/sign-in");
    }
    format!("/staff/{clinic}/sign-in?next={}", encode(next))
}

/// The same for a press that came after the sign-in had ended: the page says that the press did nothing.
pub(crate) fn sign_in_late(clinic: &ClinicId, next: &str) -> String {
    let next = if is_own_page(clinic, next) {
        next.to_owned()
    } else {
        desk(clinic)
    };
    format!("/staff/{clinic}/sign-in?late=1&next={}", encode(&next))
}

/// True for a staff page of this clinic other than the sign-in: where somebody may be sent after signing in, and what
/// may be drawn again after a press.
pub(crate) fn is_own_page(clinic: &ClinicId, path: &str) -> bool {
    let home = desk(clinic);
    let Some(rest) = path.strip_prefix(&home) else {
        return false;
    };
    is_local_page(path)
        && (rest.is_empty() || rest.starts_with('/') || rest.starts_with('?'))
        && !rest.starts_with("/sign-in")
        // Browsers take `/../` apart before they ask; then it would be another page.
        && !path.contains("..")
}

/// A path with one query field set to a value, others kept.
pub(crate) fn with(path: &str, name: &str, value: &str) -> String {
    let (bare, query) = path.split_once('?').unwrap_or((path, ""));
    let mut pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .filter(|(key, _)| key != name)
        .collect();
    pairs.push((name.to_owned(), value.to_owned()));
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish();
    format!("{bare}?{query}")
}

/// A path without one query field.
pub(crate) fn without(path: &str, name: &str) -> String {
    let Some((bare, query)) = path.split_once('?') else {
        return path.to_owned();
    };
    let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .filter(|(key, _)| key != name)
        .collect();
    if pairs.is_empty() {
        return bare.to_owned();
    }
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish();
    format!("{bare}?{query}")
}

fn encode(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hinata() -> ClinicId {
        ClinicId::new("hinata").unwrap()
    }

    #[test]
    fn after_signing_in_one_stays_in_the_clinic() {
        for good in [
            "/staff/hinata",
            "/staff/hinata?date=2026-03-02",
            "/staff/hinata/requests?since=1",
        ] {
            assert!(is_own_page(&hinata(), good), "{good}");
        }
        for bad in [
            "",
            "/",
            "/c/hinata",
            "/staff/hinata2",
            "/staff/aoba/requests",
            "//staff/hinata",
            "/staff/hinata/../aoba",
            "/staff/hinata/sign-in?next=/staff/hinata/sign-in",
            "https://evil.example/staff/hinata",
        ] {
            assert!(!is_own_page(&hinata(), bad), "{bad}");
        }
        assert_eq!(
            sign_in(&hinata(), "https://evil.example"),
            "/staff/hinata/sign-in"
        );
        assert_eq!(
            sign_in(&hinata(), "/staff/hinata/requests?since=1"),
            "/staff/hinata/sign-in?next=%2Fstaff%2Fhinata%2Frequests%3Fsince%3D1"
        );
    }

    #[test]
    fn a_query_field_is_set_once() {
        assert_eq!(with("/staff/hinata", "lang", "en"), "/staff/hinata?lang=en");
        assert_eq!(with("/a?lang=ja&date=1", "lang", "en"), "/a?date=1&lang=en");
        assert_eq!(without("/a?lang=ja&date=1", "lang"), "/a?date=1");
        assert_eq!(without("/a?lang=ja", "lang"), "/a");
        assert_eq!(without("/a", "lang"), "/a");
    }
}
