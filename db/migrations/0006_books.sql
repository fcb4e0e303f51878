-- What plans and the comparison with the provider need besides.

alter table lots
  -- Its plan was cancelled and it is too large for a free one: it takes no new bookings until it has a plan again.
  add if not exists plan_ended_at timestamptz;

-- A bill for what is left of a period after a change; null: a whole period.
alter table plan_bills add if not exists change_id uuid;
create unique index if not exists plan_bills_period on plan_bills (subscription_id, starts_at, lot_id) where change_id is null;
create unique index if not exists plan_bills_change on plan_bills (change_id, lot_id) where change_id is not null;

-- What is planned is one thing at a time: what would be the sum of two is hard to agree to.
create unique index if not exists subscription_changes_one on subscription_changes (subscription_id, lot_id) where state = 'SCHEDULED';

create index if not exists provider_transactions_source on provider_transactions (source_id);
create index if not exists provider_transactions_ledger on provider_transactions (ledger_source_id, ledger_kind);
create index if not exists reconciliation_differences_list on reconciliation_differences (found_at desc, id desc);
create index if not exists reconciliation_runs_list on reconciliation_runs (started_at desc, id desc);

-- What the provider took for it is in our books: once.
alter table provider_transactions add if not exists fee_booked_at timestamptz;
create index if not exists provider_transactions_fees on provider_transactions (created_at) where fee_cents <> 0 and fee_booked_at is null;
-- What of a difference was booked when it was settled.
alter table reconciliation_differences add if not exists booked_cents bigint not null default 0;
