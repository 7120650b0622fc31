-- What a batch has to know, in one call. Each statement takes one JSON array; the rows of the n-th
-- statement are told apart by the statements that have ended before.
--
-- `cross join` fixes the order: the batch is walked and each of its keys is looked up. Left free, the
-- planner may walk the big table and look it up in the batch.

-- $1 recorded submissions: [{scope, key}]
select
    s.scope,
    s.key,
    s.fingerprint,
    s.clinic,
    s.outcome,
    s.recorded_at,
    s.sender
from jsonb_each($1) j
cross join submission s
where s.scope = j.value ->> 'scope'
    and s.key = j.value ->> 'key';

-- $2 versions of catalogues: [clinic]
select
    c.id,
    c.version
from jsonb_each($2) j
cross join clinic c
where c.id = j.value;

-- $3 reservations: [[clinic, id]]
select r.*
from jsonb_each($3) j
cross join reservation r
where r.id = unhex(j.value ->> 1, '-')
    and r.clinic = j.value ->> 0;

-- $4 what holders hold: [[clinic, holder]]
select r.*
from jsonb_each($4) j
cross join reservation r
where r.clinic = j.value ->> 0
    and r.holder = j.value ->> 1
    and r.status = 'HELD';

-- $5 claims on cells, every lane: [{clinic, resource, start}]
select
    c.clinic,
    c.resource,
    c.cell_start,
    c.lane,
    c.reservation,
    c.expires_at
from jsonb_each($5) j
cross join claim c
where c.clinic = j.value ->> 'clinic'
    and c.resource = j.value ->> 'resource'
    and c.cell_start = j.value ->> 'start';

-- $6 messages: [{clinic, reservation, version, kind}]
select
    m.reservation,
    m.version,
    m.kind,
    m.clinic,
    m.not_before,
    m.done_at,
    m.done_by
from jsonb_each($6) j
cross join message m
where m.reservation = unhex(j.value ->> 'reservation', '-')
    and m.version = j.value ->> 'version'
    and m.kind = j.value ->> 'kind'
    and m.clinic = j.value ->> 'clinic';

-- $7 the bookings of contacts, $8 of each, those that begin last: [[clinic, phone]]
select
    r.clinic,
    r.patient_phone_e164,
    r.id,
    r.starts_at,
    r.expires_at
from jsonb_each($7) j
cross join reservation r
where r.rowid in (
    select b.rowid
    from reservation b
    where b.clinic = j.value ->> 0
        and b.patient_phone_e164 = j.value ->> 1
        and b.status in ('REQUESTED', 'CONFIRMED')
    order by b.starts_at desc
    limit $8
);
