import { assignedTypes, chargerFeatures, wantsCharger } from '@openspot/core/allocation/on-request.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { takenSpotNos } from '../occupancy/taken-spots.sql.ts'
import { longMinutes } from '../occupancy/times.rules.ts'
import type { PricedSpot } from '../pricing/offer.ts'
import {
  heldJson,
  hostRatesJson,
  ratesJson,
  ruleSetJson,
  ruleSetOf,
  type SpotTerms,
  type Terms,
} from '../pricing/terms.sql.ts'
import type { SpotFilters } from './search.rules.ts'
import type { LotRange } from './search.sql.ts'

/**
 * A group of a lot's spots that are equal in everything that prices and rules depend on, with their total and free
 * counts.
 */
export type SpotKind = PricedSpot &
  Pick<SpotTerms, 'type' | 'min_notice_minutes'> & { total: number; free: number }

export interface LotKinds extends Pick<Terms, 'rule_set' | 'held'> {
  lot_id: string
  kinds: SpotKind[]
}

const rates = (of: string) =>
  [
    'half_hour_cents',
    'hour_cents',
    'day_cents',
    'month_cents',
    'min_reservation_price',
    'max_reservation_price',
  ]
    .map((rate) => `${of}.${rate}`)
    .join(', ')

const after = `least($7::timestamptz, to_timestamp(w.from_min::float8 * 60))`

const lotKinds = statement(
  'list_kinds',
  {
    lot_id: 'uuid',
    kinds: json<SpotKind[]>(),
    rule_set: orNull(json<NonNullable<Terms['rule_set']>>()),
    held: json<Terms['held']>(),
  },
  `with asked as materialized (
       select w.* from unnest($1::uuid[], $2::int[], $3::int[]) as w(lot_id, from_min, to_min)),
     taken as materialized (
       select w.lot_id, o.spot_no from asked w
         cross join lateral (${takenSpotNos('w.lot_id', 'w.from_min', 'w.to_min')}) o),
     each_spot as (
       select s.lot_id, s.type, s.zone_id, ${rates('s')}, ${hostRatesJson} as host_rates, s.min_notice_minutes,
         (s.lot_id, s.spot_no) not in (select t.lot_id, t.spot_no from taken t) as is_free
       from asked w join spots s on s.lot_id = w.lot_id
       where s.deleted_at is null and not coalesce(s.assigned_user_id = $6::uuid, false)
         and s.type = any($4::spot_type[]) and s.features @> $5::spot_feature[] and not s.features && $8::spot_feature[]),
     each_kind as (
       select s.lot_id, s.type, s.zone_id, ${rates('s')}, s.host_rates, s.min_notice_minutes,
         count(*)::int as total, (count(*) filter (where s.is_free))::int as free
       from each_spot s group by s.lot_id, s.type, s.zone_id, ${rates('s')}, s.host_rates, s.min_notice_minutes),
     each_lot as (
       select s.lot_id, jsonb_agg(jsonb_build_object('type', s.type, 'zone_id', s.zone_id, 'rates', ${ratesJson('s')},
         'zone_rates', case when z.id is not null then ${ratesJson('z')} end, 'host_rates', s.host_rates,
         'min_reservation_price', s.min_reservation_price, 'max_reservation_price', s.max_reservation_price, 'min_notice_minutes', s.min_notice_minutes,
         'total', s.total, 'free', s.free) order by s.total desc, s.type) as kinds
       from each_kind s left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id and z.deleted_at is null
       group by s.lot_id)
     select w.lot_id, coalesce(k.kinds, '[]') as kinds, ${ruleSetJson} as rule_set,
       ${heldJson({ lot: 'w.lot_id', user: '$6::uuid', after, except: 'null::uuid' })} as held
     from asked w left join each_lot k on k.lot_id = w.lot_id ${ruleSetOf('w.lot_id', '$6::uuid')}`,
)

/**
 * Returns the kinds of spots of lots, each for its own time range, and the rules that apply to the caller there. Leaves
 * out the caller's own spots and those that are assigned only on request. Occupied spots are found through the occupancy indexes and matched by hash.
 */
export function listKinds(
  pool: pg.Pool,
  ranges: LotRange[],
  filters: Pick<SpotFilters, 'types' | 'features'>,
  viewer: { user_id: string | null; now: Date },
): Promise<LotKinds[]> {
  return queryPrepared(pool, lotKinds, [
    ...arraysOf(ranges),
    assignedTypes(filters.types),
    filters.features,
    viewer.user_id,
    viewer.now.toISOString(),
    wantsCharger(filters.features) ? [] : chargerFeatures,
  ])
}

const arraysOf = (ranges: LotRange[]) => [
  ranges.map((range) => range.lot_id),
  ranges.map((range) => range.from_min),
  ranges.map((range) => range.to_min),
]

const movable = (isLong: boolean) => `exists (
  select from occupancy o join reservations r on r.id = o.reservation_id and r.lot_id = o.lot_id
  where o.lot_id = w.lot_id and o.starts_min < w.to_min and o.ends_min > w.from_min
    and ${isLong ? `o.ends_min - o.starts_min > ${longMinutes}` : `o.ends_min - o.starts_min <= ${longMinutes} and o.starts_min > w.from_min - ${longMinutes}`}
    and r.status = 'ACTIVE' and r.is_flexible and r.starts_at > $4::timestamptz)`
const movableLots = statement(
  'list_movable_lots',
  { lot_id: 'uuid' },
  `select w.lot_id from unnest($1::uuid[], $2::int[], $3::int[]) as w(lot_id, from_min, to_min)
   where ${movable(false)} or ${movable(true)}`,
)

/** Returns those lots in which a reservation that overlaps the lot's time range could be moved to another spot. */
export async function listMovableLots(pool: pg.Pool, ranges: LotRange[], now: Date): Promise<Set<string>> {
  if (ranges.length === 0) return new Set()
  const rows = await queryPrepared(pool, movableLots, [...arraysOf(ranges), now.toISOString()])
  return new Set(rows.map(({ lot_id }) => lot_id))
}
