-- Results of payments and refunds. The request, the webhook, and the job may call these functions any number of times
-- and in any order: the first call does the work, and the others find it done.

-- Settles a successful payment. Locks reservation, invoice, and payment, in this order. outcome: settled · already ·
-- refunded (the reservation was gone when the money arrived, so it is refunded automatically) · second (another payment of
-- the invoice has paid or is paying, so the caller returns this one) · unknown_payment.
-- `p_policy` has the limit of a consent in percent (consent_to_months) and the reasons of automatic refunds.
create or replace function settle_payment(
  p_now timestamptz,
  p_payment_id uuid,
  p_stripe_payment_intent_id text,
  p_stripe_charge_id text,
  p_policy jsonb,
  out outcome text,
  out lot_id uuid,
  out reservation_id uuid
) language plpgsql as $$
declare
  the_payment payments;
  the_invoice invoices;
  the_reservation reservations;
  policy record;
begin
  select * into policy from jsonb_to_record(p_policy) as (
    max_consented_percent integer, canceled_reason text, not_held_reason text);
  select p.* into the_payment from payments p where p.id = p_payment_id;
  if not found then outcome := 'unknown_payment'; return; end if;
  lot_id := the_payment.lot_id;
  select i.* into the_invoice from invoices i where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id;
  -- The lock order for everyone who changes them: reservation, invoice, payment.
  select r.* into the_reservation from reservations r
    where r.id = the_invoice.reservation_id and r.lot_id = the_payment.lot_id for no key update;
  reservation_id := the_reservation.id;
  select i.* into the_invoice from invoices i where i.id = the_invoice.id and i.lot_id = the_payment.lot_id for no key update;
  select p.* into the_payment from payments p where p.id = p_payment_id and p.lot_id = the_payment.lot_id for no key update;
  if the_payment.status = 'SUCCEEDED' then outcome := 'already'; return; end if;
  -- An attempt that had failed took money after all, although another one has paid or is paying: nothing is booked, and
  -- the caller returns it (return_second_payment).
  if exists (select from payments p where p.invoice_id = the_invoice.id and p.lot_id = the_invoice.lot_id and p.id <> p_payment_id
    and p.status not in ('FAILED', 'CANCELED')) then
    update payments p set second_taken_at = p_now
      where p.id = p_payment_id and p.lot_id = the_payment.lot_id and p.second_taken_at is null;
    outcome := 'second'; return;
  end if;

  update payments p set status = 'SUCCEEDED', settled_at = p_now, failure_code = null, failure_message = null,
      stripe_payment_intent_id = p_stripe_payment_intent_id, stripe_charge_id = p_stripe_charge_id
    where p.id = p_payment_id and p.lot_id = the_payment.lot_id;
  update payment_methods m set is_saved = true
    where m.id = the_payment.payment_method_id and m.saves_when_paid and not m.is_saved and m.deleted_at is null;
  update invoices i set status = 'PAID', paid_cents = total_cents, paid_at = p_now, next_attempt_at = null, grace_ends_at = null
    where i.id = the_invoice.id and i.lot_id = the_payment.lot_id;
  perform move_money(p_now, 'PAYMENT', p_payment_id, the_invoice, 0, the_invoice.total_cents,
    case when the_payment.kind = 'EARNINGS_DEDUCTION' then the_invoice.user_id end);
  if the_invoice.kind = 'PERIOD' and the_payment.session_id is not null then
    perform use_for_months(p_now, the_payment, the_invoice, policy.max_consented_percent);
  end if;

  -- A fine has no reservation.
  if coalesce(the_reservation.status in ('CHECKOUT', 'PENDING'), false)
    and activate_reservation(p_now, the_payment.lot_id, the_reservation.id, policy.max_consented_percent) <> 'gone' then
    outcome := 'settled';
  elsif the_invoice.refund_when_paid_cents is not null then
    -- Canceled while a bank debit was in progress: refund now what was agreed then.
    if the_invoice.refund_when_paid_cents > 0 then
      perform request_refund(p_now, uuidv7(), the_invoice.id, the_invoice.refund_when_paid_cents, policy.canceled_reason, null);
    end if;
    outcome := 'refunded';
  elsif the_invoice.status <> 'CANCELED' and (the_reservation.status = 'ACTIVE' or the_invoice.kind in ('PERIOD', 'CORRECTION', 'FINE', 'PLAN')) then
    outcome := 'settled';
    if the_invoice.kind = 'PLAN' then
      perform resume_bookings(the_invoice.lot_id);
      perform notify_plan_owners('PLAN_PAID', the_invoice.id, the_invoice.id::text);
    end if;
  else
    -- The reservation, or the change of one, is no longer available.
    update reservations r set status = 'CANCELED', canceled_at = p_now, hold_expires_at = null
      where r.id = the_reservation.id and r.lot_id = the_payment.lot_id and r.status in ('CHECKOUT', 'PENDING');
    perform request_refund(p_now, uuidv7(), the_invoice.id, the_invoice.total_cents, policy.not_held_reason, null);
    outcome := 'refunded';
  end if;
