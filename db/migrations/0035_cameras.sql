-- Cameras that read license plates: their events, the reads, and the visits that follow from them. See docs/decisions/0018-cameras.md.

create type camera_kind as enum ('PLATE_RECOGNIZER', 'OPENALPR', 'HIKVISION', 'AXIS', 'GENETEC');
create type camera_direction as enum ('ENTRY', 'EXIT', 'BOTH', 'INSIDE');
create type camera_event_outcome as enum ('READ', 'IGNORED', 'MALFORMED');
create type plate_direction as enum ('IN', 'OUT', 'INSIDE', 'UNKNOWN');
create type visit_end as enum ('EXIT', 'STAFF', 'SEEN_ENTERING_AGAIN');
create type visit_state as enum ('AUTHORIZED', 'OVERSTAY', 'NO_RIGHT');

alter table lots
  -- How long a vehicle may arrive before its right begins and leave after it ended.
  add column camera_grace_minutes integer not null default 15 check (camera_grace_minutes between 0 and 240),
  -- How long pictures are kept; 0 stores none.
  add column camera_image_hours integer not null default 24 check (camera_image_hours between 0 and 168);

create table cameras (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 80),
  kind camera_kind not null,
  direction camera_direction not null,
  gate_id uuid,
  is_active boolean not null default true,
  -- After this many hours without an event its admins are notified.
  silent_hours integer not null default 24 check (silent_hours between 1 and 720),
  -- SHA-256 of the secret part of its address; null after it was deleted.
  token_hash bytea unique check (length(token_hash) = 32),
  -- The previous address, and until when it is still accepted.
  previous_token_hash bytea unique check (length(previous_token_hash) = 32),
  previous_until timestamptz,
  -- When it last sent anything, and when the last plate was read.
  event_at timestamptz,
  read_at timestamptz,
  -- How long the last event took from the picture to the server, by the clock of the camera.
  delay_ms integer,
  -- When events were last discarded because there were too many.
  dropped_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, lot_id),
  foreign key (gate_id, lot_id) references gates (id, lot_id),
  constraint cameras_token check ((token_hash is null) = (deleted_at is not null)),
  constraint cameras_previous check ((previous_token_hash is null) = (previous_until is null)),
  constraint cameras_gate check (gate_id is null or direction <> 'INSIDE')
);
-- Names are unique in a lot; also lists its cameras.
create unique index cameras_name on cameras (lot_id, lower(name)) where deleted_at is null;
-- The round that looks for cameras that have been silent.
create index cameras_event on cameras (event_at) where deleted_at is null and is_active;

-- What cameras sent, exactly as it arrived. Stored before anything reads it.
create table camera_events (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  camera_id uuid not null,
  received_at timestamptz not null,
  content_type text not null check (length(content_type) <= 200),
  size_bytes integer not null check (size_bytes >= 0),
  -- Null if it was too large, and after its time.
  body bytea check (length(body) <= 5000000),
  -- SHA-256 of the body, by which a repeated one is recognized.
  body_hash bytea not null check (length(body_hash) = 32),
  outcome camera_event_outcome,
  -- Why it was ignored or could not be read: core/enums.ts, cameraEventReasons.
  reason text check (length(reason) between 1 and 40),
  processed_at timestamptz,
  primary key (id, lot_id),
  foreign key (camera_id, lot_id) references cameras (id, lot_id),
  constraint camera_events_once unique (camera_id, body_hash),
  constraint camera_events_processed check ((outcome is null) = (processed_at is null)),
  constraint camera_events_reason check ((reason is null) = (outcome is null or outcome = 'READ'))
);
-- The events of a camera that could not be read, newest first.
create index camera_events_malformed on camera_events (camera_id, received_at desc, id desc) where outcome = 'MALFORMED';
-- Events that are deleted because they are old.
create index camera_events_received on camera_events (received_at);

