//! Tables named after the situations in which other products failed.

use super::*;

fn rules(required: Required) -> Rules<'static> {
    Rules {
        required,
        region: "JP",
        today: NaiveDate::from_ymd_opt(2026, 3, 2).unwrap(),
        locale: Locale::Ja,
    }
}

fn typed(changes: &[(&str, &str)]) -> Fields {
    let mut fields = vec![
        ("name", "山田 花子"),
        ("kana", "ヤマダ ハナコ"),
        ("birth_era", "showa"),
        ("birth_year", "56"),
        ("birth_month", "3"),
        ("birth_day", "12"),
        ("phone", "090-1234-5678"),
        ("email", ""),
        ("note", ""),
    ];
    fields.extend(changes);
    Fields(
        fields
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    )
}

fn read(changes: &[(&str, &str)]) -> Result<Patient, Vec<Mistake>> {
    details(&typed(changes), rules(Required::of_patient(Locale::Ja)))
}

#[test]
fn a_filled_form_is_a_patient() {
    let patient = read(&[
        ("email", " hanako@example.jp "),
        ("note", "熱が\r\nあります。\r\n"),
    ])
    .unwrap();
    assert_eq!(
        patient,
        Patient {
            name: "山田 花子".into(),
            kana: Some("ヤマダ ハナコ".into()),
            birth: NaiveDate::from_ymd_opt(1981, 3, 12),
            phone: "090-1234-5678".into(),
            phone_e164: "+819012345678".into(),
            email: Some("hanako@example.jp".into()),
            note: Some("熱が\nあります。".into()),
            language: "ja".into(),
        }
    );
}

#[test]
fn c106_emoji_joiners_and_right_to_left_names_are_taken_as_typed() {
    for name in [
        "Check-up 🦷",
        "👨‍👩‍👧",
        "José Ñúñez",
        "e\u{301}",
        "محمد علي",
        "שרה",
        "नमस्ते\u{200d}",
        "髙橋 𠮷野",
        "\u{202b}علي\u{202c}",
    ] {
        let patient = read(&[("name", name), ("note", name)]).unwrap();
        assert_eq!(
            (patient.name.as_str(), patient.note.as_deref()),
            (name, Some(name))
        );
    }
}

#[test]
fn c108_apostrophes_and_whatever_looks_like_code_are_names() {
    for name in [
        "O'Neill",
        "D'Angelo",
        "s/o Raj",
        "\"Q\"",
        "back\\slash",
        "</script>",
        "'; DROP TABLE--",
        "<img src=x onerror=alert(1)>",
        "=cmd()",
        "&amp;",
        "%00",
        "{ $name }",
    ] {
        assert_eq!(read(&[("name", name)]).unwrap().name, name);
    }
}

#[test]
fn a_name_is_between_one_and_a_hundred_characters_and_can_be_written_on_one_line() {
    let long = "あ".repeat(100);
    assert_eq!(read(&[("name", &long)]).unwrap().name, long);
    for (name, wanted) in [
        ("", Mistake::NameMissing),
        (" 　\u{200b}\u{200d}", Mistake::NameMissing),
        (&*"あ".repeat(101), Mistake::NameLong),
        ("花\u{7}子", Mistake::NameCharacters),
        ("山田\n花子", Mistake::NameCharacters),
    ] {
        assert_eq!(read(&[("name", name)]), Err(vec![wanted]), "{name:?}");
    }
}

#[test]
fn any_kind_of_kana_is_a_reading() {
    for (kana, wanted) in [
        ("ヤマダ ハナコ", "ヤマダ ハナコ"),
        ("やまだ　はなこ", "ヤマダ ハナコ"),
        ("ﾔﾏﾀﾞ ﾊﾅｺ", "ヤマダ ハナコ"),
        (" ゔぃくとりあ・すみす ", "ヴィクトリア・スミス"),
        ("さと-", "サトー"),
        ("ﾘｭｰ", "リュー"),
        ("いすゞ", "イスヾ"),
    ] {
        assert_eq!(
            read(&[("kana", kana)]).unwrap().kana.as_deref(),
            Some(wanted),
            "{kana}"
        );
    }
    for (kana, wanted) in [
        ("", Mistake::KanaMissing),
        ("　", Mistake::KanaMissing),
        ("山田", Mistake::KanaCharacters),
        ("Yamada", Mistake::KanaCharacters),
        (&*"ア".repeat(101), Mistake::KanaLong),
    ] {
        assert_eq!(read(&[("kana", kana)]), Err(vec![wanted]), "{kana}");
    }
}

#[test]
fn on_english_pages_and_for_staff_less_is_asked_for() {
    let none = typed(&[
        ("kana", ""),
        ("birth_year", ""),
        ("birth_month", ""),
        ("birth_day", ""),
    ]);
    let patient = details(&none, rules(Required::OF_STAFF)).unwrap();
    assert_eq!((patient.kana, patient.birth), (None, None));
    let english = details(&none, rules(Required::of_patient(Locale::En)));
    assert_eq!(english, Err(vec![Mistake::BirthMissing]));
    let japanese = details(&none, rules(Required::of_patient(Locale::Ja)));
    assert_eq!(
        japanese,
        Err(vec![Mistake::KanaMissing, Mistake::BirthMissing])
    );
    // What is there is looked at all the same.
    let wrong = typed(&[("kana", "x"), ("birth_day", "32")]);
    let wrong = details(&wrong, rules(Required::OF_STAFF));
    assert_eq!(
        wrong,
        Err(vec![
            Mistake::KanaCharacters,
            Mistake::BirthNoSuchDay { month: 3, last: 31 }
        ])
    );
}

