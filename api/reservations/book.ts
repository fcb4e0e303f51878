import type { Booking } from '@openspot/contract/reservations.ts'
import type { FastifyInstance } from 'fastify'
import { ApiError, refuse } from '../errors.ts'
import { askPayment, type PaymentState, pay } from '../payments/pay.ts'
import { findLastPayment, findPayment } from '../payments/payments.sql.ts'
import { type HoldOutcome, holdSpot } from './hold.sql.ts'
import type { QuotedStay } from './quote-token.ts'
import { getReservation } from './reservations.sql.ts'

const ownView = { money: true, driver: false }

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
  const { quoted, user_id } = order
  const fee = quoted.lines
    .filter((line) => line.kind === 'SERVICE_FEE')
    .reduce((sum, line) => sum + line.amount_cents, 0)
  const held = await holdSpot(app, app.ports.now(), {
    reservation_id: app.ports.id(),
    invoice_id: app.ports.id(),
    payment_id: app.ports.id(),
    user_id,
    idempotency_key: order.idempotency_key,
    lot_id: quoted.lot_id,
    spot_id: quoted.spot_id,
    car_id: order.car_id,
    starts_at: quoted.starts_at,
    ends_at: quoted.ends_at,
    terms_version: quoted.terms_version,
    payment_method_id: order.payment_method_id,
    total_cents: quoted.total_cents,
    service_fee_cents: fee,
    lines: quoted.lines,
  })
  if (held.reservation_id === null || refusals[held.outcome]) return refuseHold(held.outcome)
  app.changes.announce(quoted.lot_id)
  return payFor(app, held.reservation_id, order.return_path)
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
    status === 'CHECKOUT' &&
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
  terms_changed: () => refuse('terms_changed'),
  spot_not_found: () => refuse('spot_not_bookable', { field: 'spot_id' }),
  car_not_found: () =>
    refuse('request_invalid', { field: 'car_id', message: 'Choose one of your own cars.' }),
  payment_method_not_found: () => refuse('payment_method_needed', { field: 'payment_method_id' }),
  too_many_holds: () => refuse('too_many_holds'),
}

function refuseHold(outcome: HoldOutcome): never {
  return (refusals[outcome] ?? (() => refuse('spot_taken')))()
}
