-- What several nodes share beside the reservations.

-- Staff sign-ins: known on every node.
create table session
(
    -- A hash of the session's id: who reads this table can't sign in with what stands in it.
    id         bytea  not null,
    data       json   not null,
    expires_at bigint not null,
    constraint session_pk primary key (id),
    constraint session_id_is_hash check (length(id) = 32)
);

create index session_by_expiry on session (expires_at);

-- Work that one node does for all, until its lease ends.
create table job
(
    name     text collate "C" not null,
    -- A number of its own for every start of a node.
    node     uuid             not null,
    until_at bigint           not null,
    constraint job_pk primary key (name)
);
