-- The booking engine: windows, zones and their prices, calendar prices, rule sets, groups, changes of stays, waitlist,
-- notices.

create type repeat_frequency as enum ('NEVER', 'DAILY', 'WEEKLY');
create type weekday as enum ('MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN');
create type availability_kind as enum ('OPEN', 'CLOSED');
create type waitlist_status as enum ('WAITING', 'OFFERED', 'BOOKED', 'EXPIRED', 'LEFT');

-- ---------------------------------------------------------------------------------------------------- people

-- Where letters to a guest go. It is not verified, and several guests may give the same.
alter table users
  add contact_email text check (contact_email = lower(contact_email) and contact_email ~ '^[^@\s]+@[^@\s]+$' and length(contact_email) <= 254),
  add check (account_status <> 'DELETED' or contact_email is null);

-- ---------------------------------------------------------------------------------------------------- places

-- A level or building: for prices, rules, closures and maps.
create table zones (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 60),
  -- Where any is set, these stand in place of the lot's, all together.
  half_hour_cents integer check (half_hour_cents >= 0),
  hour_cents integer check (hour_cents >= 0),
  day_cents integer check (day_cents >= 0),
  month_cents integer check (month_cents >= 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id, lot_id)
);
create unique index zones_name on zones (lot_id, lower(name)) where deleted_at is null;

alter table spots
  add zone_id uuid,
  -- Where any is set, these stand in place of the zone's and the lot's, all together.
  add half_hour_cents integer check (half_hour_cents >= 0),
  add hour_cents integer check (hour_cents >= 0),
  add day_cents integer check (day_cents >= 0),
  add month_cents integer check (month_cents >= 0),
  -- For the lot's people alone.
  add note text check (length(note) <= 500),
  add foreign key (lot_id, zone_id) references zones (lot_id, id);

alter table lots
  -- What a missing day costs in hours, and a missing month in days; null: it is not sold.
  add day_from_hours smallint check (day_from_hours between 1 and 24),
  add month_from_days smallint check (month_from_days between 1 and 31),
  -- By weekday, in the lot's own time; null: always open.
  add opening_hours jsonb,
  -- Whether a car may stay while the lot is closed.
  add overnight_allowed boolean not null default true,
  -- How long a stay made by staff waits to be accepted, and an offer from the waitlist to be taken.
  add accept_hours smallint not null default 48 check (accept_hours between 1 and 720),
  add offer_minutes smallint not null default 30 check (offer_minutes between 5 and 1440),
  -- Before a host may end an open-ended stay on their spot.
  add host_notice_days smallint not null default 14 check (host_notice_days between 0 and 90),
  -- Whether ending early gives back what the shorter stay would not have cost.
  add gives_back_rest boolean not null default true,
  -- The bounds of a host's own rates, in hundredths of a percent of the lot's.
  add host_rate_min_bps integer not null default 5000 check (host_rate_min_bps >= 0),
  add host_rate_max_bps integer not null default 20000,
  -- Whether any zone, spot or window has rates of its own; kept by triggers. Search asks further only then.
  add has_own_rates boolean not null default false,
  add check (host_rate_max_bps >= host_rate_min_bps);

-- People who reach one lot are sent to another.
create table lot_redirects (
  from_lot_id uuid primary key references lots,
  to_lot_id uuid not null references lots,
  created_by_user_id uuid references users,
  created_at timestamptz not null default now(),
  check (from_lot_id <> to_lot_id)
);
create index lot_redirects_to on lot_redirects (to_lot_id);

