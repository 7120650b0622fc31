-- What is being moved here from the other engine, or was: nobody serves from the half of a clinic.

create table moving
(
    -- Which files: a hash of their secrets.
    source text collate "C" not null,
    state  text collate "C" not null,
    constraint moving_pk primary key (source),
    constraint moving_state_known check (state in ('under way', 'done'))
);
