import type { Booking } from '@openspot/contract/reservations.ts'
import type { ReseatMove } from '@openspot/core/allocation/reseat.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { ApiError, refuse } from '../errors.ts'
import { askPayment, type PaymentState, pay } from '../payments/pay.ts'
import { findLastPayment, findPayment } from '../payments/payments.sql.ts'
import { getTerms, listSpotTerms } from '../terms/terms.sql.ts'
import { type Hold, type HoldOutcome, type HoldResult, holdSpot, raised } from './hold.sql.ts'
import type { QuotedStay } from './quote-token.ts'
import { getReservation } from './reservations.sql.ts'
import { findSeats } from './seats.ts'

export const ownView = { money: true, driver: false }

export interface BookingOrder {
  quoted: QuotedStay
  user_id: string
  car_id: string | null
  payment_method_id: string | null
  return_path: string | null
  idempotency_key: string | null
}

/**
 * Books and pays: the spot is held in one round trip with the invoice and the payment that is to be made; then, outside
 * any transaction, the money is taken; then the stay is confirmed. Cut off anywhere, the same key goes on from there.
 */
export async function book(app: FastifyInstance, order: BookingOrder): Promise<Booking> {
  const hold = holdOf(app, order)
  const first = await holdSpot(app.pool, app.ports.now(), hold)
  const held = order.quoted.wishes && isGone(first.outcome) ? await holdAnother(app, order, hold) : first
  if (held.reservation_id === null || (held.outcome !== 'held' && held.outcome !== 'exists'))
    return refuseHold(held.outcome)
  app.changes.announce(order.quoted.lot_id)
  return payFor(app, held.reservation_id, order.return_path)
}

