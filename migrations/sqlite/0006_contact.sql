-- The cap per contact: how many open bookings one telephone number can have at a clinic.

alter table clinic add column contact_bookings integer not null default 5
    -- With none, nobody could book.
    constraint clinic_contact_books check (contact_bookings >= 1);

-- What a contact has booked, to be counted before the next one; those that begin last first.
create index reservation_by_contact on reservation (clinic, patient_phone_e164, starts_at)
    where status in ('REQUESTED', 'CONFIRMED');
