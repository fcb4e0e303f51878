-- The life cycle of a reservation after its spot was held.

-- Activates a held reservation once nothing is left to pay. A reservation held for a change is merged into the one it
-- changes; so is one that adjoins another of the same person, spot, and vehicle. Locks the reservation and the other
-- one. `p_max_percent` is that of consent_to_months. Returns active, merged, or gone (the reservation to be changed is no
-- longer the same).
create or replace function activate_reservation(
  p_now timestamptz, p_lot_id uuid, p_reservation_id uuid, p_max_percent integer
) returns text language plpgsql as $$
declare
  the_reservation reservations;
  other reservations;
begin
  select r.* into strict the_reservation from reservations r where r.id = p_reservation_id and r.lot_id = p_lot_id for no key update;
  if the_reservation.changes_id is not null then
    select r.* into other from reservations r where r.id = the_reservation.changes_id and r.lot_id = p_lot_id for no key update;
    if other.status <> 'ACTIVE' or other.version <> the_reservation.changes_version then return 'gone'; end if;
  end if;

  update reservations r set status = 'ACTIVE', confirmed_at = p_now, hold_expires_at = null
    where r.id = p_reservation_id and r.lot_id = p_lot_id;
  update waitlist_entries w set status = 'BOOKED', changed_at = p_now
    where w.reservation_id = p_reservation_id and w.status = 'OFFERED';
  return follow_activation(p_now, the_reservation, p_max_percent);
end $$;

-- Does what follows when a reservation becomes ACTIVE: merges it, or starts its months, and notifies the driver. The caller holds
-- the locks of the reservation and of the one it changes, and has compared their versions. Returns active or merged.
create or replace function follow_activation(p_now timestamptz, the_reservation reservations, p_max_percent integer) returns text
language plpgsql as $$
declare
  other reservations;
  grace interval;
begin
  if the_reservation.changes_id is not null then
    select r.* into strict other from reservations r where r.id = the_reservation.changes_id and r.lot_id = the_reservation.lot_id;
    select make_interval(mins => l.cancel_until_minutes_after_start) into grace from lots l where l.id = the_reservation.lot_id;
    perform merge_reservation(p_now, the_reservation, other, the_reservation.target_starts_at, the_reservation.target_ends_at,
      case when the_reservation.target_starts_at = other.starts_at then other.cancel_until_at else the_reservation.target_starts_at + grace end);
    perform notify_about_reservation('CHANGED', other.id);
    return 'merged';
  end if;

  if the_reservation.continues_id is null and the_reservation.ends_at is not null then
    -- Of one spot, so only the reservation before it and the one after it can adjoin it: reservations_spot has both.
    select r.* into other from reservations r
      where r.lot_id = the_reservation.lot_id and r.spot_id = the_reservation.spot_id and r.status = 'ACTIVE'
        and r.user_id = the_reservation.user_id and r.starts_at <= the_reservation.ends_at
        and r.starts_at >= coalesce((
          select b.starts_at from reservations b
          where b.spot_id = the_reservation.spot_id and b.status in ('PENDING', 'CHECKOUT', 'ACTIVE') and b.starts_at < the_reservation.starts_at
          order by b.starts_at desc limit 1), the_reservation.starts_at)
        and r.car_id is not distinct from the_reservation.car_id and r.ends_at is not null and r.continues_id is null
        and (r.ends_at = the_reservation.starts_at or r.starts_at = the_reservation.ends_at) and r.id <> the_reservation.id
        and not exists (select from reservations c where c.changes_id = r.id and c.status = 'CHECKOUT')
      order by r.starts_at limit 1 for no key update;
    if found then
      perform merge_reservation(p_now, the_reservation, other, least(other.starts_at, the_reservation.starts_at),
        greatest(other.ends_at, the_reservation.ends_at), least(other.cancel_until_at, the_reservation.cancel_until_at));
      perform notify_about_reservation('CHANGED', other.id);
      return 'merged';
    end if;
  end if;
  if the_reservation.ends_at is null then perform start_months(p_now, the_reservation, p_max_percent); end if;
  perform notify_about_reservation(case when the_reservation.continues_id is null then 'CONFIRMED' else 'MOVED' end, the_reservation.id);
  return 'active';
