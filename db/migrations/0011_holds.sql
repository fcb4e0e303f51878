-- What the clean-up of holds and the count of somebody's unpaid ones ask for. They were partial indexes of one status each,
-- which a question about both does not use.
create index if not exists reservations_waiting on reservations (hold_expires_at) where status in ('CHECKOUT', 'PENDING');
create index if not exists reservations_unpaid on reservations (user_id) where status = 'CHECKOUT';
