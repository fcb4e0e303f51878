-- outside a transaction: the indexes of a table in use
-- For check_fines_of_plate: a corrected plate is looked for in all lots.
drop index concurrently if exists fines_plate_to_check;
create index concurrently if not exists fines_plate_to_check on fines (plate_normalized) where check_at is not null;
