-- Plans of lots, which are paid from the lot's earnings or, if those do not suffice, by one of its owners.

-- Returns the smallest plan that allows `p_spot_count` spots.
create or replace function smallest_fitting_plan(p_spot_count integer) returns plans language sql stable as $$
  select p.* from plans p where p.max_spots is null or p.max_spots >= p_spot_count order by p.sort limit 1
$$;

-- Returns the monthly price of a plan in a currency, in minor units; null if it has no price in it.
create or replace function list_price(the_plan plans, p_currency text) returns integer language sql immutable
  return case when the_plan.currency = p_currency then the_plan.month_cents end;
create or replace function list_price(p_plan_currency text, p_month_cents integer, p_currency text) returns integer language sql immutable
  return case when p_plan_currency = p_currency then p_month_cents end;

-- Bills a plan period, or the rest of one after a change: from the lot's earnings if they cover it, or by an invoice to one
-- of its owners. A credit (a negative amount), an amount below `p_min_charge_cents`, and a bill of a lot without an owner
-- always go to the earnings. Each period or change is billed once. Locks the subscription and the earnings. Returns the
-- bill's ID, or null if it was already billed or the amount is 0.
create or replace function bill_plan(
  p_now timestamptz, p_subscription_id uuid, p_plan_id text, p_amount_cents integer, p_starts_at timestamptz, p_ends_at timestamptz,
  p_change_id uuid, p_retry_days integer[], p_grace_days integer, p_min_charge_cents integer
) returns uuid language plpgsql as $$
declare
  the_subscription subscriptions;
  the_bill plan_bills;
  the_payer uuid;
begin
  select s.* into strict the_subscription from subscriptions s where s.id = p_subscription_id and s.kind = 'LOT_PLAN' for no key update;
  if p_amount_cents = 0 then return null; end if;
  insert into plan_bills (lot_id, subscription_id, plan_id, currency, amount_cents, starts_at, ends_at, created_at, change_id)
    values (the_subscription.lot_id, p_subscription_id, p_plan_id, the_subscription.currency, p_amount_cents, p_starts_at, p_ends_at, p_now, p_change_id)
    on conflict do nothing returning * into the_bill;
  if the_bill.id is null then return null; end if;
  perform lock_earnings(the_bill.lot_id, null);
  the_payer := plan_payer(the_bill.lot_id, p_subscription_id, p_amount_cents);
  if p_amount_cents < p_min_charge_cents or the_payer is null or plan_balance(the_bill.lot_id, the_bill.currency) >= p_amount_cents then
    perform pay_plan_from_earnings(p_now, the_bill);
  else
    perform invoice_plan(p_now, the_bill, the_payer, p_retry_days, p_grace_days);
  end if;
  return the_bill.id;
end $$;

-- Returns what a lot has earned and was not paid out, due or not, in minor units.
create or replace function plan_balance(p_lot_id uuid, p_currency text) returns bigint language sql stable as $$
  select coalesce(sum(e.amount_cents - e.paid_out_cents), 0)::bigint from earnings e
  where e.lot_id = p_lot_id and e.payee_kind = 'LOT' and e.currency = p_currency and e.amount_cents <> e.paid_out_cents
$$;

-- Whether a person owns a lot now.
create or replace function is_owner(p_lot_id uuid, p_user_id uuid) returns boolean language sql stable as $$
  select exists (select from memberships m join users u on u.id = m.user_id
    where m.lot_id = p_lot_id and m.user_id = p_user_id and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE' and u.account_status = 'ACTIVE')
$$;

-- Returns the consent under which a bill of a plan can be charged now; null if it ended, its payment method was removed,
-- its owner left the lot, or the bill is higher than they agreed to.
create or replace function consent_for_plan(p_lot_id uuid, p_subscription_id uuid, p_total_cents integer) returns consents language sql stable as $$
  select c.* from consents c
    join payment_methods m on m.id = c.payment_method_id and m.user_id = c.user_id and m.deleted_at is null
  where c.subscription_id = p_subscription_id and c.lot_id = p_lot_id and c.purpose = 'PLAN_CHARGES' and c.ended_at is null
    and p_total_cents <= c.max_cents and is_owner(p_lot_id, c.user_id)
$$;

-- Returns who a bill of a plan is addressed to: the owner whose payment method it is charged to, or else the lot's first
-- owner; null if it has none.
create or replace function plan_payer(p_lot_id uuid, p_subscription_id uuid, p_total_cents integer) returns uuid language sql stable as $$
  select coalesce((select c.user_id from consent_for_plan(p_lot_id, p_subscription_id, p_total_cents) c), (
    select m.user_id from memberships m join users u on u.id = m.user_id
    where m.lot_id = p_lot_id and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE' and u.account_status = 'ACTIVE'
    order by m.created_at, m.id limit 1))
$$;

-- Deducts a bill from the lot's earnings. The caller holds lock_earnings.
create or replace function pay_plan_from_earnings(p_now timestamptz, the_bill plan_bills) returns void language plpgsql as $$
declare
  entered uuid;
begin
  insert into earnings (source_id, lot_id, payee_kind, source_kind, currency, amount_cents, due_at, created_at)
    values (the_bill.id, the_bill.lot_id, 'LOT', 'PLAN', the_bill.currency, -the_bill.amount_cents, p_now, p_now);
  insert into ledger_transactions (lot_id, kind, source_id, occurred_at)
    values (the_bill.lot_id, 'PLAN', the_bill.id, p_now) returning id into entered;
  insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents) values
    (entered, the_bill.lot_id, 'LOT_PAYABLE', the_bill.currency, the_bill.amount_cents),
    (entered, the_bill.lot_id, 'PLAN_FEES', the_bill.currency, -the_bill.amount_cents);
