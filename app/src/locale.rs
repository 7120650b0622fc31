//! The two languages of the pages, and the macro [`t!`](crate::t) that gives a text.
//!
//! The texts live in `locales/<language>/app.ftl` (Fluent). A key or a variable that
//! the Japanese file lacks is a compile error; that the English file has the same
//! keys and variables is held by `both_files_have_the_same_keys_and_variables`.

use std::borrow::Cow;
use std::sync::LazyLock;

use i18n_embed::fluent::FluentLanguageLoader;
use i18n_embed::unic_langid::LanguageIdentifier;
use i18n_embed::{I18nAssets, LanguageLoader};

/// A language of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locale {
    /// Japanese, the language of whoever says nothing else.
    Ja,
    /// English.
    En,
}

impl Locale {
    /// Both, the default first.
    pub const ALL: [Locale; 2] = [Locale::Ja, Locale::En];

    /// The language tag for `lang=`, `hreflang=` and `?lang=`.
    pub const fn tag(self) -> &'static str {
        match self {
            Locale::Ja => "ja",
            Locale::En => "en",
        }
    }

    /// Reads a tag; region and case don't matter (`en-GB` is English).
    pub fn parse(tag: &str) -> Option<Locale> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        Locale::ALL
            .into_iter()
            .find(|locale| primary.eq_ignore_ascii_case(locale.tag()))
    }

    /// The best of our languages for an `Accept-Language` header; Japanese when nothing fits.
    pub fn from_accept_language(header: &str) -> Locale {
        let mut best: Option<(f32, Locale)> = None;
        for range in header.split(',') {
            let mut parts = range.split(';');
            let Some(locale) = parts.next().and_then(Locale::parse) else {
                continue;
            };
            let quality = parts
                .find_map(|part| part.trim().strip_prefix("q="))
                .map_or(1.0, |q| q.trim().parse::<f32>().unwrap_or(0.0));
            // Strictly greater: of two equals the first named wins.
            if quality > best.map_or(0.0, |(q, _)| q) {
                best = Some((quality, locale));
            }
        }
        best.map_or(Locale::Ja, |(_, locale)| locale)
    }

    /// The other language, for the switch in the header.
    pub const fn other(self) -> Locale {
        match self {
            Locale::Ja => Locale::En,
            Locale::En => Locale::Ja,
        }
    }
}

/// The text of a key in a language: `t!(locale, "button-sending")`,
/// `t!(locale, "page-phone", phone = number)`.
///
/// Key and variables are literals, checked at compile time. Gives a `String`.
#[macro_export]
macro_rules! t {
    ($locale:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::locale::fl!($crate::locale::loader($locale), $key $(, $name = $value)*)
    };
}

#[doc(hidden)]
pub use i18n_embed_fl::fl;

/// The loaded texts of a language: for [`t!`](crate::t).
#[doc(hidden)]
pub fn loader(locale: Locale) -> &'static FluentLanguageLoader {
    static JA: LazyLock<FluentLanguageLoader> = LazyLock::new(|| load(Locale::Ja));
    static EN: LazyLock<FluentLanguageLoader> = LazyLock::new(|| load(Locale::En));
    match locale {
        Locale::Ja => &JA,
        Locale::En => &EN,
    }
}

fn load(locale: Locale) -> FluentLanguageLoader {
    let loader = FluentLanguageLoader::new("app", identifier(Locale::Ja));
    if let Err(error) = loader.load_languages(&Files, &[identifier(locale)]) {
        // The texts are part of the binary and are loaded in a test, so this is a build
        // that never passed one. Pages then show keys: ugly, but up.
        tracing::error!(%error, language = locale.tag(), "texts could not be loaded");
    }
    // The isolation marks would end up in titles, in what people copy, and in tests.
    loader.set_use_isolating(false);
    loader
}

fn identifier(locale: Locale) -> LanguageIdentifier {
    locale.tag().parse().unwrap_or_default()
}

/// The files as they were at compile time. `include_str!` makes Cargo compile the crate
/// again when a text changes, which is when `fl!` must look again.
struct Files;

impl Files {
    const ALL: [(&'static str, &'static str); 2] = [
        ("ja/app.ftl", include_str!("../locales/ja/app.ftl")),
        ("en/app.ftl", include_str!("../locales/en/app.ftl")),
    ];
}

