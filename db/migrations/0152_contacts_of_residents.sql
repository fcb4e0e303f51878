-- outside a transaction: lots have tens of thousands of residents
drop index concurrently if exists residents_email;
-- The people of a lot with an address that another source of the lot knows, too.
create index concurrently if not exists residents_email on residents (lot_id, email) where email is not null and ended_at is null;
drop index concurrently if exists residents_phone;
create index concurrently if not exists residents_phone on residents (lot_id, phone) where phone is not null and ended_at is null;
