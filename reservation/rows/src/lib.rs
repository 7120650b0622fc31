//! Rows as the databases of the reservation core have them, and what the core makes of them: the columns are the same on
//! both engines, so what is read into them is too.
//!
//! The other direction needs no types of its own: parameters are the core's values as JSON, and the
//! statements name the paths.

mod at_hand;

pub use at_hand::AtHand;

use reservation::ids::{ClinicId, ReservationId};
use reservation::ports::Staff;
use reservation::submission::{Fingerprint, LedgerRow, RequestKey};
use reservation::time::{Cell, Span, UtcMillis};
use reservation::visit::{
    Claim, End, Ending, Event, HistoryRow, Message, MessageKey, MessageKind, Patient, Reason,
    Reservation, Status,
};
use sqlx::FromRow;
use uuid::Uuid;

/// A stored row is none of ours: of which kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a stored {0} can't be read")]
pub struct Unreadable(pub &'static str);

/// A row of `reservation`.
#[expect(missing_docs, reason = "each is the column of its name")]
#[derive(Debug, FromRow)]
pub struct ReservationRecord {
    pub id: Uuid,
    pub clinic: String,
    pub group_id: Uuid,
    pub service: String,
    pub visit: String,
    pub resource: String,
    pub anyone: bool,
    pub starts_at: i64,
    pub ends_at: i64,
    pub occupied_from: i64,
    pub occupied_until: i64,
    pub lane: i64,
    pub status: String,
    pub version: i64,
    pub expires_at: Option<i64>,
    pub extensions: i64,
    pub holder: String,
    pub patient_name: Option<String>,
    pub patient_kana: Option<String>,
    pub patient_birth: Option<String>,
    pub patient_phone: Option<String>,
    pub patient_phone_e164: Option<String>,
    pub patient_email: Option<String>,
    pub patient_note: Option<String>,
    pub patient_language: Option<String>,
    pub created_scope: Option<String>,
    pub created_key: Option<String>,
    pub created_at: i64,
    pub sent_at: Option<i64>,
    pub changed_at: i64,
    pub ended_how: Option<String>,
    pub ended_at: Option<i64>,
    pub ended_reason: Option<String>,
    pub ended_note: Option<String>,
    pub ended_before: Option<String>,
    pub ended_untold: Option<String>,
}

impl TryFrom<ReservationRecord> for Reservation {
    type Error = Unreadable;

    fn try_from(mut row: ReservationRecord) -> Result<Self, Unreadable> {
        const WHAT: &str = "reservation";
        let ending = ending(&mut row)?;
        let patient = patient(&mut row)?;
        Ok(Reservation {
            id: ReservationId(row.id),
            clinic: parsed(&row.clinic, WHAT)?,
            group: reservation::ids::GroupId(row.group_id),
            service: parsed(&row.service, WHAT)?,
            visit: reservation::catalogue::VisitKind::parse(&row.visit).ok_or(Unreadable(WHAT))?,
            resource: parsed(&row.resource, WHAT)?,
            anyone: row.anyone,
            span: span(row.starts_at, row.ends_at),
            occupied: span(row.occupied_from, row.occupied_until),
            lane: row.lane,
            status: status(&row.status, WHAT)?,
            version: row.version,
            expires_at: row.expires_at.map(UtcMillis),
            extensions: row.extensions,
            holder: parsed(&row.holder, WHAT)?,
            patient,
            created_by: row
                .created_scope
                .zip(row.created_key)
                .map(|(scope, key)| RequestKey { scope, key }),
            created_at: UtcMillis(row.created_at),
            sent_at: row.sent_at.map(UtcMillis),
            changed_at: UtcMillis(row.changed_at),
            ending,
        })
    }
}

fn ending(row: &mut ReservationRecord) -> Result<Option<Ending>, Unreadable> {
    const WHAT: &str = "ending";
    let Some(at) = row.ended_at else {
        return Ok(None);
    };
    let (Some(how), Some(before)) = (&row.ended_how, &row.ended_before) else {
        return Err(Unreadable(WHAT));
    };
    let reason = row
        .ended_reason
        .as_deref()
        .map(|text| Reason::parse(text).ok_or(Unreadable(WHAT)))
        .transpose()?;
    let untold = row
        .ended_untold
        .as_deref()
        .map(|text| MessageKind::parse(text).ok_or(Unreadable(WHAT)))
        .transpose()?;
    Ok(Some(Ending {
        how: End::parse(how).ok_or(Unreadable(WHAT))?,
        at: UtcMillis(at),
        reason,
        note: row.ended_note.take(),
        before: status(before, WHAT)?,
        untold,
    }))
}

fn patient(row: &mut ReservationRecord) -> Result<Option<Patient>, Unreadable> {
    const WHAT: &str = "patient";
    let Some(name) = row.patient_name.take() else {
        return Ok(None);
    };
    let birth = row
        .patient_birth
        .as_deref()
        .map(|text| parsed(text, WHAT))
        .transpose()?;
    Ok(Some(Patient {
        name,
        kana: row.patient_kana.take(),
        birth,
        phone: row.patient_phone.take().ok_or(Unreadable(WHAT))?,
        phone_e164: row.patient_phone_e164.take().ok_or(Unreadable(WHAT))?,
        email: row.patient_email.take(),
        note: row.patient_note.take(),
        language: row.patient_language.take().ok_or(Unreadable(WHAT))?,
    }))
}

/// A row of `submission`.
#[expect(missing_docs, reason = "each is the column of its name")]
#[derive(Debug, FromRow)]
pub struct SubmissionRecord {
    pub scope: String,
    pub key: String,
    pub fingerprint: String,
    pub clinic: String,
    pub outcome: String,
    pub recorded_at: i64,
    pub sender: Option<String>,
}

impl TryFrom<SubmissionRecord> for LedgerRow {
    type Error = Unreadable;

    fn try_from(row: SubmissionRecord) -> Result<Self, Unreadable> {
        const WHAT: &str = "submission";
        Ok(LedgerRow {
            key: RequestKey {
                scope: row.scope,
                key: row.key,
            },
            fingerprint: Fingerprint(row.fingerprint),
            clinic: parsed(&row.clinic, WHAT)?,
            outcome: serde_json::from_str(&row.outcome).map_err(|_| Unreadable(WHAT))?,
            recorded_at: UtcMillis(row.recorded_at),
            sender: row
                .sender
                .as_deref()
                .map(|text| parsed(text, WHAT))
                .transpose()?,
        })
    }
}

/// A row of `claim`.
#[expect(missing_docs, reason = "each is the column of its name")]
#[derive(Debug, FromRow)]
pub struct ClaimRecord {
    pub clinic: String,
    pub resource: String,
    pub cell_start: i64,
    pub lane: i64,
    pub reservation: Option<Uuid>,
    pub expires_at: Option<i64>,
}

impl TryFrom<ClaimRecord> for Claim {
    type Error = Unreadable;

    fn try_from(row: ClaimRecord) -> Result<Self, Unreadable> {
        const WHAT: &str = "claim";
        // A shared slot's claim has no reservation; nothing writes one yet, and none may read as free.
        let owner = row.reservation.ok_or(Unreadable(WHAT))?;
        Ok(Claim {
            cell: Cell {
                clinic: parsed(&row.clinic, WHAT)?,
                resource: parsed(&row.resource, WHAT)?,
                start: UtcMillis(row.cell_start),
            },
            lane: row.lane,
            reservation: ReservationId(owner),
            expires_at: row.expires_at.map(UtcMillis),
        })
    }
}

/// A row of `history`.
#[expect(missing_docs, reason = "each is the column of its name")]
#[derive(Debug, FromRow)]
pub struct HistoryRecord {
    pub reservation: Uuid,
    pub version: i64,
    pub clinic: String,
    pub at: i64,
    pub event: String,
    pub from_status: Option<String>,
    pub to_status: String,
    pub actor: String,
    pub actor_name: Option<String>,
}

impl TryFrom<HistoryRecord> for HistoryRow {
    type Error = Unreadable;

    fn try_from(row: HistoryRecord) -> Result<Self, Unreadable> {
        const WHAT: &str = "line of history";
        Ok(HistoryRow {
            clinic: parsed(&row.clinic, WHAT)?,
            reservation: ReservationId(row.reservation),
            version: row.version,
            at: UtcMillis(row.at),
            event: Event::parse(&row.event).ok_or(Unreadable(WHAT))?,
            from: row
                .from_status
                .as_deref()
                .map(|text| status(text, WHAT))
                .transpose()?,
            to: status(&row.to_status, WHAT)?,
            actor: row.actor,
            actor_name: row.actor_name,
        })
    }
}

/// A row of `message`.
#[expect(missing_docs, reason = "each is the column of its name")]
#[derive(Debug, FromRow)]
pub struct MessageRecord {
    pub reservation: Uuid,
    pub version: i64,
    pub kind: String,
    pub clinic: String,
    pub not_before: i64,
    pub done_at: Option<i64>,
    pub done_by: Option<String>,
}

impl TryFrom<MessageRecord> for Message {
    type Error = Unreadable;

    fn try_from(row: MessageRecord) -> Result<Self, Unreadable> {
        const WHAT: &str = "message";
        Ok(Message {
            key: MessageKey {
                clinic: parsed(&row.clinic, WHAT)?,
                reservation: ReservationId(row.reservation),
                version: row.version,
                kind: MessageKind::parse(&row.kind).ok_or(Unreadable(WHAT))?,
            },
            not_before: UtcMillis(row.not_before),
            done_at: row.done_at.map(UtcMillis),
            done_by: row.done_by,
        })
    }
}

/// A row of `staff`.
#[expect(missing_docs, reason = "each is the column of its name")]
#[derive(Debug, FromRow)]
pub struct StaffRecord {
    pub id: Uuid,
    pub clinic: String,
    pub login: String,
    pub name: String,
    pub password_hash: String,
    pub active: bool,
}

impl TryFrom<StaffRecord> for Staff {
    type Error = Unreadable;

    fn try_from(row: StaffRecord) -> Result<Self, Unreadable> {
        const WHAT: &str = "member of staff";
        Ok(Staff {
            id: reservation::ids::StaffId(row.id),
            clinic: parsed(&row.clinic, WHAT)?,
            login: row.login,
            name: row.name,
            password_hash: row.password_hash,
            active: row.active,
        })
    }
}

/// All rows of one kind, or the first that can't be read.
pub fn all<R, T>(rows: Vec<R>) -> Result<Vec<T>, Unreadable>
where
    T: TryFrom<R, Error = Unreadable>,
{
    rows.into_iter().map(T::try_from).collect()
}

/// Anything that has one spelling.
pub fn parsed<T: std::str::FromStr>(text: &str, what: &'static str) -> Result<T, Unreadable> {
    text.parse().map_err(|_| Unreadable(what))
}

/// Half-open.
pub fn span(from: i64, until: i64) -> Span {
    Span {
        from: UtcMillis(from),
        until: UtcMillis(until),
    }
}

/// A clinic's id.
pub fn clinic(text: &str) -> Result<ClinicId, Unreadable> {
    parsed(text, "clinic")
}

fn status(text: &str, what: &'static str) -> Result<Status, Unreadable> {
    Status::parse(text).ok_or(Unreadable(what))
}
