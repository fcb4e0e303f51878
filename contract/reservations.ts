import { reservationStatuses, spotTypes } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Body,
  Cents,
  Currency,
  Id,
  Instant,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  ReservationParams,
} from './common.ts'
import { Offer, Stay } from './lots.ts'
import { ReturnPath } from './payment-methods.ts'
import { parties, route } from './route.ts'

export const Reservation = Type.Object({
  id: Id,
  lot_id: Id,
  spot_id: Id,
  invoice_id: Nullable(Id),
  user_id: Id,
  status: OneOf(reservationStatuses),
  is_ended: Type.Boolean({ description: 'Canceled, expired, or active with its end past.' }),
  starts_at: Instant,
  ends_at: Nullable(Instant),
  hold_expires_at: Nullable(Instant),
  cancel_until_at: Nullable(Instant),
  confirmed_at: Nullable(Instant),
  canceled_at: Nullable(Instant),
  created_at: Instant,
  currency: Nullable(Currency),
  total_cents: Nullable(Cents),
  lot: Type.Object({
    public_id: Type.String(),
    name: Type.String(),
    street: Nullable(Type.String()),
    city: Nullable(Type.String()),
    time_zone: Type.String(),
    lat: Type.Number(),
    lng: Type.Number(),
  }),
  spot: Type.Object({ label: Type.String(), type: OneOf(spotTypes), level: Type.Integer() }),
  car: Nullable(Type.Object({ id: Id, plate: Type.String(), region: Type.String() })),
  driver: Nullable(Type.Object({ first_name: Nullable(Type.String()), last_name: Nullable(Type.String()) })),
})
export type Reservation = Static<typeof Reservation>

/** What is left to do for a booking: nothing, or to send the payer to their bank's page and confirm afterwards. */
export const Booking = Type.Object({
  reservation: Reservation,
  next_action: Nullable(Type.Object({ type: Type.Literal('redirect'), url: Type.String() })),
})
export type Booking = Static<typeof Booking>

export const Checkout = Type.Object({
  ...Offer.properties,
  is_free: Type.Boolean({ description: 'Whether the spot is free for the whole stay at this moment.' }),
  starts_at: Instant,
  ends_at: Instant,
  cancel_until_at: Instant,
  quote_token: Nullable(Type.String({ description: 'Carries this very price to the booking.' })),
  quote_expires_at: Nullable(Instant),
})
export type Checkout = Static<typeof Checkout>

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const

export const getCheckout = route({
  method: 'GET',
  url: '/api/v1/reservations/checkout',
  config: { access: ['user'], subject: { kind: 'spot', in: 'querystring', name: 'spot_id' } },
  schema: {
    summary:
      'What a stay on a spot costs: the price that is charged if it is booked within the quarter of an hour',
    tags: ['reservations'],
    querystring: Type.Object({ spot_id: Id, ...Stay }),
    response: { 200: Checkout },
  },
})

export const bookInstantly = route({
  method: 'POST',
  url: '/api/v2/reservations/instant',
  config: { access: ['user'], idempotent: true, subject: { kind: 'spot', in: 'body', name: 'spot_id' } },
  schema: {
    summary: 'Book and pay in one call',
    tags: ['reservations'],
    body: Body({
      spot_id: Id,
      ...Stay,
      car_id: Type.Optional(Id),
      payment_method_id: Type.Optional(Id),
      quote_token: Type.String({ maxLength: 12000 }),
      return_path: Type.Optional(ReturnPath),
    }),
    response: { 201: Booking },
  },
})

export const confirmReservation = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/confirm',
  config: { access: ['owner'], idempotent: true, subject },
  schema: {
    summary:
      'Finish a booking after the bank has been asked, or pay for the held spot with another payment method',
    tags: ['reservations'],
    params: ReservationParams,
    body: Body({ payment_method_id: Type.Optional(Id), return_path: Type.Optional(ReturnPath) }),
    response: { 200: Booking },
  },
})

export const getReservation = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id',
  config: { access: ['owner', ...parties.staff], subject },
  schema: {
    summary: 'A reservation. Patrollers see no money',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: Reservation },
  },
})

export const listParkHistory = route({
  method: 'GET',
  url: '/api/v1/reservations/park-history',
  config: {
    access: ['user[own]', ...parties.staff],
    subject: { kind: 'lot', in: 'querystring', name: 'lot_id' },
  },
  schema: {
    summary: 'My stays, newest first; with lot_id those of a lot, for its staff',
    tags: ['reservations'],
    querystring: Type.Object({
      lot_id: Type.Optional(Id),
      when: Type.Optional(OneOf(['upcoming', 'past'] as const)),
      ...PageQuery,
    }),
    response: { 200: Page(Reservation) },
  },
})

/** What cancelling now would give back, and why. */
export const Cancellation = Type.Object({
  refund_cents: Cents,
  kept_cents: Cents,
  currency: Currency,
  rule: OneOf(['before_deadline', 'after_deadline', 'monthly_prorated'] as const, {
    description: 'The rule that decides.',
  }),
  cancel_until_at: Instant,
})
export type Cancellation = Static<typeof Cancellation>

export const getCancellation = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/cancellation',
  config: { access: ['owner'], subject },
  schema: {
    summary: 'What cancelling now would give back',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: Cancellation },
  },
})

export const cancelReservation = route({
  method: 'DELETE',
  url: '/api/v2/reservations/:reservation_id',
  config: { access: ['owner'], subject },
  schema: {
    summary: 'Cancel. `refund_cents` is the refund that was previewed: if it has changed, nothing is done',
    tags: ['reservations'],
    params: ReservationParams,
    body: Body({ refund_cents: Cents, reason: Type.Optional(Type.String({ maxLength: 500 })) }),
    response: { 200: Reservation },
  },
})
