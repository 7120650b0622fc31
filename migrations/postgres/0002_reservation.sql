-- Reservations and what hangs on them: claims, shared slots, history, messages.

create table reservation
(
    id                 uuid             not null,
    clinic             text collate "C" not null,
    -- Visits booked together share it: all or none.
    group_id           uuid             not null,
    service            text collate "C" not null,
    visit              text collate "C" not null,
    resource           text collate "C" not null,
    -- True: the visitor asked for anyone, and the desk chose.
    anyone             boolean          not null,
    starts_at          bigint           not null,
    ends_at            bigint           not null,
    -- The visit with its buffers: the cells that it owns while it is live.
    occupied_from      bigint           not null,
    occupied_until     bigint           not null,
    lane               bigint           not null,
    status             text collate "C" not null,
    -- Raised by every change; whoever changes the row says which version was seen.
    version            bigint           not null,
    -- The deadline of a hold or a request.
    expires_at         bigint,
    extensions         bigint           not null,
    -- visitor:… or staff:…
    holder             text collate "C" not null,
    -- The patient as given with this visit: a copy of its own, never a link to a shared record.
    patient_name       text,
    patient_kana       text,
    patient_birth      text,
    patient_phone      text,
    patient_phone_e164 text collate "C",
    patient_email      text,
    patient_note       text,
    patient_language   text,
    -- The submission that created it. Kept for as long as the row, longer than the ledger is.
    created_scope      text collate "C",
    created_key        text collate "C",
    created_at         bigint           not null,
    sent_at            bigint,
    changed_at         bigint           not null,
    -- How it ended, and what an undo goes back to.
    ended_how          text,
    ended_at           bigint,
    ended_reason       text,
    ended_note         text,
    ended_before       text,
    -- What the patient was still to be told; told after all when the end is undone.
    ended_untold       text,
    constraint reservation_pk primary key (id),
    constraint reservation_clinic_fk foreign key (clinic) references clinic (id),
    -- Resources and services are never removed while a visit names them.
    constraint reservation_resource_fk foreign key (clinic, resource) references resource (clinic, id),
    constraint reservation_service_fk foreign key (clinic, service) references service (clinic, id),
    constraint reservation_visit_known check (visit in ('first', 'return')),
    -- A visit has a length and lies within what it occupies.
    constraint reservation_has_a_length check (starts_at < ends_at),
    constraint reservation_occupies_itself check (occupied_from <= starts_at and ends_at <= occupied_until),
    constraint reservation_lane_counts check (lane >= 0),
    constraint reservation_status_known check (
        status in ('HELD', 'REQUESTED', 'CONFIRMED', 'EXPIRED', 'CANCELLED')
    ),
    constraint reservation_version_counts check (version >= 1),
    -- A deadline belongs to a hold or a request, and to nothing else: no hold lives for ever, and no
    -- confirmed visit runs out.
    constraint reservation_deadline_fits check (
        (status in ('HELD', 'REQUESTED')) = (expires_at is not null)
    ),
    constraint reservation_extensions_count check (extensions >= 0),
    -- A patient is given whole or not at all.
    constraint reservation_patient_whole check (
        (patient_name is null) = (patient_phone is null)
        and (patient_name is null) = (patient_phone_e164 is null)
        and (patient_name is null) = (patient_language is null)
        and (
            patient_name is not null
            or coalesce(patient_kana, patient_birth, patient_email, patient_note) is null
        )
    ),
    constraint reservation_created_whole check ((created_scope is null) = (created_key is null)),
    constraint reservation_ending_whole check (
        (ended_at is null) = (ended_how is null)
        and (ended_at is null) = (ended_before is null)
        and (ended_at is not null or coalesce(ended_reason, ended_note, ended_untold) is null)
    ),
    constraint reservation_ending_known check (
        ended_how in (
            'released', 'swapped', 'declined', 'cancelled_by_patient', 'cancelled_by_staff', 'expired'
        )
    )
);

-- One submission creates one reservation, for ever: a create never repeats, even when the ledger has
-- long forgotten the key.
create unique index reservation_created_once on reservation (created_scope, created_key)
    where created_key is not null;

-- The staff's day and week.
create index reservation_by_start on reservation (clinic, starts_at);

-- "My bookings", newest first: ids carry their time.
create index reservation_by_holder on reservation (clinic, holder, id);

-- What a visitor holds now; few rows at a time.
create index reservation_held on reservation (clinic, holder)
    where status = 'HELD';

-- What has run out, for the sweeper; few rows at a time.
create index reservation_due on reservation (expires_at)
    where expires_at is not null;

-- What waits for staff, in the order in which it was sent in.
create index reservation_waiting on reservation (clinic, sent_at)
    where status = 'REQUESTED';

