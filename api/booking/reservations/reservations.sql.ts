import type { ReservationPart } from '@openspot/contract/booking/reservation-parts.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import type { LotPhoto } from '@openspot/contract/lot-facts.ts'
import { type LotTexts, lotText } from '@openspot/core/lots/texts.ts'
import { isEnded } from '@openspot/core/reservations/states.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { type Db, query } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { statement } from '@openspot/db/rows.ts'
import type { ReservationStatus } from '@openspot/db/types.ts'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { withInstants } from '../../instants.ts'
import { lotPhoto } from '../../lots/files/picture.rules.ts'
import { plateOfReservation } from '../../lots/spots/spots.sql.ts'
import { seenPerson } from '../../people/privacy/seen-person.sql.ts'
import { isHolding } from '../occupancy/holding.sql.ts'
import type { BookedFacts, Hold } from './hold.sql.ts'
import { partColumns } from './parts.sql.ts'

/**
 * What the viewer may see besides the reservation itself. Patrollers see no prices; drivers see no names but their own.
 */
export interface View {
  money: boolean
  driver: boolean
  /** Whether to show how to reach the driver. */
  contact?: boolean
  /** Whether a host sees it, who is neither its driver nor staff. */
  host?: boolean
  /** Whether the viewer is its host, even if they see it as staff. */
  is_host?: boolean
  /** In which language a driver reads the lot’s texts. Without it, they are as the lot wrote them. */
  reader?: Locale | null
}

