-- Spots that the booking page keeps free for a while (docs/decisions/0051-page-holds.md).

-- Keeps the occupancy row of a page hold in sync with it, so that search, allocation, and prices know that the time is taken.
create or replace function keep_page_hold() returns trigger language plpgsql as $$
declare
  was_from integer := minutes_of(new.starts_at);
  was_to integer := minutes_of(new.ends_at);
begin
  if tg_op = 'INSERT' then
    insert into occupancy (lot_id, spot_no, starts_min, ends_min, reservation_id) values (new.lot_id, new.spot_no, was_from, was_to, new.id);
  -- The two indexes are partial, so each branch repeats the condition of its index.
  elsif was_to - was_from <= 7200 then
    delete from occupancy where lot_id = new.lot_id and starts_min = was_from and ends_min - starts_min <= 7200 and reservation_id = new.id;
  else
    delete from occupancy where lot_id = new.lot_id and starts_min = was_from and ends_min - starts_min > 7200 and reservation_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger page_holds_occupancy_insert after insert on page_holds for each row execute function keep_page_hold();
create or replace trigger page_holds_occupancy_end after update of ended_at on page_holds for each row
  when (old.ended_at is null and new.ended_at is not null) execute function keep_page_hold();

-- Raises OS079 if a visitor's page holds the spot at a time that a reservation takes. Its foreign key to the spot was checked before
-- (triggers run in order of their names) and waited for place_page_hold, which locks the spot.
create or replace function refuse_page_held() returns trigger language plpgsql as $$
begin
  if exists (select from page_holds h where h.lot_id = new.lot_id and h.spot_id = new.spot_id and h.ended_at is null
    and tstzrange(h.starts_at, h.ends_at) && tstzrange(new.starts_at, new.ends_at)) then
    raise exception 'another visitor is booking spot %', new.spot_id using errcode = 'OS079';
  end if;
  return null;
end $$;
create or replace trigger reservations_page_held_insert after insert on reservations for each row
  when (holds_spot(new.status)) execute function refuse_page_held();
-- What a reservation keeps was its own before: only another spot or a longer time can meet a page hold.
create or replace trigger reservations_page_held_update after update of starts_at, ends_at, spot_id on reservations for each row
  when (holds_spot(new.status) and (new.spot_id <> old.spot_id or new.starts_at < old.starts_at or new.ends_at is distinct from old.ends_at))
  execute function refuse_page_held();

-- Makes way for a reservation: ends what its own driver's page holds in the lot, and what others held on the spot until now.
create or replace function end_page_holds(
  p_now timestamptz, p_holders text[], p_lot_id uuid, p_spot_id uuid, p_starts_at timestamptz, p_ends_at timestamptz
) returns void language sql as $$
  update page_holds h set ended_at = p_now where h.lot_id = p_lot_id and h.holder = any(p_holders) and h.ended_at is null;
  update page_holds h set ended_at = h.expires_at where h.lot_id = p_lot_id and h.spot_id = p_spot_id and h.ended_at is null
    and h.expires_at <= p_now and tstzrange(h.starts_at, h.ends_at) && tstzrange(p_starts_at, p_ends_at);
$$;

-- Holds a spot for a visitor's booking page. The same page opened again, in a second tab, or after coming back has the hold that there is,
-- which ends when it would have ended. `holders` are the names of the visitor; the hold gets the first.
--
-- Locks, in this order: the page holds of the lot, the visitor's page holds, the spot.
--
-- outcome: held · taken · ran_out (the visitor's hold of the same ended by itself; `renews` starts another) · limited (too many holds of the
-- visitor, the network, or all visitors of the lot) · has_one (a reservation of the person in this lot at an overlapping time)
create or replace function place_page_hold(p_now timestamptz, p jsonb, out outcome text, out expires_at timestamptz)
language plpgsql as $$
declare
  h record;
  facts record;
  last page_holds;
  counts record;