-- What staff have answered lately.
create index reservation_answered on reservation (clinic, changed_at)
    where sent_at is not null and status <> 'REQUESTED';

-- One offered start of a service for several people. It owns the cells; its seats are rows below.
create table shared_slot
(
    id        uuid             not null,
    clinic    text collate "C" not null,
    resource  text collate "C" not null,
    service   text collate "C" not null,
    starts_at bigint           not null,
    ends_at   bigint           not null,
    seats     bigint           not null,
    constraint shared_slot_pk primary key (id),
    -- One slot per offered start: the second visitor joins it instead of making another.
    constraint shared_slot_once unique (clinic, resource, service, starts_at),
    constraint shared_slot_resource_fk foreign key (clinic, resource) references resource (clinic, id),
    constraint shared_slot_service_fk foreign key (clinic, service) references service (clinic, id),
    constraint shared_slot_has_a_length check (starts_at < ends_at),
    constraint shared_slot_seats_count check (seats >= 1)
);

create table seat
(
    shared_slot uuid   not null,
    -- 1 to the number of seats.
    number      bigint not null,
    reservation uuid   not null,
    expires_at  bigint,
    -- One reservation per seat.
    constraint seat_pk primary key (shared_slot, number),
    -- One seat per reservation.
    constraint seat_reservation_once unique (reservation),
    constraint seat_shared_slot_fk foreign key (shared_slot) references shared_slot (id),
    constraint seat_reservation_fk foreign key (reservation) references reservation (id),
    constraint seat_number_counts check (number >= 1)
);

-- Who owns a cell: five minutes of one resource. This is the last word on every race.
create table claim
(
    clinic      text collate "C" not null,
    resource    text collate "C" not null,
    cell_start  bigint           not null,
    -- 0 for everybody; from 1 up for over-booking that staff have permitted.
    lane        bigint           not null,
    -- The owner: a reservation, or a shared slot.
    reservation uuid,
    shared_slot uuid,
    -- The owner's deadline, so that a list need not look at the owner.
    expires_at  bigint,
    -- One owner per cell and lane, whoever comes through whichever door.
    constraint claim_pk primary key (clinic, resource, cell_start, lane),
    constraint claim_reservation_fk foreign key (reservation) references reservation (id),
    constraint claim_shared_slot_fk foreign key (shared_slot) references shared_slot (id),
    constraint claim_has_one_owner check ((reservation is null) <> (shared_slot is null)),
    -- A cell begins at a full five minutes. A crooked start would be a second cell beside the first.
    constraint claim_cell_is_whole check (cell_start % 300000 = 0),
    constraint claim_lane_counts check (lane >= 0)
);

create index claim_by_reservation on claim (reservation)
    where reservation is not null;

create index claim_by_shared_slot on claim (shared_slot)
    where shared_slot is not null;

-- A row that is locked to serialise a rule which no claim covers, such as one hold for each visitor.
-- Made when it is wanted first; forgotten now and then, unless somebody has it locked.
create table guard
(
    clinic text collate "C" not null,
    name   text collate "C" not null,
    constraint guard_pk primary key (clinic, name),
    constraint guard_clinic_fk foreign key (clinic) references clinic (id)
);

-- What happened to a reservation: one line per version.
create table history
(
    reservation uuid             not null,
    version     bigint           not null,
    clinic      text collate "C" not null,
    at          bigint           not null,
    event       text collate "C" not null,
    -- Null for the first line.
    from_status text collate "C",
    to_status   text collate "C" not null,
    -- visitor, link, staff:… or system.
    actor       text             not null,
    actor_name  text,
    -- Two who change one version at once: one line.
    constraint history_pk primary key (reservation, version),
    constraint history_reservation_fk foreign key (reservation) references reservation (id),
    constraint history_version_counts check (version >= 1),
    -- The first line comes from nothing, and no other does.
    constraint history_begins_once check ((version = 1) = (from_status is null))
);

-- What a patient has to be told. Where no channel can carry it, a call for staff to make.
create table message
(
    reservation uuid             not null,
    version     bigint           not null,
    kind        text collate "C" not null,
    clinic      text collate "C" not null,
    -- Not to be told before: an undo until then withdraws it.
    not_before  bigint           not null,
    done_at     bigint,
    done_by     text,
    -- One event, one message.
    constraint message_pk primary key (reservation, version, kind),
    constraint message_reservation_fk foreign key (reservation) references reservation (id),
    constraint message_kind_known check (
        kind in ('confirmed', 'declined', 'cancelled', 'not_answered', 'restored')
    ),
    constraint message_done_whole check (done_by is null or done_at is not null)
);

create index message_open on message (clinic, not_before)
    where done_at is null;

create index message_done on message (clinic, done_at)
    where done_at is not null;
