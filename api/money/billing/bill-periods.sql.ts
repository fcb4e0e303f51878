import { query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'

/** SQL for the price of the beginning month: the planned one if the job that applies it is late. */
const month_cents = `coalesce((select k.month_cents from subscription_changes k where k.subscription_id = s.id and k.lot_id = s.lot_id
    and k.kind = 'PRICE' and k.state = 'SCHEDULED' and k.effective_at <= s.billed_until
    and (not k.needs_acceptance or k.accepted_at is not null)), s.month_cents)`

const due = `select s.id, s.lot_id, s.reservation_id, ${month_cents} as month_cents, s.anchor_at, s.billed_until, r.ends_at as reservation_ends_at,
    l.time_zone, l.service_fee_bps, l.service_fee_cents
  from subscriptions s join reservations r on r.id = s.reservation_id and r.lot_id = s.lot_id join lots l on l.id = s.lot_id
  where s.kind = 'RESERVATION' and s.ended_at is null and s.billed_until <= $1`

const dueMonthShape = {
  id: 'uuid',
  lot_id: 'uuid',
  reservation_id: 'uuid!',
  month_cents: 'integer',
  anchor_at: 'timestamptz',
  billed_until: 'timestamptz',
  reservation_ends_at: 'timestamptz?',
  time_zone: 'text',
  service_fee_bps: 'integer',
  service_fee_cents: 'integer',
} as const
/** A month of a monthly reservation that has begun and is not billed. Amounts are in minor units. */
export type DueMonth = RowOf<typeof dueMonthShape>

const dueMonths = statement(
  'list_due_months',
  dueMonthShape,
  `${due} and s.id <> all($2::uuid[]) order by s.billed_until limit 100`,
)
const dueMonth = statement('lock_due_month', dueMonthShape, `${due} and s.id = $2 for no key update of r, s`)

/** Returns up to 100 monthly reservations with a month to bill, the longest due first, without those to leave out. */
export function listDueMonths(
  pool: pg.Pool,
  now: Date,
  left_out_ids: readonly string[],
): Promise<DueMonth[]> {
  return query(pool, dueMonths, [now.toISOString(), left_out_ids])
}

/**
 * Returns the month to bill of a subscription, if there still is one. Locks the reservation first, as everywhere, and
 * the subscription, so that a concurrent run finds the month billed. Must run in a transaction.
 */
export async function lockDueMonth(
  tx: Tx,
  now: Date,
  subscription_id: string,
): Promise<DueMonth | undefined> {
  const rows = await queryPrepared(tx, dueMonth, [now.toISOString(), subscription_id])
  return rows[0]
}

/** Saves until when a subscription is billed, and when it ended. Must run in the transaction that locked it. */
export async function recordBilled(
  tx: Tx,
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
