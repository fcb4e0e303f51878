import { reservationStatuses, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { locales } from '@openspot/core/text/locales.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  FileAnswer,
  Id,
  Instant,
  Nullable,
  Page,
  PageQuery,
  ReservationParams,
  ReturnPath,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { heldSpot, paid } from '../error-groups.ts'
import { LotContact } from '../lot-contact.ts'
import { LotFacts, LotPhoto } from '../lot-facts.ts'
import { grants, route } from '../route.ts'
import { Offer } from './quotes.ts'
import { ReservationPart } from './reservation-parts.ts'
import { Rules } from './rule-sets.ts'

export const Reservation = Type.Object({
  id: Id,
  lot_id: Id,
  spot_id: Id,
  invoice_id: Nullable(Id),
  user_id: Id,
  status: StringEnum(reservationStatuses),
  is_ended: Type.Boolean({
    description: 'Whether it is canceled, expired, or active with its end in the past.',
  }),
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
    name: Type.String({
      description: 'In the driver’s language, if the lot has it; staff see it as the lot wrote it.',
    }),
    entry_instructions: Nullable(Type.String(), {
      description: 'How to get in, in the lot’s own words, once the reservation is confirmed.',
    }),
    languages: Type.Object(
      { name: StringEnum(locales), entry_instructions: StringEnum(locales) },
      { description: 'The language of each text.' },
    ),
    street: Nullable(Type.String()),
    city: Nullable(Type.String()),
    time_zone: Type.String(),
    lat: Type.Number(),
    lng: Type.Number(),
    clearance_mm: LotFacts.clearance_mm,
    entry_methods: LotFacts.entry_methods,
    entrance_photo: Nullable(LotPhoto, {
      description: 'The photo that shows the entrance, if there is one.',
    }),
    country: Type.String({ description: 'ISO 3166-1.' }),
    ...LotContact,
  }),
  spot: Type.Object({ label: Type.String(), type: StringEnum(spotTypes), level: Type.Integer() }),
  car: Nullable(Type.Object({ id: Id, plate: Type.String(), region: Type.String() })),
  is_flexible: Type.Boolean({
    description: 'Whether it may be moved to another spot of its kind until it starts.',
  }),
  rule_set: Nullable(Type.Object({ id: Id, version: Type.Integer() })),
  override_reason: Nullable(
    Type.String({
      description: 'The override reason of the staff, if rules or availability do not allow it.',
    }),
  ),
  merged_into_id: Nullable(Id),
  changes_id: Nullable(
    Type.String({ format: 'uuid', description: 'The reservation that this one changes when it is paid.' }),
  ),
  continues_id: Nullable(Id),
  // Optional, because only an answer with one reservation has them.
  continues: Type.Optional(
    Nullable(ReservationPart, { description: 'The part before it, on another spot.' }),
  ),
  continued_by: Type.Optional(
    Nullable(ReservationPart, {
      description: 'The rest of it, on another spot, which also has its invoices once it has begun.',
    }),
  ),
  pending_change_id: Nullable(
    Type.String({ format: 'uuid', description: 'A change to this reservation that is awaiting payment.' }),
  ),
  version: Type.Integer(),
  seen_as: StringEnum(['DRIVER', 'HOST', 'STAFF'] as const, {
    description: 'As whom the caller sees it: its driver, the staff, or the host of its spot.',
  }),
  is_host: Type.Boolean({
    description:
      'Whether the spot is the caller’s and someone else’s reservation is on it. Staff can be hosts too.',
  }),
  driver: Nullable(Type.Object({ first_name: Nullable(Type.String()), last_name: Nullable(Type.String()) })),
  contact: Nullable(Type.Object({ email: Nullable(Type.String()), phone: Nullable(Type.String()) }), {
    description:
      'How to reach the driver, as far as the lot may see it. Only for admins who read one reservation.',
  }),
})
export type Reservation = Static<typeof Reservation>

/** A new reservation and its next step: none, or sending the payer to their bank's page and confirming afterward. */
export const Booking = Type.Object({
  reservation: Reservation,
  next_action: Nullable(Type.Object({ type: Type.Literal('redirect'), url: Type.String() })),
})
export type Booking = Static<typeof Booking>

/** A spot as shown to the driver. */
export const ChosenSpot = Type.Object({
  id: Id,
  label: Type.String(),
  type: StringEnum(spotTypes),
  features: Type.Array(StringEnum(spotFeatures)),
  level: Type.Integer(),
})

