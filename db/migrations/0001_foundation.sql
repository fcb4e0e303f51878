-- The foundation: people, places, stays, money, and what keeps watch over them.
--
-- Every table that belongs to a lot carries lot_id and has it in its primary key and in references to other tables of the
-- lot, so that keys do not stand in the way of distributing tables by lot. What does is listed in
-- db/testing/undistributed.ts. The id comes first in those keys, so that one row is found by its id alone through the
-- same index.
--
-- Amounts end in _cents and count the currency's smallest unit, whatever it is called. Instants are UTC.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create type account_status as enum ('GHOST', 'ACTIVE', 'BANNED', 'DELETED');
create type user_source as enum ('UNKNOWN', 'INVITE', 'ORGANIC', 'DATA_SOURCE_IMPORT');
create type client_kind as enum ('admin', 'app', 'web');
create type client_platform as enum ('ios', 'android', 'admin-web', 'unknown');
create type lot_role as enum ('MEMBER', 'PATROLLER', 'ADMIN', 'SUPER_ADMIN');
create type membership_status as enum ('ACTIVE', 'DELETED', 'PENDING', 'REJECTED', 'REMOVED');
create type spot_type as enum
  ('STANDARD', 'ACCESSIBLE', 'MOTORCYCLE', 'COMPACT', 'TANDEM', 'SEMI_TRUCK', 'STORAGE', 'EXTRA_WIDE', 'STACKED', 'SUPER_COMPACT');
create type spot_feature as enum
  ('EV_CHARGER', 'SHARED_EV_CHARGER', 'CARPORT', 'COVERED', 'INDOOR', 'GATED', 'HIGH_CLEARANCE', 'NEAR_ELEVATOR', 'NEAR_GATE', 'STANDALONE');
create type reservation_status as enum
  ('PENDING', 'CHECKOUT', 'ACTIVE', 'CANCELED', 'EXPIRED', 'MERGED', 'DEPRECATED_REQUEST');
create type payment_method_kind as enum ('STRIPE', 'EARNINGS_DEDUCTION', 'NONE');
create type payment_instrument as enum ('CARD', 'US_BANK_ACCOUNT');
create type invoice_status as enum
  ('PENDING', 'PROCESSING', 'PENDING_REFUND', 'FAILED', 'CANCELED', 'PAID', 'REFUNDED', 'PARTIALLY_REFUNDED');
create type payment_status as enum ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED');
create type refund_status as enum ('PENDING', 'SUCCEEDED', 'FAILED');
create type sign_in_link_purpose as enum ('SIGN_IN', 'VERIFY_EMAIL', 'RESET_PASSWORD');
create type email_state as enum ('WAITING', 'SENT', 'FAILED');

-- ---------------------------------------------------------------------------------------------------- people

create table users (
  id uuid primary key default uuidv7(),
  email text check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  email_verified_at timestamptz,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  phone_verified_at timestamptz,
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  account_status account_status not null default 'GHOST',
  source user_source not null default 'UNKNOWN',
  -- What a person may do on the whole platform; what they may do in a lot is in memberships.
  roles text[] not null default '{}' check (roles <@ array['OPENSPOT_ADMIN']),
  language text not null default 'en' check (length(language) <= 35),
  created_at timestamptz not null default now(),
  -- Erasing a person keeps the row (the money history points at it) and nothing that tells who it was.
  check (account_status <> 'DELETED' or num_nonnulls(email, phone, first_name, last_name) = 0)
);
create unique index users_email on users (email) where account_status <> 'DELETED';
create unique index users_phone on users (phone) where account_status <> 'DELETED' and phone_verified_at is not null;

create table password_credentials (
  user_id uuid primary key references users on delete cascade,
  password_hash text not null,
  changed_at timestamptz not null
);

-- A person as another service knows them (Firebase): issuer and subject of its signed tokens.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- Browser cookies and bearer tokens alike. Only the token's hash is kept: a copy of this table opens nothing.
create table sessions (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  client_kind client_kind,
  client_platform client_platform,
  user_agent text check (length(user_agent) <= 400),
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);

create table sign_in_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose sign_in_link_purpose not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_user on sign_in_links (user_id);

-- Counted here rather than in memory, so that a limit holds over all processes.
create unlogged table rate_limits (
  bucket text not null,
  window_starts_at timestamptz not null,
  hits integer not null,
  primary key (bucket, window_starts_at)
);

-- A bot check's answer counts once.
create table spent_challenges (
  signature text primary key,
  expires_at timestamptz not null
);

-- Keys that the server makes for itself at its first start (signing of quotes and challenges).
create table server_secrets (
  name text primary key,
  value text not null
);