end $$;

-- Records that the provider accepted the return of a second payment, and notifies its payer once: the driver, or the owners of a lot that
-- pays for its plan. The admins of a driver's lot are notified, too. Returns the lot; null if it was recorded before.
create or replace function return_second_payment(p_now timestamptz, p_payment_id uuid) returns uuid language plpgsql as $$
declare
  the_payment payments;
  the_invoice invoices;
begin
  update payments p set second_returned_at = p_now
    where p.id = p_payment_id and p.second_taken_at is not null and p.second_returned_at is null returning * into the_payment;
  if not found then return null; end if;
  select i.* into strict the_invoice from invoices i where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id;
  if the_invoice.kind = 'PLAN' then
    perform notify_plan_owners('PLAN_PAID_TWICE', the_invoice.id, the_payment.id::text);
  elsif the_invoice.kind = 'FINE' then
    perform queue_job('notify_fine', json_build_object('fine_id', the_invoice.fine_id, 'second_payment_id', the_payment.id));
  else
    perform queue_job('notify', json_build_object('kind', 'PAID_TWICE', 'reservation_id', the_invoice.reservation_id, 'about', the_payment.id));
  end if;
  if the_invoice.kind <> 'PLAN' then
    perform queue_job('notify_second_payment', json_build_object('payment_id', the_payment.id));
  end if;
  return the_payment.lot_id;
end $$;

-- When the driver pays a month themselves, that payment method pays for later months too, at the price agreed before.
create or replace function use_for_months(
  p_now timestamptz, the_payment payments, the_invoice invoices, p_max_percent integer
) returns void language plpgsql as $$
declare
  the_subscription subscriptions;
  agreed integer;
begin
  select s.* into the_subscription from subscriptions s
    where s.lot_id = the_invoice.lot_id and s.user_id = the_invoice.user_id and s.kind = 'RESERVATION' and s.ended_at is null
      and is_part_of(the_invoice.lot_id, the_invoice.reservation_id, s.reservation_id);
  if not found then return; end if;
  select c.agreed_cents into agreed from consents c
    where c.subscription_id = the_subscription.id and c.lot_id = the_subscription.lot_id and c.purpose = 'MONTHLY_CHARGES'
    order by c.given_at desc, c.id desc limit 1;
  perform consent_to_months(p_now, the_subscription.lot_id, the_subscription.id, the_payment.payment_method_id,
    coalesce(agreed, the_invoice.total_cents), 'MONTH_PAID', the_payment.session_id, p_max_percent);
end $$;

-- Records the state of a payment; one that has ended stays unchanged. If the reservation continues although its payment
-- failed, the invoice must be paid within the lot's grace period; a month covered by consent is also retried after each
-- of `p_retry_days`, which only a failure needs. A bill or a fine stays open, so that its payer can try again. Returns
-- null if the payment had already ended.
create or replace function record_payment_status(
  p_now timestamptz,
  p_payment_id uuid,
  p_status payment_status,
  p_stripe_payment_intent_id text,
  p_failure_code text,
  p_failure_message text,
  p_retry_days integer[]
) returns boolean language plpgsql as $$
declare
  the_payment payments;
  the_invoice invoices;
begin
  update payments set status = p_status,
      stripe_payment_intent_id = coalesce(p_stripe_payment_intent_id, stripe_payment_intent_id),
      failure_code = p_failure_code, failure_message = p_failure_message
    where id = p_payment_id and status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING')
    returning * into the_payment;
  if not found then return null; end if;
  if p_status = 'FAILED' then
    update invoices i set status = 'FAILED', attempts = i.attempts + 1,
        grace_ends_at = coalesce(i.grace_ends_at, p_now + make_interval(days => coalesce(i.grace_days, l.failed_payment_days))),
        next_attempt_at = case when i.kind in ('PERIOD', 'PLAN') then next_attempt(p_now,
          coalesce(i.grace_ends_at, p_now + make_interval(days => coalesce(i.grace_days, l.failed_payment_days))),
          coalesce(i.grace_days, l.failed_payment_days), coalesce(i.retry_days, p_retry_days)) end
      from lots l
      where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id and l.id = i.lot_id
        and i.status in ('PENDING', 'PROCESSING', 'FAILED') and (i.kind in ('PERIOD', 'PLAN') or i.kind <> 'CORRECTION' and exists (
          select from reservations r where r.id = i.reservation_id and r.lot_id = i.lot_id and r.status = 'ACTIVE'))
      returning i.* into the_invoice;
    if found and the_invoice.kind = 'PLAN' then
      perform notify_plan_owners('PLAN_PAYMENT_FAILED', the_invoice.id, the_payment.id::text);
    elsif found then
      perform queue_job('notify', json_build_object(
        'kind', 'PAYMENT_FAILED', 'reservation_id', the_invoice.reservation_id, 'about', the_payment.id));
    else
      update invoices i set status = 'PENDING', attempts = i.attempts + 1
        where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id and i.kind in ('CORRECTION', 'FINE') and i.status = 'PROCESSING'
        returning i.* into the_invoice;
      -- What was given up while the bank debit was in progress is no longer owed.
      if found and the_invoice.change_cents > 0 and the_invoice.refund_when_paid_cents > 0 then
        update invoices i set refund_when_paid_cents = null where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
        perform lower_change_bill(the_invoice, least(the_invoice.change_cents, the_invoice.refund_when_paid_cents), null);
      end if;
    end if;
  end if;
  return true;
