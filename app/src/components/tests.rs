//! The components drawn to text: names, labels, languages, and that nothing typed becomes markup.

use leptos::prelude::*;

use super::*;
use crate::locale::Locale::{self, En, Ja};

const EVIL: &str = r#"</textarea><script>alert("x")</script>'&"#;

fn draw<V: IntoView + 'static>(view: impl FnOnce() -> V) -> String {
    Owner::new().with(|| view().into_view().to_html())
}

/// One tag and everything in it up to `>`, found by a piece of it.
fn tag_with(html: &str, piece: &str) -> String {
    html.split('<')
        .map(|tag| tag.split('>').next().unwrap_or_default())
        .find(|tag| tag.contains(piece))
        .unwrap_or_else(|| panic!("no tag with {piece} in {html}"))
        .to_owned()
}

fn page(locale: Locale) -> String {
    draw(move || {
        view! {
            <Page
                locale=locale
                clinic="ひなた内科"
                home_href="/"
                language_href="?lang=en"
                bookings_href="/bookings".to_owned()
                phone="03-0000-0000".to_owned()
                step=Step::Time
            >
                <h1>"x"</h1>
            </Page>
        }
    })
}

#[test]
fn nothing_that_is_typed_becomes_markup() {
    let html = draw(|| {
        view! {
            <TextField locale=Ja name="a" label=EVIL value=EVIL hint=EVIL.to_owned() error=EVIL.to_owned()/>
            <TextArea locale=Ja name="b" label="b" value=EVIL/>
            <HiddenField name="c" value=EVIL/>
            <BirthDate locale=Ja value=BirthDateValues { year: EVIL.to_owned(), ..Default::default() }/>
            <SelectField locale=Ja name="d" label="d" options=vec![(EVIL.into(), EVIL.into())]/>
            <ErrorSummary locale=Ja mistakes=vec![Mistake { field: EVIL.into(), message: EVIL.into() }]/>
            <Slip locale=Ja kind=SlipKind::Held title=EVIL id=EVIL><p>{EVIL}</p></Slip>
            <SummaryList facts=vec![Fact::new(EVIL, EVIL)]/>
            <Button locale=Ja label=EVIL name=EVIL.to_owned() value=EVIL.to_owned()/>
            <Notice icon=Icon::Alert><p>{EVIL}</p></Notice>
        }
    });
    assert!(!html.contains("<script"), "{html}");
    assert!(html.contains("&lt;script"), "{html}");
    // The one real end of a text area, and a kept `&` that is not escaped twice.
    assert_eq!(html.matches("</textarea>").count(), 1, "{html}");
    assert!(html.contains("'&amp;</textarea>"), "{html}");
}