-- ---------------------------------------------------------------------------------------------------- places

create table lots (
  id uuid primary key default uuidv7(),
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9]{22,40}$'),
  name text not null check (length(name) between 1 and 120),
  description text check (length(description) <= 2000),
  managed_by text check (length(managed_by) <= 120),
  street text, city text, region text, postal_code text,
  country text not null default 'US' check (country ~ '^[A-Z]{2}$'),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  -- The search's index: squares of 0.02 degrees.
  cell integer not null generated always as
    ((floor((lat + 90) / 0.02) * 18000 + floor((lng + 180) / 0.02))::integer) stored,
  -- GeoJSON polygon of the ground.
  boundary jsonb,
  time_zone text not null,
  is_private boolean not null default false,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  cents_per_currency_unit integer not null default 100 check (cents_per_currency_unit in (1, 10, 100, 1000)),
  min_reservation_price integer not null default 200 check (min_reservation_price >= 0),
  max_reservation_price integer not null default 100000,
  half_hour_cents integer check (half_hour_cents >= 0),
  hour_cents integer check (hour_cents >= 0),
  day_cents integer check (day_cents >= 0),
  month_cents integer check (month_cents >= 0),
  event_cents integer check (event_cents >= 0),
  -- What the driver pays for the service, and the platform's share of the parking price, in hundredths of a percent.
  service_fee_cents integer not null default 0 check (service_fee_cents >= 0),
  service_fee_bps integer not null default 0 check (service_fee_bps between 0 and 10000),
  platform_share_bps integer not null default 1000 check (platform_share_bps between 0 and 10000),
  snap_minutes integer not null default 30 check (snap_minutes in (1, 5, 10, 15, 30, 60)),
  hold_minutes integer not null default 10 check (hold_minutes between 1 and 60),
  cancel_until_minutes_after_start integer not null default 15 check (cancel_until_minutes_after_start between -10080 and 1440),
  -- Counts every change of price or policy: a quote names the one it was made under.
  terms_version integer not null default 1,
  -- Spots that exist now; kept by the trigger on spots.
  spot_count integer not null default 0 check (spot_count >= 0),
  -- Where an imported lot came from; importing again finds it by this.
  source text, source_key text,
  source_properties jsonb,
  created_at timestamptz not null default now(),
  check (max_reservation_price >= min_reservation_price),
  check ((source is null) = (source_key is null)),
  unique (source, source_key)
);
create index lots_cell on lots (cell);
create index lots_text on lots using gin ((name || ' ' || coalesce(street, '') || ' ' || coalesce(city, '')) gin_trgm_ops);

create table spots (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  -- Small and dense within the lot: what the occupancy index counts.
  spot_no smallint not null check (spot_no > 0),
  label text not null check (length(label) between 1 and 20),
  type spot_type not null default 'STANDARD',
  features spot_feature[] not null default '{}',
  level smallint not null default 1,
  -- GeoJSON ring of the stall on the ground, if it is known.
  shape jsonb,
  assigned_user_id uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id, lot_id),
  unique (lot_id, spot_no)
);
create unique index spots_label on spots (lot_id, label) where deleted_at is null;
create index spots_assigned on spots (assigned_user_id) where assigned_user_id is not null;

create table memberships (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  user_id uuid not null references users,
  role lot_role not null default 'MEMBER',
  status membership_status not null default 'PENDING',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (id, lot_id),
  unique (lot_id, user_id)
);
create index memberships_user on memberships (user_id);

create table membership_moves (from_status membership_status, to_status membership_status, primary key (from_status, to_status));
insert into membership_moves values
  ('ACTIVE', 'DELETED'), ('ACTIVE', 'REMOVED'),
  ('DELETED', 'ACTIVE'), ('DELETED', 'REMOVED'),
  ('PENDING', 'ACTIVE'), ('PENDING', 'REJECTED'), ('PENDING', 'DELETED'), ('PENDING', 'REMOVED'),
  ('REJECTED', 'ACTIVE'), ('REJECTED', 'DELETED'), ('REJECTED', 'REMOVED'),
  ('REMOVED', 'ACTIVE'), ('REMOVED', 'DELETED');

