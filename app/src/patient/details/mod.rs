//! Who the visit is for: the fields of the details form, read and drawn. Staff use the same ones.

mod birth;
pub(crate) mod form;
pub(crate) mod mistake;
mod phone;
pub(crate) mod submit;
pub(crate) mod view;

use form::FIELDS;

use crate::door::Fields;

/// What was typed into a details form, to be carried on by another one; `None` when nothing was.
pub(crate) fn carried(fields: &Fields) -> Option<Fields> {
    let typed: Vec<(String, String)> = FIELDS
        .iter()
        .filter(|name| fields.has(name))
        .map(|name| ((*name).to_owned(), fields.get(name).to_owned()))
        .collect();
    // The chosen era alone was not typed.
    typed
        .iter()
        .any(|(name, value)| name != "birth_era" && !value.is_empty())
        .then_some(Fields(typed))
}
