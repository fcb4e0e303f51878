import type { Ring } from '@openspot/contract/common.ts'
import type { CalendarPrice } from '@openspot/core/prices/calendar-prices.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, orNull, type RowOf, type Statement, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type LotRow, lotColumns, lotColumnsOf, lotShape } from '../../lots/lots/lots.sql.ts'
import { freeSpots, takenSpotNos } from '../occupancy/taken-spots.sql.ts'
import { calendarPricesJson, spotTerms, spotTermsShape } from '../pricing/terms.sql.ts'
import type { SearchArea } from './search.rules.ts'

const foundShape = {
  ...lotShape,
  distance_m: 'float8?',
  /** Without those that are assigned only on request. */
  free_spots: 'integer',
  /** The number of spots that are assigned only on request. */
  on_request_count: 'integer',
  /** Null if there are none. */
  calendar_prices: orNull(json<CalendarPrice[]>()),
  /** Whether rules apply to this caller in the lot. */
  has_rules: 'boolean',
  /** Whether a spot is assigned to the caller, who cannot book it. */
  has_own_spot: 'boolean',
  /** The lot that replaces this one for visitors. */
  redirects_to: 'uuid?',
} as const
type FoundRow = RowOf<typeof foundShape>

/** A lot, and what a search found out about it. */
export interface FoundLot extends Omit<FoundRow, keyof LotRow> {
  lot: LotRow
}

function toFound(row: FoundRow): FoundLot {
  const {
    distance_m,
    free_spots,
    on_request_count,
    calendar_prices,
    has_rules,
    has_own_spot,
    redirects_to,
    ...lot
  } = row
  return {
    lot,
    distance_m,
    free_spots,
    on_request_count,
    calendar_prices,
    has_rules,
    has_own_spot,
    redirects_to,
  }
}

/** Selects the lots: an SQL condition with parameters from $6 on, and optional SQL before and after. */
interface Choice {
  where: string
  before?: string
  after?: string
  /** The caller has the lot's link, so private lots are included. */
  with_private?: boolean
}

const nameAndAddress = `(l.name || ' ' || coalesce(l.street, '') || ' ' || coalesce(l.city, ''))`

const distance = `111195 * sqrt((l.lat - $4::float8) ^ 2
  + (least(abs(l.lng - $5::float8), 360 - abs(l.lng - $5::float8)) * cos(radians($4::float8))) ^ 2)`

/** If more lots than this match the words, the ones with the most similar names are kept. */
export const mostByText = 100

function find(label: string, { before = '', where, after = 'offset 0', with_private = false }: Choice) {
  // Include a day on both sides, because each lot snaps the times to its own grid.
  const around = (minutes: string, days: string) => `to_timestamp((${minutes}::float8 ${days} 1440) * 60)`
  return statement(
    label,
    foundShape,
    `with ${before} mine as materialized (
       select m.lot_id, g.rule_set_id from memberships m
         left join groups g on g.id = m.group_id and g.lot_id = m.lot_id and g.deleted_at is null
       where m.user_id = $1::uuid and m.status = 'ACTIVE'),
     own as materialized (
       select s.lot_id from spots s where s.assigned_user_id = $1::uuid and s.deleted_at is null)
     select ${lotColumnsOf('f')}, f.distance_m, ${freeSpots('f', '$2::int', '$3::int')} as free_spots, f.on_request_count,
       case when exists (select from calendar_prices c where c.lot_id = f.id and c.deleted_at is null)
         then ${calendarPricesJson('f.id', around('$2', '-'), around('$3', '+'))} end as calendar_prices,
       exists (select from rule_sets rs where rs.lot_id = f.id and rs.is_default and rs.deleted_at is null)
         or f.id in (select mine.lot_id from mine where mine.rule_set_id is not null) as has_rules,
       f.id in (select own.lot_id from own) as has_own_spot,
       (select d.to_lot_id from lot_redirects d where d.from_lot_id = f.id) as redirects_to
     from (
       select ${lotColumns}, l.spots_on_request, l.on_request_count, ${distance} as distance_m from lots l
       where ${where} and (${with_private} or l.is_listed or l.id in (select mine.lot_id from mine)) ${after}
     ) f`,
  )
}

const findAround = find('find_lots', { where: `l.cell = any($6::int[]) and ${distance} <= $7::float8` })
const findInBox = find('find_lots_in_box', {
  where: `l.cell = any($6::int[]) and l.lat between $7::float8 and $8::float8 and case when $9::float8 <= $10::float8
    then l.lng between $9::float8 and $10::float8 else l.lng >= $9::float8 or l.lng <= $10::float8 end`,
})
const findByText = find('find_lots_by_text', {
  // The longest word uses the index.
  where: `${nameAndAddress} ilike $6 and ${nameAndAddress} ilike all($7::text[])`,
  after: `order by similarity(l.name, $8) desc, l.name, l.id limit ${mostByText}`,
})
const findAtEnds = find('find_lots_at_ends', {
  before: `recursive way(lot_id) as (
    select unnest($6::uuid[]) union select d.to_lot_id from way w join lot_redirects d on d.from_lot_id = w.lot_id),`,
  where: `l.id in (select w.lot_id from way w where not exists (select from lot_redirects d where d.from_lot_id = w.lot_id))`,
})
const findById = find('find_lots_by_id', { where: 'l.id = any($6::uuid[])' })
const findOne = find('find_lot', { where: 'l.id = $6::uuid', with_private: true })

