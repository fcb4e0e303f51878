-- The in-memory index of search (docs/decisions/0040-fast-reads.md) reads from here what changed since it last looked.

-- Rows live for an hour or two; nothing refers to them. A row of a lot alone says that the lot changed, the others say which time of
-- which spot was taken (1) or given back (-1).
create table search_changes (
  written_by xid8 not null default pg_current_xact_id(),
  lot_id uuid not null,
  spot_no smallint,
  starts_min integer,
  ends_min integer,
  added smallint,
  check (num_nulls(spot_no, starts_min, ends_min, added) in (0, 4)),
  check (added in (1, -1))
);
-- For the statement that reads what a snapshot did not see (api/booking/search/index-changes.sql.ts), and for deleting old rows.
create index search_changes_written_by on search_changes (written_by);

-- One row: from which transaction on `search_changes` is complete. `next_from` becomes `kept_from` an hour later.
create table search_changes_kept (
  is_only boolean primary key default true check (is_only),
  kept_from xid8 not null,
  next_from xid8 not null,
  noted_at timestamptz not null
);
insert into search_changes_kept (kept_from, next_from, noted_at)
  select pg_snapshot_xmin(pg_current_snapshot()), pg_snapshot_xmin(pg_current_snapshot()), '2026-01-01';
