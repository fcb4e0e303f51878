-- outside a transaction: refunds are many
drop index concurrently if exists refunds_owed;
create index concurrently if not exists refunds_owed on refunds (failed_at, id) where status = 'FAILED' and resolution is null;
