//! The front desk: the one façade through which every change goes, and the questions that pages ask.

mod told;

use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};

use crate::availability::{Booker, Day, Rule, day_span, local_date, week};
use crate::catalogue::{Catalogue, VisitKind};
use crate::command::Command;
use crate::ids::{ClinicId, ClosureId, GroupId, ReservationId, ResourceId, ServiceId};
use crate::outcome::Refusal;
use crate::ports::{AsOf, Fault, Store};
use crate::slot_key::Wish;
use crate::submission::{
    Actor, Answer, Fingerprint, FormAge, Fresh, LedgerRow, RequestKey, Submission,
};
use crate::time::{Clock, Ids, Span, UtcMillis};
use crate::visit::{HistoryRow, Holder, Message, Reservation, Status};
use told::{CaughtBook, Told};

/// A submission as a door hands it in.
#[derive(Debug, Clone, PartialEq)]
pub struct Intent {
    /// Its name.
    pub key: Option<RequestKey>,
    /// What its form token says, where it came from a form.
    pub form: Option<FormAge>,
    /// Whose clinic.
    pub clinic: ClinicId,
    /// Who acts.
    pub actor: Actor,
    /// What is wanted.
    pub command: Command,
}

/// Why there is no answer: a "no" of the business, or a store that could not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// A "no".
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// The store.
    #[error("no answer from the store")]
    Fault(#[from] Fault),
}

/// What a page of times is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimesWanted {
    /// The clinic.
    pub clinic: ClinicId,
    /// What for.
    pub service: ServiceId,
    /// First or return visit.
    pub visit: VisitKind,
    /// With whom.
    pub wish: Wish,
    /// First date; `None`: today.
    pub from: Option<NaiveDate>,
    /// How many days, at most 31.
    pub days: u64,
    /// Who asks.
    pub booker: Booker,
    /// Who looks: whose hold is "mine".
    pub viewer: Option<Holder>,
}

/// Times of some days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Times {
    /// The catalogue they were computed from.
    pub catalogue: Arc<Catalogue>,
    /// As of when.
    pub now: UtcMillis,
    /// Today's date at the clinic.
    pub today: NaiveDate,
    /// The days.
    pub days: Vec<Day>,
    /// The viewer's live hold at this clinic, wherever it is.
    pub held: Option<Reservation>,
}

/// The front desk.
#[derive(Clone)]
pub struct Desk {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    fingerprint_key: [u8; 32],
    caught: Arc<CaughtBook>,
}

