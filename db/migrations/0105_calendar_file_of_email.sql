-- The reservation whose calendar file is attached to an email. The file is made when the email is sent.
alter table emails add column calendar_reservation_id uuid;
