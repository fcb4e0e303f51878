-- What of errors and replays was not kept or not forwarded, and why (docs/decisions/0021-error-monitoring.md).
create type error_drop_reason as enum ('UNREADABLE', 'TOO_LARGE', 'TOO_MANY_REQUESTS', 'NEW_ERRORS', 'EVENT_BYTES', 'REPLAY_LENGTH',
  'REPLAY_BYTES', 'QUEUE_FULL', 'QUOTA_REACHED', 'REFUSED', 'NOT_IN_TIME', 'STOPPED');

create table error_drops (
  -- UTC.
  day date not null,
  reason error_drop_reason not null,
  drop_count bigint not null check (drop_count > 0),
  primary key (day, reason)
);
insert into error_drops (day, reason, drop_count) select i.day, 'UNREADABLE', i.refused from error_intake i where i.refused > 0;

-- Replaces `refused` and `dropped` of that table, which the release before still writes.
alter table error_intake add column event_bytes bigint not null default 0;