impl Desk {
    /// A desk over a store. The key hides what was typed from whoever reads the ledger; it must outlive restarts and
    /// be the same on all nodes.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
        fingerprint_key: [u8; 32],
    ) -> Self {
        Self {
            store,
            clock,
            ids,
            fingerprint_key,
            caught: Arc::default(),
        }
    }

    /// The clock, for what is shown; decisions read it inside their transaction.
    pub fn now(&self) -> UtcMillis {
        self.clock.now()
    }

    /// The store's clock, by which deadlines are judged: the same for all nodes, whatever their own say.
    pub async fn store_now(&self) -> Result<UtcMillis, Fault> {
        Ok(self.store.reservation_due(1).await?.now)
    }

    /// An id for a form or an intent.
    pub fn fresh_id(&self) -> uuid::Uuid {
        self.ids.fresh()
    }

    /// Runs one intent. The same key again gets the same outcome, whoever asks how often.
    pub async fn run(&self, intent: Intent) -> Result<Answer, NoAnswer> {
        let submission = Submission {
            fingerprint: Fingerprint::of(&self.fingerprint_key, &(&intent.clinic, &intent.command)),
            fresh: Fresh {
                reservation: ReservationId(self.ids.fresh()),
                group: GroupId(self.ids.fresh()),
                closure: ClosureId(self.ids.fresh()),
            },
            key: intent.key,
            form: intent.form,
            clinic: intent.clinic,
            actor: intent.actor,
            command: intent.command,
        };
        let told = Told::of(&submission);
        let result = self.store.submission_run(submission).await;
        self.tell(&told, &result);
        Ok(result??)
    }

    /// What became of a form: its recorded submissions, oldest first.
    pub async fn receipt(&self, form: &RequestKey) -> Result<AsOf<Vec<LedgerRow>>, Fault> {
        self.store.submission_of_form(form).await
    }

    /// The clinics, by id.
    pub async fn clinics(&self) -> Result<Vec<ClinicId>, Fault> {
        self.store.clinic_list().await
    }

    /// What a clinic offers.
    pub async fn catalogue(&self, clinic: &ClinicId) -> Result<Option<Arc<Catalogue>>, Fault> {
        self.store.catalogue_find(clinic).await
    }

    /// The times of some days: one catalogue, one range read per candidate.
    pub async fn times(&self, wanted: &TimesWanted) -> Result<Times, NoAnswer> {
        let catalogue = self
            .store
            .catalogue_find(&wanted.clinic)
            .await?
            .ok_or(Refusal::NotFound)?;
        let rule = Rule::new(
            &catalogue,
            &wanted.service,
            wanted.visit,
            &wanted.wish,
            wanted.booker,
        )?;
        let zone = catalogue.clinic.zone;
        let today = local_date(zone, self.clock.now()).ok_or(Refusal::OffGrid)?;
        // Outside of the calendar there is nothing to list.
        let known = |date: &NaiveDate| (2..=9998).contains(&date.year());
        let first = wanted.from.filter(known).unwrap_or(today);
        let dates: Vec<NaiveDate> = (0..wanted.days.clamp(1, 31))
            .filter_map(|days| first.checked_add_days(Days::new(days)))
            .collect();
        let resources: Vec<ResourceId> = rule.candidates().iter().map(|r| r.id.clone()).collect();
        let claims = self
            .store
            .claim_range(&wanted.clinic, &resources, around(&dates, &catalogue))
            .await?;
        let held = match &wanted.viewer {
            Some(viewer @ Holder::Visitor(_)) => self.hold_of(&wanted.clinic, viewer).await?,
            _ => None,
        };
        let held = held.filter(|hold| hold.is_live(claims.now));
        let days = week(
            &rule,
            &catalogue,
            &dates,
            &claims.rows,
            held.as_ref(),
            claims.now,
        );
        Ok(Times {
            now: claims.now,
            today,
            days,
            held,
            catalogue,
        })
    }

    /// A visitor's live hold at a clinic.
    pub async fn hold_of(
        &self,
        clinic: &ClinicId,
        holder: &Holder,
    ) -> Result<Option<Reservation>, Fault> {
        let found = self.store.reservation_of_holder(clinic, holder).await?;
        let live = |row: &Reservation| row.status == Status::Held && row.is_live(found.now);
        Ok(found.rows.into_iter().find(live))
    }

    /// A reservation of a clinic; whether the asker may see it is for the door to say.
    pub async fn reservation(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<AsOf<Option<Reservation>>, Fault> {
        self.store.reservation_find(clinic, id).await
    }

    /// A holder's reservations at a clinic, newest first.
    pub async fn reservations_of(
        &self,
        clinic: &ClinicId,
        holder: &Holder,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        self.store.reservation_of_holder(clinic, holder).await
    }

    /// Requests that wait, and those answered since.
    pub async fn requests(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        self.store.reservation_requests(clinic, since).await
    }

    /// The reservations of a local date, by start; expired and cancelled ones too.
    pub async fn day(
        &self,
        catalogue: &Catalogue,
        date: NaiveDate,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        let span = day_span(catalogue.clinic.zone, date);
        self.store
            .reservation_by_start(&catalogue.clinic.id, span)
            .await
    }

    /// The reservations that begin in a span (to list what a closure touches).
    pub async fn visits_in(
        &self,
        clinic: &ClinicId,
        span: Span,
    ) -> Result<AsOf<Vec<Reservation>>, Fault> {
        self.store.reservation_by_start(clinic, span).await
    }

    /// A reservation's history, by version.
    pub async fn history(
        &self,
        clinic: &ClinicId,
        id: ReservationId,
    ) -> Result<Vec<HistoryRow>, Fault> {
        self.store.history_of(clinic, id).await
    }

    /// Calls to make (要連絡), and those ticked off since.
    pub async fn calls(
        &self,
        clinic: &ClinicId,
        since: UtcMillis,
    ) -> Result<AsOf<Vec<Message>>, Fault> {
        self.store.message_open(clinic, since).await
    }

    /// Writes down deadlines that have passed, at most `limit`; says how many. Safe to run anywhere, any number of
    /// times: each one is judged again in its own transaction.
    pub async fn sweep(&self, limit: u32) -> Result<u64, Fault> {
        let due = self.store.reservation_due(limit).await?;
        let mut swept = 0;
        for (clinic, reservation) in due.rows {
            let command = Command::Expire { reservation };
            match self
                .run(Intent {
                    key: None,
                    form: None,
                    clinic,
                    actor: Actor::System,
                    command,
                })
                .await
            {
                Ok(_) => swept += 1,
                // Somebody was quicker: extended, answered or taken over.
                Err(NoAnswer::Refused(_)) => {}
                Err(NoAnswer::Fault(fault)) => return Err(fault),
            }
        }
        Ok(swept)
    }

    /// Forgets submissions older than `kept_millis`, by the clock that dated them: one that runs ahead of it would forget
    /// those whose forms are still good.
    pub async fn purge_ledger(&self, kept_millis: i64) -> Result<u64, Fault> {
        let before = self.store_now().await?.plus(-kept_millis);
        self.store.submission_purge(before).await
    }
}

/// The instants whose claims decide these dates: a visit or buffer of the day before may reach in.
fn around(dates: &[NaiveDate], catalogue: &Catalogue) -> Span {
    let zone = catalogue.clinic.zone;
    let spans: Vec<Span> = dates.iter().map(|date| day_span(zone, *date)).collect();
    let margin = 24 * 60;
    match (spans.first(), spans.last()) {
        (Some(first), Some(last)) => Span {
            from: first.from.plus_minutes(-margin),
            until: last.until.plus_minutes(margin),
        },
        _ => Span {
            from: UtcMillis(0),
            until: UtcMillis(0),
        },
    }
}
