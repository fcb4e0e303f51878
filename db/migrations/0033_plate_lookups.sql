-- Who looked up which license plate, when, and why.

create type plate_match as enum ('EXACT', 'OTHER_REGION', 'LOOK_ALIKE', 'ONE_EDIT');
create type plate_lookup_reason as enum ('PATROL', 'REPORT', 'GATE', 'OTHER', 'PUBLIC_CHECK');
create type plate_lookup_result as enum ('MAY_PARK', 'SIMILAR', 'NO_RIGHT');

create table plate_lookups (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  -- Who asked; null on the public page.
  user_id uuid references users,
  -- As it was typed or read, normalized.
  plate text not null check (plate ~ '^[A-Z0-9]{1,15}$'),
  region text not null default '' check (length(region) <= 10),
  reason plate_lookup_reason not null,
  note text check (length(note) between 1 and 200),
  -- The moment that was asked about: earlier than `created_at` for one on a device without a connection.
  looked_up_at timestamptz not null,
  result plate_lookup_result not null,
  -- What was shown first: the surest match and its spot.
  match plate_match,
  spot_label text,
  created_at timestamptz not null,
  primary key (id, lot_id),
  constraint plate_lookups_by check ((user_id is null) = (reason = 'PUBLIC_CHECK')),
  constraint plate_lookups_other check (reason <> 'OTHER' or note is not null),
  constraint plate_lookups_match check ((match is null) = (result = 'NO_RIGHT') and (match is null) = (spot_label is null)),
  constraint plate_lookups_time check (looked_up_at <= created_at)
);
-- The log of a lot, newest first.
create index plate_lookups_lot on plate_lookups (lot_id, created_at desc, id desc);
-- The log of one plate.
create index plate_lookups_plate on plate_lookups (lot_id, plate, created_at desc);
-- What a person looked up, when they merge accounts or export their data.
create index plate_lookups_user on plate_lookups (user_id) where user_id is not null;
-- Lookups that are deleted because they are old.
create index plate_lookups_created on plate_lookups (created_at);
