-- The address of a person's calendar, to which calendar apps subscribe (docs/decisions/0037-arriving.md). Only the hash of its secret part
-- is stored, so the address is shown once and can be replaced.
create table calendar_feeds (
  user_id uuid primary key references users,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  -- To the hour: calendar apps ask often.
  last_read_at timestamptz
);
-- A calendar app reads the feed of an address.
create unique index calendar_feeds_token on calendar_feeds (token_hash);
