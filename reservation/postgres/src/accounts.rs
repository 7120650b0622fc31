//! Reads of people who sign in, and of secrets.

use reservation::ids::{ClinicId, StaffId};
use reservation::ports::{Fault, Staff};

use crate::read::begin;
use crate::store::PostgresStore;
use crate::trouble::{Trouble, fault};
use reservation_rows::{StaffRecord, all};

pub(crate) async fn staff_by_login(
    store: &PostgresStore,
    clinic: &ClinicId,
    login: &str,
) -> Result<Option<Staff>, Fault> {
    let clinic = clinic.as_str();
    let (mut connection, _) = begin(store).await?;
    let row = sqlx::query_as!(
        StaffRecord,
        "select id, clinic, login, name, password_hash, active \
         from staff \
         where clinic = $1 \
             and login = $2",
        clinic,
        login
    )
    .fetch_optional(&mut *connection)
    .await
    .map_err(fault)?;
    row.map(Staff::try_from).transpose().map_err(fault)
}

pub(crate) async fn staff(
    store: &PostgresStore,
    clinic: &ClinicId,
    id: StaffId,
) -> Result<Option<Staff>, Fault> {
    let clinic = clinic.as_str();
    let id = id.0;
    let (mut connection, _) = begin(store).await?;
    let row = sqlx::query_as!(
        StaffRecord,
        "select id, clinic, login, name, password_hash, active \
         from staff \
         where id = $1 \
             and clinic = $2",
        id,
        clinic
    )
    .fetch_optional(&mut *connection)
    .await
    .map_err(fault)?;
    row.map(Staff::try_from).transpose().map_err(fault)
}

pub(crate) async fn staff_list(
    store: &PostgresStore,
    clinic: &ClinicId,
) -> Result<Vec<Staff>, Fault> {
    let clinic = clinic.as_str();
    let (mut connection, _) = begin(store).await?;
    let rows = sqlx::query_as!(
        StaffRecord,
        "select id, clinic, login, name, password_hash, active \
         from staff \
         where clinic = $1 \
         order by login",
        clinic
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    all(rows).map_err(fault)
}

pub(crate) async fn secret(store: &PostgresStore, name: &str) -> Result<Option<[u8; 32]>, Fault> {
    let (mut connection, _) = begin(store).await?;
    let value = sqlx::query_scalar!("select value from secret where name = $1", name)
        .fetch_optional(&mut *connection)
        .await
        .map_err(fault)?;
    value
        .map(|bytes| <[u8; 32]>::try_from(bytes).map_err(|_| fault(Trouble::Corrupt("secret"))))
        .transpose()
}
