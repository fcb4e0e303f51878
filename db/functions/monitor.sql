-- Who was allowed to park at a past moment.

-- Keeps an assignment that ends, and since when the next one has been in effect. `assigned_at` is set by the statement.
create or replace function keep_previous_assignment() returns trigger language plpgsql as $$
begin
  if num_nonnulls(old.assigned_user_id, old.assigned_group_id) = 1 then
    insert into previous_assignments (lot_id, spot_id, user_id, group_id, starts_at, ends_at)
      values (old.lot_id, old.id, old.assigned_user_id, old.assigned_group_id, old.assigned_at,
        case when new.assigned_at is distinct from old.assigned_at then new.assigned_at else now() end);
  end if;
  return null;
end $$;
create or replace trigger spots_previous_assignment after update of assigned_user_id, assigned_group_id on spots
  for each row when ((old.assigned_user_id, old.assigned_group_id) is distinct from (new.assigned_user_id, new.assigned_group_id))
  execute function keep_previous_assignment();

-- Keeps a membership that ends or moves to another group.
create or replace function keep_previous_membership() returns trigger language plpgsql as $$
begin
  insert into previous_memberships (lot_id, user_id, group_id, has_acted, ends_at)
    values (old.lot_id, old.user_id, old.group_id, old.acted_at is not null, new.changed_at);
  return null;
end $$;
create or replace trigger memberships_previous after update of status, group_id on memberships
  for each row when (old.status = 'ACTIVE' and (old.status, old.group_id) is distinct from (new.status, new.group_id))
  execute function keep_previous_membership();

-- Returns the facts of a reservation at a past moment if it was one then and touches a time. `p_facts` is what it had before the first
-- change after that moment; null if it did not change.
create or replace function facts_within(p_at timestamptz, p_within tstzrange, p_status reservation_status, p_confirmed_at timestamptz,
  p_canceled_at timestamptz, p_car_id uuid, p_spot_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_facts jsonb)
