//! Form tokens, secret links and the keys behind them: pure arithmetic. Nothing is written when a form is drawn.
//!
//! A token says its id (a UUIDv7, so when it was issued), the key that signed it and for whom it was drawn; its MAC
//! covers these and clinic, form and subject. *Genuine* is decided here, *unused* by the ledger, *young and own* inside
//! the transaction.

use std::sync::Arc;

use axum::http::HeaderValue;
use reservation::ids::{ClinicId, ReservationId};
use reservation::submission::FormAge;
use reservation::time::UtcMillis;
use reservation::visit::Holder;
use uuid::Uuid;

/// The keys of a running server. Kept in the store (or handed in), so that restarts and other nodes accept each
/// other's forms.
#[derive(Clone)]
pub struct Keys {
    form: Arc<[[u8; 32]]>,
    link: [u8; 32],
}

/// A token whose MAC is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Genuine {
    /// Its id: the key of the submission.
    pub id: Uuid,
    /// When it was issued.
    pub issued_at: UtcMillis,
    owner: [u8; 16],
}

impl Genuine {
    /// What the desk judges after the ledger.
    pub fn age(&self, sender: &Holder) -> FormAge {
        FormAge {
            issued_at: self.issued_at,
            own: self.owner == owner_bytes(sender),
        }
    }
}

const VERSION: u8 = 1;
/// Version, key number, id, owner, MAC.
const LENGTH: usize = 1 + 1 + 16 + 16 + 16;

fn owner_bytes(holder: &Holder) -> [u8; 16] {
    match holder {
        Holder::Visitor(tag) => tag.0,
        Holder::Staff(id) => *id.0.as_bytes(),
    }
}

impl Keys {
    /// Keys: those of forms with the present one first (at most a few older ones are still accepted), and that of
    /// secret links, which never changes.
    pub fn new(form: &[[u8; 32]], link: [u8; 32]) -> Self {
        Self {
            form: form.into(),
            link,
        }
    }

    /// The hidden field of a form drawn for `owner`. The subject is what the form is about: the same token never fits
    /// another clinic, form or subject.
    pub fn issue(
        &self,
        id: Uuid,
        owner: &Holder,
        clinic: &ClinicId,
        form: &str,
        subject: &str,
    ) -> String {
        let mut bytes = Vec::with_capacity(LENGTH);
        // The number is a key's fingerprint, so that it stays right when keys move down the list.
        let key = self.form.first().copied().unwrap_or_default();
        bytes.extend([VERSION, key_number(&key)]);
        bytes.extend(id.as_bytes());
        bytes.extend(owner_bytes(owner));
        let mac = mac(&key, &bytes, clinic, form, subject);
        bytes.extend(&mac.as_bytes()[..16]);
        hex(&bytes)
    }

    /// Reads a token back; `None` when it is not one of ours for this clinic, form and subject.
    pub fn genuine(
        &self,
        text: &str,
        clinic: &ClinicId,
        form: &str,
        subject: &str,
    ) -> Option<Genuine> {
        let bytes = unhex(text)?;
        if bytes.len() != LENGTH || bytes[0] != VERSION {
            return None;
        }
        let (head, given) = bytes.split_at(LENGTH - 16);
        let genuine = self
            .form
            .iter()
            .filter(|key| key_number(key) == head[1])
            .any(|key| {
                let right = mac(key, head, clinic, form, subject);
                // Compares in constant time.
                let mut whole = *right.as_bytes();
                whole[..16].copy_from_slice(given);
                right == blake3::Hash::from_bytes(whole)
            });
        let id = Uuid::from_slice(head.get(2..18)?).ok()?;
        let owner = head.get(18..34)?.try_into().ok()?;
        genuine.then_some(())?;
        let (seconds, nanos) = id.get_timestamp()?.to_unix();
        let millis = i64::try_from(seconds).ok()?.checked_mul(1000)? + i64::from(nanos / 1_000_000);
        Some(Genuine {
            id,
            issued_at: UtcMillis(millis),
            owner,
        })
    }

    /// The secret part of the address by which another device sees a reservation.
    pub fn link(&self, clinic: &ClinicId, id: ReservationId) -> String {
        hex(&link_mac(&self.link, clinic, id).as_bytes()[..16])
    }

    /// True when that is the secret of this reservation.
    pub fn link_fits(&self, clinic: &ClinicId, id: ReservationId, secret: &str) -> bool {
        let right = link_mac(&self.link, clinic, id);
        let Some(given) = unhex(secret).filter(|bytes| bytes.len() == 16) else {
            return false;
        };
        let mut whole = *right.as_bytes();
        whole[..16].copy_from_slice(&given);
        right == blake3::Hash::from_bytes(whole)
    }
}

