import type { Arrival } from '@openspot/contract/lots/arrival.ts'
import { query } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const destination = statement(
  'get_destination',
  {
    lot_id: 'uuid',
    status: 'reservations.status',
    ends_at: 'timestamptz?',
    is_private: 'boolean',
    map_id: 'uuid?',
    spots: orNull(json<Arrival['spots']>()),
  },
  `select r.lot_id, r.status, r.ends_at, l.is_private, placed.map_id, case when placed.map_id is null and s.shape is not null then
       (select jsonb_agg(jsonb_build_object('id', n.id, 'label', n.label, 'level', n.level, 'shape', n.shape) order by n.spot_no)
         from spots n where n.lot_id = s.lot_id and n.level = s.level and n.shape is not null and n.deleted_at is null) end as spots
     from reservations r join lots l on l.id = r.lot_id join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
       left join lateral (select p.map_id from map_spots p join maps m on m.id = p.map_id and m.lot_id = p.lot_id
         where p.spot_id = r.spot_id and p.lot_id = r.lot_id order by m.position, m.name limit 1) placed on true
     where r.id = $1`,
)

/** Returns where the spot of a reservation is: on the first map that has it, or else by the outlines of its level. */
export async function findDestination(pool: pg.Pool, reservation_id: string) {
  const [row] = await query(pool, destination, [reservation_id])
  return row
}
