//! Negative controls: with a guard off, the fault that it stands against does appear. A check that can't fail proves
//! nothing.

use std::collections::BTreeSet;

use chrono_tz::Asia::Tokyo;
use reservation::catalogue::VisitKind;
use reservation::check::{Dump, check};
use reservation::command::Command;
use reservation::decide::{Decision, decide, needs};
use reservation::ids::{ClosureId, GroupId, ReservationId, ServiceId};
use reservation::snapshot::{Needs, Snapshot};
use reservation::submission::{Fingerprint, Fresh, RequestKey, Submission};
use reservation::testing::{at, catalogue, clinic_id, visitor};
use reservation::time::UtcMillis;
use uuid::Uuid;

fn hold(number: u8, key: u128) -> Submission {
    let id = |n: u128| Uuid::from_u128(n * 1000 + u128::from(number));
    Submission {
        key: Some(RequestKey::form(&clinic_id(), Uuid::from_u128(key))),
        fingerprint: Fingerprint("1same".into()),
        form: None,
        clinic: clinic_id(),
        actor: visitor(number),
        command: Command::Hold {
            service: ServiceId::new("internal").unwrap(),
            visit: VisitKind::Return,
            wish: "sato".parse().unwrap(),
            start: at(Tokyo, (2026, 3, 3), (9, 0)),
            known: None,
        },
        fresh: Fresh {
            reservation: ReservationId(id(1)),
            group: GroupId(id(2)),
            closure: ClosureId(id(3)),
        },
    }
}

fn now() -> UtcMillis {
    at(Tokyo, (2026, 3, 2), (8, 0))
}

/// A snapshot of an empty clinic with all that the submission wants.
fn empty_for(submission: &Submission) -> Snapshot {
    let clinic = std::sync::Arc::new(catalogue(Tokyo));
    let mut snapshot = Snapshot::default();
    fill(
        &mut snapshot,
        &needs(submission, Some(&clinic)),
        Some(&clinic),
    );
    snapshot
}

fn fill(
    snapshot: &mut Snapshot,
    wanted: &Needs,
    clinic: Option<&std::sync::Arc<reservation::catalogue::Catalogue>>,
) {
    for key in &wanted.ledger {
        snapshot.put_ledger(key.clone(), None);
    }
    for id in &wanted.catalogues {
        snapshot.put_catalogue(id.clone(), clinic.cloned());
    }
    for (id, holder) in &wanted.holds {
        snapshot.put_holds(id.clone(), holder.clone(), BTreeSet::new());
    }
    for cell in &wanted.cells {
        snapshot.put_claims(cell.clone(), Vec::new());
    }
}

fn written(all: &[&Snapshot]) -> Dump {
    let mut dump = Dump::default();
    for snapshot in all {
        let changes = snapshot.changes();
        dump.reservations.extend(changes.reservations_added);
        dump.claims.extend(changes.claims_added);
        dump.submissions.extend(changes.ledger_added);
        dump.history.extend(changes.history_added);
    }
    dump
}

fn done(snapshot: &mut Snapshot, submission: &Submission) -> bool {
    match decide(snapshot, submission, now()) {
        Decision::Done(effects, _) => {
            snapshot.apply(&effects);
            true
        }
        _ => false,
    }
}

#[test]
fn without_the_claims_of_the_one_before_two_people_own_one_cell() {
    // Each decides on what was there before the other: check-then-act without a lock and without a unique key.
    let (mut first, mut second) = (empty_for(&hold(1, 1)), empty_for(&hold(2, 2)));
    assert!(done(&mut first, &hold(1, 1)) && done(&mut second, &hold(2, 2)));
    let found = check(&written(&[&first, &second]));
    assert!(
        found
            .iter()
            .any(|violation| violation.rule == "one owner per cell"),
        "{found:?}"
    );
}

#[test]
fn with_the_claims_of_the_one_before_the_second_is_refused() {
    let mut one = empty_for(&hold(1, 1));
    fill(&mut one, &needs(&hold(2, 2), Some(&catalogue(Tokyo))), None);
    assert!(done(&mut one, &hold(1, 1)));
    assert!(!done(&mut one, &hold(2, 2)));
    assert!(check(&written(&[&one])).is_empty());
}

#[test]
fn without_the_ledger_one_press_sent_twice_is_done_twice() {
    // The same press on two nodes, neither of which sees the other's row of the ledger: two reservations by one key.
    let (mut first, mut second) = (empty_for(&hold(1, 1)), empty_for(&hold(1, 1)));
    let mut twin = hold(1, 1);
    twin.fresh.reservation = ReservationId(Uuid::from_u128(77));
    assert!(done(&mut first, &hold(1, 1)) && done(&mut second, &twin));
    let found = check(&written(&[&first, &second]));
    assert!(
        found
            .iter()
            .any(|violation| violation.rule == "one outcome per submission"),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .any(|violation| violation.rule == "one creation per submission"),
        "{found:?}"
    );
}

#[test]
fn what_was_not_loaded_never_reads_as_free() {
    let submission = hold(1, 1);
    let mut snapshot = Snapshot::default();
    let clinic = std::sync::Arc::new(catalogue(Tokyo));
    for _ in 0..8 {
        match decide(&snapshot, &submission, now()) {
            Decision::Need(more) => {
                assert!(
                    !snapshot.missing(&more).is_empty(),
                    "asks only for what is not there yet"
                );
                fill(&mut snapshot, &more, Some(&clinic));
            }
            Decision::Done(..) => return,
            other => panic!("{other:?}"),
        }
    }
    panic!("no end");
}
