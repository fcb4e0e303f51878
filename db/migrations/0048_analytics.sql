-- Events of pages and calls. See docs/decisions/0023-product-analytics.md. Records, such as payments, are read where they are.

create type event_delivery as enum ('NONE', 'WAITING', 'SENT', 'EXPIRED');

create table analytics_events (
  -- A hash of the ID that the page gave, so that an event sent twice is stored once.
  id uuid primary key,
  at timestamptz not null,
  -- A name of core/analytics/events.ts.
  event text not null check (event ~ '^[a-z_]{1,40}$'),
  lot_id uuid references lots,
  -- A keyed hash: for one day, or of the random ID of a visitor who allowed to be recognized.
  visitor text not null check (visitor ~ '^[A-Za-z0-9_-]{22}$'),
  is_recognized boolean not null,
  -- Numbers, yes or no, and words of lists.
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  -- Whether PostHog gets it.
  delivery event_delivery not null default 'NONE'
);
create index analytics_events_at on analytics_events (at);
create index analytics_events_lot on analytics_events (lot_id, at) where lot_id is not null;
create index analytics_events_waiting on analytics_events (at) where delivery = 'WAITING';

-- What makes a visitor of one day unknown on the next.
create table analytics_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- Up to which record each kind of event was sent to PostHog.
create table analytics_cursors (
  event text primary key check (event ~ '^[a-z_]{1,40}$'),
  at timestamptz not null,
  id uuid not null
);

-- The state of forwarding, one row.
create table analytics_forwarding (
  is_only boolean primary key default true check (is_only),
  sent_at timestamptz,
  sent_count bigint not null default 0,
  expired_count bigint not null default 0,
  failing_since timestamptz,
  -- A code of core/analytics/forwarding.ts.
  failure text check (failure ~ '^[A-Z_]{1,40}$')
);
