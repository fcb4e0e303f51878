import { MAX_CONSENTED_PERCENT } from '@openspot/core/billing/monthly-consent.ts'
import type pg from 'pg'

/** Statements that write what the database's own functions would have written alongside the invoices. */
const earningsAndConsents = [
  // Every month of an open-ended reservation except the first is a PERIOD invoice.
  `update invoices i set kind = 'PERIOD' from (
     select id, lot_id, row_number() over (partition by reservation_id order by period_starts_at) as month
     from invoices where period_starts_at is not null) m
   where m.id = i.id and m.lot_id = i.lot_id and m.month > 1 and i.kind = 'BOOKING'`,
  `insert into earnings (source_id, lot_id, payee_kind, user_id, source_kind, currency, amount_cents, due_at, created_at)
   select i.id, i.lot_id, case when s.account = 'HOST_PAYABLE' then 'HOST' else 'LOT' end, s.user_id, 'INVOICE', i.currency,
     s.cents, payable_from(i), i.paid_at
   from invoices i cross join lateral shares_of(i, i.paid_cents - i.refunded_cents - i.disputed_cents) s
   where i.paid_cents > 0 and i.kind <> 'PLAN' and (s.account = 'LOT_PAYABLE' or s.account = 'HOST_PAYABLE' and i.host_user_id is not null)
   on conflict do nothing`,
  `select pay_plan_from_earnings(b.created_at, b) from plan_bills b
   where not exists (select from invoices i where i.plan_bill_id = b.id and i.lot_id = b.lot_id)`,
  `insert into subscriptions (lot_id, kind, reservation_id, user_id, currency, month_cents, anchor_at, billed_until, created_at)
   select r.lot_id, 'RESERVATION', r.id, r.user_id, r.currency,
     coalesce((select sum(l.amount_cents) from invoice_lines l where l.invoice_id = b.id and l.lot_id = b.lot_id and l.kind <> 'SERVICE_FEE'), 0),
     r.starts_at, b.period_ends_at, r.created_at
   from reservations r cross join lateral (
     select * from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id and i.period_ends_at is not null
     order by i.period_ends_at desc limit 1) b
   where r.status = 'ACTIVE' and r.ends_at is null
   on conflict do nothing`,
  // Monthly payers consented when they booked. For those who can sign in, the card is the one at the Stripe stand-in.
  `select consent_to_months(s.created_at, s.lot_id, s.id, m.id, b.total_cents, 'BOOKING', b.session_id, ${MAX_CONSENTED_PERCENT})
   from subscriptions s
     cross join lateral (select i.total_cents, p.session_id from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
       where i.reservation_id = s.reservation_id and i.lot_id = s.lot_id and p.session_id is not null and i.total_cents > 0
       order by p.created_at limit 1) b
     cross join lateral (select * from payment_methods m where m.user_id = s.user_id and m.deleted_at is null
       order by m.is_default desc, m.created_at limit 1) m
   where s.kind = 'RESERVATION' and s.ended_at is null and not exists (
     select from consents c where c.subscription_id = s.id and c.lot_id = s.lot_id)`,
  `select open_fine_chain(f.created_at, f.lot_id, f.id) from fines f
   where not exists (select from fine_events e where e.fine_id = f.id and e.lot_id = f.lot_id)`,
  `select add_fine_event(a.created_at, a.lot_id, a.fine_id, 'APPEALED', jsonb_build_object(
     'text_sha256', encode(sha256(convert_to(a.text, 'UTF8')), 'hex'), 'photos', fine_photo_hashes(null, a.id)))
   from fine_appeals a where not exists (
     select from fine_events e where e.fine_id = a.fine_id and e.lot_id = a.lot_id and e.kind = 'APPEALED')`,
]

/** What the provider and we know of each other's books. It comes last, because it covers all that moved money. */
const providerBooks = [
  // The card provider's transactions of the past, so that reconciliation matches each with its ledger entry.
  `insert into provider_transactions (
     id, type, source_id, currency, amount_cents, fee_cents, created_at, lot_id, ledger_kind, ledger_source_id, read_at)
   select 'txn_demo_' || replace(l.source_id::text, '-', ''),
     case l.kind when 'PAYMENT' then 'charge' when 'REFUND' then 'refund' when 'PAYOUT' then 'transfer' else 'adjustment' end,
     coalesce(p.stripe_charge_id, f.stripe_refund_id, o.stripe_transfer_id, d.stripe_dispute_id), e.currency, e.amount_cents, 0, l.occurred_at, l.lot_id, l.kind, l.source_id, l.occurred_at
   from ledger_transactions l
     join ledger_entries e on e.transaction_id = l.id and e.lot_id = l.lot_id and e.account = 'PROVIDER_CLEARING'
     left join payments p on l.kind = 'PAYMENT' and p.id = l.source_id and p.lot_id = l.lot_id
     left join refunds f on l.kind = 'REFUND' and f.id = l.source_id and f.lot_id = l.lot_id
     left join payouts o on l.kind = 'PAYOUT' and o.id = l.source_id and o.lot_id = l.lot_id
     left join disputes d on l.kind in ('DISPUTE', 'DISPUTE_RETURNED') and d.invoice_id = l.invoice_id and d.lot_id = l.lot_id
   where p.stripe_charge_id like 'ch_demo_%' or f.stripe_refund_id like 're_demo_%' or o.stripe_transfer_id like 'tr_demo_%'
     or d.stripe_dispute_id like 'dp_demo_%'
   on conflict do nothing`,
  // The Stripe stand-in never had that money, so the balance excludes it.
  `with gone as (
     select lot_id, currency, sum(amount_cents) as cents, max(created_at) as at, md5('demo:' || lot_id || currency)::uuid as id
     from provider_transactions where id like 'txn_demo_%' group by 1, 2 having sum(amount_cents) <> 0
   ), entered as (
     insert into ledger_transactions (id, lot_id, kind, source_id, occurred_at)
       select id, lot_id, 'SETTLEMENT', id, at from gone on conflict do nothing returning id
   )
   insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents)
     select g.id, g.lot_id, a.account, g.currency, a.sign * g.cents
     from gone g join entered using (id) cross join (values ('PROVIDER_CLEARING', -1), ('DIFFERENCES', 1)) a(account, sign)`,
]

/** What moved money besides payments and refunds, in the order in which it happened. */
interface Moves {
  disputes: (client: pg.ClientBase) => Promise<void>
  payouts: (client: pg.ClientBase) => Promise<void>
}

/**
 * Adds earnings of lots and hosts, the months of open-ended reservations, disputes, payouts, and the provider's side of
 * all of it.
 */
export async function completeBooks(client: pg.PoolClient, { disputes, payouts }: Moves): Promise<void> {
  for (const statement of earningsAndConsents) await client.query(statement)
  await disputes(client)
  await payouts(client)
  for (const statement of providerBooks) await client.query(statement)
}
