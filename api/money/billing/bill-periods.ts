import { monthFrom, partOfMonth } from '@openspot/core/billing/month.ts'
import { serviceFeeOn } from '@openspot/core/quote/fee.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { CompiledQuery } from 'kysely'
import { eachByItself } from '../../failures.ts'
import type { Till } from '../payments/pay.ts'
import { type AddedInvoice, addMonth, chargeMonth, type NewMonth } from './invoices.ts'

interface Due {
  id: string
  lot_id: string
  reservation_id: string
  month_cents: number
  anchor_at: string
  billed_until: string
  stay_ends_at: string | null
  time_zone: string
  service_fee_bps: number
  service_fee_cents: number
}

/** SQL for the price of the beginning month: the planned one if the job that applies it is late. */
const month_cents = `coalesce((select k.month_cents from subscription_changes k where k.subscription_id = s.id and k.lot_id = s.lot_id
    and k.kind = 'PRICE' and k.state = 'SCHEDULED' and k.effective_at <= s.billed_until
    and (not k.needs_acceptance or k.accepted_at is not null)), s.month_cents)`

const due = `select s.id, s.lot_id, s.reservation_id, ${month_cents} as month_cents, s.anchor_at, s.billed_until, r.ends_at as stay_ends_at,
    l.time_zone, l.service_fee_bps, l.service_fee_cents
  from subscriptions s join reservations r on r.id = s.reservation_id and r.lot_id = s.lot_id join lots l on l.id = s.lot_id
  where s.kind = 'STAY' and s.ended_at is null and s.billed_until <= $1`

/**
 * Bills every month of monthly reservations that has begun. Safe to repeat or run concurrently; each month is billed
 * once. Returns how many reservations failed; each is left out of the rest of this run.
 */
export async function billPeriods(till: Till): Promise<number> {
  const now = till.ports.now().toISOString()
  const failing = new Set<string>()
  const billOne = async ({ id }: Due) => {
    failing.add(id)
    await billNext(till, id, now)
    failing.delete(id)
  }
  for (;;) {
    const { rows } = await till.pool.query<Due>(
      `${due} and s.id <> all($2::uuid[]) order by s.billed_until limit 100`,
      [now, [...failing]],
    )
    if (rows.length === 0) return failing.size
    await eachByItself({ log: till.log, task: 'bill_period' }, rows, ({ id }) => id, billOne)
  }
}

async function billNext(till: Till, subscription_id: string, now: string): Promise<void> {
  const added = await till.db.transaction().execute(async (tx): Promise<AddedInvoice | null> => {
    const ask = (text: string, values: unknown[]) => tx.executeQuery<Due>(CompiledQuery.raw(text, values))
    // Lock the reservation first, as everywhere. A concurrent run then finds the month billed.
    const { rows } = await ask(`${due} and s.id = $2 for no key update of r, s`, [now, subscription_id])
    const [row] = rows
    if (!row) return null
    const next = nextInvoice(row)
    await ask('update subscriptions set billed_until = $3, ended_at = $4 where id = $1 and lot_id = $2', [
      row.id,
      row.lot_id,
      next?.period_ends_at ?? row.billed_until,
      next ? null : now,
    ])
    return next && next.total_cents > 0 ? addMonth(tx, till.ports, next) : null
  })
  if (added !== null) await chargeMonth(till, added)
}

/** Returns the invoice of the next month or the rest of it, or null if the reservation ends before. */
function nextInvoice(row: Due): NewMonth | null {
  const { time_zone, stay_ends_at } = row
  const starts = minutesOf(row.billed_until)
  const ends = stay_ends_at === null ? null : minutesOf(stay_ends_at)
  if (ends !== null && ends <= starts) return null
  const month = monthFrom(time_zone, minutesOf(row.anchor_at), starts, ends)
  const price = partOfMonth(time_zone, row.month_cents, month)
  const fee = serviceFeeOn(price, row)
  const period = { starts_at: isoOf(month.starts), ends_at: isoOf(month.until) }
  const line = (kind: string, unit: string | undefined, cents: number) => ({
    kind,
    ...(unit === undefined ? {} : { unit }),
    quantity: 1,
    unit_cents: cents,
    amount_cents: cents,
    ...period,
  })
  const isWhole = month.until === month.ends
  return {
    reservation_id: row.reservation_id,
    total_cents: price + fee,
    service_fee_cents: fee,
    lines: [
      isWhole ? line('PARKING', 'MONTH', price) : line('PART_MONTH', undefined, price),
      ...(fee > 0 ? [line('SERVICE_FEE', undefined, fee)] : []),
    ],
    period_starts_at: period.starts_at,
    period_ends_at: period.ends_at,
  }
}
