//! The frame of every page: what stands around `<main>`, inside `<body>`.

use leptos::prelude::*;

use super::mark::join;
use super::staff_nav::{StaffLink, StaffNav};
use super::steps::{Step, Steps};
use super::text::MaybeText;
use crate::locale::Locale;
use crate::{t, title};

/// Header, main part and footer. `<html>`, `<head>` and `<body>` belong to the document shell.
#[component]
pub fn Page(
    /// The language.
    locale: Locale,
    /// The clinic's name as it stands in the header.
    #[prop(into)]
    clinic: String,
    /// Where the clinic's name leads.
    #[prop(into)]
    home_href: String,
    /// This same page in the other language; empty where a form of the page has a button for it.
    #[prop(into)]
    language_href: String,
    /// The patient's own bookings; left out on staff pages.
    #[prop(optional, into)]
    bookings_href: MaybeText,
    /// How personal data is treated.
    #[prop(optional, into)]
    privacy_href: MaybeText,
    /// The clinic's phone number as people write it.
    #[prop(optional, into)]
    phone: MaybeText,
    /// Where the patient is in a booking.
    #[prop(optional_no_strip, into)]
    step: Option<Step>,
    /// The rooms of the staff: makes this a staff page.
    #[prop(optional)]
    staff: Vec<StaffLink>,
    /// Whether the main part takes the width of a desk.
    #[prop(optional)]
    wide: bool,
    /// The content of `<main>`.
    children: Children,
) -> impl IntoView {
    let (bookings_href, privacy_href, phone) = (bookings_href.0, privacy_href.0, phone.0);
    let for_staff = !staff.is_empty();
    let nav = for_staff.then(|| view! { <StaffNav locale=locale links=staff/> });
    let steps = step.map(|step| view! { <Steps locale=locale current=step/> });
    let other = locale.other();
    let word = t!(locale, "page-other-language");
    let language = if language_href.is_empty() {
        // Room for the form's button, which lies over it.
        view! { <span class="language kept" aria-hidden="true">{word}</span> }.into_any()
    } else {
        view! {
            <a class="language" href=language_href hreflang=other.tag() lang=other.tag()>{word}</a>
        }
        .into_any()
    };
    view! {
        <div class=join("frame", if for_staff { "staff" } else { "" })>
            <a class="skip" href="#main">{t!(locale, "page-skip")}</a>
            <header class="header">
                <div class="header-in">
                    <a class="brand" href=home_href>
                        <BrandMark/>
                        <span lang=foreign(&clinic, locale)>{clinic.clone()}</span>
                    </a>
                    {nav}
                    {language}
                </div>
            </header>
            <main id="main" tabindex="-1" class=wide.then_some("wide")>
                {steps}
                {children()}
            </main>
            <Footer locale=locale bookings_href=bookings_href privacy_href=privacy_href phone=phone/>
        </div>
    }
    .into_any()
}

#[component]
fn Footer(
    locale: Locale,
    bookings_href: Option<String>,
    privacy_href: Option<String>,
    phone: Option<String>,
) -> impl IntoView {
    let bookings =
        bookings_href.map(|href| view! { <a href=href>{t!(locale, "page-bookings")}</a> });
    let phone = phone.map(|phone| {
        let href = tel_href(&phone);
        view! { <a href=href>{t!(locale, "page-phone", phone = phone)}</a> }
    });
    let privacy = privacy_href.map(|href| view! { <a href=href>{t!(locale, "page-privacy")}</a> });
    view! {
        <footer class="footer">
            <div class="footer-in">
                {bookings}
                {phone}
                {privacy}
                <p>{t!(locale, "site-sentence")}</p>
            </div>
        </footer>
    }
}

/// Nine dots, one filled: one slot goes to one patient.
#[component]
fn BrandMark() -> impl IntoView {
    const DOTS: &str = concat!(
        r#"<circle class="ring" cx="4" cy="4" r="2.6"/><circle class="ring" cx="12" cy="4" r="2.6"/>"#,
        r#"<circle class="ring" cx="20" cy="4" r="2.6"/><circle class="ring" cx="4" cy="12" r="2.6"/>"#,
        r#"<circle class="ring" cx="12" cy="12" r="2.6"/><circle class="one" cx="20" cy="12" r="3.6"/>"#,
        r#"<circle class="ring" cx="4" cy="20" r="2.6"/><circle class="ring" cx="12" cy="20" r="2.6"/>"#,
        r#"<circle class="ring" cx="20" cy="20" r="2.6"/>"#,
    );
    view! { <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=DOTS></svg> }
}

/// A phone number that can be pressed.
#[component]
pub fn PhoneLink(
    /// The number as people write it.
    #[prop(into)]
    phone: String,
) -> impl IntoView {
    view! { <a class="num" href=tel_href(&phone)>{phone.clone()}</a> }
}

/// The `tel:` address of a number as people write it (full-width digits included).
pub fn tel_href(phone: &str) -> String {
    let digits = phone.chars().filter_map(|c| match c {
        '0'..='9' | '+' => Some(c),
        '０'..='９' => char::from_digit(c as u32 - '０' as u32, 10),
        '＋' => Some('+'),
        _ => None,
    });
    std::iter::once("tel:".to_owned())
        .chain(digits.map(String::from))
        .collect()
}

/// `lang=` for a name that is not in the page's language: Japanese script on an English
/// page. The language of a name in Latin letters is anybody's guess, so it gets none.
pub fn foreign(text: &str, locale: Locale) -> Option<&'static str> {
    let japanese = |c: char| matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
    (locale == Locale::En && text.chars().any(japanese)).then_some(Locale::Ja.tag())
}

/// The text of `<title>`: what happened, if anything has ("Error", "Please wait"), the page, then the
/// clinic. A screen reader says it first.
pub fn page_title(locale: Locale, title: &str, clinic: &str, happened: Option<String>) -> String {
    t!(
        locale,
        "site-title",
        title = title::with(locale, happened, title),
        clinic = clinic.to_owned()
    )
}
