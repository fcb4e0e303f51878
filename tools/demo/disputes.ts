import { isoOf } from '@openspot/core/time/instant.ts'
import type pg from 'pg'
import type { Times } from './span.ts'

const DAY = 1440
/** Two payments of the garage that drivers disputed: one was lost, one was won. Days relative to today. */
const disputes = [
  { number: 1, reason: 'fraudulent', result: 'lost', opened: -46, closed: -19 },
  { number: 2, reason: 'product_not_received', result: 'won', opened: -33, closed: -8 },
] as const

/** Records past disputes with the function that the provider's webhooks call. */
export async function recordDisputes(client: pg.ClientBase, lot_id: string, times: Times): Promise<void> {
  const { rows } = await client.query<{ charge: string; cents: number }>(
    `select p.stripe_charge_id as charge, i.total_cents as cents from invoices i
       join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id and p.status = 'SUCCEEDED'
       join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id and r.status = 'ACTIVE' and r.ends_at is not null
     where i.lot_id = $1 and i.status = 'PAID' and p.stripe_charge_id like 'ch_demo_%' and i.paid_at < $2
     order by i.paid_at desc, i.id limit 2`,
    [lot_id, isoOf(times.at(-60))],
  )
  for (const [at, { number, reason, result, opened, closed }] of disputes.entries()) {
    const payment = rows[at]
    if (!payment) continue
    const record = (day: number, status: string, isWithdrawn: boolean) =>
      client.query('select record_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        isoOf(times.at(day, 700)),
        payment.charge,
        `dp_demo_${number}`,
        status,
        reason,
        payment.cents,
        isWithdrawn,
        isoOf(times.at(opened, 700) + 9 * DAY),
        isoOf(times.at(opened, 700)),
      ])
    await record(opened, 'needs_response', true)
    await record(closed, result, result === 'lost')
  }
}
