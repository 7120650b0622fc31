//! Is a catalogue one that can be worked with?

use std::collections::BTreeSet;

use super::{Catalogue, LocalSpan, Service};
use crate::slot_key::ANYONE;
use crate::time::CELL_MINUTES;

impl Catalogue {
    /// What is wrong with it, a sentence each; empty is sound. Whoever writes one that is not is
    /// refused before anything is written.
    pub fn mistakes(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.names(&mut found);
        self.clinic_itself(&mut found);
        for service in &self.services {
            self.service_itself(service, &mut found);
        }
        self.times(&mut found);
        found
    }

    fn names(&self, found: &mut Vec<String>) {
        let mut resources = BTreeSet::new();
        for resource in &self.resources {
            if resource.id.as_str() == ANYONE {
                found.push(format!("no resource may be called {ANYONE}"));
            }
            if !resources.insert(&resource.id) {
                found.push(format!("resource {} is there twice", resource.id));
            }
        }
        let mut services = BTreeSet::new();
        for service in &self.services {
            if !services.insert(&service.id) {
                found.push(format!("service {} is there twice", service.id));
            }
        }
    }

    fn clinic_itself(&self, found: &mut Vec<String>) {
        let clinic = &self.clinic;
        if !(5..=30).contains(&clinic.hold_minutes) {
            found.push("hold_minutes has to be 5 to 30".into());
        }
        if !(10..=100).contains(&clinic.hold_extensions) {
            found.push("hold_extensions has to be 10 to 100".into());
        }
        if !(30..=10_080).contains(&clinic.answer_minutes) {
            found.push("answer_minutes has to be 30 to 10080".into());
        }
        if !(1..=100).contains(&clinic.contact_bookings) {
            found.push("contact_bookings has to be 1 to 100".into());
        }
        if clinic.phone.trim().is_empty() {
            found.push("a clinic needs a telephone number".into());
        }
    }

    fn service_itself(&self, service: &Service, found: &mut Vec<String>) {
        let id = &service.id;
        let mut cells = |what: &str, minutes: i64, least: i64| {
            if !(least..=1440).contains(&minutes) || minutes % CELL_MINUTES != 0 {
                found.push(format!(
                    "{what} of service {id} has to be a multiple of 5 from {least} to 1440"
                ));
            }
        };
        cells("minutes", service.minutes, 5);
        cells("first_minutes", service.first_minutes.unwrap_or(5), 5);
        cells("step_minutes", service.step_minutes, 5);
        cells("buffer_before_minutes", service.buffer_before_minutes, 0);
        cells("buffer_after_minutes", service.buffer_after_minutes, 0);
        if service.seats != 1 {
            found.push(format!(
                "service {id}: shared slots are not offered yet, seats has to be 1"
            ));
        }
        if !(0..=527_040).contains(&service.notice_minutes) {
            found.push(format!("notice_minutes of service {id} is out of range"));
        }
        if [service.horizon_days, service.first_horizon_days]
            .iter()
            .any(|days| !(0..=731).contains(days))
        {
            found.push(format!("a horizon of service {id} has to be 0 to 731 days"));
        }
        if service.resources.is_empty() {
            found.push(format!("service {id} has nobody to serve it"));
        }
        for resource in &service.resources {
            if self.resource(resource).is_none() {
                found.push(format!("service {id} names {resource}, which is not there"));
            }
        }
    }

    fn times(&self, found: &mut Vec<String>) {
        let named = self
            .hours
            .iter()
            .filter_map(|hours| hours.resource.as_ref());
        let days = self
            .exceptions
            .iter()
            .filter_map(|day| day.resource.as_ref());
        for resource in named.chain(days) {
            if self.resource(resource).is_none() {
                found.push(format!("hours name {resource}, which is not there"));
            }
        }
        let weekly = self.hours.iter().map(|hours| hours.span);
        let single = self.exceptions.iter().flat_map(|day| day.spans.clone());
        for LocalSpan { from, until } in weekly.chain(single) {
            let grid = from % CELL_MINUTES == 0 && until % CELL_MINUTES == 0;
            if !(0 <= from && from < until && until <= 1440 && grid) {
                found.push(format!(
                    "hours from {from} until {until} are no part of a day in steps of 5 minutes"
                ));
            }
        }
        let mut dates = BTreeSet::new();
        for day in &self.exceptions {
            if !dates.insert((&day.resource, day.date)) {
                found.push(format!("{} is an exception twice", day.date));
            }
        }
    }
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use chrono_tz::Asia::Tokyo;

    use crate::catalogue::{Catalogue, LocalSpan};
    use crate::ids::ResourceId;
    use crate::testing::catalogue;

    type Harm = fn(&mut Catalogue);

    #[test]
    fn every_mistake_is_told_and_a_sound_catalogue_has_none() {
        assert_eq!(catalogue(Tokyo).mistakes(), Vec::<String>::new());
        let harm: [(&str, Harm); 10] = [
            ("hold_minutes", |c| c.clinic.hold_minutes = 1),
            ("hold_extensions", |c| c.clinic.hold_extensions = 0),
            ("contact_bookings", |c| c.clinic.contact_bookings = 0),
            ("telephone", |c| c.clinic.phone = " ".into()),
            ("minutes of service", |c| c.services[0].minutes = 7),
            ("nobody", |c| c.services[0].resources.clear()),
            ("not there", |c| c.resources.truncate(1)),
            ("there twice", |c| c.resources.push(c.resources[0].clone())),
            ("called any", |c| {
                if let Ok(id) = ResourceId::new("any") {
                    c.resources[0].id = id;
                }
            }),
            ("no part of a day", |c| {
                c.hours[0].span = LocalSpan {
                    from: 600,
                    until: 540,
                };
            }),
        ];
        for (said, harm) in harm {
            let mut broken = catalogue(Tokyo);
            harm(&mut broken);
            let found = broken.mistakes();
            assert!(found.iter().any(|m| m.contains(said)), "{said}: {found:?}");
        }
    }

    #[test]
    fn a_catalogue_survives_its_text() {
        let clinic = catalogue(Tokyo);
        let text = serde_json::to_string(&clinic).unwrap_or_default();
        assert_eq!(serde_json::from_str::<Catalogue>(&text).ok(), Some(clinic));
    }

    #[test]
    fn a_catalogue_written_before_there_was_a_cap_has_the_usual_one() {
        let mut text = serde_json::json!(catalogue(Tokyo));
        let clinic = text["clinic"].as_object_mut();
        let cap = clinic.and_then(|clinic| clinic.remove("contact_bookings"));
        assert_eq!(cap, Some(5.into()));
        let read = serde_json::from_value::<Catalogue>(text).ok();
        assert_eq!(read, Some(catalogue(Tokyo)));
    }
}
