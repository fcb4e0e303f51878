-- What a lot may know about a person. Every list of a lot that names people reads them from here.

-- Returns a person as a lot sees them, and their relation:
-- - MEMBER: an ACTIVE member who asked to join or accepted: name and contact
-- - REQUEST: asks to join: name and contact
-- - GUEST: booked here, or accepted a reservation here, that is not over for `p_guest_days`: name and contact
-- - PREVIOUS: was a member, asked to join, or booked before: the name
-- - TYPED: only staff have acted: what the lot's own system says about a resident, or what staff typed on the newest
--   reservation; nothing of the account
-- - STRANGER: nothing
-- No row if the person does not exist.
--
-- OFFSET 0 keeps each part apart: otherwise the planner copies the expression of the relation into every column that depends on it, and
-- each copy reads the reservations again, and for a list of persons it may read all users to join them.
create or replace function visible_person(p_lot_id uuid, p_user_id uuid, p_now timestamptz, p_guest_days integer)
returns table (relation text, first_name text, last_name text, name text, email text, phone text) language sql stable as $$
  select k.relation, n.first_name, n.last_name,
    nullif(trim(concat_ws(' ', n.first_name, n.last_name)), ''),
    case when k.relation in ('MEMBER', 'REQUEST', 'GUEST') then coalesce(u.email, u.contact_email) else t.typed ->> 'email' end,
    case when k.relation in ('MEMBER', 'REQUEST', 'GUEST') then u.phone else t.typed ->> 'phone' end
  from users u
    -- A join and not subqueries: for a list, the planner would hash the memberships of every lot to answer those.
    left join memberships m on m.lot_id = p_lot_id and m.user_id = u.id
    cross join lateral (select case
      when m.status = 'ACTIVE' and m.acted_at is not null then 'MEMBER'
      when m.status = 'PENDING' and m.acted_at is not null or m.requested_at is not null then 'REQUEST'
      when exists (select from reservations r where r.lot_id = p_lot_id and r.user_id = u.id
        and (r.created_by_user_id = u.id or r.accepted_at is not null) and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
        and (r.ends_at is null or r.ends_at > p_now - make_interval(days => p_guest_days))) then 'GUEST'
      when m.acted_at is not null
        or exists (select from reservations r where r.lot_id = p_lot_id and r.user_id = u.id
          and (r.created_by_user_id = u.id or r.accepted_at is not null)) then 'PREVIOUS'
      when m.id is not null
        or exists (select from reservations r where r.lot_id = p_lot_id and r.user_id = u.id) then 'TYPED'
      else 'STRANGER' end as relation offset 0) k
    left join lateral (select case when k.relation = 'TYPED' then coalesce(
      (select jsonb_strip_nulls(jsonb_build_object('first_name', x.first_name, 'last_name', x.last_name, 'email', x.email, 'phone', x.phone))
        from residents x where x.lot_id = p_lot_id and x.user_id = u.id order by x.last_seen_at desc limit 1),
      (select r.typed_contact from reservations r
        where r.lot_id = p_lot_id and r.user_id = u.id and r.typed_contact is not null
        order by r.created_at desc limit 1)) end as typed offset 0) t on true
    cross join lateral (select
      case when k.relation in ('TYPED', 'STRANGER') then t.typed ->> 'first_name' else u.first_name end as first_name,
      case when k.relation in ('TYPED', 'STRANGER') then t.typed ->> 'last_name' else u.last_name end as last_name) n
  where u.id = p_user_id offset 0
$$;

-- Returns the name of a person as a lot sees them without the time. A statement that rarely needs it calls this: PostgreSQL would expand
-- visible_person in it, and prepare its 25 subqueries each time.
create or replace function visible_name(p_lot_id uuid, p_user_id uuid, p_guest_days integer) returns text language sql stable as $$
  select v.name from visible_person(p_lot_id, p_user_id, 'infinity', p_guest_days) v
$$;

