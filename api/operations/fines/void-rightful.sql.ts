import { type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const shape = {
  id: 'uuid',
  lot_id: 'uuid',
  reason: 'fines.reason',
  plate_normalized: 'text',
  region: 'text',
  spot_label: 'text?',
  seen_at: 'timestamptz',
  created_at: 'timestamptz',
  appeal_until: 'timestamptz',
} as const

const due = statement(
  'list_fines_to_check',
  shape,
  `select f.id, f.lot_id, f.reason, f.plate_normalized, f.region, s.label as spot_label, f.seen_at, f.created_at, f.appeal_until
   from fines f left join spots s on s.id = f.spot_id and s.lot_id = f.lot_id
   where f.check_at <= $1::timestamptz and f.seen_at < $1::timestamptz - interval '2 minutes' and f.id <> all ($2::uuid[]) order by f.check_at limit 100`,
)

/**
 * Returns the fines of which it is due to check whether a right to park existed, without those named. The last minutes are
 * the present for the monitor, in which a new plate counts at once.
 */
export const listFinesToCheck = (db: Queryable, now: Date, tried: string[]) =>
  queryPrepared(db, due, [now.toISOString(), tried])

/** Sets when a fine is checked again; null is never. */
export async function setCheckAt(tx: Tx, fine_id: string, check_at: string | null): Promise<void> {
  await tx
    .updateTable('fines')
    .set({ check_at })
    .where('id', '=', fine_id)
    .where('status', '<>', 'VOIDED')
    .execute()
}

const corrected = statement(
  'list_corrected_plates',
  {
    spot_label: 'text',
    is_by_staff: 'boolean',
    before_plate: 'text',
    before_region: 'text',
    plate: 'text',
    region: 'text',
  },
  `with running as (
     select r.id, r.car_id, s.label from reservations_at($1, $2) r join spots s on s.id = r.spot_id and s.lot_id = $1)
   select w.label as spot_label, false as is_by_staff, b.plate_normalized as before_plate, b.region as before_region,
     c.plate_normalized as plate, c.region
   from running w join cars c on c.id = w.car_id cross join lateral plate_at(c.id, $2) b
   where (b.plate_normalized, b.region) <> (c.plate_normalized, c.region)
   union all
   select w.label, true, n.plate_normalized, n.region, n.plate_normalized, n.region
   from running w join lot_car_notes n on n.lot_id = $1 and n.car_id = w.car_id and n.state in ('OPEN', 'ACCEPTED')
   union all
   select w.label, true, n.plate_normalized, n.region, n.plate_normalized, n.region
   from running w join lot_car_notes n on n.lot_id = $1 and n.reservation_id = w.id and n.state in ('OPEN', 'ACCEPTED')`,
)

/**
 * Returns the plates of reservations that were running at a moment and whose plates were corrected since, by their owners
 * or by the staff.
 */
export const listCorrectedPlates = (db: Queryable, lot_id: string, at: string) =>
  queryPrepared(db, corrected, [lot_id, at])
