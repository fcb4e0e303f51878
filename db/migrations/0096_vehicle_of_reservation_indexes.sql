-- outside a transaction: the indexes of a table in use
-- A reservation has one plate at a time (plate_of_reservation), and the plates that it had before are kept.
drop index concurrently if exists lot_car_notes_reserved;
create unique index concurrently if not exists lot_car_notes_reserved on lot_car_notes (reservation_id, lot_id)
  where state = 'OPEN' and reservation_id is not null;
drop index concurrently if exists lot_car_notes_of_reservation_at;
create index concurrently if not exists lot_car_notes_of_reservation_at on lot_car_notes (reservation_id, lot_id, created_at)
  where reservation_id is not null;
-- Of the vehicles that staff added for a member. One driver may have the same plate on several reservations.
drop index concurrently if exists lot_car_notes_added_once;
create unique index concurrently if not exists lot_car_notes_added_once on lot_car_notes (lot_id, user_id, plate_normalized, region)
  where state = 'OPEN' and car_id is null and reservation_id is null;
drop index concurrently if exists lot_car_notes_added;
