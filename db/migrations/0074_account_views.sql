-- Platform admins see the product as one of its users does, without being able to change anything. While a view is open, the admin's
-- session reads as that user. See docs/decisions/0025-platform-administrators.md.
create table account_views (
  id uuid primary key default uuidv7(),
  -- The session of the admin. Without a foreign key, because sessions are deleted and this record is kept.
  session_id uuid not null,
  admin_user_id uuid not null references users,
  user_id uuid not null references users,
  reason text not null check (length(reason) between 1 and 500),
  begins_at timestamptz not null,
  -- When it ends by itself.
  ends_at timestamptz not null,
  ended_at timestamptz check (ended_at >= begins_at),
  check (admin_user_id <> user_id),
  check (ends_at > begins_at and ends_at <= begins_at + interval '30 minutes')
);
-- For every request of a session (`look_up_caller`), and so that there is one view for each.
create unique index account_views_open on account_views (session_id) where ended_at is null;
-- For those whose time is over (`end_expired_views`).
create index account_views_ending on account_views (ends_at) where ended_at is null;
