import { spotTypes } from '@openspot/core/enums.ts'
import { Type } from 'typebox'
import {
  Id,
  Instant,
  Name,
  NoContent,
  Nullable,
  Phone,
  ReservationParams,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { heldSpot, offer } from '../error-groups.ts'
import { route } from '../route.ts'
import { Reservation } from './reservations.ts'

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const Reason = Type.String({ minLength: 1, maxLength: 500 })

export const createByStaffRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/admin',
  config: {
    access: admins,
    errors: [
      ...heldSpot,
      ...offer,
      'acceptance_needed',
      'lot_full',
      'lot_not_trusted',
      'payment_unsettled',
      'reservation_not_open',
    ],
    idempotent: true,
    limit: { max: 60, minutes: 60, per: 'person' },
    subject: [
      { kind: 'spot', in: 'body', name: 'spot_id' },
      { kind: 'lot', in: 'body', name: 'lot_id' },
    ],
  },
  schema: {
    summary:
      'Create a reservation for a driver, who accepts and pays for it, or an active one without payment. With an override reason it can start in the past and ignore rules and availability, but it can never overlap a reservation',
    tags: ['reservations'],
    body: StrictObject({
      spot_id: Type.Optional(Id),
      lot_id: Type.Optional(Id),
      type: Type.Optional(StringEnum(spotTypes)),
      user_id: Type.Optional(Id),
      person: Type.Optional(
        StrictObject({
          email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
          phone: Type.Optional(Phone),
          first_name: Type.Optional(Name),
          last_name: Type.Optional(Name),
        }),
      ),
      car_id: Type.Optional(Id),
      starts_at: Instant,
      ends_at: Type.Optional(Nullable(Instant)),
      payment_kind: StringEnum(['STRIPE', 'NONE'] as const, {
        description: 'STRIPE: the driver accepts and pays. NONE: no payment is needed.',
      }),
      price_cents: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
      override_reason: Type.Optional(Reason),
      replaces_reservation_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description:
            'A reservation of this lot that awaits its driver, made for an address that does not reach them. It is canceled in the same step.',
        }),
      ),
    }),
    response: { 201: Reservation },
  },
})

export const replaceByStaffRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/admin/replace',
  config: {
    access: admins,
    errors: [
      ...heldSpot,
      'acceptance_needed',
      'change_not_possible',
      'lot_not_trusted',
      'reservation_not_open',
    ],
    idempotent: true,
    subject: { kind: 'reservation', in: 'body', name: 'reservation_id' },
  },
  schema: {
    summary:
      'Move a reservation to another spot, immediately or from a date. With `with_reservation_id`, swap the spots of the two reservations',
    tags: ['reservations'],
    body: StrictObject({
      reservation_id: Id,
      spot_id: Type.Optional(Id),
      with_reservation_id: Type.Optional(Id),
      from: Type.Optional(Instant),
      reason: Reason,
    }),
    response: {
      200: Type.Object({ reservation: Reservation, continued_by: Nullable(Reservation) }),
    },
  },
})

export const sendToDriverRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/admin/send',
  config: {
    access: admins,
    errors: ['reservation_not_open'],
    limit: { max: 30, minutes: 60, per: 'person' },
    subject,
  },
  schema: {
    summary:
      'Send a reservation that awaits its driver to them again, three times an hour at most. The answer does not tell whether the driver has an account',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 202: NoContent },
  },
})

export const cancelByStaffRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/admin/cancel',
  config: {
    access: admins,
    errors: ['payment_unsettled', 'provider_unavailable', 'reservation_changed', 'reservation_not_open'],
    idempotent: true,
    subject,
  },
  schema: {
    summary:
      'Cancel a reservation with a reason and a refund. Without `refund_cents`, the cancellation policy sets the refund',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({ reason: Reason, refund_cents: Type.Optional(Type.Integer({ minimum: 0 })) }),
    response: { 200: Reservation },
  },
})

export const giveNoticeRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/notice',
  config: {
    access: ['host', ...admins],
    errors: [
      'change_not_possible',
      'holdings_changed',
      'reservation_not_open',
      'spot_closed',
      'spot_taken',
      'reservation_changed',
    ],
    subject,
  },
  schema: {
    summary: 'End an open-ended reservation on your own spot, with the notice that the lot requires',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({ ends_at: Type.Optional(Instant), reason: Type.Optional(Reason) }),
    response: { 200: Reservation },
  },
})
