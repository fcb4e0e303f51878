-- All ledger movements for invoices.

-- Splits an amount of an invoice (minor units) into its shares: each is rounded down, and the rest is the lot's. What
-- partners bear of the refunds (`validated_cents`) reduces only the lot's share, which may become negative. What the lot paid back itself
-- (`lot_returned_cents`) stays its own, although it is no part of the net amount.
create or replace function shares_of(the_invoice invoices, p_net_cents bigint)
returns table (account text, user_id uuid, cents bigint) language sql immutable as $$
  select s.account, s.user_id, s.cents from (
    select the_invoice.service_fee_cents * (p_net_cents + the_invoice.validated_cents) / greatest(the_invoice.total_cents, 1) as fee,
      the_invoice.platform_share_cents * (p_net_cents + the_invoice.validated_cents) / greatest(the_invoice.total_cents, 1) as share,
      the_invoice.host_share_cents * (p_net_cents + the_invoice.validated_cents) / greatest(the_invoice.total_cents, 1) as host
  ) p cross join lateral (values
    ('SERVICE_FEES', null::uuid, p.fee), (case when the_invoice.kind = 'PLAN' then 'PLAN_FEES' else 'PLATFORM_SHARE' end, null, p.share),
    ('HOST_PAYABLE', the_invoice.host_user_id, p.host),
    ('LOT_PAYABLE', null, p_net_cents - p.fee - p.share - p.host + the_invoice.lot_returned_cents)
  ) s(account, user_id, cents)
$$;

-- Changes an invoice's net amount (paid less refunded less disputed) and updates ledger and earnings. The money comes
-- from or goes to the provider, or the earnings of `p_payer_user_id` if those pay. A unique key of the ledger rejects
-- entering the same source twice. The caller must have locked the invoice.
create or replace function move_money(
  p_now timestamptz, p_kind text, p_source_id uuid, the_invoice invoices, p_net_before bigint, p_net_after bigint, p_payer_user_id uuid
) returns void language plpgsql as $$
begin
  insert into ledger_transactions (id, lot_id, kind, source_id, invoice_id, occurred_at)
    values (case when p_kind in ('PAYMENT', 'REFUND') then p_source_id else uuidv7() end,
      the_invoice.lot_id, p_kind, p_source_id, the_invoice.id, p_now);
  insert into ledger_entries (transaction_id, lot_id, account, user_id, currency, amount_cents)
    select t.id, t.lot_id, e.account, e.user_id, the_invoice.currency, sum(e.cents)
    from ledger_transactions t cross join lateral (
      select case when p_payer_user_id is null then 'PROVIDER_CLEARING' else 'HOST_PAYABLE' end, p_payer_user_id, p_net_after - p_net_before
      union all select account, user_id, -cents from shares_of(the_invoice, p_net_after)
      union all select account, user_id, cents from shares_of(the_invoice, p_net_before)
    ) e(account, user_id, cents)
    where t.lot_id = the_invoice.lot_id and t.kind = p_kind and t.source_id = p_source_id
    group by t.id, t.lot_id, e.account, e.user_id having sum(e.cents) <> 0;

  perform set_earnings(p_now, the_invoice, p_net_after);
  if p_payer_user_id is not null then
    insert into earnings as x (source_id, lot_id, payee_kind, user_id, source_kind, currency, amount_cents, due_at, created_at)
      select p.id, p.lot_id, 'HOST', p_payer_user_id, 'DEDUCTION', the_invoice.currency, -p_net_after, p_now, p_now
      from payments p where p.invoice_id = the_invoice.id and p.lot_id = the_invoice.lot_id and p.kind = 'EARNINGS_DEDUCTION' and p.status = 'SUCCEEDED'
    on conflict (source_id, payee_kind, lot_id) do update set amount_cents = excluded.amount_cents;
  end if;
end $$;

