-- Payouts of earnings. One payout takes two steps at the provider, each with an idempotency key derived from its row:
-- the transfer to the payee's connected account, and from there to their bank.

-- Returns the latest scheduled payout moment: the last start of a day, a Monday, or a first of the month in the lot's
-- time zone. Earnings due by then are paid by the first run after it, however late. Null if paused.
create or replace function payout_day(p_schedule text, p_time_zone text, p_at timestamptz) returns timestamptz language sql stable
  return at_local(date_trunc(case p_schedule when 'DAILY' then 'day' when 'WEEKLY' then 'week' when 'MONTHLY' then 'month' end,
    p_at at time zone p_time_zone), p_time_zone);

-- Returns the first scheduled payout moment at or after `p_from`.
create or replace function next_payout_day(p_schedule text, p_time_zone text, p_from timestamptz) returns timestamptz language sql stable
  return case when payout_day(p_schedule, p_time_zone, p_from) = p_from then p_from else
    -- Counted from midnight, because a day whose midnight the clock skips begins later.
    at_local(date_trunc('day', payout_day(p_schedule, p_time_zone, p_from) at time zone p_time_zone)
      + case p_schedule when 'DAILY' then interval '1 day' when 'WEEKLY' then interval '7 days' when 'MONTHLY' then interval '1 month' end,
    p_time_zone) end;

-- Creates a payout of what is due to a payee and queues it. Negative earnings are offset first, regardless of their due
-- date; if nothing is left they carry over, and anything above the account's maximum waits. Takes lock_earnings.
-- Returns the payout's ID, or null if nothing is paid now.
create or replace function begin_payout(p_now timestamptz, p_account_id uuid, p_lot_id uuid) returns uuid language plpgsql as $$
declare
  the_account payout_accounts;
  the_zone text;
  due_until timestamptz;
  kind text;
  the_payout uuid;
begin
  select a.* into strict the_account from payout_accounts a where a.id = p_account_id for share;
  select l.time_zone into strict the_zone from lots l where l.id = p_lot_id;
  due_until := payout_day(the_account.schedule, the_zone, p_now);
  kind := case when the_account.user_id is null then 'LOT' else 'HOST' end;
  if due_until is null or the_account.stripe_account_id is null or not the_account.payouts_enabled
    or the_account.lot_id <> p_lot_id then return null; end if;

  perform lock_earnings(p_lot_id, the_account.user_id);
  if exists (select from payouts p where p.lot_id = p_lot_id and p.payee_kind = kind and p.user_id is not distinct from the_account.user_id
    and p.currency = the_account.currency and (p.status = 'PENDING' or p.created_at >= due_until)) then return null; end if;

  -- One statement, so that everything refers to one moment: a refund settled later sees what was taken and leaves a
  -- negative row to the next payout.
  with opened as materialized (
    select o.*, coalesce(sum(greatest(o.cents, 0)) over (order by o.due_at, o.source_id rows between unbounded preceding and 1 preceding), 0) as before
    from open_earnings(p_lot_id, kind, the_account.user_id, the_account.currency, due_until) o
  ), wanted as (
    select owing, least(earned, coalesce(the_account.max_payout_cents + owing, earned)) as taken
    from (select coalesce(sum(cents) filter (where cents > 0), 0) as earned, coalesce(-sum(cents) filter (where cents < 0), 0) as owing from opened) t
  ), made as (
    insert into payouts (lot_id, payee_kind, user_id, account_id, stripe_account_id, currency, amount_cents, created_at)
      select p_lot_id, kind, the_account.user_id, the_account.id, the_account.stripe_account_id, the_account.currency, taken - owing, p_now
      from wanted where taken > owing returning id
  ), lines as (
    insert into payout_lines (payout_id, lot_id, source_id, payee_kind, amount_cents)
      select m.id, p_lot_id, o.source_id, kind, case when o.cents < 0 then o.cents else least(o.cents, w.taken - o.before) end
      from opened o, wanted w, made m where o.cents < 0 or o.before < w.taken
    returning source_id, amount_cents
  ), booked as (
    update earnings e set paid_out_cents = e.paid_out_cents + n.amount_cents from lines n
      where e.lot_id = p_lot_id and e.source_id = n.source_id and e.payee_kind = kind
  )
  select m.id into the_payout from made m;
  if the_payout is not null then perform queue_payout(the_payout); end if;
  return the_payout;
end $$;

-- Returns a payee's open earnings as of a moment: what is due, and everything negative.
create or replace function open_earnings(p_lot_id uuid, p_payee_kind text, p_user_id uuid, p_currency text, p_until timestamptz)
returns table (source_id uuid, due_at timestamptz, cents bigint) language sql stable as $$
  select e.source_id, e.due_at, e.amount_cents - e.paid_out_cents from earnings e
  where e.lot_id = p_lot_id and e.payee_kind = p_payee_kind and e.user_id is not distinct from p_user_id and e.currency = p_currency
    and e.amount_cents <> e.paid_out_cents and (e.due_at <= p_until or e.amount_cents < e.paid_out_cents)
$$;

-- Queues the job that sends a payout, with the queue's own number of attempts (25). Several requests become one job,
-- because each continues from the payout's state.
create or replace function queue_payout(p_payout_id uuid) returns void language sql as $$
  select add_job('send_payout', json_build_object('payout_id', p_payout_id),
    job_key => 'payout:' || p_payout_id)
$$;