end $$;

-- Creates the invoice of a bill for an owner of the lot, and the charge that they consented to. If no consent covers it,
-- it is unpaid at once: the owners are notified and have `p_grace_days` to pay. Returns the invoice's ID.
create or replace function invoice_plan(
  p_now timestamptz, the_bill plan_bills, p_user_id uuid, p_retry_days integer[], p_grace_days integer
) returns uuid language plpgsql as $$
declare
  the_invoice uuid;
  the_payment uuid;
begin
  -- All of it is the platform's.
  insert into invoices (lot_id, plan_bill_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
      payment_kind, created_at, period_starts_at, period_ends_at, retry_days, grace_days)
    values (the_bill.lot_id, the_bill.id, p_user_id, 'PLAN', 'PENDING', the_bill.currency, the_bill.amount_cents, 0, the_bill.amount_cents,
      'STRIPE', p_now, the_bill.starts_at, the_bill.ends_at, p_retry_days, p_grace_days)
    returning id into the_invoice;
  insert into invoice_lines (invoice_id, lot_id, line_no, kind, quantity, unit_cents, amount_cents, starts_at, ends_at)
    values (the_invoice, the_bill.lot_id, 1, 'PLAN', 1, the_bill.amount_cents, the_bill.amount_cents, the_bill.starts_at, the_bill.ends_at);
  the_payment := charge_plan_invoice(p_now, the_invoice, uuidv7());
  if the_payment is null then
    update invoices i set status = 'FAILED', grace_ends_at = p_now + make_interval(days => p_grace_days),
        next_attempt_at = p_now + make_interval(days => p_retry_days[1])
      where i.id = the_invoice and i.lot_id = the_bill.lot_id;
    perform notify_plan_owners('PLAN_PAYMENT_FAILED', the_invoice, the_invoice::text);
  end if;
  return the_invoice;
end $$;

-- Creates the payment of an unpaid bill under its payer's consent. Returns its ID, or null if no consent covers it or
-- another payment of it has not ended.
create or replace function charge_plan_invoice(p_now timestamptz, p_invoice_id uuid, p_payment_id uuid) returns uuid language sql as $$
  insert into payments (id, lot_id, invoice_id, payment_method_id, kind, currency, amount_cents, created_at, consent_id)
    select p_payment_id, i.lot_id, i.id, m.id, m.kind, i.currency, i.total_cents, p_now, c.id
    from invoices i
      join plan_bills b on b.id = i.plan_bill_id and b.lot_id = i.lot_id
      cross join lateral consent_for_plan(i.lot_id, b.subscription_id, i.total_cents) c
      join payment_methods m on m.id = c.payment_method_id
    where i.id = p_invoice_id and i.status in ('PENDING', 'FAILED') and i.total_cents > 0 and c.user_id = i.user_id
  on conflict do nothing returning id
$$;

create or replace function notify_plan_owners(p_kind text, p_invoice_id uuid, p_about text) returns void language sql as $$
  select queue_job('notify_plan', json_build_object('kind', p_kind, 'invoice_id', p_invoice_id, 'about', p_about))
$$;

-- Tries an unpaid bill again when its next attempt is due: from earnings that cover it by now, or under a consent. Without
-- either the owners are reminded and the next attempt is scheduled. Locks the invoice and the earnings. Returns the
-- payment to make, or null.
create or replace function retry_plan_bill(p_now timestamptz, p_invoice_id uuid, p_payment_id uuid) returns uuid language plpgsql as $$
declare
  the_invoice invoices;
  the_bill plan_bills;
  the_payment uuid;
