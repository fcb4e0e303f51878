-- Unpaid holds: their limits, and what happens when a payment is declined.

-- Serializes the holds of one person, one card, and, for unproven guests, one lot, so that concurrent calls count each
-- other. Takes advisory locks until the end of the transaction; must be called before rows of reservations are locked,
-- always in this order.
create or replace function lock_holds(p_user_id uuid, p_fingerprint text, p_lot_id uuid, p_is_unproven boolean) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hold ' || p_user_id, 7005));
  if p_fingerprint is not null then perform pg_advisory_xact_lock(hashtextextended('card ' || p_fingerprint, 7005)); end if;
  if p_is_unproven then perform pg_advisory_xact_lock(hashtextextended('lot ' || p_lot_id, 7005)); end if;
end $$;

-- Returns the reservation of a person in another lot at an overlapping time that is for the plate, or for which staff typed it; null if there is
-- none. Time that is being added to one counts. Only the person's own: someone else's would tell where that person is. The caller has
-- locked the person's holds (lock_holds), so that what is found stays true until the end of the transaction.
create or replace function vehicle_elsewhere(
  p_now timestamptz, p_user_id uuid, p_lot_id uuid, p_plate_key text, p_region text, p_starts_at timestamptz, p_ends_at timestamptz
) returns uuid language plpgsql stable as $$
begin
  return (
    select coalesce(r.changes_id, r.id) from reservations r
      left join cars c on c.id = r.car_id
      left join lot_car_notes n on r.car_id is null and n.lot_id = r.lot_id and n.reservation_id = coalesce(r.changes_id, r.id) and n.state = 'OPEN'
    where r.user_id = p_user_id and r.lot_id <> p_lot_id
      and (c.plate_normalized = p_plate_key and c.region = p_region
        -- Staff need not type where a plate is from, and neither must be missing.
        or n.plate_normalized = p_plate_key and (n.region in (p_region, '') or p_region = ''))
      and (r.status in ('PENDING', 'ACTIVE') or r.status = 'CHECKOUT' and r.hold_expires_at > p_now)
      and r.starts_at < coalesce(p_ends_at, 'infinity') and coalesce(r.ends_at, 'infinity') > p_starts_at
    order by r.starts_at limit 1);
end $$;

-- Whether nothing is known about a payer yet: no verified account and no successful payment.
create or replace function is_unproven_payer(p_user_id uuid) returns boolean language sql stable as $$
  select not exists (select from users u where u.id = p_user_id and u.account_status = 'ACTIVE' and u.email_verified_at is not null)
    and not exists (select from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
      where i.user_id = p_user_id and p.status = 'SUCCEEDED')
$$;

-- Returns why another unpaid hold is refused, and until when; no row if it is allowed. `p_limits` has the limits
-- (core/reservations/hold-limits.ts):
-- - person, card: unpaid holds at a time (too_many_holds, card_too_many_holds)
-- - network: unpaid holds at a time in one lot (network_too_many_holds)
-- - lot: a share of the spots, at least one, for all unproven guests together (lot_too_many_holds)
-- - cool-down: after some holds of the person or the card ended unpaid: a pause since the last one, twice as long for each
-- further one, up to a maximum (cooling_down)
create or replace function hold_refusal(
  p_now timestamptz, p_user_id uuid, p_fingerprint text, p_network text, p_lot_id uuid, p_is_unproven boolean, p_spot_count integer,
  p_limits jsonb
) returns table (outcome text, until timestamptz) language plpgsql stable as $$
declare
  l record;
  mine integer;
  card integer;
  near integer;
  guests integer;
  ended integer;
  last_at timestamptz;
  ended_since timestamptz;
  pause interval;
