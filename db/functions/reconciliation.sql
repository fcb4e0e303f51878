-- Compares our books with the provider's. Everything here may run any number of times and concurrently.

-- Stores transactions from the provider's books in their current state.
create or replace function record_provider_transactions(p_now timestamptz, p jsonb) returns void language sql as $$
  insert into provider_transactions as t (id, type, source_id, currency, amount_cents, fee_cents, created_at, read_at)
    select n.id, n.type, n.source_id, n.currency, n.amount_cents, n.fee_cents, n.created_at, p_now
    from jsonb_to_recordset(p) as n(id text, type text, source_id text, currency text, amount_cents bigint, fee_cents bigint, created_at timestamptz)
    order by n.id
  on conflict (id) do update set type = excluded.type, source_id = excluded.source_id, currency = excluded.currency,
      amount_cents = excluded.amount_cents, fee_cents = excluded.fee_cents, created_at = excluded.created_at, read_at = excluded.read_at
    where (t.type, t.source_id, t.currency, t.amount_cents, t.fee_cents, t.created_at)
      is distinct from (excluded.type, excluded.source_id, excluded.currency, excluded.amount_cents, excluded.fee_cents, excluded.created_at)
$$;

-- Finds the ledger transaction of every provider transaction that has none yet. Withdrawals and returns for one dispute
-- are matched in order, because our ledger numbers them in the same order.
create or replace function match_provider_transactions() returns void language sql as $$
  with ours as (
    select t.id, x.lot_id, x.kind, x.source_id
    from provider_transactions t cross join lateral (
      select p.lot_id, 'PAYMENT' as kind, p.id as source_id from payments p
        where t.type in ('charge', 'payment') and p.stripe_charge_id = t.source_id
      union all select r.lot_id, 'REFUND', r.id from refunds r
        where t.type in ('refund', 'payment_refund') and r.stripe_refund_id = t.source_id
      union all select r.lot_id, 'REFUND_FAILURE', r.id from refunds r where t.type = 'refund_failure' and r.stripe_refund_id = t.source_id
      union all select o.lot_id, 'PAYOUT', o.id from payouts o where t.type = 'transfer' and o.stripe_transfer_id = t.source_id
      union all select d.lot_id, case when t.amount_cents < 0 then 'DISPUTE' else 'DISPUTE_RETURNED' end,
          md5(d.id::text || ':' || (
            select count(*) from provider_transactions e where e.source_id = t.source_id and e.type = t.type
              and (e.created_at, e.amount_cents, e.id) < (t.created_at, t.amount_cents, t.id)))::uuid
        from disputes d where t.type = 'adjustment' and d.stripe_dispute_id = t.source_id
    ) x
    where t.ledger_source_id is null
  )
  update provider_transactions t set lot_id = o.lot_id, ledger_kind = o.kind, ledger_source_id = o.source_id
    from ours o join ledger_transactions l on l.lot_id = o.lot_id and l.kind = o.kind and l.source_id = o.source_id
    where t.id = o.id and t.ledger_source_id is null
$$;

-- Assigns a refund that the provider has booked and the bank has not confirmed, or has refused: it is known, but not in
-- the ledger until it is settled.
create or replace function expect_refund(p_transaction_id text, p_refund_id uuid) returns void language sql as $$
  update provider_transactions t set lot_id = r.lot_id, ledger_source_id = r.id,
      ledger_kind = case when t.type = 'refund_failure' then 'REFUND_FAILURE' else 'REFUND' end
    from refunds r where t.id = p_transaction_id and t.ledger_source_id is null and r.id = p_refund_id and r.status in ('PENDING', 'FAILED')
$$;

-- Books the provider's fees, once per transaction, in the lot of the underlying payment. Returns the number of fees
-- booked.
create or replace function book_provider_fees(p_now timestamptz) returns integer language sql as $$
  with taken as (
    update provider_transactions t set fee_booked_at = p_now
      where t.fee_cents <> 0 and t.fee_booked_at is null and exists (select from ledger_transactions l
        where l.lot_id = t.lot_id and l.kind = t.ledger_kind and l.source_id = t.ledger_source_id)
      returning t.id, t.lot_id, t.currency, t.fee_cents, t.created_at, t.ledger_kind, t.ledger_source_id
  ), entered as (
    insert into ledger_transactions (lot_id, kind, source_id, invoice_id, occurred_at)
      select f.lot_id, 'PROVIDER_FEE', md5('fee:' || f.id)::uuid, l.invoice_id, f.created_at
      from taken f join ledger_transactions l on l.lot_id = f.lot_id and l.kind = f.ledger_kind and l.source_id = f.ledger_source_id
      on conflict do nothing returning id, lot_id, source_id
  ), booked as (
    insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents)
      select e.id, e.lot_id, a.account, f.currency, a.sign * f.fee_cents
      from entered e join taken f on md5('fee:' || f.id)::uuid = e.source_id and f.lot_id = e.lot_id
        cross join (values ('PROVIDER_FEES', 1), ('PROVIDER_CLEARING', -1)) a(account, sign)
      returning 1
  )
  select (count(*) / 2)::integer from booked