impl I18nAssets for Files {
    fn get_files(&self, file_path: &str) -> Vec<Cow<'_, [u8]>> {
        Files::ALL
            .iter()
            .filter(|(path, _)| *path == file_path)
            .map(|(_, text)| Cow::Borrowed(text.as_bytes()))
            .collect()
    }

    fn filenames_iter(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(Files::ALL.iter().map(|(path, _)| (*path).to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn tags_are_read_back() {
        for locale in Locale::ALL {
            assert_eq!(Locale::parse(locale.tag()), Some(locale));
            assert_eq!(locale.other().other(), locale);
        }
        assert_eq!(Locale::parse("EN-gb"), Some(Locale::En));
        assert_eq!(Locale::parse("ja_JP"), Some(Locale::Ja));
        for nothing in ["", "fr", "english", "*"] {
            assert_eq!(Locale::parse(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn the_browsers_wish_is_followed_where_we_can() {
        for (header, wanted) in [
            ("", Locale::Ja),
            ("*", Locale::Ja),
            ("fr, de;q=0.9", Locale::Ja),
            ("en-US,en;q=0.9", Locale::En),
            ("en-US,en;q=0.9,ja;q=0.8", Locale::En),
            ("ja,en-US;q=0.9,en;q=0.8", Locale::Ja),
            ("fr, en;q=0.5, ja;q=0.7", Locale::Ja),
            ("en;q=0, ja;q=0.1", Locale::Ja),
            ("en;q=0", Locale::Ja),
            ("en;q=abc, *;q=0.1", Locale::Ja),
            ("de-CH, en ; q=0.3", Locale::En),
        ] {
            assert_eq!(Locale::from_accept_language(header), wanted, "{header}");
        }
    }

    #[test]
    fn a_text_takes_its_variables_without_isolation_marks() {
        assert_eq!(t!(Locale::Ja, "button-sending"), "送信中…");
        assert_eq!(t!(Locale::En, "button-sending"), "Sending…");
        assert_eq!(
            t!(
                Locale::Ja,
                "sentence-held",
                time = "10時00分",
                until = String::from("10時42分")
            ),
            "10時00分の枠を10時42分までお取りしています。まだ予約は完了していません。"
        );
        assert_eq!(
            t!(Locale::En, "sentence-held", time = "10:00", until = "10:42"),
            "This time is kept for you until 10:42. It is not booked yet."
        );
        assert_eq!(
            t!(Locale::En, "error-summary-title", count = 1),
            "Please put 1 thing right"
        );
        assert_eq!(
            t!(Locale::En, "error-summary-title", count = 3),
            "Please put 3 things right"
        );
    }

    #[test]
    fn both_files_have_the_same_keys_and_variables() {
        // The English sentence says "this time" where the Japanese one names it.
        const LEFT_OUT_IN_ENGLISH: [(&str, &str); 2] =
            [("sentence-held-until", "time"), ("sentence-held", "time")];
        let (mut ja, en) = (variables_by_key(0), variables_by_key(1));
        for (key, variable) in LEFT_OUT_IN_ENGLISH {
            let was_there = ja.get_mut(key).is_some_and(|found| found.remove(variable));
            assert!(was_there, "{key} has no {variable}: shorten the list above");
        }
        for (key, variables) in &ja {
            assert_eq!(en.get(key), Some(variables), "en/app.ftl: {key}");
        }
        for key in en.keys() {
            assert!(ja.contains_key(key), "ja/app.ftl lacks {key}");
        }
    }

    #[test]
    fn no_text_is_empty_or_written_twice() {
        for (path, text) in Files::ALL {
            let mut seen = BTreeSet::new();
            for (key, value) in entries(text) {
                assert!(!value.trim().is_empty(), "{path}: {key} is empty");
                assert!(seen.insert(key.clone()), "{path}: {key} is there twice");
            }
        }
    }

    #[test]
    fn forbidden_words_stay_out() {
        for (path, text) in Files::ALL {
            for (key, value) in entries(text) {
                for word in ["仮予約", "領収書", "受付済み"] {
                    assert!(!value.contains(word), "{path}: {key} says {word}");
                }
            }
        }
    }

    /// Every key with its variables, those of the texts it refers to included.
    fn variables_by_key(file: usize) -> BTreeMap<String, BTreeSet<String>> {
        let all: BTreeMap<String, String> = entries(Files::ALL[file].1).into_iter().collect();
        all.keys()
            .map(|key| {
                let mut found = BTreeSet::new();
                collect_variables(&all, key, &mut found);
                (key.clone(), found)
            })
            .collect()
    }

    fn collect_variables(all: &BTreeMap<String, String>, key: &str, found: &mut BTreeSet<String>) {
        let Some(value) = all.get(key) else {
            panic!("{key} is referred to and does not exist");
        };
        for placeable in value.split('{').skip(1) {
            let inner = placeable
                .split(['}', '-'])
                .next()
                .unwrap_or_default()
                .trim();
            if let Some(variable) = inner.strip_prefix('$') {
                found.insert(variable.to_owned());
            } else if !inner.starts_with('"') {
                let reference = placeable.split('}').next().unwrap_or_default().trim();
                collect_variables(all, reference, found);
            }
        }
    }

    /// The texts of a file: continuation lines are indented, comments start with `#`.
    fn entries(text: &str) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            match (line.starts_with(' '), line.split_once('=')) {
                (false, Some((key, value))) => {
                    found.push((key.trim().to_owned(), value.trim().to_owned()));
                }
                _ => {
                    if let Some((_, value)) = found.last_mut() {
                        value.push_str(line);
                    }
                }
            }
        }
        found
    }
}
