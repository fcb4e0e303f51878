import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { APPROVAL_HOURS } from '@openspot/core/billing/approval.ts'
import { MAX_CONSENTED_PERCENT } from '@openspot/core/billing/monthly-consent.ts'
import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
import type { LotTexts } from '@openspot/core/lots/texts.ts'
import {
  CARD_HOLD_HOURS,
  ENDED_HOLD_HOURS,
  HOLD_PAUSE_HOURS,
  LOT_HOLD_HOURS,
  MAX_ENDED_HOLDS,
  MAX_HOLD_PAUSE_HOURS,
  MAX_NETWORK_HOLDS,
  MAX_UNPAID_HOLDS,
  MAX_UNPROVEN_HOLDS_PERCENT,
} from '@openspot/core/reservations/hold-limits.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import {
  json,
  jsonRecord,
  orNull,
  type RecordOf,
  type RowOf,
  statement,
  text,
  valuesOf,
} from '@openspot/db/rows.ts'
import type { EntryMethod, SpotType } from '@openspot/db/types.ts'
import type pg from 'pg'
import { type LateKey, Repeated } from '../../plugins/late-key.ts'
import type { PriceTerms } from '../pricing/offer.ts'

const limitsRecord = jsonRecord(
  'hold_refusal.p_limits',
  {
    max_holds: 'integer',
    max_network_holds: 'integer',
    max_unproven_percent: 'integer',
    card_hours: 'integer',
    lot_hours: 'integer',
    max_ended: 'integer',
    ended_hours: 'integer',
    pause_hours: 'integer',
    max_pause_hours: 'integer',
  },
  {},
)
const limits: RecordOf<typeof limitsRecord> = {
  max_holds: MAX_UNPAID_HOLDS,
  max_network_holds: MAX_NETWORK_HOLDS,
  max_unproven_percent: MAX_UNPROVEN_HOLDS_PERCENT,
  card_hours: CARD_HOLD_HOURS,
  lot_hours: LOT_HOLD_HOURS,
  max_ended: MAX_ENDED_HOLDS,
  ended_hours: ENDED_HOLD_HOURS,
  pause_hours: HOLD_PAUSE_HOURS,
  max_pause_hours: MAX_HOLD_PAUSE_HOURS,
}

const holdRecord = jsonRecord(
  'hold_spot.p',
  {
    reservation_id: 'uuid',
    invoice_id: 'uuid',
    /** Null if nobody pays yet. */
    payment_id: 'uuid?',
    user_id: 'uuid',
    idempotency_key: 'text?',
    lot_id: 'uuid',
    spot_id: 'uuid',
    car_id: 'uuid?',
    /** ACTIVE at once if nothing is payable. */
    status: valuesOf<'CHECKOUT' | 'PENDING' | 'ACTIVE'>('reservation_status'),
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
    is_flexible: 'boolean',
    rule_set_id: 'uuid?',
    rule_set_version: 'integer?',
    /** The scope in which reservations were counted, and the version of its count. */
    limit_scope: 'text?',
    limit_scope_version: 'integer?',
    price_terms: orNull(json<PriceTerms>()),
    payment_method_id: 'uuid?',
    /**
     * The session in which the payer pays now. Null if nobody pays yet. The database rejects a payment without it
     * (OS021).
     */
    session_id: 'uuid?',
    total_cents: 'integer',
    service_fee_cents: 'integer',
    lines: json<PriceLine[]>(),
    /** The limits of unpaid holds. */
    limits: json<typeof limits>(),
    /** The limit of a consent to later months, in percent of the agreed price. */
    max_consented_percent: 'integer',
  },
  {
    created_by_user_id: 'uuid',
    /** Defaults to the lot's hold duration. */
    hold_expires_at: 'timestamptz',
    /** The terms version of the quote. Absent if staff decide the price. */
    terms_version: 'integer',
    override_reason: 'text',
    /** The paid month of a monthly reservation. */
    period_starts_at: 'timestamptz',
    period_ends_at: 'timestamptz',
    changes_id: 'uuid',
    changes_version: 'integer',
    target_starts_at: 'timestamptz',
    target_ends_at: 'timestamptz?',
    continues_id: 'uuid',
    /** Whether a person who has a spot in this lot at an overlapping time must ask for another. Absent: they may have several. */
    asks_before_another: 'boolean',
    /** Whether a person whose vehicle is booked in another lot at an overlapping time must say that they want both. */
    asks_about_vehicle: 'boolean',
    /** The caller's network (core/net/network.ts), by which unpaid holds are counted. */
    network: 'text?',
    /** The names under which the caller's booking page holds a spot (page-holds/visitor.ts): it becomes this reservation. */
    page_holders: 'text[]',
  },
)
/** The kind of hold on a spot: a booking, a staff reservation, the addition of a change, or an offer. */
export type Hold = Omit<HoldRecord, 'limits' | 'max_consented_percent'>
type HoldRecord = RecordOf<typeof holdRecord>

