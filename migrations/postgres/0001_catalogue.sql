-- The catalogue: what a clinic offers and when.
--
-- All files of this folder go forward only and have a twin of the same number for the other engine.
--
-- * An instant is a bigint, milliseconds since 1970-01-01T00:00:00Z: instants are compared as numbers
--   alone, and no two spellings of one can ever meet.
-- * An id that people choose (clinic, resource, service) is text of a-z, 0-9 and -. Any other id is
--   a uuid.
-- * What is compared or sorted by machines is collated "C", byte by byte, whatever the database's
--   own language is.
-- * A batch takes its locks in one order: clinics, guards, reservations, each sorted by its key;
--   then it writes table by table, each sorted by its key.

create table clinic
(
    id              text collate "C" not null,
    -- Raised by every change to the catalogue; whoever edits it says which version was seen.
    version         bigint           not null,
    name_ja         text             not null,
    name_en         text             not null,
    place_ja        text             not null,
    place_en        text             not null,
    bring_ja        text             not null,
    bring_en        text             not null,
    phone           text             not null,
    -- An IANA zone: opening hours are local times of it.
    zone            text             not null,
    -- ISO 3166: the country in which a telephone number without + is read.
    region          text             not null,
    hold_minutes    bigint           not null,
    hold_extensions bigint           not null,
    answer_minutes  bigint           not null,
    constraint clinic_pk primary key (id),
    -- A version is only ever raised, and begins with 1.
    constraint clinic_version_counts check (version >= 1),
    -- A hold of no length would be over before it began.
    constraint clinic_hold_lasts check (hold_minutes > 0),
    -- Fewer extensions than this shut out people who need more time.
    constraint clinic_hold_extends check (hold_extensions >= 10),
    -- Staff have some time to answer.
    constraint clinic_answer_lasts check (answer_minutes > 0)
);

create table resource
(
    clinic   text collate "C" not null,
    id       text collate "C" not null,
    -- The place in which it is shown.
    position bigint           not null,
    -- False: no longer offered. The row stays, because visits of the past name it.
    active   boolean          not null,
    name_ja  text             not null,
    name_en  text             not null,
    note_ja  text             not null,
    note_en  text             not null,
    constraint resource_pk primary key (clinic, id),
    constraint resource_clinic_fk foreign key (clinic) references clinic (id),
    -- `any` stands for "whoever is free" in slot keys.
    constraint resource_is_somebody check (id <> 'any')
);

create table service
(
    clinic                text collate "C" not null,
    id                    text collate "C" not null,
    position              bigint           not null,
    -- False: no longer offered. The row stays, because visits of the past name it.
    active                boolean          not null,
    name_ja               text             not null,
    name_en               text             not null,
    note_ja               text             not null,
    note_en               text             not null,
    minutes               bigint           not null,
    -- Null: not offered to new patients.
    first_minutes         bigint,
    step_minutes          bigint           not null,
    buffer_before_minutes bigint           not null,
    buffer_after_minutes  bigint           not null,
    approval              text             not null,
    notice_minutes        bigint           not null,
    horizon_days          bigint           not null,
    first_horizon_days    bigint           not null,
    seats                 bigint           not null,
    constraint service_pk primary key (clinic, id),
    constraint service_clinic_fk foreign key (clinic) references clinic (id),
    constraint service_approval_known check (approval in ('instant', 'staff')),
    -- A visit has a length, and the atom of exclusion is five minutes.
    constraint service_minutes_in_cells check (minutes > 0 and minutes % 5 = 0),
    constraint service_first_minutes_in_cells check (first_minutes > 0 and first_minutes % 5 = 0),
    constraint service_step_in_cells check (step_minutes > 0 and step_minutes % 5 = 0),
    constraint service_buffers_in_cells check (
        buffer_before_minutes >= 0 and buffer_before_minutes % 5 = 0
        and buffer_after_minutes >= 0 and buffer_after_minutes % 5 = 0
    ),
    constraint service_seats_count check (seats >= 1)
);

-- What a service needs: for each number of `need`, any one of the resources that share it.
create table service_resource
(
    clinic   text collate "C" not null,
    service  text collate "C" not null,
    need     bigint           not null,
    resource text collate "C" not null,
    -- The place in which it is shown.
    position bigint           not null,
    constraint service_resource_pk primary key (clinic, service, need, resource),
    constraint service_resource_service_fk foreign key (clinic, service) references service (clinic, id),
    constraint service_resource_resource_fk foreign key (clinic, resource) references resource (clinic, id),
    constraint service_resource_need_counts check (need >= 0)
);

create index service_resource_by_resource on service_resource (clinic, resource);

-- Weekly opening hours, in minutes of the local day.
create table hours
(
    clinic       text collate "C" not null,
    position     bigint           not null,
    -- Null: the clinic's. A resource that has any of its own follows those alone.
    resource     text collate "C",
    -- 1 Monday to 7 Sunday.
    weekday      bigint           not null,
    from_minute  bigint           not null,
    until_minute bigint           not null,
    constraint hours_pk primary key (clinic, position),
    constraint hours_clinic_fk foreign key (clinic) references clinic (id),
    constraint hours_resource_fk foreign key (clinic, resource) references resource (clinic, id),
    constraint hours_weekday_known check (weekday between 1 and 7),
    -- Half-open and within one day; hours over midnight are two rows.
    constraint hours_have_a_length check (
        from_minute >= 0 and from_minute < until_minute and until_minute <= 1440
    )
);

-- A day that differs from the week. Without spans it is closed.
create table exception
(
    clinic   text collate "C" not null,
    position bigint           not null,
    -- Null: the whole clinic.
    resource text collate "C",
    -- A local day: 2026-05-03.
    date     text             not null,
    label_ja text             not null,
    label_en text             not null,
    constraint exception_pk primary key (clinic, position),
    constraint exception_clinic_fk foreign key (clinic) references clinic (id),
    constraint exception_resource_fk foreign key (clinic, resource) references resource (clinic, id),
    -- One spelling of a date.
    constraint exception_date_is_plain check (date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);

create table exception_span
(
    clinic       text collate "C" not null,
    exception    bigint           not null,
    position     bigint           not null,
    from_minute  bigint           not null,
    until_minute bigint           not null,
    constraint exception_span_pk primary key (clinic, exception, position),
    constraint exception_span_exception_fk foreign key (clinic, exception) references exception (clinic, position),
    constraint exception_span_has_a_length check (
        from_minute >= 0 and from_minute < until_minute and until_minute <= 1440
    )
);

-- A span in which nothing new is booked. Visits that were there before stay.
create table closure
(
    id       uuid             not null,
    clinic   text collate "C" not null,
    -- Null: the whole clinic.
    resource text collate "C",
    from_at  bigint           not null,
    until_at bigint           not null,
    -- For staff.
    reason   text             not null,
    -- When it was opened again; null while it is closed.
    ended_at bigint,
    constraint closure_pk primary key (id),
    constraint closure_clinic_fk foreign key (clinic) references clinic (id),
    constraint closure_resource_fk foreign key (clinic, resource) references resource (clinic, id),
    constraint closure_has_a_length check (from_at < until_at)
);

-- The catalogue wants those that still stand.
create index closure_standing on closure (clinic, from_at) where ended_at is null;