$$;

-- Returns our ledger movements through the provider, next to the matching provider transaction.
create or replace function ledger_beside_provider() returns table (
  lot_id uuid, kind text, source_id uuid, occurred_at timestamptz, currency text, cents bigint, provider_id text, provider_currency text, provider_cents bigint
) language sql stable as $$
  select l.lot_id, l.kind, l.source_id, l.occurred_at, e.currency, e.amount_cents, t.id, t.currency, t.amount_cents
  from ledger_transactions l
    join ledger_entries e on e.transaction_id = l.id and e.lot_id = l.lot_id and e.account = 'PROVIDER_CLEARING'
    left join provider_transactions t on t.ledger_source_id = l.source_id and t.ledger_kind = l.kind and t.lot_id = l.lot_id
  where l.kind in ('PAYMENT', 'REFUND', 'REFUND_FAILURE', 'PAYOUT', 'DISPUTE', 'DISPUTE_RETURNED')
$$;

-- Returns all discrepancies, with the facts that their message names. Anything younger than `p_transit_hours` may not have
-- reached the other side yet. `p_balances` is what the provider holds per currency, null if it changed while it was read.
create or replace function find_differences(p_now timestamptz, p_balances jsonb, p_transit_hours integer) returns table (
  key text, kind text, lot_id uuid, subject_kind text, subject_id text, currency text, expected_cents bigint, found_cents bigint, facts jsonb
) language sql stable as $$
  with beside as materialized (select * from ledger_beside_provider()),
  dispute_moves as (
    select d.id, md5(d.id::text || ':' || n)::uuid as source_id from disputes d cross join lateral generate_series(0, d.moves - 1) n
  ), named as (
    select b.*, case when b.kind in ('DISPUTE', 'DISPUTE_RETURNED') then 'dispute' when b.kind = 'REFUND_FAILURE' then 'refund' else lower(b.kind) end
        as subject_kind,
      coalesce((select m.id from dispute_moves m where m.source_id = b.source_id), b.source_id)::text as subject_id
    from beside b where b.provider_id is null or b.currency <> b.provider_currency or b.cents <> b.provider_cents
  )
  select 'MISSING_AT_PROVIDER:' || n.kind || ':' || n.source_id, 'MISSING_AT_PROVIDER', n.lot_id, n.subject_kind, n.subject_id, n.currency, n.cents, 0::bigint,
      '{}'::jsonb
    from named n where n.provider_id is null and n.occurred_at < p_now - make_interval(hours => p_transit_hours)
  union all
  select 'CURRENCY:' || n.provider_id, 'CURRENCY', n.lot_id, n.subject_kind, n.subject_id, n.currency, n.cents, n.provider_cents,
      jsonb_build_object('provider_currency', n.provider_currency)
    from named n where n.currency <> n.provider_currency
  union all
  select 'AMOUNT:' || n.provider_id, 'AMOUNT', n.lot_id, n.subject_kind, n.subject_id, n.currency, n.cents, n.provider_cents,
      jsonb_build_object('provider_id', n.provider_id)
    from named n where n.currency = n.provider_currency and n.cents <> n.provider_cents
  union all
  select 'MISSING_HERE:' || t.id, 'MISSING_HERE', t.lot_id, 'provider_transaction', t.id, t.currency, 0, t.amount_cents - t.fee_cents,
      jsonb_build_object('type', t.type, 'source_id', t.source_id)
    from provider_transactions t
    where t.ledger_source_id is null and t.amount_cents <> t.fee_cents and t.created_at < p_now - make_interval(hours => p_transit_hours)
  union all
  select 'INVOICE_LINES:' || i.id, 'INVOICE_LINES', i.lot_id, 'invoice', i.id::text, i.currency, coalesce(s.cents, 0), i.total_cents,
      '{}'
    from invoices i left join (select l.invoice_id, l.lot_id, sum(l.amount_cents) as cents from invoice_lines l group by 1, 2) s
      on s.invoice_id = i.id and s.lot_id = i.lot_id
    where i.total_cents <> coalesce(s.cents, 0)
  union all
  select 'INVOICE_LEDGER:' || i.id, 'INVOICE_LEDGER', i.lot_id, 'invoice', i.id::text, i.currency,
      i.paid_cents::bigint - i.refunded_cents + i.lot_returned_cents - i.disputed_cents, coalesce(s.cents, 0),
      '{}'
    from invoices i left join (
      -- If earnings paid, the payer's own part of the entry does not belong to the invoice.
      select t.invoice_id, t.lot_id, -sum(e.amount_cents) as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.lot_id = t.lot_id
        join invoices v on v.id = t.invoice_id and v.lot_id = t.lot_id
      where t.kind in ('PAYMENT', 'REFUND', 'REFUND_FAILURE', 'REFUND_BY_LOT', 'DISPUTE', 'DISPUTE_RETURNED') and e.account <> 'PROVIDER_CLEARING'
        and not (v.payment_kind = 'EARNINGS_DEDUCTION' and e.account = 'HOST_PAYABLE' and e.user_id = v.user_id)
      group by 1, 2) s on s.invoice_id = i.id and s.lot_id = i.lot_id
    where i.paid_cents::bigint - i.refunded_cents + i.lot_returned_cents - i.disputed_cents <> coalesce(s.cents, 0)
  union all
  select 'EARNINGS_LEDGER:' || coalesce(g.lot_id, e.lot_id) || ':' || coalesce(coalesce(g.user_id, e.user_id)::text, 'lot')
        || ':' || coalesce(g.currency, e.currency),
      'EARNINGS_LEDGER', coalesce(g.lot_id, e.lot_id), case when coalesce(g.user_id, e.user_id) is null then 'lot' else 'user' end,
      coalesce(g.user_id, e.user_id, g.lot_id, e.lot_id)::text, coalesce(g.currency, e.currency), coalesce(g.cents, 0), coalesce(e.cents, 0),
      '{}'
    from (
      select n.lot_id, n.user_id, n.currency, -sum(n.amount_cents) as cents from ledger_entries n
      where n.account in ('LOT_PAYABLE', 'HOST_PAYABLE') group by 1, 2, 3) g
    full join (
      select x.lot_id, x.user_id, x.currency, sum(x.cents) as cents from (
        select lot_id, user_id, currency, amount_cents as cents from earnings
        union all select lot_id, user_id, currency, -amount_cents from payouts where stripe_transfer_id is not null) x
      group by 1, 2, 3) e
      on e.lot_id = g.lot_id and e.user_id is not distinct from g.user_id and e.currency = g.currency
    where coalesce(g.cents, 0) <> coalesce(e.cents, 0)
  union all
  select 'UNBALANCED:' || e.transaction_id || ':' || e.currency, 'UNBALANCED', e.lot_id, 'ledger_transaction', e.transaction_id::text, e.currency,
      0, sum(e.amount_cents), '{}'
    from ledger_entries e group by e.transaction_id, e.lot_id, e.currency having sum(e.amount_cents) <> 0
  union all
  select 'BALANCE:' || b.currency, 'BALANCE', null, 'provider_balance', b.currency, b.currency, b.expected, b.found,
      '{}'
    from (
      select c.currency, sum(c.expected)::bigint as expected, sum(c.found)::bigint as found from (
        select e.currency, e.amount_cents as expected, 0 as found from ledger_entries e where e.account = 'PROVIDER_CLEARING'
        -- In transit: recent transactions, and refunds that the bank has not confirmed.
        union all select t.currency, t.amount_cents - t.fee_cents, 0 from provider_transactions t
          where t.ledger_source_id is null and t.created_at >= p_now - make_interval(hours => p_transit_hours)
            or t.ledger_kind in ('REFUND', 'REFUND_FAILURE') and not exists (select from ledger_transactions l
              where l.lot_id = t.lot_id and l.kind = t.ledger_kind and l.source_id = t.ledger_source_id)
        union all select b.currency, -b.cents, 0 from beside b
          where b.provider_id is null and b.occurred_at >= p_now - make_interval(hours => p_transit_hours)
        union all select p.currency, 0, p.cents from jsonb_to_recordset(p_balances) as p(currency text, cents bigint)
      ) c group by c.currency) b
    where p_balances is not null and b.expected <> b.found
