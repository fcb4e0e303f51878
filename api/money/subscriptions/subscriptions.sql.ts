import type { Plan, PlanBill, SubscriptionChange } from '@openspot/contract/money/subscriptions.ts'
import { monthAt } from '@openspot/core/billing/proration.ts'
import type { SubscriptionChangeState, SubscriptionKind } from '@openspot/core/enums.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import type pg from 'pg'

/** A subscription with the columns that its price and bills depend on. */
export interface SubscriptionRow {
  id: string
  lot_id: string
  lot_name: string
  time_zone: string
  spot_count: number
  service_fee_bps: number
  service_fee_cents: number
  kind: SubscriptionKind
  reservation_id: string | null
  user_id: string | null
  plan_id: string | null
  currency: string
  month_cents: number
  anchor_at: string
  billed_until: string
  reservation_ends_at: string | null
  created_at: string
  ended_at: string | null
}

const columns = sql`s.id, s.lot_id, l.name as lot_name, l.time_zone, l.spot_count, l.service_fee_bps, l.service_fee_cents, s.kind,
  s.reservation_id, s.user_id, s.plan_id, s.currency, s.month_cents, s.anchor_at, s.billed_until, r.ends_at as reservation_ends_at,
  s.created_at, s.ended_at
  from subscriptions s join lots l on l.id = s.lot_id left join reservations r on r.id = s.reservation_id and r.lot_id = s.lot_id`

export async function getSubscription(db: Db, subscription_id: string): Promise<SubscriptionRow> {
  const { rows } = await sql<SubscriptionRow>`select ${columns} where s.id = ${subscription_id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no subscription ${subscription_id}.`)
  return row
}

/** Returns a subscription and locks it against changes and billing until the transaction ends. */
export async function lockSubscription(tx: Db, subscription_id: string): Promise<SubscriptionRow> {
  await sql`select from subscriptions s where s.id = ${subscription_id} for no key update`.execute(tx)
  return getSubscription(tx, subscription_id)
}