begin
  select * into l from jsonb_to_record(p_limits) as (
    max_holds integer, max_network_holds integer, max_unproven_percent integer, card_hours integer, lot_hours integer,
    max_ended integer, ended_hours integer, pause_hours integer, max_pause_hours integer);
  select count(*) into mine from reservations r
    where r.user_id = p_user_id and r.status = 'CHECKOUT' and r.hold_expires_at > p_now;
  if mine >= l.max_holds then return query select 'too_many_holds', null::timestamptz; return; end if;
  if p_fingerprint is not null then
    select count(*) into card from hold_attempts h join reservations r on r.id = h.reservation_id and r.lot_id = h.lot_id
      where h.fingerprint = p_fingerprint and h.held_at > p_now - make_interval(hours => l.card_hours)
        and r.status = 'CHECKOUT' and r.hold_expires_at > p_now;
    if card >= l.max_holds then return query select 'card_too_many_holds', null::timestamptz; return; end if;
  end if;
  if p_network is not null or p_is_unproven then
    select count(*) filter (where h.network = p_network), count(*) filter (where h.is_unproven) into near, guests
      from hold_attempts h join reservations r on r.id = h.reservation_id and r.lot_id = h.lot_id
      where h.lot_id = p_lot_id and h.held_at > p_now - make_interval(hours => l.lot_hours)
        and r.status = 'CHECKOUT' and r.hold_expires_at > p_now;
    if near >= l.max_network_holds then return query select 'network_too_many_holds', null::timestamptz; return; end if;
    if p_is_unproven and guests >= greatest(1, p_spot_count * l.max_unproven_percent / 100) then
      return query select 'lot_too_many_holds', null::timestamptz; return;
    end if;
  end if;
  ended_since := p_now - make_interval(hours => l.ended_hours);
  select count(*), max(e.ended_at) into ended, last_at from (
    select h.reservation_id, h.ended_at from hold_attempts h
      where h.user_id = p_user_id and h.held_at > ended_since and h.ended_at is not null
    union select h.reservation_id, h.ended_at from hold_attempts h
      where h.fingerprint = p_fingerprint and h.held_at > ended_since and h.ended_at is not null) e;
  if ended < l.max_ended then return; end if;
  -- The exponent is bounded, because an interval can't hold every power.
  pause := least(make_interval(hours => l.max_pause_hours), make_interval(hours => l.pause_hours) * power(2, least(ended - l.max_ended, 20)));
  if p_now < last_at + pause then return query select 'cooling_down', last_at + pause; end if;
end $$;

-- Records that a hold ended unpaid, as of the time it would have expired.
create or replace function record_hold_end() returns trigger language plpgsql as $$
begin
  update hold_attempts h set ended_at = old.hold_expires_at where h.reservation_id = new.id and h.lot_id = new.lot_id;
  return null;
end $$;
create or replace trigger reservations_hold_end after update of status on reservations for each row
  when (old.status = 'CHECKOUT' and new.status in ('EXPIRED', 'CANCELED')) execute function record_hold_end();

-- After a declined payment the hold lasts `p_hold_minutes` from now for another attempt; the decline that reaches
-- `p_max_declines` releases the spot, unless a further attempt is in progress. Reservations awaiting the driver's
-- acceptance (PENDING) and changes of a paid reservation keep their deadline. Locks the reservation. Returns held ·
-- released · unchanged
create or replace function record_decline(
  p_now timestamptz, p_payment_id uuid, p_max_declines integer, p_hold_minutes integer
) returns text language plpgsql as $$
declare
  the_reservation reservations;
  the_invoice_id uuid;
  declines integer;
begin
  select r.* into the_reservation from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
      join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id
    where p.id = p_payment_id and p.status = 'FAILED';
  if not found then return 'unchanged'; end if;
  select r.* into the_reservation from reservations r where r.id = the_reservation.id and r.lot_id = the_reservation.lot_id for no key update;
  if the_reservation.status <> 'CHECKOUT' or the_reservation.changes_id is not null or the_reservation.hold_expires_at <= p_now then return 'unchanged'; end if;
  select p.invoice_id into the_invoice_id from payments p where p.id = p_payment_id;
  select count(*) into declines from payments p
    where p.invoice_id = the_invoice_id and p.lot_id = the_reservation.lot_id and p.status = 'FAILED';
  if declines >= p_max_declines then
    if (select e.outcome from end_reservation(p_now, the_reservation.id, 'EXPIRED', null, 0, null, false, null, null) e) = 'expired' then
      return 'released';
    end if;
    return 'unchanged';
  end if;
  update reservations r set hold_expires_at = p_now + make_interval(mins => p_hold_minutes)
    where r.id = the_reservation.id and r.lot_id = the_reservation.lot_id;
  return 'held';
end $$;
