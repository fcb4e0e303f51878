-- Invoices after the booking's: further months, and corrections of unpaid ones (for bills see bills.sql). Lock order:
-- reservation, invoice.

-- Adds the invoice of a further month and the charge that the driver consented to. If no consent covers it, the invoice
-- fails immediately: the driver is notified and has the lot's grace period to pay. Locks the reservation. outcome:
-- added · exists (the month has been billed) · wrong_status
create or replace function add_invoice(p_now timestamptz, p jsonb, out outcome text, out payment_id uuid, out lot_id uuid) language plpgsql as $$
declare
  a record;
  the_reservation reservations;
  the_lot lots;
  the_consent consents;
  the_kind payment_method_kind;
  the_host uuid;
  share integer;
begin
  select * into a from jsonb_to_record(p) as (
    reservation_id uuid, invoice_id uuid, payment_id uuid, total_cents integer, service_fee_cents integer, lines jsonb,
    period_starts_at timestamptz, period_ends_at timestamptz, first_retry_days integer);
  select r.* into strict the_reservation from reservations r where r.id = a.reservation_id for no key update;
  lot_id := the_reservation.lot_id;
  if the_reservation.status <> 'ACTIVE' then outcome := 'wrong_status'; return; end if;
  select l.* into the_lot from lots l where l.id = the_reservation.lot_id;
  select s.assigned_user_id into the_host from spots s
    where s.id = the_reservation.spot_id and s.lot_id = the_reservation.lot_id and s.assigned_user_id <> the_reservation.user_id;
  share := ((a.total_cents - a.service_fee_cents)::bigint * the_lot.platform_share_bps / 10000)::integer;
  the_consent := consent_for_month(the_reservation.lot_id, the_reservation.id, the_reservation.user_id, a.total_cents);
  select m.kind into the_kind from payment_methods m where m.id = the_consent.payment_method_id;

  insert into invoices (
    id, lot_id, reservation_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
    host_user_id, host_share_cents, payment_kind, created_at, period_starts_at, period_ends_at, paid_at)
  values (
    a.invoice_id, the_reservation.lot_id, the_reservation.id, the_reservation.user_id, 'PERIOD',
    (case when a.total_cents = 0 then 'PAID' else 'PENDING' end)::invoice_status,
    the_lot.currency, a.total_cents, a.service_fee_cents, share, the_host,
    case when the_host is null then 0 else ((a.total_cents - a.service_fee_cents - share)::bigint * the_lot.host_share_bps / 10000)::integer end,
    (case when a.total_cents = 0 then 'NONE' else coalesce(the_kind::text, 'STRIPE') end)::payment_method_kind,
    p_now, a.period_starts_at, a.period_ends_at, case when a.total_cents = 0 then p_now end)
  on conflict do nothing;
  if not found then outcome := 'exists'; return; end if;
  perform write_lines(a.invoice_id, the_reservation.lot_id, 0, a.lines);
  if a.total_cents > 0 and the_consent.id is not null then
    insert into payments (id, lot_id, invoice_id, payment_method_id, kind, currency, amount_cents, created_at, consent_id)
      values (a.payment_id, the_reservation.lot_id, a.invoice_id, the_consent.payment_method_id, the_kind, the_lot.currency,
        a.total_cents, p_now, the_consent.id);
    payment_id := a.payment_id;
  elsif a.total_cents > 0 then
    update invoices i set status = 'FAILED', grace_ends_at = p_now + make_interval(days => the_lot.failed_payment_days),
        next_attempt_at = p_now + make_interval(days => least(a.first_retry_days, the_lot.failed_payment_days))
      where i.id = a.invoice_id and i.lot_id = the_reservation.lot_id;
    perform queue_job('notify', json_build_object('kind', 'PAYMENT_FAILED', 'reservation_id', the_reservation.id, 'about', a.invoice_id));
  end if;
  outcome := 'added';
end $$;