/** Returns the parameter of `hold_spot`: the hold with the policy that applies to all of them. */
export const holdParameter = (of: Hold): string =>
  JSON.stringify({ ...of, limits, max_consented_percent: MAX_CONSENTED_PERCENT } satisfies HoldRecord)

export type HoldOutcome =
  | 'held'
  | 'exists'
  | 'already_booked'
  | 'vehicle_booked'
  | 'vehicle_refused'
  | 'spot_taken'
  | 'spot_closed'
  | 'terms_changed'
  | 'holdings_changed'
  | 'reservation_changed'
  | 'spot_not_found'
  | 'car_not_found'
  | 'payment_method_not_found'
  | 'too_many_holds'
  | 'bookings_stopped'
  | 'notice_too_short'
  | 'card_too_many_holds'
  | 'network_too_many_holds'
  | 'lot_too_many_holds'
  | 'cooling_down'

/** What a booking's answer shows beyond what was asked for. */
export interface BookedFacts {
  user_id: string
  currency: string
  cancel_until_at: string
  public_id: string
  lot_name: string
  lot_language: Locale
  lot_texts: LotTexts
  entry_instructions: string | null
  street: string | null
  city: string | null
  time_zone: string
  lat: number
  lng: number
  clearance_mm: number | null
  entry_methods: EntryMethod[]
  country: string
  contact_phone: string | null
  contact_email: string | null
  entrance_photo_id: string | null
  photo: { caption: string; width: number; height: number } | null
  label: string
  spot_type: SpotType
  level: number
  /** The plate and region belong to the vehicle of the booking. */
  plate: string | null
  region: string | null
}

const holdShape = {
  outcome: text<HoldOutcome>(),
  reservation_id: 'uuid?',
  /** For `cooling_down`: until when. */
  refused_until: 'timestamptz?',
  /** Only a booking that its driver made and that became ACTIVE at once has it, unless it was merged. */
  booked: orNull(json<BookedFacts>('json')),
} as const
type HoldRow = RowOf<typeof holdShape>
export type HoldResult = Pick<HoldRow, 'outcome' | 'reservation_id'> & Partial<HoldRow>

const hold = statement('hold_spot', holdShape, 'select * from hold_spot($1, $2)')

/**
 * Holds a spot in one round trip. Nothing is written unless the outcome is `held`; db/functions/hold_spot.sql lists the
 * others.
 */
export async function holdSpot(db: Queryable, now: Date, of: Hold): Promise<HoldResult> {
  try {
    const rows = await queryPrepared(db, hold, [now.toISOString(), holdParameter(of)])
    return rows[0] ?? { outcome: 'spot_taken', reservation_id: null }
  } catch (error) {
    const outcome = holdErrorOf(error)
    if (outcome === null) throw error
    return { outcome, reservation_id: null }
  }
}

const holdOnce = statement(
  'hold_spot_once',
  {
    ...holdShape,
    outcome: text<HoldOutcome | 'repeated'>(),
    same_request: 'boolean?',
    status: 'integer?',
    body: 'text?',
  },
  'select * from hold_spot_once($1, $2, $3, $4, $5, $6)',
)

/** Holds a spot like `holdSpot`, and reserves the idempotency key in the same statement. Throws `Repeated` if it was used before. */
export async function holdSpotOnce(pool: pg.Pool, now: Date, of: Hold, key: LateKey): Promise<HoldResult> {
  key.isTaken = 'MAYBE'
  const values = [
    now.toISOString(),
    holdParameter(of),
    key.caller,
    key.key,
    key.request_hash,
    key.abandoned_before,
  ]
  try {
    const [row] = await queryPrepared(pool, holdOnce, values)
    if (!row) throw new Error('a function returned no row')
    const { outcome, same_request, status, body, ...held } = row
    if (outcome === 'repeated') {
      key.isTaken = 'NO'
      throw new Repeated({ same_request, status, body })
    }
    key.isTaken = 'YES'
    return { outcome, ...held }
  } catch (error) {
    const outcome = holdErrorOf(error)
    if (outcome === null) throw error
    key.isTaken = 'NO'
    return { outcome, reservation_id: null }
  }
}

/** Maps the database's own rejections to outcomes; null for every other error. */
export function holdErrorOf(error: unknown): 'spot_closed' | 'holdings_changed' | 'spot_taken' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === 'OS005') return 'spot_closed'
  if (code === 'OS006') return 'holdings_changed'
  if (code === 'OS079') return 'spot_taken'
  return constraint === 'reservations_no_overlap' ? 'spot_taken' : null
}