returns table (car_id uuid, spot_id uuid, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select f.car_id, f.spot_id, f.starts_at, f.ends_at
  from (
    select case when p_facts is null then p_car_id else (p_facts ->> 'car_id')::uuid end as car_id,
      coalesce((p_facts ->> 'spot_id')::uuid, p_spot_id) as spot_id,
      coalesce((p_facts ->> 'starts_at')::timestamptz, p_starts_at) as starts_at,
      case when p_facts is null then p_ends_at else (p_facts ->> 'ends_at')::timestamptz end as ends_at) f
  where tstzrange(f.starts_at, f.ends_at) && p_within
    and (p_status = 'ACTIVE' or p_status = 'CANCELED' and p_confirmed_at is not null and p_canceled_at > p_at)
$$;

-- Returns the reservations of a lot within a time as they were at a past moment, with the facts that they had then. One that
-- staff entered later for that time is returned too.
create or replace function reservations_as_of(p_lot_id uuid, p_at timestamptz, p_within tstzrange)
returns table (id uuid, user_id uuid, car_id uuid, spot_id uuid, starts_at timestamptz, ends_at timestamptz, created_at timestamptz)
language sql stable as $$
  with changed as (
    select distinct on (e.reservation_id) e.reservation_id, e.details -> 'from' as facts
    from reservation_events e
    where e.lot_id = p_lot_id and e.at > p_at and e.details -> 'from' ? 'spot_id'
    order by e.reservation_id, e.at, e.id),
  candidates as (
    select r.id from reservations r
    where r.lot_id = p_lot_id and tstzrange(r.starts_at, r.ends_at) && p_within and r.status in ('ACTIVE', 'CANCELED')
    union
    select c.reservation_id from changed c)
  select r.id, r.user_id, f.car_id, f.spot_id, f.starts_at, f.ends_at, r.created_at
  from candidates k join reservations r on r.id = k.id and r.lot_id = p_lot_id
    left join changed c on c.reservation_id = r.id
    cross join lateral facts_within(p_at, p_within, r.status, r.confirmed_at, r.canceled_at, r.car_id, r.spot_id, r.starts_at, r.ends_at,
      c.facts) f
$$;

-- Returns the reservations of a lot that gave a right to park at a past moment.
create or replace function reservations_at(p_lot_id uuid, p_at timestamptz)
returns table (id uuid, user_id uuid, car_id uuid, spot_id uuid, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select r.id, r.user_id, r.car_id, r.spot_id, r.starts_at, r.ends_at
  from reservations_as_of(p_lot_id, p_at, tstzrange(p_at, p_at, '[]')) r
$$;

-- Returns one reservation of a lot if it gave a right to park at a past moment, as it was then. Always a lookup (offset 0), never a join.
create or replace function reservation_at(p_lot_id uuid, p_reservation_id uuid, p_at timestamptz)
returns table (id uuid, user_id uuid, car_id uuid, spot_id uuid, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select r.id, r.user_id, f.car_id, f.spot_id, f.starts_at, f.ends_at
  from reservations r
    left join lateral (
      select e.details -> 'from' as facts from reservation_events e
      where e.reservation_id = r.id and e.lot_id = r.lot_id and e.at > p_at and e.details -> 'from' ? 'spot_id'
      order by e.at, e.id limit 1) c on true
    cross join lateral facts_within(p_at, tstzrange(p_at, p_at, '[]'), r.status, r.confirmed_at, r.canceled_at, r.car_id, r.spot_id,
      r.starts_at, r.ends_at, c.facts) f
  where r.id = p_reservation_id and r.lot_id = p_lot_id offset 0
$$;

-- Returns the assignee of each spot of a lot at a past moment; a spot that had none is not returned.
create or replace function assignments_at(p_lot_id uuid, p_at timestamptz)
returns table (spot_id uuid, user_id uuid, group_id uuid, ends_at timestamptz) language sql stable as $$
  select s.id, coalesce(p.user_id, s.assigned_user_id), coalesce(p.group_id, s.assigned_group_id),
    case when p.ends_at is null then at_local((s.assigned_until_on + 1)::timestamp, l.time_zone) end
  from spots s join lots l on l.id = s.lot_id
    left join lateral (
      select v.user_id, v.group_id, v.starts_at, v.ends_at from previous_assignments v
      where v.spot_id = s.id and v.lot_id = s.lot_id and v.ends_at > p_at order by v.ends_at limit 1) p on true
  where s.lot_id = p_lot_id and (s.deleted_at is null or s.deleted_at > p_at)
    and case when p.ends_at is null
      then num_nonnulls(s.assigned_user_id, s.assigned_group_id) = 1 and (s.assigned_at is null or s.assigned_at <= p_at)
      else p.starts_at is null or p.starts_at <= p_at end
$$;

-- Returns the active members of a lot at a past moment with their group then, and whether membership was their own act.
create or replace function members_at(p_lot_id uuid, p_at timestamptz)
returns table (user_id uuid, group_id uuid, has_acted boolean) language sql stable as $$
  select m.user_id, case when p.ends_at is null then m.group_id else p.group_id end,
    case when p.ends_at is null then m.acted_at is not null else p.has_acted end
  from memberships m
    left join lateral (
      select v.group_id, v.has_acted, v.ends_at from previous_memberships v
      where v.lot_id = m.lot_id and v.user_id = m.user_id and v.ends_at > p_at order by v.ends_at limit 1) p on true
  where m.lot_id = p_lot_id and m.created_at <= p_at and (p.ends_at is not null or m.status = 'ACTIVE')
$$;

-- Keeps availability rules as they are before they are changed.
create or replace function keep_previous_availability(p_now timestamptz, p_lot_id uuid, p_ids uuid[]) returns void language sql as $$
  insert into previous_availability (id, lot_id, spot_id, zone_id, kind, starts_at, ends_at, repeat_frequency, weekdays, until_on,
      half_hour_cents, hour_cents, day_cents, month_cents, created_at, version, replaced_at)
    select a.id, a.lot_id, a.spot_id, a.zone_id, a.kind, a.starts_at, a.ends_at, a.repeat_frequency, a.weekdays, a.until_on,
      a.half_hour_cents, a.hour_cents, a.day_cents, a.month_cents, a.created_at, a.version, p_now
    from availability a where a.lot_id = p_lot_id and a.id = any(p_ids)
    on conflict do nothing
$$;

-- Deletes availability rules, which remain known for past moments.
create or replace function delete_availability(p_now timestamptz, p_lot_id uuid, p_ids uuid[]) returns void language sql as $$
  select keep_previous_availability(p_now, p_lot_id, p_ids);
  delete from availability a where a.lot_id = p_lot_id and a.id = any(p_ids)
$$;
create or replace trigger previous_availability_append_only before update or delete or truncate on previous_availability
  for each statement execute function refuse_change();

-- Returns the availability rules of a lot at a past moment. One that was entered later for that time and still exists counts, as
-- reservations do.
create or replace function availability_at(p_lot_id uuid, p_at timestamptz)
returns table (id uuid, spot_id uuid, zone_id uuid, kind availability_kind, starts_at timestamptz, ends_at timestamptz,
  repeat_frequency repeat_frequency, weekdays weekday[], until_on date,
  half_hour_cents integer, hour_cents integer, day_cents integer, month_cents integer) language sql stable as $$
  with previous as (
    select distinct on (v.id) v.* from previous_availability v
    where v.lot_id = p_lot_id and v.replaced_at > p_at and v.created_at <= p_at
    order by v.id, v.replaced_at, v.version)
  select v.id, v.spot_id, v.zone_id, v.kind, v.starts_at, v.ends_at, v.repeat_frequency, v.weekdays, v.until_on,
    v.half_hour_cents, v.hour_cents, v.day_cents, v.month_cents
  from previous v
  union all
  select a.id, a.spot_id, a.zone_id, a.kind, a.starts_at, a.ends_at, a.repeat_frequency, a.weekdays, a.until_on,
    a.half_hour_cents, a.hour_cents, a.day_cents, a.month_cents
  from availability a where a.lot_id = p_lot_id and not exists (select from previous v where v.id = a.id)
$$;
