//! The demo: two clinics with a few bookings, made at the first start on an empty database and kept from then on.
//!
//! Each step has a name that is the same wherever and whenever it is done. So two servers that begin at once on one
//! database make it once between them, and one that was stopped in the middle is gone on with at the next start.

mod bookings;
pub mod clock;
mod hinata;
mod hudson;
mod words;

use std::net::SocketAddr;

use chrono::{Datelike, NaiveDate};
use reservation::catalogue::Catalogue;
use reservation::desk::NoAnswer;
use reservation::ids::{BadId, ClinicId, StaffId};
use reservation::ports::{Fault, Staff};
use uuid::{Builder, Uuid};

use crate::commands::staff::hashed_with;
use crate::front::Front;

/// The name to sign in with at both clinics.
pub const LOGIN: &str = "reception";
/// Its password. Everybody may know it: the demo listens on this machine alone.
pub const PASSWORD: &str = "hitotsu-demo";

/// Demo data that can't be made.
#[derive(Debug, thiserror::Error)]
pub enum CantFill {
    /// The store.
    #[error("the store gave no answer")]
    Store(#[from] Fault),
    /// An id that is none.
    #[error("an id of the demo is none")]
    Id(#[from] BadId),
    /// The sign-in.
    #[error("the demo's sign-in can't be made")]
    SignIn(#[source] Box<crate::commands::Failed>),
}

impl CantFill {
    /// A refusal leaves a demo with a booking less; a store that fails leaves none.
    fn unless_refused(no: NoAnswer) -> Result<(), Self> {
        match no {
            NoAnswer::Refused(refusal) => {
                tracing::debug!(%refusal, "a booking of the demo was refused");
                Ok(())
            }
            NoAnswer::Fault(fault) => Err(fault.into()),
        }
    }
}

/// Makes whatever is not there yet.
pub async fn fill(front: &Front) -> Result<(), CantFill> {
    let today = front
        .pages
        .desk
        .now()
        .to_utc()
        .map_or(NaiveDate::MIN, |now| now.date_naive());
    clinic(front, hinata::catalogue(today)?, "森", bookings::HINATA).await?;
    clinic(front, hudson::catalogue(today)?, "Mori", bookings::HUDSON).await
}

/// What the demo tells whoever started it.
pub fn told(addr: SocketAddr) -> String {
    let base = format!("http://{addr}");
    let clinics = [
        ("hinata", "ひなた内科クリニック / Hinata Clinic"),
        ("hudson", "Hudson Family Practice"),
    ];
    let mut lines = vec!["Hitotsu demo: everything stays on this machine.".to_owned()];
    for (id, name) in clinics {
        lines.push(name.to_owned());
        lines.push(format!("  patients  {base}/c/{id}"));
        lines.push(format!(
            "  staff     {base}/staff/{id}   name {LOGIN}, password {PASSWORD}"
        ));
    }
    lines.join("\n")
}

async fn clinic(
    front: &Front,
    catalogue: Catalogue,
    desk_name: &str,
    plans: &[bookings::Plan],
) -> Result<(), CantFill> {
    let id = catalogue.clinic.id.clone();
    let accounts = &front.pages.accounts;
    // Somebody who may sign in comes last: the rest is there. Or it is a clinic of somebody's own, which is left alone.
    if !accounts.staff_list(&id).await?.is_empty() {
        return Ok(());
    }
    if front.store.catalogue_find(&id).await?.is_none() {
        front.store.catalogue_put(catalogue).await?;
    }
    let staff = reception(&id, desk_name)?;
    bookings::make(&front.pages.desk, &id, &staff, plans).await?;
    accounts.staff_put(staff).await?;
    tracing::info!(clinic = %id, "the demo's data was made");
    Ok(())
}

fn reception(clinic: &ClinicId, name: &str) -> Result<Staff, CantFill> {
    let id = fixed_id(&[clinic.as_str(), LOGIN]);
    // A salt that is no secret, for a password that is none: made twice, the two are one, and end nobody's session.
    let hash = hashed_with(id.as_bytes(), PASSWORD);
    Ok(Staff {
        id: StaffId(id),
        clinic: clinic.clone(),
        login: LOGIN.into(),
        name: name.into(),
        password_hash: hash.map_err(|failed| CantFill::SignIn(Box::new(failed)))?,
        active: true,
    })
}

/// The id of a thing that is named so; the same at every start.
fn fixed_id(names: &[&str]) -> Uuid {
    let hash = blake3::derive_key("hitotsu demo id", names.join("/").as_bytes());
    Builder::from_custom_bytes(std::array::from_fn(|at| hash[at])).into_uuid()
}

/// A date of this year and of the next: holidays that come again.
fn yearly(today: NaiveDate, days: &[(u32, u32)]) -> impl Iterator<Item = NaiveDate> {
    let dates: Vec<NaiveDate> = [today.year(), today.year() + 1]
        .into_iter()
        .flat_map(|year| {
            days.iter()
                .filter_map(move |(month, day)| NaiveDate::from_ymd_opt(year, *month, *day))
        })
        .collect();
    dates.into_iter()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use reservation::check::{Dump, check};
    use reservation::time::System;

    use super::*;
    use crate::engine::{Engine, Options, Place};
    use crate::front::Ports;
    use crate::settings::Public;

    async fn opened(folder: &std::path::Path) -> (Engine, Front) {
        let place = Place::Folder(folder.to_owned());
        let engine = Engine::open(&place, Options::default()).await.unwrap();
        let ports = Ports {
            store: engine.store.clone(),
            accounts: engine.accounts.clone(),
            sessions: Arc::new(tower_sessions::MemoryStore::default()),
            clock: Arc::new(System),
            ids: Arc::new(System),
        };
        let front = Front::open(ports, Public::default(), true).await.unwrap();
        (engine, front)
    }

    async fn made(engine: &Engine) -> Dump {
        let dump = engine.store.dump().await.unwrap();
        assert_eq!(check(&dump), []);
        let planned = bookings::HINATA.len() + bookings::HUDSON.len();
        assert_eq!(dump.reservations.len(), planned);
        dump
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn two_servers_that_begin_at_once_make_it_once() {
        let folder = tempfile::tempdir().unwrap();
        let (engine, front) = opened(folder.path()).await;
        let (one, other) = (front.clone(), front);
        let fill = |front: Front| tokio::spawn(async move { fill(&front).await });
        let (one, other) = tokio::join!(fill(one), fill(other));
        one.unwrap().unwrap();
        other.unwrap().unwrap();
        made(&engine).await;
        engine.close().await;
    }

    #[tokio::test]
    async fn what_was_stopped_in_the_middle_is_gone_on_with_and_then_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (engine, front) = opened(folder.path()).await;
        let desk = &front.pages.desk;
        let today = desk.now().to_utc().unwrap().date_naive();
        let catalogue = hinata::catalogue(today).unwrap();
        let id = catalogue.clinic.id.clone();
        front.store.catalogue_put(catalogue).await.unwrap();
        let staff = reception(&id, "森").unwrap();
        let half = &bookings::HINATA[..5];
        bookings::make(desk, &id, &staff, half).await.unwrap();
        fill(&front).await.unwrap();
        let dump = made(&engine).await;
        fill(&front).await.unwrap();
        assert_eq!(format!("{:?}", made(&engine).await), format!("{dump:?}"));
        engine.close().await;
    }
}
