-- Gates, and every request to open one with the states it went through.

create type gate_driver as enum ('SIMULATED', 'SHELLY_HTTP', 'SHELLY_MQTT', 'HOME_ASSISTANT_MQTT', 'TASMOTA_MQTT');
create type gate_actuation as enum ('OPEN_INPUT', 'TOGGLE_BUTTON');
create type gate_position as enum ('UNKNOWN', 'CLOSED', 'OPENING', 'OPEN', 'CLOSING', 'STOPPED');
create type gate_open_status as enum (
  'REQUESTED', 'SENT', 'TRIGGERED', 'OPENING', 'OPEN', 'CLOSED', 'UNCONFIRMED', 'OBSTRUCTED', 'REJECTED', 'EXPIRED', 'FAILED', 'UNKNOWN');
create type gate_right as enum ('RESERVATION', 'ASSIGNMENT', 'MEMBERSHIP', 'STAFF');

-- Members without a reservation or an assigned spot open gates only with this permission.
alter table memberships add column opens_gates boolean not null default false,
  add constraint memberships_opens_gates check (not opens_gates or status = 'ACTIVE') not valid;

create table gates (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 80),
  driver gate_driver not null,
  -- Addresses, channels, and topics: core/gates/devices.ts.
  device jsonb not null,
  -- Encrypted (api/secrets.ts), and never returned.
  device_password text,
  actuation gate_actuation not null,
  has_position_sensor boolean not null,
  pulse_ms integer not null check (pulse_ms between 100 and 2000),
  travel_seconds integer not null check (travel_seconds between 1 and 300),
  pause_seconds integer not null check (pause_seconds between 1 and 300),
  -- How long before its start and after its end a reservation opens the gate.
  early_minutes integer not null check (early_minutes between 0 and 1440),
  late_minutes integer not null check (late_minutes between 0 and 1440),
  -- Why only staff may open it at the moment.
  locked_reason text check (length(locked_reason) between 1 and 200),
  -- How to open it without power or network.
  emergency_access text check (length(emergency_access) between 1 and 500),
  -- What the device last reported.
  position gate_position not null default 'UNKNOWN',
  position_at timestamptz,
  is_obstructed boolean not null default false,
  is_reachable boolean,
  -- Since when it is reachable or unreachable.
  reachable_at timestamptz,
  faults text[] not null default '{}',
  checked_at timestamptz,
  held_open_until timestamptz,
  held_open_by_user_id uuid references users,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, lot_id),
  constraint gates_device check ((device ->> 'driver') is not distinct from driver::text),
  -- A second pulse while a toggle gate moves would stop or close it.
  constraint gates_pause check (actuation <> 'TOGGLE_BUTTON' or pause_seconds >= travel_seconds),
  constraint gates_hold check ((held_open_until is null) = (held_open_by_user_id is null))
);
-- Names are unique in a lot; also lists its gates.
create unique index gates_name on gates (lot_id, lower(name)) where deleted_at is null;

-- Gates whose admins have to be notified: those that are unreachable, and those that are held open too long.
create index gates_unreachable on gates (reachable_at) where not is_reachable and deleted_at is null;
create index gates_held_open on gates (held_open_until) where held_open_until is not null and deleted_at is null;

create table gate_open_moves (from_status gate_open_status, to_status gate_open_status, primary key (from_status, to_status));
insert into gate_open_moves values
  ('REQUESTED', 'SENT'), ('REQUESTED', 'EXPIRED'), ('REQUESTED', 'FAILED'),
  ('SENT', 'TRIGGERED'), ('SENT', 'OPENING'), ('SENT', 'OPEN'), ('SENT', 'OBSTRUCTED'), ('SENT', 'UNCONFIRMED'),
  ('SENT', 'FAILED'), ('SENT', 'UNKNOWN'),
  ('TRIGGERED', 'OPENING'), ('TRIGGERED', 'OPEN'), ('TRIGGERED', 'OBSTRUCTED'), ('TRIGGERED', 'UNCONFIRMED'),
  ('UNCONFIRMED', 'OPENING'), ('UNCONFIRMED', 'OPEN'), ('UNCONFIRMED', 'OBSTRUCTED'),
  ('UNKNOWN', 'OPENING'), ('UNKNOWN', 'OPEN'), ('UNKNOWN', 'OBSTRUCTED'),
  ('OPENING', 'OPEN'), ('OPENING', 'OBSTRUCTED'), ('OPENING', 'CLOSED'),
  ('OPEN', 'OBSTRUCTED'), ('OPEN', 'CLOSED'),
  ('OBSTRUCTED', 'OPENING'), ('OBSTRUCTED', 'OPEN'), ('OBSTRUCTED', 'CLOSED');

create table gate_opens (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  gate_id uuid not null,
  user_id uuid not null references users,
  -- Null if the request was rejected because the person had none.
  given_by gate_right,
  reservation_id uuid,
  -- Why staff opened it.
  note text check (length(note) between 1 and 200),
  client client_kind,
  idempotency_key text not null,
  -- The request in flight that this one joined: one pulse opens the gate for both, and its state is that one's.
  joined_id uuid,
  status gate_open_status not null,
  status_at timestamptz not null,
  -- Why it did not open the gate: core/enums.ts, gateReasons.
  reason text check (length(reason) between 1 and 40),
  -- What the device answered, without secrets.
  response text check (length(response) <= 2000),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  primary key (id, lot_id),
  unique (user_id, idempotency_key),
  foreign key (gate_id, lot_id) references gates (id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id),
  foreign key (joined_id, lot_id) references gate_opens (id, lot_id)
);
-- Never two pulses of one gate at once.
create unique index gate_opens_in_flight on gate_opens (gate_id, lot_id) where status in ('REQUESTED', 'SENT') and joined_id is null;
-- The history of a gate, its latest pulse, and the pulses of its last minute.
create index gate_opens_gate on gate_opens (gate_id, requested_at desc);
-- The latest requests of a person.
create index gate_opens_user on gate_opens (user_id, requested_at desc);
-- Requests that the sweep has to settle.
create index gate_opens_unsettled on gate_opens (status_at) where status in ('REQUESTED', 'SENT', 'TRIGGERED') and joined_id is null;

-- The states of a request with their times, written by a trigger.
create table gate_open_steps (
  id bigint generated always as identity primary key,
  lot_id uuid not null,
  open_id uuid not null,
  status gate_open_status not null,
  at timestamptz not null,
  foreign key (open_id, lot_id) references gate_opens (id, lot_id)
);
create index gate_open_steps_open on gate_open_steps (open_id);
