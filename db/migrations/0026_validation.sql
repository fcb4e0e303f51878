-- Parking validation: businesses (partners) pay all or a part of what a driver paid for parking. ADR 0014.

create type validation_discount as enum ('AMOUNT', 'PERCENT', 'TIME');
create type validation_billing as enum ('STATEMENT', 'PREPAID');
create type validation_source as enum ('DRIVER', 'PARTNER', 'STAFF');
create type validation_entry_kind as enum ('PAYMENT', 'VALIDATION', 'RETURN', 'CORRECTION');

create table validation_partners (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 80),
  contact_name text check (length(contact_name) between 1 and 80),
  contact_email text check (length(contact_email) between 3 and 254),
  contact_phone text check (length(contact_phone) between 3 and 40),
  billing validation_billing not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Null without a limit. Months are the lot's own.
  monthly_budget_cents integer check (monthly_budget_cents > 0),
  is_paused boolean not null default false,
  -- The sum of its entries: what is left of the payments in advance, or negative what the partner owes the lot.
  balance_cents bigint not null default 0,
  -- SHA-256 of the code in the link of the partner's tablet.
  tablet_code_hash bytea unique check (length(tablet_code_hash) = 32),
  tablet_code_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, lot_id),
  constraint validation_partners_tablet check ((tablet_code_hash is null) = (tablet_code_at is null)),
  constraint validation_partners_prepaid check (billing <> 'PREPAID' or balance_cents >= 0)
);
create unique index validation_partners_name on validation_partners (lot_id, lower(name)) where deleted_at is null;

create table validation_options (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  partner_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  -- In links and QR codes: who holds it may use the option, so it can be replaced.
  public_option_id text not null unique check (length(public_option_id) = 24),
  discount validation_discount not null,
  amount_cents integer check (amount_cents > 0),
  percent smallint check (percent between 1 and 100),
  minutes integer check (minutes between 1 and 10080),
  -- The most that one validation gives.
  max_cents integer check (max_cents > 0),
  -- Days on which parking begins, in the lot's time zone. 1 is Monday.
  starts_on date,
  ends_on date,
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}'
    check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  budget_cents integer check (budget_cents > 0),
  used_cents bigint not null default 0 check (used_cents >= 0),
  -- How many validations per day of the lot, and per driver within 30 days.
  daily_cap integer check (daily_cap > 0),
  driver_cap integer check (driver_cap > 0),
  is_paused boolean not null default false,
  rotated_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, lot_id),
  foreign key (partner_id, lot_id) references validation_partners (id, lot_id),
  constraint validation_options_discount check (
    num_nonnulls(amount_cents, percent, minutes) = 1
    and case discount when 'AMOUNT' then amount_cents when 'PERCENT' then percent else minutes end is not null),
  constraint validation_options_dates check (ends_on >= starts_on),
  constraint validation_options_budget check (used_cents <= budget_cents)
);
create unique index validation_options_name on validation_options (partner_id, lower(name)) where deleted_at is null;
create index validation_options_lot on validation_options (lot_id);

-- The option that a driver wants to use, chosen before or after paying. It gives nothing yet.
create table validation_intents (
  reservation_id uuid not null,
  lot_id uuid not null,
  option_id uuid not null,
  chosen_at timestamptz not null,
  primary key (reservation_id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id),
  foreign key (option_id, lot_id) references validation_options (id, lot_id)
);
create index validation_intents_option on validation_intents (option_id);

create table validations (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  reservation_id uuid not null,
  partner_id uuid not null,
  option_id uuid not null,
  source validation_source not null,
  -- Who validated: the driver or staff. Null for the partner, whose tablet has no account.
  by_user_id uuid references users,
  currency text not null,
  -- The discount of the option at that moment.
  discount validation_discount not null,
  amount_cents integer,
  percent smallint,
  minutes integer,
  max_cents integer,
  -- What the driver had paid, what the validation gave, and what it still gives after later refunds.
  paid_cents integer not null check (paid_cents > 0),
  given_cents integer not null check (given_cents between 1 and paid_cents),
  value_cents integer not null check (value_cents between 0 and given_cents),
  validated_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id),
  foreign key (partner_id, lot_id) references validation_partners (id, lot_id),
  foreign key (option_id, lot_id) references validation_options (id, lot_id),
  constraint validations_by check ((source = 'PARTNER') = (by_user_id is null))
);
-- Once per reservation.
create unique index validations_reservation on validations (reservation_id, lot_id);
create index validations_lot on validations (lot_id, validated_at desc, id desc);
create index validations_partner on validations (partner_id, validated_at desc, id desc);
create index validations_option on validations (option_id, validated_at desc);

-- The account of a partner with its lot. Only appended to.
create table validation_entries (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  partner_id uuid not null,
  kind validation_entry_kind not null,
  -- Positive if it is in the partner's favor.
  amount_cents bigint not null check (amount_cents <> 0),
  validation_id uuid,
  note text check (length(note) between 1 and 200),
  by_user_id uuid references users,
  at timestamptz not null,
  primary key (id, lot_id),
  foreign key (partner_id, lot_id) references validation_partners (id, lot_id),
  foreign key (validation_id, lot_id) references validations (id, lot_id),
  constraint validation_entries_kind check (
    (kind in ('VALIDATION', 'RETURN')) = (validation_id is not null)
    and (kind in ('VALIDATION', 'RETURN')) = (by_user_id is null)
    and case kind when 'PAYMENT' then amount_cents > 0 when 'VALIDATION' then amount_cents < 0 when 'RETURN' then amount_cents > 0 else true end)
);
create index validation_entries_partner on validation_entries (partner_id, at desc, id desc);
create index validation_entries_validation on validation_entries (validation_id) where validation_id is not null;

-- A refund that a validation gives, and the part of it that its partner still bears. Earlier rows fulfill the constraints,
-- so that validating them would only lock the tables.
alter table refunds add column validation_id uuid;
alter table refunds add column validated_cents integer not null default 0;
alter table refunds add constraint refunds_validated check (
  validated_cents between 0 and amount_cents and (validation_id is not null or validated_cents = 0)) not valid;
alter table refunds add constraint refunds_validation
  foreign key (validation_id, lot_id) references validations (id, lot_id) not valid;

-- The part of what was refunded that partners bear; all others than the lot keep their shares of it.
alter table invoices add column validated_cents integer not null default 0;
alter table invoices add constraint invoices_validated check (validated_cents between 0 and refunded_cents) not valid;

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('PAYMENT', 'REFUND', 'DISPUTE', 'DISPUTE_RETURNED', 'PROVIDER_FEE', 'PAYOUT', 'PLAN', 'SETTLEMENT', 'MERGE', 'VALIDATION')) not valid;
