import type { Ring } from '@openspot/contract/common.ts'
import type { OpeningHours } from '@openspot/core/availability/opening-hours.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { columnsOf, json, orNull, type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

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
  'is_plate_check_public',
  'currency',
  'cents_per_currency_unit',
  'min_reservation_price',
  'max_reservation_price',
  'half_hour_cents',
  'hour_cents',
  'day_cents',
  'month_cents',
  'event_cents',
  'day_from_hours',
  'month_from_days',
  'service_fee_cents',
  'service_fee_bps',
  'platform_share_bps',
  'snap_minutes',
  'hold_minutes',
  'cancel_until_minutes_after_start',
  'overnight_allowed',
  'accept_hours',
  'offer_minutes',
  'host_notice_days',
  'gives_back_rest',
  'problem_full_refund_minutes',
  'fine_due_days',
  'fine_appeal_days',
  'camera_image_hours',
  'camera_grace_minutes',
  'host_rate_min_bps',
  'host_rate_max_bps',
  'has_own_rates',
  'terms_version',
  'spot_count',
  'takes_bookings',
  'logo_file_id',
] as const

/** The columns of `lotColumns`. */
export const lotShape = {
  ...columnsOf('lots', columns),
  boundary: orNull(json<Ring[]>()),
  opening_hours: orNull(json<OpeningHours>()),
} as const

/** A lot with every column that its prices and its page need. */
export type LotRow = RowOf<typeof lotShape>

/** The columns of a LotRow for handwritten SQL. */
export const lotColumns = [...columns, 'boundary', 'opening_hours'].map((column) => `l.${column}`).join(', ')

/** Selects lots with their JSON columns parsed. */
export const selectLots = (db: Db) =>
  db
    .selectFrom('lots')
    .select(columns)
    .select((eb) => eb.ref('boundary').$castTo<Ring[] | null>().as('boundary'))
    .select((eb) => eb.ref('opening_hours').$castTo<OpeningHours | null>().as('opening_hours'))

export function getLot(db: Db, lot_id: string): Promise<LotRow> {
  return selectLots(db).where('id', '=', lot_id).executeTakeFirstOrThrow()
}

const redirectEnd = statement(
  'find_redirect_end',
  { lot_id: 'uuid' },
  `with recursive way(lot_id, step) as (
      select $1::uuid, 0
      union all select d.to_lot_id, w.step + 1 from lot_redirects d join way w on d.from_lot_id = w.lot_id)
    select lot_id from way order by step desc limit 1`,
)

/**
 * Returns the lot with this public id, or with this still valid previous one. If the lot redirects its visitors,
 * returns the lot at the end of the redirects.
 */
export async function findLotByPublicId(
  db: Db,
  public_id: string,
  now: Date,
): Promise<(LotRow & { redirected_from: string | null }) | undefined> {
  const lot =
    (await selectLots(db).where('public_id', '=', public_id).executeTakeFirst()) ??
    (await selectLots(db)
      .where('id', '=', (eb) =>
        eb
          .selectFrom('previous_public_ids')
          .select('lot_id')
          .where('public_id', '=', public_id)
          .where('leads_until', '>', now.toISOString()),
      )
      .executeTakeFirst())
  if (!lot) return undefined
  const to = await queryPrepared(db, redirectEnd, [lot.id])
  const lot_id = to[0]?.lot_id ?? lot.id
  if (lot_id === lot.id) return { ...lot, redirected_from: null }
  return { ...(await getLot(db, lot_id)), redirected_from: lot.name }
}

const cameraPolicy = statement(
  'has_camera_policy',
  { has_policy: 'boolean' },
  `select exists (select from cameras c where c.lot_id = l.id and c.is_active and c.deleted_at is null)
     and (not l.is_private
       or exists (select from memberships m where m.lot_id = l.id and m.user_id = $2 and m.status = 'ACTIVE')) as has_policy
   from lots l where l.id = $1`,
)

/** Returns whether a lot has active cameras, and a person or anyone (null) may read their policy. */
export async function hasCameraPolicy(
  pool: pg.Pool,
  lot_id: string,
  user_id: string | null,
): Promise<boolean> {
  const [found] = await queryPrepared(pool, cameraPolicy, [lot_id, user_id])
  return found?.has_policy ?? false
}
