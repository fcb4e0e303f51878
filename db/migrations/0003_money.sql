-- Money: shares of hosts, refunds that wait, disputes, months, earnings, accounts and payouts, subscriptions, and the
-- comparison with the provider's own books. How it hangs together: docs/decisions/0003-money.md

alter table lots
  -- Of what is left after the service fee and the platform's share, the part of who lets their own spot.
  add host_share_bps integer not null default 8000 check (host_share_bps between 0 and 10000),
  add payout_hold_hours integer not null default 48 check (payout_hold_hours between 0 and 2160),
  add failed_payment_days integer not null default 7 check (failed_payment_days between 0 and 60),
  add failed_payment_rule text not null default 'END_STAY' check (failed_payment_rule in ('END_STAY', 'KEEP')),
  -- How long a refund or correction by staff can be undone; above the limit another admin has to approve it.
  add refund_undo_minutes integer not null default 10 check (refund_undo_minutes between 0 and 1440),
  add approval_limit_cents integer check (approval_limit_cents >= 0);

alter table invoices
  add kind text not null default 'BOOKING' check (kind in ('BOOKING', 'CHANGE', 'PERIOD', 'CORRECTION')),
  add host_user_id uuid references users,
  add host_share_cents integer not null default 0 check (host_share_cents >= 0),
  add disputed_cents integer not null default 0 check (disputed_cents >= 0),
  -- Given back as soon as the payment that is under way arrives: the stay was cancelled meanwhile.
  add refund_when_paid_cents integer check (refund_when_paid_cents >= 0),
  -- Of one whose payment failed: when it is tried again, and until when it has to be paid.
  add attempts smallint not null default 0,
  add next_attempt_at timestamptz,
  add grace_ends_at timestamptz,
  -- From when what it brings may be paid out.
  add payable_at timestamptz,
  add check ((host_share_cents = 0) or (host_user_id is not null)),
  add check (service_fee_cents::bigint + platform_share_cents + host_share_cents <= total_cents),
  add check (refunded_cents::bigint + refund_pending_cents + disputed_cents <= paid_cents);
create index invoices_next_attempt on invoices (next_attempt_at) where next_attempt_at is not null;
create unique index invoices_period on invoices (reservation_id, period_starts_at, lot_id) where kind = 'PERIOD' and status <> 'CANCELED';

alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check check (kind in
  ('PARKING', 'MINIMUM', 'NTH_SPOT', 'SERVICE_FEE', 'PRICE_CHANGE', 'PAID_BEFORE', 'STAFF_PRICE', 'CORRECTION', 'PART_MONTH'));

-- What somebody has earned pays too: no instrument then.
alter table payment_methods
  alter instrument drop not null, alter stripe_payment_method_id drop not null, alter last4 drop not null,
  add check (kind <> 'NONE'),
  add check ((kind = 'STRIPE') = (num_nonnulls(instrument, stripe_payment_method_id, last4) = 3));
create unique index payment_methods_earnings on payment_methods (user_id) where kind = 'EARNINGS_DEDUCTION' and deleted_at is null;

alter table payments add kind payment_method_kind not null default 'STRIPE' check (kind <> 'NONE');
alter table payments add check (kind = 'STRIPE' or stripe_payment_intent_id is null);

alter type refund_status add value 'AWAITING_APPROVAL';
alter type refund_status add value 'UNDONE';
alter table refunds
  -- Not before: until then it can be undone.
  add send_at timestamptz,
  add approved_by_user_id uuid references users,
  add approved_at timestamptz,
  add undone_by_user_id uuid references users,
  add undone_at timestamptz,
  add check (approved_by_user_id <> requested_by_user_id);

create index refunds_waiting on refunds (send_at) where send_at is not null and status = 'PENDING';
create index refunds_lot on refunds (lot_id, created_at desc, id desc);

create table disputes (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  invoice_id uuid not null,
  payment_id uuid not null,
  stripe_dispute_id text not null,
  -- As the provider says it: needs_response, under_review, won, lost, warning_….
  status text not null,
  reason text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- What of it the bank holds at present: 0 or the amount, or less where some was refunded before.
  withdrawn_cents integer not null default 0 check (withdrawn_cents between 0 and amount_cents),
  moves smallint not null default 0,
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, invoice_id) references invoices (lot_id, id),
  foreign key (lot_id, payment_id) references payments (lot_id, id),
  unique (stripe_dispute_id, lot_id)
);
create index disputes_invoice on disputes (invoice_id);
create index disputes_lot on disputes (lot_id, opened_at desc);

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('PAYMENT', 'REFUND', 'DISPUTE', 'DISPUTE_RETURNED', 'PROVIDER_FEE', 'PAYOUT', 'PLAN', 'SETTLEMENT'));
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in
  ('PROVIDER_CLEARING', 'LOT_PAYABLE', 'HOST_PAYABLE', 'PLATFORM_SHARE', 'SERVICE_FEES', 'PROVIDER_FEES', 'PLAN_FEES', 'DIFFERENCES'));