-- When a spot (or all of a zone, or of the lot) is open or closed, as it was said. What follows from it for each spot
-- is laid out in occupancy.
create table availability (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  spot_id uuid,
  zone_id uuid,
  kind availability_kind not null,
  starts_at timestamptz not null,
  -- Null: without end.
  ends_at timestamptz,
  repeat_frequency repeat_frequency not null default 'NEVER',
  weekdays weekday[] not null default '{}',
  -- The last local day on which an occurrence may begin.
  until_on date,
  -- A host's own rates while the window lasts.
  half_hour_cents integer check (half_hour_cents >= 0),
  hour_cents integer check (hour_cents >= 0),
  day_cents integer check (day_cents >= 0),
  month_cents integer check (month_cents >= 0),
  note text check (length(note) <= 300),
  created_by_user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (lot_id, spot_id) references spots (lot_id, id),
  foreign key (lot_id, zone_id) references zones (lot_id, id),
  check (num_nonnulls(spot_id, zone_id) <= 1),
  check (kind = 'CLOSED' or spot_id is not null),
  check (kind = 'OPEN' or num_nonnulls(half_hour_cents, hour_cents, day_cents, month_cents) = 0),
  check (ends_at > starts_at),
  check (ends_at is not null or repeat_frequency = 'NEVER'),
  check (repeat_frequency = 'WEEKLY' or weekdays = '{}'),
  check (repeat_frequency <> 'NEVER' or until_on is null),
  check (extract(epoch from starts_at) % 60 = 0 and extract(epoch from ends_at) % 60 = 0)
);
create index availability_lot on availability (lot_id);
create index availability_spot on availability (spot_id) where spot_id is not null;

-- What windows close of a spot: rows without a stay.
create index occupancy_closed on occupancy (lot_id, spot_no) include (starts_min, ends_min) where reservation_id is null;

-- ---------------------------------------------------------------------------------------------------- prices and rules

-- For a period, once or repeating, all rates are so much higher or lower.
create table calendar_prices (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 80),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  repeat_frequency repeat_frequency not null default 'NEVER',
  weekdays weekday[] not null default '{}',
  until_on date,
  percent_bps integer check (percent_bps between -10000 and 100000 and percent_bps <> 0),
  amount_cents integer check (amount_cents between -10000000 and 10000000 and amount_cents <> 0),
  -- Null: blocks of every length, spots of every zone.
  units text[] check (units <@ array['MONTH', 'DAY', 'HOUR', 'HALF_HOUR'] and cardinality(units) > 0),
  zone_ids uuid[] check (cardinality(zone_ids) > 0),
  -- What is not published changes no price yet and is for staff to see.
  is_published boolean not null default true,
  created_by_user_id uuid not null references users,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, lot_id),
  check (ends_at > starts_at),
  check (num_nonnulls(percent_bps, amount_cents) = 1),
  check (repeat_frequency = 'WEEKLY' or weekdays = '{}'),
  check (repeat_frequency <> 'NEVER' or until_on is null)
);
create index calendar_prices_lot on calendar_prices (lot_id) where deleted_at is null;

create table rule_sets (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 80),
  -- For everyone who is in no group with a rule set of its own.
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, lot_id)
);
create unique index rule_sets_default on rule_sets (lot_id) where is_default and deleted_at is null;
create unique index rule_sets_name on rule_sets (lot_id, lower(name)) where deleted_at is null;

-- Kept for ever: a reservation names the version it was made under.
create table rule_set_versions (
  rule_set_id uuid not null,
  lot_id uuid not null,
  version integer not null,
  rules jsonb not null,
  created_by_user_id uuid references users,
  created_at timestamptz not null,
  primary key (rule_set_id, version, lot_id),
  foreign key (lot_id, rule_set_id) references rule_sets (lot_id, id)
);

-- Usually one home or company.
create table groups (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 80),
  unit text check (length(unit) <= 40),
  rule_set_id uuid,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, rule_set_id) references rule_sets (lot_id, id)
);
create unique index groups_name on groups (lot_id, lower(name)) where deleted_at is null;
create index groups_rule_set on groups (rule_set_id) where rule_set_id is not null;

alter table memberships add group_id uuid, add foreign key (lot_id, group_id) references groups (lot_id, id);
create index memberships_group on memberships (group_id) where group_id is not null;

-- Counts the bookings of a member or group in a lot: one that was allowed by counting says under which number.
create table holders (
  lot_id uuid not null references lots,
  holder text not null check (holder ~ '^(user|group):[0-9a-f-]{36}$'),
  version integer not null,
  primary key (lot_id, holder)
);

-- ---------------------------------------------------------------------------------------------------- stays

-- Made anew from db/functions, with other parameters.
drop function if exists hold_spot;
drop function if exists end_reservation;

update reservations set hold_expires_at = greatest(starts_at, now()) where status = 'PENDING' and hold_expires_at is null;

