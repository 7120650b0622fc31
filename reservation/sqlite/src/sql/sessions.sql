-- Staff sign-ins, in a file of their own: losing it signs people out and loses nothing else.
create table if not exists session
(
    -- A hash of the session's id: who reads this file can't sign in with what stands in it.
    id         blob    not null,
    -- JSON.
    data       text    not null,
    expires_at integer not null,
    constraint session_pk primary key (id),
    constraint session_id_is_hash check (length(id) = 32),
    constraint session_data_is_json check (json_valid(data))
) strict;

create index if not exists session_by_expiry on session (expires_at);
