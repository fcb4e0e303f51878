-- outside a transaction: reservations and residents are many
-- A plate that was looked up from the search of the staff console.
alter type plate_lookup_reason add value if not exists 'SEARCH';
-- The search of the staff console (api/booking/staff-search/): reservations by their short code, by the name that staff typed, residents
-- by the name in their lot's own system, and spots by the start of their label. Accounts have users_text.
drop index concurrently if exists reservations_code;
create index concurrently if not exists reservations_code on reservations (right(id::text, 8));
drop index concurrently if exists reservations_typed_name;
create index concurrently if not exists reservations_typed_name on reservations using gin
  ((coalesce(typed_contact ->> 'first_name', '') || ' ' || coalesce(typed_contact ->> 'last_name', '')) gin_trgm_ops)
  where typed_contact is not null;
drop index concurrently if exists residents_name;
create index concurrently if not exists residents_name on residents using gin
  ((coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);
drop index concurrently if exists spots_label_start;
create index concurrently if not exists spots_label_start on spots (lot_id, upper(label) text_pattern_ops) where deleted_at is null;
