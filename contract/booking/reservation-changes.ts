import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  Id,
  Instant,
  Nullable,
  ReservationParams,
  ReturnPath,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { changedReservation, heldSpot, offer, paid } from '../error-groups.ts'
import { PriceLine } from '../money/price-lines.ts'
import { route } from '../route.ts'
import { Booking, ChosenSpot, Reservation, VehicleElsewhere } from './reservations.ts'

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const

/**
 * The refund for leaving a reservation now, and the rule that decides it. After the start, canceling and ending early are one
 * action: the one that refunds more.
 */
export const Cancellation = Type.Object({
  action: StringEnum(['CANCEL', 'END'] as const, {
    description: 'Whether it is canceled as a whole, or its time ends at `ends_at` and the rest is refunded.',
  }),
  ends_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'For `END`: the new end, rounded up to the lot’s step.',
    }),
  ),
  refund_cents: Cents,
  waived_cents: Type.Integer({
    minimum: 0,
    description: 'How much an unpaid bill for a change by the staff becomes lower.',
  }),
  kept_cents: Cents,
  currency: Currency,
  rule: StringEnum(['before_deadline', 'after_deadline', 'ended_early', 'monthly_prorated'] as const, {
    description: 'The rule that applies. `ended_early`: the unused time is refunded.',
  }),
  cancel_until_at: Type.String({
    format: 'date-time',
    description: 'Until then everything is refunded. Do not show it once it has passed.',
  }),
})
export type Cancellation = Static<typeof Cancellation>

export const getCancellationRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/cancellation',
  config: { access: ['resource_owner', ...admins], errors: ['reservation_not_open'], subject },
  schema: {
    summary: 'Preview the refund of leaving a reservation now, by canceling it or by ending it early',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: Cancellation },
  },
})

export const cancelReservationRoute = route({
  method: 'DELETE',
  url: '/api/v2/reservations/:reservation_id',
  config: {
    access: ['resource_owner'],
    errors: [
      'change_waiting',
      'payment_unsettled',
      'provider_unavailable',
      'refund_changed',
      'reservation_changed',
      'reservation_not_open',
    ],
    subject,
  },
  schema: {
    summary:
      'Cancel a reservation or, after its start, end it early: whichever refunds more. `refund_cents` is the previewed refund; fails if the refund has changed',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({ refund_cents: Cents, reason: Type.Optional(Type.String({ maxLength: 500 })) }),
    response: { 200: Reservation },
  },
})

/** The requested change: other times, another spot, or another vehicle. Omitted fields stay unchanged. */
const ChangeFields = {
  starts_at: Type.Optional(Instant),
  ends_at: Type.Optional(Nullable(Instant)),
  spot_id: Type.Optional(Id),
}

/** The preview of a change: what it costs or refunds, or why it is not possible. */
export const ChangePreview = Type.Object({
  starts_at: Instant,
  ends_at: Nullable(Instant),
  spot: ChosenSpot,
  difference_cents: Type.Integer({
    description: 'The amount to pay. Negative: a refund, `waived_cents` of it off an unpaid bill.',
  }),
  waived_cents: Type.Integer({
    minimum: 0,
    description:
      'How much of the negative difference is taken off an unpaid bill for a change by the staff. The rest is refunded.',
  }),
  validated_cents: Type.Integer({
    minimum: 0,
    description: 'How much of the refund the driver already got by a validation. The rest is refunded now.',
  }),
  currency: Currency,
  lines: Type.Array(PriceLine, { description: 'The price after the change minus the price before it.' }),
  refusal: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  furthest_ends_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'The latest possible end: the next reservation or closure of the spot.',
    }),
  ),
})
export type ChangePreview = Static<typeof ChangePreview>

/** The preview of a change as its driver sees it. Staff may not learn where else a person parks. */
export const OwnChangePreview = Type.Object({
  ...ChangePreview.properties,
  vehicles_elsewhere: Type.Array(VehicleElsewhere, {
    description:
      'My reservations of this vehicle in other lots at the time that the change adds. The change needs `allows_vehicle_elsewhere` then.',
  }),
})
export type OwnChangePreview = Static<typeof OwnChangePreview>

export const previewChangeRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/change',
  config: {
    access: ['resource_owner'],
    errors: ['change_not_possible', 'change_waiting', 'reservation_not_open', 'spot_not_bookable'],
    subject,
  },
  schema: {
    summary: 'Preview the cost or refund of changing a reservation',
    tags: ['reservations'],
    params: ReservationParams,
    querystring: Type.Object({
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(Instant),
      spot_id: Type.Optional(Id),
      as_far_as_possible: Type.Optional(
        Type.Boolean({
          description:
            'If true, the end is moved to the latest possible end when the requested one is not available.',
        }),
      ),
    }),
    response: { 200: OwnChangePreview },
  },
})

export const editReservationRoute = route({
  method: 'POST',
  url: '/api/v1/reservations/edit',
  config: {
    access: ['resource_owner'],
    errors: [...heldSpot, ...paid, ...offer, ...changedReservation, 'vehicle_booked', 'vehicle_refused'],
    idempotent: true,
    subject: { kind: 'reservation', in: 'body', name: 'reservation_id' },
  },
  schema: {
    summary:
      'Extend, shorten, shift, or move a reservation. `difference_cents` is the previewed difference; fails if it has changed. A change with a cost takes effect when it is paid',
    tags: ['reservations'],
    body: StrictObject({
      reservation_id: Id,
      ...ChangeFields,
      difference_cents: Type.Integer(),
      payment_method_id: Type.Optional(Id),
      return_path: Type.Optional(ReturnPath),
      allows_vehicle_elsewhere: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether the driver wants the added time although the vehicle has one of their reservations in another lot then. Without it, such a change fails with `vehicle_booked`, and `details.reservation_id` names that one.',
        }),
      ),
    }),
    response: { 200: Booking },
  },
})

export const updateReservationRoute = route({
  method: 'PATCH',
  url: '/api/v2/reservations/:reservation_id',
  config: {
    access: ['resource_owner'],
    errors: [...heldSpot, ...paid, ...offer, ...changedReservation, 'vehicle_booked', 'vehicle_refused'],
    subject,
  },
  schema: {
    summary: 'Change the vehicle, or the times if that is free. Use edit for changes with a cost',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({
      car_id: Type.Optional(Nullable(Id)),
      ...Type.Omit(Type.Object(ChangeFields), ['spot_id']).properties,
      difference_cents: Type.Optional(Type.Integer({ maximum: 0 })),
    }),
    response: { 200: Reservation },
  },
})
