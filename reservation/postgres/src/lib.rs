//! The ports of the reservation core over a Postgres database that several nodes share.