create table cars (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  plate text not null check (length(plate) between 1 and 20),
  plate_normalized text not null check (plate_normalized ~ '^[A-Z0-9]{1,15}$'),
  region text not null default '' check (length(region) <= 6),
  make text check (length(make) <= 60),
  model text check (length(model) <= 60),
  color text check (length(color) <= 30),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index cars_own_plate on cars (user_id, plate_normalized, region) where deleted_at is null;
create index cars_plate on cars (plate_normalized) where deleted_at is null;

-- Towns and districts that a search can begin from.
create table places (
  id bigint generated always as identity primary key,
  name text not null,
  region text not null,
  country text not null,
  kind text not null check (kind in ('CITY', 'POSTAL_CODE')),
  population integer not null default 0,
  lat double precision not null,
  lng double precision not null,
  unique (kind, country, region, name, lat, lng)
);
create index places_name on places (lower(name) text_pattern_ops, population desc);

-- ---------------------------------------------------------------------------------------------------- stays

create table reservations (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  spot_id uuid not null,
  user_id uuid not null references users,
  car_id uuid references cars,
  status reservation_status not null,
  starts_at timestamptz not null,
  -- Null: open-ended, billed by the month.
  ends_at timestamptz,
  -- Until when a spot is held while paying.
  hold_expires_at timestamptz,
  currency text not null,
  total_cents integer not null check (total_cents >= 0),
  terms_version integer not null,
  cancel_until_at timestamptz not null,
  created_at timestamptz not null,
  created_by_user_id uuid not null references users,
  confirmed_at timestamptz,
  ended_early_at timestamptz,
  canceled_at timestamptz,
  cancel_reason text check (length(cancel_reason) <= 500),
  merged_into_id uuid,
  -- A repeated request finds the stay it made before.
  idempotency_key text check (length(idempotency_key) <= 255),
  primary key (id, lot_id),
  foreign key (lot_id, spot_id) references spots (lot_id, id),
  foreign key (lot_id, merged_into_id) references reservations (lot_id, id),
  check (ends_at > starts_at),
  check (starts_at > '2000-01-01' and starts_at < '2200-01-01'),
  check (ends_at is null or ends_at < '2200-01-01'),
  -- Whole minutes: the occupancy index counts in them.
  check (extract(epoch from starts_at) % 60 = 0 and extract(epoch from ends_at) % 60 = 0),
  check (status <> 'CHECKOUT' or hold_expires_at is not null),
  check ((status = 'MERGED') = (merged_into_id is not null)),
  -- Nobody is ever double-booked.
  constraint reservations_no_overlap exclude using gist
    (lot_id with =, spot_id with =, tstzrange(starts_at, ends_at, '[)') with &&)
    where (status in ('PENDING', 'CHECKOUT', 'ACTIVE'))
);
create index reservations_user on reservations (user_id, starts_at desc);
create index reservations_lot on reservations (lot_id, starts_at);
create index reservations_car on reservations (car_id) where car_id is not null;
create index reservations_holds on reservations (hold_expires_at) where status = 'CHECKOUT';
create unique index reservations_idempotency on reservations (user_id, idempotency_key, lot_id) where idempotency_key is not null;

create table reservation_moves (from_status reservation_status, to_status reservation_status, primary key (from_status, to_status));
insert into reservation_moves values
  ('CHECKOUT', 'ACTIVE'), ('CHECKOUT', 'EXPIRED'), ('CHECKOUT', 'CANCELED'),
  ('PENDING', 'ACTIVE'), ('PENDING', 'EXPIRED'), ('PENDING', 'CANCELED'),
  ('ACTIVE', 'CANCELED'), ('ACTIVE', 'MERGED');

-- When a spot of a lot cannot be booked, in whole minutes since 1970: one narrow row for each stay that holds a spot,
-- and one without end for a spot that is assigned to somebody. Kept by triggers alone. Search counts the free spots of
-- a lot here; short and long stays are apart so that the short ones can be read between two bounds.
create table occupancy (
  lot_id uuid not null,
  spot_no smallint not null,
  starts_min integer not null,
  ends_min integer not null check (ends_min > starts_min),
  reservation_id uuid
);
create index occupancy_short on occupancy (lot_id, starts_min) include (ends_min, spot_no) where (ends_min - starts_min <= 7200);
create index occupancy_long on occupancy (lot_id, starts_min) include (ends_min, spot_no) where (ends_min - starts_min > 7200);

-- ---------------------------------------------------------------------------------------------------- money

create table payment_customers (
  user_id uuid primary key references users,
  stripe_customer_id text not null unique,
  created_at timestamptz not null
);

create table payment_methods (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  kind payment_method_kind not null default 'STRIPE',
  instrument payment_instrument not null,
  stripe_payment_method_id text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint,
  is_default boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index payment_methods_stripe on payment_methods (stripe_payment_method_id) where deleted_at is null;
create unique index payment_methods_default on payment_methods (user_id) where is_default and deleted_at is null;
create index payment_methods_user on payment_methods (user_id);

create table invoices (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  reservation_id uuid not null,
  user_id uuid not null references users,
  number bigint generated always as identity,
  status invoice_status not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_cents integer not null check (total_cents >= 0),
  paid_cents integer not null default 0,
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  -- Promised to the payer and not yet returned.
  refund_pending_cents integer not null default 0 check (refund_pending_cents >= 0),
  -- What of the total goes where once it is paid: the rest is the lot's.
  service_fee_cents integer not null check (service_fee_cents >= 0),
  platform_share_cents integer not null check (platform_share_cents >= 0),
  payment_kind payment_method_kind not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, reservation_id) references reservations (lot_id, id),
  check (paid_cents in (0, total_cents)),
  check (refunded_cents + refund_pending_cents <= paid_cents),
  check (service_fee_cents + platform_share_cents <= total_cents),
  check (status not in ('PAID', 'PENDING_REFUND', 'REFUNDED', 'PARTIALLY_REFUNDED') or paid_cents = total_cents),
  check (status <> 'REFUNDED' or refunded_cents = paid_cents)
);
create index invoices_reservation on invoices (reservation_id);
create index invoices_user on invoices (user_id, created_at desc);
create index invoices_lot_paid on invoices (lot_id, paid_at) where paid_at is not null;

create table invoice_lines (
  invoice_id uuid not null,
  lot_id uuid not null,
  line_no smallint not null,
  kind text not null check (kind in ('PARKING', 'MINIMUM', 'SERVICE_FEE', 'PRICE_CHANGE')),
  unit text check (unit in ('MONTH', 'DAY', 'HOUR', 'HALF_HOUR')),
  quantity integer not null check (quantity > 0),
  unit_cents integer not null,
  amount_cents integer not null,
  starts_at timestamptz,
  ends_at timestamptz,
  primary key (invoice_id, line_no, lot_id),
  foreign key (lot_id, invoice_id) references invoices (lot_id, id),
  check (amount_cents = quantity * unit_cents)
);

-- One attempt to take money for an invoice. Its id is committed before the provider is called and is the key under
-- which the provider knows the call: asking again after a crash or a lost answer finds the same payment.
create table payments (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  invoice_id uuid not null,
  payment_method_id uuid references payment_methods,
  status payment_status not null default 'CREATED',
  currency text not null,
  amount_cents integer not null check (amount_cents > 0),
  stripe_payment_intent_id text,
  stripe_charge_id text,
  failure_code text,
  failure_message text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, invoice_id) references invoices (lot_id, id),
  unique (stripe_payment_intent_id, lot_id),
  unique (stripe_charge_id, lot_id)
);
create index payments_invoice on payments (invoice_id);
-- Of one invoice at most one attempt may be on its way or have succeeded.
create unique index payments_one_live on payments (invoice_id, lot_id) where status not in ('FAILED', 'CANCELED');
create index payments_unsettled on payments (created_at) where status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING');

