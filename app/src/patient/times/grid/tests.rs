use reservation::catalogue::Words;
use reservation::ids::ResourceId;
use reservation::time::Span;

use super::*;

const TOKYO: Tz = Tz::Asia__Tokyo;

fn at(text: &str) -> UtcMillis {
    UtcMillis::parse_rfc3339(text).unwrap()
}

fn date(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).unwrap()
}

fn offer(text: &str, mark: Mark) -> Offer {
    let from = at(text);
    Offer {
        span: Span {
            from,
            until: from.plus_minutes(30),
        },
        mark,
        free: vec![ResourceId::new("sato").unwrap()],
    }
}

fn day(number: u32, offers: Vec<Offer>) -> Day {
    Day {
        date: date(number),
        label: None,
        offers,
    }
}

fn draw(days: &[Day], zone: Tz, locale: Locale) -> (Vec<SlotDay>, Vec<DayLink>) {
    let clinic = ClinicId::new("hinata").unwrap();
    let grid = Grid {
        clinic: &clinic,
        zone,
        wish: Wish::Anyone,
        today: date(2),
        locale,
        mine: |clinic, id| format!("/{clinic}/{id}"),
    };
    (grid.days(days), grid.strip(days))
}

fn shut(half: &SlotHalf) -> Option<(Icon, &str)> {
    match &half.content {
        HalfContent::Shut { icon, words } => Some((*icon, words)),
        HalfContent::Slots(_) => None,
    }
}

#[test]
fn a_day_shows_its_morning_and_its_afternoon_and_why_one_of_them_is_empty() {
    let (days, strip) = draw(
        &[
            day(
                2,
                vec![
                    offer("2026-03-02T09:00:00+09:00", Mark::Past),
                    offer("2026-03-02T09:30:00+09:00", Mark::TooSoon),
                    offer("2026-03-02T15:00:00+09:00", Mark::Free),
                ],
            ),
            day(
                3,
                vec![
                    offer("2026-03-03T09:00:00+09:00", Mark::Full),
                    offer("2026-03-03T12:00:00+09:00", Mark::Closed),
                ],
            ),
            day(4, vec![offer("2026-03-04T09:00:00+09:00", Mark::Few)]),
        ],
        TOKYO,
        Locale::Ja,
    );
    assert_eq!(days[0].note.as_deref(), Some("今日"));
    assert_eq!(
        shut(&days[0].halves[0]),
        Some((Icon::Late, "午前の受付は終わりました"))
    );
    let HalfContent::Slots(slots) = &days[0].halves[1].content else {
        panic!("15:00 can be pressed")
    };
    assert_eq!(slots[0].clock, "15:00");
    assert_eq!(
        slots[0].state,
        SlotState::Free("hinata:any:2026-03-02T06:00:00.000Z".into())
    );
    assert_eq!(shut(&days[1].halves[1]), Some((Icon::Closed, "午後は休診")));
    assert_eq!(
        shut(&days[1].halves[0]),
        None,
        "what is full stays to be seen"
    );
    assert_eq!(shut(&days[2].halves[1]), Some((Icon::Closed, "午後は休診")));
    let icons: Vec<Icon> = strip.iter().map(|link| link.icon).collect();
    assert_eq!(icons, [Icon::Few, Icon::Full, Icon::Few]);
}

#[test]
fn a_day_without_times_says_why() {
    let holiday = Words::new("春分の日", "Vernal Equinox Day");
    let (days, strip) = draw(
        &[
            Day {
                date: date(20),
                label: Some(holiday),
                offers: vec![],
            },
            day(22, vec![]),
            day(23, vec![offer("2026-03-23T09:00:00+09:00", Mark::TooFar)]),
            day(24, vec![offer("2026-03-24T09:00:00+09:00", Mark::Closed)]),
        ],
        TOKYO,
        Locale::Ja,
    );
    let words: Vec<_> = days
        .iter()
        .map(|day| shut(&day.halves[0]).map(|(_, words)| words))
        .collect();
    assert_eq!(
        words,
        [
            Some("春分の日のため休診"),
            Some("休診"),
            Some("まだ受け付けていません"),
            Some("休診")
        ]
    );
    assert!(days.iter().all(|day| day.halves.len() == 1));
    assert!(strip.iter().all(|link| link.off));
}

#[test]
fn c66_the_two_times_of_a_repeated_hour_are_told_apart() {
    let new_york = Tz::America__New_York;
    let (days, _) = draw(
        &[Day {
            date: NaiveDate::from_ymd_opt(2026, 11, 1).unwrap(),
            label: None,
            offers: vec![
                offer("2026-11-01T05:00:00Z", Mark::Free),
                offer("2026-11-01T06:00:00Z", Mark::Free),
            ],
        }],
        new_york,
        Locale::En,
    );
    let HalfContent::Slots(slots) = &days[0].halves[0].content else {
        panic!("both can be pressed")
    };
    assert_eq!(
        [&*slots[0].clock, &*slots[1].clock],
        ["1:00 EDT", "1:00 EST"]
    );
    assert_ne!(slots[0].state, slots[1].state);
}

#[test]
fn ones_own_hold_leads_back_to_it() {
    let id = ReservationId(uuid::Uuid::nil());
    let (days, strip) = draw(
        &[day(
            2,
            vec![offer("2026-03-02T10:00:00+09:00", Mark::Mine(id))],
        )],
        TOKYO,
        Locale::En,
    );
    let HalfContent::Slots(slots) = &days[0].halves[0].content else {
        panic!("one's own is shown")
    };
    assert_eq!(slots[0].state, SlotState::Mine(format!("/hinata/{id}")));
    assert_eq!(strip[0].word, "held for you");
}
