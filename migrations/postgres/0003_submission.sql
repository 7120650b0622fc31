-- The ledger: what came of each submission.

create table submission
(
    -- Within what the key is unique: a clinic, or somebody who is signed in.
    scope       text collate "C" not null,
    -- A form token's id (with the button pressed), or an Idempotency-Key.
    key         text collate "C" not null,
    -- A keyed hash of what was asked for.
    fingerprint text collate "C" not null,
    clinic      text collate "C" not null,
    -- A short name for people who look into the file: hold, confirm, …
    operation   text collate "C" not null,
    -- What came of it, as JSON.
    outcome     text             not null,
    recorded_at bigint           not null,
    -- Who sent it; a stranger who sends the same key is told nothing personal.
    sender      text collate "C",
    -- One intent, one outcome. Keys carry their time, so new ones go to the end.
    constraint submission_pk primary key (scope, key),
    constraint submission_clinic_fk foreign key (clinic) references clinic (id)
);

-- Forgetting by age.
create index submission_by_age on submission (recorded_at);
