-- Plans of lots, which are charged against the lot's earnings.

-- Returns the smallest plan that allows `p_spot_count` spots.
create or replace function smallest_fitting_plan(p_spot_count integer) returns plans language sql stable as $$
  select p.* from plans p where p.max_spots is null or p.max_spots >= p_spot_count order by p.sort limit 1
$$;

-- Returns the monthly price of a plan in a currency, in minor units; null if it has no price in it.
create or replace function list_price(the_plan plans, p_currency text) returns integer language sql immutable
  return case when the_plan.currency = p_currency then the_plan.month_cents end;

-- Charges a plan period, or the rest of one after a change, against the lot's earnings; a negative amount is a credit.
-- Each period or change is billed once. Locks the subscription. Returns the bill's ID, or null if it was already billed
-- or the amount is 0.
create or replace function charge_plan(
  p_now timestamptz, p_subscription_id uuid, p_plan_id text, p_amount_cents integer, p_starts_at timestamptz, p_ends_at timestamptz,
  p_change_id uuid default null
) returns uuid language plpgsql as $$
declare
  the_subscription subscriptions;
  the_bill uuid;
  entered uuid;
begin
  select s.* into strict the_subscription from subscriptions s where s.id = p_subscription_id and s.kind = 'LOT_PLAN' for no key update;
  if p_amount_cents = 0 then return null; end if;
  insert into plan_bills (lot_id, subscription_id, plan_id, currency, amount_cents, starts_at, ends_at, created_at, change_id)
    values (the_subscription.lot_id, p_subscription_id, p_plan_id, the_subscription.currency, p_amount_cents, p_starts_at, p_ends_at, p_now, p_change_id)
    on conflict do nothing returning id into the_bill;
  if the_bill is null then return null; end if;
  insert into earnings (source_id, lot_id, payee_kind, source_kind, currency, amount_cents, due_at, created_at)
    values (the_bill, the_subscription.lot_id, 'LOT', 'PLAN', the_subscription.currency, -p_amount_cents, p_now, p_now);
  insert into ledger_transactions (lot_id, kind, source_id, occurred_at)
    values (the_subscription.lot_id, 'PLAN', the_bill, p_now) returning id into entered;
  insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents) values
    (entered, the_subscription.lot_id, 'LOT_PAYABLE', the_subscription.currency, p_amount_cents),
    (entered, the_subscription.lot_id, 'PLAN_FEES', the_subscription.currency, -p_amount_cents);
  return the_bill;
end $$;

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
  select graphile_worker.add_job('notify', json_build_object('kind', 'PRICE_KEPT', 'reservation_id', lapsed.reservation_id, 'about', lapsed.id)) from lapsed;
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
