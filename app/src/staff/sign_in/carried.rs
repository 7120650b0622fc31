//! What was typed into a page whose sign-in had ended travels through the sign-in form, and back to that page.

use crate::door::Fields;

/// Before the name of each field that travels.
const PREFIX: &str = "carry-";
/// What belongs to a form itself or to the sign-in: it never travels. A page that is drawn again makes its own.
const NEVER: [&str; 6] = [
    "token",
    "clinic",
    "login",
    "password",
    "next",
    "cookie_again",
];

/// The hidden fields of a sign-in form that is drawn after this post, be it the press that came too late or a sign-in
/// that carried it already.
pub(super) fn carried(posted: &Fields) -> Vec<(String, String)> {
    posted
        .0
        .iter()
        .map(|(name, value)| (name.strip_prefix(PREFIX).unwrap_or(name), value))
        .filter(|(name, _)| !NEVER.contains(name))
        .map(|(name, value)| (format!("{PREFIX}{name}"), value.clone()))
        .collect()
}

/// What a sign-in carried, as it was typed; `None` when no press had come too late.
pub(super) fn restored(posted: &Fields) -> Option<Fields> {
    let typed: Vec<(String, String)> = posted
        .0
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(PREFIX)?, value)))
        .filter(|(name, _)| !NEVER.contains(name))
        .map(|(name, value)| (name.to_owned(), value.clone()))
        .collect();
    (!typed.is_empty()).then_some(Fields(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        let pairs = pairs.iter().copied();
        Fields(
            pairs
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }

    #[test]
    fn what_was_typed_travels_and_what_is_secret_does_not() {
        let press = fields(&[
            ("clinic", "hinata"),
            ("token", "t"),
            ("reservation", "r"),
            ("name", "山田"),
        ]);
        let mut sign_in = fields(&[("login", "mori"), ("password", "p"), ("token", "u")]);
        sign_in.0.extend(carried(&press));
        let typed = fields(&[("reservation", "r"), ("name", "山田")]);
        assert_eq!(restored(&sign_in), Some(typed.clone()));
        // A wrong password in between.
        let again = Fields(carried(&sign_in));
        assert_eq!(restored(&again), Some(typed));
        assert!(
            !again
                .0
                .iter()
                .any(|(_, value)| value == "p" || value == "t")
        );
        let forged = fields(&[("carry-token", "t"), ("carry-password", "p")]);
        assert_eq!(restored(&forged), None);
        assert_eq!(restored(&fields(&[("login", "mori")])), None);
    }
}
