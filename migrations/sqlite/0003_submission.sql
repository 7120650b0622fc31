-- The ledger: what came of each submission.

create table submission
(
    -- Within what the key is unique: a clinic, or somebody who is signed in.
    scope       text    not null,
    -- A form token's id (with the button pressed), or an Idempotency-Key.
    key         text    not null,
    -- A keyed hash of what was asked for.
    fingerprint text    not null,
    clinic      text    not null,
    -- A short name for people who look into the file: hold, confirm, …
    operation   text    not null,
    -- What came of it, as JSON.
    outcome     text    not null,
    recorded_at integer not null,
    -- Who sent it; a stranger who sends the same key is told nothing personal.
    sender      text,
    -- One intent, one outcome. Keys carry their time, so new ones go to the end.
    constraint submission_pk primary key (scope, key),
    constraint submission_clinic_fk foreign key (clinic) references clinic (id),
    constraint submission_outcome_is_json check (json_valid(outcome))
) strict;

-- Forgetting by age.
create index submission_by_age on submission (recorded_at);
