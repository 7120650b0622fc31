//! Rows as Postgres has them, and what the core makes of them.
//!
//! The other direction needs no types of its own: parameters are the core's values as JSON, and the
//! statements name the paths.

use reservation::ids::{ClinicId, ReservationId};
use reservation::ports::Staff;
use reservation::submission::{Fingerprint, LedgerRow, RequestKey};
use reservation::time::{Cell, Span, UtcMillis};
use reservation::visit::{
    Claim, End, Ending, Event, HistoryRow, Message, MessageKey, MessageKind, Patient, Reason,
    Reservation, Status,
};
use uuid::Uuid;

use crate::trouble::Trouble;

/// A row of `reservation`.
#[derive(Debug)]
pub(crate) struct ReservationRecord {
    pub(crate) id: Uuid,
    pub(crate) clinic: String,
    pub(crate) group_id: Uuid,
    pub(crate) service: String,
    pub(crate) visit: String,
    pub(crate) resource: String,
    pub(crate) anyone: bool,
    pub(crate) starts_at: i64,
    pub(crate) ends_at: i64,
    pub(crate) occupied_from: i64,
    pub(crate) occupied_until: i64,
    pub(crate) lane: i64,
    pub(crate) status: String,
    pub(crate) version: i64,
    pub(crate) expires_at: Option<i64>,
    pub(crate) extensions: i64,
    pub(crate) holder: String,
    pub(crate) patient_name: Option<String>,
    pub(crate) patient_kana: Option<String>,
    pub(crate) patient_birth: Option<String>,
    pub(crate) patient_phone: Option<String>,
    pub(crate) patient_phone_e164: Option<String>,
    pub(crate) patient_email: Option<String>,
    pub(crate) patient_note: Option<String>,
    pub(crate) patient_language: Option<String>,
    pub(crate) created_scope: Option<String>,
    pub(crate) created_key: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) sent_at: Option<i64>,
    pub(crate) changed_at: i64,
    pub(crate) ended_how: Option<String>,
    pub(crate) ended_at: Option<i64>,
    pub(crate) ended_reason: Option<String>,
    pub(crate) ended_note: Option<String>,
    pub(crate) ended_before: Option<String>,
    pub(crate) ended_untold: Option<String>,
}

impl TryFrom<ReservationRecord> for Reservation {
    type Error = Trouble;

    fn try_from(mut row: ReservationRecord) -> Result<Self, Trouble> {
        const WHAT: &str = "reservation";
        let ending = ending(&mut row)?;
        let patient = patient(&mut row)?;
        Ok(Reservation {
            id: ReservationId(row.id),
            clinic: parsed(&row.clinic, WHAT)?,
            group: reservation::ids::GroupId(row.group_id),
            service: parsed(&row.service, WHAT)?,
            visit: reservation::catalogue::VisitKind::parse(&row.visit)
                .ok_or(Trouble::Corrupt(WHAT))?,
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

fn ending(row: &mut ReservationRecord) -> Result<Option<Ending>, Trouble> {
    const WHAT: &str = "ending";
    let Some(at) = row.ended_at else {
        return Ok(None);
    };
    let (Some(how), Some(before)) = (&row.ended_how, &row.ended_before) else {
        return Err(Trouble::Corrupt(WHAT));
    };
    let reason = row
        .ended_reason
        .as_deref()
        .map(|text| Reason::parse(text).ok_or(Trouble::Corrupt(WHAT)))
        .transpose()?;
    let untold = row
        .ended_untold
        .as_deref()
        .map(|text| MessageKind::parse(text).ok_or(Trouble::Corrupt(WHAT)))
        .transpose()?;
    Ok(Some(Ending {
        how: End::parse(how).ok_or(Trouble::Corrupt(WHAT))?,
        at: UtcMillis(at),
        reason,
        note: row.ended_note.take(),
        before: status(before, WHAT)?,
        untold,
    }))
}

fn patient(row: &mut ReservationRecord) -> Result<Option<Patient>, Trouble> {
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
        phone: row.patient_phone.take().ok_or(Trouble::Corrupt(WHAT))?,
        phone_e164: row
            .patient_phone_e164
            .take()
            .ok_or(Trouble::Corrupt(WHAT))?,
        email: row.patient_email.take(),
        note: row.patient_note.take(),
        language: row.patient_language.take().ok_or(Trouble::Corrupt(WHAT))?,
    }))
}

/// A row of `submission`.
#[derive(Debug)]
pub(crate) struct SubmissionRecord {
    pub(crate) scope: String,
    pub(crate) key: String,
    pub(crate) fingerprint: String,
    pub(crate) clinic: String,
    pub(crate) outcome: String,
    pub(crate) recorded_at: i64,
    pub(crate) sender: Option<String>,
}

impl TryFrom<SubmissionRecord> for LedgerRow {
    type Error = Trouble;