-- Returns when the earnings of an invoice may be paid out: the lot's hold period after the end of the reservation, of the part
-- that it bills, or, for a fine, after it was created.
create or replace function payable_from(the_invoice invoices) returns timestamptz language sql stable as $$
  select least(case when r.status = 'CANCELED' then greatest(r.canceled_at, the_invoice.created_at) end,
      coalesce(least(the_invoice.period_ends_at, r.ends_at), r.ends_at, the_invoice.period_ends_at, the_invoice.created_at))
    + make_interval(hours => l.payout_hold_hours)
  from lots l left join reservations r on r.id = the_invoice.reservation_id and r.lot_id = l.id where l.id = the_invoice.lot_id
$$;

-- Sets the earnings of lot and host to their shares of an invoice's net amount. The caller must have locked the invoice.
create or replace function set_earnings(p_now timestamptz, the_invoice invoices, p_net_cents bigint) returns void language sql as $$
  insert into earnings as x (source_id, lot_id, payee_kind, user_id, source_kind, currency, amount_cents, due_at, created_at)
    select the_invoice.id, the_invoice.lot_id, case when s.account = 'HOST_PAYABLE' then 'HOST' else 'LOT' end, s.user_id,
      'INVOICE', the_invoice.currency, s.cents, coalesce(payable_from(the_invoice), p_now), p_now
    from shares_of(the_invoice, p_net_cents) s
    -- The lot earns nothing by its own plan.
    where s.account = 'LOT_PAYABLE' and the_invoice.kind <> 'PLAN' or s.account = 'HOST_PAYABLE' and the_invoice.host_user_id is not null
    on conflict (source_id, payee_kind, lot_id) do update set amount_cents = excluded.amount_cents
$$;

-- Changes how much of the refunds of an invoice partners bear, and moves the shares between the lot and the others. The
-- caller must have locked the invoice and passes its row as it is.
create or replace function move_validated(p_now timestamptz, p_source_id uuid, the_invoice invoices, p_validated_cents integer)
returns void language plpgsql as $$
declare
  changed invoices := the_invoice;
  net bigint := the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.disputed_cents;
begin
  changed.validated_cents := p_validated_cents;
  update invoices i set validated_cents = p_validated_cents where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
  insert into ledger_transactions (lot_id, kind, source_id, invoice_id, occurred_at)
    values (the_invoice.lot_id, 'VALIDATION', p_source_id, the_invoice.id, p_now);
  insert into ledger_entries (transaction_id, lot_id, account, user_id, currency, amount_cents)
    select t.id, t.lot_id, e.account, e.user_id, the_invoice.currency, sum(e.cents)
    from ledger_transactions t cross join lateral (
      select account, user_id, -cents from shares_of(changed, net)
      union all select account, user_id, cents from shares_of(the_invoice, net)
    ) e(account, user_id, cents)
    where t.lot_id = the_invoice.lot_id and t.kind = 'VALIDATION' and t.source_id = p_source_id
    group by t.id, t.lot_id, e.account, e.user_id having sum(e.cents) <> 0;
  perform set_earnings(p_now, changed, net);
end $$;

-- Updates the due dates of earnings when a reservation ends at another time.
create or replace function keep_due_dates() returns trigger language plpgsql as $$
declare
  the_invoice invoices;
  due timestamptz;
begin
  -- One by one: in a statement of Citus, no row of a table can be passed to a function.
  for the_invoice in select i.* from invoices i where i.reservation_id = new.id and i.lot_id = new.lot_id loop
    due := payable_from(the_invoice);
    update earnings e set due_at = due
      where e.source_id = the_invoice.id and e.lot_id = new.lot_id and e.due_at is distinct from due;
  end loop;
  return null;
end $$;
create or replace trigger reservations_keep_due_dates after update of ends_at, status on reservations
  for each row when (old.ends_at is distinct from new.ends_at or old.status = 'ACTIVE' and new.status = 'CANCELED')
  execute function keep_due_dates();