begin
  select i.* into strict the_invoice from invoices i where i.id = p_invoice_id and i.kind = 'PLAN' for no key update;
  if the_invoice.status not in ('PENDING', 'FAILED') or exists (select from payments p
    where p.invoice_id = the_invoice.id and p.lot_id = the_invoice.lot_id and p.status not in ('FAILED', 'CANCELED')) then return null; end if;
  select b.* into strict the_bill from plan_bills b where b.id = the_invoice.plan_bill_id and b.lot_id = the_invoice.lot_id;
  perform lock_earnings(the_bill.lot_id, null);
  if plan_balance(the_bill.lot_id, the_bill.currency) >= the_invoice.total_cents then
    update invoices i set status = 'CANCELED', next_attempt_at = null, grace_ends_at = null
      where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
    perform pay_plan_from_earnings(p_now, the_bill);
    perform resume_bookings(the_bill.lot_id);
    return null;
  end if;
  the_payment := charge_plan_invoice(p_now, p_invoice_id, p_payment_id);
  if the_payment is null and the_invoice.grace_ends_at is not null then
    update invoices i set next_attempt_at = next_attempt(p_now, i.grace_ends_at, i.grace_days, i.retry_days)
      where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
    perform notify_plan_owners('PLAN_PAYMENT_FAILED', p_invoice_id, p_invoice_id || ' ' || p_now);
  end if;
  return the_payment;
end $$;

-- Returns when the next attempt of an invoice is due whose grace period is known, or null after the last one.
create or replace function next_attempt(p_now timestamptz, p_grace_ends_at timestamptz, p_grace_days integer, p_retry_days integer[])
returns timestamptz language sql immutable as $$
  select min(x.t) from unnest(p_retry_days) d, lateral (
    select p_grace_ends_at - make_interval(days => p_grace_days) + make_interval(days => d)) x(t)
  where x.t > p_now and x.t < p_grace_ends_at
$$;

-- Addresses the unpaid bills of a plan to the owner who gave the consent in effect: the payer of an invoice never changes,
-- so each one is replaced, with its dates. A bill that is being paid keeps its payer. Locks the invoices. Must run in the
-- transaction that locked the subscription.
create or replace function take_over_plan_bills(p_now timestamptz, p_subscription_id uuid, p_user_id uuid) returns void language plpgsql as $$
declare
  the_invoice invoices;
  the_copy uuid;
begin
  for the_invoice in
    select i.* from invoices i join plan_bills b on b.id = i.plan_bill_id and b.lot_id = i.lot_id
    where b.subscription_id = p_subscription_id and i.status in ('PENDING', 'FAILED') and i.user_id <> p_user_id
      and not exists (select from payments p where p.invoice_id = i.id and p.lot_id = i.lot_id and p.status not in ('FAILED', 'CANCELED'))
    order by i.id for no key update of i
  loop
    update invoices i set status = 'CANCELED', next_attempt_at = null, grace_ends_at = null
      where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
    insert into invoices (lot_id, plan_bill_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
        payment_kind, created_at, period_starts_at, period_ends_at, retry_days, grace_days, attempts, next_attempt_at, grace_ends_at)
      values (the_invoice.lot_id, the_invoice.plan_bill_id, p_user_id, 'PLAN', the_invoice.status, the_invoice.currency, the_invoice.total_cents, 0,
        the_invoice.platform_share_cents, 'STRIPE', p_now, the_invoice.period_starts_at, the_invoice.period_ends_at, the_invoice.retry_days,
        the_invoice.grace_days, the_invoice.attempts, the_invoice.next_attempt_at, the_invoice.grace_ends_at)
      returning id into the_copy;
    insert into invoice_lines (invoice_id, lot_id, line_no, kind, quantity, unit_cents, amount_cents, starts_at, ends_at)
      select the_copy, l.lot_id, l.line_no, l.kind, l.quantity, l.unit_cents, l.amount_cents, l.starts_at, l.ends_at
      from invoice_lines l where l.invoice_id = the_invoice.id and l.lot_id = the_invoice.lot_id;
  end loop;
end $$;

-- Stores the consent of an owner to be charged for a lot's plan and ends the previous one, whoever gave it. Locks the
-- subscription.
create or replace function consent_to_plan(
  p_now timestamptz, p_subscription_id uuid, p_user_id uuid, p_payment_method_id uuid, p_agreed_cents integer, p_session_id uuid, p_max_percent integer
) returns void language plpgsql as $$
declare
  the_subscription subscriptions;
