-- What a batch changes, in one call that ends with its COMMIT. Each statement takes one JSON array
-- and must change exactly as many rows as the array has; the line behind it says so. `json()` of
-- what is no JSON is an error, and an error ends the text before the COMMIT is reached.
--
-- A conflict does nothing instead of failing, so that it is the count that tells.

-- $1 the ledger comes first: [{operation, row}]
insert into submission (scope, key, fingerprint, clinic, operation, outcome, recorded_at, sender)
select
    j.value ->> '$.row.key.scope',
    j.value ->> '$.row.key.key',
    j.value ->> '$.row.fingerprint',
    j.value ->> '$.row.clinic',
    j.value ->> '$.operation',
    j.value -> '$.row.outcome',
    j.value ->> '$.row.recorded_at',
    j.value ->> '$.row.sender'
from jsonb_each($1) j
where true
on conflict do nothing;
select iif(changes() = json_array_length($1), 1, json('count ' || changes()));

-- $2 claims to free, before any is taken: [{cell, lane, reservation}]
delete from claim
where rowid in (
    select c.rowid
    from jsonb_each($2) j
    cross join claim c
    where c.clinic = j.value ->> '$.cell.clinic'
        and c.resource = j.value ->> '$.cell.resource'
        and c.cell_start = j.value ->> '$.cell.start'
        and c.lane = j.value ->> 'lane'
        and c.reservation = unhex(j.value ->> 'reservation', '-')
);
select iif(changes() = json_array_length($2), 1, json('count ' || changes()));

-- $3 messages to withdraw, if nobody has told them yet: [{clinic, reservation, version, kind}]
delete from message
where rowid in (
    select m.rowid
    from jsonb_each($3) j
    cross join message m
    where m.reservation = unhex(j.value ->> 'reservation', '-')
        and m.version = j.value ->> 'version'
        and m.kind = j.value ->> 'kind'
        and m.clinic = j.value ->> 'clinic'
        and m.done_at is null
);
select iif(changes() = json_array_length($3), 1, json('count ' || changes()));

-- $4 new reservations: [reservation]
insert into reservation (
    id, clinic, group_id, service, visit, resource, anyone, starts_at, ends_at, occupied_from,
    occupied_until, lane, status, version, expires_at, extensions, holder, patient_name,
    patient_kana, patient_birth, patient_phone, patient_phone_e164, patient_email, patient_note,
    patient_language, created_scope, created_key, created_at, sent_at, changed_at, ended_how,
    ended_at, ended_reason, ended_note, ended_before, ended_untold
)
select
    unhex(j.value ->> 'id', '-'),
    j.value ->> 'clinic',
    unhex(j.value ->> 'group', '-'),
    j.value ->> 'service',
    j.value ->> 'visit',
    j.value ->> 'resource',
    j.value ->> 'anyone',
    j.value ->> '$.span.from',
    j.value ->> '$.span.until',
    j.value ->> '$.occupied.from',
    j.value ->> '$.occupied.until',
    j.value ->> 'lane',
    j.value ->> 'status',
    j.value ->> 'version',
    j.value ->> 'expires_at',
    j.value ->> 'extensions',
    j.value ->> 'holder',
    j.value ->> '$.patient.name',
    j.value ->> '$.patient.kana',
    j.value ->> '$.patient.birth',
    j.value ->> '$.patient.phone',
    j.value ->> '$.patient.phone_e164',
    j.value ->> '$.patient.email',
    j.value ->> '$.patient.note',
    j.value ->> '$.patient.language',
    j.value ->> '$.created_by.scope',
    j.value ->> '$.created_by.key',
    j.value ->> 'created_at',
    j.value ->> 'sent_at',
    j.value ->> 'changed_at',
    j.value ->> '$.ending.how',
    j.value ->> '$.ending.at',
    j.value ->> '$.ending.reason',
    j.value ->> '$.ending.note',
    j.value ->> '$.ending.before',
    j.value ->> '$.ending.untold'
from jsonb_each($4) j
where true
on conflict do nothing;
select iif(changes() = json_array_length($4), 1, json('count ' || changes()));

