-- People who sign in, and secrets that outlive a restart.

create table staff
(
    id            blob    not null,
    clinic        text    not null,
    -- Lower case.
    login         text    not null,
    name          text    not null,
    -- PHC form (argon2id).
    password_hash text    not null,
    active        integer not null,
    constraint staff_pk primary key (id),
    -- One person per name to sign in with.
    constraint staff_login_once unique (clinic, login),
    constraint staff_clinic_fk foreign key (clinic) references clinic (id),
    constraint staff_id_is_uuid check (length(id) = 16),
    constraint staff_active_is_bool check (active in (0, 1))
) strict;

create table secret
(
    name  text not null,
    value blob not null,
    -- The first one is kept; every restart and every node reads the same.
    constraint secret_pk primary key (name),
    constraint secret_is_long_enough check (length(value) = 32)
) strict;
