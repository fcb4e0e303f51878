-- Returns the maximum size of all pictures of a lot together, in bytes. A function, because a trigger has no parameters;
-- api/shared-constants.test.ts compares it with MAX_LOT_PICTURE_BYTES.
create or replace function max_lot_picture_bytes() returns integer language sql immutable return 50000000;

-- Limits the pictures of a lot to max_lot_picture_bytes. Locks the lot, so that concurrent uploads count each other. Raises OS020 above
-- the limit.
create or replace function hold_file_quota() returns trigger language plpgsql as $$
begin
  perform from lots where id = new.lot_id for no key update;
  if (select coalesce(sum(octet_length(bytes)), 0) from files where lot_id = new.lot_id) + octet_length(new.bytes) > max_lot_picture_bytes() then
    raise exception 'the pictures of this lot take more room than it has' using errcode = 'OS020';
  end if;
  return new;
end $$;
create or replace trigger files_quota before insert on files for each row execute function hold_file_quota();
