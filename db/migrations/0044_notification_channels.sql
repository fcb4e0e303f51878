-- Preferences, push, and text messages. See docs/decisions/0022-notifications.md.

create type notice_channel as enum ('IN_APP', 'EMAIL', 'PUSH', 'TEXT');
create type push_device_kind as enum ('WEB_PUSH', 'FCM');
create type delivery_state as enum ('WAITING', 'SENT', 'DELIVERED', 'FAILED', 'EXPIRED', 'DROPPED');
create type delivery_drop as enum (
  'QUIET_HOURS', 'READ', 'DEVICE_GONE', 'SIGNED_OUT', 'TURNED_OFF', 'NO_PROVIDER', 'STOPPED', 'NUMBER_GONE', 'LIMIT');

-- The page that a notice leads to, and whether its person turned the inbox off for its kind.
alter table notifications add column path text;
alter table notifications add column is_hidden boolean not null default false;

-- What a person changed. Everything else is the default of the kind: core/notifications/kinds.ts.
create table notice_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  channel notice_channel not null,
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, kind, channel)
);

-- When a person wants no pushes and texts, in local minutes of the day. The end may be on the next day.
create table quiet_hours (
  user_id uuid not null references users on delete cascade primary key,
  from_minute smallint not null check (from_minute between 0 and 1439),
  until_minute smallint not null check (until_minute between 0 and 1439),
  time_zone text not null check (length(time_zone) between 1 and 64),
  changed_at timestamptz not null,
  check (from_minute <> until_minute)
);

-- Where pushes of a person go. A device is signed in: when its session ends, nothing is sent to it.
create table push_devices (
  id uuid not null default uuidv7() primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  kind push_device_kind not null,
  -- The endpoint of the browser's push service, or the registration token of an app.
  push_token text not null unique check (length(push_token) between 1 and 2000),
  -- The browser's keys, as base64url. Only it can read what is encrypted for them.
  device_public_key text check (length(device_public_key) <= 100),
  auth_secret text check (length(auth_secret) <= 40),
  name text check (length(name) between 1 and 80),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_sent_at timestamptz,
  -- How often in a row it could not be reached.
  failures integer not null default 0,
  check ((kind = 'WEB_PUSH') = (device_public_key is not null and auth_secret is not null))
);
create index push_devices_user on push_devices (user_id);
create index push_devices_session on push_devices (session_id);

create table push_messages (
  id uuid not null default uuidv7() primary key,
  user_id uuid not null references users on delete cascade,
  device_id uuid references push_devices on delete set null,
  -- Null for a test that the person asked for.
  notification_id uuid references notifications on delete cascade,
  state delivery_state not null default 'WAITING',
  dropped_because delivery_drop,
  attempts integer not null default 0,
  error text check (length(error) <= 300),
  created_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  -- Until when a job has this row to itself.
  claimed_until timestamptz,
  sent_at timestamptz,
  check ((state = 'DROPPED') = (dropped_because is not null))
);
create unique index push_messages_once on push_messages (notification_id, device_id);
create index push_messages_due on push_messages (due_at) where state = 'WAITING';
create index push_messages_created on push_messages (created_at);
create index push_messages_device on push_messages (device_id) where device_id is not null;
create index push_messages_user on push_messages (user_id);

-- The number to which a person wants texts. It counts once it is confirmed by a code that was texted to it.
create table text_numbers (
  user_id uuid not null references users on delete cascade primary key,
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  code_hash bytea check (length(code_hash) = 32),
  code_expires_at timestamptz,
  code_tries smallint not null default 0,
  consented_at timestamptz not null,
  confirmed_at timestamptz,
  -- The code of the provider that says that this number gets no texts.
  rejected_code text check (length(rejected_code) <= 20)
);
create index text_numbers_phone on text_numbers (phone);

-- Numbers whose owners answered STOP. They outlive the account, because the wish does.
create table text_stops (
  phone text not null primary key check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  stopped_at timestamptz not null
);

create table texts (
  id uuid not null default uuidv7() primary key,
  to_phone text not null,
  body text not null check (length(body) between 1 and 1600),
  kind text not null,
  user_id uuid references users on delete cascade,
  lot_id uuid references lots,
  notification_id uuid references notifications on delete cascade,
  state delivery_state not null default 'WAITING',
  dropped_because delivery_drop,
  attempts integer not null default 0,
  -- The code of the provider, or what kept us from reaching it.
  error text check (length(error) <= 300),
  provider_id text unique check (length(provider_id) <= 100),
  created_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_until timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  -- When what is secret in the text, a link or a code, ends; and when it was removed from it.
  link_expires_at timestamptz,
  redacted_at timestamptz,
  check ((state = 'DROPPED') = (dropped_because is not null))
);
create unique index texts_once on texts (notification_id) where notification_id is not null;
create index texts_due on texts (due_at) where state = 'WAITING';
create index texts_to on texts (to_phone, created_at);
create index texts_created on texts (created_at desc, id desc);
create index texts_lot on texts (lot_id, created_at) where lot_id is not null;
create index texts_user on texts (user_id) where user_id is not null;
create index texts_links on texts (link_expires_at) where link_expires_at is not null and redacted_at is null;
