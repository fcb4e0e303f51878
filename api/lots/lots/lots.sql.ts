import type { Ring } from '@openspot/contract/common.ts'
import type { OpeningHours } from '@openspot/core/availability/opening-hours.ts'
import type { MembershipStatus } from '@openspot/core/enums.ts'
import type { LotTexts } from '@openspot/core/lots/texts.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { columnsOf, json, orNull, type RowOf, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import type { PhotoRow } from '../files/picture.rules.ts'

const columns = [
  'id',
  'public_id',
  'name',
  'description',
  'house_rules',
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
  'refuses_vehicles_elsewhere',
  'currency',
  'cents_per_currency_unit',
  'min_reservation_price',
  'max_reservation_price',
  'half_hour_cents',
  'hour_cents',
  'day_cents',
  'month_cents',
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
  'long_term_days',
  'problem_full_refund_minutes',
  'fine_due_days',
  'fine_appeal_days',
  'camera_image_hours',
  'camera_grace_minutes',
  'host_rate_min_bps',
  'host_rate_max_bps',
  'has_own_rates',
  'has_min_notice',
  'terms_version',
  'spot_count',
  'spot_features',
  'takes_bookings',
  'logo_file_id',
  'photo_ids',
  'entrance_photo_id',
  'clearance_mm',
  'entry_methods',
  'on_site_payments',
  'amenities',
  'rating_count',
  'rating_stars',
] as const

/** The columns of `lotColumns`. */
export const lotShape = {
  ...columnsOf('lots', columns),
  language: text<Locale>(),
  texts: json<LotTexts>(),
  boundary: orNull(json<Ring[]>()),
  opening_hours: orNull(json<OpeningHours>()),
} as const

/** A lot with every column that its prices and its page need. */
export type LotRow = RowOf<typeof lotShape>

/** The columns of a LotRow for handwritten SQL. */
export const lotColumns = lotColumnsOf('l')

/** The same columns of a table or subquery with another name. */
export function lotColumnsOf(alias: string): string {
  return [...columns, 'language', 'texts', 'boundary', 'opening_hours']
    .map((column) => `${alias}.${column}`)
    .join(', ')
}

/** Selects lots with their JSON columns parsed. */
export const selectLots = (db: Db) =>
  db
    .selectFrom('lots')
    .select(columns)
    .select((eb) => eb.ref('language').$castTo<Locale>().as('language'))
    .select((eb) => eb.ref('texts').$castTo<LotTexts>().as('texts'))
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
): Promise<(LotRow & { redirected_from: LotRow | null }) | undefined> {
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
  return { ...(await getLot(db, lot_id)), redirected_from: lot }
}

/** SQL for the photos of the lot `l` in their order, without their bytes. */
export const photosJson = `(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'caption', p.caption, 'width', p.width, 'height', p.height)
  order by array_position(l.photo_ids, p.id)), '[]') from lot_photos p where p.lot_id = l.id and p.id = any (l.photo_ids))`

const lotViewer = statement(
  'get_lot_viewer',
  {
    membership_status: 'memberships.status?',
    is_platform_admin: 'boolean',
    takes_requests: 'boolean',
    has_camera_policy: 'boolean',
    waitlist_flag: 'boolean?',
    photos: json<PhotoRow[]>(),
  },
  `select m.status as membership_status, not l.invite_only as takes_requests,
     coalesce((select 'OPENSPOT_ADMIN' = any (u.roles) from users u where u.id = $2), false) as is_platform_admin,
     exists (select from cameras c where c.lot_id = l.id and c.is_active and c.deleted_at is null)
       and (not l.is_private or coalesce(m.status = 'ACTIVE', false)) as has_camera_policy,
     (select f.is_on from lot_flags f where f.lot_id = l.id and f.flag = 'waitlist') as waitlist_flag,
     ${photosJson} as photos
   from lots l left join memberships m on m.lot_id = l.id and m.user_id = $2 where l.id = $1`,
)

export interface LotViewer {
  membership_status: MembershipStatus | null
  /** Whether the lot is private, and the person is neither its member nor a platform admin. */
  is_outside: boolean
  takes_requests: boolean
  /** Whether the lot has active cameras, and the person may read their policy. */
  has_camera_policy: boolean
  /** What was set for the lot about its waitlist. */
  waitlist_flag: boolean | null
  /** In their order. */
  photos: PhotoRow[]
}

/** Returns what a person, or anyone (null), may see of a lot. */
export async function getLotViewer(
  pool: pg.Pool,
  { id, is_private }: Pick<LotRow, 'id' | 'is_private'>,
  user_id: string | null,
): Promise<LotViewer> {
  const [found] = await queryPrepared(pool, lotViewer, [id, user_id])
  if (!found) throw new Error(`Lot ${id} is gone.`)
  const { is_platform_admin, ...viewer } = found
  const is_in = viewer.membership_status === 'ACTIVE' || is_platform_admin
  return { ...viewer, is_outside: is_private && !is_in }
}
