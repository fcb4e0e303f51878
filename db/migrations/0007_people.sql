-- People in a lot: how they came, what they are waiting for, invites, and their cars there.

-- ----------------------------------------------------------------------------------------------- memberships

create type membership_source as enum ('STAFF', 'REQUEST', 'CODE', 'INVITE', 'IMPORT');

alter table memberships
  -- How they came. What staff or an import began waits for the person; a request waits for staff.
  add source membership_source not null default 'REQUEST',
  -- Since when somebody asks to be let in, or in again after they had left or were turned down.
  add asked_at timestamptz,
  add check (asked_at is null or status in ('PENDING', 'DELETED', 'REJECTED'));

-- What residents type to come in; absent: nobody comes in by a code. No letter in it looks like another.
alter table lots
  add join_code text unique check (join_code ~ '^[2-9A-HJKMNP-Z]{10}$'),
  add join_code_at timestamptz,
  add check ((join_code is null) = (join_code_at is null));

-- --------------------------------------------------------------------------------------------------- invites

create type invite_kind as enum ('EMAIL', 'PHONE', 'LINK');

create table invites (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  kind invite_kind not null,
  -- Only the hash is kept: a copy of this table lets nobody in. Sending again makes another token.
  token_hash bytea not null check (length(token_hash) = 32),
  email text check (email = lower(email) and length(email) <= 254),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  role lot_role not null default 'MEMBER',
  group_id uuid,
  -- Becomes their own when they come in.
  spot_id uuid,
  max_uses integer not null default 1 check (max_uses between 1 and 1000),
  uses integer not null default 0,
  created_by_user_id uuid not null references users,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  sent_count integer not null default 1,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  declined_at timestamptz,
  primary key (id, lot_id),
  unique (token_hash, lot_id),
  foreign key (lot_id, group_id) references groups (lot_id, id),
  foreign key (lot_id, spot_id) references spots (lot_id, id),
  check (uses between 0 and max_uses),
  check (case kind when 'EMAIL' then email is not null and phone is null
    when 'PHONE' then phone is not null and email is null else email is null and phone is null end),
  -- What many may take gives nobody more than anybody may have.
  check (kind = 'LINK' or max_uses = 1),
  check (kind <> 'LINK' or (role = 'MEMBER' and spot_id is null)),
  check (expires_at > created_at)
);
-- At most one invite of a lot waits for an address; a newer one takes the place of one that has run out.
create unique index invites_email on invites (lot_id, email)
  where email is not null and uses = 0 and revoked_at is null and declined_at is null;
create unique index invites_phone on invites (lot_id, phone)
  where phone is not null and uses = 0 and revoked_at is null and declined_at is null;
create index invites_lot on invites (lot_id, created_at desc);
create index invites_to_email on invites (email) where email is not null;
create index invites_to_phone on invites (phone) where phone is not null;

create table invite_uses (
  invite_id uuid not null,
  lot_id uuid not null,
  user_id uuid not null references users,
  at timestamptz not null,
  primary key (invite_id, user_id, lot_id),
  foreign key (lot_id, invite_id) references invites (lot_id, id)
);
create index invite_uses_user on invite_uses (user_id);

-- ------------------------------------------------------------------------------------------------------ cars

alter table cars
  -- A temporary plate: until when it is theirs.
  add valid_until timestamptz,
  -- What plates that are mistaken for each other share (core/plates).
  add look_alike_key text not null generated always as (translate(plate_normalized, 'ODQILZSBG', '000112586')) stored;
create index cars_look_alike on cars (look_alike_key) where deleted_at is null;
create index cars_user on cars (user_id) where deleted_at is null;

-- Plates that a car had before. One keeps its right for a while: the car that wears it may still be standing there.
create table car_plates (
  car_id uuid not null references cars,
  plate text not null,
  plate_normalized text not null,
  region text not null,
  replaced_at timestamptz not null,
  replaced_by_user_id uuid references users,
  primary key (car_id, replaced_at, plate_normalized, region)
);
create index car_plates_plate on car_plates (plate_normalized);

-- Cars that staff took off a lot; their owners keep them. Booking with one there brings it back.
create table car_removals (
  lot_id uuid not null references lots,
  car_id uuid not null references cars,
  removed_at timestamptz not null,
  removed_by_user_id uuid not null references users,
  primary key (car_id, lot_id)
);