begin
  select * into h from jsonb_to_record(p) as (
    id uuid, page_id uuid, holders text[], user_id uuid, network text, lot_id uuid, spot_id uuid, wanted text,
    starts_at timestamptz, ends_at timestamptz, renews boolean, minutes integer, max_open integer, max_hourly integer,
    max_network integer, max_anonymous_percent integer);
  perform pg_advisory_xact_lock(hashtextextended('page holds ' || h.lot_id, 7005));
  if exists (select from reservations r where r.user_id = h.user_id and r.lot_id = h.lot_id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
    and r.starts_at < coalesce(h.ends_at, 'infinity') and coalesce(r.ends_at, 'infinity') > h.starts_at) then
    outcome := 'has_one'; return;
  end if;
  select x.* into last from page_holds x where x.lot_id = h.lot_id and x.holder = any(h.holders) and x.wanted = h.wanted
    and x.starts_at = h.starts_at and x.ends_at is not distinct from h.ends_at and x.placed_at > p_now - interval '1 hour'
    order by x.expires_at desc, x.placed_at desc limit 1;
  if last.id is not null and last.expires_at <= p_now and not h.renews then outcome := 'ran_out'; return; end if;
  if last.id is not null and last.ended_at is null and last.expires_at > p_now then
    update page_holds x set page_id = h.page_id, holder = h.holders[1], is_anonymous = h.user_id is null
      where x.id = last.id and x.lot_id = last.lot_id;
    outcome := 'held'; expires_at := last.expires_at; return;
  end if;

  update page_holds x set ended_at = least(x.expires_at, p_now) where x.lot_id = h.lot_id and x.holder = any(h.holders) and x.ended_at is null;
  if last.expires_at > p_now then expires_at := last.expires_at;
  else expires_at := p_now + make_interval(mins => h.minutes);
  end if;
  select s.spot_no, l.spot_count, l.takes_bookings into facts from spots s join lots l on l.id = s.lot_id
    where s.id = h.spot_id and s.lot_id = h.lot_id and s.deleted_at is null;
  if not found or not facts.takes_bookings then outcome := 'taken'; return; end if;
  select count(distinct (x.expires_at, x.wanted, x.starts_at, x.ends_at)) filter (where x.holder = any(h.holders)) as hourly,
      count(*) filter (where x.network = h.network and x.ended_at is null and x.expires_at > p_now) as near,
      count(*) filter (where x.is_anonymous and x.ended_at is null and x.expires_at > p_now) as anonymous into counts
    from page_holds x where x.lot_id = h.lot_id and x.placed_at > p_now - interval '1 hour';
  if coalesce(last.expires_at <= p_now, true) and counts.hourly >= h.max_hourly or counts.near >= h.max_network
    or h.user_id is null and counts.anonymous >= greatest(1, facts.spot_count * h.max_anonymous_percent / 100)
    or (select count(*) from page_holds x where x.holder = any(h.holders) and x.ended_at is null and x.expires_at > p_now) >= h.max_open then
    outcome := 'limited'; expires_at := null; return;
  end if;
  perform from spots s where s.id = h.spot_id and s.lot_id = h.lot_id for update;
  perform end_page_holds(p_now, '{}', h.lot_id, h.spot_id, h.starts_at, h.ends_at);
  if exists (select from reservations r where r.lot_id = h.lot_id and r.spot_id = h.spot_id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
      and tstzrange(r.starts_at, r.ends_at, '[)') && tstzrange(h.starts_at, h.ends_at, '[)'))
    or exists (select from page_holds x where x.lot_id = h.lot_id and x.spot_id = h.spot_id and x.ended_at is null
      and tstzrange(x.starts_at, x.ends_at) && tstzrange(h.starts_at, h.ends_at))
    or exists (select from occupancy o where o.lot_id = h.lot_id and o.spot_no = facts.spot_no and o.reservation_id is null
      and o.starts_min < minutes_of(h.ends_at) and o.ends_min > minutes_of(h.starts_at)) then
    outcome := 'taken'; expires_at := null; return;
  end if;
  insert into page_holds (id, lot_id, spot_id, spot_no, holder, is_anonymous, network, page_id, wanted, starts_at, ends_at, placed_at, expires_at)
    values (h.id, h.lot_id, h.spot_id, facts.spot_no, h.holders[1], h.user_id is null, h.network, h.page_id, h.wanted, h.starts_at, h.ends_at,
      p_now, place_page_hold.expires_at);
  outcome := 'held';
end $$;

-- Releases what a page holds, if it is still the page that shows it. Returns the lots, whose waitlists are told.
create or replace function release_page_hold(p_now timestamptz, p_holders text[], p_page_id uuid) returns setof uuid language plpgsql as $$
declare
  the_lots uuid[];
begin
  with ended as (
    update page_holds h set ended_at = least(h.expires_at, p_now)
      where h.holder = any(p_holders) and h.page_id = p_page_id and h.ended_at is null returning h.lot_id
  ) select array_agg(distinct e.lot_id) into the_lots from ended e;
  perform enqueue_waitlist_offers(l.lot_id) from unnest(the_lots) l(lot_id);
  return query select l.lot_id from unnest(the_lots) l(lot_id);
end $$;

-- Ends the page holds whose time is up. Returns their lots, whose waitlists are told.
create or replace function expire_page_holds(p_now timestamptz) returns setof uuid language plpgsql as $$
declare
  the_lots uuid[];
begin
  with due as (
    select h.id, h.lot_id from page_holds h where h.ended_at is null and h.expires_at <= p_now
      order by h.expires_at limit 500 for update skip locked
  ), ended as (
    update page_holds h set ended_at = h.expires_at from due d where h.id = d.id and h.lot_id = d.lot_id returning h.lot_id
  ) select array_agg(distinct e.lot_id) into the_lots from ended e;
  perform enqueue_waitlist_offers(l.lot_id) from unnest(the_lots) l(lot_id);
  return query select l.lot_id from unnest(the_lots) l(lot_id);
end $$;
