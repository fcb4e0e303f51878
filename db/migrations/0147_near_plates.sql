-- outside a transaction: vehicles are many
-- For list_rights_of_plate and list_past_rights_of_plate (api/booking/monitor/plate-rights.sql.ts): the vehicles whose plate is, or may be, one
-- that was read. Each index holds the keys of each plate: the plate, '~' and its look-alike key, and the plate without each of its characters
-- (core/plates/plate-keys.ts). A plate has at most 15 characters; a shorter one repeats itself, which the index stores once. Only built-in
-- functions, because our own are made after the migrations. Without fastupdate, because a lookup would read the list of what waits.
drop index concurrently if exists cars_near_plate;
create index concurrently if not exists cars_near_plate on cars using gin
  ((array[plate_normalized, '~' || translate(plate_normalized, 'ODQILZSBG', '000112586'),
    substr(plate_normalized, 2), left(plate_normalized, 1) || substr(plate_normalized, 3),
    left(plate_normalized, 2) || substr(plate_normalized, 4), left(plate_normalized, 3) || substr(plate_normalized, 5),
    left(plate_normalized, 4) || substr(plate_normalized, 6), left(plate_normalized, 5) || substr(plate_normalized, 7),
    left(plate_normalized, 6) || substr(plate_normalized, 8), left(plate_normalized, 7) || substr(plate_normalized, 9),
    left(plate_normalized, 8) || substr(plate_normalized, 10), left(plate_normalized, 9) || substr(plate_normalized, 11),
    left(plate_normalized, 10) || substr(plate_normalized, 12), left(plate_normalized, 11) || substr(plate_normalized, 13),
    left(plate_normalized, 12) || substr(plate_normalized, 14), left(plate_normalized, 13) || substr(plate_normalized, 15),
    left(plate_normalized, 14) || substr(plate_normalized, 16)])) with (fastupdate = off);
drop index concurrently if exists car_plates_near_plate;
create index concurrently if not exists car_plates_near_plate on car_plates using gin
  ((array[plate_normalized, '~' || translate(plate_normalized, 'ODQILZSBG', '000112586'),
    substr(plate_normalized, 2), left(plate_normalized, 1) || substr(plate_normalized, 3),
    left(plate_normalized, 2) || substr(plate_normalized, 4), left(plate_normalized, 3) || substr(plate_normalized, 5),
    left(plate_normalized, 4) || substr(plate_normalized, 6), left(plate_normalized, 5) || substr(plate_normalized, 7),
    left(plate_normalized, 6) || substr(plate_normalized, 8), left(plate_normalized, 7) || substr(plate_normalized, 9),
    left(plate_normalized, 8) || substr(plate_normalized, 10), left(plate_normalized, 9) || substr(plate_normalized, 11),
    left(plate_normalized, 10) || substr(plate_normalized, 12), left(plate_normalized, 11) || substr(plate_normalized, 13),
    left(plate_normalized, 12) || substr(plate_normalized, 14), left(plate_normalized, 13) || substr(plate_normalized, 15),
    left(plate_normalized, 14) || substr(plate_normalized, 16)])) with (fastupdate = off);
drop index concurrently if exists lot_car_notes_near_plate;
create index concurrently if not exists lot_car_notes_near_plate on lot_car_notes using gin
  ((array[plate_normalized, '~' || translate(plate_normalized, 'ODQILZSBG', '000112586'),
    substr(plate_normalized, 2), left(plate_normalized, 1) || substr(plate_normalized, 3),
    left(plate_normalized, 2) || substr(plate_normalized, 4), left(plate_normalized, 3) || substr(plate_normalized, 5),
    left(plate_normalized, 4) || substr(plate_normalized, 6), left(plate_normalized, 5) || substr(plate_normalized, 7),
    left(plate_normalized, 6) || substr(plate_normalized, 8), left(plate_normalized, 7) || substr(plate_normalized, 9),
    left(plate_normalized, 8) || substr(plate_normalized, 10), left(plate_normalized, 9) || substr(plate_normalized, 11),
    left(plate_normalized, 10) || substr(plate_normalized, 12), left(plate_normalized, 11) || substr(plate_normalized, 13),
    left(plate_normalized, 12) || substr(plate_normalized, 14), left(plate_normalized, 13) || substr(plate_normalized, 15),
    left(plate_normalized, 14) || substr(plate_normalized, 16)])) with (fastupdate = off);
-- Of the same statements: who had a spot of a group at a past moment.
drop index concurrently if exists previous_assignments_group;
create index concurrently if not exists previous_assignments_group on previous_assignments (group_id, ends_at) where group_id is not null;
-- The changes by which a reservation lost a vehicle or a spot that it had at a past moment.
drop index concurrently if exists reservation_events_from_car;
create index concurrently if not exists reservation_events_from_car on reservation_events ((details -> 'from' ->> 'car_id'), at)
  where details -> 'from' ? 'spot_id';
drop index concurrently if exists reservation_events_from_spot;
create index concurrently if not exists reservation_events_from_spot on reservation_events ((details -> 'from' ->> 'spot_id'), at)
  where details -> 'from' ? 'spot_id';
-- The reservations that had a spot at a past moment and were canceled since.
drop index concurrently if exists reservations_canceled_spot;
create index concurrently if not exists reservations_canceled_spot on reservations (spot_id, canceled_at)
  where status = 'CANCELED' and confirmed_at is not null;
-- No query reads vehicles by this key only; list_lot_cars compares the keys of one lot.
drop index concurrently if exists cars_look_alike;