/** Returns the statement that finds lots by where they are or what they are called, and its values from $6 on. */
function choiceOf(area: SearchArea): [Statement<FoundRow>, ...values: unknown[]] {
  switch (area.kind) {
    case 'around':
      return [findAround, area.cells, area.radius_m]
    case 'box': {
      const { west, south, east, north } = area.box
      return [findInBox, area.cells, south, north, west, east]
    }
    case 'text': {
      const [longest = ''] = area.words.toSorted((a, b) => b.length - a.length)
      return [findByText, containing(longest), area.words.map(containing), area.q]
    }
  }
}

/** Returns the lots that the caller may see, each with its number of spots that are free for the whole time. */
export async function findLots(
  db: pg.Pool | pg.PoolClient,
  area: SearchArea,
  from_min: number,
  to_min: number,
  user_id: string | null,
): Promise<FoundLot[]> {
  const [chosen, ...values] = choiceOf(area)
  const params = [user_id, from_min, to_min, ...pointParams(area.point), ...values]
  return (await queryPrepared(db, chosen, params)).map(toFound)
}

/** Returns those of some lots that the caller may see. */
export async function findLotsById(
  pool: pg.Pool,
  lot_ids: string[],
  point: SearchArea['point'],
  from_min: number,
  to_min: number,
  user_id: string | null,
): Promise<FoundLot[]> {
  const params = [user_id, from_min, to_min, ...pointParams(point), lot_ids]
  return (await queryPrepared(pool, findById, params)).map(toFound)
}

/** Returns the lots at the ends of some lots' redirects, without those that the caller may not see. */
export async function findLotsAtEnds(
  pool: pg.Pool,
  lot_ids: string[],
  point: SearchArea['point'],
  from_min: number,
  to_min: number,
  user_id: string | null,
): Promise<FoundLot[]> {
  const params = [user_id, from_min, to_min, ...pointParams(point), lot_ids]
  return (await queryPrepared(pool, findAtEnds, params)).map(toFound)
}

const pointParams = (point: SearchArea['point']) => [point?.lat ?? null, point?.lng ?? null]

/** Returns one lot for a caller who has its link. */
export async function findLot(
  pool: pg.Pool,
  { lot_id, from_min, to_min }: LotRange,
  user_id: string | null,
): Promise<FoundLot | undefined> {
  const [row] = await queryPrepared(pool, findOne, [user_id, from_min, to_min, ...pointParams(null), lot_id])
  return row && toFound(row)
}

/** A lot and an interval of epoch minutes. */
export interface LotRange {
  lot_id: string
  from_min: number
  to_min: number
}

const countedSpots = statement(
  'count_free',
  { lot_id: 'uuid', free_spots: 'integer' },
  `select l.id as lot_id, ${freeSpots('l', 'w.from_min', 'w.to_min')} as free_spots
   from unnest($1::uuid[], $2::int[], $3::int[]) as w(lot_id, from_min, to_min) join lots l on l.id = w.lot_id`,
)

/** Counts the free spots of single lots, each for its own time range. */
export async function countFree(pool: pg.Pool, ranges: LotRange[]): Promise<Map<string, number>> {
  if (ranges.length === 0) return new Map()
  const rows = await queryPrepared(pool, countedSpots, [
    ranges.map((range) => range.lot_id),
    ranges.map((range) => range.from_min),
    ranges.map((range) => range.to_min),
  ])
  return new Map(rows.map((row) => [row.lot_id, row.free_spots]))
}

const offeredSpots = statement(
  'list_offered_spots',
  { ...spotTermsShape, shape: orNull(json<Ring>()), is_free: 'boolean' },
  `with taken as materialized (${takenSpotNos('$1::uuid', '$2::int', '$3::int')})
     select ${spotTerms}, s.shape, s.spot_no not in (select t.spot_no from taken t) as is_free
     from spots s left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id and z.deleted_at is null
     where s.lot_id = $1 and s.deleted_at is null and s.spot_no > $4::int
       and (cardinality($6::text[]) = 0 or s.type::text = any($6)) and s.features::text[] @> $7::text[]
     order by s.spot_no limit $5`,
)
export type OfferedSpotRow = NonNullable<(typeof offeredSpots)['row']>

/** Returns the spots of a lot with their rates and whether they are free between two epoch minutes. */
export function listOfferedSpots(
  pool: pg.Pool,
  lot_id: string,
  from_min: number,
  to_min: number,
  page: { after: number; limit: number; types: readonly string[]; features: readonly string[] },
): Promise<OfferedSpotRow[]> {
  return queryPrepared(pool, offeredSpots, [
    lot_id,
    from_min,
    to_min,
    page.after,
    page.limit + 1,
    page.types,
    page.features,
  ])
}
