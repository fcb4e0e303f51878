-- A refund that the payer's bank didn't take: the money is with the platform again and still owed. It stays FAILED, and the invoice keeps its
-- amount for it, until staff send it once more, pay it back in another way, or the payer's bank returns the payment (docs/decisions/0061).
alter table refunds add column failed_at timestamptz, add column resolution text, add column resolved_at timestamptz,
  add column resolved_by_user_id uuid, add column resolution_note text, add column retries_refund_id uuid;
alter table refunds add constraint refunds_resolved_by foreign key (resolved_by_user_id) references users not valid;
alter table refunds add constraint refunds_resolution check (
  (resolution is null) = (resolved_at is null) and (resolution is null or status = 'FAILED' and failed_at is not null
    and resolution in ('SENT_AGAIN', 'PAID_BACK', 'DISPUTED') and (resolution = 'DISPUTED' or resolved_by_user_id is not null)
    and (resolution <> 'PAID_BACK' or length(resolution_note) between 1 and 500))) not valid;

-- The part of what was refunded that the lot paid back itself: it keeps that amount of what the provider has.
alter table invoices add column lot_returned_cents integer not null default 0;
alter table invoices add constraint invoices_lot_returned check (lot_returned_cents between 0 and refunded_cents) not valid;

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('PAYMENT', 'REFUND', 'REFUND_FAILURE', 'REFUND_BY_LOT', 'DISPUTE', 'DISPUTE_RETURNED', 'PROVIDER_FEE', 'PAYOUT', 'PLAN', 'SETTLEMENT', 'MERGE',
    'VALIDATION')) not valid;

insert into fine_moves values ('REFUNDED', 'PAID');
