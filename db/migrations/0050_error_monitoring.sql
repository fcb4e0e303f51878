-- Errors and replays of pages and servers, if no vendor keeps them. See docs/decisions/0021-error-monitoring.md.

create type error_status as enum ('OPEN', 'RESOLVED', 'MUTED');
create type error_level as enum ('FATAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG');
create type error_source as enum ('BROWSER', 'WEB_SERVER', 'API', 'WORKER', 'OTHER');
create type error_reopen_rule as enum ('LATER_RELEASE', 'ANY_EVENT');
create type error_activity_kind as enum ('ASSIGNED', 'UNASSIGNED', 'RESOLVED', 'MUTED', 'REOPENED');
create type replay_kind as enum ('SESSION', 'BUFFER');

-- The releases that were seen, in their order: a resolved error opens again in a later one.
create table error_releases (
  release text not null primary key check (length(release) between 1 and 200),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index error_releases_last_seen on error_releases (last_seen_at desc);

-- Events that have the same cause, as far as one can tell.
create table error_groups (
  id uuid not null default uuidv7() primary key,
  -- SHA-256 of what its events have in common (api/platform/error-monitoring/fingerprint.ts).
  fingerprint bytea not null unique check (length(fingerprint) = 32),
  title text not null check (length(title) between 1 and 300),
  culprit text not null check (length(culprit) <= 300),
  source error_source not null,
  level error_level not null,
  status error_status not null default 'OPEN',
  is_regression boolean not null default false,
  muted_until timestamptz,
  resolved_at timestamptz,
  resolved_in_release text check (length(resolved_in_release) between 1 and 200),
  reopens_on error_reopen_rule,
  assigned_to_user_id uuid references users,
  environment text not null check (length(environment) between 1 and 64),
  first_release text check (length(first_release) between 1 and 200),
  last_release text check (length(last_release) between 1 and 200),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  event_count bigint not null default 0 check (event_count >= 0),
  check (muted_until is null or status = 'MUTED'),
  check ((status = 'RESOLVED') = (resolved_at is not null)),
  check ((status = 'RESOLVED') = (reopens_on is not null)),
  check (resolved_in_release is null or status = 'RESOLVED'),
  check (not is_regression or status = 'OPEN'),
  check (last_seen_at >= first_seen_at)
);
create index error_groups_last_seen on error_groups (last_seen_at desc, id desc);
create index error_groups_status on error_groups (status, last_seen_at desc, id desc);
create index error_groups_assignee on error_groups (assigned_to_user_id) where assigned_to_user_id is not null;

-- How many events of a group occurred on a day (UTC) in a release. It outlives the events.
create table error_counts (
  group_id uuid not null references error_groups on delete cascade,
  day date not null,
  -- Empty: unknown.
  release text not null check (length(release) <= 200),
  environment text not null check (length(environment) between 1 and 64),
  event_count bigint not null check (event_count > 0),
  primary key (group_id, day, release, environment)
);
create index error_counts_day on error_counts (day);
create index error_counts_release on error_counts (release, group_id);

create table error_events (
  -- The ID that the SDK gave it, so that an event sent twice is stored once.
  id uuid not null primary key,
  group_id uuid not null references error_groups on delete cascade,
  received_at timestamptz not null,
  occurred_at timestamptz not null,
  title text not null check (length(title) between 1 and 300),
  source error_source not null,
  level error_level not null,
  release text check (length(release) between 1 and 200),
  environment text not null check (length(environment) between 1 and 64),
  page text not null check (length(page) <= 300),
  browser text not null check (length(browser) <= 100),
  -- A keyed hash of the person's ID.
  person text check (person ~ '^[A-Za-z0-9_-]{22}$'),
  replay_id uuid,
  trace_id text check (trace_id ~ '^[0-9a-f]{32}$'),
  -- Stack, breadcrumbs, tags, contexts, and request, masked (core/error-monitoring/mask.ts).
  content jsonb not null check (jsonb_typeof(content) = 'object')
);
create index error_events_group on error_events (group_id, received_at desc, id desc);
create index error_events_received on error_events (received_at);
create index error_events_replay on error_events (replay_id) where replay_id is not null;

-- What was done about a group.
create table error_activities (
  id uuid not null default uuidv7() primary key,
  group_id uuid not null references error_groups on delete cascade,
  at timestamptz not null,
  kind error_activity_kind not null,
  -- Null: the product.
  by_user_id uuid references users,
  assignee_user_id uuid references users,
  until timestamptz,
  release text check (length(release) between 1 and 200),
  check ((kind = 'ASSIGNED') = (assignee_user_id is not null))
);
create index error_activities_group on error_activities (group_id, at desc, id desc);
create index error_activities_by on error_activities (by_user_id) where by_user_id is not null;
create index error_activities_assignee on error_activities (assignee_user_id) where assignee_user_id is not null;

-- The recording of one visit, in segments of a few seconds.
create table replays (
  id uuid not null primary key,
  kind replay_kind not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  received_at timestamptz not null,
  release text check (length(release) between 1 and 200),
  environment text not null check (length(environment) between 1 and 64),
  browser text not null check (length(browser) <= 100),
  person text check (person ~ '^[A-Za-z0-9_-]{22}$'),
  pages text[] not null check (cardinality(pages) <= 100),
  error_ids uuid[] not null check (cardinality(error_ids) <= 1000),
  trace_ids text[] not null check (cardinality(trace_ids) <= 1000),
  -- The recording that the same tab made before, if its session expired.
  previous_replay_id uuid,
  segment_count integer not null default 0 check (segment_count >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  check (ended_at >= started_at)
);
create index replays_started on replays (started_at desc, id desc);
create index replays_received on replays (received_at);
create index replays_previous on replays (previous_replay_id) where previous_replay_id is not null;
create index replays_errors on replays using gin (error_ids);

create table replay_segments (
  replay_id uuid not null references replays on delete cascade,
  number integer not null check (number >= 0),
  received_at timestamptz not null,
  -- JSON of rrweb's events, masked, and compressed with zlib.
  recording bytea not null,
  primary key (replay_id, number)
);
alter table replay_segments alter column recording set storage external;

-- How much was received on each day (UTC).
create table error_intake (
  day date not null primary key,
  events bigint not null default 0,
  segments bigint not null default 0,
  segment_bytes bigint not null default 0,
  refused bigint not null default 0,
  dropped bigint not null default 0
);

-- The state of forwarding to a vendor, one row.
create table error_forwarding (
  is_only boolean not null primary key default true check (is_only),
  sent_at timestamptz,
  sent_count bigint not null default 0,
  lost_count bigint not null default 0,
  failing_since timestamptz,
  failure text check (failure ~ '^[A-Z_]{1,40}$')
);