    fn try_from(row: SubmissionRecord) -> Result<Self, Trouble> {
        const WHAT: &str = "submission";
        Ok(LedgerRow {
            key: RequestKey {
                scope: row.scope,
                key: row.key,
            },
            fingerprint: Fingerprint(row.fingerprint),
            clinic: parsed(&row.clinic, WHAT)?,
            outcome: serde_json::from_str(&row.outcome).map_err(|_| Trouble::Corrupt(WHAT))?,
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
#[derive(Debug)]
pub(crate) struct ClaimRecord {
    pub(crate) clinic: String,
    pub(crate) resource: String,
    pub(crate) cell_start: i64,
    pub(crate) lane: i64,
    pub(crate) reservation: Option<Uuid>,
    pub(crate) expires_at: Option<i64>,
}

impl TryFrom<ClaimRecord> for Claim {
    type Error = Trouble;

    fn try_from(row: ClaimRecord) -> Result<Self, Trouble> {
        const WHAT: &str = "claim";
        // A shared slot's claim has no reservation; nothing writes one yet, and none may read as free.
        let owner = row.reservation.ok_or(Trouble::Corrupt(WHAT))?;
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
#[derive(Debug)]
pub(crate) struct HistoryRecord {
    pub(crate) reservation: Uuid,
    pub(crate) version: i64,
    pub(crate) clinic: String,
    pub(crate) at: i64,
    pub(crate) event: String,
    pub(crate) from_status: Option<String>,
    pub(crate) to_status: String,
    pub(crate) actor: String,
    pub(crate) actor_name: Option<String>,
}

impl TryFrom<HistoryRecord> for HistoryRow {
    type Error = Trouble;

    fn try_from(row: HistoryRecord) -> Result<Self, Trouble> {
        const WHAT: &str = "line of history";
        Ok(HistoryRow {
            clinic: parsed(&row.clinic, WHAT)?,
            reservation: ReservationId(row.reservation),
            version: row.version,
            at: UtcMillis(row.at),
            event: Event::parse(&row.event).ok_or(Trouble::Corrupt(WHAT))?,
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
#[derive(Debug)]
pub(crate) struct MessageRecord {
    pub(crate) reservation: Uuid,
    pub(crate) version: i64,
    pub(crate) kind: String,
    pub(crate) clinic: String,
    pub(crate) not_before: i64,
    pub(crate) done_at: Option<i64>,
    pub(crate) done_by: Option<String>,
}

impl TryFrom<MessageRecord> for Message {
    type Error = Trouble;

    fn try_from(row: MessageRecord) -> Result<Self, Trouble> {
        const WHAT: &str = "message";
        Ok(Message {
            key: MessageKey {
                clinic: parsed(&row.clinic, WHAT)?,
                reservation: ReservationId(row.reservation),
                version: row.version,
                kind: MessageKind::parse(&row.kind).ok_or(Trouble::Corrupt(WHAT))?,
            },
            not_before: UtcMillis(row.not_before),
            done_at: row.done_at.map(UtcMillis),
            done_by: row.done_by,
        })
    }
}

/// A row of `staff`.
#[derive(Debug)]
pub(crate) struct StaffRecord {
    pub(crate) id: Uuid,
    pub(crate) clinic: String,
    pub(crate) login: String,
    pub(crate) name: String,
    pub(crate) password_hash: String,
    pub(crate) active: bool,
}

impl TryFrom<StaffRecord> for Staff {
    type Error = Trouble;

    fn try_from(row: StaffRecord) -> Result<Self, Trouble> {
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
pub(crate) fn all<R, T>(rows: Vec<R>) -> Result<Vec<T>, Trouble>
where
    T: TryFrom<R, Error = Trouble>,
{
    rows.into_iter().map(T::try_from).collect()
}

/// Anything that has one spelling.
pub(crate) fn parsed<T: std::str::FromStr>(text: &str, what: &'static str) -> Result<T, Trouble> {
    text.parse().map_err(|_| Trouble::Corrupt(what))
}

/// Half-open.
pub(crate) fn span(from: i64, until: i64) -> Span {
    Span {
        from: UtcMillis(from),
        until: UtcMillis(until),
    }
}

/// A clinic's id.
pub(crate) fn clinic(text: &str) -> Result<ClinicId, Trouble> {
    parsed(text, "clinic")
}

fn status(text: &str, what: &'static str) -> Result<Status, Trouble> {
    Status::parse(text).ok_or(Trouble::Corrupt(what))
}
