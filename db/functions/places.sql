-- Rules about lots and spot assignments that the database enforces. This file runs again whenever it changes.

-- Raises OS008 if the currency of a lot would change after amounts exist in it. FOR UPDATE waits for bookings in
-- progress, whose foreign key to the lot locks its key.
create or replace function refuse_other_currency() returns trigger language plpgsql as $$
begin
  perform from lots l where l.id = new.id for update;
  if exists (select from reservations r where r.lot_id = new.id) or exists (select from earnings e where e.lot_id = new.id)
    or exists (select from plan_bills b where b.lot_id = new.id) or exists (select from payouts p where p.lot_id = new.id)
    or exists (select from validation_partners p where p.lot_id = new.id) then
    raise exception 'lot % has amounts in %', new.id, old.currency using errcode = 'OS008';
  end if;
  return new;
end $$;
create or replace trigger lots_currency before update of currency on lots for each row
  when (old.currency is distinct from new.currency) execute function refuse_other_currency();

-- Raises OS009 for a booking that read the currency before it changed.
create or replace function refuse_strange_currency() returns trigger language plpgsql as $$
begin
  if not exists (select from lots l where l.id = new.lot_id and l.currency = new.currency) then
    raise exception 'lot % has another currency by now', new.lot_id using errcode = 'OS009';
  end if;
  return null;
end $$;
create or replace trigger reservations_currency after insert on reservations
  for each row execute function refuse_strange_currency();

-- Raises OS013 for a public ID that was used before: it means one lot, even after it was replaced.
create or replace function refuse_previous_public_id() returns trigger language plpgsql as $$
begin
  if exists (select from previous_public_ids f where f.public_id = new.public_id) then
    raise exception 'this public id was in use before' using errcode = 'OS013';
  end if;
  return new;
end $$;
create or replace trigger lots_public_id before insert or update of public_id on lots
  for each row execute function refuse_previous_public_id();

-- Raises OS014 if a future assignment would start before the current one ends. Locks the spot, as changing the current
-- assignment does, so neither misses the other.
create or replace function refuse_early_assignment() returns trigger language plpgsql as $$
declare
  the_spot spots;
begin
  select s.* into the_spot from spots s where s.id = new.spot_id and s.lot_id = new.lot_id for no key update;
  if num_nonnulls(the_spot.assigned_user_id, the_spot.assigned_group_id) > 0
    and (the_spot.assigned_until_on is null or the_spot.assigned_until_on >= new.starts_on) then
    raise exception 'spot % is somebody''s then', new.spot_id using errcode = 'OS014';
  end if;
  return new;
end $$;
create or replace trigger upcoming_assignments_after_present before insert or update on upcoming_assignments
  for each row execute function refuse_early_assignment();

-- Raises OS014 if the current assignment would overlap a future one.
create or replace function refuse_late_assignment() returns trigger language plpgsql as $$
begin
  if exists (select from upcoming_assignments c where c.spot_id = new.id and c.lot_id = new.lot_id
    and (new.assigned_until_on is null or c.starts_on <= new.assigned_until_on)) then
    raise exception 'spot % will be somebody else''s', new.id using errcode = 'OS014';
  end if;
  return new;
end $$;
create or replace trigger spots_before_upcoming before update of assigned_user_id, assigned_group_id, assigned_until_on on spots
  for each row when (num_nonnulls(new.assigned_user_id, new.assigned_group_id) > 0)
  execute function refuse_late_assignment();
