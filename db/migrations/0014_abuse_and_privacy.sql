-- What a lot may know about a person, and what keeps a stranger from holding a lot, a server, or a mailbox hostage.

-- ------------------------------------------------------------------------------- privacy between lots

alter table reservations
  -- What staff typed about the person: first_name, last_name, email, phone. The lot sees this, and nothing of an
  -- account, until the person acts.
  add typed_contact jsonb check (jsonb_typeof(typed_contact) = 'object'),
  -- When the person agreed to a reservation that staff made for them.
  add accepted_at timestamptz;

-- Reservations that staff made and the person paid for were accepted by that payment.
update reservations r set accepted_at = r.confirmed_at
  where r.created_by_user_id <> r.user_id and r.confirmed_at is not null
    and exists (select from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
      where i.reservation_id = r.id and i.lot_id = r.lot_id and p.status in ('SUCCEEDED', 'PROCESSING'));
-- What staff typed went into the row of a person who had none before.
update reservations r set typed_contact = jsonb_strip_nulls(jsonb_build_object(
    'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'phone', u.phone))
  from users u
  where u.id = r.user_id and r.created_by_user_id <> r.user_id and u.account_status = 'GHOST' and u.source = 'UNKNOWN'
    and u.contact_email is null;

alter table memberships
  -- When the person asked for the membership, or took it. Null: only staff have acted so far.
  add acted_at timestamptz;
update memberships m set acted_at = m.created_at from users u
  where u.id = m.user_id
    and (m.source not in ('STAFF', 'IMPORT') or m.asked_at is not null or m.status = 'ACTIVE' and u.account_status = 'ACTIVE');

create type lot_car_note_state as enum ('OPEN', 'ACCEPTED', 'DISMISSED', 'WITHDRAWN');
-- A vehicle as the staff of one lot recorded it: a correction of a person's vehicle (car_id), or another one of theirs.
-- It counts in that lot only. Its owner sees it as a proposal and accepts it or dismisses it.
create table lot_car_notes (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  user_id uuid not null references users,
  car_id uuid references cars,
  plate text not null check (length(plate) between 1 and 20),
  plate_normalized text not null check (plate_normalized ~ '^[A-Z0-9]{1,15}$'),
  region text not null default '' check (length(region) <= 6),
  make text check (length(make) <= 60),
  model text check (length(model) <= 60),
  color text check (length(color) <= 30),
  valid_until timestamptz,
  reason text check (length(reason) between 1 and 500),
  state lot_car_note_state not null default 'OPEN',
  created_at timestamptz not null,
  created_by_user_id uuid not null references users,
  answered_at timestamptz,
  primary key (id, lot_id),
  check ((state = 'OPEN') = (answered_at is null))
);
create unique index lot_car_notes_correction on lot_car_notes (lot_id, car_id) where state = 'OPEN' and car_id is not null;
create unique index lot_car_notes_added on lot_car_notes (lot_id, user_id, plate_normalized, region)
  where state = 'OPEN' and car_id is null;
create index lot_car_notes_user on lot_car_notes (user_id) where state = 'OPEN';

-- --------------------------------------------------------------------------------------- unpaid holds

alter table payment_methods
  -- The provider's name for the card itself: the same card has the same one whoever saved it.
  add fingerprint text check (length(fingerprint) between 1 and 100);

-- It answers until when a hold is refused, too: its type changes.
drop function if exists hold_spot(timestamptz, jsonb);

-- Who held a spot while paying for it. Kept for a week, so that a lot is not held by people who never pay.
create table hold_attempts (
  reservation_id uuid not null,
  lot_id uuid not null,
  user_id uuid not null references users,
  fingerprint text,
  -- The first part of the caller's address (core/net/network.ts).
  network text check (length(network) <= 50),
  -- Whether the payer was a guest, or had an unverified email address, and had never paid.
  is_unproven boolean not null,
  held_at timestamptz not null,
  -- When it ended unpaid: it expired, was given up, or was released after two declined payments.
  ended_at timestamptz,
  primary key (reservation_id, lot_id),
  foreign key (lot_id, reservation_id) references reservations (lot_id, id)
);
create index hold_attempts_user on hold_attempts (user_id, held_at);
create index hold_attempts_fingerprint on hold_attempts (fingerprint, held_at) where fingerprint is not null;
create index hold_attempts_lot on hold_attempts (lot_id, held_at);
create index hold_attempts_held on hold_attempts (held_at);

-- --------------------------------------------------------------------------------- names and messages

-- Whether a text can be the name of a person or a lot: no line breaks, control characters, or links, since names go into
-- the subjects of emails. core/text/plain-name.ts says the same.
create function is_plain_name(p_name text) returns boolean language sql immutable
  return p_name !~ '[[:cntrl:]\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'
    and p_name !~* '://|www\.|[[:alnum:]-][.\u3002\uff0e\uff61][[:alpha:]]{2}';
create function plain_name(p_name text) returns text language sql immutable
  return nullif(trim(regexp_replace(regexp_replace(regexp_replace(p_name,
    '[[:cntrl:]\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|://|www\.', ' ', 'gi'),
    '([[:alnum:]-])[.\u3002\uff0e\uff61]([[:alpha:]]{2})', '\1. \2', 'g'), ' {2,}', ' ', 'g')), '');

alter table lots add constraint lots_plain_name check (is_plain_name(name)) not valid;
alter table users add constraint users_plain_name
  check (is_plain_name(coalesce(first_name, '')) and is_plain_name(coalesce(last_name, ''))) not valid;
alter table invites add constraint invites_plain_name
  check (is_plain_name(coalesce(first_name, '')) and is_plain_name(coalesce(last_name, ''))) not valid;
update lots set name = coalesce(left(plain_name(name), 120), 'Parking lot') where not is_plain_name(name);
update users set first_name = left(plain_name(first_name), 100), last_name = left(plain_name(last_name), 100)
  where not (is_plain_name(coalesce(first_name, '')) and is_plain_name(coalesce(last_name, '')));
update invites set first_name = left(plain_name(first_name), 100), last_name = left(plain_name(last_name), 100)
  where not (is_plain_name(coalesce(first_name, '')) and is_plain_name(coalesce(last_name, '')));
alter table lots validate constraint lots_plain_name;
alter table users validate constraint users_plain_name;
alter table invites validate constraint invites_plain_name;

-- An email that was not sent because its addressee had been sent too many is kept, and says so.
alter type email_state add value 'SUPPRESSED';
alter table emails
  -- On behalf of which lot it was written.
  add lot_id uuid references lots,
  -- Why it was not sent.
  add suppressed_because text check (suppressed_because in ('ADDRESSEE_LIMIT', 'LOT_LIMIT', 'DUPLICATE'));
create index emails_to on emails (to_address, created_at);
create index emails_lot on emails (lot_id, created_at) where lot_id is not null;

-- What people who got an email they did not ask for told the platform about it.
create table email_reports (
  id uuid primary key default uuidv7(),
  email_id uuid references emails on delete set null,
  lot_id uuid references lots,
  to_address text not null,
  subject text not null,
  note text check (length(note) between 1 and 1000),
  created_at timestamptz not null,
  unique (email_id)
);
create index email_reports_created on email_reports (created_at desc);

-- -------------------------------------------------------------------------------------------- lot size

alter table lots
  -- How many spots the lot may have, where the platform said so: otherwise 500 while it is NEW, 5,000 later.
  add spot_limit integer check (spot_limit between 1 and 32767);