end $$;

-- Accepts a free reservation that is waiting for its driver, in the driver's own session. Returns true if it is
-- accepted now.
create or replace function accept_free(
  p_now timestamptz, p_reservation_id uuid, p_session_id uuid, p_max_percent integer
) returns boolean language plpgsql as $$
declare
  the_reservation reservations;
begin
  update reservations r set accepted_in_session = p_session_id
    where r.id = p_reservation_id and r.status = 'PENDING' and r.hold_expires_at > p_now and r.total_cents = 0
    returning r.* into the_reservation;
  if not found then return false; end if;
  perform activate_reservation(p_now, the_reservation.lot_id, the_reservation.id, p_max_percent);
  return true;
end $$;

-- Merges a reservation into another, which takes over its spot, times, and invoices. The caller must have locked both.
create or replace function merge_reservation(
  p_now timestamptz, folded reservations, other reservations, p_starts_at timestamptz, p_ends_at timestamptz, p_cancel_until_at timestamptz
) returns void language plpgsql as $$
begin
  update reservations r set status = 'MERGED', merged_into_id = other.id, hold_expires_at = null
    where r.id = folded.id and r.lot_id = folded.lot_id;
  update reservations r set spot_id = folded.spot_id, starts_at = p_starts_at, ends_at = p_ends_at,
      total_cents = r.total_cents + folded.total_cents, cancel_until_at = p_cancel_until_at, version = r.version + 1,
      price_terms = coalesce(folded.price_terms, r.price_terms), is_flexible = folded.is_flexible and r.is_flexible
    where r.id = other.id and r.lot_id = other.lot_id;
  update invoices i set reservation_id = other.id where i.reservation_id = folded.id and i.lot_id = folded.lot_id;
  insert into reservation_events (lot_id, reservation_id, at, kind, actor_user_id, details) values (
    other.lot_id, other.id, p_now,
    case when folded.changes_id is null then 'MERGED' when folded.spot_id <> other.spot_id then 'MOVED'
      when p_starts_at = other.starts_at then 'EXTENDED' else 'SHIFTED' end,
    folded.created_by_user_id, jsonb_build_object('reservation_id', folded.id, 'from', reservation_facts(other),
      'to', jsonb_build_object('spot_id', folded.spot_id, 'starts_at', p_starts_at, 'ends_at', p_ends_at)));
end $$;

-- Returns the facts of a reservation that events record.
create or replace function reservation_facts(r reservations) returns jsonb language sql immutable
  return jsonb_build_object('spot_id', r.spot_id, 'starts_at', r.starts_at, 'ends_at', r.ends_at, 'car_id', r.car_id,
    'total_cents', r.total_cents);

-- Returns the reservations whose links show the pass of a reservation: itself, those that were merged into it, because it is the same time at
-- the same spot and more of it, and those that it continues on another spot, because it is the rest of them.
create or replace function passes_before(p_lot_id uuid, p_reservation_id uuid) returns setof uuid language sql stable as $$
  with recursive way as (
    select r.id, r.lot_id, r.user_id, r.continues_id, 0 as steps from reservations r where r.id = p_reservation_id and r.lot_id = p_lot_id
    union
    select p.id, p.lot_id, p.user_id, p.continues_id, w.steps + 1
    from way w join reservations p on p.user_id = w.user_id and p.lot_id = w.lot_id and (p.id = w.continues_id or p.merged_into_id = w.id)
    where w.steps < 20)
  select distinct way.id from way
$$;

