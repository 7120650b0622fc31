-- People who sign in, and secrets that outlive a restart.

create table staff
(
    id            uuid             not null,
    clinic        text collate "C" not null,
    -- Lower case.
    login         text collate "C" not null,
    name          text collate "C" not null,
    -- PHC form (argon2id).
    password_hash text             not null,
    active        boolean          not null,
    constraint staff_pk primary key (id),
    -- One person per name to sign in with.
    constraint staff_login_once unique (clinic, login),
    constraint staff_clinic_fk foreign key (clinic) references clinic (id)
);

create table secret
(
    name  text collate "C" not null,
    value bytea            not null,
    -- The first one is kept; every restart and every node reads the same.
    constraint secret_pk primary key (name),
    constraint secret_is_long_enough check (length(value) = 32)
);
