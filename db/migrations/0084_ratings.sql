-- Ratings by drivers who parked: see docs/decisions/0032-trust.md.
create table ratings (
  id uuid not null,
  lot_id uuid not null references lots,
  reservation_id uuid not null,
  user_id uuid not null references users,
  stars smallint not null check (stars between 1 and 5),
  text text check (length(text) between 1 and 1000),
  created_at timestamptz not null,
  reply text check (length(reply) between 1 and 1000),
  replied_at timestamptz,
  replied_by_user_id uuid references users,
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  hidden_by_user_id uuid references users,
  primary key (id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id),
  check (num_nulls(reply, replied_at) in (0, 2)),
  check (num_nulls(hidden_at, hidden_reason) in (0, 2))
);
-- One rating for each reservation.
create unique index ratings_reservation on ratings (reservation_id);
-- The ratings of a lot, newest first.
create index ratings_lot on ratings (lot_id, created_at desc, id desc);
-- For erasing, merging, and exporting people.
create index ratings_user on ratings (user_id);
create index ratings_replied_by on ratings (replied_by_user_id) where replied_by_user_id is not null;
create index ratings_hidden_by on ratings (hidden_by_user_id) where hidden_by_user_id is not null;

-- What people say is wrong with a rating, until a platform admin decides.
create table rating_reports (
  rating_id uuid not null,
  lot_id uuid not null,
  user_id uuid not null references users,
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (rating_id, user_id),
  foreign key (rating_id, lot_id) references ratings (id, lot_id) on delete cascade
);
-- The reports that wait for a decision, the oldest first.
create index rating_reports_open on rating_reports (created_at, rating_id) where decided_at is null;
create index rating_reports_user on rating_reports (user_id);

-- Kept by triggers, so that search reads them with the lot.
alter table lots
  add column rating_count integer not null default 0,
  add column rating_stars integer not null default 0;