-- Queues a notification about a reservation.
create or replace function notify_about_reservation(p_kind text, p_reservation_id uuid) returns void language sql as $$
  select queue_job('notify', json_build_object('kind', p_kind, 'reservation_id', p_reservation_id))
$$;

-- Queues waitlist offers for a lot in which time on a spot has become free.
create or replace function enqueue_waitlist_offers(p_lot_id uuid) returns void language plpgsql as $$
begin
  if exists (select from waitlist_entries w where w.lot_id = p_lot_id and w.status = 'WAITING') then
    perform add_job('offer_spots', json_build_object('lot_id', p_lot_id), job_key => 'offer_spots:' || p_lot_id);
  end if;
end $$;

-- Ends a reservation or its hold for the driver, the staff, or an expired deadline. The refund was calculated and
-- agreed to before. `p_reason` is null if nobody gave one; `p_refund_reason` is that of the refund. `p_approval_hours` is
-- that of refund_needs_approval. Locks the reservation and its invoices. Raises OS004 if the refund exceeds what was paid, and OS043
-- for someone without a part in the reservation. outcome: canceled · expired · wrong_status · payment_under_way (ask
-- the provider first)
create or replace function end_reservation(
  p_now timestamptz, p_reservation_id uuid, p_to reservation_status, p_reason text, p_refund_cents integer,
  p_user_id uuid, p_staff_decides boolean, p_refund_reason text, p_approval_hours integer, out outcome text, out lot_id uuid
) language plpgsql as $$
declare
  the_reservation reservations;
