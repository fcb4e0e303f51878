-- outside a transaction: reservations have many events
-- The changes in a lot after a past moment (reservations_at).
drop index concurrently if exists reservation_events_lot;
create index concurrently if not exists reservation_events_lot on reservation_events (lot_id, at);