-- Records that the transfer was made, so that the amount is no longer owed. Idempotent; returns false if it was already
-- recorded.
create or replace function record_transfer(p_now timestamptz, p_payout_id uuid, p_stripe_transfer_id text) returns boolean language plpgsql as $$
declare
  the_payout payouts;
  entered uuid;
begin
  update payouts set status = 'SENT', sent_at = p_now, stripe_transfer_id = p_stripe_transfer_id, failure_code = null, failure_message = null
    where id = p_payout_id and status = 'PENDING' returning * into the_payout;
  if not found then return false; end if;
  insert into ledger_transactions (lot_id, kind, source_id, occurred_at)
    values (the_payout.lot_id, 'PAYOUT', the_payout.id, p_now) returning id into entered;
  insert into ledger_entries (transaction_id, lot_id, account, user_id, currency, amount_cents) values
    (entered, the_payout.lot_id, the_payout.payee_kind || '_PAYABLE', the_payout.user_id, the_payout.currency, the_payout.amount_cents),
    (entered, the_payout.lot_id, 'PROVIDER_CLEARING', null, the_payout.currency, -the_payout.amount_cents);
  return true;
end $$;

-- Records that the provider refused a step for now; it is retried as a new attempt. `p_attempt` is the refused attempt.
create or replace function record_payout_delay(
  p_payout_id uuid, p_attempt integer, p_failure_code text, p_failure_message text
) returns void language sql as $$
  update payouts set failure_code = p_failure_code, failure_message = p_failure_message,
    transfer_refusals = transfer_refusals + case when status = 'PENDING' then 1 else 0 end,
    bank_attempts = bank_attempts + case when status = 'SENT' then 1 else 0 end
  where id = p_payout_id and (status = 'PENDING' and transfer_refusals = p_attempt
    or status = 'SENT' and stripe_payout_id is null and bank_attempts = p_attempt)
$$;

-- Deletes a payout whose account was lost before anything was transferred, and restores the earnings. Takes
-- lock_earnings and locks the payout. Returns false if it is no longer pending.
create or replace function take_back_payout(p_payout_id uuid) returns boolean language plpgsql as $$
declare
  the_payout payouts;
begin
  select p.* into the_payout from payouts p where p.id = p_payout_id;
  if not found then return false; end if;
  perform lock_earnings(the_payout.lot_id, the_payout.user_id);
  perform from payouts p where p.id = p_payout_id and p.lot_id = the_payout.lot_id and p.status = 'PENDING' for update;
  if not found then return false; end if;
  update earnings e set paid_out_cents = e.paid_out_cents - l.amount_cents from payout_lines l
    where l.payout_id = p_payout_id and l.lot_id = the_payout.lot_id and e.lot_id = l.lot_id and e.source_id = l.source_id and e.payee_kind = l.payee_kind;
  delete from payout_lines l where l.payout_id = p_payout_id and l.lot_id = the_payout.lot_id;
  delete from payouts p where p.id = p_payout_id and p.lot_id = the_payout.lot_id;
  return true;
end $$;

-- Records the provider's status of the payment to the bank. Reports about an earlier attempt are ignored; a paid one
-- can still fail, and a failed one stays failed. Returns the lot, or null if nothing changed.
create or replace function record_bank_payout(
  p_now timestamptz, p_payout_id uuid, p_attempt integer, p_stripe_account_id text, p_stripe_payout_id text, p_state payout_status,
  p_arrives_at timestamptz, p_failure_code text, p_failure_message text
) returns uuid language plpgsql as $$
declare
  the_payout payouts;
begin
  update payouts p set status = p_state, stripe_payout_id = coalesce(p_stripe_payout_id, p.stripe_payout_id),
      arrives_at = coalesce(p_arrives_at, p.arrives_at), paid_at = case when p_state = 'PAID' then p_now end,
      failure_code = p_failure_code, failure_message = p_failure_message
    where p.id = p_payout_id and p.bank_attempts = p_attempt and p.stripe_account_id = p_stripe_account_id
      and (p.status = 'SENT' or p.status = 'PAID' and p_state = 'FAILED')
    returning * into the_payout;
  if not found then return null; end if;
  if p_state = 'FAILED' then
    perform queue_job('notify_payout_failed', json_build_object('payout_id', p_payout_id, 'attempt', p_attempt));
  end if;
  if p_state = 'PAID' and the_payout.payee_kind = 'HOST' then
    perform queue_job('notify_host_paid', json_build_object('payout_id', p_payout_id, 'attempt', p_attempt));
  end if;
  return the_payout.lot_id;
end $$;

-- Lets the payment to the bank be repeated as a new attempt. outcome: again · not_failed · not_ready
create or replace function retry_payout(p_payout_id uuid, out outcome text) language plpgsql as $$
declare
  the_payout payouts;
begin
  select p.* into strict the_payout from payouts p where p.id = p_payout_id;
  if not exists (select from payout_accounts a where a.id = the_payout.account_id and a.payouts_enabled
    and a.stripe_account_id = the_payout.stripe_account_id) then outcome := 'not_ready'; return; end if;
  update payouts p set status = 'SENT', bank_attempts = p.bank_attempts + 1, stripe_payout_id = null, arrives_at = null, paid_at = null,
      failure_code = null, failure_message = null
    where p.id = p_payout_id and p.lot_id = the_payout.lot_id and p.status = 'FAILED';
  if not found then outcome := 'not_failed'; return; end if;
  perform queue_payout(p_payout_id);
  outcome := 'again';
end $$;
