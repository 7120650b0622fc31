//! Whole batches against the model: the engine in memory, one submission after the other. The same
//! answers, and in the end the same rows.

use std::sync::Arc;

use chrono_tz::Asia::Tokyo;
use reservation::catalogue::VisitKind;
use reservation::command::Command;
use reservation::ids::{ClosureId, GroupId, ReservationId, ResourceId, ServiceId};
use reservation::memory::MemoryStore;
use reservation::ports::{Fault, Store};
use reservation::slot_key::Wish;
use reservation::submission::{Actor, Fingerprint, Fresh, RequestKey, Submission};
use reservation::testing::{ManualClock, at, catalogue, clinic_id, patient, staff, visitor};
use reservation::time::{MINUTE, Span};
use reservation::visit::Reason;
use uuid::Uuid;

use super::tests::{ask_nothing, bench};
use reservation::batch::Rules;

/// How many histories.
const SEEDS: u64 = 16;

/// Numbers that look like chance and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
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
                service: ServiceId::new(["internal", "quick"][self.below(2) as usize]).unwrap(),
                visit: VisitKind::Return,
                wish: match self.below(3) {
                    0 => Wish::Anyone,
                    1 => Wish::One(ResourceId::new("sato").unwrap()),
                    _ => Wish::One(ResourceId::new("tanaka").unwrap()),
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

#[tokio::test]
async fn batches_answer_and_store_what_the_model_does() {
    let mut yes = 0;
    for seed in 0..SEEDS {
        // Every other time nothing is loaded before it is asked for: later rounds meet what the
        // batch has changed already.
        let needs = if seed % 2 == 0 {
            reservation::decide::needs
        } else {
            ask_nothing
        };
        let mut bench = bench(Rules {
            needs,
            ..Rules::CORE
        })
        .await;
        let clock = Arc::new(ManualClock::new(at(Tokyo, (2026, 3, 2), (8, 0))));
        let model = MemoryStore::new(clock.clone());
        model.catalogue_put(catalogue(Tokyo)).await.unwrap();
        bench.writer.clock = clock.clone();
        let mut dice = Dice(seed);
        let (mut seen, mut number, mut done) = (Vec::new(), 0_u128, 0);
        for _ in 0..25 {
            let mut batch = Vec::new();
            for _ in 0..=dice.below(12) {
                let submission = dice.submission(number, &seen);
                number += 1;
                // Those of the same batch can be meant too.
                if matches!(
                    submission.command,
                    Command::Hold { .. } | Command::Close { .. }
                ) {
                    seen.push(submission.fresh.reservation);
                }
                batch.push(submission);
            }
            let verdicts = bench.writer.submissions(&batch).await;
            for (submission, verdict) in batch.into_iter().zip(verdicts) {
                let wanted = model.submission_run(submission.clone()).await;
                assert!(
                    !matches!(verdict, Err(Fault::Broken(_))),
                    "{seed}: {submission:?} {verdict:?}"
                );
                assert_eq!(verdict, wanted, "{seed}: {submission:?}");
                done += usize::from(matches!(verdict, Ok(Ok(_))));
            }
            clock.advance(dice.below(8) as i64 * MINUTE);
        }
        assert_eq!(bench.writer.alone, 0, "{seed}: no batch fell apart");
        yes += done;
        let (is, wanted) = (
            bench.store.dump().await.unwrap(),
            model.dump().await.unwrap(),
        );
        assert_eq!(is.reservations, wanted.reservations, "{seed}");
        assert_eq!(is.claims, wanted.claims, "{seed}");
        assert_eq!(is.submissions, wanted.submissions, "{seed}");
        assert_eq!(is.history, wanted.history, "{seed}");
        assert_eq!(is.messages.len(), wanted.messages.len(), "{seed}");
        assert_eq!(reservation::check::check(&is), [], "{seed}");
    }
    assert!(yes > 20 * SEEDS as usize, "something happened: {yes}");
}
