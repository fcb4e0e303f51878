-- Places: what a lot may do and who finds it, its former public ids, spots that will be somebody's from a day on.

create type lot_trust_level as enum ('BLOCKED', 'NEW', 'TRUSTED');

alter table lots
  add column if not exists invite_only boolean not null default false,
  -- What the platform lets a lot do: core/lots/trust.ts. Lots that were here before are trusted.
  add trust_level lot_trust_level not null default 'TRUSTED',
  -- Counts what its people change in its settings: who saves says which they read.
  add version integer not null default 1,
  -- Since when it takes no bookings any more. Who is there stays.
  add retired_at timestamptz,
  add created_by_user_id uuid references users;
-- What several statements ask, said once.
alter table lots
  add is_listed boolean not null generated always as (not is_private and retired_at is null and trust_level = 'TRUSTED') stored,
  add takes_bookings boolean not null generated always as
    (plan_ended_at is null and retired_at is null and trust_level <> 'BLOCKED') stored;
create index lots_created_by on lots (created_by_user_id) where created_by_user_id is not null;

-- Under which public ids a lot was known before. Until a moment each still leads to it; its signs may hang longer.
create table former_public_ids (
  public_id text not null check (public_id ~ '^[A-Za-z0-9]{22,40}$'),
  lot_id uuid not null references lots,
  replaced_at timestamptz not null,
  leads_until timestamptz not null,
  replaced_by_user_id uuid references users,
  primary key (public_id, lot_id),
  check (leads_until >= replaced_at and leads_until <= replaced_at + interval '91 days')
);
create index former_public_ids_lot on former_public_ids (lot_id, replaced_at desc);

alter table spots
  -- A home or company whose spot it is; nobody lets it.
  add assigned_group_id uuid,
  -- The last day on which it is somebody's; null: without end.
  add assigned_until_on date,
  add foreign key (lot_id, assigned_group_id) references groups (lot_id, id),
  add check (num_nonnulls(assigned_user_id, assigned_group_id) <= 1),
  add check (assigned_until_on is null or num_nonnulls(assigned_user_id, assigned_group_id) = 1);
create index spots_assigned_group on spots (assigned_group_id) where assigned_group_id is not null;
create index spots_assigned_until on spots (assigned_until_on) where assigned_until_on is not null;

-- Whose a spot is now stands on the spot itself; here, whose it will be. When the day comes the row goes and the spot
-- says it. Until then a window keeps that time from being booked.
create table coming_assignments (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  spot_id uuid not null,
  user_id uuid references users,
  group_id uuid,
  starts_on date not null,
  -- The last day; null: without end.
  ends_on date,
  availability_id uuid not null,
  created_by_user_id uuid references users,
  created_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (lot_id, spot_id) references spots (lot_id, id),
  foreign key (lot_id, group_id) references groups (lot_id, id),
  foreign key (lot_id, availability_id) references availability (lot_id, id),
  check (num_nonnulls(user_id, group_id) = 1),
  check (ends_on >= starts_on),
  constraint coming_assignments_apart exclude using gist
    (lot_id with =, spot_id with =, daterange(starts_on, ends_on, '[]') with &&)
);
create index coming_assignments_start on coming_assignments (starts_on);
create index coming_assignments_window on coming_assignments (availability_id);
create index coming_assignments_user on coming_assignments (user_id) where user_id is not null;
create index coming_assignments_group on coming_assignments (group_id) where group_id is not null;
