//! The parts, the details form and the slips.

use app::components::*;
use app::format;
use app::locale::Locale;
use app::t;
use chrono_tz::Asia::Tokyo;
use leptos::prelude::*;

use super::*;

pub fn parts(locale: Locale) -> AnyView {
    let marks = Icon::ALL.map(|icon| (icon, format!("{icon:?}"))).to_vec();
    let content = view! {
        <div class="stack">
            <h1>{pick(locale, "部品", "Parts")}</h1>
            <Legend label=t!(locale, "marks-legend") entries=marks/>
            <form class="actions" method="post" action="/nowhere">
                <Button locale=locale kind=ButtonKind::Main label=t!(locale, "button-send-request")/>
                <Button locale=locale kind=ButtonKind::Filled label=t!(locale, "button-confirm")/>
                <Button locale=locale label=t!(locale, "button-undo")/>
                <Button locale=locale kind=ButtonKind::Quiet label=t!(locale, "button-release")/>
                <Button locale=locale small=true label=t!(locale, "button-confirm")/>
            </form>
            <form class="actions" aria-busy="true" method="post" action="/nowhere">
                <button class="button main pressed" type="button" disabled>
                    <span class="swap">
                        <span class="label">{t!(locale, "button-send-request")}</span>
                        <span class="busy">{t!(locale, "button-sending")}</span>
                    </span>
                </button>
                <button class="button quiet" type="button" disabled>{t!(locale, "button-release")}</button>
            </form>
            <ReceiptLink locale=locale href="#receipt"/>
            <p class="no-answer">
                {t!(locale, "receipt-no-answer")} " " <a href="#r">{t!(locale, "receipt-see")}</a>
            </p>
            <Notice icon=Icon::Confirmed><p>{t!(locale, "notice-retaken")}</p></Notice>
            <Notice icon=Icon::Alert tone=Tone::Wait><p>{t!(locale, "refusal-form-expired")}</p></Notice>
            <Notice icon=Icon::Full tone=Tone::Stop><p>{t!(locale, "refusal-hold-taken")}</p></Notice>
            {countdown(locale, 125_000)}
            {countdown(locale, 0)}
            <SelectField
                locale=locale
                name="room"
                label=pick(locale, "担当", "Resource")
                options=vec![("a".into(), "佐藤 葵".into()), ("b".into(), "田中 健".into())]
                value="b"
            />
            <TextField locale=locale name="on" kind="date" short=true label=pick(locale, "日付", "Date") value="2026-03-02"/>
            <CheckField name="agree" checked=true label=pick(locale, "枠外で入れる", "Over-book on purpose")/>
            <p><Badge text=t!(locale, "visit-first")/> " " <Badge text=t!(locale, "staff-flag-outside") tone=Tone::Stop/></p>
        </div>
    };
    frame(locale, None, false, content.into_any())
}

fn details_form(locale: Locale, wrong: bool) -> AnyView {
    let kana = wrong.then(|| {
        pick(
            locale,
            "フリガナを入力してください",
            "Enter the reading of your name",
        )
    });
    let birth = wrong.then(|| {
        pick(
            locale,
            "生年月日の日を確かめてください",
            "Check the day of your date of birth",
        )
    });
    let mistakes = [("kana", &kana), (BirthPart::Day.id(), &birth)]
        .into_iter()
        .filter_map(|(field, message)| {
            let message = message.clone()?;
            Some(Mistake {
                field: field.to_owned(),
                message,
            })
        })
        .collect();
    let value = BirthDateValues {
        era: if wrong { "showa" } else { "" }.to_owned(),
        year: if wrong { "56" } else { "" }.to_owned(),
        month: if wrong { "3" } else { "" }.to_owned(),
        day: if wrong { "32" } else { "" }.to_owned(),
    };
    let until = format::clock_spoken(NOW + 10 * MINUTE, Tokyo, locale);
    let time = format::clock_spoken(VISIT, Tokyo, locale);
    let fields = view! {
        <TextField locale=locale name="name" label=pick(locale, "お名前", "Name") hint=pick(locale, "例：山田 花子", "As on your insurance card") autocomplete="name" value=if wrong { "山田 花子" } else { "" }/>
        <TextField locale=locale name="kana" label=pick(locale, "フリガナ", "Reading") hint=pick(locale, "ひらがなでもかまいません", "In kana, if you know it") error=kana/>
        <BirthDate locale=locale value=value error=birth.map(|message| (BirthPart::Day, message))/>
        <TextField locale=locale name="tel" kind="tel" label=pick(locale, "電話番号", "Phone") autocomplete="tel"/>
        <TextField locale=locale name="email" kind="email" optional=true label=pick(locale, "メールアドレス", "E-mail")/>
        <TextArea locale=locale name="note" optional=true label=pick(locale, "医院へのご連絡", "Note to the clinic")/>
    };
    view! {
        <form class="form" method="post" action="/do/request?page=/details" novalidate>
            <EnterButton name="act" value="send" label=t!(locale, "button-send-request")/>
            <ErrorSummary locale=locale mistakes=mistakes/>
            <div class="tight">
                <h1>{pick(locale, "お名前と連絡先", "Your details")}</h1>
                <p>
                    {t!(locale, "sentence-held-until", time = time, until = until)} " "
                    <strong>{t!(locale, "sentence-held-not-yet")}</strong>
                </p>
            </div>
            {countdown(locale, 588_000)}
            <Card slim=true>
                {visit_when(locale)}
                <p class="soft">{pick(locale, "一般内科・再診・佐藤 葵 医師（30分）", "General medicine, return visit (30 min)")}</p>
                <div class="actions pair">
                    <Button locale=locale kind=ButtonKind::Quiet small=true name="act".to_owned() value="more-time".to_owned() formnovalidate=true label=t!(locale, "button-more-time")/>
                    <Button locale=locale kind=ButtonKind::Quiet small=true name="act".to_owned() value="release".to_owned() formnovalidate=true label=t!(locale, "button-release")/>
                </div>
            </Card>
            <p class="soft">{t!(locale, "field-all-required")}</p>
            {fields}
            <div class="tight">
                <p class="actions">
                    <Button locale=locale kind=ButtonKind::Main name="act".to_owned() value="send".to_owned() label=t!(locale, "button-send-request")/>
                </p>
                <ReceiptLink locale=locale href="nothing-ja.html"/>
            </div>
        </form>
    }
    .into_any()
}

