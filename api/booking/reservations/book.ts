import type { Booking } from '@openspot/contract/booking/reservations.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import type { FastifyInstance } from 'fastify'
import { ApiError, refuse } from '../../errors.ts'
import { declineMessage } from '../../money/payments/decline.rules.ts'
import { type PaymentState, pay, syncPayment } from '../../money/payments/pay.ts'
import { findLastPayment, findPayment } from '../../money/payments/payments.sql.ts'
import type { LateKey } from '../../plugins/late-key.ts'
import { listCandidates } from '../allocation/candidates.sql.ts'
import { findSeats } from '../allocation/spot-allocation.ts'
import { getTerms } from '../pricing/terms.sql.ts'
import { type Hold, type HoldOutcome, type HoldResult, holdSpotOnce } from './hold.sql.ts'
import { holdWithMoves } from './hold-with-moves.sql.ts'
import type { QuotedReservation } from './quote-token.ts'
import { bookedReservation, getReservation, type View } from './reservations.sql.ts'

/** The view of a driver who reads the texts of lots in a language. */
export const ownView = (reader: Locale | null): View => ({ money: true, driver: false, reader })

export interface BookingOrder {
  quoted: QuotedReservation
  user_id: string
  session_id: string
  car_id: string | null
  payment_method_id: string | null
  return_path: string | null
  /** Reserved in the statement that holds the spot. */
  key: LateKey
  /** The network that the call came from. */
  network: string | null
  /** The names under which the driver's booking page holds a spot. */
  page_holders: string[]
  /** Whether the driver wants another spot in this lot for the same time. */
  allows_another: boolean
  /** Whether the driver wants the spot although the vehicle has one in another lot for that time. */
  allows_vehicle_elsewhere: boolean
  /** In which language the driver reads. */
  reader: Locale
}

/**
 * Books and pays. One round trip holds the spot and creates the invoice and the pending payment; the charge follows
 * outside any transaction; then the reservation is confirmed. A free one is confirmed in that round trip, which also returns what the
 * answer shows. After an interruption at any point, the same idempotency
 * key continues from there.
 */
export async function book(app: FastifyInstance, order: BookingOrder): Promise<Booking> {
  const hold = holdOf(app, order)
  const now = app.ports.now()
  const first = await holdSpotOnce(app.pool, now, hold, order.key)
  const held = order.quoted.wishes && isGone(first.outcome) ? await holdAnother(app, order, hold) : first
  const { outcome } = held
  if (outcome === 'already_booked' || outcome === 'vehicle_booked' || outcome === 'vehicle_refused') {
    refuse(outcome, { details: { reservation_id: held.reservation_id } })
  }
  if (held.reservation_id === null || (outcome !== 'held' && outcome !== 'exists'))
    return refuseHold(outcome, wait(app, held))
  app.changes.announce(order.quoted.lot_id)
  if (held === first && held.booked)
    return {
      reservation: bookedReservation(hold, held.booked, ownView(order.reader), now),
      next_action: null,
    }
  return payFor(app, held.reservation_id, order)
}

function holdOf(app: FastifyInstance, order: BookingOrder): Hold {
  const { quoted } = order
  return {
    reservation_id: app.ports.id(),
    invoice_id: app.ports.id(),
    payment_id: app.ports.id(),
    user_id: order.user_id,
    idempotency_key: order.key.key,
    network: order.network,
    page_holders: order.page_holders,
    asks_before_another: !order.allows_another,
    asks_about_vehicle: !order.allows_vehicle_elsewhere,
    lot_id: quoted.lot_id,
    spot_id: quoted.spot_id,
    car_id: order.car_id,
    status: 'CHECKOUT',
    starts_at: quoted.starts_at,
    ends_at: quoted.ends_at,
    terms_version: quoted.terms_version,
    is_flexible: quoted.wishes !== null,
    rule_set_id: quoted.rule_set?.id ?? null,
    rule_set_version: quoted.rule_set?.version ?? null,
    limit_scope: quoted.limit_scope?.limit_scope ?? null,
    limit_scope_version: quoted.limit_scope?.version ?? null,
    price_terms: quoted.price_terms,
    payment_method_id: order.payment_method_id,
    session_id: order.session_id,
    total_cents: quoted.total_cents,
    service_fee_cents: feeOf(quoted.lines),
    lines: quoted.lines,
    ...(quoted.period_ends_at === null
      ? {}
      : { period_starts_at: quoted.starts_at, period_ends_at: quoted.period_ends_at }),
  }
}

export const feeOf = (lines: readonly { kind: string; amount_cents: number }[]) =>
  lines.filter((line) => line.kind === 'SERVICE_FEE').reduce((sum, line) => sum + line.amount_cents, 0)

const isGone = (outcome: HoldOutcome) =>
  outcome === 'spot_taken' ||
  outcome === 'spot_closed' ||
  outcome === 'spot_not_found' ||
  outcome === 'notice_too_short'

/**
 * Holds the next best spot at the same price, or one freed by moving reservations, if any spot would do and the quoted
 * one is taken.
 */
async function holdAnother(app: FastifyInstance, order: BookingOrder, hold: Hold): Promise<HoldResult> {
  const { quoted, user_id } = order
  const now = app.ports.now()
  await order.key.take()
  const terms = await getTerms(app.pool, { ...quoted, user_id, now })
  for (let round = 0; round < 3; round++) {
    const preferences = quoted.wishes ?? { type: null, features: [] }
    const all = await listCandidates(app.pool, quoted.lot_id, quoted, preferences, now)
    const seats = await findSeats(app, terms, all, quoted, preferences, now)
    if (seats.price?.total_cents !== quoted.total_cents)
      return { outcome: 'spot_taken', reservation_id: null }
    for (const spot of seats.spots.slice(0, 5)) {
      const held = await holdWithMoves(app.pool, app.ports.now(), { ...hold, spot_id: spot.id }, seats.moves)
      if (!isGone(held.outcome)) return held
    }
  }
  return { outcome: 'spot_taken', reservation_id: null }
}