begin
  select s.* into strict the_subscription from subscriptions s where s.id = p_subscription_id and s.kind = 'LOT_PLAN' for no key update;
  update consents c set ended_at = greatest(p_now, c.given_at)
    where c.subscription_id = p_subscription_id and c.lot_id = the_subscription.lot_id and c.purpose = 'PLAN_CHARGES' and c.ended_at is null;
  insert into consents (lot_id, user_id, purpose, subscription_id, payment_method_id, currency, agreed_cents, max_cents, given_by, session_id, given_at)
    values (the_subscription.lot_id, p_user_id, 'PLAN_CHARGES', p_subscription_id, p_payment_method_id, the_subscription.currency,
      p_agreed_cents, (p_agreed_cents::bigint * p_max_percent / 100)::integer, 'METHOD', p_session_id, p_now);
end $$;

-- Ends the time in which an unpaid bill could be paid: the lot takes no new reservations. Existing ones go on, and the debt
-- remains but is not charged automatically anymore. Locks the invoice. outcome: stopped · too_early
create or replace function stop_unpaid_plan(p_now timestamptz, p_invoice_id uuid) returns text language plpgsql as $$
declare
  the_invoice invoices;
begin
  select i.* into strict the_invoice from invoices i where i.id = p_invoice_id and i.kind = 'PLAN' for no key update;
  if the_invoice.status <> 'FAILED' or coalesce(the_invoice.grace_ends_at > p_now, true) then return 'too_early'; end if;
  update invoices i set grace_ends_at = null, next_attempt_at = null where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
  update lots l set plan_ended_at = p_now where l.id = the_invoice.lot_id and l.plan_ended_at is null;
  perform notify_plan_owners('PLAN_UNPAID', p_invoice_id, p_invoice_id::text);
  return 'stopped';
end $$;

-- Lets a lot take reservations again, unless its plan ended or a bill is overdue. Returns whether it does now but did not.
create or replace function resume_bookings(p_lot_id uuid) returns boolean language sql as $$
  with resumed as (
    update lots l set plan_ended_at = null where l.id = p_lot_id and l.plan_ended_at is not null
      and exists (select from subscriptions s where s.lot_id = l.id and s.kind = 'LOT_PLAN' and s.ended_at is null)
      and not exists (select from invoices i where i.lot_id = l.id and i.kind = 'PLAN' and i.status = 'FAILED' and i.grace_ends_at is null)
    returning 1)
  select exists (select from resumed)
$$;

-- Applies scheduled prices of a monthly reservation on their date, for the months that start then; earlier months are
-- billed first, however late. A scheduled price is withdrawn if the reservation has ended, or if the driver had to
-- accept it and did not in time: then the old price stays and the driver is notified. Locks the subscription and the
-- changes. Returns the number of changes applied.
create or replace function apply_reservation_prices(p_now timestamptz, p_subscription_id uuid) returns integer language sql as $$
  update subscription_changes k set state = 'WITHDRAWN' from subscriptions s
    where s.id = p_subscription_id and s.id = k.subscription_id and s.lot_id = k.lot_id and s.kind = 'RESERVATION'
      and s.ended_at is not null and k.state = 'SCHEDULED';
  with lapsed as (
    update subscription_changes k set state = 'WITHDRAWN' from subscriptions s
      where s.id = p_subscription_id and s.id = k.subscription_id and s.lot_id = k.lot_id and s.kind = 'RESERVATION'
        and k.kind = 'PRICE' and k.state = 'SCHEDULED'
        and k.effective_at <= p_now and k.needs_acceptance and k.accepted_at is null
      returning s.reservation_id, k.id)
  select queue_job('notify', json_build_object('kind', 'PRICE_KEPT', 'reservation_id', lapsed.reservation_id, 'about', lapsed.id)) from lapsed;
  with due as materialized (
    select s.id, s.lot_id, k.id as change_id, k.month_cents
    from subscriptions s join subscription_changes k on k.subscription_id = s.id and k.lot_id = s.lot_id
    where s.id = p_subscription_id and s.kind = 'RESERVATION' and s.ended_at is null and k.state = 'SCHEDULED' and k.kind = 'PRICE'
      and k.effective_at <= p_now and k.effective_at <= s.billed_until
      and (not k.needs_acceptance or k.accepted_at is not null)
    for no key update of s, k
  ), priced as (
    update subscriptions s set month_cents = d.month_cents from due d where s.id = d.id and s.lot_id = d.lot_id
  ), applied as (
    update subscription_changes k set state = 'APPLIED', applied_at = p_now from due d where k.id = d.change_id and k.lot_id = d.lot_id
    returning k.id
  )
  select count(*)::integer from applied
$$;
