use chrono_tz::America::New_York;
use chrono_tz::Asia::Tokyo;

use super::*;
use crate::staff::testing::catalogue;

fn now() -> UtcMillis {
    UtcMillis::parse_rfc3339("2026-03-02T01:32:00Z").unwrap()
}

fn read(
    zone: Tz,
    [resource, date, from, until, reason]: [&str; 5],
) -> Result<Closing, Vec<&'static str>> {
    let names = ["resource", "date", "from", "until", "reason"];
    let typed = [resource, date, from, until, reason];
    let fields = names
        .into_iter()
        .zip(typed)
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    match parse(
        &Fields(fields.collect()),
        &catalogue(zone),
        now(),
        Locale::Ja,
    ) {
        Ok(closing) => Ok(closing),
        Err(Say::Mistakes(mistakes)) => {
            Err(mistakes.into_iter().map(|mistake| mistake.field).collect())
        }
        Err(other) => panic!("{other:?}"),
    }
}

fn at(text: &str) -> UtcMillis {
    UtcMillis::parse_rfc3339(text).unwrap()
}

#[test]
fn times_are_read_however_they_are_typed() {
    for (from, until) in [
        ("9:00", "12:30"),
        ("09:00", "1230"),
        ("９：００", "１２時３０分"),
        (" 9 ", "12:30"),
        ("9時", "12時30分"),
    ] {
        let closing = read(
            Tokyo,
            ["sato", "2026-03-03", from, until, " 学会の\n ため "],
        )
        .unwrap();
        assert_eq!(closing.span.from, at("2026-03-03T09:00:00+09:00"), "{from}");
        assert_eq!(
            closing.span.until,
            at("2026-03-03T12:30:00+09:00"),
            "{until}"
        );
        assert_eq!(closing.reason, "学会の ため");
    }
    let whole = read(Tokyo, ["clinic", "2026/03/03", "0:00", "24:00", "停電"]).unwrap();
    assert_eq!(whole.resource, None);
    assert_eq!(whole.span.until, at("2026-03-04T00:00:00+09:00"));
}

#[test]
fn d17_what_does_not_exist_is_refused_not_moved() {
    for (typed, wanted) in [
        (["", "2026-03-03", "9:00", "12:00", "x"], vec!["resource"]),
        (
            ["nobody", "2026-03-03", "9:00", "12:00", "x"],
            vec!["resource"],
        ),
        (["sato", "2026-02-30", "9:00", "12:00", "x"], vec!["date"]),
        (["sato", "0026-03-03", "9:00", "12:00", "x"], vec!["date"]),
        (["sato", "", "9:00", "12:00", "x"], vec!["date"]),
        (["sato", "2026-03-03", "25:00", "12:00", "x"], vec!["from"]),
        (["sato", "2026-03-03", "9:60", "12:00", "x"], vec!["from"]),
        (["sato", "2026-03-03", "9:00", "24:05", "x"], vec!["until"]),
        (["sato", "2026-03-03", "9:03", "12:00", "x"], vec!["from"]),
        (
            ["sato", "2026-03-03", "-9:00", "+12:00", "x"],
            vec!["from", "until"],
        ),
        (
            ["sato", "2026-03-03", "9:00pm", "", "x"],
            vec!["from", "until"],
        ),
        (["sato", "2026-03-03", "12:00", "12:00", "x"], vec!["until"]),
        (["sato", "2026-03-03", "12:00", "9:00", "x"], vec!["until"]),
        (["sato", "2026-03-01", "9:00", "12:00", "x"], vec!["date"]),
        (
            ["sato", "2026-03-03", "9:00", "12:00", " \n"],
            vec!["reason"],
        ),
        (
            ["sato", "2026-03-03", "9:00", "12:00", &*"あ".repeat(201)],
            vec!["reason"],
        ),
        (
            ["", "", "", "", ""],
            vec!["resource", "date", "from", "until", "reason"],
        ),
    ] {
        assert_eq!(read(Tokyo, typed), Err(wanted), "{typed:?}");
    }
}

#[test]
fn a_time_that_the_clocks_skip_is_said_so_and_a_repeated_one_is_taken_whole() {
    assert_eq!(
        read(New_York, ["sato", "2026-03-08", "2:30", "12:00", "x"]),
        Err(vec!["from"])
    );
    assert_eq!(
        read(New_York, ["sato", "2026-03-08", "1:00", "2:00", "x"]),
        Err(vec!["until"])
    );
    let closing = read(New_York, ["sato", "2026-11-01", "1:00", "1:30", "x"]).unwrap();
    assert_eq!(
        closing.span.from,
        at("2026-11-01T01:00:00-04:00"),
        "the first of the two"
    );
    assert_eq!(
        closing.span.until,
        at("2026-11-01T01:30:00-05:00"),
        "the second of the two"
    );
}
