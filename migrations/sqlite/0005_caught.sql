-- What the fences caught: a statistic for the staff's page. No decision reads it, and nothing refers to it.

create table caught
(
    clinic    text    not null,
    -- The beginning of a quarter of an hour, in milliseconds.
    quarter   integer not null,
    -- The command that was asked for.
    operation text    not null,
    -- What kind of press it was.
    catch     text    not null,
    times     integer not null,
    constraint caught_pk primary key (clinic, quarter, operation, catch),
    constraint caught_quarter_is_one check (quarter % 900000 = 0),
    constraint caught_times_is_a_count check (times > 0)
) strict;

-- Forgetting by age.
create index caught_by_age on caught (quarter);
