-- Suggested prices by hour and weekday, within bounds that the owner sets. See docs/decisions/0029-price-guidance.md.

-- What was edited is saved only if nobody saved a change meanwhile.
alter table calendar_prices add column version integer not null default 1;
alter table zones add column version integer not null default 1;
alter table availability add column version integer not null default 1;

-- A calendar price that price guidance made and may change. It is weekly, a percentage, and for the whole lot.
alter table calendar_prices add column is_guidance boolean not null default false;
alter table calendar_prices add constraint calendar_prices_guidance check (
  not is_guidance or (repeat_frequency = 'WEEKLY' and percent_bps is not null and zone_ids is null and until_on is null)) not valid;

-- The bounds of a lot, as changes of its prices in basis points, and when guidance applies itself next; null: never.
create table price_guidance (
  lot_id uuid primary key references lots,
  lowest_bps integer not null check (lowest_bps between -5000 and 0),
  highest_bps integer not null check (highest_bps between 0 and 10000),
  step_bps integer not null check (step_bps between 500 and 2500),
  next_apply_at timestamptz,
  version integer not null default 1,
  changed_at timestamptz not null,
  check (lowest_bps < highest_bps)
);
-- The lots whose prices are due (list_due_guidance).
create index price_guidance_due on price_guidance (next_apply_at) where next_apply_at is not null;

-- What guidance changed: the hours of the week with the percentages before and after, so that it can be undone.
create table price_guidance_changes (
  id uuid primary key default uuidv7(),
  lot_id uuid not null references lots,
  applied_at timestamptz not null,
  is_scheduled boolean not null,
  cells jsonb not null check (jsonb_typeof(cells) = 'array' and octet_length(cells::text) <= 20000),
  undone_at timestamptz,
  check (undone_at >= applied_at)
);
-- The changes of a lot, the newest first (list_guidance_changes).
create index price_guidance_changes_lot on price_guidance_changes (lot_id, applied_at desc);
