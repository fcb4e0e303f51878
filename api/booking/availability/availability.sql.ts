import type { AvailabilityRule } from '@openspot/core/availability/availability.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { type Db, query, type Tx } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type pg from 'pg'
import { isHolding } from '../occupancy/holding.sql.ts'

const rates = ['half_hour_cents', 'hour_cents', 'day_cents', 'month_cents'] as const

const columns = [
  'id',
  'lot_id',
  'spot_id',
  'zone_id',
  'kind',
  'starts_at',
  'ends_at',
  'repeat_frequency',
  'weekdays',
  'until_on',
  ...rates,
  'note',
  'created_by_user_id',
  'is_pause',
  'version',
] as const

export interface AvailabilityRuleRow extends AvailabilityRule, QuoteRates {
  lot_id: string
  spot_id: string | null
  zone_id: string | null
  note: string | null
  version: number
  created_by_user_id: string
  /** Whether it pauses the spot: see `api/booking/hosting`. */
  is_pause: boolean
}

/**
 * A condition for availability rules that may still occur after an instant. The last occurrence may begin on the last
 * day and run for a week.
 */
const lastsBeyond = (at: string): Expression<SqlBool> => sql<SqlBool>`case when repeat_frequency = 'NEVER'
  then coalesce(ends_at > ${at}, true) else coalesce(until_on > (${at}::timestamptz - interval '9 days')::date, true) end`

/**
 * Returns the availability rules that apply to the given spots of a lot (null: to all), including those of their zones
 * and of the lot. Availability rules that ended before `after` are left out.
 */
export function listAvailabilityRules(
  db: Db,
  lot_id: string,
  spot_ids: readonly string[] | null,
  after: string,
): Promise<AvailabilityRuleRow[]> {
  return db
    .selectFrom('availability')
    .select(columns)
    .where('lot_id', '=', lot_id)
    .$if(spot_ids !== null, (q) =>
      q.where((eb) =>
        eb.or([eb('spot_id', 'is', null), eb('spot_id', '=', sql<string>`any(${spot_ids ?? []}::uuid[])`)]),
      ),
    )
    .where(lastsBeyond(after))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}

const pastRule = {
  id: 'uuid',
  spot_id: 'uuid?',
  zone_id: 'uuid?',
  kind: 'availability.kind',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
  repeat_frequency: 'availability.repeat_frequency',
  weekdays: 'availability.weekdays',
  until_on: 'date?',
  half_hour_cents: 'integer?',
  hour_cents: 'integer?',
  day_cents: 'integer?',
  month_cents: 'integer?',
} as const
const pastRules = statement(
  'list_past_rules',
  pastRule,
  `select * from availability_at($1, $2)
   where case when repeat_frequency = 'NEVER' then coalesce(ends_at > $3, true)
     else coalesce(until_on > ($3::timestamptz - interval '9 days')::date, true) end
   order by starts_at, id`,
)

/** An availability rule as it was: what decides when a spot is open, and whether it set prices. */
export type PastRule = RowOf<typeof pastRule>

/** Returns the availability rules of a lot at a past moment. Those that ended before `after` are left out. */
export function listPastRules(pool: pg.Pool, lot_id: string, at: string, after: string): Promise<PastRule[]> {
  return query(pool, pastRules, [lot_id, at, after])
}

/** Returns the availability rules of the whole lot and of its zones. */
export function listClosures(db: Db, lot_id: string, after: string): Promise<AvailabilityRuleRow[]> {
  return listAvailabilityRules(db, lot_id, [], after)
}

export function findAvailabilityRule(db: Db, id: string): Promise<AvailabilityRuleRow | undefined> {
  return db.selectFrom('availability').select(columns).where('id', '=', id).executeTakeFirst()
}

export function insertAvailabilityRule(
  db: Db,
  rule: Insertable<DB['availability']>,
): Promise<AvailabilityRuleRow> {
  return db.insertInto('availability').values(rule).returning(columns).executeTakeFirstOrThrow()
}

