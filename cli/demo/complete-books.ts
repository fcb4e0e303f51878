import type pg from 'pg'

/** What the database's own functions would have written beside the invoices, had the town been lived through them. */
const statements = [
  // Every month of a stay without end but its first is a further one.
  `update invoices i set kind = 'PERIOD' from (
     select id, lot_id, row_number() over (partition by reservation_id order by period_starts_at) as month
     from invoices where period_starts_at is not null) m
   where m.id = i.id and m.lot_id = i.lot_id and m.month > 1 and i.kind = 'BOOKING'`,
  `insert into earnings (source_id, lot_id, payee_kind, user_id, source_kind, currency, amount_cents, due_at, created_at)
   select i.id, i.lot_id, case when s.account = 'HOST_PAYABLE' then 'HOST' else 'LOT' end, s.user_id, 'INVOICE', i.currency,
     s.cents, payable_from(i), i.paid_at
   from invoices i cross join lateral shares_of(i, i.paid_cents - i.refunded_cents - i.disputed_cents) s
   where i.paid_cents > 0 and (s.account = 'LOT_PAYABLE' or s.account = 'HOST_PAYABLE' and i.host_user_id is not null)
   on conflict do nothing`,
  `insert into subscriptions (lot_id, kind, reservation_id, user_id, currency, month_cents, anchor_at, billed_until, created_at)
   select r.lot_id, 'STAY', r.id, r.user_id, r.currency,
     coalesce((select sum(l.amount_cents) from invoice_lines l where l.invoice_id = b.id and l.lot_id = b.lot_id and l.kind <> 'SERVICE_FEE'), 0),
     r.starts_at, b.period_ends_at, r.created_at
   from reservations r cross join lateral (
     select * from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id and i.period_ends_at is not null
     order by i.period_ends_at desc limit 1) b
   where r.status = 'ACTIVE' and r.ends_at is null
   on conflict do nothing`,
]

/** Earnings of lots and hosts, and the months of stays without end. */
export async function completeBooks(client: pg.PoolClient): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