-- How long vehicles were in a lot.
create table plate_visits (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  -- What all look-alikes of its plate share.
  visit_key text not null check (length(visit_key) between 1 and 15),
  plate text not null check (plate ~ '^[A-Z0-9]{1,15}$'),
  region text not null default '' check (length(region) <= 10),
  -- Null if it was first seen inside or leaving.
  entered_at timestamptz,
  exited_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  end_reason visit_end,
  -- The surest match of its reads with a right, and that right.
  match plate_match,
  right_kind text check (right_kind in ('RESERVATION', 'ASSIGNED')),
  reservation_id uuid,
  user_id uuid references users,
  spot_label text,
  right_ends_at timestamptz,
  state visit_state not null,
  -- When it is checked again whether the vehicle has a right.
  check_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id),
  constraint plate_visits_times check (first_seen_at <= last_seen_at and coalesce(entered_at, first_seen_at) = first_seen_at
    and coalesce(exited_at, last_seen_at) >= last_seen_at),
  constraint plate_visits_ended check ((exited_at is null) = (end_reason is null)),
  constraint plate_visits_right check ((match is null) = (right_kind is null) and (match is null) = (user_id is null))
);
-- The visits of a lot, newest first.
create index plate_visits_lot on plate_visits (lot_id, first_seen_at desc, id desc);
-- The vehicles that are in a lot.
create index plate_visits_inside on plate_visits (lot_id, first_seen_at desc, id desc) where exited_at is null;
-- The visits of one vehicle, when another read of it arrives.
create index plate_visits_key on plate_visits (lot_id, visit_key);
-- The visits that are due to be checked.
create index plate_visits_check on plate_visits (check_at) where check_at is not null;
-- The visits that are deleted because they are old.
create index plate_visits_seen on plate_visits (last_seen_at);
-- The visits of a person.
create index plate_visits_user on plate_visits (user_id) where user_id is not null;
-- The visits of a reservation.
create index plate_visits_reservation on plate_visits (reservation_id) where reservation_id is not null;

create table plate_reads (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  -- Null if staff recorded that the vehicle left.
  camera_id uuid,
  recorded_by_user_id uuid references users,
  -- The camera's own name for this passage of a vehicle.
  event_key text not null check (length(event_key) between 1 and 200),
  -- As it was read.
  plate text not null check (length(plate) between 1 and 40),
  plate_normalized text not null check (plate_normalized ~ '^[A-Z0-9]{1,15}$'),
  region text not null default '' check (length(region) <= 10),
  visit_key text not null check (length(visit_key) between 1 and 15),
  confidence smallint check (confidence between 0 and 100),
  captured_at timestamptz not null,
  received_at timestamptz not null,
  direction plate_direction not null,
  -- 0 first reading, 1 a better one, 2 final. A later stage replaces what an earlier one read.
  stage smallint not null check (stage between 0 and 2),
  stage_at timestamptz not null,
  match plate_match,
  -- Several vehicles with a right look like it, so none was chosen.
  is_ambiguous boolean not null default false,
  right_kind text check (right_kind in ('RESERVATION', 'ASSIGNED')),
  reservation_id uuid,
  user_id uuid references users,
  spot_label text,
  right_plate text check (length(right_plate) between 1 and 20),
  right_ends_at timestamptz,
  visit_id uuid,
  -- What became of opening the gate: core/enums.ts, plateGateResults. Null if the camera opens none.
  gate_result text check (length(gate_result) between 1 and 40),
  gate_open_id uuid,
  primary key (id, lot_id),
  foreign key (camera_id, lot_id) references cameras (id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id),
  foreign key (gate_open_id, lot_id) references gate_opens (id, lot_id),
  foreign key (visit_id, lot_id) references plate_visits (id, lot_id) on delete cascade,
  constraint plate_reads_once unique (camera_id, event_key),
  constraint plate_reads_by check ((camera_id is null) = (recorded_by_user_id is not null)),
  constraint plate_reads_right check ((match is null) = (right_kind is null) and (match is null) = (user_id is null)
    and (match is null) = (right_plate is null))
);
-- The reads of a lot, newest first.
create index plate_reads_lot on plate_reads (lot_id, captured_at desc, id desc);
-- The reads of one vehicle, from which its visits follow.
create index plate_reads_key on plate_reads (lot_id, visit_key, captured_at);
-- The reads of a visit.
create index plate_reads_visit on plate_reads (visit_id);
-- The reads of a person.
create index plate_reads_user on plate_reads (user_id) where user_id is not null;
-- What a person recorded, when they merge accounts or export their data.
create index plate_reads_recorded on plate_reads (recorded_by_user_id) where recorded_by_user_id is not null;

create table plate_read_images (
  read_id uuid not null,
  lot_id uuid not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (read_id, lot_id),
  foreign key (read_id, lot_id) references plate_reads (id, lot_id) on delete cascade
);
-- Pictures that are deleted because they are old.
create index plate_read_images_created on plate_read_images (created_at);

-- The camera whose read opened a gate.
alter table gate_opens add column camera_id uuid;
alter table gate_opens add constraint gate_opens_camera foreign key (camera_id, lot_id) references cameras (id, lot_id) not valid;
alter table gate_opens add constraint gate_opens_plate_event
  check (given_by is distinct from 'PLATE_EVENT' or camera_id is not null) not valid;
