//! Numbers that look like chance, and what a clinic does by them: everything, also what makes no sense.

use chrono_tz::Asia::Tokyo;
use uuid::Uuid;

use super::contract::must;
use super::{at, clinic_id, patient, staff, visitor};
use crate::catalogue::VisitKind;
use crate::command::Command;
use crate::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId};
use crate::slot_key::Wish;
use crate::submission::{Actor, Fingerprint, Fresh, RequestKey, Submission};
use crate::time::Span;
use crate::visit::Reason;

/// Numbers that look like chance and are the same each time.
#[derive(Debug)]
pub struct Dice {
    state: u64,
    next: u128,
}

impl Dice {
    /// The same seed, the same history.
    pub fn new(seed: u64) -> Self {
        Self {
            state: seed,
            next: 0,
        }
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % end
    }

    fn command(&mut self, seen: &[ReservationId]) -> Command {
        let start = at(Tokyo, (2026, 3, 3), (10, 0)).plus_minutes(15 * self.below(6) as i64);
        let one = |dice: &mut Self| {
            seen.get(dice.below(seen.len().max(1) as u64) as usize)
                .copied()
                .unwrap_or(ReservationId(Uuid::from_u128(404)))
        };
        match self.below(24) {
            0..8 => Command::Hold {
                service: must(ServiceId::new(
                    ["internal", "quick"][self.below(2) as usize],
                )),
                visit: VisitKind::Return,
                wish: match self.below(3) {
                    0 => Wish::Anyone,
                    1 => Wish::One(must(ResourceId::new("sato"))),
                    _ => Wish::One(must(ResourceId::new("tanaka"))),
                },
                start,
                known: (self.below(2) == 0).then(|| one(self)),
            },
            8..12 => Command::Send {
                reservation: one(self),
                patient: patient("山田 花子"),
            },
            12 | 13 => Command::Extend {
                reservation: one(self),
            },
            14 => Command::Release {
                reservation: one(self),
            },
            15 | 16 => Command::Confirm {
                reservation: one(self),
            },
            17 => Command::Decline {
                reservation: one(self),
                reason: Reason::DoctorAway,
                note: None,
            },
            18 | 19 => Command::Cancel {
                reservation: one(self),
                reason: None,
                note: Some("n".into()),
            },
            20 => Command::Undo {
                reservation: one(self),
            },
            21 => Command::Expire {
                reservation: one(self),
            },
            22 => Command::Close {
                resource: None,
                span: Span {
                    from: start,
                    until: start.plus_minutes(10),
                },
                reason: "停電".into(),
            },
            _ => Command::Reopen {
                closure: ClosureId(one(self).0),
            },
        }
    }

    /// Up to thirteen submissions; what they make joins those that were seen, so that others of the batch can mean it.
    pub fn batch(&mut self, seen: &mut Vec<ReservationId>) -> Vec<Submission> {
        let mut batch = Vec::new();
        for _ in 0..=self.below(12) {
            let submission = self.submission(self.next, seen);
            self.next += 1;
            if matches!(
                submission.command,
                Command::Hold { .. } | Command::Close { .. }
            ) {
                seen.push(submission.fresh.reservation);
            }
            batch.push(submission);
        }
        batch
    }

    fn submission(&mut self, number: u128, seen: &[ReservationId]) -> Submission {
        let command = self.command(seen);
        let actor = match (&command, self.below(8)) {
            (Command::Expire { .. }, _) => Actor::System,
            (_, 0..5) => visitor(self.below(5) as u8),
            _ => staff(self.below(2) as u8),
        };
        let id = Uuid::from_u128(0x0195_5d00_0000_7000_8000_0000_0000_0000 | number);
        // Now and then a key of before.
        let key = if self.below(6) == 0 {
            self.below(number as u64 + 1).into()
        } else {
            number
        };
        Submission {
            key: (actor != Actor::System)
                .then(|| RequestKey::form(&clinic_id(), Uuid::from_u128(key))),
            fingerprint: Fingerprint::of(&[7; 32], &command),
            form: None,
            clinic: clinic_id(),
            actor,
            command,
            fresh: Fresh {
                reservation: ReservationId(id),
                group: GroupId(id),
                closure: ClosureId(id),
            },
        }
    }
}
