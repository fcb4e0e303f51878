import type { Db } from '@openspot/db/database.ts'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'

/** A month of a monthly reservation that has begun and is not billed. Amounts are in minor units. */
export interface DueMonth {
  id: string
  lot_id: string
  reservation_id: string
  month_cents: number
  anchor_at: string
  billed_until: string
  reservation_ends_at: string | null
  time_zone: string
  service_fee_bps: number
  service_fee_cents: number
}

/** SQL for the price of the beginning month: the planned one if the job that applies it is late. */
const month_cents = `coalesce((select k.month_cents from subscription_changes k where k.subscription_id = s.id and k.lot_id = s.lot_id
    and k.kind = 'PRICE' and k.state = 'SCHEDULED' and k.effective_at <= s.billed_until
    and (not k.needs_acceptance or k.accepted_at is not null)), s.month_cents)`

const due = `select s.id, s.lot_id, s.reservation_id, ${month_cents} as month_cents, s.anchor_at, s.billed_until, r.ends_at as reservation_ends_at,
    l.time_zone, l.service_fee_bps, l.service_fee_cents
  from subscriptions s join reservations r on r.id = s.reservation_id and r.lot_id = s.lot_id join lots l on l.id = s.lot_id
  where s.kind = 'STAY' and s.ended_at is null and s.billed_until <= $1`

/** Returns up to 100 monthly reservations with a month to bill, the longest due first, without those to leave out. */
export async function listDueMonths(
  pool: pg.Pool,
  now: Date,
  left_out_ids: readonly string[],
): Promise<DueMonth[]> {
  const { rows } = await pool.query<DueMonth>(
    `${due} and s.id <> all($2::uuid[]) order by s.billed_until limit 100`,
    [now.toISOString(), left_out_ids],
  )
  return rows
}

/**
 * Returns the month to bill of a subscription, if there still is one. Locks the reservation first, as everywhere, and
 * the subscription, so that a concurrent run finds the month billed. Must run in a transaction.
 */
export async function lockDueMonth(
  tx: Db,
  now: Date,
  subscription_id: string,
): Promise<DueMonth | undefined> {
  const { rows } = await tx.executeQuery<DueMonth>(
    CompiledQuery.raw(`${due} and s.id = $2 for no key update of r, s`, [now.toISOString(), subscription_id]),
  )
  return rows[0]
}

/** Saves until when a subscription is billed, and when it ended. Must run in the transaction that locked it. */
export async function recordBilled(
  tx: Db,
  { id, lot_id }: Pick<DueMonth, 'id' | 'lot_id'>,
  to: { billed_until: string; ended_at: string | null },
): Promise<void> {
  await tx.executeQuery(
    CompiledQuery.raw(
      'update subscriptions set billed_until = $3, ended_at = $4 where id = $1 and lot_id = $2',
      [id, lot_id, to.billed_until, to.ended_at],
    ),
  )
}