alter table reservations
  -- Any spot of its kind will do: until it begins it may be given another one.
  add is_flexible boolean not null default false,
  add rule_set_id uuid,
  add rule_set_version integer,
  -- Why staff let it be although rules or windows say no.
  add override_reason text check (length(override_reason) between 1 and 500),
  -- What its price was worked out from: giving back part of it uses the same.
  add price_terms jsonb,
  -- A hold of what a change of that stay adds; merged into it when paid.
  add changes_id uuid,
  add changes_version integer,
  add target_starts_at timestamptz,
  add target_ends_at timestamptz,
  -- The part before this one, on another spot.
  add continues_id uuid,
  -- Counts its changes.
  add version integer not null default 0,
  add foreign key (lot_id, rule_set_id, rule_set_version) references rule_set_versions (lot_id, rule_set_id, version),
  add foreign key (lot_id, changes_id) references reservations (lot_id, id),
  add foreign key (lot_id, continues_id) references reservations (lot_id, id),
  add check (num_nulls(rule_set_id, rule_set_version) in (0, 2)),
  add check (status <> 'PENDING' or hold_expires_at is not null),
  add check (changes_id is null or (changes_version is not null and target_starts_at is not null));
-- One change at a time waits to be paid.
create unique index reservations_one_change on reservations (changes_id, lot_id) where changes_id is not null and status = 'CHECKOUT';
create index reservations_continues on reservations (continues_id) where continues_id is not null;
create index reservations_pending on reservations (hold_expires_at) where status = 'PENDING';
create index reservations_starting on reservations (starts_at) where status = 'ACTIVE';
create index reservations_ending on reservations (ends_at) where status = 'ACTIVE' and ends_at is not null;
create index reservations_spot on reservations (spot_id, starts_at) where status in ('PENDING', 'CHECKOUT', 'ACTIVE');

-- What was done with a stay after it was booked, and why.
create table reservation_events (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  reservation_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in
    ('EXTENDED', 'SHORTENED', 'SHIFTED', 'MOVED', 'RESEATED', 'REPLACED', 'CAR_CHANGED', 'MERGED', 'NOTICE_GIVEN', 'ADJUSTED')),
  -- Null: the product itself.
  actor_user_id uuid references users,
  reason text,
  details jsonb not null default '{}',
  primary key (id, lot_id),
  foreign key (lot_id, reservation_id) references reservations (lot_id, id)
);
create index reservation_events_reservation on reservation_events (reservation_id);

alter table invoices
  add period_starts_at timestamptz,
  add period_ends_at timestamptz,
  add check (period_ends_at > period_starts_at);

-- What made the line other than the plain rate, by the names that people gave it.
alter table invoice_lines add because text check (length(because) <= 300);
alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check check (kind in
  ('PARKING', 'MINIMUM', 'NTH_SPOT', 'SERVICE_FEE', 'PRICE_CHANGE', 'PAID_BEFORE', 'STAFF_PRICE', 'CORRECTION'));

create table waitlist_entries (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  user_id uuid not null references users,
  car_id uuid references cars,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  type spot_type,
  features spot_feature[] not null default '{}',
  status waitlist_status not null default 'WAITING',
  -- The stay that is held for them while the offer lasts.
  reservation_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (lot_id, reservation_id) references reservations (lot_id, id),
  check (ends_at > starts_at),
  check (status in ('WAITING', 'LEFT', 'EXPIRED') or reservation_id is not null)
);
create index waitlist_entries_lot on waitlist_entries (lot_id, created_at) where status = 'WAITING';
create index waitlist_entries_user on waitlist_entries (user_id);
create unique index waitlist_entries_once on waitlist_entries (user_id, starts_at, ends_at, lot_id) where status in ('WAITING', 'OFFERED');
create index waitlist_entries_reservation on waitlist_entries (reservation_id) where status = 'OFFERED';

-- What a person was told; the inbox of the product.
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  lot_id uuid references lots,
  reservation_id uuid,
  kind text not null,
  -- Tells apart notices of one kind about one stay: the end they were about.
  about text not null default '',
  params jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz
);
create unique index notifications_once on notifications (reservation_id, kind, about) where reservation_id is not null;
create index notifications_user on notifications (user_id, created_at desc);