-- Returns the plate that a vehicle had at a moment. A lot keeps seeing a reservation's plate as it was at the end of
-- the reservation.
create or replace function plate_at(p_car_id uuid, p_at timestamptz)
returns table (plate text, plate_normalized text, region text) language sql stable as $$
  select coalesce(f.plate, c.plate), coalesce(f.plate_normalized, c.plate_normalized), coalesce(f.region, c.region)
  from cars c left join lateral (
    select p.plate, p.plate_normalized, p.region from car_plates p
    where p.car_id = c.id and p.replaced_at > p_at order by p.replaced_at limit 1) f on true
  where c.id = p_car_id
$$;

-- Returns the plate of a reservation at a moment, with the ID of the driver's vehicle, or of the note of the staff who gave the
-- reservation another plate.
create or replace function plate_of_reservation(p_lot_id uuid, p_reservation_id uuid, p_car_id uuid, p_at timestamptz)
returns table (id uuid, plate text, plate_normalized text, region text) language sql stable as $$
  select p_car_id, k.plate, k.plate_normalized, k.region from plate_at(p_car_id, p_at) k
  union all
  select n.id, n.plate, n.plate_normalized, n.region from lot_car_notes n
  where p_car_id is null and n.reservation_id = p_reservation_id and n.lot_id = p_lot_id
    and n.created_at <= p_at and (n.answered_at is null or n.answered_at > p_at)
$$;

-- Stores what staff typed about a person on the reservation they made for them. Must run in the transaction that
-- creates it.
create or replace function keep_typed_contact(p_lot_id uuid, p_reservation_id uuid, p_contact jsonb) returns void language sql as $$
  update reservations r set typed_contact = nullif(jsonb_strip_nulls(p_contact), '{}')
  where r.id = p_reservation_id and r.lot_id = p_lot_id
$$;

-- Only the person can change a reservation from PENDING to ACTIVE, by accepting or paying, so that moment is recorded
-- as acceptance.
create or replace function record_acceptance() returns trigger language plpgsql as $$
begin
  new.accepted_at := coalesce(new.accepted_at, new.confirmed_at);
  return new;
end $$;
create or replace trigger reservations_acceptance before update of status on reservations for each row
  when (old.status = 'PENDING' and new.status = 'ACTIVE') execute function record_acceptance();

-- Records that a membership is the person's own action: they asked, used a code or an invite, or accepted an offer.
create or replace function record_membership_act() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.source not in ('STAFF', 'IMPORT') then new.acted_at := coalesce(new.acted_at, new.created_at); end if;
  elsif new.source not in ('STAFF', 'IMPORT') or new.requested_at is not null
    or old.status = 'PENDING' and new.status = 'ACTIVE' then
    new.acted_at := coalesce(new.acted_at, new.changed_at);
  end if;
  return new;
end $$;
create or replace trigger memberships_act before insert or update on memberships for each row
  execute function record_membership_act();

-- Erases everything that lots recorded about a person when their account is deleted.
create or replace function erase_lot_records() returns trigger language plpgsql as $$
begin
  update reservations r set typed_contact = null where r.user_id = new.id and r.typed_contact is not null;
  update lot_car_notes n set plate = 'ERASED', plate_normalized = 'ERASED', region = '', make = null, model = null,
      color = null, valid_until = null, reason = null, state = case when n.state = 'OPEN' then 'WITHDRAWN' else n.state end,
      answered_at = coalesce(n.answered_at, new.tokens_valid_after, n.created_at)
    where n.user_id = new.id;
  -- The resident stays without a person, so that the next import does not invite them again.
  update residents r set user_id = null, record = null, first_name = null, last_name = null, email = null, phone = null, suggested_email = null,
      suggested_phone = null, due_on = null, ended_at = coalesce(r.ended_at, r.changed_at), opted_out_at = coalesce(r.opted_out_at, r.changed_at)
    where r.user_id = new.id and new.merged_into_id is null;
  update resident_rows r set record = null, details = null, before = null, user_id = null
    where r.user_id = new.id and new.merged_into_id is null;
  delete from email_reports e where e.to_address in (old.email, old.contact_email);
  return null;
end $$;
create or replace trigger users_forget_notes after update of account_status on users for each row
  when (new.account_status = 'DELETED' and old.account_status <> 'DELETED') execute function erase_lot_records();
