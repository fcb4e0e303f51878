-- Writes what the in-memory index of search must learn (docs/decisions/0040-fast-reads.md), in the transaction that changes it. This file runs
-- again whenever it changes.

-- Notes times that were taken (1) or given back (-1).
create or replace function note_times(p_lots uuid[], p_spots integer[], p_starts integer[], p_ends integer[], p_added integer)
returns void language plpgsql as $$
begin
  if p_lots is null then return; end if;
  insert into search_changes (lot_id, spot_no, starts_min, ends_min, added)
    select n.lot_id, n.spot_no, n.starts_min, n.ends_min, p_added
    from unnest(p_lots, p_spots, p_starts, p_ends) n(lot_id, spot_no, starts_min, ends_min);
end $$;

-- Notes the times of spots that a statement took or gave back. Per statement, because closures of a year are written at once.
create or replace function note_taken_times() returns trigger language plpgsql as $$
begin
  perform note_times(array_agg(lot_id), array_agg(spot_no::integer), array_agg(starts_min), array_agg(ends_min), 1) from new_rows;
  return null;
end $$;

create or replace function note_given_times() returns trigger language plpgsql as $$
begin
  perform note_times(array_agg(lot_id), array_agg(spot_no::integer), array_agg(starts_min), array_agg(ends_min), -1) from old_rows;
  return null;
end $$;

create or replace function note_moved_times() returns trigger language plpgsql as $$
begin
  perform note_times(array_agg(lot_id), array_agg(spot_no::integer), array_agg(starts_min), array_agg(ends_min), -1) from old_rows;
  perform note_times(array_agg(lot_id), array_agg(spot_no::integer), array_agg(starts_min), array_agg(ends_min), 1) from new_rows;
  return null;
end $$;
create or replace trigger occupancy_noted_insert after insert on occupancy
  referencing new table as new_rows for each statement execute function note_taken_times();
create or replace trigger occupancy_noted_delete after delete on occupancy
  referencing old table as old_rows for each statement execute function note_given_times();
create or replace trigger occupancy_noted_update after update on occupancy
  referencing old table as old_rows new table as new_rows for each statement execute function note_moved_times();

-- Notes that lots changed: their own columns, which also tell of changed prices and rules (bump_terms), and where they redirect.
create or replace function note_lot() returns trigger language plpgsql as $$
begin
  insert into search_changes (lot_id) values (coalesce(new.id, old.id));
  return null;
end $$;
create or replace trigger lots_noted after insert or update or delete on lots for each row execute function note_lot();
create or replace function note_redirect() returns trigger language plpgsql as $$
begin
  insert into search_changes (lot_id) values (coalesce(new.from_lot_id, old.from_lot_id));
  return null;
end $$;
create or replace trigger lot_redirects_noted after insert or update or delete on lot_redirects for each row execute function note_redirect();