#[test]
fn c115_an_address_is_kept_as_it_was_typed() {
    for email in [
        "Foo@Example.com",
        "a..b.@docomo.ne.jp",
        "foo+clinic@example.co.jp",
        "花子@例え.jp",
        "o'neill@example.ie",
    ] {
        assert_eq!(
            read(&[("email", email)]).unwrap().email.as_deref(),
            Some(email)
        );
    }
    for email in [
        "foo",
        "foo@",
        "@example.com",
        "foo@example",
        "foo@.com",
        "a b@example.com",
        "foo＠example.com",
        "a@b@example.com",
        "Foo <foo@example.com>",
        &format!("{}@example.com", "a".repeat(250)),
    ] {
        assert_eq!(
            read(&[("email", email)]),
            Err(vec![Mistake::EmailWrong]),
            "{email}"
        );
    }
}

#[test]
fn c116_people_who_share_an_address_and_a_number_stay_two_people() {
    let shared = [("email", "family@example.org"), ("phone", "03-1234-5678")];
    let a = read(&[("name", "親"), shared[0], shared[1]]).unwrap();
    let b = read(&[("name", "子"), shared[0], shared[1]]).unwrap();
    assert_eq!((a.email, a.phone_e164), (b.email, b.phone_e164));
    assert_eq!((&*a.name, &*b.name), ("親", "子"));
}

#[test]
fn c112_the_number_is_kept_raw_beside_its_normal_form() {
    let patient = read(&[("phone", " ０９０ー１２３４ー５６７８ ")]).unwrap();
    assert_eq!(
        (&*patient.phone, &*patient.phone_e164),
        ("０９０ー１２３４ー５６７８", "+819012345678")
    );
}

#[test]
fn a_note_has_at_most_a_thousand_characters() {
    let most = "🦷".repeat(1000);
    assert_eq!(read(&[("note", &most)]).unwrap().note, Some(most));
    assert_eq!(
        read(&[("note", &"a".repeat(1001))]),
        Err(vec![Mistake::NoteLong { characters: 1001 }])
    );
    assert_eq!(
        read(&[("note", "a\u{1b}[31m")]),
        Err(vec![Mistake::NoteCharacters])
    );
    assert_eq!(read(&[("note", " \r\n ")]).unwrap().note, None);
}

#[test]
fn every_mistake_is_told_at_once_in_the_order_of_the_fields() {
    let all = details(&Fields::default(), rules(Required::of_patient(Locale::Ja))).unwrap_err();
    assert_eq!(
        all,
        [
            Mistake::NameMissing,
            Mistake::KanaMissing,
            Mistake::BirthMissing,
            Mistake::PhoneMissing
        ]
    );
    let Say::Mistakes(told) = say(&all, Locale::En) else {
        panic!("mistakes are told as such")
    };
    assert_eq!(
        told.iter().map(|error| error.field).collect::<Vec<_>>(),
        ["name", "kana", "birth_year", "phone"]
    );
}

#[test]
fn every_mistake_has_words_in_both_languages() {
    use Mistake::*;
    let all = [
        NameMissing,
        NameLong,
        NameCharacters,
        KanaMissing,
        KanaLong,
        KanaCharacters,
        BirthMissing,
        BirthEraMissing,
        BirthYearMissing,
        BirthYearNotNumber,
        BirthYearShort,
        BirthEraYear { last: 64 },
        BirthMonthMissing,
        BirthMonthWrong,
        BirthDayMissing,
        BirthDayNotNumber,
        BirthNoSuchDay { month: 2, last: 28 },
        BirthFuture,
        BirthTooEarly,
        PhoneMissing,
        PhoneLength {
            digits: 9,
            region_is_japan: true,
        },
        PhoneLength {
            digits: 9,
            region_is_japan: false,
        },
        PhoneCharacters,
        EmailWrong,
        NoteLong { characters: 1001 },
        NoteCharacters,
    ];
    for locale in Locale::ALL {
        let mut texts: Vec<String> = all.iter().map(|mistake| mistake.text(locale)).collect();
        assert!(
            texts
                .iter()
                .all(|text| !text.is_empty() && !text.contains('$')),
            "{texts:?}"
        );
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), all.len(), "each has its own words");
    }
    assert_eq!(
        BirthNoSuchDay { month: 3, last: 31 }.text(Locale::Ja),
        "3月は1日から31日までです。日を確かめてください。"
    );
    assert_eq!(
        PhoneLength {
            digits: 9,
            region_is_japan: true
        }
        .text(Locale::Ja),
        "電話番号の桁数を確かめてください。携帯電話と050は11桁、ほかは10桁です。いまは9桁です。海外の番号は＋から入力してください。"
    );
}