-- Inserts invoice lines numbered from `p_after` + 1.
create or replace function write_lines(p_invoice_id uuid, p_lot_id uuid, p_after integer, p_lines jsonb) returns void language plpgsql as $$
begin
  insert into invoice_lines (invoice_id, lot_id, line_no, kind, unit, quantity, unit_cents, amount_cents, starts_at, ends_at, because)
    select p_invoice_id, p_lot_id, p_after + row_number() over (), l.kind, l.unit, l.quantity, l.unit_cents, l.amount_cents, l.starts_at, l.ends_at, l.because
    from jsonb_to_recordset(p_lines) as l(
      kind text, unit text, quantity integer, unit_cents integer, amount_cents integer, starts_at timestamptz, ends_at timestamptz, because text);
end $$;

-- Reduces the total of an unpaid invoice by a line with a reason; increases are bills (bills.sql). Locks reservation
-- and invoice. outcome: corrected · invoice_not_open (paid, being paid, or for a spot held only for minutes) ·
-- below_zero · not_lower
create or replace function correct_invoice(p_now timestamptz, p_invoice_id uuid, p_amount_cents integer, p_reason text, out outcome text) language plpgsql as $$
declare
  the_reservation reservations;
  the_invoice invoices;
  the_lot lots;
  share integer;
  total integer;
begin
  select r.* into strict the_reservation from reservations r join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id
    where i.id = p_invoice_id for no key update of r;
  select i.* into strict the_invoice from invoices i where i.id = p_invoice_id and i.lot_id = the_reservation.lot_id for no key update;
  if the_invoice.status not in ('PENDING', 'FAILED') or the_reservation.status = 'CHECKOUT' or exists (
    select from payments p where p.invoice_id = p_invoice_id and p.lot_id = the_reservation.lot_id and p.status not in ('FAILED', 'CANCELED')) then
    outcome := 'invoice_not_open'; return;
  end if;
  if p_amount_cents >= 0 then outcome := 'not_lower'; return; end if;
  total := the_invoice.total_cents + p_amount_cents;
  if total < the_invoice.service_fee_cents then outcome := 'below_zero'; return; end if;
  select l.* into the_lot from lots l where l.id = the_reservation.lot_id;
  share := ((total - the_invoice.service_fee_cents)::bigint * the_lot.platform_share_bps / 10000)::integer;
  update invoices i set total_cents = total, platform_share_cents = share,
      host_share_cents = case when i.host_user_id is null then 0
        else ((total - i.service_fee_cents - share)::bigint * the_lot.host_share_bps / 10000)::integer end,
      -- Of a bill for a change nothing was paid, but the reservation still has what it was for.
      status = case when total > 0 then i.status when i.change_cents is null then 'PAID' else 'CANCELED' end,
      paid_at = case when total = 0 and i.change_cents is null then p_now end,
      next_attempt_at = case when total = 0 then null else i.next_attempt_at end
    where i.id = p_invoice_id and i.lot_id = the_reservation.lot_id;
  perform write_lines(p_invoice_id, the_reservation.lot_id,
    (select max(l.line_no)::integer from invoice_lines l where l.invoice_id = p_invoice_id and l.lot_id = the_reservation.lot_id),
    jsonb_build_array(jsonb_build_object('kind', 'CORRECTION', 'quantity', 1, 'unit_cents', p_amount_cents,
      'amount_cents', p_amount_cents, 'because', p_reason)));
  -- A bill that is not for a change was never part of the reservation's price.
  if the_invoice.kind <> 'CORRECTION' or the_invoice.change_cents is not null then
    update reservations r set total_cents = r.total_cents + p_amount_cents where r.id = the_reservation.id and r.lot_id = the_reservation.lot_id;
  end if;
  outcome := 'corrected';
end $$;

-- Starts the monthly billing of an open-ended reservation at the price of its first month. A reservation that continues
-- another one on a different spot takes over its subscription.
create or replace function start_months(p_now timestamptz, the_reservation reservations, p_max_percent integer) returns void language plpgsql as $$
declare
  the_subscription uuid;
  paid record;
