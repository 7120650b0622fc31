//! `hitotsu staff`: the people who sign in.

use std::io::{IsTerminal, Read};

use argon2::password_hash::SaltString;
use argon2::{Argon2, PasswordHasher};
use reservation::ids::{ClinicId, StaffId};
use reservation::ports::Staff;
use reservation::time::{Ids, System};

use super::{Failed, change, clinic_id, look, print};
use crate::front::random;
use crate::settings::{Settings, StaffCommand};

/// The shortest password that is taken.
const PASSWORD_MIN: usize = 10;

pub(super) async fn run(settings: &Settings, command: StaffCommand) -> Result<(), Failed> {
    match command {
        StaffCommand::Add {
            clinic,
            login,
            name,
        } => {
            let login = login_name(&login)?;
            add(settings, &clinic_id(&clinic)?, &login, name.as_deref()).await
        }
        StaffCommand::List { clinic } => list(settings, &clinic_id(&clinic)?).await,
        StaffCommand::Disable { clinic, login } => {
            disable(settings, &clinic_id(&clinic)?, &login_name(&login)?).await
        }
    }
}

async fn add(
    settings: &Settings,
    clinic: &ClinicId,
    login: &str,
    name: Option<&str>,
) -> Result<(), Failed> {
    let typed = typed_password()?;
    let password = match &typed {
        Some(password) => password.clone(),
        None => generated_password()?,
    };
    let engine = change(settings).await?;
    if engine.store.catalogue_find(clinic).await?.is_none() {
        return Err(Failed::Wrong(format!("there is no clinic {clinic}")));
    }
    let known = engine.accounts.staff_by_login(clinic, login).await?;
    // Known already: a new password, which ends open sessions, and another name only where one is given.
    let (id, known_name) = match known {
        Some(known) => (known.id, known.name),
        None => (StaffId(System.fresh()), login.to_owned()),
    };
    let staff = Staff {
        id,
        clinic: clinic.clone(),
        login: login.into(),
        name: name.map_or(known_name, |name| name.trim().to_owned()),
        password_hash: hashed(&password)?,
        active: true,
    };
    engine.accounts.staff_put(staff).await?;
    engine.close().await;
    match typed {
        Some(_) => print(&format!("{login} of {clinic} can sign in"))?,
        None => print(&format!(
            "{login} of {clinic} can sign in; the password, shown this once: {password}"
        ))?,
    }
    Ok(())
}

async fn list(settings: &Settings, clinic: &ClinicId) -> Result<(), Failed> {
    let engine = look(settings).await?;
    for staff in engine.accounts.staff_list(clinic).await? {
        let active = if staff.active { "active" } else { "disabled" };
        print(&format!("{}\t{}\t{active}", staff.login, staff.name))?;
    }
    engine.close().await;
    Ok(())
}

async fn disable(settings: &Settings, clinic: &ClinicId, login: &str) -> Result<(), Failed> {
    let engine = change(settings).await?;
    let Some(staff) = engine.accounts.staff_by_login(clinic, login).await? else {
        return Err(Failed::Wrong(format!("there is no {login} at {clinic}")));
    };
    // Every request looks whether its session's owner is still active, so open sessions end with it.
    engine
        .accounts
        .staff_put(Staff {
            active: false,
            ..staff
        })
        .await?;
    engine.close().await;
    print(&format!("{login} of {clinic} can't sign in any more"))?;
    Ok(())
}

fn login_name(text: &str) -> Result<String, Failed> {
    let login = text.trim().to_ascii_lowercase();
    let fits =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    if (1..=40).contains(&login.len()) && login.bytes().all(fits) {
        Ok(login)
    } else {
        Err(Failed::Wrong(format!(
            "{text:?} is no name to sign in with: 1 to 40 of a-z, 0-9, . _ and -"
        )))
    }
}

/// The password from standard input, where somebody pipes one in.
fn typed_password() -> Result<Option<String>, Failed> {
    let mut stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Ok(None);
    }
    let mut text = String::new();
    stdin.read_to_string(&mut text)?;
    let password = text.strip_suffix('\n').unwrap_or(&text);
    let password = password.strip_suffix('\r').unwrap_or(password);
    match password.chars().count() {
        0 => Ok(None),
        PASSWORD_MIN.. => Ok(Some(password.to_owned())),
        _ => Err(Failed::Wrong(format!(
            "a password has at least {PASSWORD_MIN} characters"
        ))),
    }
}

/// Four groups of four letters that are not mistaken for others: 80 bits.
fn generated_password() -> Result<String, Failed> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let bytes: [u8; 16] = random()?;
    let letters: Vec<char> = bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect();
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    Ok(groups.join("-"))
}

/// The hash that is kept (argon2id, PHC form).
fn hashed(password: &str) -> Result<String, Failed> {
    let salt: [u8; 16] = random()?;
    hashed_with(&salt, password)
}

/// The hash under this salt.
pub(crate) fn hashed_with(salt: &[u8; 16], password: &str) -> Result<String, Failed> {
    let salt = SaltString::encode_b64(salt).map_err(Failed::Hash)?;
    let hash = Argon2::default()
        .hash_password(password.as_bytes(), &salt)
        .map_err(Failed::Hash)?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_password_is_long_and_another_each_time() {
        let (one, other) = (generated_password().unwrap(), generated_password().unwrap());
        assert_eq!(one.len(), 19);
        assert_ne!(one, other);
    }

    #[test]
    fn a_login_is_plain() {
        assert_eq!(login_name(" Reception ").unwrap(), "reception");
        for bad in ["", "a b", "受付", "a/b"] {
            assert!(login_name(bad).is_err(), "{bad}");
        }
    }
}
