-- Who was allowed to park at a past moment: reservations are known from their events, the rest from here.

-- Since when the spot has its assignee. Null: since before this was recorded.
alter table spots add column assigned_at timestamptz;

-- Assignments that have ended, written by a trigger.
create table previous_assignments (
  id bigint generated always as identity primary key,
  lot_id uuid not null,
  spot_id uuid not null,
  user_id uuid references users,
  group_id uuid,
  starts_at timestamptz,
  ends_at timestamptz not null,
  foreign key (spot_id, lot_id) references spots (id, lot_id),
  check (num_nonnulls(user_id, group_id) = 1)
);
-- The assignee of a spot at a past moment.
create index previous_assignments_spot on previous_assignments (spot_id, ends_at);
-- What a merged or forgotten person had.
create index previous_assignments_user on previous_assignments (user_id) where user_id is not null;

-- Times of active membership that have ended, or in which the group was another one, written by a trigger.
create table previous_memberships (
  id bigint generated always as identity primary key,
  lot_id uuid not null references lots,
  user_id uuid not null references users,
  group_id uuid,
  has_acted boolean not null,
  ends_at timestamptz not null
);
-- The members of a lot or group at a past moment.
create index previous_memberships_lot on previous_memberships (lot_id, user_id, ends_at);
-- What a merged or forgotten person had.
create index previous_memberships_user on previous_memberships (user_id);
