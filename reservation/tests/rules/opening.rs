//! Opening hours as instants, on the days on which clocks change (2026 rules).

use chrono::{Datelike, NaiveDate};
use chrono_tz::Tz;
use reservation::availability::{Booker, Rule, after_open_minutes, day_span, local_span, opening};
use reservation::catalogue::{Catalogue, Closure, Exception, Hours, LocalSpan, VisitKind, Words};
use reservation::ids::{ClosureId, ResourceId, ServiceId};
use reservation::outcome::Refusal;
use reservation::slot_key::Wish;
use reservation::testing::{at, catalogue};
use reservation::time::{Span, UtcMillis};

fn date(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

/// A clinic that is open every day at these local minutes, with one service of that length.
fn open(zone: Tz, from: i64, until: i64, minutes: i64) -> Catalogue {
    let mut clinic = catalogue(zone);
    let days = (1..=7).map(|day| date(2026, 6, day).weekday());
    clinic.hours = days
        .map(|weekday| Hours {
            resource: None,
            weekday,
            span: LocalSpan { from, until },
        })
        .collect();
    clinic
        .services
        .retain(|service| service.id.as_str() == "quick");
    clinic.services[0].minutes = minutes;
    clinic.services[0].step_minutes = minutes;
    clinic
}

fn starts(clinic: &Catalogue, on: NaiveDate) -> Vec<String> {
    let service = ServiceId::new("quick").unwrap();
    let rule = Rule::new(
        clinic,
        &service,
        VisitKind::Return,
        &Wish::Anyone,
        Booker::Patient,
    )
    .unwrap();
    rule.starts(on)
        .iter()
        .map(|start| start.to_string()[11..16].to_owned())
        .collect()
}

#[test]
fn c63_afternoon_hours_are_right_on_the_day_of_the_change() {
    let clinic = open(Tz::America__New_York, 780, 1080, 60);
    assert_eq!(
        starts(&clinic, date(2026, 3, 7)),
        ["18:00", "19:00", "20:00", "21:00", "22:00"]
    );
    assert_eq!(
        starts(&clinic, date(2026, 3, 8)),
        ["17:00", "18:00", "19:00", "20:00", "21:00"]
    );
}

#[test]
fn c66_a_repeated_hour_is_offered_twice() {
    let clinic = open(Tz::America__Chicago, 0, 360, 60);
    let expected = [
        "05:00", "06:00", "07:00", "08:00", "09:00", "10:00", "11:00",
    ];
    assert_eq!(starts(&clinic, date(2026, 11, 1)), expected);
}

#[test]
fn c67_a_skipped_hour_is_not_offered() {
    let clinic = open(Tz::America__New_York, 120, 150, 30);
    assert!(starts(&clinic, date(2026, 3, 8)).is_empty());
    assert_eq!(starts(&clinic, date(2026, 3, 9)), ["06:00"]);
    let over = open(Tz::America__New_York, 90, 300, 60);
    assert_eq!(
        starts(&over, date(2026, 3, 8)),
        ["06:30", "07:30"],
        "elapsed time, never 02:30"
    );
}

#[test]
fn c72_grids_are_anchored_at_the_local_opening_time() {
    let nine = |zone| starts(&open(zone, 540, 720, 60), date(2026, 5, 4));
    assert_eq!(nine(Tz::Asia__Kolkata), ["03:30", "04:30", "05:30"]);
    assert_eq!(nine(Tz::Asia__Kathmandu), ["03:15", "04:15", "05:15"]);
    assert_eq!(nine(Tz::Australia__Lord_Howe), ["22:30", "23:30", "00:30"]);
}

#[test]
fn a_day_that_a_country_skipped_has_no_length() {
    let apia = day_span(Tz::Pacific__Apia, date(2011, 12, 30));
    assert_eq!(apia.from, apia.until);
    let day = day_span(Tz::America__New_York, date(2026, 3, 8));
    assert_eq!((day.until.0 - day.from.0) / 3_600_000, 23);
    let day = day_span(Tz::America__New_York, date(2026, 11, 1));
    assert_eq!((day.until.0 - day.from.0) / 3_600_000, 25);
}

#[test]
fn c69_a_span_over_the_change_never_ends_before_it_begins() {
    let span = local_span(
        Tz::Europe__Berlin,
        date(2026, 10, 25),
        LocalSpan {
            from: 105,
            until: 165,
        },
    );
    assert_eq!(
        (span.until.0 - span.from.0) / 60_000,
        120,
        "02:45 is meant the second time"
    );
}

#[test]
fn an_exception_goes_before_the_week_and_the_doctors_before_the_clinics() {
    let mut clinic = open(Tz::Asia__Tokyo, 540, 720, 60);
    let sato = ResourceId::new("sato").unwrap();
    let holiday = |resource, spans, ja: &str| Exception {
        resource,
        date: date(2026, 3, 20),
        spans,
        label: Words::new(ja, ja),
    };
    clinic
        .exceptions
        .push(holiday(None, Vec::new(), "春分の日"));
    assert!(starts(&clinic, date(2026, 3, 20)).is_empty());
    assert_eq!(
        opening(&clinic, None, date(2026, 3, 20)).label,
        Some(Words::new("春分の日", "春分の日"))
    );
    // C143: hours of a single day are offered and taken alike.
    clinic.exceptions.push(holiday(
        Some(sato),
        vec![LocalSpan {
            from: 1020,
            until: 1080,
        }],
        "夜間",
    ));
    assert_eq!(starts(&clinic, date(2026, 3, 20)), ["08:00"]);
}

#[test]
fn a_closed_span_refuses_every_visit_that_touches_it() {
    let mut clinic = open(Tz::Asia__Tokyo, 540, 720, 60);
    let noon = |hour, minute| at(Tz::Asia__Tokyo, (2026, 3, 3), (hour, minute));
    clinic.closures.push(Closure {
        id: ClosureId(uuid::Uuid::nil()),
        resource: None,
        span: Span {
            from: noon(10, 30),
            until: noon(11, 0),
        },
        reason: String::new(),
    });
    let service = ServiceId::new("quick").unwrap();
    let rule = Rule::new(
        &clinic,
        &service,
        VisitKind::Return,
        &Wish::Anyone,
        Booker::Patient,
    )
    .unwrap();
    let now = at(Tz::Asia__Tokyo, (2026, 3, 2), (9, 0));
    let judge = |at: UtcMillis| rule.judge(at, now).map(|open| open.len());
    assert_eq!(judge(noon(9, 0)), Ok(2));
    assert_eq!(judge(noon(10, 0)), Err(Refusal::Closed));
    assert_eq!(judge(noon(11, 0)), Ok(2));
}

#[test]
fn c64_and_c102_notice_is_elapsed_time_and_the_horizon_local_days() {
    let mut clinic = open(Tz::America__New_York, 540, 1020, 60);
    clinic.services[0].notice_minutes = 7 * 1440;
    clinic.services[0].horizon_days = 18;
    let service = ServiceId::new("quick").unwrap();
    let rule = Rule::new(
        &clinic,
        &service,
        VisitKind::Return,
        &Wish::Anyone,
        Booker::Patient,
    )
    .unwrap();
    let now = at(Tz::America__New_York, (2026, 10, 29), (9, 0));
    let on = |month, day, hour| {
        rule.judge(
            at(Tz::America__New_York, (2026, month, day), (hour, 0)),
            now,
        )
    };
    // Clocks go back on 1 November: seven times 24 hours after 9:00 is 8:00 by the clock.
    assert!(on(11, 5, 9).is_ok());
    assert_eq!(on(11, 4, 16).err(), Some(Refusal::TooSoon));
    assert!(
        on(11, 16, 9).is_ok(),
        "the offset is that of the visit's day, not of today"
    );
    assert_eq!(on(11, 17, 9).err(), Some(Refusal::TooFar));
}

#[test]
fn staff_approval_needs_two_open_hours_before_the_start() {
    let clinic = catalogue(Tz::Asia__Tokyo);
    let service = ServiceId::new("internal").unwrap();
    let rule = Rule::new(
        &clinic,
        &service,
        VisitKind::Return,
        &Wish::Anyone,
        Booker::Patient,
    )
    .unwrap();
    let tokyo = |day, hour, minute| at(Tz::Asia__Tokyo, (2026, 3, day), (hour, minute));
    // Monday evening for Tuesday morning: nobody is there to say yes before 9:00.
    assert_eq!(
        rule.judge(tokyo(3, 10, 30), tokyo(2, 18, 0)).err(),
        Some(Refusal::TooSoon)
    );
    assert!(rule.judge(tokyo(3, 11, 0), tokyo(2, 18, 0)).is_ok());
    assert!(rule.judge(tokyo(3, 9, 0), tokyo(2, 16, 0)).is_ok());
    assert_eq!(
        rule.judge(tokyo(3, 9, 0), tokyo(2, 16, 1)).err(),
        Some(Refusal::TooSoon)
    );
}

#[test]
fn where_midnight_comes_twice_a_day_ends_where_the_next_begins() {
    for (zone, day) in [
        (Tz::Atlantic__Azores, date(2026, 10, 24)),
        (Tz::America__Havana, date(2026, 10, 31)),
    ] {
        let next = day.succ_opt().unwrap();
        assert_eq!(
            day_span(zone, day).until,
            day_span(zone, next).from,
            "{zone}"
        );
        let clinic = open(zone, 1320, 1440, 30);
        let seen = starts(&clinic, day);
        assert_eq!(seen.len(), 4, "{zone}: {seen:?}");
    }
}

#[test]
fn hours_in_any_order_and_overlapping_are_counted_once() {
    let mut clinic = open(Tz::Asia__Tokyo, 540, 720, 60);
    let noon = |hour, minute| at(Tz::Asia__Tokyo, (2026, 3, 3), (hour, minute));
    clinic.exceptions.push(Exception {
        resource: None,
        date: date(2026, 3, 3),
        spans: vec![
            LocalSpan {
                from: 900,
                until: 1080,
            },
            LocalSpan {
                from: 540,
                until: 720,
            },
            LocalSpan {
                from: 660,
                until: 780,
            },
        ],
        label: Words::default(),
    });
    let service = ServiceId::new("quick").unwrap();
    let rule = Rule::new(
        &clinic,
        &service,
        VisitKind::Return,
        &Wish::Anyone,
        Booker::Patient,
    )
    .unwrap();
    let now = at(Tz::Asia__Tokyo, (2026, 3, 2), (9, 0));
    let listed = rule.starts(date(2026, 3, 3));
    assert_eq!(listed.len(), 3 + 1 + 3);
    assert!(listed.iter().all(|start| rule.judge(*start, now).is_ok()));
    // 9 to 13 is four hours, and the fifth is in the afternoon.
    assert_eq!(
        after_open_minutes(&clinic, noon(8, 0), 300),
        Some(noon(16, 0))
    );
}

#[test]
fn a_request_is_not_offered_over_holidays_on_which_nobody_answers() {
    let mut clinic = catalogue(Tz::Asia__Tokyo);
    for day in 3..=11 {
        clinic.exceptions.push(Exception {
            resource: None,
            date: date(2026, 3, day),
            spans: Vec::new(),
            label: Words::default(),
        });
    }
    let judge = |clinic: &Catalogue, hour| {
        let service = ServiceId::new("internal").unwrap();
        let wish = Wish::Anyone;
        let rule = Rule::new(clinic, &service, VisitKind::Return, &wish, Booker::Patient).unwrap();
        let now = at(Tz::Asia__Tokyo, (2026, 3, 2), (18, 0));
        rule.judge(at(Tz::Asia__Tokyo, (2026, 3, 12), (hour, 0)), now)
            .map(|open| open.len())
    };
    assert_eq!(judge(&clinic, 9), Err(Refusal::TooSoon));
    assert_eq!(judge(&clinic, 11), Ok(2));
    // A clinic that has hours for each doctor alone answers while one of them is there.
    let doctors: Vec<Hours> = clinic
        .resources
        .iter()
        .flat_map(|doctor| {
            clinic.hours.iter().map(|hours| Hours {
                resource: Some(doctor.id.clone()),
                ..hours.clone()
            })
        })
        .collect();
    clinic.hours = doctors;
    assert_eq!(judge(&clinic, 9), Err(Refusal::TooSoon));
    assert_eq!(judge(&clinic, 11), Ok(2));
}

#[test]
fn d19_the_ends_of_the_number_line_are_refused_and_nothing_breaks() {
    let clinic = catalogue(Tz::Pacific__Auckland);
    let service = ServiceId::new("quick").unwrap();
    for booker in [Booker::Patient, Booker::Staff] {
        let rule = Rule::new(&clinic, &service, VisitKind::Return, &Wish::Anyone, booker).unwrap();
        let now = at(Tz::Pacific__Auckland, (2026, 3, 2), (9, 0));
        for start in [
            i64::MIN,
            i64::MIN + 1,
            -1,
            0,
            i64::MAX - 1,
            i64::MAX,
            8_210_266_876_799_999,
        ] {
            assert!(rule.judge(UtcMillis(start), now).is_err(), "{start}");
            assert!(rule.occupied(UtcMillis(start)).cells().count() < 10);
        }
    }
}