$$;

-- Whether a discrepancy that is found again is unchanged: open, or settled at the same amounts.
drop function if exists is_as_before(reconciliation_differences, reconciliation_differences);
create or replace function is_as_before(
  p_status text, p_expected_before bigint, p_found_before bigint, p_expected bigint, p_found bigint
) returns boolean language sql immutable
  return p_status = 'OPEN' or p_status = 'RESOLVED' and p_expected_before is not distinct from p_expected
    and p_found_before is not distinct from p_found;

-- Stores the discrepancies: each has one row, which becomes GONE when it no longer exists. A settled one whose amounts
-- changed is reopened. Takes an advisory lock until the end of the transaction. Returns how many are open.
create or replace function record_differences(p_now timestamptz, p_balances jsonb, p_transit_hours integer) returns integer language sql as $$
  select pg_advisory_xact_lock(7006);
  with found as materialized (
    select * from find_differences(p_now, p_balances, p_transit_hours)
  ), noted as (
    insert into reconciliation_differences as d (
        key, kind, lot_id, subject_kind, subject_id, currency, expected_cents, found_cents, facts, found_at, last_seen_at)
      select f.*, p_now, p_now from found f
    on conflict (key) do update set lot_id = coalesce(d.lot_id, excluded.lot_id), currency = excluded.currency,
      expected_cents = excluded.expected_cents, found_cents = excluded.found_cents, facts = excluded.facts, last_seen_at = p_now,
      found_at = case when is_as_before(d.status, d.expected_cents, d.found_cents, excluded.expected_cents, excluded.found_cents)
        then d.found_at else p_now end,
      status = case when is_as_before(d.status, d.expected_cents, d.found_cents, excluded.expected_cents, excluded.found_cents)
        then d.status else 'OPEN' end,
      resolved_at = case when is_as_before(d.status, d.expected_cents, d.found_cents, excluded.expected_cents, excluded.found_cents)
        then d.resolved_at end,
      resolved_by_user_id = case when is_as_before(d.status, d.expected_cents, d.found_cents, excluded.expected_cents, excluded.found_cents)
        then d.resolved_by_user_id end,
      note = case when is_as_before(d.status, d.expected_cents, d.found_cents, excluded.expected_cents, excluded.found_cents)
        then d.note end
  )
  update reconciliation_differences d set status = 'GONE'
    where d.status = 'OPEN' and not exists (select from found f where f.key = d.key)
      and (d.kind <> 'BALANCE' or p_balances is not null);
  select count(*)::integer from reconciliation_differences where status = 'OPEN'