/** A reservation in another lot at an overlapping time, with the vehicle that can't be in both. */
export const VehicleElsewhere = Type.Object({
  reservation_id: Id,
  car: Type.Object({ id: Id, plate: Type.String(), region: Type.String() }),
  lot_name: Type.String(),
  time_zone: Type.String(),
  spot_label: Type.String(),
  starts_at: Instant,
  ends_at: Nullable(Instant),
})
export type VehicleElsewhere = Static<typeof VehicleElsewhere>

export const Checkout = Type.Object({
  ...Offer.properties,
  spot: ChosenSpot,
  is_free: Type.Boolean({ description: 'Whether the spot is currently free for the whole time.' }),
  is_flexible: Type.Boolean({
    description: 'Whether the spot was chosen automatically, because any spot was requested.',
  }),
  starts_at: Instant,
  ends_at: Nullable(Instant),
  period_ends_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'For a reservation without an end: the end of the period that the price is for.',
    }),
  ),
  cancel_until_at: Instant,
  quote_token: Nullable(
    Type.String({ description: 'Pass this token when booking to get exactly this price.' }),
  ),
  quote_expires_at: Nullable(Instant),
  vehicles_elsewhere: Type.Array(VehicleElsewhere, {
    description:
      'My reservations in other lots at an overlapping time. Booking with one of these vehicles needs `allows_vehicle_elsewhere`.',
  }),
  refuses_vehicles_elsewhere: Type.Boolean({
    description: 'Whether the lot refuses these vehicles at that time, also with `allows_vehicle_elsewhere`.',
  }),
})
export type Checkout = Static<typeof Checkout>

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const

/** Which spots are acceptable if none is named. */
const SpotPreferences = {
  type: Type.Optional(StringEnum(spotTypes)),
  features: Type.Optional(
    Type.String({ pattern: '^[A-Z_,]*$', maxLength: 200, description: 'Comma-separated names.' }),
  ),
}

export const getCheckoutRoute = route({
  method: 'GET',
  url: '/api/v1/reservations/checkout',
  config: {
    access: ['user'],
    errors: ['lot_full', 'spot_not_bookable'],
    subject: [
      { kind: 'spot', in: 'querystring', name: 'spot_id' },
      { kind: 'lot', in: 'querystring', name: 'lot_id' },
    ],
    limit: { max: 60, minutes: 1, per: 'person' },
    weight: 2,
    event: 'quote',
  },
  schema: {
    summary:
      'Quote a reservation. The price is guaranteed for 15 minutes. Pass spot_id for that spot, or lot_id for the best available spot; leave ends_at out for a monthly reservation without an end',
    tags: ['reservations'],
    querystring: Type.Object({
      spot_id: Type.Optional(Id),
      lot_id: Type.Optional(Id),
      ...SpotPreferences,
      starts_at: Instant,
      ends_at: Type.Optional(Instant),
    }),
    response: { 200: Checkout },
  },
})

export const getCalendarFileRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/calendar-file',
  config: {
    access: ['resource_owner', 'link_holder'],
    errors: [],
    subject,
    limit: { max: 60, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Get a reservation as a calendar file (RFC 5545), in UTC. Its UID never changes, so a later file replaces the event in a calendar; a canceled reservation has the status CANCELLED',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: FileAnswer('text/calendar', 'The calendar file, with one event.') },
  },
})

export const bookInstantlyRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/instant',
  config: {
    access: ['user'],
    errors: [...heldSpot, ...paid, 'already_booked', 'vehicle_booked', 'vehicle_refused', 'quote_expired'],
    idempotent: 'required',
    subject: { kind: 'spot', in: 'body', name: 'spot_id' },
    limit: { max: 30, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Create and pay for a reservation. If any spot was requested and the quoted one is taken, the next best one is booked',
    tags: ['reservations'],
    body: StrictObject({
      spot_id: Id,
      starts_at: Instant,
      ends_at: Type.Optional(Nullable(Instant)),
      car_id: Type.Optional(Id),
      payment_method_id: Type.Optional(Id),
      quote_token: Type.String({ maxLength: 30_000 }),
      return_path: Type.Optional(ReturnPath),
      allows_another: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether the driver wants this spot in addition to one that they already have in this lot at an overlapping time. Without it, such a booking fails with `already_booked`, and `details.reservation_id` names the one they have.',
        }),
      ),
      allows_vehicle_elsewhere: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether the driver wants this spot although the vehicle has one of their reservations in another lot at an overlapping time. Without it, such a booking fails with `vehicle_booked`, and `details.reservation_id` names that one. A lot may refuse it all the same (`vehicle_refused`).',
        }),
      ),
    }),
    response: { 201: Booking },
  },
})

