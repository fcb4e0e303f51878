import type { PriceLine } from '@openspot/contract/booking/quotes.ts'
import { APPROVAL_HOURS } from '@openspot/core/billing/approval.ts'
import { MAX_CONSENTED_PERCENT } from '@openspot/core/billing/monthly-consent.ts'
import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
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
import type pg from 'pg'
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
    /** The caller's network (core/net/network.ts), by which unpaid holds are counted. */
    network: 'text?',
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
  | 'card_too_many_holds'
  | 'network_too_many_holds'
  | 'lot_too_many_holds'
  | 'cooling_down'

const holdShape = {
  outcome: text<HoldOutcome>(),
  reservation_id: 'uuid?',
  /** For `cooling_down`: until when. */
  refused_until: 'timestamptz?',
} as const
type HoldRow = RowOf<typeof holdShape>
export type HoldResult = Omit<HoldRow, 'refused_until'> & Partial<Pick<HoldRow, 'refused_until'>>

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

/** Maps the database's own rejections to outcomes; null for every other error. */
export function holdErrorOf(error: unknown): 'spot_closed' | 'holdings_changed' | 'spot_taken' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === 'OS005') return 'spot_closed'
  if (code === 'OS006') return 'holdings_changed'
  return constraint === 'reservations_no_overlap' ? 'spot_taken' : null
}

export type EndOutcome = 'canceled' | 'expired' | 'wrong_status' | 'payment_under_way'

const ended = statement(
  'end_reservation',
  { outcome: text<EndOutcome>(), lot_id: 'uuid' },
  'select * from end_reservation($1, $2, $3, $4, $5, $6, $7, $8, $9)',
)

/**
 * Ends a reservation or releases a hold and creates its refund in the same statement. Returns `canceled`, `expired`,
 * `wrong_status`, or `payment_under_way` (check with the provider first).
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
  const rows = await queryPrepared(db, ended, [
    now.toISOString(),
    end.reservation_id,
    end.to,
    end.reason,
    end.refund_cents,
    end.user_id,
    end.staff_decides ?? false,
    end.reason ?? refundReasons.canceled,
    APPROVAL_HOURS,
  ])
  return rows[0] ?? { outcome: 'wrong_status', lot_id: '' }
}

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