create table refunds (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  invoice_id uuid not null,
  payment_id uuid not null,
  status refund_status not null default 'PENDING',
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  stripe_refund_id text,
  failure_message text,
  requested_by_user_id uuid references users,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, invoice_id) references invoices (lot_id, id),
  foreign key (lot_id, payment_id) references payments (lot_id, id),
  unique (stripe_refund_id, lot_id)
);
create index refunds_invoice on refunds (invoice_id);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (created_at) where status = 'PENDING';

-- Double entry, append only. Debits are positive, credits negative; each transaction sums to zero in its currency.
create table ledger_transactions (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  kind text not null check (kind in ('PAYMENT', 'REFUND')),
  -- The payment or refund that moved the money: it can be entered once.
  source_id uuid not null,
  invoice_id uuid,
  occurred_at timestamptz not null,
  primary key (id, lot_id),
  unique (lot_id, kind, source_id)
);

create table ledger_entries (
  transaction_id uuid not null,
  lot_id uuid not null,
  account text not null check (account in ('PROVIDER_CLEARING', 'LOT_PAYABLE', 'PLATFORM_SHARE', 'SERVICE_FEES')),
  currency text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (transaction_id, account, currency, lot_id),
  foreign key (lot_id, transaction_id) references ledger_transactions (lot_id, id)
);

-- What the card provider told us, as it told it; taken in once, worked on later.
create table webhook_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz
);

-- ---------------------------------------------------------------------------------------------------- watch

create table idempotency_keys (
  caller text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status integer,
  body text,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (started_at);

create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  lot_id uuid,
  actor_user_id uuid,
  actor_role text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  request_id text
);
create index audit_log_lot on audit_log (lot_id, at desc);

create table emails (
  id uuid primary key default uuidv7(),
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  kind text not null,
  state email_state not null default 'WAITING',
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index emails_created on emails (created_at desc);
