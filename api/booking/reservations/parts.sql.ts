import type { ReservationPart } from '@openspot/contract/booking/reservation-parts.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { withInstants } from '../../instants.ts'

const part = (
  of: string,
) => `(select jsonb_build_object('id', p.id, 'spot_label', s.label, 'starts_at', p.starts_at, 'ends_at', p.ends_at)
    from reservations p join spots s on s.id = p.spot_id and s.lot_id = p.lot_id
    where p.lot_id = r.lot_id and p.user_id = r.user_id and p.status = 'ACTIVE' and ${of} order by p.starts_at limit 1)`

const parts = statement(
  'find_reservation_parts',
  { continues: orNull(json<ReservationPart>()), continued_by: orNull(json<ReservationPart>()) },
  `select ${part('p.id = r.continues_id')} as continues, ${part('p.continues_id = r.id')} as continued_by
   from reservations r where r.id = $1::uuid`,
)

/** Returns the parts of a reservation on other spots, before and after it. */
export async function findParts(pool: pg.Pool, reservation_id: string) {
  const [row] = await queryPrepared(pool, parts, [reservation_id])
  return withInstants({ continues: row?.continues ?? null, continued_by: row?.continued_by ?? null })
}
