-- Proof of an address, changes of how an account is accessed, and failed second steps. How it hangs together:
-- docs/decisions/0005-identity-proofs.md

alter table users
  -- When a guest opened a link sent to contact_email. Until then nothing shows that the address is theirs.
  add contact_verified_at timestamptz,
  add check (contact_verified_at is null or contact_email is not null);

alter table sign_in_links
  -- Null: for whoever is known by the address when the link is opened. A stranger's record cannot take the link with it.
  alter user_id drop not null,
  add check (user_id is not null or email is not null);
create index sign_in_links_email on sign_in_links (email, purpose) where email is not null;

-- A change of how an account is accessed, from the moment it is requested. It can be stopped for seven days.
create table account_changes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('EMAIL', 'PHONE', 'PASSWORD', 'PASSKEY', 'SECOND_FACTOR')),
  -- The address that was the account's when the change was requested: it is told, and gets the link that stops it.
  told_address text not null check (length(told_address) <= 254),
  new_email text check (new_email = lower(new_email) and length(new_email) <= 254),
  -- What to restore when the change is stopped.
  email_before text,
  phone_before text,
  phone_verified_before timestamptz,
  secret_before text,
  requested_at timestamptz not null,
  -- Null: a new email address that nobody has proven yet.
  effective_at timestamptz,
  stopped_at timestamptz,
  check ((kind = 'EMAIL') = (new_email is not null)),
  check (kind = 'EMAIL' or effective_at is not null)
);
create index account_changes_user on account_changes (user_id, requested_at);

-- The links that stop a change. They outlive every other link of the account, so that whoever took it over cannot
-- delete them.
create table account_change_stops (
  token_hash bytea primary key check (length(token_hash) = 32),
  change_id uuid not null references account_changes on delete cascade,
  expires_at timestamptz not null
);
create index account_change_stops_change on account_change_stops (change_id);

alter table second_factors
  -- Wrong codes in a row. At 100 it is blocked until a link sent to the account's address is opened.
  add failures integer not null default 0 check (failures >= 0),
  add blocked_at timestamptz;
