-- What several nodes share. Here there is one server: its staff sign-ins live in a file of their own, and it does its
-- jobs itself.

select 1;
