//! The demo: two clinics with a few bookings, made at the first start in a data folder and kept from then on.

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

use crate::commands::staff::hashed;
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
    let is_new = front.store.catalogue_find(&id).await?.is_none();
    if is_new {
        front.store.catalogue_put(catalogue).await?;
    }
    let staff = reception(front, &id, desk_name).await?;
    if is_new {
        bookings::make(&front.pages.desk, &id, &staff, plans).await?;
        tracing::info!(clinic = %id, "the demo's data was made");
    }
    Ok(())
}

async fn reception(front: &Front, clinic: &ClinicId, name: &str) -> Result<Staff, CantFill> {
    let accounts = &front.pages.accounts;
    if let Some(staff) = accounts.staff_by_login(clinic, LOGIN).await? {
        return Ok(staff);
    }
    let staff = Staff {
        id: StaffId(front.pages.desk.fresh_id()),
        clinic: clinic.clone(),
        login: LOGIN.into(),
        name: name.into(),
        password_hash: hashed(PASSWORD).map_err(|failed| CantFill::SignIn(Box::new(failed)))?,
        active: true,
    };
    accounts.staff_put(staff.clone()).await?;
    Ok(staff)
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
