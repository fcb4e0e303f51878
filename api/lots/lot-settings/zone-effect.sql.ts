import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'

const effectShape = {
  /** Reservations that have not ended and whose local times would change. */
  reservations: 'integer!',
  /** By how many minutes, from the least to the most. Negative: their local times would be earlier. */
  min_minutes: 'integer!',
  max_minutes: 'integer!',
} as const
export type ZoneEffect = RowOf<typeof effectShape>

const zoneEffect = statement(
  'read_zone_effect',
  effectShape,
  `with moves as (
     select r.id, extract(epoch from (x.at at time zone $2::text) - (x.at at time zone l.time_zone))::integer / 60 as minutes
     from reservations r join lots l on l.id = r.lot_id
     -- Clocks of two zones may agree in winter only. A reservation without an end is in both halves of the year.
     cross join lateral (values (r.starts_at), (coalesce(r.ends_at, $3::timestamptz)), (coalesce(r.ends_at, $3::timestamptz + interval '6 months'))) x (at)
     where r.lot_id = $1 and r.changes_id is null and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
       and (r.ends_at is null or r.ends_at > $3::timestamptz))
   select count(distinct id)::integer as reservations, coalesce(min(minutes), 0) as min_minutes, coalesce(max(minutes), 0) as max_minutes
   from moves where minutes <> 0`,
)

/** Returns what another time zone of a lot would do to the local times of its current and upcoming reservations. */
export async function readZoneEffect(
  db: Db,
  lot_id: string,
  time_zone: string,
  now: Date,
): Promise<ZoneEffect> {
  const [effect] = await queryPrepared(db, zoneEffect, [lot_id, time_zone, now.toISOString()])
  return effect ?? { reservations: 0, min_minutes: 0, max_minutes: 0 }
}
