import type { listLotSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import { type SpotFact, spotFactNames } from '@openspot/core/spots/spot-facts.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import type { DB, SpotFeature, SpotType } from '@openspot/db/types.ts'
import { sql, type Updateable } from 'kysely'
import { isHolding } from '../../booking/occupancy/holding.sql.ts'
import { seenPerson } from '../../people/privacy/seen-person.sql.ts'
import type { RouteInput } from '../../route-input.ts'
import { spotFactColumns, spotFactRefs } from './spot-facts.sql.ts'
import { assignedTo, type SpotRow, selectSpots } from './spots.sql.ts'

/** Returns the spots of a lot, up to `limit` + 1 rows so that the caller knows whether another page follows. */
export function pageSpots(
  db: Db,
  lot_id: string,
  { q, type, zone_id, assigned }: RouteInput<typeof listLotSpotsRoute>['query'],
  after: number,
  limit: number,
): Promise<SpotRow[]> {
  const like = containing((q ?? '').trim())
  const held = sql<boolean>`(num_nonnulls(s.assigned_user_id, s.assigned_group_id) > 0)`
  return selectSpots(db)
    .where('s.lot_id', '=', lot_id)
    .where('s.spot_no', '>', after)
    .$if(q !== undefined, (query) =>
      query.where(
        sql<boolean>`(s.label ilike ${like} or ${anyFactLike(like)} or ${assignedTo} ilike ${like})`,
      ),
    )
    .$if(type !== undefined, (query) => query.where('s.type', '=', type ?? 'STANDARD'))
    .$if(zone_id !== undefined, (query) => query.where('s.zone_id', '=', zone_id ?? null))
    .$if(assigned !== undefined, (query) => query.where(held, '=', assigned ?? false))
    .orderBy('s.spot_no')
    .limit(limit + 1)
    .execute()
}

const anyFactLike = (like: string) =>
  sql.join(
    spotFactRefs.map((fact) => sql`${sql.ref(fact)} ilike ${like}`),
    sql` or `,
  )

/** Returns those of the given labels that spots of the lot already have. */
export async function listTakenLabels(db: Db, lot_id: string, labels: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('spots')
    .select('label')
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .where('label', '=', sql<string>`any(${labels}::text[])`)
    .orderBy('spot_no')
    .execute()
  return rows.map(({ label }) => label)
}

export interface NewSpot extends QuoteRates, Partial<Record<SpotFact, string | null>> {
  min_reservation_price?: number | null
  max_reservation_price?: number | null
  id: string
  label: string
  type: SpotType
  features: SpotFeature[]
  level: number
  zone_id: string | null
  shape: unknown
}

/** Returns the highest spot number that the lot has or had. The lot must be locked. */
export async function lastSpotNo(tx: Tx, lot_id: string): Promise<number> {
  const { last } = await tx
    .selectFrom('spots')
    .select((eb) => eb.fn.max('spot_no').as('last'))
    .where('lot_id', '=', lot_id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Inserts spots in one statement, numbered from the lot's last number on. */
export async function insertSpots(
  tx: Tx,
  lot_id: string,
  spots: readonly NewSpot[],
  last_no: number,
  created_at: string,
): Promise<void> {
  const rows = JSON.stringify(spots.map((spot, at) => ({ ...spot, spot_no: last_no + at + 1 })))
  await sql`
    insert into spots (id, lot_id, spot_no, label, type, features, level, zone_id, ${sql.raw(spotFactNames.join(', '))}, shape,
      half_hour_cents, hour_cents, day_cents, month_cents, min_reservation_price, max_reservation_price, created_at)
    select x.id, ${lot_id}, x.spot_no, x.label, x.type, x.features, x.level, x.zone_id, ${sql.raw(spotFactColumns('x'))}, x.shape,
      x.half_hour_cents, x.hour_cents, x.day_cents, x.month_cents, x.min_reservation_price, x.max_reservation_price, ${created_at}
    from json_populate_recordset(null::spots, ${rows}) x`.execute(tx)
}

/** The maximum number of blocking reservations that an error lists. */
export const MAX_SHOWN = 20

/** Returns the reservations on a spot that have not ended, with their drivers. */
export function listLiveReservationsWithDriver(db: Db, lot_id: string, spot_id: string, now: Date) {
  return db
    .selectFrom('reservations as r')
    .innerJoinLateral(seenPerson('r.lot_id', 'r.user_id', now.toISOString()).as<'u'>(sql.ref('u')), (join) =>
      join.onTrue(),
    )
    .select(['r.id as reservation_id', 'r.status', 'r.starts_at', 'r.ends_at', 'u.name'])
    .where('r.lot_id', '=', lot_id)
    .where('r.spot_id', '=', spot_id)
    .where('r.status', 'in', isHolding)
    .where((eb) => eb.or([eb('r.ends_at', 'is', null), eb('r.ends_at', '>', now.toISOString())]))
    .orderBy('r.starts_at')
    .execute()
}

/** Counts the availability rules of the spot itself, without those that reserve it for upcoming assignments. */
export async function countAvailabilityRules(db: Db, lot_id: string, spot_id: string): Promise<number> {
  const { n } = await db
    .selectFrom('availability')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('lot_id', '=', lot_id)
    .where('spot_id', '=', spot_id)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('upcoming_assignments').select('availability_id').where('spot_id', '=', spot_id),
    )
    .executeTakeFirstOrThrow()
  return n
}

/** Counts the reservations on a spot that have ended, without canceled ones. */
export async function countPastReservations(
  db: Db,
  lot_id: string,
  spot_id: string,
  now: Date,
): Promise<number> {
  const { n } = await db
    .selectFrom('reservations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('lot_id', '=', lot_id)
    .where('spot_id', '=', spot_id)
    .where('status', '=', 'ACTIVE')
    .where('ends_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow()
  return n
}

const update = (tx: Tx, lot_id: string, spot_ids: readonly string[]) =>
  tx.updateTable('spots').where('lot_id', '=', lot_id).where('id', '=', sql<string>`any(${spot_ids}::uuid[])`)

/** Gives spots of a lot the same values. */
export async function updateSpots(
  tx: Tx,
  lot_id: string,
  spot_ids: readonly string[],
  patch: Updateable<DB['spots']>,
): Promise<void> {
  await update(tx, lot_id, spot_ids).set(patch).execute()
}

/** Adds and removes features of spots, in the order of the enumeration. A removed one wins. */
export async function updateFeatures(
  tx: Tx,
  lot_id: string,
  spot_ids: readonly string[],
  { add, remove }: { add: readonly SpotFeature[]; remove: readonly SpotFeature[] },
): Promise<void> {
  const features = sql<SpotRow['features']>`array(
    select f from unnest(enum_range(null::spot_feature)) f
    where (f = any(features) or f = any(${add}::spot_feature[])) and f <> all(${remove}::spot_feature[]))`
  await update(tx, lot_id, spot_ids).set({ features }).execute()
}