begin
  if the_reservation.continues_id is not null then
    update subscriptions s set reservation_id = the_reservation.id
      where s.reservation_id = the_reservation.continues_id and s.lot_id = the_reservation.lot_id and s.ended_at is null;
    return;
  end if;
  insert into subscriptions (lot_id, kind, reservation_id, user_id, currency, month_cents, anchor_at, billed_until, created_at)
    select the_reservation.lot_id, 'RESERVATION', the_reservation.id, the_reservation.user_id, the_reservation.currency,
      coalesce((select sum(l.amount_cents) from invoice_lines l where l.invoice_id = i.id and l.lot_id = i.lot_id and l.kind <> 'SERVICE_FEE'), 0),
      the_reservation.starts_at,
      coalesce(i.period_ends_at, at_local(the_reservation.starts_at at time zone z.time_zone + interval '1 month', z.time_zone)), p_now
    from lots z left join lateral (
      select * from invoices i where i.reservation_id = the_reservation.id and i.lot_id = the_reservation.lot_id and i.kind = 'BOOKING'
      order by i.created_at limit 1) i on true
    where z.id = the_reservation.lot_id
    on conflict do nothing
    returning id into the_subscription;
  -- Paying for the first month is consent to later months at this price.
  select p.payment_method_id, p.session_id, p.amount_cents into paid
    from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
    where i.reservation_id = the_reservation.id and i.lot_id = the_reservation.lot_id and i.kind = 'BOOKING' and i.user_id = the_reservation.user_id
      and p.session_id is not null and p.status in ('SUCCEEDED', 'PROCESSING')
    order by p.created_at desc limit 1;
  if found and the_subscription is not null then
    perform consent_to_months(p_now, the_reservation.lot_id, the_subscription, paid.payment_method_id, paid.amount_cents,
      case when the_reservation.created_by_user_id = the_reservation.user_id then 'BOOKING' else 'ACCEPTANCE' end, paid.session_id, p_max_percent);
  end if;
end $$;

-- Handles an invoice that was not paid in time. If the lot's rule says so, the reservation ends now; what was used is
-- still owed. Locks reservation and invoice. `p_reason` is stored as the reason of the end. outcome: ended · kept ·
-- too_early
create or replace function end_unpaid(p_now timestamptz, p_invoice_id uuid, p_reason text) returns text language plpgsql as $$
declare
  the_reservation reservations;
  the_invoice invoices;
  the_lot lots;
begin
  select r.* into strict the_reservation from reservations r join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id
    where i.id = p_invoice_id for no key update of r;
  select i.* into strict the_invoice from invoices i where i.id = p_invoice_id and i.lot_id = the_reservation.lot_id for no key update;
  if the_invoice.status <> 'FAILED' or coalesce(the_invoice.grace_ends_at > p_now, true) then return 'too_early'; end if;
  select l.* into the_lot from lots l where l.id = the_reservation.lot_id;
  -- Handled only once: the debt remains but is not charged automatically anymore.
  update invoices i set grace_ends_at = null, next_attempt_at = null where i.id = p_invoice_id and i.lot_id = the_reservation.lot_id;
  if the_lot.failed_payment_rule = 'KEEP' or the_reservation.status <> 'ACTIVE' or the_reservation.ends_at <= p_now then return 'kept'; end if;
  if the_reservation.starts_at >= p_now then
    update reservations r set status = 'CANCELED', canceled_at = p_now, cancel_reason = p_reason, version = r.version + 1
      where r.id = the_reservation.id and r.lot_id = the_reservation.lot_id;
    update invoices i set status = 'CANCELED' where i.id = p_invoice_id and i.lot_id = the_reservation.lot_id and i.kind <> 'CORRECTION';
  else
    update reservations r set ends_at = date_trunc('minute', p_now), ended_early_at = p_now, version = r.version + 1
      where r.id = the_reservation.id and r.lot_id = the_reservation.lot_id;
  end if;
  update reservations r set status = 'CANCELED', canceled_at = p_now, cancel_reason = p_reason, version = r.version + 1
    where r.continues_id = the_reservation.id and r.lot_id = the_reservation.lot_id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE');
  update subscriptions s set ended_at = p_now
    where s.reservation_id = the_reservation.id and s.lot_id = the_reservation.lot_id and s.ended_at is null;
  insert into reservation_events (lot_id, reservation_id, at, kind, reason, details) values (
    the_reservation.lot_id, the_reservation.id, p_now, 'ENDED_UNPAID', p_reason,
    jsonb_build_object('invoice_id', p_invoice_id, 'from', reservation_facts(the_reservation)));
  perform queue_job('notify', json_build_object('kind', 'DEBT_ENDED', 'reservation_id', the_reservation.id));
  perform enqueue_waitlist_offers(the_reservation.lot_id);
  return 'ended';
end $$;
