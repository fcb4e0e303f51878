-- How a payment and a refund end. Each function may be called any number of times, in any order, by the request, the
-- webhook and the job alike: the first call does the work, the others find it done.

-- outcome: settled · already · refunded (the stay was gone when the money came: it goes back by itself) · unknown_payment
create or replace function settle_payment(
  p_now timestamptz,
  p_payment_id uuid,
  p_stripe_payment_intent_id text,
  p_stripe_charge_id text,
  out outcome text,
  out lot_id uuid,
  out reservation_id uuid
) language plpgsql as $$
declare
  the_payment payments;
  the_invoice invoices;
  the_stay reservations;
begin
  select p.* into the_payment from payments p where p.id = p_payment_id;
  if not found then outcome := 'unknown_payment'; return; end if;
  lot_id := the_payment.lot_id;
  select i.* into the_invoice from invoices i where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id;
  -- Always in this order: stay, invoice, payment. Everyone who changes them locks them so.
  select r.* into the_stay from reservations r
    where r.id = the_invoice.reservation_id and r.lot_id = the_payment.lot_id for no key update;
  reservation_id := the_stay.id;
  select i.* into the_invoice from invoices i where i.id = the_invoice.id and i.lot_id = the_payment.lot_id for no key update;
  select p.* into the_payment from payments p where p.id = p_payment_id and p.lot_id = the_payment.lot_id for no key update;
  if the_payment.status = 'SUCCEEDED' then outcome := 'already'; return; end if;

  update payments p set status = 'SUCCEEDED', settled_at = p_now, failure_code = null, failure_message = null,
      stripe_payment_intent_id = p_stripe_payment_intent_id, stripe_charge_id = p_stripe_charge_id
    where p.id = p_payment_id and p.lot_id = the_payment.lot_id;
  update invoices i set status = 'PAID', paid_cents = total_cents, paid_at = p_now
    where i.id = the_invoice.id and i.lot_id = the_payment.lot_id;

  insert into ledger_transactions (id, lot_id, kind, source_id, invoice_id, occurred_at)
    values (p_payment_id, the_payment.lot_id, 'PAYMENT', p_payment_id, the_invoice.id, p_now);
  insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents)
    select p_payment_id, the_payment.lot_id, e.account, the_payment.currency, e.amount from (values
      ('PROVIDER_CLEARING', the_invoice.total_cents),
      ('SERVICE_FEES', -the_invoice.service_fee_cents),
      ('PLATFORM_SHARE', -the_invoice.platform_share_cents),
      ('LOT_PAYABLE', -(the_invoice.total_cents - the_invoice.service_fee_cents - the_invoice.platform_share_cents))
    ) as e(account, amount) where e.amount <> 0;

  if the_stay.status in ('CHECKOUT', 'PENDING') and activate_stay(p_now, the_payment.lot_id, the_stay.id) <> 'gone' then
    outcome := 'settled';
  elsif the_stay.status = 'ACTIVE' then
    outcome := 'settled';
  else
    -- The stay it was for, or the change of one, is no longer to be had.
    update reservations r set status = 'CANCELED', canceled_at = p_now, hold_expires_at = null
      where r.id = the_stay.id and r.lot_id = the_payment.lot_id and r.status in ('CHECKOUT', 'PENDING');
    perform ask_refund(p_now, uuidv7(), the_invoice.id, the_invoice.total_cents, 'The spot was no longer held when the payment arrived.', null);
    outcome := 'refunded';
  end if;
end $$;

-- Notes how far an attempt has come; one that has ended is left as it is.
create or replace function note_payment(
  p_payment_id uuid,
  p_status payment_status,
  p_stripe_payment_intent_id text,
  p_failure_code text,
  p_failure_message text
) returns boolean language sql as $$
  update payments set status = p_status,
      stripe_payment_intent_id = coalesce(p_stripe_payment_intent_id, stripe_payment_intent_id),
      failure_code = p_failure_code, failure_message = p_failure_message
    where id = p_payment_id and status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING')
  returning true
$$;

-- A bank debit takes days: the stay begins on the strength of it, the invoice waits.
create or replace function accept_processing(
  p_now timestamptz, p_payment_id uuid, p_stripe_payment_intent_id text
) returns boolean language plpgsql as $$
declare
  the_payment payments;
begin
  if note_payment(p_payment_id, 'PROCESSING', p_stripe_payment_intent_id, null, null) is null then return false; end if;
  select p.* into the_payment from payments p where p.id = p_payment_id;
  update invoices i set status = 'PROCESSING'
    where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id and i.status in ('PENDING', 'FAILED');
  perform activate_stay(p_now, r.lot_id, r.id) from invoices i join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id
    where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id and r.status in ('CHECKOUT', 'PENDING');
  return true;
end $$;

