//! What a document's title says first after a press: a screen reader reads the title before anything on the page, and
//! a tab shows nothing else.

use reservation::outcome::Refusal;

use crate::door::Say;
use crate::locale::Locale;
use crate::t;

/// A few words for what came of a press; nothing where the page was only asked for again.
pub(crate) fn after(said: &Say, locale: Locale) -> Option<String> {
    Some(match said {
        Say::Kept => return None,
        Say::Mistakes(_) => t!(locale, "title-error"),
        Say::NoToken
        | Say::NoCookie
        | Say::SignedIn
        | Say::Refused(Refusal::FormExpired | Refusal::FormForeign) => {
            t!(locale, "title-press-again")
        }
        Say::SignIn => t!(locale, "title-signed-out"),
        Say::TooMany(_) | Say::Busy => t!(locale, "title-wait"),
        Say::Unknown(_) => t!(locale, "title-unknown"),
        Say::Broken(_) => t!(locale, "title-broken"),
        Say::Refused(Refusal::TooMany { .. }) => t!(locale, "title-not-booked"),
        Say::Refused(_)
        | Say::CookiesBlocked
        | Say::ForeignOrigin
        | Say::TooLarge
        | Say::BrokenOff => {
            t!(locale, "title-not-done")
        }
    })
}

/// A title with something before it.
pub(crate) fn with(locale: Locale, what: Option<String>, title: &str) -> String {
    match what {
        Some(what) => t!(
            locale,
            "site-title-after",
            what = what,
            title = title.to_owned()
        ),
        None => title.to_owned(),
    }
}

/// A sentence as part of a title, which ends without a full stop: the first one of several.
pub(crate) fn plain(sentence: &str) -> String {
    let end = sentence.find("。").or_else(|| sentence.find(". "));
    let first = end.map_or(sentence, |end| sentence.split_at(end).0);
    first.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_sentence_without_its_full_stop() {
        assert_eq!(plain("休診です。ほかの日をどうぞ。"), "休診です");
        assert_eq!(
            plain("The clinic is closed. Choose."),
            "The clinic is closed"
        );
        assert_eq!(plain("It begins at 9.30."), "It begins at 9.30");
        assert_eq!(plain("Choose a time"), "Choose a time");
    }

    #[test]
    fn a_title_says_first_what_came_of_the_press() {
        let said = |said: Say| {
            let en = with(Locale::En, after(&said, Locale::En), "Details");
            let ja = with(Locale::Ja, after(&said, Locale::Ja), "ご記入");
            (en, ja)
        };
        let is = |en: &str, ja: &str| (en.to_owned(), ja.to_owned());
        for (say, wanted) in [
            (Say::Kept, is("Details", "ご記入")),
            (
                Say::Mistakes(Vec::new()),
                is("Error: Details", "エラー：ご記入"),
            ),
            (
                Say::Refused(Refusal::FormExpired),
                is(
                    "Please press once more: Details",
                    "もう一度押してください：ご記入",
                ),
            ),
            (
                Say::TooMany(3),
                is("Please wait: Details", "少しお待ちください：ご記入"),
            ),
            (
                Say::Unknown(None),
                is("Not known yet: Details", "まだ分かりません：ご記入"),
            ),
            (
                Say::Refused(Refusal::NoMoreTime),
                is("Not done: Details", "できませんでした：ご記入"),
            ),
        ] {
            assert_eq!(said(say), wanted);
        }
    }
}