pub fn details(locale: Locale) -> AnyView {
    frame(
        locale,
        Some(Step::Details),
        false,
        details_form(locale, false),
    )
}

pub fn details_errors(locale: Locale) -> AnyView {
    frame(
        locale,
        Some(Step::Details),
        false,
        details_form(locale, true),
    )
}

fn facts(locale: Locale) -> AnyView {
    let facts = vec![
        Fact::new(
            pick(locale, "診療", "Visit"),
            pick(
                locale,
                "一般内科・再診（30分）",
                "General medicine, return visit (30 min)",
            ),
        ),
        Fact::view(
            pick(locale, "担当医", "Doctor"),
            view! { <span lang="ja">"佐藤 葵 医師"</span> },
        ),
        Fact::new(
            pick(locale, "お名前", "Name"),
            t!(locale, "request-person", name = "山田 花子"),
        ),
    ];
    view! { <SummaryList facts=facts/> }.into_any()
}

pub fn held(locale: Locale) -> AnyView {
    let content = view! {
        <div class="stack">
            <Slip locale=locale kind=SlipKind::Held title=t!(locale, "sentence-held-not-yet") below=facts(locale)>
                {visit_when(locale)}
            </Slip>
            <Slip locale=locale kind=SlipKind::Gone id="second" in_list=true state=t!(locale, "state-cancelled") title=day(locale, VISIT)>
                <p class="soft">{format::when(VISIT, NOW, Tokyo, locale)}</p>
            </Slip>
        </div>
    };
    frame(locale, None, false, content.into_any())
}

pub fn requested(locale: Locale) -> AnyView {
    let answer = t!(
        locale,
        "sentence-requested-answer",
        deadline = format::when_spoken(NOW + 7 * 60 * MINUTE, NOW, Tokyo, locale),
        channel = t!(locale, "channel-phone")
    );
    let below = view! { {visit_when(locale)} {facts(locale)} };
    let already = format::clock_spoken(NOW, Tokyo, locale);
    let content = view! {
        <div class="stack">
            <Notice icon=Icon::Confirmed>
                <p><strong>{t!(locale, "notice-already-received", time = already)}</strong> " " {t!(locale, "notice-already-one")}</p>
            </Notice>
            <Slip locale=locale kind=SlipKind::Requested title=t!(locale, "sentence-requested-received") below=below.into_any()>
                <p class="lead">
                    <strong>{t!(locale, "sentence-requested-not-yet")}</strong> " "
                    {answer} " " {t!(locale, "sentence-requested-kept")}
                </p>
                <RequestPath locale=locale stage=PathStage::Requested/>
            </Slip>
            <div class="actions">
                <ButtonLink href="#cancel" kind=ButtonKind::Quiet label=t!(locale, "button-cancel")/>
            </div>
        </div>
    };
    frame(locale, Some(Step::Answer), false, content.into_any())
}

pub fn confirmed(locale: Locale) -> AnyView {
    let come = t!(
        locale,
        "sentence-confirmed-come",
        when = format::when_spoken(VISIT, NOW, Tokyo, locale),
        clinic = CLINIC
    );
    let content = view! {
        <Slip locale=locale kind=SlipKind::Confirmed title=t!(locale, "sentence-confirmed-short") below=facts(locale)>
            {visit_when(locale)}
            <p class="lead">{come}</p>
        </Slip>
    };
    frame(locale, Some(Step::Answer), false, content.into_any())
}

pub fn nothing(locale: Locale) -> AnyView {
    let as_of = t!(
        locale,
        "receipt-nothing-as-of",
        time = format::clock_seconds(NOW, Tokyo, locale)
    );
    let content = view! {
        <Slip locale=locale kind=SlipKind::Nothing title=t!(locale, "receipt-nothing-short")>
            <p class="lead">{as_of} " " <strong>{t!(locale, "receipt-nothing-safe")}</strong></p>
            <div class="actions"><ButtonLink href="details-ja.html" kind=ButtonKind::Main label=t!(locale, "button-back")/></div>
        </Slip>
    };
    frame(locale, None, false, content.into_any())
}
