-- outside a transaction: refunds are many
drop index concurrently if exists refunds_retries;
create unique index concurrently if not exists refunds_retries on refunds (retries_refund_id, lot_id) where retries_refund_id is not null;
