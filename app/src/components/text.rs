//! A text that may be left out.

/// What an optional text prop takes: a `&str`, a `String`, or an `Option` of either.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MaybeText(pub Option<String>);

impl From<&str> for MaybeText {
    fn from(text: &str) -> MaybeText {
        MaybeText(Some(text.to_owned()))
    }
}

impl From<String> for MaybeText {
    fn from(text: String) -> MaybeText {
        MaybeText(Some(text))
    }
}

impl From<Option<&str>> for MaybeText {
    fn from(text: Option<&str>) -> MaybeText {
        MaybeText(text.map(str::to_owned))
    }
}

impl From<Option<String>> for MaybeText {
    fn from(text: Option<String>) -> MaybeText {
        MaybeText(text)
    }
}
