import type { Ring } from '@openspot/contract/common.ts'
import type { Db } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Selectable } from 'kysely'

const columns = [
  'id',
  'public_id',
  'name',
  'description',
  'managed_by',
  'street',
  'city',
  'region',
  'postal_code',
  'country',
  'lat',
  'lng',
  'time_zone',
  'is_private',
  'currency',
  'cents_per_currency_unit',
  'min_reservation_price',
  'max_reservation_price',
  'half_hour_cents',
  'hour_cents',
  'day_cents',
  'month_cents',
  'event_cents',
  'service_fee_cents',
  'service_fee_bps',
  'platform_share_bps',
  'snap_minutes',
  'hold_minutes',
  'cancel_until_minutes_after_start',
  'terms_version',
  'spot_count',
] as const

/** A lot with all that a price and a page of it need. */
export type LotRow = Pick<Selectable<DB['lots']>, (typeof columns)[number]> & { boundary: Ring[] | null }

/** The columns of a LotRow for statements written out in full. */
export const lotColumns = [...columns, 'boundary'].map((column) => `l.${column}`).join(', ')

const select = (db: Db) =>
  db
    .selectFrom('lots')
    .select(columns)
    .select((eb) => eb.ref('boundary').$castTo<Ring[] | null>().as('boundary'))

export function getLot(db: Db, lot_id: string): Promise<LotRow> {
  return select(db).where('id', '=', lot_id).executeTakeFirstOrThrow()
}

export function findLotByPublicId(db: Db, public_id: string): Promise<LotRow | undefined> {
  return select(db).where('public_id', '=', public_id).executeTakeFirst()
}
