-- outside a transaction: many drivers may wait
-- The open entries of a lot, the longest waiting first: for the offers of free spots, and for the list that its staff see.
drop index concurrently if exists waitlist_entries_open;
create index concurrently if not exists waitlist_entries_open on waitlist_entries (lot_id, created_at, id) where status in ('WAITING', 'OFFERED');
drop index concurrently if exists waitlist_entries_lot;