export type EndOutcome = 'canceled' | 'expired' | 'wrong_status' | 'payment_under_way' | 'refunded_meanwhile'

const ended = statement(
  'end_reservation',
  { outcome: text<EndOutcome>(), lot_id: 'uuid' },
  'select * from end_reservation($1, $2, $3, $4, $5, $6, $7, $8, $9)',
)

/**
 * Ends a reservation or releases a hold and creates its refund in the same statement. Returns `canceled`, `expired`,
 * `wrong_status`, `payment_under_way` (check with the provider first), or `refunded_meanwhile`: less is left than the refund. After
 * that, a transaction can only be rolled back.
 */
export async function endReservation(
  db: Queryable,
  now: Date,
  end: {
    reservation_id: string
    to: 'CANCELED' | 'EXPIRED'
    reason: string | null
    refund_cents: number
    user_id: string | null
    /** Staff decided the refund, not the policy. */
    staff_decides?: boolean
  },
): Promise<{ outcome: EndOutcome; lot_id: string }> {
  const values = [
    now.toISOString(),
    end.reservation_id,
    end.to,
    end.reason,
    end.refund_cents,
    end.user_id,
    end.staff_decides ?? false,
    end.reason ?? refundReasons.canceled,
    APPROVAL_HOURS,
  ]
  try {
    const rows = await queryPrepared(db, ended, values)
    return rows[0] ?? { outcome: 'wrong_status', lot_id: '' }
  } catch (error) {
    if (!exceedsPaid(error)) throw error
    return { outcome: 'refunded_meanwhile', lot_id: '' }
  }
}

/** Another refund or a dispute came between the calculation of a refund and the refund. */
const exceedsPaid = (error: unknown): boolean => (error as { code?: string }).code === 'OS004'

const changeRecord = jsonRecord(
  'change_reservation.p',
  {
    reservation_id: 'uuid',
    lot_id: 'uuid',
    /** The version of the reservation when the change was computed. */
    version: 'integer',
    spot_id: 'uuid',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
    car_id: 'uuid?',
    total_cents: 'integer',
    /** The price of what is given up: paid, billed, or never billed. */
    refund_cents: 'integer',
    kind: text<
      'EXTENDED' | 'SHORTENED' | 'SHIFTED' | 'MOVED' | 'REPLACED' | 'CAR_CHANGED' | 'NOTICE_GIVEN'
    >(),
    actor_user_id: 'uuid',
    refund_reason: 'text',
  },
  {
    reason: 'text',
    is_flexible: 'boolean',
    price_terms: json<PriceTerms>(),
    cancel_until_at: 'timestamptz',
    /** The added time, during which the spot must be open. */
    check_from: 'timestamptz',
    check_to: 'timestamptz?',
    is_override: 'boolean',
    limit_scope: 'text?',
    limit_scope_version: 'integer?',
    /** Nobody is notified. */
    is_silent: 'boolean',
    /** As of a hold: whether a driver whose vehicle is booked in another lot must say that they want both. Absent: nobody asks. */
    asks_about_vehicle: 'boolean',
  },
)
/** A change of an active reservation after which nothing is left to pay. */
export type ReservationChange = Omit<ChangeRecord, 'refund_reason'>
type ChangeRecord = RecordOf<typeof changeRecord>

export type ChangeOutcome =
  | 'changed'
  | 'reservation_changed'
  | 'spot_taken'
  | 'spot_closed'
  | 'holdings_changed'
  | 'car_not_found'
  | 'payment_under_way'
  | 'vehicle_booked'
  | 'vehicle_refused'

const changed = statement(
  'change_reservation',
  { outcome: text<ChangeOutcome>() },
  'select change_reservation($1, $2) as outcome',
)

/** Applies a change for which nothing is left to pay. Returns `changed`, or the reason why it was not applied. */
export async function changeReservation(
  db: Queryable,
  now: Date,
  change: ReservationChange,
): Promise<ChangeOutcome> {
  try {
    const record: ChangeRecord = { ...change, refund_reason: change.reason ?? refundReasons.changed }
    const rows = await queryPrepared(db, changed, [now.toISOString(), JSON.stringify(record)])
    return rows[0]?.outcome ?? 'reservation_changed'
  } catch (error) {
    if (exceedsPaid(error)) return 'reservation_changed'
    const outcome = holdErrorOf(error)
    if (outcome === null) throw error
    return outcome
  }
}

/** Accepts a free reservation that awaits its driver, in the driver's own session. */
export async function acceptFree(
  pool: pg.Pool,
  now: Date,
  reservation_id: string,
  session_id: string,
): Promise<void> {
  await pool.query('select accept_free($1, $2, $3, $4)', [
    now.toISOString(),
    reservation_id,
    session_id,
    MAX_CONSENTED_PERCENT,
  ])
}