-- $5 changed reservations, if they still have the version that was loaded: [[version, reservation]].
-- Who created it and when, and whose it is, never changes.
update reservation
set group_id = unhex(j.value ->> '$[1].group', '-'),
    service = j.value ->> '$[1].service',
    visit = j.value ->> '$[1].visit',
    resource = j.value ->> '$[1].resource',
    anyone = j.value ->> '$[1].anyone',
    starts_at = j.value ->> '$[1].span.from',
    ends_at = j.value ->> '$[1].span.until',
    occupied_from = j.value ->> '$[1].occupied.from',
    occupied_until = j.value ->> '$[1].occupied.until',
    lane = j.value ->> '$[1].lane',
    status = j.value ->> '$[1].status',
    version = j.value ->> '$[1].version',
    expires_at = j.value ->> '$[1].expires_at',
    extensions = j.value ->> '$[1].extensions',
    holder = j.value ->> '$[1].holder',
    patient_name = j.value ->> '$[1].patient.name',
    patient_kana = j.value ->> '$[1].patient.kana',
    patient_birth = j.value ->> '$[1].patient.birth',
    patient_phone = j.value ->> '$[1].patient.phone',
    patient_phone_e164 = j.value ->> '$[1].patient.phone_e164',
    patient_email = j.value ->> '$[1].patient.email',
    patient_note = j.value ->> '$[1].patient.note',
    patient_language = j.value ->> '$[1].patient.language',
    sent_at = j.value ->> '$[1].sent_at',
    changed_at = j.value ->> '$[1].changed_at',
    ended_how = j.value ->> '$[1].ending.how',
    ended_at = j.value ->> '$[1].ending.at',
    ended_reason = j.value ->> '$[1].ending.reason',
    ended_note = j.value ->> '$[1].ending.note',
    ended_before = j.value ->> '$[1].ending.before',
    ended_untold = j.value ->> '$[1].ending.untold'
from jsonb_each($5) j
where reservation.id = unhex(j.value ->> '$[1].id', '-')
    and reservation.clinic = j.value ->> '$[1].clinic'
    and reservation.version = j.value ->> '$[0]';
select iif(changes() = json_array_length($5), 1, json('count ' || changes()));

-- $6 claims to take; the unique index has the last word: [{cell, lane, reservation, expires_at}]
insert into claim (clinic, resource, cell_start, lane, reservation, expires_at)
select
    j.value ->> '$.cell.clinic',
    j.value ->> '$.cell.resource',
    j.value ->> '$.cell.start',
    j.value ->> 'lane',
    unhex(j.value ->> 'reservation', '-'),
    j.value ->> 'expires_at'
from jsonb_each($6) j
where true
on conflict do nothing;
select iif(changes() = json_array_length($6), 1, json('count ' || changes()));

-- $7 history: [line]
insert into history (reservation, version, clinic, at, event, from_status, to_status, actor, actor_name)
select
    unhex(j.value ->> 'reservation', '-'),
    j.value ->> 'version',
    j.value ->> 'clinic',
    j.value ->> 'at',
    j.value ->> 'event',
    j.value ->> 'from',
    j.value ->> 'to',
    j.value ->> 'actor',
    j.value ->> 'actor_name'
from jsonb_each($7) j
where true
on conflict do nothing;
select iif(changes() = json_array_length($7), 1, json('count ' || changes()));

-- $8 messages: [{key, not_before, done_at, done_by}]
insert into message (reservation, version, kind, clinic, not_before, done_at, done_by)
select
    unhex(j.value ->> '$.key.reservation', '-'),
    j.value ->> '$.key.version',
    j.value ->> '$.key.kind',
    j.value ->> '$.key.clinic',
    j.value ->> 'not_before',
    j.value ->> 'done_at',
    j.value ->> 'done_by'
from jsonb_each($8) j
where true
on conflict do nothing;
select iif(changes() = json_array_length($8), 1, json('count ' || changes()));

-- $9 messages ticked off: [{key, not_before, done_at, done_by}]
update message
set not_before = j.value ->> 'not_before',
    done_at = j.value ->> 'done_at',
    done_by = j.value ->> 'done_by'
from jsonb_each($9) j
where message.reservation = unhex(j.value ->> '$.key.reservation', '-')
    and message.version = j.value ->> '$.key.version'
    and message.kind = j.value ->> '$.key.kind'
    and message.clinic = j.value ->> '$.key.clinic';
select iif(changes() = json_array_length($9), 1, json('count ' || changes()));

-- $10 spans to close: [[clinic, {id, resource, span, reason}]]
insert into closure (id, clinic, resource, from_at, until_at, reason)
select
    unhex(j.value ->> '$[1].id', '-'),
    j.value ->> '$[0]',
    j.value ->> '$[1].resource',
    j.value ->> '$[1].span.from',
    j.value ->> '$[1].span.until',
    j.value ->> '$[1].reason'
from jsonb_each($10) j
where true
on conflict do nothing;
select iif(changes() = json_array_length($10), 1, json('count ' || changes()));

-- $11 spans to open again, at $13: [[clinic, id]]
update closure
set ended_at = $13
from jsonb_each($11) j
where closure.id = unhex(j.value ->> 1, '-')
    and closure.clinic = j.value ->> 0
    and closure.ended_at is null;
select iif(changes() = json_array_length($11), 1, json('count ' || changes()));

-- $12 catalogues, if they still have the version that was loaded: [[clinic, version, next version]]
update clinic
set version = j.value ->> 2
from jsonb_each($12) j
where clinic.id = j.value ->> 0
    and clinic.version = j.value ->> 1;
select iif(changes() = json_array_length($12), 1, json('count ' || changes()));

commit;
