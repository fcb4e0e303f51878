-- Fines: warnings and amounts by rule set, their payment, appeals, and evidence. See docs/decisions/0017-fines.md.

create type fine_reason as enum ('NO_RIGHT_TO_PARK', 'OVERSTAY', 'WRONG_SPOT', 'RESERVED_SPOT', 'BLOCKING', 'OTHER');
create type fine_status as enum ('WARNING', 'UNPAID', 'PROCESSING', 'PAID', 'REFUNDED', 'VOIDED');
create type fine_void_reason as enum ('RIGHT_FOUND', 'APPEAL', 'STAFF');
create type fine_appeal_status as enum ('OPEN', 'ACCEPTED', 'DECLINED', 'CLOSED');
create type fine_event_kind as enum (
  'ISSUED', 'PROCESSING', 'PAID', 'PAYMENT_FAILED', 'REFUNDED', 'VOIDED', 'APPEALED', 'APPEAL_ACCEPTED', 'APPEAL_DECLINED', 'APPEAL_CLOSED');

-- Until when a fine is to be paid, and may be appealed, after it was issued.
alter table lots
  add column fine_due_days integer not null default 14 check (fine_due_days between 1 and 90),
  add column fine_appeal_days integer not null default 14 check (fine_appeal_days between 1 and 90);

-- What a rule set says about fines: core/fines/terms.ts. Null if it has none.
alter table rule_set_versions add column fine_terms jsonb;

create table fine_moves (from_status fine_status, to_status fine_status, primary key (from_status, to_status));
insert into fine_moves values
  ('WARNING', 'VOIDED'),
  ('UNPAID', 'PROCESSING'), ('UNPAID', 'PAID'), ('UNPAID', 'VOIDED'),
  ('PROCESSING', 'UNPAID'), ('PROCESSING', 'PAID'), ('PROCESSING', 'VOIDED'),
  ('PAID', 'REFUNDED'), ('PAID', 'VOIDED'),
  ('REFUNDED', 'VOIDED');

create table fines (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  -- In the link and the QR code of the notice. Whoever has it sees the fine.
  code text not null unique check (code ~ '^[A-Za-z0-9]{24}$'),
  status fine_status not null,
  reason fine_reason not null,
  note text check (length(note) between 1 and 500),
  -- As it was read.
  plate text not null check (length(plate) between 1 and 20),
  plate_normalized text not null check (length(plate_normalized) between 1 and 15),
  region text not null default '' check (length(region) <= 10),
  -- Similar plates had a right, and the patroller compared a photo.
  is_plate_confirmed boolean not null default false,
  -- The similar plates that the patroller was shown. Only for the staff.
  similar_plates jsonb not null default '[]',
  -- Whose vehicle it is, if the lot knows.
  user_id uuid references users,
  car_id uuid references cars,
  spot_id uuid,
  seen_at timestamptz not null,
  -- The rules that applied, and how the amount followed from them: core/fines/terms.ts, FineExplanation.
  rule_set_id uuid not null,
  rule_set_version integer not null,
  explanation jsonb not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents integer not null check (amount_cents >= 0),
  due_at timestamptz,
  appeal_until timestamptz not null,
  -- What the first event of the chain has the hash of. Null after its person was forgotten.
  facts text,
  void_reason fine_void_reason,
  void_note text check (length(void_note) between 1 and 500),
  voided_at timestamptz,
  voided_by_user_id uuid references users,
  -- When it is checked again whether a right existed.
  check_at timestamptz,
  created_at timestamptz not null,
  created_by_user_id uuid not null references users,
  changed_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (spot_id, lot_id) references spots (id, lot_id),
  foreign key (rule_set_id, rule_set_version, lot_id) references rule_set_versions (rule_set_id, version, lot_id),
  constraint fines_seen check (seen_at <= created_at),
  constraint fines_amount check (case when status = 'WARNING' then amount_cents = 0 when status = 'VOIDED' then true else amount_cents > 0 end),
  constraint fines_due check ((amount_cents > 0) = (due_at is not null)),
  constraint fines_voided check ((status = 'VOIDED') = (voided_at is not null) and (voided_at is null) = (void_reason is null))
);
-- The fines of a lot, newest first.
create index fines_lot on fines (lot_id, created_at desc, id desc);
-- The earlier ones of a vehicle.
create index fines_plate on fines (lot_id, plate_normalized, seen_at);
-- The fines of a person.
create index fines_user on fines (user_id, created_at desc) where user_id is not null;
-- Those of which it is due to check whether a right existed.
create index fines_check on fines (check_at) where check_at is not null;
-- Those that a change of a right may concern.
create index fines_seen_open on fines (lot_id, seen_at) where check_at is not null;

-- What happened to a fine: the exact texts of the chain. Only appended to.
create table fine_events (
  fine_id uuid not null,
  lot_id uuid not null,
  seq smallint not null check (seq > 0),
  kind fine_event_kind not null,
  at timestamptz not null,
  -- JSON with the hash of the event before it.
  payload text not null check (length(payload) <= 8000),
  -- SHA-256 of the payload, in hexadecimal.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (fine_id, seq, lot_id),
  foreign key (fine_id, lot_id) references fines (id, lot_id)
);

create table fine_appeals (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  fine_id uuid not null,
  user_id uuid not null references users,
  status fine_appeal_status not null default 'OPEN',
  text text check (length(text) between 1 and 2000),
  -- What the driver reads about the decision.
  answer text check (length(answer) between 1 and 1000),
  decided_at timestamptz,
  decided_by_user_id uuid references users,
  created_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (fine_id, lot_id) references fines (id, lot_id),
  constraint fine_appeals_decided check ((status = 'OPEN') = (decided_at is null))
);
-- One for each fine.
create unique index fine_appeals_fine on fine_appeals (fine_id, lot_id);
-- The appeals that wait for the staff.
create index fine_appeals_open on fine_appeals (lot_id, created_at) where status = 'OPEN';
-- The appeals of a person.
create index fine_appeals_user on fine_appeals (user_id);

-- An invoice without a reservation is for a fine. Earlier rows fulfill the constraints, so that validating them would only lock the table.
-- Old code ignores fines, which are the only invoices without one.
-- squawk-ignore ban-drop-not-null
alter table invoices alter reservation_id drop not null;
alter table invoices add column fine_id uuid;
alter table invoices add constraint invoices_about check (
  (kind = 'FINE') = (fine_id is not null) and (fine_id is null) = (reservation_id is not null)) not valid;
alter table invoices add constraint invoices_fine foreign key (fine_id, lot_id) references fines (id, lot_id) not valid;
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check check (kind in ('BOOKING', 'CHANGE', 'PERIOD', 'CORRECTION', 'FINE')) not valid;
alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check check (kind in (
  'PARKING', 'MINIMUM', 'NTH_SPOT', 'SERVICE_FEE', 'PRICE_CHANGE', 'PAID_BEFORE', 'STAFF_PRICE', 'CORRECTION', 'PART_MONTH', 'FINE')) not valid;

-- Photos of a fine, by the staff, and of an appeal, by the driver.
alter table photos add column fine_id uuid;
alter table photos add column fine_appeal_id uuid;
alter table photos add constraint photos_fine foreign key (fine_id, lot_id) references fines (id, lot_id) not valid;
alter table photos add constraint photos_fine_appeal foreign key (fine_appeal_id, lot_id) references fine_appeals (id, lot_id) not valid;
alter table photos add constraint photos_of_one check (num_nonnulls(problem_id, fine_id, fine_appeal_id) <= 1) not valid;