/** Pays for a held spot, or checks the result of its payment, and returns the remaining step. */
export async function payFor(
  app: FastifyInstance,
  reservation_id: string,
  { return_path, reader }: { return_path: string | null; reader: Locale | null },
): Promise<Booking> {
  const payment = await findLastPayment(app.pool, reservation_id)
  if (!payment) return booked(app, reservation_id, reader, null)
  const back = new URL(return_path ?? `/me/reservations/${reservation_id}`, app.settings.public_url)
  back.searchParams.set('reservation_id', reservation_id)
  const isNew = payment.status === 'CREATED'
  const state = isNew ? await pay(app, payment, back.toString()) : await syncPayment(app, payment)
  return answerForPayment(app, reservation_id, reader, { id: payment.id, isNew }, state)
}

async function answerForPayment(
  app: FastifyInstance,
  reservation_id: string,
  reader: Locale | null,
  payment: { id: string; isNew: boolean },
  state: PaymentState,
): Promise<Booking> {
  switch (state.state) {
    case 'paid':
    case 'processing':
      return booked(app, reservation_id, reader, null)
    case 'action_needed':
      return booked(app, reservation_id, reader, state.url)
    case 'declined':
      throw await declined(app, reservation_id, payment)
    case 'canceled':
      return refuse('hold_expired')
    case 'unsettled':
      return refuse(state.code, { details: { reservation_id }, retry_after_seconds: 3 })
  }
}

async function booked(
  app: FastifyInstance,
  reservation_id: string,
  reader: Locale | null,
  url: string | null,
): Promise<Booking> {
  const reservation = await getReservation(app.db, reservation_id, ownView(reader), app.ports.now())
  if (url === null && (reservation.status === 'EXPIRED' || reservation.status === 'CANCELED'))
    refuse('hold_expired')
  return { reservation, next_action: url === null ? null : { type: 'redirect', url } }
}

/**
 * Returns the decline in our own words with its consequences: nothing was charged, and whether the spot is still held.
 */
async function declined(
  app: FastifyInstance,
  reservation_id: string,
  { id, isNew }: { id: string; isNew: boolean },
): Promise<ApiError> {
  const payment = await findPayment(app.pool, id)
  const { hold_expires_at, status } = await getReservation(
    app.db,
    reservation_id,
    { money: true, driver: false },
    app.ports.now(),
  )
  const still =
    (status === 'CHECKOUT' || status === 'PENDING') &&
    hold_expires_at !== null &&
    Date.parse(hold_expires_at) > app.ports.now().getTime()
  // A new decline may have released the spot. If the decline is older, the hold has expired.
  if (!still && !isNew) return new ApiError('hold_expired')
  const reason = declineMessage(payment?.failure_code ?? '')
  const name = still ? 'declinedHeld' : 'declinedReleased'
  return new ApiError('card_declined', {
    message: (t) => t(`apiErrors.payments.${name}`, { reason: reason(t) }),
    details: { reservation_id, hold_expires_at, decline_code: payment?.failure_code ?? null },
  })
}

const refusals: Partial<Record<HoldOutcome, () => never>> = {
  spot_taken: () => refuse('spot_taken', { field: 'spot_id' }),
  spot_closed: () => refuse('spot_closed', { field: 'spot_id' }),
  holdings_changed: () => refuse('holdings_changed'),
  reservation_changed: () => refuse('reservation_changed'),
  terms_changed: () => refuse('terms_changed'),
  spot_not_found: () => refuse('spot_not_bookable', { field: 'spot_id' }),
  car_not_found: () =>
    refuse('request_invalid', {
      field: 'car_id',
      message: (t) => t('apiErrors.reservations.notYourCar'),
    }),
  payment_method_not_found: () => refuse('payment_method_needed', { field: 'payment_method_id' }),
  too_many_holds: () => refuse('too_many_holds'),
  bookings_stopped: () => refuse('bookings_stopped'),
  notice_too_short: () => refuse('notice_too_short', { field: 'starts_at' }),
  card_too_many_holds: () => refuse('card_too_many_holds', { field: 'payment_method_id' }),
  network_too_many_holds: () => refuse('network_too_many_holds', { retry_after_seconds: 120 }),
  lot_too_many_holds: () => refuse('lot_too_many_holds', { retry_after_seconds: 120 }),
}

/** Returns until when holds are refused, and in how many minutes that is. */
function wait(
  app: FastifyInstance,
  { refused_until }: HoldResult,
): { until: string; minutes: number } | undefined {
  if (!refused_until) return undefined
  const minutes = Math.ceil((Date.parse(refused_until) - app.ports.now().getTime()) / 60_000)
  return { until: refused_until, minutes: Math.max(1, minutes) }
}

/** Throws the error for a rejected hold. `paused` is until when holds are rejected, with the remaining minutes. */
export function refuseHold(outcome: HoldOutcome, paused?: { until: string; minutes: number }): never {
  if (outcome === 'cooling_down') {
    const minutes = paused?.minutes ?? 60
    refuse('holds_paused', {
      message: (t) => t('apiErrors.reservations.holdsPaused', { minutes }),
      details: { until: paused?.until ?? null },
      retry_after_seconds: minutes * 60,
    })
  }
  return (refusals[outcome] ?? (() => refuse('spot_taken')))()
}
