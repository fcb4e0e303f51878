-- outside a transaction: there are many fines
-- The unpaid fines by when they are due, whose drivers are reminded.
drop index concurrently if exists fines_due_unpaid;
create index concurrently if not exists fines_due_unpaid on fines (due_at) where status = 'UNPAID';