type RuleKey = Pick<AvailabilityRuleRow, 'id' | 'lot_id'>

/** Changes an availability rule. What it was is kept for past moments. */
export async function updateAvailabilityRule(
  tx: Tx,
  now: Date,
  { id, lot_id }: RuleKey,
  patch: Updateable<DB['availability']>,
): Promise<AvailabilityRuleRow> {
  await sql`select keep_previous_availability(${now.toISOString()}, ${lot_id}, ${[id]}::uuid[])`.execute(tx)
  return tx
    .updateTable('availability')
    .set(patch)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Deletes availability rules of a lot. They are kept for past moments. */
export async function deleteAvailabilityRules(
  tx: Tx,
  now: Date,
  lot_id: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`select delete_availability(${now.toISOString()}, ${lot_id}, ${[...ids]}::uuid[])`.execute(tx)
}

export const deleteAvailabilityRule = (tx: Tx, now: Date, { id, lot_id }: RuleKey): Promise<void> =>
  deleteAvailabilityRules(tx, now, lot_id, [id])

/** A reservation that occupies a spot and has not ended. */
export interface LiveReservation {
  spot_id: string
  user_id: string
  starts_at: string
  ends_at: string | null
}

/** Returns the reservations that occupy the given spots and have not ended, by start. */
export function listLiveReservations(
  db: Db,
  lot_id: string,
  spot_ids: readonly string[],
  now: Date,
): Promise<LiveReservation[]> {
  return db
    .selectFrom('reservations')
    .select(['spot_id', 'user_id', 'starts_at', 'ends_at'])
    .where('lot_id', '=', lot_id)
    .where('spot_id', '=', sql<string>`any(${spot_ids}::uuid[])`)
    .where('status', 'in', isHolding)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now.toISOString())]))
    .orderBy('starts_at')
    .execute()
}

/** Returns the rates that a host's own rates replace: the spot's and its zone's. */
export async function getRatesAbove(
  db: Db,
  lot_id: string,
  spot_id: string,
): Promise<{ spot: QuoteRates; zone: QuoteRates | null }> {
  const spot = await db
    .selectFrom('spots')
    .select([...rates, 'zone_id'])
    .where('lot_id', '=', lot_id)
    .where('id', '=', spot_id)
    .executeTakeFirstOrThrow()
  if (spot.zone_id === null) return { spot, zone: null }
  const zone = await db
    .selectFrom('zones')
    .select(rates)
    .where('lot_id', '=', lot_id)
    .where('id', '=', spot.zone_id)
    .executeTakeFirst()
  return { spot, zone: zone ?? null }
}

/** Returns the columns of a spot that its calendar depends on, and whether it, its zone, or its lot has any rate. */
export function findSpot(db: Db, spot_id: string) {
  const priced = ['s', 'z', 'l'].flatMap((of) => rates.map((rate) => sql.ref(`${of}.${rate}`)))
  return db
    .selectFrom('spots as s')
    .innerJoin('lots as l', 'l.id', 's.lot_id')
    .leftJoin('zones as z', (on) => on.onRef('z.id', '=', 's.zone_id').onRef('z.lot_id', '=', 's.lot_id'))
    .select(['s.id', 's.zone_id', 's.assigned_user_id', 's.assigned_group_id'])
    .select(sql<boolean>`num_nonnulls(${sql.join(priced)}) > 0`.as('is_priced'))
    .where('s.id', '=', spot_id)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the reservations that occupy a spot at any time in an interval of epoch minutes. */
export function listReservationsOf(db: Db, lot_id: string, spot_id: string, { from, to }: Span) {
  return db
    .selectFrom('reservations')
    .select(['id', 'starts_at', 'ends_at'])
    .where('lot_id', '=', lot_id)
    .where('spot_id', '=', spot_id)
    .where('status', 'in', isHolding)
    .where('starts_at', '<', isoOf(to))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', isoOf(from))]))
    .orderBy('starts_at')
    .execute()
}
