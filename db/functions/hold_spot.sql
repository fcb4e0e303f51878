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
-- notice_too_short (the host of the spot needs more notice) · already_booked (the person has reservation_id in this lot at an overlapping
-- time, and asks_before_another is true) · vehicle_booked (their vehicle has reservation_id in another lot at an overlapping time, and
-- asks_about_vehicle is true) · vehicle_refused (the same, in a lot that refuses it) · card_too_many_holds, network_too_many_holds,
-- lot_too_many_holds, cooling_down (until refused_until; see db/functions/holds.sql)
--
-- Raises OS005 if the spot is closed at that time, OS079 if the page of another visitor holds it, and OS006 if the reservations that a
-- rule counts, or the one to be changed, changed meanwhile.
--
-- booked: what a booking's answer shows beyond what was asked for, so that nothing must be read again. Only for a booking by the
-- driver that became ACTIVE at once, and null if it was merged.
drop function if exists hold_spot(timestamptz, jsonb);
create function hold_spot(
  p_now timestamptz, p jsonb, out outcome text, out reservation_id uuid, out refused_until timestamptz, out booked json
) language plpgsql as $$
declare
  h record;
  -- What the decision depends on, of the lot and the spot.
  facts record;
  the_plate text;
  the_region text;
  the_plate_key text;
  is_free boolean;
  the_status reservation_status;
  first_status reservation_status;
  the_share integer;
  the_host uuid;
  the_method_kind payment_method_kind;
  the_fingerprint text;
  the_reservation reservations;
  the_acceptance timestamptz;
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
    network text, limits jsonb, max_consented_percent integer, asks_before_another boolean, asks_about_vehicle boolean, page_holders text[]);
  select s.id as spot_id, s.spot_no, s.assigned_user_id, s.min_notice_minutes, l.takes_bookings, l.terms_version, l.spot_count,
      l.hold_minutes, l.currency, l.cancel_until_minutes_after_start, l.platform_share_bps, l.host_share_bps,
      s.label, s.type, s.level, l.public_id, l.name, l.language, l.texts, l.entry_instructions,
      l.street, l.city, l.time_zone, l.lat, l.lng, l.clearance_mm, l.entry_methods,
      l.country, l.contact_phone, l.contact_email, l.entrance_photo_id, l.refuses_vehicles_elsewhere,
      (select r.id from reservations r where r.user_id = h.user_id and r.idempotency_key = h.idempotency_key) as existing_id
    into facts
    from lots l left join spots s on s.id = h.spot_id and s.lot_id = l.id and s.deleted_at is null where l.id = h.lot_id;
  if facts.existing_id is not null then reservation_id := facts.existing_id; outcome := 'exists'; return; end if;
  is_free := h.total_cents = 0;
  the_status := case when is_free and h.status = 'CHECKOUT' then 'ACTIVE' else h.status end;
  first_status := case when the_status = 'ACTIVE' and h.changes_id is not null then 'CHECKOUT' else the_status end;

  if facts.spot_id is null then outcome := 'spot_not_found'; return; end if;
  -- Existing drivers may change their reservation; nobody else may start one.
  if not facts.takes_bookings and h.changes_id is null and h.continues_id is null then outcome := 'bookings_stopped'; return; end if;
  -- The quote may be 15 minutes old. Staff decide themselves, and an existing reservation may be changed.
  if h.changes_id is null and h.continues_id is null and coalesce(h.created_by_user_id, h.user_id) = h.user_id
    and facts.assigned_user_id is distinct from h.user_id
    and h.starts_at < p_now + make_interval(mins => facts.min_notice_minutes - 15) and facts.min_notice_minutes > 0 then
    outcome := 'notice_too_short'; return;
  end if;
  if facts.terms_version <> h.terms_version then outcome := 'terms_changed'; return; end if;
  if h.car_id is not null then
    select c.plate, c.region, c.plate_normalized into the_plate, the_region, the_plate_key from cars c
      where c.id = h.car_id and c.user_id = h.user_id and c.deleted_at is null;
    if not found then outcome := 'car_not_found'; return; end if;
  elsif h.changes_id is not null and h.asks_about_vehicle is not null then
    -- More time for the plate that staff typed for it.
    select k.plate_normalized, k.region into the_plate_key, the_region
      from plate_of_reservation(h.lot_id, h.changes_id, null, 'infinity') k;
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
      where m.id = h.payment_method_id and m.user_id = h.user_id and m.deleted_at is null
        -- Later months are charged to it, so a card that pays once is not enough.
        and (h.ends_at is not null or m.is_saved or m.saves_when_paid);
    if not found then outcome := 'payment_method_not_found'; return; end if;
  end if;
  if the_status = 'CHECKOUT' then
    unproven := is_unproven_payer(h.user_id);
    perform lock_holds(h.user_id, the_fingerprint, h.lot_id, unproven);
  elsif h.asks_before_another or h.asks_about_vehicle is not null then
    perform lock_holds(h.user_id, null, h.lot_id, false);
  end if;
  -- Under the lock, so that of two tabs at the same moment only one books.
  if h.asks_before_another then
    select r.id, r.idempotency_key is not distinct from h.idempotency_key as is_same into refused from reservations r
      where r.user_id = h.user_id and r.lot_id = h.lot_id and r.changes_id is null
        and (r.status in ('PENDING', 'ACTIVE') or r.status = 'CHECKOUT' and r.hold_expires_at > p_now)
        and r.starts_at < coalesce(h.ends_at, 'infinity') and coalesce(r.ends_at, 'infinity') > h.starts_at
      order by is_same desc, r.created_at desc limit 1;
    if found then
      reservation_id := refused.id;
      outcome := case when refused.is_same then 'exists' else 'already_booked' end;
      return;
    end if;
  end if;
  -- Null where staff reserve: they may not learn where else the person parks.
  if (h.asks_about_vehicle or facts.refuses_vehicles_elsewhere and h.asks_about_vehicle is not null) and the_plate_key is not null then
    reservation_id := vehicle_elsewhere(p_now, h.user_id, h.lot_id, the_plate_key, the_region, h.starts_at, h.ends_at);
    if reservation_id is not null then
      outcome := case when facts.refuses_vehicles_elsewhere then 'vehicle_refused' else 'vehicle_booked' end;
      return;
    end if;
  end if;
  if the_status = 'CHECKOUT' then
    select f.* into refused from hold_refusal(p_now, h.user_id, the_fingerprint, h.network, h.lot_id, unproven, facts.spot_count, h.limits) f;
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

  -- The spot that the driver's own page holds becomes the reservation. One look spares most bookings two updates.
  if exists (select from page_holds x where x.lot_id = h.lot_id and x.ended_at is null) then
    perform end_page_holds(p_now, h.page_holders, h.lot_id, h.spot_id, h.starts_at, h.ends_at);
  end if;

  if h.continues_id is not null then
    -- Whoever accepted a reservation also accepted its continuation on another spot.
    select coalesce(o.accepted_at, case when o.created_by_user_id = o.user_id then o.created_at end) into the_acceptance
      from reservations o where o.id = h.continues_id and o.lot_id = h.lot_id;
  end if;
  loop
    -- ON CONFLICT DO NOTHING against the exclusion constraint, because plain inserts that overlap wait for each other
    -- until the deadlock timeout. A free booking gets its final status at once, so that each index is written once. A
    -- change is first a hold like others, because there may be only one for each reservation.
    insert into reservations as r (
      id, lot_id, spot_id, user_id, car_id, status, starts_at, ends_at, hold_expires_at, currency, total_cents,
      terms_version, cancel_until_at, created_at, created_by_user_id, idempotency_key, is_flexible, rule_set_id,
      rule_set_version, override_reason, price_terms, changes_id, changes_version, target_starts_at, target_ends_at,
      continues_id, accepted_at, confirmed_at)
    values (
      h.reservation_id, h.lot_id, h.spot_id, h.user_id, h.car_id, first_status, h.starts_at, h.ends_at,
      case when first_status <> 'ACTIVE' then coalesce(h.hold_expires_at, p_now + make_interval(mins => facts.hold_minutes)) end,
      facts.currency, h.total_cents, facts.terms_version,
      h.starts_at + make_interval(mins => facts.cancel_until_minutes_after_start), p_now,
      coalesce(h.created_by_user_id, h.user_id), h.idempotency_key, coalesce(h.is_flexible, false), h.rule_set_id,
      h.rule_set_version, h.override_reason, h.price_terms, h.changes_id, h.changes_version, h.target_starts_at,
      h.target_ends_at, h.continues_id,
      the_acceptance,
      case when first_status = 'ACTIVE' then p_now end)
    on conflict do nothing
    returning r.* into the_reservation;
    exit when found;
    -- A constraint cannot depend on the current time, so expired holds in the way are released here. A hold with a payment in
    -- progress stays until the job has asked the provider for the result.
    update reservations r set status = 'EXPIRED'
      where r.lot_id = h.lot_id and r.spot_id = h.spot_id and r.status = 'CHECKOUT' and r.hold_expires_at <= p_now
        and tstzrange(r.starts_at, r.ends_at) && tstzrange(h.starts_at, h.ends_at)
        and not exists (
          select from invoices i join payments p on p.lot_id = i.lot_id and p.invoice_id = i.id
          where i.reservation_id = r.id and p.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING'));
    if not found then outcome := 'spot_taken'; return; end if;
  end loop;
  reservation_id := the_reservation.id;

  -- The insert waited for any transaction closing this spot, so its closures are visible now.
  if h.override_reason is null then
    perform refuse_closed(h.lot_id, facts.spot_no, h.starts_at, h.ends_at);
  end if;
  if h.limit_scope is not null and not claim_limit_scope(h.lot_id, h.limit_scope, h.limit_scope_version) then
    raise exception 'the limit scope has other reservations by now' using errcode = 'OS006';
  end if;

  -- Shares are rounded down, and the rest belongs to the lot. An assignee who parks on their own spot earns nothing
  -- from it.
  the_share := ((h.total_cents - h.service_fee_cents)::bigint * facts.platform_share_bps / 10000)::integer;
  the_host := case when facts.assigned_user_id <> h.user_id then facts.assigned_user_id end;
  insert into invoices (
    id, lot_id, reservation_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
    host_user_id, host_share_cents, payment_kind, created_at, paid_at, period_starts_at, period_ends_at)
  values (
    h.invoice_id, h.lot_id, h.reservation_id, h.user_id, case when h.changes_id is null then 'BOOKING' else 'CHANGE' end,
    case when is_free then 'PAID' else 'PENDING' end::invoice_status,
    facts.currency, h.total_cents, h.service_fee_cents, the_share, the_host,
    case when the_host is null then 0
      else ((h.total_cents - h.service_fee_cents - the_share)::bigint * facts.host_share_bps / 10000)::integer end,
    case when is_free then 'NONE' else coalesce(the_method_kind, 'STRIPE') end::payment_method_kind, p_now,
    case when is_free then p_now end, h.period_starts_at, h.period_ends_at);

  if h.lines <> '[]' then perform write_lines(h.invoice_id, h.lot_id, 0, h.lines); end if;

  if first_status = 'ACTIVE' then
    if the_host is not null then
      perform enqueue_host_notice('HOST_BOOKED', the_host, the_reservation.id, the_reservation.spot_id,
        the_reservation.starts_at, the_reservation.ends_at, the_reservation.version);
    end if;
    if follow_activation(p_now, the_reservation, h.max_consented_percent) = 'active' and h.created_by_user_id is null then
      booked := json_build_object(
        'user_id', the_reservation.user_id, 'currency', facts.currency, 'cancel_until_at', the_reservation.cancel_until_at,
        'public_id', facts.public_id, 'lot_name', facts.name, 'lot_language', facts.language, 'lot_texts', facts.texts,
        'entry_instructions', facts.entry_instructions, 'street', facts.street, 'city', facts.city,
        'time_zone', facts.time_zone, 'lat', facts.lat, 'lng', facts.lng, 'clearance_mm', facts.clearance_mm,
        'entry_methods', facts.entry_methods, 'country', facts.country, 'contact_phone', facts.contact_phone,
        'contact_email', facts.contact_email, 'entrance_photo_id', facts.entrance_photo_id,
        'photo', case when facts.entrance_photo_id is not null then (
          select json_build_object('caption', e.caption, 'width', e.width, 'height', e.height)
          from lot_photos e where e.id = facts.entrance_photo_id and e.lot_id = h.lot_id) end,
        'label', facts.label, 'spot_type', facts.type, 'level', facts.level, 'plate', the_plate, 'region', the_region);
    end if;
  elsif the_status = 'ACTIVE' then
    if activate_reservation(p_now, h.lot_id, h.reservation_id, h.max_consented_percent) = 'gone' then
      raise exception 'the reservation was changed meanwhile' using errcode = 'OS006';
    end if;
  elsif the_status = 'PENDING' then
    perform notify_about_reservation('TO_ACCEPT', h.reservation_id);
  elsif h.payment_id is not null then
    insert into payments (id, lot_id, invoice_id, payment_method_id, kind, currency, amount_cents, created_at, session_id)
      values (h.payment_id, h.lot_id, h.invoice_id, h.payment_method_id, the_method_kind, facts.currency, h.total_cents, p_now, h.session_id);
    if h.changes_id is null then
      insert into hold_attempts (reservation_id, lot_id, user_id, fingerprint, network, is_unproven, held_at)
        values (h.reservation_id, h.lot_id, h.user_id, the_fingerprint, h.network, unproven, p_now);
    end if;
  end if;
  outcome := 'held';
end $$;

-- Holds a spot once for each idempotency key of a caller: reserves the key, or takes over an unfinished one of the same request that began
-- before `p_abandoned_before`, and calls hold_spot in the same transaction. What hold_spot raises also gives the key back.
--
-- outcome: those of hold_spot · repeated (the key is used: nothing was done; same_request, status, and body are what is stored, and
-- same_request is null while the first request with the key is in this function)
drop function if exists hold_spot_once(timestamptz, jsonb, text, text, bytea, timestamptz);
create function hold_spot_once(
  p_now timestamptz, p jsonb, p_caller text, p_key text, p_request_hash bytea, p_abandoned_before timestamptz,
  out outcome text, out reservation_id uuid, out refused_until timestamptz, out booked json, out same_request boolean, out status integer, out body text
) language plpgsql as $$
begin
  -- Without it, the others of many equal requests would wait for the first one in the insert, each with a connection.
  if not pg_try_advisory_xact_lock(hashtextextended('key ' || p_caller || ' ' || p_key, 7005)) then outcome := 'repeated'; return; end if;
  insert into idempotency_keys as k (caller, key, request_hash, started_at) values (p_caller, p_key, p_request_hash, p_now)
    on conflict (caller, key) do update set started_at = excluded.started_at
      where k.status is null and k.started_at < p_abandoned_before and k.request_hash = excluded.request_hash;
  if not found then
    outcome := 'repeated';
    select k.request_hash = p_request_hash, k.status, k.body into same_request, status, body
      from idempotency_keys k where k.caller = p_caller and k.key = p_key;
    return;
  end if;
  select h.outcome, h.reservation_id, h.refused_until, h.booked into outcome, reservation_id, refused_until, booked from hold_spot(p_now, p) h;
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
