//! `hitotsu check --json --rows`: what is stored, row by row, without what people have typed.

use reservation::check::Dump;
use reservation::ids::{ClinicId, ReservationId, ResourceId, ServiceId};
use reservation::outcome::Outcome;
use reservation::submission::{LedgerRow, RequestKey};
use reservation::time::UtcMillis;
use reservation::visit::{Event, HistoryRow, Holder, Reservation, Status};
use serde::Serialize;

/// The rows; the names are for ever.
#[derive(Debug, Serialize)]
pub(super) struct Rows {
    reservations: Vec<Visit>,
    history: Vec<Line>,
    submissions: Vec<Recorded>,
}

/// One reservation; no patient.
#[derive(Debug, Serialize)]
struct Visit {
    id: ReservationId,
    clinic: ClinicId,
    service: ServiceId,
    resource: ResourceId,
    starts_at: UtcMillis,
    status: Status,
    version: i64,
    expires_at: Option<UtcMillis>,
    holder: Holder,
    created_by: Option<RequestKey>,
}

/// One event.
#[derive(Debug, Serialize)]
struct Line {
    reservation: ReservationId,
    version: i64,
    at: UtcMillis,
    event: Event,
    status: Status,
}

/// One entry of the ledger.
#[derive(Debug, Serialize)]
struct Recorded {
    key: RequestKey,
    at: UtcMillis,
    sender: Option<Holder>,
    outcome: Outcome,
}

impl Rows {
    pub(super) fn new(dump: Dump) -> Self {
        Self {
            reservations: dump.reservations.into_iter().map(Visit::from).collect(),
            history: dump.history.into_iter().map(Line::from).collect(),
            submissions: dump.submissions.into_iter().map(Recorded::from).collect(),
        }
    }
}

impl From<Reservation> for Visit {
    fn from(row: Reservation) -> Self {
        Self {
            id: row.id,
            clinic: row.clinic,
            service: row.service,
            resource: row.resource,
            starts_at: row.span.from,
            status: row.status,
            version: row.version,
            expires_at: row.expires_at,
            holder: row.holder,
            created_by: row.created_by,
        }
    }
}

impl From<HistoryRow> for Line {
    fn from(row: HistoryRow) -> Self {
        Self {
            reservation: row.reservation,
            version: row.version,
            at: row.at,
            event: row.event,
            status: row.to,
        }
    }
}

impl From<LedgerRow> for Recorded {
    fn from(row: LedgerRow) -> Self {
        Self {
            key: row.key,
            at: row.recorded_at,
            sender: row.sender,
            outcome: row.outcome,
        }
    }
}
