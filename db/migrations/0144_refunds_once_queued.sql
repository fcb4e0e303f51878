-- A refund that was queued for sending may have reached the payment provider, whatever is known of it, so it can only end by what the
-- provider answers: it made the refund, or it refused it for good.
alter table refunds add column queued_at timestamptz, add column refused_at timestamptz;
update refunds set queued_at = created_at where status = 'PENDING' and send_at is null;
-- Never validated: earlier versions may have undone refunds that were sent. Reconciliation finds those.
alter table refunds add constraint refunds_undone_not_sent
  check (status <> 'UNDONE' or stripe_refund_id is null and (queued_at is null or refused_at is not null)) not valid;