alter table ledger_entries
  -- Whose payable it is, where it is a person's.
  add user_id uuid references users,
  drop constraint ledger_entries_pkey,
  add unique nulls not distinct (transaction_id, account, user_id, currency, lot_id),
  add check ((account = 'HOST_PAYABLE') = (user_id is not null));
create index ledger_transactions_invoice on ledger_transactions (invoice_id);

-- What a lot or a host is owed, by where it comes from. Below zero: to be made good by the next payouts.
create table earnings (
  source_id uuid not null,
  lot_id uuid not null references lots,
  payee_kind text not null check (payee_kind in ('LOT', 'HOST')),
  user_id uuid references users,
  source_kind text not null check (source_kind in ('INVOICE', 'DEDUCTION', 'PLAN')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null,
  paid_out_cents bigint not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (source_id, payee_kind, lot_id),
  check ((payee_kind = 'HOST') = (user_id is not null))
);
create index earnings_open on earnings (lot_id, payee_kind, user_id, due_at) where amount_cents <> paid_out_cents;
create index earnings_user on earnings (user_id, created_at) where user_id is not null;

-- Where somebody's money goes: a connected account at the provider.
create table payout_accounts (
  id uuid primary key default uuidv7(),
  lot_id uuid unique references lots,
  user_id uuid unique references users,
  stripe_account_id text unique,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  details_submitted boolean not null default false,
  payouts_enabled boolean not null default false,
  requirements jsonb not null default '[]',
  bank_name text, bank_last4 text,
  schedule text not null default 'DAILY' check (schedule in ('DAILY', 'WEEKLY', 'MONTHLY', 'PAUSED')),
  max_payout_cents bigint check (max_payout_cents > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (num_nonnulls(lot_id, user_id) = 1)
);

create type payout_status as enum ('PENDING', 'SENT', 'PAID', 'FAILED');
create table payouts (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  payee_kind text not null check (payee_kind in ('LOT', 'HOST')),
  user_id uuid references users,
  account_id uuid not null references payout_accounts,
  number bigint generated always as identity,
  status payout_status not null default 'PENDING',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null check (amount_cents > 0),
  stripe_transfer_id text,
  stripe_payout_id text,
  -- A bank payout that failed is made again under a new key.
  bank_attempts smallint not null default 0,
  failure_code text, failure_message text,
  created_at timestamptz not null,
  sent_at timestamptz,
  arrives_at timestamptz,
  paid_at timestamptz,
  primary key (id, lot_id),
  unique (stripe_transfer_id, lot_id),
  check ((payee_kind = 'HOST') = (user_id is not null))
);
create index payouts_payee on payouts (lot_id, payee_kind, user_id, created_at desc);
create index payouts_user on payouts (user_id, created_at desc) where user_id is not null;
create index payouts_unfinished on payouts (created_at) where status in ('PENDING', 'SENT');
-- One payout of a payee is under way at a time: what is taken for it is not taken again.
create unique index payouts_one_pending on payouts (lot_id, payee_kind, user_id, currency) nulls not distinct where status = 'PENDING';

create table payout_lines (
  payout_id uuid not null,
  lot_id uuid not null,
  source_id uuid not null,
  payee_kind text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (payout_id, source_id, lot_id),
  foreign key (lot_id, payout_id) references payouts (lot_id, id),
  foreign key (lot_id, source_id, payee_kind) references earnings (lot_id, source_id, payee_kind)
);

-- What a lot's plan costs, by how many spots it has.
create table plans (
  id text primary key,
  name text not null,
  max_spots integer check (max_spots > 0),
  month_cents integer not null check (month_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  sort smallint not null unique
);
insert into plans (id, name, max_spots, month_cents, currency, sort) values
  ('starter', 'Starter', 20, 0, 'USD', 1),
  ('growing', 'Growing', 100, 4900, 'USD', 2),
  ('large', 'Large', 500, 14900, 'USD', 3),
  ('unlimited', 'Unlimited', null, 34900, 'USD', 4);

create table subscriptions (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  -- The plan of the lot, or the month of a stay without end.
  kind text not null check (kind in ('LOT_PLAN', 'STAY')),
  reservation_id uuid,
  user_id uuid references users,
  plan_id text references plans,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  month_cents integer not null check (month_cents >= 0),
  -- Months are counted from here, so that the 31st comes again after a short month.
  anchor_at timestamptz not null,
  billed_until timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, reservation_id) references reservations (lot_id, id),
  check ((kind = 'STAY') = (reservation_id is not null)),
  check ((kind = 'STAY') = (user_id is not null)),
  check ((kind = 'LOT_PLAN') = (plan_id is not null))
);
create unique index subscriptions_stay on subscriptions (reservation_id, lot_id) where reservation_id is not null and ended_at is null;
create unique index subscriptions_plan on subscriptions (lot_id) where kind = 'LOT_PLAN' and ended_at is null;
create index subscriptions_due on subscriptions (billed_until) where ended_at is null;

create table subscription_changes (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  subscription_id uuid not null,
  kind text not null check (kind in ('PLAN', 'PRICE', 'CANCEL')),
  state text not null default 'SCHEDULED' check (state in ('SCHEDULED', 'APPLIED', 'WITHDRAWN')),
  effective_at timestamptz not null,
  plan_id text references plans,
  month_cents integer check (month_cents >= 0),
  -- What it costs or gives back for the rest of the period it falls into.
  proration_cents integer not null default 0,
  reason text not null check (length(reason) between 1 and 500),
  asked_by_user_id uuid references users,
  created_at timestamptz not null,
  applied_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, subscription_id) references subscriptions (lot_id, id),
  check ((kind = 'PLAN') = (plan_id is not null)),
  check ((kind = 'PRICE') <= (month_cents is not null))
);
create index subscription_changes_of on subscription_changes (subscription_id, created_at desc);
create index subscription_changes_due on subscription_changes (effective_at) where state = 'SCHEDULED';

-- What a lot's plan cost, a month or a change at a time: taken from its earnings.
create table plan_bills (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  subscription_id uuid not null,
  plan_id text not null references plans,
  currency text not null,
  amount_cents integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (lot_id, subscription_id) references subscriptions (lot_id, id),
  check (ends_at > starts_at)
);
create index plan_bills_of on plan_bills (subscription_id, starts_at desc);

-- The provider's own books, line by line as it tells them.
create table provider_transactions (
  id text primary key,
  type text not null,
  source_id text,
  currency text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  created_at timestamptz not null,
  -- Our ledger transaction for it, once found.
  lot_id uuid,
  ledger_kind text,
  ledger_source_id uuid,
  read_at timestamptz not null
);
create index provider_transactions_unmatched on provider_transactions (created_at) where ledger_source_id is null;

create table reconciliation_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz,
  read_until timestamptz,
  transactions integer not null default 0,
  differences integer not null default 0
);
create table reconciliation_differences (
  id uuid primary key default uuidv7(),
  -- The same difference found again is the same row.
  key text not null unique,
  kind text not null,
  lot_id uuid references lots,
  subject_kind text not null,
  subject_id text not null,
  currency text,
  expected_cents bigint,
  found_cents bigint,
  message text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'GONE', 'SETTLED')),
  found_at timestamptz not null,
  last_seen_at timestamptz not null,
  settled_by_user_id uuid references users,
  settled_at timestamptz,
  note text check (length(note) between 1 and 1000),
  check ((status = 'SETTLED') = (settled_at is not null)),
  check ((settled_at is null) = (note is null))
);
create index reconciliation_differences_open on reconciliation_differences (found_at) where status = 'OPEN';

-- Functions that take other arguments from now on.
drop function if exists note_payment(uuid, payment_status, text, text, text);
drop function if exists try_again(timestamptz, uuid, uuid, uuid, uuid);
drop function if exists ask_refund(timestamptz, uuid, uuid, integer, text, uuid);
drop function if exists end_reservation(timestamptz, uuid, reservation_status, text, integer, uuid);
drop function if exists give_back(timestamptz, uuid, uuid, integer, text, uuid);

alter table reservation_events drop constraint reservation_events_kind_check;
alter table reservation_events add constraint reservation_events_kind_check check (kind in
  ('EXTENDED', 'SHORTENED', 'SHIFTED', 'MOVED', 'RESEATED', 'REPLACED', 'CAR_CHANGED', 'MERGED', 'NOTICE_GIVEN', 'ADJUSTED',
   'ENDED_UNPAID'));
