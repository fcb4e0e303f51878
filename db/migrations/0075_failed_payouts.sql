-- outside a transaction: payouts are many
-- What the platform has to look after among the payouts of all lots and hosts (`list_platform_balances`).
drop index concurrently if exists payouts_failed;
create index concurrently if not exists payouts_failed on payouts (lot_id, created_at) where status = 'FAILED';
