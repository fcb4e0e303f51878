-- outside a transaction: the table is large
-- What a person has at a lot decides what the lot may know about them (visible_person), and whether they are asked before they take
-- another spot (hold_spot). With `reservations_user` alone, both read all reservations of the person, or of the lot.
drop index concurrently if exists reservations_user_lot;
create index concurrently if not exists reservations_user_lot on reservations (user_id, lot_id);
