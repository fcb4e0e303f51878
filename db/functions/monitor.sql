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

-- Returns the reservations of a lot that gave a right to park at a past moment, with the facts that they had then. One
-- that staff entered later for that time counts.
create or replace function reservations_at(p_lot_id uuid, p_at timestamptz)
returns table (id uuid, user_id uuid, car_id uuid, spot_id uuid, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  with changed as (
    select distinct on (e.reservation_id) e.reservation_id, e.details -> 'from' as facts
    from reservation_events e
    where e.lot_id = p_lot_id and e.at > p_at and e.details -> 'from' ? 'spot_id'
    order by e.reservation_id, e.at, e.id),
  candidates as (
    select r.id from reservations r
    where r.lot_id = p_lot_id and tstzrange(r.starts_at, r.ends_at) @> p_at and r.status in ('ACTIVE', 'CANCELED')
    union
    select c.reservation_id from changed c)
  select r.id, r.user_id, f.car_id, f.spot_id, f.starts_at, f.ends_at
  from candidates k join reservations r on r.id = k.id and r.lot_id = p_lot_id
    left join changed c on c.reservation_id = r.id
    cross join lateral (
      select case when c.facts is null then r.car_id else (c.facts ->> 'car_id')::uuid end as car_id,
        coalesce((c.facts ->> 'spot_id')::uuid, r.spot_id) as spot_id,
        coalesce((c.facts ->> 'starts_at')::timestamptz, r.starts_at) as starts_at,
        case when c.facts is null then r.ends_at else (c.facts ->> 'ends_at')::timestamptz end as ends_at) f
  where f.starts_at <= p_at and (f.ends_at is null or f.ends_at > p_at)
    and (r.status = 'ACTIVE' or r.status = 'CANCELED' and r.confirmed_at is not null and r.canceled_at > p_at)
$$;

-- Returns the assignee of each spot of a lot at a past moment; a spot that had none is not returned.
create or replace function assignments_at(p_lot_id uuid, p_at timestamptz)
returns table (spot_id uuid, user_id uuid, group_id uuid, ends_at timestamptz) language sql stable as $$
  select s.id, coalesce(p.user_id, s.assigned_user_id), coalesce(p.group_id, s.assigned_group_id),
    case when p.ends_at is null then (s.assigned_until_on + 1)::timestamp at time zone l.time_zone end
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