$$;

-- Settles a discrepancy by a person's decision. If the money really is elsewhere, it can be booked: the provider's side
-- then agrees, and the amount is kept in the DIFFERENCES account. Locks the discrepancy. outcome: settled · unknown ·
-- not_open · not_bookable · lot_needed
create or replace function resolve_difference(
  p_now timestamptz, p_id uuid, p_user_id uuid, p_note text, p_book boolean, p_lot_id uuid, out outcome text, out lot_id uuid, out booked bigint
) language plpgsql as $$
declare
  d reconciliation_differences;
  entered uuid;
begin
  booked := 0;
  select x.* into d from reconciliation_differences x where x.id = p_id for no key update;
  if not found then outcome := 'unknown'; return; end if;
  if d.status <> 'OPEN' then outcome := 'not_open'; return; end if;
  lot_id := coalesce(d.lot_id, p_lot_id);
  if p_book then
    if d.kind not in ('MISSING_AT_PROVIDER', 'MISSING_HERE', 'AMOUNT') then outcome := 'not_bookable'; return; end if;
    if resolve_difference.lot_id is null then outcome := 'lot_needed'; return; end if;
    booked := d.found_cents - d.expected_cents - d.booked_cents;
  end if;
  if booked <> 0 then
    insert into ledger_transactions (lot_id, kind, source_id, occurred_at)
      values (resolve_difference.lot_id, 'SETTLEMENT', uuidv7(), p_now) returning id into entered;
    insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents) values
      (entered, resolve_difference.lot_id, 'PROVIDER_CLEARING', d.currency, booked),
      (entered, resolve_difference.lot_id, 'DIFFERENCES', d.currency, -booked);
  end if;
  if p_book and d.kind = 'MISSING_HERE' then
    -- It is in our books now.
    update provider_transactions t set ledger_kind = 'SETTLEMENT', ledger_source_id = p_id, lot_id = resolve_difference.lot_id, fee_booked_at = p_now
      where t.id = d.subject_id and t.ledger_source_id is null;
  end if;
  update reconciliation_differences x set status = 'RESOLVED', resolved_at = p_now, resolved_by_user_id = p_user_id, note = p_note,
      booked_cents = x.booked_cents + booked
    where x.id = p_id;
  outcome := 'resolved';
end $$;
