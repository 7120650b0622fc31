//! The front desk.

use app::components::*;
use app::format;
use app::locale::Locale;
use app::t;
use chrono_tz::Asia::Tokyo;
use leptos::prelude::*;

use super::*;

pub fn staff_requests(locale: Locale) -> AnyView {
    let item = move |id: &str, name: &str, minutes: i64| RequestItem {
        id: id.to_owned(),
        name: name.to_owned(),
        about: Some(format!(
            "スズキ イチロウ・{}",
            t!(locale, "request-age", age = 72)
        )),
        badges: vec![t!(locale, "visit-return")],
        wish: format::when_span(VISIT, VISIT + 30 * MINUTE, NOW, Tokyo, locale),
        what: pick(locale, "一般内科・田中 健 医師", "General medicine"),
        said: (minutes > 60).then(|| "「3日前から咳が続いています。」".to_owned()),
        deadline: format::when_or_today(NOW + minutes * MINUTE, NOW, Tokyo, locale),
        left: format::remaining_open(minutes * MINUTE, locale),
        soon: minutes < 30,
        answered: None,
    };
    let answered = RequestItem {
        answered: Some(Answered {
            icon: Icon::Full,
            tone: Tone::Stop,
            word: t!(locale, "staff-declined"),
            by: "10:31 受付・森".to_owned(),
            note: Some(pick(
                locale,
                "お知らせは10:33に送ります。それまでに戻せば、何も送られません。",
                "The message goes out at 10:33; undo before that sends nothing.",
            )),
        }),
        ..item("r3", "加藤 由美", 50)
    };
    let pair = move |id: &str| {
        view! {
            <Button locale=locale kind=ButtonKind::Filled label=t!(locale, "button-confirm") name="confirm".to_owned() value=id.to_owned() described_by=id.to_owned()/>
            <Button locale=locale kind=ButtonKind::Quiet label=t!(locale, "button-decline") name="decline".to_owned() value=id.to_owned() described_by=id.to_owned()/>
        }
    };
    let content = view! {
        <div class="toolbar"><h1>{t!(locale, "staff-requested")}</h1></div>
        <form method="post" action="/do/answer">
            <Requests locale=locale>
                <RequestRow locale=locale item=item("r1", "鈴木 一郎", 13)>{pair("r1")}</RequestRow>
                <RequestRow locale=locale item=answered>
                    <Button locale=locale label=t!(locale, "button-undo") name="undo".to_owned() value="r3".to_owned()/>
                </RequestRow>
                <RequestRow locale=locale item=item("r4", "Maria Lopez", 128)>{pair("r4")}</RequestRow>
            </Requests>
        </form>
    };
    staff_frame(locale, 1, content.into_any())
}

fn card(name: &str, state: VisitState) -> VisitCard {
    VisitCard {
        href: Some("#visit".to_owned()),
        name: name.to_owned(),
        state,
        more: vec!["一般内科".to_owned()],
        badges: Vec::new(),
        seats: None,
        action: None,
    }
}

pub fn staff_day(locale: Locale) -> AnyView {
    use VisitState::*;
    let arrive = |id: &str| {
        Some(BoardAction {
            name: "arrive".to_owned(),
            value: id.to_owned(),
            label: t!(locale, "button-confirm"),
        })
    };
    let visits = |rows, cards| BoardCell::Visits { rows, cards };
    let open = || BoardCell::Open(Some("#new".to_owned()));
    let seats = VisitCard {
        seats: Some((3, 8)),
        more: vec![],
        ..card("予防接種 9時", SeatsFree)
    };
    let late = VisitCard {
        badges: vec![(t!(locale, "staff-extra"), Tone::Wait)],
        action: arrive("v9"),
        ..card("吉田 美香", Confirmed)
    };
    let held = VisitCard {
        href: None,
        more: vec![t!(locale, "board-until", time = "10:40")],
        ..card("", Held)
    };
    let closed = VisitCard {
        href: None,
        more: vec!["学会のため".to_owned()],
        ..card("", Closed)
    };
    let extra = VisitCard {
        badges: vec![(t!(locale, "staff-extra"), Tone::Wait)],
        ..card("木村 翼", Confirmed)
    };
    let cells: [Vec<BoardCell>; 10] = [
        vec![
            visits(2, vec![card("伊藤 真一", Done)]),
            visits(1, vec![card("松本 清", Done)]),
            visits(4, vec![seats]),
        ],
        vec![BoardCell::Covered, open(), BoardCell::Covered],
        vec![
            visits(2, vec![card("小林 明", NoShow)]),
            visits(2, vec![card("中村 大輔", WithDoctor)]),
            BoardCell::Covered,
        ],
        vec![BoardCell::Covered, BoardCell::Covered, BoardCell::Covered],
        vec![
            visits(2, vec![card("山田 花子", Arrived)]),
            visits(2, vec![late]),
            open(),
        ],
        vec![BoardCell::Covered, BoardCell::Covered, open()],
        vec![
            visits(1, vec![held]),
            visits(1, vec![card("鈴木 一郎", Requested)]),
            BoardCell::Shut,
        ],
        vec![
            visits(2, vec![card("渡辺 直樹", Confirmed), extra]),
            visits(3, vec![closed]),
            open(),
        ],
        vec![BoardCell::Covered, BoardCell::Covered, open()],
        vec![open(), BoardCell::Covered, open()],
    ];
    let mut rows: Vec<BoardRow> = cells
        .into_iter()
        .zip(0_i64..)
        .map(|(cells, quarter)| BoardRow {
            clock: format!("{}:{:02}", 9 + quarter / 4, quarter % 4 * 15),
            hour: quarter % 4 == 0,
            now: (quarter == 5).then(|| "10:22".to_owned()),
            gap: None,
            cells,
        })
        .collect();
    rows.push(BoardRow {
        clock: "12:00".to_owned(),
        hour: true,
        gap: Some(pick(locale, "昼休み 12:00–15:00", "Break 12:00–15:00")),
        ..BoardRow::default()
    });
    let column = |title: &str| BoardColumn {
        title: title.to_owned(),
        note: Some(pick(
            locale,
            "予約 7件、承認待ち 1件",
            "7 booked, 1 requested",
        )),
    };
    let board = BoardDay {
        title: day(locale, VISIT),
        columns: vec![
            column("佐藤 葵 医師"),
            column("田中 健 医師"),
            column("処置室"),
        ],
        rows,
    };
    let content = view! {
        <div class="toolbar">
            <h1>{day(locale, VISIT)}</h1>
            <nav class="actions">
                <ButtonLink href="#p" kind=ButtonKind::Quiet small=true before=Icon::Back label=t!(locale, "day-previous")/>
                <ButtonLink href="#n" kind=ButtonKind::Quiet small=true after=Icon::Next label=t!(locale, "day-next")/>
            </nav>
            <ButtonLink href="#new" small=true label=t!(locale, "button-new-booking")/>
        </div>
        <div class="board-page">
            <form method="post" action="/do/attendance"><Board locale=locale day=board/></form>
            <aside class="stack"><Card slim=true><h2>{t!(locale, "staff-calls")}</h2><p>"吉田 美香 様"</p></Card></aside>
        </div>
    };
    staff_frame(locale, 0, content.into_any())
}
