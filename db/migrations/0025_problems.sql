-- Problems that drivers report, with photos. A patroller looks at them, and staff resolve them.

create type problem_kind as enum ('SPOT_TAKEN', 'ISSUE_WITH_VEHICLE', 'OTHER');
create type problem_status as enum ('OPEN', 'RESOLVED', 'DISMISSED');
create type problem_resolution as enum ('MOVED', 'REFUNDED', 'SETTLED');
create type problem_finding as enum ('CONFIRMED', 'GONE', 'NOT_FOUND');

-- Until when after its start a taken spot gets the driver everything back. Later it is the unused part.
alter table lots
  add column problem_full_refund_minutes integer not null default 60 check (problem_full_refund_minutes between 0 and 10080);

create table problems (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  user_id uuid not null references users,
  -- The reservation of the reporter that it is about.
  reservation_id uuid,
  spot_id uuid,
  kind problem_kind not null,
  text text check (length(text) between 1 and 1000),
  -- The other vehicle, as it was reported or corrected.
  other_plate text check (length(other_plate) between 1 and 15),
  other_region text not null default '' check (length(other_region) <= 10),
  status problem_status not null default 'OPEN',
  resolution problem_resolution,
  -- What the driver reads about the resolution.
  answer text check (length(answer) between 1 and 500),
  resolved_at timestamptz,
  resolved_by_user_id uuid references users,
  -- What a patroller found at the spot.
  finding problem_finding,
  finding_note text check (length(finding_note) between 1 and 500),
  found_at timestamptz,
  found_by_user_id uuid references users,
  -- Where the driver was moved, and the reservation there.
  moved_to_spot_id uuid,
  moved_reservation_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id),
  foreign key (moved_reservation_id, lot_id) references reservations (id, lot_id),
  foreign key (spot_id, lot_id) references spots (id, lot_id),
  foreign key (moved_to_spot_id, lot_id) references spots (id, lot_id),
  constraint problems_resolved check ((status = 'OPEN') = (resolved_at is null) and (resolution is null) = (status <> 'RESOLVED')),
  constraint problems_moved check ((resolution is not distinct from 'MOVED') = (moved_to_spot_id is not null)),
  constraint problems_found check ((finding is null) = (found_at is null) and (finding is null) = (found_by_user_id is null))
);
-- The problems of a lot, newest first, and those that are open.
create index problems_lot on problems (lot_id, created_at desc, id desc);
create index problems_open on problems (lot_id, spot_id) where status = 'OPEN';
-- The reports of a person, and the automatic refunds and moves of the last months.
create index problems_user on problems (user_id, created_at desc);
-- One open report about a reservation; a second one returns it.
create unique index problems_reservation_open on problems (reservation_id, lot_id, kind) where status = 'OPEN';

-- Each value that the other vehicle's plate had before a correction.
create table problem_plates (
  id bigint generated always as identity primary key,
  lot_id uuid not null,
  problem_id uuid not null,
  other_plate text,
  other_region text not null,
  replaced_at timestamptz not null,
  replaced_by_user_id uuid not null references users,
  foreign key (problem_id, lot_id) references problems (id, lot_id)
);
create index problem_plates_problem on problem_plates (problem_id);

-- Private pictures taken on the lot. They belong to their uploader until something is created with them.
create table photos (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  problem_id uuid,
  uploaded_by_user_id uuid not null references users,
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  -- Always WebP, without metadata.
  bytes bytea not null check (octet_length(bytes) between 1 and 5000000),
  created_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (problem_id, lot_id) references problems (id, lot_id)
);
-- It is compressed already.
alter table photos alter bytes set storage external;
create index photos_problem on photos (problem_id) where problem_id is not null;
-- Uploads that nothing was created with, which are deleted after a day and limited per person.
create index photos_unused on photos (uploaded_by_user_id, created_at) where problem_id is null;
