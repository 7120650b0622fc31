//! Loading: the needs of a whole batch in one call.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::TryStreamExt;
use reservation::ids::{ClinicId, ReservationId};
use reservation::snapshot::{Booking, CONTACT_BOOKINGS, Needs, Snapshot};
use reservation::submission::LedgerRow;
use reservation::time::{Cell, UtcMillis};
use reservation::visit::{Claim, Holder, Message, Reservation};
use sqlx::sqlite::SqliteRow;
use sqlx::{Either, Executor, FromRow, Row, SqliteConnection};

use crate::catalogue::at_version;
use crate::trouble::Trouble;
use reservation_rows::AtHand;
use reservation_rows::{ClaimRecord, MessageRecord, ReservationRecord, SubmissionRecord, clinic};

/// The texts can't be checked while compiling, because each is several statements; the contract suite
/// and the tests of the plans run them all.
pub(crate) const LOAD: &str = include_str!("../sql/load.sql");
pub(super) const BEGIN_AND_LOAD: &str =
    concat!("begin immediate;\n", include_str!("../sql/load.sql"));

/// The statements of `load.sql`, in their order.
const STATEMENTS: usize = 7;
const LEDGER: usize = 0;
const VERSIONS: usize = 1;
const RESERVATIONS: usize = 2;
const HOLDS: usize = 3;
const CLAIMS: usize = 4;
const MESSAGES: usize = 5;
const CONTACTS: usize = 6;

/// Begins the batch's transaction and loads.
pub(super) async fn begin_and_load(
    text: &'static str,
    connection: &mut SqliteConnection,
    at_hand: &AtHand,
    needs: &Needs,
    snapshot: &mut Snapshot,
) -> Result<(), Trouble> {
    load_by(text, 1, connection, at_hand, needs, snapshot).await
}

/// Loads more, inside the batch's transaction.
pub(super) async fn load(
    connection: &mut SqliteConnection,
    at_hand: &AtHand,
    needs: &Needs,
    snapshot: &mut Snapshot,
) -> Result<(), Trouble> {
    load_by(LOAD, 0, connection, at_hand, needs, snapshot).await
}

async fn load_by(
    text: &'static str,
    before: usize,
    connection: &mut SqliteConnection,
    at_hand: &AtHand,
    needs: &Needs,
    snapshot: &mut Snapshot,
) -> Result<(), Trouble> {
    let mut found = Found::default();
    let query = sqlx::query(text)
        .bind(serde_json::to_string(&needs.ledger)?)
        .bind(serde_json::to_string(&needs.catalogues)?)
        .bind(serde_json::to_string(&needs.reservations)?)
        .bind(serde_json::to_string(&needs.holds)?)
        .bind(serde_json::to_string(&needs.cells)?)
        .bind(serde_json::to_string(&needs.messages)?)
        .bind(serde_json::to_string(&needs.contacts)?)
        .bind(i64::try_from(CONTACT_BOOKINGS).unwrap_or(i64::MAX));
    let mut ended = 0;
    let mut results = connection.fetch_many(query);
    while let Some(result) = results.try_next().await? {
        match result {
            Either::Left(_) => ended += 1,
            Either::Right(row) => found.take(ended - before, &row)?,
        }
    }
    drop(results);
    if ended != before + STATEMENTS {
        return Err(Trouble::Lost);
    }
    for id in &needs.catalogues {
        let catalogue = match found.versions.remove(id) {
            Some(version) => Some(at_version(at_hand, connection, id, version).await?),
            None => None,
        };
        snapshot.put_catalogue(id.clone(), catalogue);
    }
    found.hand_in(needs, snapshot);
    Ok(())
}

/// What was there.
#[derive(Default)]
struct Found {
    ledger: Vec<LedgerRow>,
    versions: HashMap<ClinicId, i64>,
    reservations: Vec<Reservation>,
    holds: BTreeMap<(ClinicId, Holder), BTreeSet<ReservationId>>,
    claims: BTreeMap<Cell, Vec<Claim>>,
    messages: Vec<Message>,
    contacts: BTreeMap<(ClinicId, String), BTreeMap<ReservationId, Booking>>,
}

impl Found {
    fn take(&mut self, statement: usize, row: &SqliteRow) -> Result<(), Trouble> {
        match statement {
            LEDGER => self
                .ledger
                .push(SubmissionRecord::from_row(row)?.try_into()?),
            VERSIONS => {
                let id: String = row.try_get(0)?;
                self.versions.insert(clinic(&id)?, row.try_get(1)?);
            }
            RESERVATIONS => self
                .reservations
                .push(ReservationRecord::from_row(row)?.try_into()?),
            HOLDS => {
                let row: Reservation = ReservationRecord::from_row(row)?.try_into()?;
                let key = (row.clinic.clone(), row.holder.clone());
                self.holds.entry(key).or_default().insert(row.id);
                self.reservations.push(row);
            }
            CLAIMS => {
                let claim: Claim = ClaimRecord::from_row(row)?.try_into()?;
                self.claims
                    .entry(claim.cell.clone())
                    .or_default()
                    .push(claim);
            }
            MESSAGES => self
                .messages
                .push(MessageRecord::from_row(row)?.try_into()?),
            CONTACTS => {
                let (id, phone): (String, String) = (row.try_get(0)?, row.try_get(1)?);
                let reservation = ReservationId(row.try_get(2)?);
                let booking = Booking {
                    start: UtcMillis(row.try_get(3)?),
                    expires_at: row.try_get::<Option<i64>, _>(4)?.map(UtcMillis),
                };
                let bookings = self.contacts.entry((clinic(&id)?, phone)).or_default();
                bookings.insert(reservation, booking);
            }
            _ => return Err(Trouble::Lost),
        }
        Ok(())
    }

    /// Rows first, then the absence of what was asked for and not found: the snapshot keeps whichever
    /// comes first.
    fn hand_in(mut self, needs: &Needs, snapshot: &mut Snapshot) {
        for row in self.ledger {
            snapshot.put_ledger(row.key.clone(), Some(row));
        }
        for key in &needs.ledger {
            snapshot.put_ledger(key.clone(), None);
        }
        for row in self.reservations {
            snapshot.put_reservation(row.clinic.clone(), row.id, Some(row));
        }
        for (clinic, id) in &needs.reservations {
            snapshot.put_reservation(clinic.clone(), *id, None);
        }
        for (clinic, holder) in &needs.holds {
            let key = (clinic.clone(), holder.clone());
            let ids = self.holds.remove(&key).unwrap_or_default();
            snapshot.put_holds(key.0, key.1, ids);
        }
        for (clinic, phone) in &needs.contacts {
            let key = (clinic.clone(), phone.clone());
            let bookings = self.contacts.remove(&key).unwrap_or_default();
            snapshot.put_contact(key.0, key.1, bookings);
        }
        for cell in &needs.cells {
            let claims = self.claims.remove(cell).unwrap_or_default();
            snapshot.put_claims(cell.clone(), claims);
        }
        for row in self.messages {
            snapshot.put_message(row.key.clone(), Some(row));
        }
        for key in &needs.messages {
            snapshot.put_message(key.clone(), None);
        }
    }
}
