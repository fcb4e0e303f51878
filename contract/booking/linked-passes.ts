import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, ReservationParams, StringEnum } from '../common.ts'
import { Invoice } from '../money/invoices.ts'
import { PriceLine } from '../money/price-lines.ts'
import { route } from '../route.ts'
import { ReservationPart } from './reservation-parts.ts'
import { Reservation } from './reservations.ts'

/** How its guest confirms that it is theirs, to change it. */
const Confirm = Type.Object({
  by: StringEnum(['EMAIL', 'PHONE', 'SIGN_IN'] as const, {
    description:
      'A link to the email address on file, a code to the phone number, or a sign-in, because the reservation belongs to an account.',
  }),
  email_hint: Nullable(
    Type.String({
      description: 'The email address on file with most of it left out, such as `j…@example.com`.',
    }),
  ),
})

/**
 * What the link in a guest's email or text shows: the pass and what was paid. Neither who the guest is and how to reach them, nor how
 * they paid, nor anything else of theirs.
 */
export const LinkedPass = Type.Object({
  ...Type.Pick(Reservation, [
    'id',
    'lot_id',
    'spot_id',
    'status',
    'is_ended',
    'starts_at',
    'ends_at',
    'hold_expires_at',
    'merged_into_id',
    'lot',
    'spot',
    'car',
  ]).properties,
  // Optional, because a page may meet an answer of the release before.
  continues: Type.Optional(
    Nullable(ReservationPart, { description: 'The part before it, on another spot.' }),
  ),
  continued_by: Type.Optional(
    Nullable(ReservationPart, {
      description: 'The rest of it, on another spot. The same link shows its pass.',
    }),
  ),
  payments: Type.Array(
    Type.Object({
      ...Type.Pick(Invoice, [
        'number',
        'status',
        'currency',
        'total_cents',
        'paid_cents',
        'refunded_cents',
        'refund_pending_cents',
      ]).properties,
      lines: Type.Array(PriceLine),
    }),
  ),
  confirm: Confirm,
})
export type LinkedPass = Static<typeof LinkedPass>

export const getLinkedPassRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/pass',
  config: {
    access: ['resource_owner', 'link_holder'],
    errors: [],
    subject: { kind: 'reservation', in: 'params', name: 'reservation_id' },
    limit: { max: 300, minutes: 5 },
  },
  schema: {
    summary:
      'Get the pass of a reservation and what was paid, as the link in its guest’s email or text shows it',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: LinkedPass },
  },
})

/** A pass that a device shows without a sign-in. */
export const OpenPass = Type.Object({
  id: Id,
  lot_name: Type.String(),
  spot_label: Type.String(),
  time_zone: Type.String(),
  starts_at: Instant,
  ends_at: Nullable(Instant),
  confirm: Confirm,
})
export type OpenPass = Static<typeof OpenPass>

export const listOpenPassesRoute = route({
  method: 'GET',
  url: '/api/v2/open-passes',
  config: { access: ['anonymous'], errors: [], limit: { max: 300, minutes: 5 } },
  schema: {
    summary:
      'List the passes that links have opened on this device, or that were booked on it before it was signed out, until a day after their end',
    tags: ['reservations'],
    response: { 200: Type.Object({ items: Type.Array(OpenPass) }) },
  },
})
