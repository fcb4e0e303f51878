-- How availability rules were before they were changed or deleted, so that the monitor shows a past moment as it was then.

-- Written by keep_previous_availability. It names no person, so it outlasts the people whose rules these were.
create table previous_availability (
  id uuid not null,
  lot_id uuid not null references lots,
  spot_id uuid,
  zone_id uuid,
  kind availability_kind not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  repeat_frequency repeat_frequency not null,
  weekdays weekday[] not null,
  until_on date,
  half_hour_cents integer,
  hour_cents integer,
  day_cents integer,
  month_cents integer,
  created_at timestamptz not null,
  version integer not null,
  -- When it was changed or deleted.
  replaced_at timestamptz not null,
  primary key (lot_id, id, version, replaced_at)
);
-- The rules of a lot at a past moment (availability_at).
create index previous_availability_lot on previous_availability (lot_id, replaced_at);
