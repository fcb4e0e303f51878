-- Keeps lots.photo_ids to photos that the lot has, each once. Raises OS060 otherwise.
create or replace function check_lot_photos() returns trigger language plpgsql as $$
begin
  if (select count(distinct p.id) from lot_photos p where p.lot_id = new.id and p.id = any (new.photo_ids)) <> cardinality(new.photo_ids) then
    raise exception 'a lot can show only its own photos, each once' using errcode = 'OS060';
  end if;
  return new;
end $$;
create or replace trigger lots_photos before insert or update of photo_ids on lots for each row
  when (new.photo_ids <> '{}') execute function check_lot_photos();

-- Refuses to delete a photo that its lot shows. Raises OS060.
create or replace function keep_shown_photo() returns trigger language plpgsql as $$
begin
  if exists (select from lots l where l.id = old.lot_id and old.id = any (l.photo_ids)) then
    raise exception 'the lot shows this photo' using errcode = 'OS060';
  end if;
  return old;
end $$;
create or replace trigger lot_photos_shown before delete on lot_photos for each row execute function keep_shown_photo();

-- Returns how many photos of a lot are kept at most: those it shows, and those that were removed today and can be restored. A
-- function, because a trigger has no parameters.
create or replace function max_kept_lot_photos() returns integer language sql immutable return 24;

-- Limits the stored photos of a lot. Locks the lot, so that concurrent uploads count each other. Raises OS061 above the limit.
create or replace function limit_lot_photos() returns trigger language plpgsql as $$
begin
  perform from lots where id = new.lot_id for no key update;
  if (select count(*) from lot_photos where lot_id = new.lot_id) >= max_kept_lot_photos() then
    raise exception 'this lot has too many photos' using errcode = 'OS061';
  end if;
  return new;
end $$;
create or replace trigger lot_photos_limit before insert on lot_photos for each row execute function limit_lot_photos();