export async function findReservationSubscription(db: Db, reservation_id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select s.id from subscriptions s where s.reservation_id = ${reservation_id} order by s.ended_at desc nulls first limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/**
 * Returns the id of the lot's subscription, or of the newest ended one. If the lot has none, creates one on the
 * smallest fitting plan from the lot's creation on; the time before this first call is not billed.
 */
export async function ensureLotSubscription(db: Db, now: Date, lot_id: string): Promise<string> {
  const find = () =>
    sql<{ id: string }>`
    select s.id from subscriptions s where s.lot_id = ${lot_id} and s.kind = 'LOT_PLAN'
    order by s.ended_at desc nulls first limit 1`.execute(db)
  const known = (await find()).rows[0]
  if (known) return known.id
  const { rows: lots } = await sql<{ created_at: string; time_zone: string }>`
    select created_at, time_zone from lots where id = ${lot_id}`.execute(db)
  const [lot] = lots
  if (!lot) throw new Error(`There is no lot ${lot_id}.`)
  const anchor = startOfLocalDay(lot.time_zone, minutesOf(lot.created_at))
  const month = monthAt(lot.time_zone, anchor, Math.max(anchor, now.getTime() / 60_000))
  await sql`
    insert into subscriptions (lot_id, kind, plan_id, currency, month_cents, anchor_at, billed_until, created_at)
    select l.id, 'LOT_PLAN', p.id, l.currency, coalesce(list_price(p, l.currency), 0), ${isoOf(anchor)}::timestamptz,
      ${isoOf(month.starts)}::timestamptz, ${now.toISOString()}::timestamptz
    from lots l cross join lateral fitting_plan(l.spot_count) p where l.id = ${lot_id} on conflict do nothing`.execute(
    db,
  )
  const made = (await find()).rows[0]
  if (!made) throw new Error(`The lot ${lot_id} could not be given a plan.`)
  return made.id
}

/** Returns all plans with their price in a currency, the smallest first. */
export async function listPlans(db: Db, currency: string): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select p.id, p.name, p.max_spots, list_price(p, ${currency}) as month_cents from plans p order by p.sort`.execute(
    db,
  )
  return rows
}

/** A planned or applied change, before the caller's permissions are added. */
export interface ChangeRow extends Omit<SubscriptionChange, 'can_withdraw' | 'plan'> {
  plan_id: string | null
  asked_by_user_id: string | null
  is_by_platform: boolean
}

const changeColumns = sql`k.id, k.kind, k.state, k.effective_at, k.plan_id, k.month_cents, k.proration_cents, k.reason,
  k.asked_by_user_id, (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = k.asked_by_user_id) as asked_by,
  k.needs_acceptance, k.accepted_at,
  coalesce((select 'OPENSPOT_ADMIN' = any(u.roles) from users u where u.id = k.asked_by_user_id), false) as is_by_platform,
  k.created_at, k.applied_at from subscription_changes k`

/** Returns the newest changes first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listChanges(
  db: Db,
  subscription_id: string,
  page: { state: SubscriptionChangeState | null; after: (string | number)[] | null; limit: number },
): Promise<ChangeRow[]> {
  const [at, id] = page.after ?? []
  const { rows } = await sql<ChangeRow>`
    select ${changeColumns} where k.subscription_id = ${subscription_id} and (${page.state}::text is null or k.state = ${page.state})
      and (${at ?? null}::timestamptz is null or (k.created_at, k.id) < (${at ?? null}::timestamptz, ${id ?? null}::uuid))
    order by k.created_at desc, k.id desc limit ${page.limit + 1}`.execute(db)
  return rows
}

/** Returns the one planned change, or null. */
export async function findScheduled(db: Db, subscription_id: string): Promise<ChangeRow | null> {
  const [row] = await listChanges(db, subscription_id, { state: 'SCHEDULED', after: null, limit: 0 })
  return row ?? null
}

export async function findChange(
  db: Db,
  subscription_id: string,
  change_id: string,
): Promise<ChangeRow | null> {
  const { rows } = await sql<ChangeRow>`
    select ${changeColumns} where k.subscription_id = ${subscription_id} and k.id = ${change_id}`.execute(db)
  return rows[0] ?? null
}

export interface NewChange {
  kind: ChangeRow['kind']
  state: SubscriptionChangeState
  effective_at: string
  plan_id: string | null
  month_cents: number | null
  proration_cents: number
  /** The increase exceeds the driver's consent, so it takes effect only if they accept it. */
  needs_acceptance?: boolean
  reason: string
  asked_by_user_id: string | null
}

/** Inserts a planned or applied change and returns its id. Amounts are in minor units. */
export async function insertChange(
  tx: Db,
  now: Date,
  of: { id: string; lot_id: string },
  change: NewChange,
): Promise<string> {
  const at = now.toISOString()
  const { id } = await tx
    .insertInto('subscription_changes')
    .values({
      ...change,
      lot_id: of.lot_id,
      subscription_id: of.id,
      created_at: at,
      applied_at: change.state === 'APPLIED' ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks a planned change as applied or withdrawn. Returns false if it was no longer planned. */
export async function endChange(
  tx: Db,
  change: { id: string },
  state: 'APPLIED' | 'WITHDRAWN',
  more: { applied_at?: string; proration_cents?: number } = {},
): Promise<boolean> {
  const done = await tx
    .updateTable('subscription_changes')
    .set({ state, ...more })
    .where('id', '=', change.id)
    .where('state', '=', 'SCHEDULED')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Returns the newest bills first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listBills(
  pool: pg.Pool,
  subscription_id: string,
  after: (string | number)[] | null,
  limit: number,
): Promise<PlanBill[]> {
  const { rows } = await pool.query<PlanBill>(
    `select b.id, p.name as plan_name, b.change_id is not null as is_change, b.currency, b.amount_cents, b.starts_at, b.ends_at, b.created_at
     from plan_bills b join plans p on p.id = b.plan_id
     where b.subscription_id = $1 and ($2::timestamptz is null or (b.created_at, b.id) < ($2, $3::uuid))
     order by b.created_at desc, b.id desc limit $4`,
    [subscription_id, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  )
  return rows
}
