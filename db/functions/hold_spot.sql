-- Holds a spot for a reservation in one round trip: inserts the reservation, its invoice with lines, and the payment to
-- be made. Nothing is inserted unless the outcome is 'held'. Everything that adds time on a spot uses this: bookings,
-- staff reservations, changes that add time, waitlist offers.
--
-- Locks, in this order: the holds of person, card, and lot (lock_holds, for unpaid holds only), the reservation to be
-- changed, the inserted reservation, the counter of the limit scope.
--
-- outcome: held · exists (the caller already made one with this key) · spot_taken · terms_changed (price or policy
-- changed since the quote) · reservation_changed (the reservation to be changed did) · spot_not_found · car_not_found ·
-- payment_method_not_found · too_many_holds · bookings_stopped (the lot has no plan, is retired, or is blocked) ·
-- card_too_many_holds, network_too_many_holds, lot_too_many_holds, cooling_down (until refused_until; see
-- db/functions/holds.sql)
--
-- Raises OS005 if the spot is closed at that time, and OS006 if the reservations that a rule counts, or the one to be
-- changed, changed meanwhile.
create or replace function hold_spot(p_now timestamptz, p jsonb, out outcome text, out reservation_id uuid, out refused_until timestamptz)
language plpgsql as $$
declare
  h record;
  the_lot lots;
  the_spot spots;
  is_free boolean;
  the_status reservation_status;
  the_share integer;
  the_host uuid;
  the_method_kind payment_method_kind;
  the_fingerprint text;
  unproven boolean;
  refused record;
