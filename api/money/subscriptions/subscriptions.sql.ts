import type { Plan, PlanBill, SubscriptionChange } from '@openspot/contract/money/subscriptions.ts'
import { monthAt } from '@openspot/core/billing/proration.ts'
import type { SubscriptionChangeState, SubscriptionKind } from '@openspot/core/enums.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { startOfLocalDay } from '@openspot/core/time/zone.ts'
import { type Db, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement, text } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { secondPayments } from '../payments/second-payments.ts'

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
  /** False for the plan of a lot that waits for its review and its first reservation. */
  has_begun: boolean
}

const columns = `s.id, s.lot_id, l.name as lot_name, l.time_zone, l.spot_count, l.service_fee_bps, l.service_fee_cents, s.kind,
  s.reservation_id, s.user_id, s.plan_id, s.currency, s.month_cents, s.anchor_at, s.billed_until, r.ends_at as reservation_ends_at,
  s.created_at, s.ended_at, s.kind <> 'LOT_PLAN' or s.begun_at is not null as has_begun
  from subscriptions s join lots l on l.id = s.lot_id left join reservations r on r.id = s.reservation_id and r.lot_id = s.lot_id`

const subscriptionById = statement(
  'get_subscription',
  {
    id: 'uuid',
    lot_id: 'uuid',
    lot_name: 'text',
    time_zone: 'text',
    spot_count: 'integer',
    service_fee_bps: 'integer',
    service_fee_cents: 'integer',
    kind: text<SubscriptionRow['kind']>(),
    reservation_id: 'uuid?',
    user_id: 'uuid?',
    plan_id: 'text?',
    currency: 'text',
    month_cents: 'integer',
    anchor_at: 'timestamptz',
    billed_until: 'timestamptz',
    reservation_ends_at: 'timestamptz?',
    created_at: 'timestamptz',
    ended_at: 'timestamptz?',
    has_begun: 'boolean',
  },
  `select ${columns} where s.id = $1`,
)

export async function getSubscription(db: Db, subscription_id: string): Promise<SubscriptionRow> {
  const rows = await queryPrepared(db, subscriptionById, [subscription_id])
  const [row] = rows
  if (!row) throw new Error(`There is no subscription ${subscription_id}.`)
  return row
}

/** Returns a subscription and locks it against changes and billing until the transaction ends. */
export async function lockSubscription(tx: Tx, subscription_id: string): Promise<SubscriptionRow> {
  await sql`select from subscriptions s where s.id = ${subscription_id} for no key update`.execute(tx)
  return getSubscription(tx, subscription_id)
}

const reservationSubscription = statement(
  'find_reservation_subscription',
  { id: 'uuid' },
  'select s.id from subscriptions s where s.reservation_id = $1 order by s.ended_at desc nulls first limit 1',
)

export async function findReservationSubscription(db: Db, reservation_id: string): Promise<string | null> {
  const rows = await queryPrepared(db, reservationSubscription, [reservation_id])
  return rows[0]?.id ?? null
}

const ensureLotSubscriptionStatementRows = statement(
  'ensure_lot_subscription_2',
  { created_at: 'timestamptz', time_zone: 'text' },
  'select created_at, time_zone from lots where id = $1',
)

const ensureLotSubscriptionStatement = statement(
  'ensure_lot_subscription',
  { id: 'uuid' },
  `select s.id from subscriptions s where s.lot_id = $1 and s.kind = 'LOT_PLAN'
    order by s.ended_at desc nulls first limit 1`,
)

/**
 * Returns the id of the lot's subscription, or of the newest ended one. If the lot has none, creates one on the
 * smallest fitting plan from the lot's creation on; the time before this first call is not billed, nor the time before
 * a new lot is approved or booked (`beginPlan`).
 */
export async function ensureLotSubscription(db: Db, now: Date, lot_id: string): Promise<string> {
  const find = () => queryPrepared(db, ensureLotSubscriptionStatement, [lot_id])
  const known = (await find())[0]
  if (known) return known.id
  const lots = await queryPrepared(db, ensureLotSubscriptionStatementRows, [lot_id])
  const [lot] = lots
  if (!lot) throw new Error(`There is no lot ${lot_id}.`)
  const anchor = startOfLocalDay(lot.time_zone, minutesOf(lot.created_at))
  const month = monthAt(lot.time_zone, anchor, Math.max(anchor, now.getTime() / 60_000))
  await sql`
    insert into subscriptions (lot_id, kind, plan_id, currency, month_cents, anchor_at, billed_until, created_at, begun_at)
    select l.id, 'LOT_PLAN', p.id, l.currency, coalesce(list_price(p.currency, p.month_cents, l.currency), 0), ${isoOf(anchor)}::timestamptz,
      ${isoOf(month.starts)}::timestamptz, ${now.toISOString()}::timestamptz,
      case when l.trust_level = 'TRUSTED' then ${now.toISOString()}::timestamptz end
    from lots l cross join lateral smallest_fitting_plan(l.spot_count) p where l.id = ${lot_id} on conflict do nothing`.execute(
    db,
  )
  const made = (await find())[0]
  if (!made) throw new Error(`The lot ${lot_id} could not be given a plan.`)
  return made.id
}

const plansRows = statement(
  'list_plans',
  { id: 'text', name: 'text', max_spots: 'integer?', month_cents: 'integer?' },
  'select p.id, p.name, p.max_spots, list_price(p.currency, p.month_cents, $1) as month_cents from plans p order by p.sort',
)