#[test]
fn a_page_has_a_skip_link_one_main_and_no_head() {
    let html = page(Ja);
    assert!(html.contains(r##"href="#main""##));
    assert_eq!(html.matches("<main").count(), 1);
    assert!(tag_with(&html, "main id").contains("tabindex=\"-1\""));
    for tag in ["<html", "<head>", "<body", "<title"] {
        assert!(!html.contains(tag), "{tag}");
    }
    assert!(html.contains("href=\"tel:0300000000\""));
    assert!(html.contains("ひとつの時間は、おひとりに。"));
}

#[test]
fn foreign_phrases_name_their_language() {
    let (ja, en) = (page(Ja), page(En));
    assert!(tag_with(&ja, "hreflang=\"en\"").contains(" lang=\"en\""));
    assert!(tag_with(&en, "hreflang=\"ja\"").contains(" lang=\"ja\""));
    assert!(en.contains("<span lang=\"ja\">ひなた内科</span>"), "{en}");
    assert!(ja.contains("<span>ひなた内科</span>"), "{ja}");
    assert_eq!(foreign("Maria Lopez", Ja), None);
    assert_eq!(foreign("Dr Sato", En), None);
    assert_eq!(foreign("佐藤 Aoi", En), Some("ja"));
}

#[test]
fn exactly_one_step_is_the_present_one() {
    let html = page(En);
    assert_eq!(html.matches("aria-current=\"step\"").count(), 1);
    let (before, after) = html.split_once("aria-current=\"step\"").unwrap_or_default();
    assert!(before.contains("1 Visit") && after.contains("2 Time"));
}

#[test]
fn a_field_is_named_described_and_keeps_what_was_typed() {
    let right =
        draw(|| view! { <TextField locale=Ja name="kana" label="フリガナ" value="ヤマダ"/> });
    let input = tag_with(&right, "input");
    assert!(right.contains("for=\"kana\"") && input.contains("id=\"kana\""));
    assert!(input.contains("value=\"ヤマダ\"") && input.contains("required"));
    assert!(!input.contains("aria-invalid") && !input.contains("aria-describedby"));

    let wrong = draw(|| {
        view! {
            <TextField
                locale=En
                name="kana"
                label="Reading"
                hint="In kana".to_owned()
                error="Enter it".to_owned()
                optional=true
            />
        }
    });
    let input = tag_with(&wrong, "input");
    assert!(
        input.contains("aria-describedby=\"kana-hint kana-error\""),
        "{input}"
    );
    assert!(input.contains("aria-invalid=\"true\"") && !input.contains("required"));
    assert!(wrong.contains("id=\"kana-hint\"") && wrong.contains("id=\"kana-error\""));
    assert!(wrong.contains(">Error: </span>") && wrong.contains("optional"));
    let order: Vec<_> = ["<label", "id=\"kana-hint\"", "class=\"error", "<input"]
        .iter()
        .map(|piece| wrong.find(piece))
        .collect();
    assert!(
        order.is_sorted(),
        "label, hint, error, input: {order:?} {wrong}"
    );
}

#[test]
fn a_text_area_keeps_its_first_empty_line() {
    let html = draw(|| view! { <TextArea locale=Ja name="note" label="n" value="\na\nb"/> });
    // The browser drops one line break after the tag.
    assert!(html.contains(">\n\na\nb</textarea>"), "{html}");
}

#[test]
fn the_summary_says_the_same_words_and_links_to_the_field() {
    let mistakes = vec![Mistake {
        field: BirthPart::Day.id().into(),
        message: "日を確かめてください".into(),
    }];
    let html = draw(move || view! { <ErrorSummary locale=Ja mistakes=mistakes/> });
    assert!(
        html.contains(r##"<a href="#birth_day">日を確かめてください</a>"##),
        "{html}"
    );
    assert!(html.contains("1か所を直してください") && html.contains("まだ何も送られていません。"));
    let top = tag_with(&html, "error-summary\"");
    assert!(
        top.contains("autofocus") && top.contains("tabindex=\"-1\""),
        "{top}"
    );

    let none = draw(|| view! { <ErrorSummary locale=Ja mistakes=vec![]/> });
    assert!(!none.contains("error-summary"), "{none}");
    let title = page_title(Ja, "ご記入", "医院", Some("エラー".into()));
    assert_eq!(title, "エラー：ご記入 | 医院");
    let title = page_title(En, "Details", "Clinic", None);
    assert_eq!(title, "Details | Clinic");
}

#[test]
fn the_date_of_birth_marks_the_wrong_number_only() {
    let value = BirthDateValues {
        era: "showa".into(),
        year: "56".into(),
        month: "3".into(),
        day: "32".into(),
    };
    let error = (BirthPart::Day, "日を確かめてください".to_owned());
    let html = draw(move || view! { <BirthDate locale=Ja value=value error=error/> });
    assert!(tag_with(&html, "id=\"birth_day\"").contains("aria-invalid"));
    assert!(!tag_with(&html, "id=\"birth_month\"").contains("aria-invalid"));
    assert!(tag_with(&html, "value=\"showa\"").contains("checked"));
    assert!(!tag_with(&html, "value=\"ce\"").contains("checked"));
    assert!(tag_with(&html, "id=\"birth_year\"").contains("value=\"56\""));
}

#[test]
fn a_choice_remembers_what_was_chosen() {
    let options = ["first", "return"]
        .map(|value| Choice {
            value: value.into(),
            label: value.into(),
            details: vec![],
        })
        .to_vec();
    let html = draw(move || {
        view! { <Choices locale=Ja name="visit" legend="初めてですか" options=options selected="return".to_owned()/> }
    });
    assert!(tag_with(&html, "value=\"return\"").contains("checked"));
    assert!(tag_with(&html, "value=\"first\"").contains("id=\"visit\""));
    assert!(html.contains("<legend>初めてですか"));
}

#[test]
fn a_button_carries_both_labels_and_its_name() {
    let html = draw(|| {
        view! {
            <Button
                locale=En
                kind=ButtonKind::Main
                label="Send"
                name="act".to_owned()
                value="send".to_owned()
                formnovalidate=true
            />
        }
    });
    let button = tag_with(&html, "button");
    for piece in [
        "class=\"button main\"",
        "autocomplete=\"off\"",
        "name=\"act\"",
        "value=\"send\"",
        "formnovalidate",
        "type=\"submit\"",
    ] {
        assert!(button.contains(piece), "{piece} in {button}");
    }
    assert!(html.contains("class=\"label\">Send<") && html.contains("class=\"busy\">Sending…<"));
    let receipt = draw(|| view! { <ReceiptLink locale=En href="/receipt/1"/> });
    assert!(
        tag_with(&receipt, "data-receipt").contains("hidden"),
        "{receipt}"
    );
}

#[test]
fn a_countdown_is_told_in_time_left_and_says_one_thing() {
    for (left, class, said) in [
        (588_000, "countdown\"", "calm"),
        (120_001, "countdown\"", "calm"),
        (120_000, "countdown soon\"", "soon"),
        (1, "countdown soon\"", "soon"),
        (0, "countdown over\"", "over"),
        (-5, "countdown over\"", "over"),
    ] {
        let html = draw(move || {
            view! {
                <Countdown locale=Ja until="10:42" until_attr="2026-02-27T10:42:00+09:00" left_ms=left total_ms=600_000/>
            }
        });
        assert!(
            tag_with(&html, "data-left-ms").contains(class),
            "{left} {html}"
        );
        for name in ["calm", "soon", "over"] {
            let hidden = tag_with(&html, &format!("data-say=\"{name}\"")).contains("hidden");
            assert_eq!(hidden, name != said, "{left} {name}");
        }
        let filled = usize::from(left > 0);
        assert_eq!(html.matches("dot on").count(), filled, "{left}");
        assert_eq!(html.matches("<i class=\"dot").count(), 10);
    }
}

#[test]
fn only_a_confirmed_slip_looks_booked() {
    for kind in [
        SlipKind::Held,
        SlipKind::Requested,
        SlipKind::Gone,
        SlipKind::Nothing,
    ] {
        let html = draw(move || view! { <Slip locale=Ja kind=kind title="t"><p>"x"</p></Slip> });
        assert!(
            !html.contains("slip confirmed") && !html.contains("予約確定"),
            "{kind:?}"
        );
        assert!(html.contains("<h1 id=\"slip-title\">t</h1>"), "{html}");
    }
    let html =
        draw(|| view! { <Slip locale=Ja kind=SlipKind::Confirmed title="t"><p>"x"</p></Slip> });
    assert!(html.contains("slip confirmed") && html.contains("予約確定"));
}

fn slots(state: SlotState) -> Vec<SlotDay> {
    vec![SlotDay {
        id: "d0302".into(),
        title: "3月2日（月）".into(),
        note: None,
        halves: vec![SlotHalf {
            title: "午前".into(),
            content: HalfContent::Slots(vec![SlotTime {
                clock: "10:00".into(),
                datetime: "2026-03-02T10:00:00+09:00".into(),
                state,
            }]),
        }],
    }]
}

#[test]
fn a_time_can_be_pressed_only_when_it_can_be_had() {
    for (state, word, button, link) in [
        (SlotState::Free("key".into()), "空きあり", true, false),
        (SlotState::Few("key".into()), "残りわずか", true, false),
        (SlotState::Mine("/details".into()), "手続き中", false, true),
        (SlotState::Phone("03-1".into()), "電話のみ", false, true),
        (SlotState::Full, "満", false, false),
        (SlotState::Closed, "休診", false, false),
        (SlotState::Past, "終了", false, false),
        (SlotState::TooSoon, "締切", false, false),
    ] {
        let days = slots(state.clone());
        let html = draw(move || view! { <SlotGrid locale=Ja days=days/> });
        assert!(html.contains(word), "{state:?} {html}");
        assert_eq!(html.contains("<button"), button, "{state:?}");
        assert_eq!(html.contains("<a "), link, "{state:?}");
        if button {
            let tag = tag_with(&html, "button");
            assert!(
                tag.contains("name=\"slot\"") && tag.contains("value=\"key\""),
                "{tag}"
            );
        }
        if button || link {
            let heard = html.find("class=\"hidden-text\">3月2日（月）");
            assert!(
                heard < html.find("<time"),
                "the date is said before the time: {html}"
            );
        }
    }
}

#[test]
fn a_board_cell_spans_its_rows_and_names_its_column() {
    let visit = VisitCard {
        href: Some("/visit".into()),
        name: EVIL.into(),
        state: VisitState::Arrived,
        more: vec![],
        badges: vec![],
        seats: Some((3, 8)),
        action: Some(BoardAction {
            name: "inside".into(),
            value: "v1".into(),
            label: "診察へ".into(),
        }),
    };
    let day = BoardDay {
        title: "3月2日（月）".into(),
        columns: ["佐藤 葵", "田中 健"]
            .map(|title| BoardColumn {
                title: title.into(),
                note: None,
            })
            .to_vec(),
        rows: vec![
            BoardRow {
                clock: "10:00".into(),
                hour: true,
                now: Some("10:07".into()),
                gap: None,
                cells: vec![
                    BoardCell::Visits {
                        rows: 2,
                        cards: vec![visit],
                    },
                    BoardCell::Open(Some("/new".into())),
                ],
            },
            BoardRow {
                clock: "10:15".into(),
                cells: vec![BoardCell::Covered, BoardCell::Shut],
                ..BoardRow::default()
            },
        ],
    };
    let html = draw(move || view! { <Board locale=Ja day=day/> });
    assert!(html.contains("rowspan=\"2\"") && html.contains("aria-current=\"time\""));
    assert!(html.contains("10:00 田中 健 空き、予約を入れる"), "{html}");
    assert!(html.contains("3 / 8人") && html.contains("診察へ") && html.contains("来院"));
    assert_eq!(html.matches("<td").count(), 3);
    assert_eq!(html.matches("scope=\"row\"").count(), 2);
    assert!(!html.contains("<script"));
}

#[test]
fn an_answered_request_keeps_its_place() {
    let item = RequestItem {
        id: "r1".into(),
        name: "山田 花子".into(),
        deadline: "今日 10:45".into(),
        soon: true,
        answered: Some(Answered {
            icon: Icon::Confirmed,
            tone: Tone::Accent,
            word: "確定".into(),
            by: "10:31 受付・森".into(),
            note: None,
        }),
        ..RequestItem::default()
    };
    let html = draw(move || view! { <RequestRow locale=Ja item=item>"x"</RequestRow> });
    assert!(html.contains("request answered") && html.contains("10:31 受付・森"));
    assert!(!html.contains("今日 10:45") && html.contains("山田 花子 様"));
}

#[test]
fn a_phone_number_can_be_dialled_however_it_is_written() {
    for (written, dialled) in [
        ("03-0000-0000", "tel:0300000000"),
        ("+81 3 0000 0000", "tel:+81300000000"),
        ("（０３）００００", "tel:030000"),
        ("javascript:1", "tel:1"),
    ] {
        assert_eq!(tel_href(written), dialled);
    }
}
