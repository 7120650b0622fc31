//! The addresses of the patient pages, in one place.

use chrono::NaiveDate;
use reservation::catalogue::VisitKind;
use reservation::ids::{ClinicId, ReservationId, ServiceId};
use reservation::slot_key::Wish;
use reservation::visit::Reservation;

use crate::door::is_local_page;

/// A clinic's first page.
pub(crate) fn clinic(clinic: &ClinicId) -> String {
    format!("/c/{clinic}")
}

/// What a page of times is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// The service.
    pub(crate) service: ServiceId,
    /// First or return visit.
    pub(crate) visit: VisitKind,
    /// With whom.
    pub(crate) doctor: Wish,
}

impl Chosen {
    /// What a reservation was chosen as.
    pub(crate) fn of(row: &Reservation) -> Self {
        Self {
            service: row.service.clone(),
            visit: row.visit,
            doctor: row.slot().wish,
        }
    }

    fn query(&self) -> String {
        format!(
            "service={}&visit={}&doctor={}",
            self.service,
            self.visit.as_str(),
            self.doctor
        )
    }

    /// The clinic's page with these already chosen.
    pub(crate) fn again(&self, clinic: &ClinicId) -> String {
        format!("/c/{clinic}?{}", self.query())
    }

    /// The subject of a grid's form.
    pub(crate) fn subject(&self) -> String {
        format!("{}/{}", self.service, self.visit.as_str())
    }
}

/// A week of times; `from` is its first day, today when there is none.
pub(crate) fn times(clinic: &ClinicId, chosen: &Chosen, from: Option<NaiveDate>) -> String {
    let from = from.map(|from| format!("&from={from}")).unwrap_or_default();
    format!("/c/{clinic}/times?{}{from}", chosen.query())
}

/// A reservation, by its present status.
pub(crate) fn reservation(clinic: &ClinicId, id: ReservationId) -> String {
    format!("/c/{clinic}/reservations/{id}")
}

/// The step before a cancellation.
pub(crate) fn cancel(clinic: &ClinicId, id: ReservationId) -> String {
    format!("/c/{clinic}/reservations/{id}/cancel")
}

/// The bookings of this browser.
pub(crate) fn bookings(clinic: &ClinicId) -> String {
    format!("/c/{clinic}/bookings")
}

/// What became of a form; `page` is where the way back leads.
pub(crate) fn receipt(clinic: &ClinicId, token_id: &str, page: &str) -> String {
    let page: String = form_urlencoded::byte_serialize(page.as_bytes()).collect();
    format!("/c/{clinic}/receipt/{token_id}?page={page}")
}

/// A reservation on another device.
pub(crate) fn link(clinic: &ClinicId, id: ReservationId, secret: &str) -> String {
    format!("/c/{clinic}/r/{id}/{secret}")
}

/// The step before a cancellation on another device.
pub(crate) fn link_cancel(clinic: &ClinicId, id: ReservationId, secret: &str) -> String {
    format!("/c/{clinic}/r/{id}/{secret}/cancel")
}

/// How personal data is treated.
pub(crate) fn privacy(clinic: &ClinicId) -> String {
    format!("/c/{clinic}/privacy")
}

/// The same address with one more field in its query; one of that name is replaced.
pub(crate) fn with(path: &str, name: &str, value: &str) -> String {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let others = query
        .split('&')
        .filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
    let mut query: Vec<&str> = others.collect();
    let added = format!("{name}={value}");
    query.push(&added);
    format!("{path}?{}", query.join("&"))
}

/// The page that an address names, if it is one of ours and not the receipt itself; else `otherwise`.
pub(crate) fn back_or(page: &str, otherwise: String) -> String {
    if is_local_page(page) && !page.contains("/receipt/") {
        page.to_owned()
    } else {
        otherwise
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_a_query_is_added_or_replaced() {
        assert_eq!(with("/c/a", "lang", "en"), "/c/a?lang=en");
        assert_eq!(with("/c/a?x=1", "lang", "en"), "/c/a?x=1&lang=en");
        assert_eq!(
            with("/c/a?note=kept&x=1", "note", "already"),
            "/c/a?x=1&note=already"
        );
    }

    #[test]
    fn the_way_back_never_leads_away() {
        let home = || "/c/a".to_owned();
        assert_eq!(
            back_or("/c/a/times?service=x", home()),
            "/c/a/times?service=x"
        );
        for bad in [
            "https://evil.example/",
            "//evil.example",
            "/do/hold",
            "/c/a/receipt/0",
            "",
        ] {
            assert_eq!(back_or(bad, home()), "/c/a", "{bad}");
        }
    }
}
