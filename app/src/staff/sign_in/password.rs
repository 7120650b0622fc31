//! Passwords: argon2id, off the async threads, and the same work for a name that nobody has.

use argon2::{Argon2, PasswordHash, PasswordVerifier};
use tokio::sync::Semaphore;

/// The hash of no password, with the parameters that `argon2` has by default (those with which ours are made): what
/// is verified when there is no such name, so that the time of the answer doesn't tell the two mistakes apart.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$aGl0b3RzdS1ub2JvZHk$\
                      6rQ0bGx8b9m3y1nC5Wm0yJQ2k9w5m0Xb3yT0m4l8c2E";

/// How many passwords are verified at once: each takes 19 MiB and a core.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// True when the password is the one behind the hash; `None`: there is no such name, which costs the same.
pub(crate) async fn fits(password: String, hash: Option<String>) -> bool {
    // The semaphore is never closed.
    let Ok(_turn) = AT_ONCE.acquire().await else {
        return false;
    };
    let work = tokio::task::spawn_blocking(move || verify(&password, hash.as_deref()));
    work.await.unwrap_or(false)
}

fn verify(password: &str, hash: Option<&str>) -> bool {
    let verified = PasswordHash::new(hash.unwrap_or(NOBODY)).is_ok_and(|parsed| {
        Argon2::default()
            .verify_password(password.as_bytes(), &parsed)
            .is_ok()
    });
    verified && hash.is_some()
}

#[cfg(test)]
mod tests {
    use argon2::PasswordHasher;
    use argon2::password_hash::SaltString;

    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_alone() {
        let salt = SaltString::from_b64("c2FsdHNhbHRzYWx0").unwrap();
        let hash = Argon2::default()
            .hash_password("ひらけごま".as_bytes(), &salt)
            .unwrap()
            .to_string();
        assert!(verify("ひらけごま", Some(&hash)));
        assert!(!verify("ひらけごま ", Some(&hash)));
        assert!(!verify("", Some(&hash)));
        assert!(!verify("ひらけごま", Some("not a hash")));
        assert!(!verify("ひらけごま", None));
    }

    #[test]
    fn an_unknown_name_costs_the_same_work() {
        let salt = SaltString::from_b64("c2FsdHNhbHRzYWx0").unwrap();
        let real = Argon2::default().hash_password(b"x", &salt).unwrap();
        let nobody = PasswordHash::new(NOBODY).unwrap();
        assert_eq!(nobody.algorithm, real.algorithm);
        assert_eq!(nobody.params, real.params);
        assert_eq!(nobody.hash.unwrap().len(), real.hash.unwrap().len());
    }
}