function holdOf(app: FastifyInstance, order: BookingOrder): Hold {
  const { quoted } = order
  return {
    reservation_id: app.ports.id(),
    invoice_id: app.ports.id(),
    payment_id: app.ports.id(),
    user_id: order.user_id,
    idempotency_key: order.idempotency_key,
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
    holder: quoted.holder?.holder ?? null,
    holder_version: quoted.holder?.version ?? null,
    price_terms: quoted.price_terms,
    payment_method_id: order.payment_method_id,
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
  outcome === 'spot_taken' || outcome === 'spot_closed' || outcome === 'spot_not_found'

/** Any spot would do and the one that was quoted is gone: the next best at the same price, or room made for it. */
async function holdAnother(app: FastifyInstance, order: BookingOrder, hold: Hold): Promise<HoldResult> {
  const { quoted, user_id } = order
  const now = app.ports.now()
  const terms = await getTerms(app, { ...quoted, user_id, now })
  for (let round = 0; round < 3; round++) {
    const all = await listSpotTerms(app, quoted.lot_id, null)
    const seats = await findSeats(app, terms, all, quoted, quoted.wishes ?? { type: null, features: [] }, now)
    if (seats.price?.total_cents !== quoted.total_cents)
      return { outcome: 'spot_taken', reservation_id: null }
    for (const spot of seats.spots.slice(0, 5)) {
      const held = await holdWithMoves(app, { ...hold, spot_id: spot.id }, seats.moves)
      if (!isGone(held.outcome)) return held
    }
  }
  return { outcome: 'spot_taken', reservation_id: null }
}

/**
 * Takes a spot, moving flexible stays out of its way first, in one transaction: all of it or nothing. `also` belongs to
 * it; where it answers false, nothing is done.
 */
export async function holdWithMoves(
  app: Pick<FastifyInstance, 'pool' | 'ports'>,
  hold: Hold,
  moves: ReseatMove[],
  also: (client: pg.PoolClient) => Promise<boolean> = async () => true,
): Promise<HoldResult> {
  const client = await app.pool.connect()
  const now = app.ports.now()
  try {
    await client.query('begin')
    if (moves.length > 0) {
      await client.query('select reseat_stays($1, $2, $3)', [
        now.toISOString(),
        hold.lot_id,
        JSON.stringify(moves),
      ])
    }
    const held = await holdSpot(client, now, hold)
    const isDone = held.outcome === 'held' && (await also(client))
    await client.query(isDone ? 'commit' : 'rollback')
    return isDone || held.outcome !== 'held' ? held : { outcome: 'stay_changed', reservation_id: null }
  } catch (error) {
    await client.query('rollback')
    // Somebody else was quicker with one of the spots: the caller looks again.
    if (raised(error) !== null) return { outcome: 'spot_taken', reservation_id: null }
    throw error
  } finally {
    client.release()
  }
}

/** Pays for a held spot, or finds out how its payment ended, and says what is left to do. */
export async function payFor(
  app: FastifyInstance,
  reservation_id: string,
  return_path: string | null,
): Promise<Booking> {
  const payment = await findLastPayment(app, reservation_id)
  if (!payment) return booked(app, reservation_id, null)
  const back = new URL(return_path ?? `/me/reservations/${reservation_id}`, app.settings.public_url)
  back.searchParams.set('reservation_id', reservation_id)
  const state =
    payment.status === 'CREATED' ? await pay(app, payment, back.toString()) : await askPayment(app, payment)
  return settle(app, reservation_id, payment.id, state)
}

async function settle(
  app: FastifyInstance,
  reservation_id: string,
  payment_id: string,
  state: PaymentState,
): Promise<Booking> {
  switch (state.state) {
    case 'paid':
    case 'processing':
      return booked(app, reservation_id, null)
    case 'action_needed':
      return booked(app, reservation_id, state.url)
    case 'declined':
      throw await declined(app, reservation_id, payment_id)
    case 'canceled':
      return refuse('hold_expired')
    case 'unsettled':
      return refuse('payment_unsettled', { details: { reservation_id }, retry_after_seconds: 3 })
  }
}

async function booked(app: FastifyInstance, reservation_id: string, url: string | null): Promise<Booking> {
  const reservation = await getReservation(app.db, reservation_id, ownView, app.ports.now())
  if (url === null && (reservation.status === 'EXPIRED' || reservation.status === 'CANCELED'))
    refuse('hold_expired')
  return { reservation, next_action: url === null ? null : { type: 'redirect', url } }
}

/** The provider's own words of why, with what it means here: nothing charged, the spot still held until then. */
async function declined(app: FastifyInstance, reservation_id: string, payment_id: string): Promise<ApiError> {
  const payment = await findPayment(app, payment_id)
  const { hold_expires_at, status } = await getReservation(app.db, reservation_id, ownView, app.ports.now())
  const still =
    (status === 'CHECKOUT' || status === 'PENDING') &&
    hold_expires_at !== null &&
    Date.parse(hold_expires_at) > app.ports.now().getTime()
  if (!still) return new ApiError('hold_expired')
  const why = payment?.failure_message?.trim() || 'The card was declined.'
  return new ApiError('card_declined', {
    message: `${why.endsWith('.') ? why : `${why}.`} Nothing was charged. The spot is still held for you: try another card.`,
    details: { reservation_id, hold_expires_at, decline_code: payment?.failure_code ?? null },
  })
}

const refusals: Partial<Record<HoldOutcome, () => never>> = {
  spot_taken: () => refuse('spot_taken', { field: 'spot_id' }),
  spot_closed: () => refuse('spot_closed', { field: 'spot_id' }),
  holdings_changed: () => refuse('holdings_changed'),
  stay_changed: () => refuse('stay_changed'),
  terms_changed: () => refuse('terms_changed'),
  spot_not_found: () => refuse('spot_not_bookable', { field: 'spot_id' }),
  car_not_found: () =>
    refuse('request_invalid', { field: 'car_id', message: 'Choose one of your own cars.' }),
  payment_method_not_found: () => refuse('payment_method_needed', { field: 'payment_method_id' }),
  too_many_holds: () => refuse('too_many_holds'),
  bookings_stopped: () => refuse('bookings_stopped'),
}

export function refuseHold(outcome: HoldOutcome): never {
  return (refusals[outcome] ?? (() => refuse('spot_taken')))()
}
