//! A few bookings, made through the desk as anybody's are, on the next days that are open.

use reservation::availability::Booker;
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::desk::{Desk, Intent, NoAnswer, TimesWanted};
use reservation::ids::{BadId, ClinicId, ReservationId, ResourceId, ServiceId, VisitorTag};
use reservation::ports::Staff;
use reservation::slot_key::Wish;
use reservation::submission::{Actor, RequestKey};
use reservation::visit::Patient;

use super::{CantFill, fixed_id};

/// How far a booking of the demo goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// The patient sends it in; what follows is the service's rule.
    Sent,
    /// Staff have said yes.
    Confirmed,
    /// Staff booked it themselves, on the telephone.
    ByStaff,
}

/// One booking.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    service: &'static str,
    doctor: &'static str,
    visit: VisitKind,
    how: How,
    /// On which of the days that have free times, from 0.
    day: usize,
    /// At which of its free times, from 0.
    at: usize,
    /// Name, reading and telephone number.
    who: (&'static str, Option<&'static str>, &'static str),
}

const fn plan(
    (service, doctor, visit): (&'static str, &'static str, VisitKind),
    how: How,
    (day, at): (usize, usize),
    who: (&'static str, Option<&'static str>, &'static str),
) -> Plan {
    Plan {
        service,
        doctor,
        visit,
        how,
        day,
        at,
        who,
    }
}

const FIRST: VisitKind = VisitKind::First;
const RETURN: VisitKind = VisitKind::Return;

/// Made-up people with made-up numbers.
pub(super) const HINATA: &[Plan] = &[
    plan(
        ("internal", "sato", RETURN),
        How::ByStaff,
        (0, 1),
        ("鈴木 一郎", Some("スズキ イチロウ"), "090-0000-0001"),
    ),
    plan(
        ("follow-up", "tanaka", RETURN),
        How::ByStaff,
        (0, 2),
        ("高橋 美咲", Some("タカハシ ミサキ"), "090-0000-0002"),
    ),
    plan(
        ("vaccination", "sato", RETURN),
        How::ByStaff,
        (0, 6),
        ("渡辺 翔", Some("ワタナベ ショウ"), "090-0000-0003"),
    ),
    plan(
        ("checkup", "yamamoto", FIRST),
        How::Confirmed,
        (1, 0),
        ("伊藤 さくら", Some("イトウ サクラ"), "090-0000-0004"),
    ),
    plan(
        ("internal", "tanaka", FIRST),
        How::Confirmed,
        (1, 3),
        ("Anna Schmidt", None, "090-0000-0005"),
    ),
    plan(
        ("internal", "sato", RETURN),
        How::Sent,
        (1, 2),
        ("中村 健太", Some("ナカムラ ケンタ"), "090-0000-0006"),
    ),
    plan(
        ("internal", "yamamoto", FIRST),
        How::Sent,
        (1, 6),
        ("小林 陽子", Some("コバヤシ ヨウコ"), "090-0000-0007"),
    ),
    plan(
        ("follow-up", "sato", RETURN),
        How::Sent,
        (2, 4),
        ("加藤 誠", Some("カトウ マコト"), "090-0000-0008"),
    ),
];

/// Numbers from the range that is kept for stories.
pub(super) const HUDSON: &[Plan] = &[
    plan(
        ("visit", "rivera", RETURN),
        How::ByStaff,
        (0, 1),
        ("Noah Brooks", None, "212-555-0101"),
    ),
    plan(
        ("physical", "chen", FIRST),
        How::Sent,
        (0, 2),
        ("Grace Kim", None, "212-555-0102"),
    ),
    plan(
        ("flu-shot", "rivera", RETURN),
        How::Sent,
        (1, 5),
        ("Omar Haddad", None, "212-555-0103"),
    ),
];

pub(super) async fn make(
    desk: &Desk,
    clinic: &ClinicId,
    staff: &Staff,
    plans: &[Plan],
) -> Result<(), CantFill> {
    let reception = Actor::Staff {
        id: staff.id,
        name: staff.name.clone(),
    };
    for (number, plan) in (1..).zip(plans) {
        let actor = match plan.how {
            How::ByStaff => reception.clone(),
            How::Sent | How::Confirmed => Actor::Visitor(VisitorTag([number; 16])),
        };
        let booking = Booking {
            desk,
            clinic,
            actor,
            reception: &reception,
            number,
            plan,
        };
        if let Err(no) = booking.make().await? {
            CantFill::unless_refused(no)?;
        }
    }
    Ok(())
}

struct Booking<'a> {
    desk: &'a Desk,
    clinic: &'a ClinicId,
    actor: Actor,
    reception: &'a Actor,
    number: u8,
    plan: &'a Plan,
}