/// The id that a text claims to have as a token, genuine or not: good enough to lead to a receipt, which checks for
/// itself.
pub fn claimed_id(text: &str) -> Option<Uuid> {
    unhex(text)
        .filter(|bytes| bytes.len() == LENGTH)
        .and_then(|bytes| Uuid::from_slice(bytes.get(2..18)?).ok())
}

fn key_number(key: &[u8; 32]) -> u8 {
    blake3::derive_key("hitotsu form key number", key)[0]
}

fn mac(key: &[u8; 32], head: &[u8], clinic: &ClinicId, form: &str, subject: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_keyed(key);
    for part in [
        head,
        clinic.as_str().as_bytes(),
        form.as_bytes(),
        subject.as_bytes(),
    ] {
        // Each part with its length before it, so that no two ways of cutting give the same bytes.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}

fn link_mac(key: &[u8; 32], clinic: &ClinicId, id: ReservationId) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_keyed(key);
    hasher.update(id.0.as_bytes());
    hasher.update(clinic.as_str().as_bytes());
    hasher.finalize()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    // One spelling for each: `from_str_radix` alone would take a sign, and large letters.
    let digits = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !digits || !text.len().is_multiple_of(2) || text.len() > 4 * LENGTH {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect()
}

/// The address-safe name of a form in headers and logs; keeps a token's id out of logs in clear.
pub fn hashed_for_log(key: &str) -> String {
    blake3::hash(key.as_bytes()).to_hex()[..12].to_owned()
}

/// A header value from text that is ours; an empty one where the text is not a header value.
pub(crate) fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reservation::ids::VisitorTag;

    const ID: Uuid = Uuid::from_u128(0x0195_5d00_0000_7000_8000_0000_0000_0001);

    fn clinic(id: &str) -> ClinicId {
        ClinicId::new(id).unwrap()
    }

    #[test]
    fn a_token_fits_its_own_clinic_form_and_subject_and_no_other() {
        let keys = Keys::new(&[[7; 32]], [8; 32]);
        let me = Holder::Visitor(VisitorTag([1; 16]));
        let token = keys.issue(ID, &me, &clinic("a"), "hold", "internal/first");
        let read = |keys: &Keys, c: &str, form: &str, subject: &str| {
            keys.genuine(&token, &clinic(c), form, subject)
        };
        let genuine = read(&keys, "a", "hold", "internal/first").unwrap();
        assert_eq!(genuine.id, ID);
        assert_eq!(claimed_id(&token), Some(ID));
        assert!(genuine.age(&me).own);
        assert!(!genuine.age(&Holder::Visitor(VisitorTag([2; 16]))).own);
        assert_eq!(read(&keys, "b", "hold", "internal/first"), None);
        assert_eq!(read(&keys, "a", "details", "internal/first"), None);
        assert_eq!(read(&keys, "a", "hold", "internal/return"), None);
        assert_eq!(
            read(
                &Keys::new(&[[9; 32]], [8; 32]),
                "a",
                "hold",
                "internal/first"
            ),
            None
        );
        let rotated = Keys::new(&[[9; 32], [7; 32]], [8; 32]);
        assert!(
            read(&rotated, "a", "hold", "internal/first").is_some(),
            "the previous key is accepted"
        );
    }

    #[test]
    fn an_altered_token_is_not_genuine() {
        let keys = Keys::new(&[[7; 32]], [8; 32]);
        let me = Holder::Visitor(VisitorTag([1; 16]));
        let token = keys.issue(ID, &me, &clinic("a"), "hold", "");
        for at in 0..token.len() {
            let mut altered: Vec<char> = token.chars().collect();
            altered[at] = if altered[at] == '0' { '1' } else { '0' };
            let altered: String = altered.into_iter().collect();
            assert_eq!(
                keys.genuine(&altered, &clinic("a"), "hold", ""),
                None,
                "position {at}"
            );
        }
        for odd in ["", "あ", "0", &"0".repeat(10_000)] {
            assert_eq!(keys.genuine(odd, &clinic("a"), "hold", ""), None);
        }
    }

    #[test]
    fn a_link_opens_one_reservation() {
        let keys = Keys::new(&[[7; 32]], [8; 32]);
        let (a, b) = (ReservationId(ID), ReservationId(Uuid::nil()));
        let secret = keys.link(&clinic("a"), a);
        assert!(keys.link_fits(&clinic("a"), a, &secret));
        assert!(!keys.link_fits(&clinic("a"), b, &secret));
        assert!(!keys.link_fits(&clinic("b"), a, &secret));
        assert!(!keys.link_fits(&clinic("a"), a, ""));
    }
}
