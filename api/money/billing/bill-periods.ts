import { monthFrom, partOfMonth } from '@openspot/core/billing/month.ts'
import { serviceFeeOn } from '@openspot/core/quote/fee.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { eachByItself } from '../../failures.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { type DueMonth, listDueMonths, lockDueMonth, recordBilled } from './bill-periods.sql.ts'
import { type AddedInvoice, addMonth, type NewMonth } from './invoices.sql.ts'
import { chargeMonth } from './invoices.ts'

/**
 * Bills every month of monthly reservations that has begun. Safe to repeat or run concurrently; each month is billed
 * once. Returns how many reservations failed; each is left out of the rest of this run.
 */
export async function billPeriods(deps: PaymentDeps): Promise<number> {
  const now = deps.ports.now()
  const failing = new Set<string>()
  const billOne = async ({ id }: DueMonth) => {
    failing.add(id)
    await billNext(deps, id, now)
    failing.delete(id)
  }
  for (;;) {
    const rows = await listDueMonths(deps.pool, now, [...failing])
    if (rows.length === 0) return failing.size
    await eachByItself({ log: deps.log, task: 'bill_period' }, rows, ({ id }) => id, billOne)
  }
}

async function billNext(deps: PaymentDeps, subscription_id: string, now: Date): Promise<void> {
  const added = await deps.db.transaction().execute(async (tx): Promise<AddedInvoice | null> => {
    const row = await lockDueMonth(tx, now, subscription_id)
    if (!row) return null
    const next = nextInvoice(row)
    await recordBilled(tx, row, {
      billed_until: next?.period_ends_at ?? row.billed_until,
      ended_at: next ? null : now.toISOString(),
    })
    return next && next.total_cents > 0 ? addMonth(tx, deps.ports, next) : null
  })
  if (added !== null) await chargeMonth(deps, added)
}

/** Returns the invoice of the next month or the rest of it, or null if the reservation ends before. */
function nextInvoice(row: DueMonth): NewMonth | null {
  const { time_zone, reservation_ends_at } = row
  const starts = minutesOf(row.billed_until)
  const ends = reservation_ends_at === null ? null : minutesOf(reservation_ends_at)
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