impl Booking<'_> {
    async fn make(&self) -> Result<Result<(), NoAnswer>, BadId> {
        let service = ServiceId::new(self.plan.service)?;
        let wish = Wish::One(ResourceId::new(self.plan.doctor)?);
        Ok(self.book(service, wish).await)
    }

    async fn book(&self, service: ServiceId, wish: Wish) -> Result<(), NoAnswer> {
        let visit = self.plan.visit;
        let wanted = TimesWanted {
            clinic: self.clinic.clone(),
            service: service.clone(),
            visit,
            wish: wish.clone(),
            from: None,
            days: 14,
            booker: if self.plan.how == How::ByStaff {
                Booker::Staff
            } else {
                Booker::Patient
            },
            viewer: None,
        };
        let times = self.desk.times(&wanted).await?;
        let day = times
            .days
            .iter()
            .filter(|day| day.bookable() > 0)
            .nth(self.plan.day);
        let free = day
            .into_iter()
            .flat_map(|day| &day.offers)
            .filter(|offer| offer.mark.is_bookable());
        // The last one where there are fewer than planned.
        let Some(offer) = free.take(self.plan.at + 1).last() else {
            return Ok(());
        };
        let start = offer.span.from;
        let held = self
            .run(
                "hold",
                &self.actor,
                Command::Hold {
                    service,
                    visit,
                    wish,
                    start,
                    known: None,
                },
            )
            .await?;
        let Some(reservation) = held else {
            return Ok(());
        };
        self.run(
            "send",
            &self.actor,
            Command::Send {
                reservation,
                patient: patient(self.plan),
            },
        )
        .await?;
        if self.plan.how == How::Confirmed {
            self.run("confirm", self.reception, Command::Confirm { reservation })
                .await?;
        }
        Ok(())
    }

    /// One step, under a name of its own: done before, here or by another server, it gets what was done then.
    async fn run(
        &self,
        step: &str,
        actor: &Actor,
        command: Command,
    ) -> Result<Option<ReservationId>, NoAnswer> {
        let id = fixed_id(&[self.clinic.as_str(), &self.number.to_string(), step]);
        let key = match actor {
            Actor::Staff { id: staff, .. } => RequestKey::staff_form(*staff, id),
            _ => RequestKey::form(self.clinic, id),
        };
        let intent = Intent {
            key: Some(key),
            form: None,
            clinic: self.clinic.clone(),
            actor: actor.clone(),
            command,
        };
        Ok(self.desk.run(intent).await?.outcome.reservation())
    }
}

fn patient(plan: &Plan) -> Patient {
    let (name, kana, phone) = plan.who;
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let phone_e164 = match digits.strip_prefix('0') {
        Some(rest) => format!("+81{rest}"),
        None => format!("+1{digits}"),
    };
    Patient {
        name: name.into(),
        kana: kana.map(Into::into),
        birth: None,
        phone: phone.into(),
        phone_e164,
        email: None,
        note: None,
        language: if kana.is_some() {
            "ja".into()
        } else {
            "en".into()
        },
    }
}
