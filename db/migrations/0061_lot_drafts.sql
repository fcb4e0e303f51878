-- The form of a lot that its owner has not created yet, so that leaving it or verifying an email address loses nothing. Once the lot
-- exists, it is itself the progress. See docs/decisions/0026-owner-setup.md.
create table lot_drafts (
  id uuid primary key default uuidv7(),
  -- Not unique, so that two accounts can be merged; the newest counts.
  user_id uuid not null references users,
  content jsonb not null check (octet_length(content::text) <= 20000),
  changed_at timestamptz not null
);
create index lot_drafts_user on lot_drafts (user_id, changed_at desc);
create index lot_drafts_age on lot_drafts (changed_at);
