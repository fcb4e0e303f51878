import { minutesOf } from '@openspot/core/time/instant.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { takenSpotNos } from '../../booking/occupancy/taken-spots.sql.ts'
import { endMinutesOf } from '../../booking/occupancy/times.rules.ts'

const free = { spot_id: 'uuid', spot_label: 'text', level: 'smallint' } as const
export type FreeSpot = RowOf<typeof free>

const listed = statement(
  'list_spots_as_good',
  free,
  `with taken as materialized (${takenSpotNos('$1::uuid', '$3::int', '$4::int')})
   select s.id as spot_id, s.label as spot_label, s.level
   from spots old join spots s on s.lot_id = old.lot_id and s.id <> old.id
   where old.id = $2 and old.lot_id = $1 and s.deleted_at is null and s.type = old.type
     and s.features::text[] @> old.features::text[]
     and s.assigned_user_id is null and s.assigned_group_id is null
     and s.spot_no not in (select t.spot_no from taken t)
     and not exists (select from problems p where p.lot_id = s.lot_id and p.spot_id = s.id and p.status = 'OPEN' and p.kind = 'SPOT_TAKEN')
   order by (s.zone_id is not distinct from old.zone_id) desc, abs(s.level - old.level), cardinality(s.features),
     abs(s.spot_no - old.spot_no), s.spot_no
   limit 1`,
)

/**
 * Returns the nearest spot that is at least as good as another one and free and open during the times: the same type, at
 * least its features, nobody's own, and not reported as taken.
 */
export async function findSpotAsGood(
  pool: pg.Pool,
  of: { lot_id: string; spot_id: string; starts_at: string; ends_at: string | null },
): Promise<FreeSpot | undefined> {
  const values = [of.lot_id, of.spot_id, minutesOf(of.starts_at), endMinutesOf(of.ends_at)]
  return (await queryPrepared(pool, listed, values))[0]
}
