-- Getting in, and being out: passkeys, second factors, sessions that can be told apart, links that prove an address,
-- bans, people who became one, and people who were forgotten. How it hangs together: docs/decisions/0004

alter table users
  -- A GHOST that was claimed by somebody who had an account: what comes late for it is theirs.
  add merged_into_id uuid references users,
  add banned_at timestamptz,
  add ban_reason text check (length(ban_reason) between 1 and 500),
  add banned_by_user_id uuid references users,
  -- What they were before, and are again when the ban is lifted.
  add status_before_ban account_status,
  -- What another service vouched for before this moment counts no more: everything was signed out, or banned.
  add tokens_valid_after timestamptz,
  add check (merged_into_id is null or account_status = 'DELETED'),
  add check (merged_into_id <> id);
create index users_phone_given on users (phone) where phone is not null;
create index users_contact_email on users (contact_email) where contact_email is not null;
create index users_list on users (created_at desc, id desc);
create index users_text on users using gin
  ((coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(contact_email, '') || ' ' || coalesce(phone, '')) gin_trgm_ops);

create type sign_in_method as enum ('PASSWORD', 'LINK', 'PASSKEY', 'FIREBASE', 'GUEST');
alter table sessions
  add method sign_in_method,
  add second_factor boolean not null default false,
  add last_seen_at timestamptz;

alter type sign_in_link_purpose add value 'GUEST';
alter table sign_in_links
  -- The address that who opens it shows to be theirs. Null: of an older kind, the account's own.
  add email text check (email = lower(email) and length(email) <= 254);

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- What the authenticator calls it.
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  -- Counts its uses, where the authenticator counts them: one that goes back was copied.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  is_synced boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- The secret that a person's app makes one-time codes from, sealed by the server's own key.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret text not null,
  -- Null: shown, and not yet answered with a code.
  confirmed_at timestamptz,
  -- The half minute of the last code that was taken: neither it nor an older one is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create table backup_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table payment_methods
  -- The customer that holds it at the provider, where that is not the user's own: it came with a guest.
  add stripe_customer_id text;

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('PAYMENT', 'REFUND', 'DISPUTE', 'DISPUTE_RETURNED', 'PROVIDER_FEE', 'PAYOUT', 'PLAN', 'SETTLEMENT', 'MERGE'));

-- Customers of the provider whose person was forgotten: they are to be forgotten there too.
create table forgotten_customers (
  stripe_customer_id text primary key,
  since timestamptz not null
);

create index audit_log_list on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_user_id, at desc) where actor_user_id is not null;