const select = (db: Db, now: Date) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('lots as l', 'l.id', 'r.lot_id')
    .innerJoin('spots as s', (on) => on.onRef('s.id', '=', 'r.spot_id').onRef('s.lot_id', '=', 'r.lot_id'))
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('cars as c', 'c.id', 'r.car_id')
    .leftJoin('lot_photos as ep', (on) =>
      on.onRef('ep.id', '=', 'l.entrance_photo_id').onRef('ep.lot_id', '=', 'l.id'),
    )
    // The lot may see only the driver and the plate at the end of the reservation.
    .innerJoinLateral(
      seenPerson('r.lot_id', 'r.user_id', now.toISOString()).as<'seen'>(sql.ref('seen')),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      plateOfReservation(sql`least(r.ends_at, ${now.toISOString()}::timestamptz)`).as<'worn'>(
        sql.ref('worn'),
      ),
      (join) => join.onTrue(),
    )
    .select([
      'r.id',
      'r.lot_id',
      'r.spot_id',
      'r.user_id',
      'r.status',
      'r.starts_at',
      'r.ends_at',
      'r.hold_expires_at',
      'r.cancel_until_at',
      'r.confirmed_at',
      'r.canceled_at',
      'r.created_at',
      'r.currency',
      'r.total_cents',
      'r.is_flexible',
      'r.rule_set_id',
      'r.rule_set_version',
      'r.override_reason',
      'r.merged_into_id',
      'r.changes_id',
      'r.continues_id',
      'r.version',
      'l.public_id',
      'l.name as lot_name',
      'l.entry_instructions',
      'l.street',
      'l.city',
      'l.time_zone',
      'l.lat',
      'l.lng',
      'l.clearance_mm',
      'l.entry_methods',
      'l.country',
      'l.contact_phone',
      'l.contact_email',
      'l.entrance_photo_id',
      'ep.caption as photo_caption',
      'ep.width as photo_width',
      'ep.height as photo_height',
      's.label',
      's.type as spot_type',
      's.level',
      'worn.id as car_id',
      'c.plate',
      'c.region',
      'worn.plate as worn_plate',
      'worn.region as worn_region',
      'seen.first_name',
      'seen.last_name',
      'seen.email',
      'seen.phone',
    ])
    .select((eb) => eb.ref('l.language').$castTo<Locale>().as('lot_language'))
    .select((eb) => eb.ref('l.texts').$castTo<LotTexts>().as('lot_texts'))
    .select((eb) =>
      eb
        .selectFrom('invoices as i')
        .select('i.id')
        .whereRef('i.reservation_id', '=', 'r.id')
        .orderBy('i.created_at', 'desc')
        .limit(1)
        .as('invoice_id'),
    )
    .select((eb) =>
      eb
        .selectFrom('reservations as p')
        .select('p.id')
        .whereRef('p.changes_id', '=', 'r.id')
        // A literal, so that a generic plan uses the partial index too.
        .where('p.status', '=', sql.lit('CHECKOUT'))
        .limit(1)
        .as('pending_change_id'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function entrancePhoto(row: Row): LotPhoto | null {
  const { entrance_photo_id: id, photo_caption: caption, photo_width: width, photo_height: height } = row
  if (id === null || caption === null || width === null || height === null) return null
  return lotPhoto(row, { id, caption, width, height })
}

/** Returns the lot’s name, and how to get in for those whose reservation is confirmed. */
function textsOf(row: Row, { reader = null }: View) {
  const { lot_name: name, entry_instructions, lot_language: language, lot_texts: texts } = row
  const lot = { name, entry_instructions, language, texts }
  const shown = { name: lotText(lot, 'name', reader), entry: lotText(lot, 'entry_instructions', reader) }
  return {
    name: shown.name.text ?? name,
    entry_instructions: row.status === 'ACTIVE' ? shown.entry.text : null,
    languages: { name: shown.name.language, entry_instructions: shown.entry.language },
  }
}

function toReservation(row: Row, view: View, now: Date): Reservation {
  return {
    id: row.id,
    lot_id: row.lot_id,
    spot_id: row.spot_id,
    invoice_id: view.money ? row.invoice_id : null,
    user_id: row.user_id,
    status: row.status,
    is_ended: isEnded(row, now.toISOString()),
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    hold_expires_at: row.hold_expires_at,
    cancel_until_at: row.cancel_until_at,
    confirmed_at: row.confirmed_at,
    canceled_at: row.canceled_at,
    created_at: row.created_at,
    currency: view.money ? row.currency : null,
    total_cents: view.money ? row.total_cents : null,
    lot: {
      public_id: row.public_id,
      ...textsOf(row, view),
      street: row.street,
      city: row.city,
      time_zone: row.time_zone,
      lat: row.lat,
      lng: row.lng,
      clearance_mm: row.clearance_mm,
      entry_methods: row.entry_methods,
      entrance_photo: entrancePhoto(row),
      country: row.country,
      contact_phone: row.contact_phone,
      contact_email: row.contact_email,
    },
    spot: { label: row.label, type: row.spot_type, level: row.level },
    car: carOf(row, view),
    is_flexible: row.is_flexible,
    rule_set:
      row.rule_set_id !== null && row.rule_set_version !== null
        ? { id: row.rule_set_id, version: row.rule_set_version }
        : null,
    override_reason: view.driver && view.money ? row.override_reason : null,
    merged_into_id: row.merged_into_id,
    changes_id: row.changes_id,
    continues_id: row.continues_id,
    pending_change_id: row.pending_change_id,
    version: row.version,
    seen_as: view.host ? 'HOST' : view.driver ? 'STAFF' : 'DRIVER',
    is_host: view.is_host ?? false,
    driver: view.driver ? { first_name: row.first_name, last_name: row.last_name } : null,
    contact: view.contact ? { email: row.email, phone: row.phone } : null,
  }
}

/** Drivers see their vehicle as it is now, staff as it was for this reservation. Both see the plate that staff gave it instead. */
function carOf(row: Row, { driver }: View): Reservation['car'] {
  const { car_id, plate, region, worn_plate, worn_region } = row
  if (!car_id || worn_plate === null) return null
  if (driver || plate === null) return { id: car_id, plate: worn_plate, region: worn_region ?? '' }
  return { id: car_id, plate, region: region ?? '' }
}

/** Returns the answer to a booking that became ACTIVE at once, from what was asked for and what hold_spot answered. */
export function bookedReservation(hold: Hold, of: BookedFacts, view: View, now: Date): Reservation {
  const { photo, cancel_until_at, ...facts } = of
  const row: Row = {
    ...hold,
    ...facts,
    id: hold.reservation_id,
    invoice_id: hold.invoice_id,
    status: 'ACTIVE',
    starts_at: new Date(hold.starts_at).toISOString(),
    ends_at: hold.ends_at && new Date(hold.ends_at).toISOString(),
    hold_expires_at: null,
    cancel_until_at: new Date(cancel_until_at).toISOString(),
    confirmed_at: now.toISOString(),
    canceled_at: null,
    created_at: now.toISOString(),
    override_reason: hold.override_reason ?? null,
    merged_into_id: null,
    changes_id: null,
    continues_id: null,
    pending_change_id: null,
    version: 0,
    photo_caption: photo?.caption ?? null,
    photo_width: photo?.width ?? null,
    photo_height: photo?.height ?? null,
    worn_plate: facts.plate,
    worn_region: facts.region,
    // Only others see these.
    first_name: null,
    last_name: null,
    email: null,
    phone: null,
  }
  return toReservation(row, view, now)
}

export async function getReservation(
  db: Db,
  reservation_id: string,
  view: View,
  now: Date,
): Promise<Reservation> {
  return toReservation(
    await select(db, now).where('r.id', '=', reservation_id).executeTakeFirstOrThrow(),
    view,
    now,
  )
}

/** Returns it with its parts on other spots, in one statement. */
export async function getReservationWithParts(
  db: Db,
  reservation_id: string,
  view: View,
  now: Date,
): Promise<Reservation & { continues: ReservationPart | null; continued_by: ReservationPart | null }> {
  const row = await select(db, now)
    .select([...partColumns])
    .where('r.id', '=', reservation_id)
    .executeTakeFirstOrThrow()
  const { continues, continued_by } = row
  return { ...toReservation(row, view, now), ...withInstants({ continues, continued_by }) }
}

export interface ListFilter {
  when?: 'upcoming' | 'running' | 'ahead' | 'past'
  status?: ReservationStatus
  spot_id?: string
  user_id?: string
  /** A plate, a name, or a spot's label. */
  q?: string
  starts_at?: string
  ends_at?: string
  /** What the range applies to instead of the whole time. */
  range_of?: 'START' | 'PAYMENT'
  payment?: 'FAILED'
  sort?: 'latest' | 'earliest'
}

/** As in the partial index and in the overview of a lot. */
const hasFailedPayment = sql<boolean>`exists (select from invoices f where f.lot_id = r.lot_id and f.reservation_id = r.id
  and f.status = 'FAILED' and f.kind in ('PERIOD', 'CORRECTION'))`

/** The conditions of a range of times: of the reservations, of their starts, or of their payments. */
function rangeOf({ starts_at, ends_at, range_of }: ListFilter): RawBuilder<boolean>[] {
  if (range_of === 'PAYMENT') {
    return [
      sql<boolean>`exists (select from invoices p where p.lot_id = r.lot_id and p.reservation_id = r.id and p.paid_at is not null
        and p.paid_at >= ${starts_at ?? '-infinity'}::timestamptz and p.paid_at < ${ends_at ?? 'infinity'}::timestamptz)`,
    ]
  }
  return [
    ...(ends_at === undefined ? [] : [sql<boolean>`r.starts_at < ${ends_at}::timestamptz`]),
    ...(starts_at === undefined
      ? []
      : range_of === 'START'
        ? [sql<boolean>`r.starts_at >= ${starts_at}::timestamptz`]
        : [sql<boolean>`(r.ends_at is null or r.ends_at > ${starts_at}::timestamptz)`]),
  ]
}

/**
 * Returns the reservations of a driver or a lot by start, the latest first by default. A change that awaits payment is
 * not listed separately.
 */
export async function listReservations(
  db: Db,
  of: { user_id: string } | { lot_id: string },
  filter: ListFilter,
  after: (string | number)[] | null,
  limit: number,
  view: View,
  now: Date,
): Promise<Reservation[]> {
  const at = now.toISOString()
  let query = select(db, now).where('r.changes_id', 'is', null)
  query =
    'user_id' in of ? query.where('r.user_id', '=', of.user_id) : query.where('r.lot_id', '=', of.lot_id)
  if (filter.when === 'past') {
    query = query.where((eb) => eb.or([eb('r.ends_at', '<=', at), eb('r.status', 'not in', isHolding)]))
  } else if (filter.when !== undefined) {
    query = query
      .where('r.status', 'in', isHolding)
      .where((eb) => eb.or([eb('r.ends_at', 'is', null), eb('r.ends_at', '>', at)]))
    if (filter.when === 'running') query = query.where('r.starts_at', '<=', at)
    if (filter.when === 'ahead') query = query.where('r.starts_at', '>', at)
  }
  const { status, spot_id, user_id, q } = filter
  if (status !== undefined) query = query.where('r.status', '=', status)
  if (spot_id !== undefined) query = query.where('r.spot_id', '=', spot_id)
  if (user_id !== undefined) query = query.where('r.user_id', '=', user_id)
  for (const condition of rangeOf(filter)) query = query.where(condition)
  if (filter.payment === 'FAILED') query = query.where(hasFailedPayment)
  if (q !== undefined) {
    const like = containing(q)
    const plate = `%${q.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}%`
    query = query.where((eb) =>
      eb.or([
        // Compare the account's name first, because it is cheap and most names match it.
        sql<boolean>`(concat_ws(' ', u.first_name, u.last_name) ilike ${like} or r.typed_contact is not null) and seen.name ilike ${like}`,
        eb('s.label', 'ilike', like),
        ...(plate === '%%'
          ? []
          : [eb(view.driver ? 'worn.plate_normalized' : 'c.plate_normalized', 'like', plate)]),
      ]),
    )
  }
  const [order, beyond] = filter.sort === 'earliest' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  if (after !== null) {
    query = query.where(
      sql<boolean>`(r.starts_at, r.id) ${sql.raw(beyond)} (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    )
  }
  const rows = await query
    .orderBy('r.starts_at', order)
    .orderBy('r.id', order)
    .limit(limit + 1)
    .execute()
  return rows.map((row) => toReservation(row, view, now))
}

const byKey = statement(
  'find_by_key',
  { id: 'uuid' },
  'select id from reservations where user_id = $1 and idempotency_key = $2',
)

/** Returns the reservation that a user's idempotency key created before, or null. */
export async function findByKey(pool: pg.Pool, user_id: string, key: string | null): Promise<string | null> {
  if (key === null) return null
  const rows = await query(pool, byKey, [user_id, key])
  return rows[0]?.id ?? null
}
