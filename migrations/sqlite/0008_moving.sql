-- That these files were moved to the other engine: whoever serves from them again would split the clinic in two.

create table moving
(
    -- Which files: a hash of their secrets.
    source text not null,
    state  text not null,
    constraint moving_pk primary key (source),
    constraint moving_state_known check (state in ('under way', 'done'))
) strict;
