-- outside a transaction: reservations, refunds, and invoices are many
-- What waits for a person in a lot, for its overview.
drop index concurrently if exists reservations_pending_of_lot;
create index concurrently if not exists reservations_pending_of_lot on reservations (lot_id, hold_expires_at) where status = 'PENDING';
drop index concurrently if exists refunds_awaiting;
create index concurrently if not exists refunds_awaiting on refunds (lot_id, created_at) where status = 'AWAITING_APPROVAL';
drop index concurrently if exists invoices_failed;
create index concurrently if not exists invoices_failed on invoices (lot_id, reservation_id) where status = 'FAILED' and kind in ('PERIOD', 'CORRECTION');
drop index concurrently if exists disputes_open;
create index concurrently if not exists disputes_open on disputes (lot_id) where closed_at is null;