begin
  select r.lot_id into lot_id from reservations r where r.id = p_reservation_id;
  select r.* into the_reservation from reservations r where r.id = p_reservation_id and r.lot_id = end_reservation.lot_id for no key update;
  if the_reservation.status not in ('CHECKOUT', 'PENDING', 'ACTIVE') or (p_to = 'EXPIRED' and the_reservation.status = 'ACTIVE') then
    outcome := 'wrong_status'; return;
  end if;
  if p_user_id is not null and not has_part_in_reservation(p_user_id, p_reservation_id, the_reservation.lot_id) then
    raise exception 'reservation % would be ended by someone without a part in it', p_reservation_id using errcode = 'OS043';
  end if;
  perform from invoices i where i.reservation_id = p_reservation_id and i.lot_id = the_reservation.lot_id for no key update;
  -- A bank debit takes days and cannot be stopped; its result is handled when it arrives.
  if exists (
    select from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
    where i.reservation_id = p_reservation_id and i.lot_id = the_reservation.lot_id
      and (p.status in ('CREATED', 'REQUIRES_ACTION') or p.status = 'PROCESSING' and p_to = 'EXPIRED')) then
    outcome := 'payment_under_way'; return;
  end if;
  update reservations r set status = p_to, cancel_reason = p_reason, hold_expires_at = null, version = r.version + 1,
      canceled_at = case when p_to = 'CANCELED' then p_now end
    where r.lot_id = the_reservation.lot_id and (r.id = p_reservation_id
      -- Its continuation on another spot ends with it.
      or (p_to = 'CANCELED' and r.continues_id = p_reservation_id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')));
  -- What was used is still owed.
  update invoices i set status = 'CANCELED', next_attempt_at = null
    where i.reservation_id = p_reservation_id and i.lot_id = the_reservation.lot_id and i.status in ('PENDING', 'FAILED')
      and (i.kind <> 'CORRECTION' or i.change_cents is not null and the_reservation.starts_at > p_now)
      and not (i.kind = 'PERIOD' and i.period_starts_at <= p_now);
  update subscriptions s set ended_at = p_now
    where s.reservation_id = p_reservation_id and s.lot_id = the_reservation.lot_id and s.ended_at is null and p_to = 'CANCELED';
  update waitlist_entries w set status = 'EXPIRED', changed_at = p_now
    where w.reservation_id = p_reservation_id and w.status = 'OFFERED';
  perform refund_reservation(p_now, the_reservation.lot_id, p_reservation_id, p_refund_cents, p_refund_reason, p_user_id, p_staff_decides, p_approval_hours);
  if the_reservation.status = 'ACTIVE' then perform notify_about_reservation('CANCELED', p_reservation_id); end if;
  perform enqueue_waitlist_offers(the_reservation.lot_id);
  outcome := lower(p_to::text);
end $$;

-- Requests refunds of what was paid for a reservation, starting with its newest invoice. Staff refunds can be undone
-- for the lot's undo period, and above its limit need another admin's approval; only they need `p_approval_hours`. A refund by
-- the policy first lowers the unpaid bills for changes by the staff, and what a validation gave for the part that is refunded now
-- counts toward it; staff decide on the amount that is refunded in addition. Locks the invoices. Raises OS004 if the amount exceeds what was paid.
create or replace function refund_reservation(
  p_now timestamptz, p_lot_id uuid, p_reservation_id uuid, p_amount_cents integer, p_reason text, p_user_id uuid,
  p_staff_decides boolean, p_approval_hours integer
) returns void language plpgsql as $$
declare
  the_lot lots;
  the_invoice record;
  left_cents integer := p_amount_cents;
  part integer;
  needs_approval boolean := false;
begin
  if not p_staff_decides and p_amount_cents > 0 then
    left_cents := lower_change_bills(p_lot_id, p_reservation_id, p_amount_cents, p_reason);
    if left_cents > 0 then left_cents := left_cents - reduce_validation(p_now, p_lot_id, p_reservation_id, left_cents); end if;
  end if;
  if p_staff_decides and p_amount_cents > 0 then
    select l.* into the_lot from lots l where l.id = p_lot_id;
    needs_approval := refund_needs_approval(p_now, the_lot, p_reservation_id,
      (select r.user_id from reservations r where r.id = p_reservation_id and r.lot_id = p_lot_id), p_user_id, p_amount_cents, p_approval_hours);
  end if;
  for the_invoice in
    select i.id, i.status, case when i.status = 'PROCESSING' then i.total_cents - coalesce(i.refund_when_paid_cents, 0)
        else i.paid_cents - i.refunded_cents - i.refund_pending_cents - i.disputed_cents end as rest
    from invoices i where i.reservation_id = p_reservation_id and i.lot_id = p_lot_id
      and (i.paid_cents > i.refunded_cents + i.refund_pending_cents + i.disputed_cents or i.status = 'PROCESSING')
    order by i.created_at desc, i.number desc for no key update
  loop
    exit when left_cents <= 0;
    part := least(left_cents, the_invoice.rest);
    if the_invoice.status = 'PROCESSING' then
      update invoices i set refund_when_paid_cents = coalesce(i.refund_when_paid_cents, 0) + part
        where i.id = the_invoice.id and i.lot_id = p_lot_id;
    else
      perform request_refund(p_now, uuidv7(), the_invoice.id, part, p_reason, p_user_id,
        case when p_staff_decides then p_now + make_interval(mins => the_lot.refund_undo_minutes) end,
        needs_approval, p_staff_decides);
    end if;
    left_cents := left_cents - part;
  end loop;
  if left_cents > 0 then
    raise exception 'refunds of reservation % would exceed what was paid', p_reservation_id using errcode = 'OS004';
  end if;
  if p_staff_decides then perform return_validation_of_canceled(p_now, p_lot_id, p_reservation_id); end if;
end $$;

-- Changes an active reservation if nothing is left to pay: other times, another spot, another vehicle. Locks the
-- reservation. `refund_cents` is the price of what is given up: paid, billed, or never billed. Returns changed, reservation_changed (it
-- changed since the change was calculated), spot_taken, car_not_found, or payment_under_way (a bill that would be lowered is
-- being paid), or, of a driver who is asked about the vehicle, vehicle_booked and vehicle_refused as in hold_spot. Raises OS005 if the
-- spot is closed at the added time, OS006 if the reservations that a rule counts changed, and OS004 if the refund exceeds what was paid.
create or replace function change_reservation(p_now timestamptz, p jsonb) returns text language plpgsql as $$
declare
  h record;
  the_reservation reservations;
  refuses boolean;
begin
  select * into h from jsonb_to_record(p) as (
    reservation_id uuid, lot_id uuid, version integer, spot_id uuid, starts_at timestamptz, ends_at timestamptz,
    car_id uuid, total_cents integer, refund_cents integer, price_terms jsonb, is_flexible boolean, kind text,
    reason text, actor_user_id uuid, is_override boolean, check_from timestamptz, check_to timestamptz,
    limit_scope text, limit_scope_version integer, cancel_until_at timestamptz, is_silent boolean, refund_reason text, asks_about_vehicle boolean);
  if h.asks_about_vehicle is not null then
    -- As in hold_spot, before any reservation: of two requests at the same moment, the second one sees what the first one did.
    perform lock_holds(r.user_id, null, r.lot_id, false) from reservations r where r.id = h.reservation_id and r.lot_id = h.lot_id;
  end if;
  select r.* into the_reservation from reservations r where r.id = h.reservation_id and r.lot_id = h.lot_id for no key update;
  if the_reservation.status <> 'ACTIVE' or the_reservation.version <> h.version
    or exists (select from reservations c where c.changes_id = h.reservation_id and c.status = 'CHECKOUT') then
    return 'reservation_changed';
  end if;
  if h.refund_cents > 0 and is_paying_change(h.lot_id, h.reservation_id) then return 'payment_under_way'; end if;
  if h.car_id is distinct from the_reservation.car_id and h.car_id is not null
    and not exists (select from cars c where c.id = h.car_id and c.user_id = the_reservation.user_id and c.deleted_at is null) then
    return 'car_not_found';
  end if;
  -- Another vehicle is asked about for the time that is left, and the same one for what is added. No vehicle can be elsewhere.
  if h.asks_about_vehicle is not null
    and (h.kind = 'CAR_CHANGED' and h.car_id is not null or h.kind <> 'CAR_CHANGED' and h.check_from is not null) then
    select l.refuses_vehicles_elsewhere into refuses from lots l where l.id = h.lot_id;
    if (refuses or h.asks_about_vehicle) and exists (
      select from plate_of_reservation(h.lot_id, h.reservation_id, h.car_id, 'infinity') k
      where vehicle_elsewhere(p_now, the_reservation.user_id, h.lot_id, k.plate_normalized, k.region,
        case when h.kind = 'CAR_CHANGED' then greatest(h.starts_at, p_now) else h.check_from end,
        case when h.kind = 'CAR_CHANGED' then h.ends_at else h.check_to end) is not null) then
      return case when refuses then 'vehicle_refused' else 'vehicle_booked' end;
    end if;
  end if;
  begin
    update reservations r set spot_id = h.spot_id, starts_at = h.starts_at, ends_at = h.ends_at, car_id = h.car_id,
        total_cents = h.total_cents, price_terms = coalesce(h.price_terms, r.price_terms),
        is_flexible = coalesce(h.is_flexible, r.is_flexible), version = r.version + 1,
        cancel_until_at = coalesce(h.cancel_until_at, r.cancel_until_at),
        ended_early_at = case when h.ends_at < r.ends_at and h.starts_at <= p_now then p_now else r.ended_early_at end
      where r.id = h.reservation_id and r.lot_id = h.lot_id;
  exception when exclusion_violation then return 'spot_taken';
  end;
  -- The plate that staff gave the reservation gives way to any other choice.
  if h.kind = 'CAR_CHANGED' then
    update lot_car_notes n set state = 'WITHDRAWN', answered_at = p_now
      where n.reservation_id = h.reservation_id and n.lot_id = h.lot_id and n.state = 'OPEN';
  end if;
  if h.check_from is not null and not coalesce(h.is_override, false) then
    perform refuse_closed(h.lot_id, (select s.spot_no from spots s where s.id = h.spot_id and s.lot_id = h.lot_id), h.check_from, h.check_to);
  end if;
  if not claim_limit_scope(h.lot_id, h.limit_scope, h.limit_scope_version) then
    raise exception 'the limit scope has other reservations by now' using errcode = 'OS006';
  end if;
  perform refund_reservation(p_now, h.lot_id, h.reservation_id, coalesce(h.refund_cents, 0), h.refund_reason, h.actor_user_id, false, null);
  insert into reservation_events (lot_id, reservation_id, at, kind, actor_user_id, reason, details) values (
    h.lot_id, h.reservation_id, p_now, h.kind, h.actor_user_id, h.reason, jsonb_build_object('from', reservation_facts(the_reservation),
      'to', jsonb_build_object('spot_id', h.spot_id, 'starts_at', h.starts_at, 'ends_at', h.ends_at, 'car_id', h.car_id),
      -- Without what was never billed.
      'refund_cents', least(coalesce(h.refund_cents, 0), greatest(0, the_reservation.total_cents - h.total_cents))));
  if not coalesce(h.is_silent, false) then
    perform notify_about_reservation(case when h.kind in ('NOTICE_GIVEN') then 'NOTICE_GIVEN'
      when h.kind = 'REPLACED' then 'MOVED' when h.kind = 'CAR_CHANGED' then 'VEHICLE_CHANGED' else 'CHANGED' end, h.reservation_id);
  end if;
  if (h.spot_id, h.starts_at, h.ends_at) is distinct from (the_reservation.spot_id, the_reservation.starts_at, the_reservation.ends_at) then
    perform enqueue_waitlist_offers(h.lot_id);
  end if;
  return 'changed';
end $$;

-- Gives a reservation the vehicle that its driver made of the plate that staff gave it. Must run in the transaction that made it. Does
-- nothing if the reservation has another vehicle by now.
create or replace function take_noted_car(p_now timestamptz, p_lot_id uuid, p_reservation_id uuid, p_car_id uuid) returns void
language plpgsql as $$
declare
  the_reservation reservations;
begin
  select r.* into the_reservation from reservations r
    where r.id = p_reservation_id and r.lot_id = p_lot_id and r.status = 'ACTIVE' and r.car_id is null for no key update;
  if not found then return; end if;
  update reservations r set car_id = p_car_id, version = r.version + 1 where r.id = p_reservation_id and r.lot_id = p_lot_id;
  insert into reservation_events (lot_id, reservation_id, at, kind, actor_user_id, details) values (
    p_lot_id, p_reservation_id, p_now, 'CAR_CHANGED', the_reservation.user_id, jsonb_build_object('from', reservation_facts(the_reservation),
      'to', reservation_facts(the_reservation) || jsonb_build_object('car_id', p_car_id)));
end $$;

-- Moves flexible reservations that have not started to other spots, one after another. Raises OS006 if one has changed
-- or may no longer be moved, OS005 if its new spot is closed, and the exclusion constraint's own error if the new spot
-- is taken.
create or replace function reseat_reservations(p_now timestamptz, p_lot_id uuid, p_moves jsonb) returns void language plpgsql as $$
declare
  m record;
  the_reservation reservations;
begin
  for m in select * from jsonb_to_recordset(p_moves) as x(reservation_id uuid, from_spot_id uuid, to_spot_id uuid) loop
    update reservations r set spot_id = m.to_spot_id, version = r.version + 1
      where r.id = m.reservation_id and r.lot_id = p_lot_id and r.spot_id = m.from_spot_id and r.status = 'ACTIVE'
        and r.is_flexible and r.starts_at > p_now
        and not exists (select from reservations c where c.changes_id = r.id and c.status = 'CHECKOUT')
      returning r.* into the_reservation;
    if not found then raise exception 'a reservation to be moved has changed' using errcode = 'OS006'; end if;
    perform refuse_closed(p_lot_id, (select s.spot_no from spots s where s.id = m.to_spot_id and s.lot_id = p_lot_id),
      the_reservation.starts_at, the_reservation.ends_at);
    insert into reservation_events (lot_id, reservation_id, at, kind, details) values (
      p_lot_id, m.reservation_id, p_now, 'RESEATED', jsonb_build_object('from_spot_id', m.from_spot_id, 'to_spot_id', m.to_spot_id));
    perform notify_about_reservation('MOVED', m.reservation_id);
  end loop;
end $$;

-- Swaps the spots of two reservations. The constraint is checked row by row, so one is moved temporarily to a time that
-- nobody can book. Returns changed, reservation_changed, or spot_taken.
create or replace function swap_reservations(
  p_now timestamptz, p_lot_id uuid, p_a uuid, p_b uuid, p_actor uuid, p_reason text
) returns text language plpgsql as $$
declare
  a reservations;
  b reservations;
begin
  -- Locked in order of ID, so that two swaps of the same reservations cannot deadlock.
  perform from reservations r where r.id in (p_a, p_b) and r.lot_id = p_lot_id order by r.id for no key update;
  select r.* into a from reservations r where r.id = p_a and r.lot_id = p_lot_id;
  select r.* into b from reservations r where r.id = p_b and r.lot_id = p_lot_id;
  if a.status <> 'ACTIVE' or b.status <> 'ACTIVE' or a.starts_at <= p_now or b.starts_at <= p_now
    or exists (select from reservations c where c.changes_id in (p_a, p_b) and c.status = 'CHECKOUT') then
    return 'reservation_changed';
  end if;
  begin
    update reservations r set starts_at = '2199-01-01', ends_at = '2199-01-02' where r.id = p_a and r.lot_id = p_lot_id;
    update reservations r set spot_id = a.spot_id, version = r.version + 1 where r.id = p_b and r.lot_id = p_lot_id;
    update reservations r set spot_id = b.spot_id, starts_at = a.starts_at, ends_at = a.ends_at, version = r.version + 1
      where r.id = p_a and r.lot_id = p_lot_id;
  exception when exclusion_violation then return 'spot_taken';
  end;
  insert into reservation_events (lot_id, reservation_id, at, kind, actor_user_id, reason, details)
    select p_lot_id, x.id, p_now, 'REPLACED', p_actor, p_reason, jsonb_build_object('from_spot_id', x.was, 'to_spot_id', x.now)
    from (values (p_a, a.spot_id, b.spot_id), (p_b, b.spot_id, a.spot_id)) as x(id, was, now);
  perform notify_about_reservation('MOVED', p_a);
  perform notify_about_reservation('MOVED', p_b);
  return 'changed';
end $$;

-- Moves the invoices, validation, subscription, and total of a reservation to the one that continues it, once nothing else is left
-- of it.
create or replace function move_billing_to_continuation(p_lot_id uuid, p_from uuid, p_to uuid) returns void language plpgsql as $$
begin
  update invoices i set reservation_id = p_to where i.reservation_id = p_from and i.lot_id = p_lot_id;
  update validations v set reservation_id = p_to where v.reservation_id = p_from and v.lot_id = p_lot_id;
  update subscriptions s set reservation_id = p_to where s.reservation_id = p_from and s.lot_id = p_lot_id and s.ended_at is null;
  update reservations t set total_cents = f.total_cents, cancel_until_at = f.cancel_until_at
    from reservations f where f.id = p_from and f.lot_id = p_lot_id and t.id = p_to and t.lot_id = p_lot_id;
  update reservations f set total_cents = 0 where f.id = p_from and f.lot_id = p_lot_id;
end $$;