/** Returns all plans with their price in a currency, the smallest first. */
export function listPlans(db: Db, currency: string): Promise<Plan[]> {
  return queryPrepared(db, plansRows, [currency])
}

/** A planned or applied change, before the caller's permissions are added. */
export interface ChangeRow extends Omit<SubscriptionChange, 'can_withdraw' | 'plan'> {
  plan_id: string | null
  requested_by_user_id: string | null
  is_by_platform: boolean
}

const changeColumns = `k.id, k.kind, k.state, k.effective_at, k.plan_id, k.month_cents, k.proration_cents, k.reason,
  k.requested_by_user_id, (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = k.requested_by_user_id) as requested_by,
  k.needs_acceptance, k.accepted_at,
  coalesce((select 'OPENSPOT_ADMIN' = any(u.roles) from users u where u.id = k.requested_by_user_id), false) as is_by_platform,
  k.created_at, k.applied_at from subscription_changes k`

const changeShape = {
  id: 'uuid',
  kind: text<ChangeRow['kind']>(),
  state: text<ChangeRow['state']>(),
  effective_at: 'timestamptz',
  plan_id: 'text?',
  month_cents: 'integer?',
  proration_cents: 'integer',
  reason: 'text',
  requested_by_user_id: 'uuid?',
  requested_by: 'text?',
  needs_acceptance: 'boolean',
  accepted_at: 'timestamptz?',
  is_by_platform: 'boolean',
  created_at: 'timestamptz',
  applied_at: 'timestamptz?',
} as const

const changes = statement(
  'list_subscription_changes',
  changeShape,
  `select ${changeColumns} where k.subscription_id = $1 and ($2::text is null or k.state = $2)
      and ($3::timestamptz is null or (k.created_at, k.id) < ($3::timestamptz, $4::uuid))
    order by k.created_at desc, k.id desc limit $5`,
)

/** Returns the newest changes first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listChanges(
  db: Db,
  subscription_id: string,
  page: { state: SubscriptionChangeState | null; after: (string | number)[] | null; limit: number },
): Promise<ChangeRow[]> {
  const [at, id] = page.after ?? []
  return queryPrepared(db, changes, [subscription_id, page.state, at ?? null, id ?? null, page.limit + 1])
}

/** Returns the one planned change, or null. */
export async function findScheduled(db: Db, subscription_id: string): Promise<ChangeRow | null> {
  const [row] = await listChanges(db, subscription_id, { state: 'SCHEDULED', after: null, limit: 0 })
  return row ?? null
}

const changeById = statement(
  'find_subscription_change',
  changeShape,
  `select ${changeColumns} where k.subscription_id = $1 and k.id = $2`,
)

export async function findChange(
  db: Db,
  subscription_id: string,
  change_id: string,
): Promise<ChangeRow | null> {
  const rows = await queryPrepared(db, changeById, [subscription_id, change_id])
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
  requested_by_user_id: string | null
}

/** Inserts a planned or applied change and returns its id. Amounts are in minor units. */
export async function insertChange(
  db: Db,
  now: Date,
  of: { id: string; lot_id: string },
  change: NewChange,
): Promise<string> {
  const at = now.toISOString()
  const { id } = await db
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
  tx: Tx,
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

const billsRows = statement(
  'list_bills',
  {
    id: 'uuid',
    paid_from: text<PlanBill['paid_from']>(),
    invoice_id: 'uuid?',
    status: text<PlanBill['status']>(),
    is_mine: 'boolean',
    plan_name: 'text',
    is_change: 'boolean',
    second_payments: json<NonNullable<PlanBill['second_payments']>>(),
    owed_refund_cents: 'integer',
    currency: 'text',
    amount_cents: 'integer',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  `select b.id, case when i.id is null then 'EARNINGS' else 'PAYMENT_METHOD' end as paid_from, i.id as invoice_id,
     coalesce(i.status, 'PAID')::text as status, coalesce(i.user_id = $5, false) as is_mine, p.name as plan_name, b.change_id is not null as is_change, b.currency, b.amount_cents, b.starts_at, b.ends_at, b.created_at,
     ${secondPayments} as second_payments,
     (select coalesce(sum(f.amount_cents), 0)::int from refunds f
       where f.invoice_id = i.id and f.lot_id = i.lot_id and f.status = 'FAILED' and f.resolution is null) as owed_refund_cents
     from plan_bills b join plans p on p.id = b.plan_id
       left join lateral (select * from invoices n where n.plan_bill_id = b.id and n.lot_id = b.lot_id and n.status <> 'CANCELED'
         order by n.status in ('PENDING_REFUND', 'REFUNDED'), n.created_at desc limit 1) i on true
     where b.subscription_id = $1 and ($2::timestamptz is null or (b.created_at, b.id) < ($2, $3::uuid))
     order by b.created_at desc, b.id desc limit $4`,
)

/** Returns the newest bills first as one person sees them, up to `limit` + 1 rows so that the caller knows whether more follow. */
export function listBills(
  pool: pg.Pool,
  subscription_id: string,
  after: (string | number)[] | null,
  limit: number,
  user_id: string,
): Promise<PlanBill[]> {
  return query(pool, billsRows, [subscription_id, after?.[0] ?? null, after?.[1] ?? null, limit + 1, user_id])
}