-- A further attempt to pay for a held spot, after one that failed. Null where the stay is not waiting for money.
create or replace function try_again(
  p_now timestamptz, p_reservation_id uuid, p_payment_id uuid, p_payment_method_id uuid, p_user_id uuid
) returns uuid language sql as $$
  insert into payments (id, lot_id, invoice_id, payment_method_id, currency, amount_cents, created_at)
    select p_payment_id, i.lot_id, i.id, m.id, i.currency, i.total_cents, p_now
    from reservations r
      join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id
      join payment_methods m on m.id = p_payment_method_id and m.user_id = p_user_id and m.deleted_at is null
    where r.id = p_reservation_id and r.status in ('CHECKOUT', 'PENDING') and r.hold_expires_at > p_now and i.status in ('PENDING', 'FAILED')
  on conflict do nothing returning id
$$;

-- Promises a part of a paid invoice back to its payer; the job makes it.
create or replace function ask_refund(
  p_now timestamptz, p_refund_id uuid, p_invoice_id uuid, p_amount_cents integer, p_reason text, p_user_id uuid
) returns uuid language plpgsql as $$
declare
  the_payment payments;
begin
  select p.* into strict the_payment from payments p where p.invoice_id = p_invoice_id and p.status = 'SUCCEEDED';
  insert into refunds (id, lot_id, invoice_id, payment_id, amount_cents, reason, requested_by_user_id, created_at)
    values (p_refund_id, the_payment.lot_id, p_invoice_id, the_payment.id, p_amount_cents, p_reason, p_user_id, p_now);
  update invoices set status = 'PENDING_REFUND', refund_pending_cents = refund_pending_cents + p_amount_cents
    where id = p_invoice_id and lot_id = the_payment.lot_id;
  perform graphile_worker.add_job('send_refund', json_build_object('refund_id', p_refund_id), max_attempts => 25);
  return p_refund_id;
end $$;

-- outcome: settled · already · unknown_refund
create or replace function settle_refund(
  p_now timestamptz, p_refund_id uuid, p_stripe_refund_id text, out outcome text, out lot_id uuid, out reservation_id uuid
) language plpgsql as $$
declare
  the_refund refunds;
  the_invoice invoices;
  before_cents bigint;
  after_cents bigint;
  fee integer;
  share integer;
begin
  select r.* into the_refund from refunds r where r.id = p_refund_id;
  if not found then outcome := 'unknown_refund'; return; end if;
  lot_id := the_refund.lot_id;
  select i.* into the_invoice from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id for no key update;
  reservation_id := the_invoice.reservation_id;
  select r.* into the_refund from refunds r where r.id = p_refund_id and r.lot_id = the_refund.lot_id for no key update;
  if the_refund.status = 'SUCCEEDED' then outcome := 'already'; return; end if;

  update refunds r set status = 'SUCCEEDED', stripe_refund_id = p_stripe_refund_id, settled_at = p_now, failure_message = null
    where r.id = p_refund_id and r.lot_id = the_refund.lot_id;
  update invoices i set refunded_cents = refunded_cents + the_refund.amount_cents,
      refund_pending_cents = refund_pending_cents - the_refund.amount_cents,
      status = case when refund_pending_cents > the_refund.amount_cents then 'PENDING_REFUND'
        when refunded_cents + the_refund.amount_cents = paid_cents then 'REFUNDED' else 'PARTIALLY_REFUNDED' end::invoice_status
    where i.id = the_invoice.id and i.lot_id = the_refund.lot_id;

  -- Each share gives back its part of what has been refunded so far, so that the last refund leaves nothing over.
  before_cents := the_invoice.refunded_cents;
  after_cents := before_cents + the_refund.amount_cents;
  fee := the_invoice.service_fee_cents * after_cents / the_invoice.total_cents
    - the_invoice.service_fee_cents * before_cents / the_invoice.total_cents;
  share := the_invoice.platform_share_cents * after_cents / the_invoice.total_cents
    - the_invoice.platform_share_cents * before_cents / the_invoice.total_cents;
  insert into ledger_transactions (id, lot_id, kind, source_id, invoice_id, occurred_at)
    values (p_refund_id, the_refund.lot_id, 'REFUND', p_refund_id, the_invoice.id, p_now);
  insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents)
    select p_refund_id, the_refund.lot_id, e.account, the_invoice.currency, e.amount from (values
      ('PROVIDER_CLEARING', -the_refund.amount_cents),
      ('SERVICE_FEES', fee),
      ('PLATFORM_SHARE', share),
      ('LOT_PAYABLE', the_refund.amount_cents - fee - share)
    ) as e(account, amount) where e.amount <> 0;
  perform graphile_worker.add_job('tell', json_build_object('kind', 'REFUND_MADE', 'refund_id', p_refund_id));
  outcome := 'settled';
end $$;