begin
  select * into h from jsonb_to_record(p) as (
    reservation_id uuid, invoice_id uuid, payment_id uuid, user_id uuid, created_by_user_id uuid, idempotency_key text,
    lot_id uuid, spot_id uuid, car_id uuid, status reservation_status, hold_expires_at timestamptz,
    starts_at timestamptz, ends_at timestamptz, terms_version integer, is_flexible boolean,
    rule_set_id uuid, rule_set_version integer, limit_scope text, limit_scope_version integer, override_reason text,
    price_terms jsonb, payment_method_id uuid, session_id uuid, total_cents integer, service_fee_cents integer, lines jsonb,
    period_starts_at timestamptz, period_ends_at timestamptz,
    changes_id uuid, changes_version integer, target_starts_at timestamptz, target_ends_at timestamptz, continues_id uuid,
    network text, limits jsonb, max_consented_percent integer);
  select r.id into reservation_id from reservations r
    where r.user_id = h.user_id and r.idempotency_key = h.idempotency_key;
  if found then outcome := 'exists'; return; end if;
  is_free := h.total_cents = 0;
  the_status := case when is_free and h.status = 'CHECKOUT' then 'ACTIVE' else h.status end;

  select s.* into the_spot from spots s where s.id = h.spot_id and s.lot_id = h.lot_id and s.deleted_at is null;
  if not found then outcome := 'spot_not_found'; return; end if;
  select l.* into the_lot from lots l where l.id = h.lot_id;
  -- Existing drivers may change their reservation; nobody else may start one.
  if not the_lot.takes_bookings and h.changes_id is null and h.continues_id is null then outcome := 'bookings_stopped'; return; end if;
  if the_lot.terms_version <> h.terms_version then outcome := 'terms_changed'; return; end if;
  if h.car_id is not null and not exists (select from cars c where c.id = h.car_id and c.user_id = h.user_id and c.deleted_at is null) then
    outcome := 'car_not_found'; return;
  end if;
  -- Staff may choose only vehicles that the person brought to this lot themselves.
  if h.car_id is not null and h.created_by_user_id <> h.user_id and h.changes_id is null and h.continues_id is null
    and not exists (select from memberships m where m.lot_id = h.lot_id and m.user_id = h.user_id
      and m.status = 'ACTIVE' and m.acted_at is not null)
    and not exists (select from reservations r where r.lot_id = h.lot_id and r.car_id = h.car_id and r.user_id = h.user_id
      and (r.created_by_user_id = r.user_id or r.accepted_at is not null)) then
    outcome := 'car_not_found'; return;
  end if;
  if h.payment_id is not null and not is_free then
    select m.kind, m.fingerprint into the_method_kind, the_fingerprint from payment_methods m
      where m.id = h.payment_method_id and m.user_id = h.user_id and m.deleted_at is null;
    if not found then outcome := 'payment_method_not_found'; return; end if;
  end if;
  if the_status = 'CHECKOUT' then
    unproven := is_unproven_payer(h.user_id);
    perform lock_holds(h.user_id, the_fingerprint, h.lot_id, unproven);
    select f.* into refused from hold_refusal(p_now, h.user_id, the_fingerprint, h.network, h.lot_id, unproven, the_lot.spot_count, h.limits) f;
    -- A waitlist offer counts only toward the person's own limit.
    if refused.outcome is not null and (h.payment_id is not null or refused.outcome = 'too_many_holds') then
      outcome := refused.outcome; refused_until := refused.until; return;
    end if;
  end if;
  if h.changes_id is not null then
    perform from reservations r where r.id = h.changes_id and r.lot_id = h.lot_id and r.status = 'ACTIVE'
      and r.version = h.changes_version for no key update;
    if not found then outcome := 'reservation_changed'; return; end if;
  end if;

  -- A constraint cannot depend on the current time, so expired holds of this spot are released here. A hold with a
  -- payment in progress stays until the job has asked the provider for the result.
  update reservations r set status = 'EXPIRED'
    where r.lot_id = h.lot_id and r.spot_id = h.spot_id and r.status = 'CHECKOUT' and r.hold_expires_at <= p_now
      and tstzrange(r.starts_at, r.ends_at) && tstzrange(h.starts_at, h.ends_at)
      and not exists (
        select from invoices i join payments p on p.lot_id = i.lot_id and p.invoice_id = i.id
        where i.reservation_id = r.id and p.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING'));

  -- ON CONFLICT DO NOTHING against the exclusion constraint, because plain inserts that overlap wait for each other
  -- until the deadlock timeout.
  insert into reservations as r (
    id, lot_id, spot_id, user_id, car_id, status, starts_at, ends_at, hold_expires_at, currency, total_cents,
    terms_version, cancel_until_at, created_at, created_by_user_id, idempotency_key, is_flexible, rule_set_id,
    rule_set_version, override_reason, price_terms, changes_id, changes_version, target_starts_at, target_ends_at,
    continues_id, accepted_at)
  values (
    h.reservation_id, h.lot_id, h.spot_id, h.user_id, h.car_id,
    case when the_status = 'ACTIVE' then 'CHECKOUT' else the_status end, h.starts_at, h.ends_at,
    coalesce(h.hold_expires_at, p_now + make_interval(mins => the_lot.hold_minutes)),
    the_lot.currency, h.total_cents, the_lot.terms_version,
    h.starts_at + make_interval(mins => the_lot.cancel_until_minutes_after_start), p_now,
    coalesce(h.created_by_user_id, h.user_id), h.idempotency_key, coalesce(h.is_flexible, false), h.rule_set_id,
    h.rule_set_version, h.override_reason, h.price_terms, h.changes_id, h.changes_version, h.target_starts_at,
    h.target_ends_at, h.continues_id,
    -- Whoever accepted a reservation also accepted its continuation on another spot.
    (select coalesce(o.accepted_at, case when o.created_by_user_id = o.user_id then o.created_at end) from reservations o
      where o.id = h.continues_id and o.lot_id = h.lot_id))
  on conflict do nothing
  returning r.id into reservation_id;
  if not found then outcome := 'spot_taken'; return; end if;

  -- The insert waited for any transaction closing this spot, so its closures are visible now.
  if h.override_reason is null then
    perform refuse_closed(the_spot.lot_id, the_spot.spot_no, h.starts_at, h.ends_at);
  end if;
  if not claim_limit_scope(h.lot_id, h.limit_scope, h.limit_scope_version) then
    raise exception 'the limit scope has other reservations by now' using errcode = 'OS006';
  end if;

  -- Shares are rounded down, and the rest belongs to the lot. An assignee who parks on their own spot earns nothing
  -- from it.
  the_share := ((h.total_cents - h.service_fee_cents)::bigint * the_lot.platform_share_bps / 10000)::integer;
  the_host := case when the_spot.assigned_user_id <> h.user_id then the_spot.assigned_user_id end;
  insert into invoices (
    id, lot_id, reservation_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
    host_user_id, host_share_cents, payment_kind, created_at, paid_at, period_starts_at, period_ends_at)
  values (
    h.invoice_id, h.lot_id, h.reservation_id, h.user_id, case when h.changes_id is null then 'BOOKING' else 'CHANGE' end,
    case when is_free then 'PAID' else 'PENDING' end::invoice_status,
    the_lot.currency, h.total_cents, h.service_fee_cents, the_share, the_host,
    case when the_host is null then 0
      else ((h.total_cents - h.service_fee_cents - the_share)::bigint * the_lot.host_share_bps / 10000)::integer end,
    case when is_free then 'NONE' else coalesce(the_method_kind, 'STRIPE') end::payment_method_kind, p_now,
    case when is_free then p_now end, h.period_starts_at, h.period_ends_at);

  perform write_lines(h.invoice_id, h.lot_id, 0, h.lines);

  if the_status = 'ACTIVE' then
    if activate_reservation(p_now, h.lot_id, h.reservation_id, h.max_consented_percent) = 'gone' then
      raise exception 'the reservation was changed meanwhile' using errcode = 'OS006';
    end if;
  elsif the_status = 'PENDING' then
    perform notify_about_reservation('TO_ACCEPT', h.reservation_id);
  elsif h.payment_id is not null then
    insert into payments (id, lot_id, invoice_id, payment_method_id, kind, currency, amount_cents, created_at, session_id)
      values (h.payment_id, h.lot_id, h.invoice_id, h.payment_method_id, the_method_kind, the_lot.currency, h.total_cents, p_now, h.session_id);
    if h.changes_id is null then
      insert into hold_attempts (reservation_id, lot_id, user_id, fingerprint, network, is_unproven, held_at)
        values (h.reservation_id, h.lot_id, h.user_id, the_fingerprint, h.network, unproven, p_now);
    end if;
  end if;
  outcome := 'held';
end $$;

-- Counted reservations: a booking states the version under which it was allowed. Returns true, and increments it, if it
-- is still current; locks the limit scope's row.
create or replace function claim_limit_scope(p_lot_id uuid, p_limit_scope text, p_version integer) returns boolean language plpgsql as $$
begin
  if p_limit_scope is null then return true; end if;
  insert into limit_scopes as x (lot_id, limit_scope, version) select p_lot_id, p_limit_scope, 1 where p_version = 0
    on conflict (lot_id, limit_scope) do nothing;
  if found then return true; end if;
  update limit_scopes x set version = x.version + 1 where x.lot_id = p_lot_id and x.limit_scope = p_limit_scope and x.version = p_version;
  return found;
end $$;

-- Raises OS005 if a closure overlaps the time range on the spot.
create or replace function refuse_closed(p_lot_id uuid, p_spot_no smallint, p_starts_at timestamptz, p_ends_at timestamptz) returns void language plpgsql as $$
begin
  if exists (
    select from occupancy o where o.lot_id = p_lot_id and o.spot_no = p_spot_no and o.reservation_id is null
      and o.starts_min < minutes_of(p_ends_at) and o.ends_min > minutes_of(p_starts_at)) then
    raise exception 'the spot is closed at that time' using errcode = 'OS005';
  end if;
end $$;