export const confirmReservationRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/confirm',
  config: {
    access: ['resource_owner'],
    errors: [
      ...paid,
      'acceptance_needed',
      'reservation_not_open',
      'spot_taken',
      'vehicle_booked',
      'vehicle_refused',
    ],
    idempotent: true,
    subject,
    limit: { max: 60, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Complete a payment after verification by the bank, or pay for the held spot with another payment method',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({
      payment_method_id: Type.Optional(Id),
      return_path: Type.Optional(ReturnPath),
      allows_vehicle_elsewhere: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether the driver accepts a reservation that was made for them, or offered from the waitlist, although its vehicle has one of their reservations in another lot at an overlapping time. Without it, that fails with `vehicle_booked`, and `details.reservation_id` names that one. A lot may refuse it all the same (`vehicle_refused`).',
        }),
      ),
    }),
    response: { 200: Booking },
  },
})

export const getReservationRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id',
  config: { access: ['resource_owner', ...grants.staff, 'host', 'former_host'], errors: [], subject },
  schema: {
    // Staff first, because someone of the staff may be the host.
    summary: 'Get a reservation. Patrollers and hosts do not see amounts',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: Reservation },
  },
})

/** What the range of a list of reservations can apply to, besides their time. */
export const reservationRanges = ['START', 'PAYMENT'] as const

export const listParkHistoryRoute = route({
  method: 'GET',
  url: '/api/v1/reservations/park-history',
  config: {
    access: ['user[own]', ...grants.staff],
    errors: [],
    subject: { kind: 'lot', in: 'querystring', name: 'lot_id' },
  },
  schema: {
    summary: 'List my reservations, or with lot_id those of a lot, for its staff',
    tags: ['reservations'],
    querystring: Type.Object({
      lot_id: Type.Optional(Id),
      when: Type.Optional(
        StringEnum(['upcoming', 'running', 'ahead', 'past'] as const, {
          description: 'State at this time: `upcoming` includes running reservations.',
        }),
      ),
      status: Type.Optional(StringEnum(reservationStatuses)),
      spot_id: Type.Optional(Id),
      user_id: Type.Optional(Id),
      q: Type.Optional(
        Type.String({ minLength: 1, maxLength: 60, description: 'License plate, name, or spot label.' }),
      ),
      starts_at: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Only reservations that overlap the range with this start',
        }),
      ),
      ends_at: Type.Optional(Type.String({ format: 'date-time', description: 'and this end.' })),
      range_of: Type.Optional(
        StringEnum(reservationRanges, {
          description:
            'What the range applies to instead: the start, or payments (only for admins). By default the whole time.',
        }),
      ),
      payment: Type.Optional(
        StringEnum(['FAILED'] as const, {
          description:
            'Only reservations with a monthly payment or a correction that failed. Only for admins.',
        }),
      ),
      sort: Type.Optional(
        StringEnum(['latest', 'earliest'] as const, {
          description: 'Sort by start; newest first by default.',
        }),
      ),
      ...PageQuery,
    }),
    response: { 200: Page(Reservation) },
  },
})

/** Something that was done with a reservation after it was booked. */
export const ReservationEvent = Type.Object({
  at: Instant,
  kind: Type.String(),
  actor: StringEnum(['DRIVER', 'STAFF', 'SYSTEM'] as const),
  by: Nullable(Type.String({ description: 'The name of the staff member, shown only to staff.' })),
  reason: Nullable(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
})

/** How a reservation came to its current state. */
export const ReservationExplanation = Type.Object({
  creator: StringEnum(['DRIVER', 'STAFF'] as const),
  created_by: Nullable(Type.String({ description: 'The name of the staff member, shown only to staff.' })),
  terms_version: Type.Integer(),
  rule_set: Nullable(Type.Object({ id: Id, name: Type.String(), version: Type.Integer(), rules: Rules })),
  override_reason: Nullable(Type.String()),
  cancel_reason: Nullable(Type.String({ description: 'The reason that was given for the cancellation.' })),
  events: Type.Array(ReservationEvent),
  periods: Type.Array(Type.Object({ starts_at: Instant, ends_at: Instant, invoice_id: Nullable(Id) }), {
    description: 'For a reservation without an end: its billed months and the next one.',
  }),
})
export type ReservationExplanation = Static<typeof ReservationExplanation>

export const getReservationExplanationRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/why',
  config: { access: ['resource_owner', ...admins], errors: [], subject },
  schema: {
    summary: 'Get the prices and rules that applied to a reservation, and its activity since',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: ReservationExplanation },
  },
})
