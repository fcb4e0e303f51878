import { hot } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { type LotRow, lotColumns } from '../lots/lots.sql.ts'

/**
 * Counts the spots of a lot that are taken at any time between two minutes. Short and long stays have an index each;
 * the bound of 7200 minutes keeps the short side between two ends.
 */
export const takenSpots = (lot: string, from: string, to: string) => `(
  select count(*) from (
    select o.spot_no from occupancy o where o.lot_id = ${lot} and o.ends_min - o.starts_min <= 7200
      and o.starts_min < ${to} and o.starts_min > ${from} - 7200 and o.ends_min > ${from}
    union
    select o.spot_no from occupancy o where o.lot_id = ${lot} and o.ends_min - o.starts_min > 7200
      and o.starts_min < ${to} and o.ends_min > ${from}
  ) taken)`

export type FoundLot = LotRow & { distance_m: number; free_spots: number }

/** Lots within a radius that the caller may see, each with its spots free for the whole time. */
export function findLots(
  app: FastifyInstance,
  near: { lat: number; lng: number; radius_m: number; cells: number[] },
  from_min: number,
  to_min: number,
  user_id: string | null,
): Promise<FoundLot[]> {
  return hot<FoundLot>(
    app.pool,
    'find_lots',
    `select g.*, (g.spot_count - ${takenSpots('g.id', '$5::int', '$6::int')})::int as free_spots from (
       select ${lotColumns},
         111195 * sqrt((l.lat - $1::float8) ^ 2 + ((l.lng - $2::float8) * cos(radians($1::float8))) ^ 2) as distance_m
       from lots l
       where l.cell = any($3::int[])
         and 111195 * sqrt((l.lat - $1::float8) ^ 2 + ((l.lng - $2::float8) * cos(radians($1::float8))) ^ 2) <= $4::float8
         and (not l.is_private or exists (
           select from memberships m where m.lot_id = l.id and m.user_id = $7::uuid and m.status = 'ACTIVE'))
       offset 0
     ) g`,
    [near.lat, near.lng, near.cells, near.radius_m, from_min, to_min, user_id],
  )
}

/** Free spots of single lots, each for a window of its own. */
export async function countFree(
  app: FastifyInstance,
  windows: { lot_id: string; from_min: number; to_min: number }[],
): Promise<Map<string, number>> {
  if (windows.length === 0) return new Map()
  const rows = await hot<{ lot_id: string; free_spots: number }>(
    app.pool,
    'count_free',
    `select l.id as lot_id, (l.spot_count - ${takenSpots('l.id', 'w.from_min', 'w.to_min')})::int as free_spots
     from unnest($1::uuid[], $2::int[], $3::int[]) as w(lot_id, from_min, to_min) join lots l on l.id = w.lot_id`,
    [windows.map((w) => w.lot_id), windows.map((w) => w.from_min), windows.map((w) => w.to_min)],
  )
  return new Map(rows.map((row) => [row.lot_id, row.free_spots]))
}

/** The spots of a lot and which of them are free between two minutes. */
export function listOfferedSpots(app: FastifyInstance, lot_id: string, from_min: number, to_min: number) {
  return hot<{
    id: string
    label: string
    type: string
    features: string[]
    level: number
    shape: number[][] | null
    is_free: boolean
  }>(
    app.pool,
    'list_offered_spots',
    `select s.id, s.label, s.type, s.features, s.level, s.shape,
       not exists (
         select from occupancy o where o.lot_id = $1 and o.spot_no = s.spot_no and o.ends_min - o.starts_min <= 7200
           and o.starts_min < $3::int and o.starts_min > $2::int - 7200 and o.ends_min > $2::int)
       and not exists (
         select from occupancy o where o.lot_id = $1 and o.spot_no = s.spot_no and o.ends_min - o.starts_min > 7200
           and o.starts_min < $3::int and o.ends_min > $2::int) as is_free
     from spots s where s.lot_id = $1 and s.deleted_at is null order by s.spot_no`,
    [lot_id, from_min, to_min],
  )
}
