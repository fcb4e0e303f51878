-- Takes a spot for a stay in one round trip: the reservation, its invoice with the lines, and the payment that is to
-- be made. Nothing is written unless the outcome is 'held'.
--
-- outcome: held · exists (this caller's key has made one before) · spot_taken · terms_changed (price or policy moved
-- since the quote) · spot_not_found · car_not_found · payment_method_not_found · too_many_holds
create or replace function hold_spot(
  p_now timestamptz,
  p_reservation_id uuid,
  p_invoice_id uuid,
  p_payment_id uuid,
  p_user_id uuid,
  p_idempotency_key text,
  p_lot_id uuid,
  p_spot_id uuid,
  p_car_id uuid,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_terms_version integer,
  p_payment_kind payment_method_kind,
  p_payment_method_id uuid,
  p_total_cents integer,
  p_service_fee_cents integer,
  p_lines jsonb,
  out outcome text,
  out reservation_id uuid
) language plpgsql as $$
declare
  the_lot lots;
  is_free boolean := p_total_cents = 0;
begin
  select r.id into reservation_id from reservations r
    where r.user_id = p_user_id and r.idempotency_key = p_idempotency_key;
  if found then outcome := 'exists'; return; end if;

  select l.* into the_lot from lots l join spots s on s.lot_id = l.id
    where s.id = p_spot_id and s.lot_id = p_lot_id and s.deleted_at is null and s.assigned_user_id is null;
  if not found then outcome := 'spot_not_found'; return; end if;
  if the_lot.terms_version <> p_terms_version then outcome := 'terms_changed'; return; end if;
  if p_car_id is not null and not exists (select from cars c where c.id = p_car_id and c.user_id = p_user_id and c.deleted_at is null) then
    outcome := 'car_not_found'; return;
  end if;
  if not is_free and not exists (select from payment_methods m where m.id = p_payment_method_id and m.user_id = p_user_id and m.deleted_at is null) then
    outcome := 'payment_method_not_found'; return;
  end if;
  if (select count(*) from reservations r where r.user_id = p_user_id and r.status = 'CHECKOUT' and r.hold_expires_at > p_now) >= 5 then
    outcome := 'too_many_holds'; return;
  end if;

  -- A constraint cannot ask what time it is: holds of this spot that have run out give way here. One with a payment
  -- still under way stays until the job has asked the provider how it ended.
  update reservations r set status = 'EXPIRED'
    where r.lot_id = p_lot_id and r.spot_id = p_spot_id and r.status = 'CHECKOUT' and r.hold_expires_at <= p_now
      and tstzrange(r.starts_at, r.ends_at) && tstzrange(p_starts_at, p_ends_at)
      and not exists (
        select from invoices i join payments p on p.lot_id = i.lot_id and p.invoice_id = i.id
        where i.reservation_id = r.id and p.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING'));

  -- ON CONFLICT DO NOTHING against the exclusion constraint: plain inserts that overlap wait for each other until
  -- the deadlock timeout.
  insert into reservations as r (
    id, lot_id, spot_id, user_id, car_id, status, starts_at, ends_at, hold_expires_at, currency, total_cents,
    terms_version, cancel_until_at, created_at, created_by_user_id, confirmed_at, idempotency_key)
  values (
    p_reservation_id, p_lot_id, p_spot_id, p_user_id, p_car_id,
    case when is_free then 'ACTIVE' else 'CHECKOUT' end::reservation_status, p_starts_at, p_ends_at,
    case when is_free then null else p_now + make_interval(mins => the_lot.hold_minutes) end,
    the_lot.currency, p_total_cents, p_terms_version,
    p_starts_at + make_interval(mins => the_lot.cancel_until_minutes_after_start), p_now, p_user_id,
    case when is_free then p_now end, p_idempotency_key)
  on conflict do nothing
  returning r.id into reservation_id;
  if not found then outcome := 'spot_taken'; return; end if;

  insert into invoices (
    id, lot_id, reservation_id, user_id, status, currency, total_cents, service_fee_cents, platform_share_cents,
    payment_kind, created_at, paid_at)
  values (
    p_invoice_id, p_lot_id, p_reservation_id, p_user_id, case when is_free then 'PAID' else 'PENDING' end::invoice_status,
    the_lot.currency, p_total_cents, p_service_fee_cents,
    -- The platform's share is rounded down: what cannot be split is the lot's.
    ((p_total_cents - p_service_fee_cents)::bigint * the_lot.platform_share_bps / 10000)::integer,
    case when is_free then 'NONE' else p_payment_kind end::payment_method_kind, p_now, case when is_free then p_now end);

  insert into invoice_lines (invoice_id, lot_id, line_no, kind, unit, quantity, unit_cents, amount_cents, starts_at, ends_at)
    select p_invoice_id, p_lot_id, row_number() over (), l.kind, l.unit, l.quantity, l.unit_cents, l.amount_cents, l.starts_at, l.ends_at
    from jsonb_to_recordset(p_lines) as l(
      kind text, unit text, quantity integer, unit_cents integer, amount_cents integer, starts_at timestamptz, ends_at timestamptz);

  if is_free then
    perform graphile_worker.add_job('send_email', json_build_object('kind', 'reservation_confirmed', 'reservation_id', p_reservation_id));
  else
    insert into payments (id, lot_id, invoice_id, payment_method_id, currency, amount_cents, created_at)
      values (p_payment_id, p_lot_id, p_invoice_id, p_payment_method_id, the_lot.currency, p_total_cents, p_now);
  end if;
  outcome := 'held';
end $$;