end $$;

-- Accepts a bank debit that takes days to settle: the reservation becomes active now, and the invoice waits. Returns
-- false if the payment had already ended.
create or replace function accept_processing(
  p_now timestamptz, p_payment_id uuid, p_stripe_payment_intent_id text, p_max_percent integer
) returns boolean language plpgsql as $$
declare
  the_payment payments;
begin
  if record_payment_status(p_now, p_payment_id, 'PROCESSING', p_stripe_payment_intent_id, null, null, null) is null then return false; end if;
  select p.* into the_payment from payments p where p.id = p_payment_id;
  update invoices i set status = 'PROCESSING'
    where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id and i.status in ('PENDING', 'FAILED');
  perform activate_reservation(p_now, r.lot_id, r.id, p_max_percent) from invoices i join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id
    where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id and r.status in ('CHECKOUT', 'PENDING');
  return true;
end $$;

-- Pays with what a person has earned in the lot and is due. Takes lock_earnings, so that concurrent use of the same
-- earnings waits. outcome: as in settle_payment, or insufficient
create or replace function settle_deduction(
  p_now timestamptz, p_payment_id uuid, p_failure_message text, p_retry_days integer[], p_policy jsonb,
  out outcome text, out lot_id uuid, out reservation_id uuid
) language plpgsql as $$
declare
  the_payment payments;
  the_invoice invoices;
begin
  select p.* into strict the_payment from payments p where p.id = p_payment_id and p.kind = 'EARNINGS_DEDUCTION';
  select i.* into the_invoice from invoices i where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id;
  perform lock_earnings(the_payment.lot_id, the_invoice.user_id);
  if the_payment.status not in ('SUCCEEDED', 'FAILED', 'CANCELED')
    and due_earnings(the_payment.lot_id, the_invoice.user_id, the_payment.currency, p_now) < the_payment.amount_cents then
    perform record_payment_status(p_now, p_payment_id, 'FAILED', null, 'earnings_insufficient', p_failure_message, p_retry_days);
    outcome := 'insufficient'; lot_id := the_payment.lot_id; reservation_id := the_invoice.reservation_id; return;
  end if;
  select s.outcome, s.lot_id, s.reservation_id into outcome, lot_id, reservation_id from settle_payment(p_now, p_payment_id, null, null, p_policy) s;
end $$;

-- Serializes payouts and payments from the same earnings with an advisory lock until the end of the transaction. A null
-- user means the lot's own earnings.
create or replace function lock_earnings(p_lot_id uuid, p_user_id uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_lot_id::text || coalesce(p_user_id::text, ''), 7004))
$$;

-- Returns a payee's earnings that are due and not paid out, in minor units; a null user means the lot.
create or replace function due_earnings(p_lot_id uuid, p_user_id uuid, p_currency text, p_now timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(e.amount_cents - e.paid_out_cents), 0)::bigint from earnings e
  where e.lot_id = p_lot_id and e.payee_kind = case when p_user_id is null then 'LOT' else 'HOST' end
    and e.user_id is not distinct from p_user_id and e.currency = p_currency and e.due_at <= p_now
    and e.amount_cents <> e.paid_out_cents
$$;

-- Creates a payment by the payer in their own session: for a held spot, a failed payment, a bill, or a fine. Returns its ID, or
-- null if nothing is payable. A bill that still needs approval is not payable.
create or replace function retry_payment(
  p_now timestamptz, p_invoice_id uuid, p_payment_id uuid, p_payment_method_id uuid, p_user_id uuid, p_session_id uuid
) returns uuid language sql as $$
  insert into payments (id, lot_id, invoice_id, payment_method_id, kind, currency, amount_cents, created_at, session_id)
    select p_payment_id, i.lot_id, i.id, m.id, m.kind, i.currency, i.total_cents, p_now, p_session_id
    from invoices i
      left join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id
      join payment_methods m on m.id = p_payment_method_id and m.user_id = p_user_id and m.deleted_at is null
    where i.id = p_invoice_id and i.user_id = p_user_id and i.status in ('PENDING', 'FAILED') and i.total_cents > 0
      and not (i.needs_approval and i.approved_at is null)
      -- Later months and plans are charged to it, so a card that pays once is not enough.
      and (m.is_saved or m.saves_when_paid or i.kind not in ('PERIOD', 'PLAN') and (r.id is null or r.ends_at is not null))
      and (r.status in ('CHECKOUT', 'PENDING') and r.hold_expires_at > p_now or r.status = 'ACTIVE' or i.kind in ('PERIOD', 'CORRECTION', 'FINE', 'PLAN'))
  on conflict do nothing returning id
$$;
