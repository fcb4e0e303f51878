-- Photos of a lot, and what drivers ask before they come: see docs/decisions/0032-trust.md.
create type entry_method as enum ('PHONE_GATE', 'TICKET_GATE', 'PLATE_READER', 'ATTENDANT', 'OPEN_ACCESS');
create type on_site_payment as enum ('APP', 'CARD', 'CONTACTLESS', 'CASH');
create type lot_amenity as enum (
  'COVERED', 'LIGHTED', 'STAFFED', 'SECURITY_CAMERAS', 'ELEVATOR', 'ACCESSIBLE', 'RESTROOM', 'EV_CHARGING',
  'BIKE_PARKING', 'SHUTTLE', 'RE_ENTRY');

-- A photo in the two sizes that pages show. Which photos a lot shows, and in which order, is lots.photo_ids.
create table lot_photos (
  id uuid not null,
  lot_id uuid not null references lots,
  caption text not null default '' check (length(caption) <= 140),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  bytes bytea not null check (octet_length(bytes) between 1 and 5000000),
  thumbnail bytea not null check (octet_length(thumbnail) between 1 and 500000),
  created_at timestamptz not null,
  created_by_user_id uuid references users,
  primary key (id, lot_id)
);
-- The photos of a lot: for its page, and to delete those that it no longer shows.
create index lot_photos_lot on lot_photos (lot_id, created_at);
-- For erasing and merging people.
create index lot_photos_created_by on lot_photos (created_by_user_id) where created_by_user_id is not null;

alter table lots
  -- Which vehicles fit. Null: it is not known.
  add column clearance_mm integer,
  add column entry_methods entry_method[] not null default '{}',
  add column on_site_payments on_site_payment[] not null default '{}',
  add column amenities lot_amenity[] not null default '{}',
  add column photo_ids uuid[] not null default '{}',
  add column entrance_photo_id uuid,
  add column photos_version integer not null default 1;
alter table lots add constraint lots_clearance_mm_check check (clearance_mm between 1000 and 10000) not valid;
alter table lots add constraint lots_photo_ids_check check (cardinality(photo_ids) <= 8) not valid;
alter table lots add constraint lots_entrance_photo_check check (entrance_photo_id is null or entrance_photo_id = any (photo_ids)) not valid;
