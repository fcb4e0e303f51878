import { reservationStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Id,
  Instant,
  Nullable,
  PlateRegion,
  ReservationParams,
  SeenName,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { changedReservation, heldSpot, offer } from '../error-groups.ts'
import { Plate } from '../people/cars.ts'
import { route } from '../route.ts'
import { ChangePreview } from './reservation-changes.ts'
import { Reservation } from './reservations.ts'

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const Reason = Type.String({ minLength: 1, maxLength: 500 })

/** Another reservation that has the spot at the requested time. */
const ChangeConflict = Type.Object({
  reservation_id: Id,
  status: StringEnum(reservationStatuses),
  starts_at: Instant,
  ends_at: Nullable(Instant),
  name: SeenName,
})

/** The preview of a change by the staff: the price difference, what happens with the money, and who has the spot. */
export const StaffChangePreview = Type.Object({
  ...ChangePreview.properties,
  version: Type.Integer({ description: 'The version of the reservation that this is calculated for.' }),
  can_override: Type.Boolean({
    description:
      'Whether the staff can make the change in spite of `refusal`, with a reason: a rule, the hours, or a closure. Never another reservation.',
  }),
  conflicts: Type.Array(ChangeConflict, {
    description: 'The reservations that have the spot then, at most 20, by start.',
  }),
})
export type StaffChangePreview = Static<typeof StaffChangePreview>

export const previewStaffChangeRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/admin/change',
  config: {
    access: admins,
    errors: ['change_not_possible', 'change_waiting', 'reservation_not_open', 'spot_not_bookable'],
    subject,
  },
  schema: {
    summary:
      'Preview other times or another spot for a driver’s reservation: the price difference, and who has the spot then',
    tags: ['reservations'],
    params: ReservationParams,
    querystring: Type.Object({
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(Instant),
      spot_id: Type.Optional(Id),
    }),
    response: { 200: StaffChangePreview },
  },
})

export const changeByStaffRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/admin/change',
  config: {
    access: admins,
    errors: [
      ...heldSpot,
      ...offer,
      ...changedReservation,
      'bill_too_high',
      'lot_not_trusted',
      'payment_unsettled',
    ],
    idempotent: 'required',
    subject,
  },
  schema: {
    summary:
      'Change the times or the spot of a driver’s reservation at once. What it costs more becomes a bill that the driver pays or contests; nothing is charged. What it costs less lowers such an unpaid bill, and the rest is refunded',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({
      version: Type.Integer({
        minimum: 0,
        description: 'The version from the preview. If it has changed: 409 `reservation_changed`.',
      }),
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(Instant),
      spot_id: Type.Optional(Id),
      difference_cents: Type.Integer({
        description: 'The previewed difference in minor units. If it has changed: 409 `difference_changed`.',
      }),
      is_billed: Type.Optional(
        Type.Boolean({
          description:
            'Whether the driver gets a bill for what the change costs more. True by default. Otherwise it costs them nothing, and nothing is refunded for it later.',
        }),
      ),
      reason: Type.Optional(Reason),
      override_reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Why rules, hours, or a closure are overridden.',
        }),
      ),
    }),
    response: {
      200: Type.Object({
        reservation: Reservation,
        bill: Nullable(
          Type.Object({
            id: Id,
            total_cents: Cents,
            needs_approval: Type.Boolean({
              description: 'Another admin must approve it before the driver sees it.',
            }),
          }),
          { description: 'The bill for this change, if it costs more and is billed.' },
        ),
      }),
    },
  },
})

export const changeCarByStaffRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/admin/car',
  config: {
    access: admins,
    errors: ['change_waiting', 'reservation_changed', 'reservation_not_open'],
    idempotent: true,
    subject,
  },
  schema: {
    summary:
      'Change the vehicle of a driver’s reservation: to another vehicle of theirs that the lot knows, to a license plate for this reservation only, or to none. The driver is notified, and can choose another one',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({
      version: Type.Integer({
        minimum: 0,
        description: 'The version of the reservation. If it has changed: 409 `reservation_changed`.',
      }),
      car_id: Type.Optional(
        Nullable(Id, {
          description:
            'A vehicle of the driver, from the vehicles of the lot; null for none. Either this or `plate`.',
        }),
      ),
      plate: Type.Optional(Plate),
      region: Type.Optional(PlateRegion),
      reason: Type.Optional(Reason),
    }),
    response: { 200: Reservation },
  },
})
