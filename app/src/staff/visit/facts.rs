//! What is known about a visit, as facts in two columns.

use leptos::prelude::*;
use reservation::time::UtcMillis;
use reservation::visit::{Patient, Reservation, Status};

use crate::components::{Fact, PhoneLink, StateWord, foreign};
use crate::format;
use crate::locale::Locale;
use crate::staff::reception::Reception;
use crate::staff::words;
use crate::t;

/// Who and when, above a form that ends it.
pub(crate) fn short_facts(reception: &Reception, row: &Reservation) -> Vec<Fact> {
    let locale = reception.locale();
    let mut facts = vec![when(reception, row)];
    facts.push(Fact::new(
        t!(locale, "staff-fact-what"),
        words::what(&reception.catalogue, row, locale),
    ));
    if let Some(patient) = &row.patient {
        facts.push(name(patient, locale));
    }
    facts
}

/// Everything.
pub(super) fn all_facts(reception: &Reception, row: &Reservation, now: UtcMillis) -> Vec<Fact> {
    let locale = reception.locale();
    let (icon, word, tone) = words::state(row, now, locale);
    let state = view! { <StateWord icon=icon word=word tone=tone/> };
    let mut facts = vec![
        Fact::view(t!(locale, "staff-fact-state"), state.into_any()),
        when(reception, row),
    ];
    facts.push(Fact::new(
        t!(locale, "staff-fact-service"),
        words::service(&reception.catalogue, &row.service, locale),
    ));
    facts.push(Fact::new(
        t!(locale, "staff-fact-doctor"),
        words::with_whom(&reception.catalogue, row, locale),
    ));
    facts.push(Fact::new(
        t!(locale, "staff-fact-visit"),
        words::visit_kind(row.visit, locale),
    ));
    if let (Status::Requested | Status::Held, Some(at)) = (row.status_at(now), row.expires_at) {
        let at = format::when_or_today(at.0, now.0, reception.zone(), locale);
        facts.push(Fact::new(t!(locale, "staff-fact-deadline"), at));
    }
    if let Some(patient) = &row.patient {
        patient_facts(reception, patient, &mut facts);
    }
    ending_facts(row, locale, &mut facts);
    facts
}

fn when(reception: &Reception, row: &Reservation) -> Fact {
    let (locale, zone, now) = (reception.locale(), reception.zone(), reception.now);
    let span = format::when_span(row.span.from.0, row.span.until.0, now.0, zone, locale);
    Fact::new(t!(locale, "staff-fact-when"), span)
}

fn name(patient: &Patient, locale: Locale) -> Fact {
    let lang = foreign(&patient.name, locale);
    let name = view! { <strong lang=lang>{t!(locale, "request-person", name = patient.name.clone())}</strong> };
    Fact::view(t!(locale, "staff-fact-name"), name.into_any())
}

fn patient_facts(reception: &Reception, patient: &Patient, facts: &mut Vec<Fact>) {
    let (locale, today) = (reception.locale(), reception.today());
    facts.push(name(patient, locale));
    if let Some(kana) = patient.kana.clone() {
        facts.push(Fact::new(t!(locale, "staff-fact-kana"), kana));
    }
    if let Some(birth) = patient.birth {
        let date = words::birth(birth, locale);
        let text = match words::age(birth, today) {
            Some(age) => t!(
                locale,
                "staff-birth-age",
                date = date,
                age = t!(locale, "request-age", age = age)
            ),
            None => date,
        };
        facts.push(Fact::new(t!(locale, "birth-label"), text));
    }
    let phone = view! { <PhoneLink phone=patient.phone.clone()/> };
    facts.push(Fact::view(t!(locale, "staff-fact-phone"), phone.into_any()));
    if let Some(email) = patient.email.clone() {
        facts.push(Fact::new(t!(locale, "staff-fact-email"), email));
    }
    let language =
        words::language(patient, locale).unwrap_or_else(|| t!(locale, "staff-speaks-japanese"));
    facts.push(Fact::new(t!(locale, "staff-fact-language"), language));
    if let Some(note) = patient.note.clone() {
        let lang = foreign(&note, locale);
        let note = view! { <span class="multiline" lang=lang>{note}</span> };
        facts.push(Fact::view(t!(locale, "staff-fact-note"), note.into_any()));
    }
}

fn ending_facts(row: &Reservation, locale: Locale, facts: &mut Vec<Fact>) {
    let Some(ending) = &row.ending else { return };
    if let Some(reason) = ending.reason {
        facts.push(Fact::new(
            t!(locale, "staff-reason"),
            words::reason(reason, locale),
        ));
    }
    if let Some(note) = ending.note.clone() {
        facts.push(Fact::new(t!(locale, "staff-note"), note));
    }
}
