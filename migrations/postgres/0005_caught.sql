-- What the fences caught: a statistic for the staff's page. No decision reads it, and nothing refers to it.

create table caught
(
    clinic    text collate "C" not null,
    -- The beginning of a quarter of an hour, in milliseconds.
    quarter   bigint           not null,
    -- The command that was asked for.
    operation text collate "C" not null,
    -- What kind of press it was.
    catch     text collate "C" not null,
    times     bigint           not null,
    constraint caught_pk primary key (clinic, quarter, operation, catch),
    constraint caught_quarter_is_one check (quarter % 900000 = 0),
    constraint caught_times_is_a_count check (times > 0)
);

-- Forgetting by age.
create index caught_by_age on caught (quarter);
