import { availabilityKinds } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  SentVersion,
  StrictObject,
  StringEnum,
  Version,
} from '../common.ts'
import { grants, route } from '../route.ts'
import { RateSet, RateSetInput } from './prices.ts'
import { Recurrence, RecurrenceInput } from './recurrence.ts'

/**
 * An availability rule that opens or closes a spot, a zone, or the whole lot. An unassigned spot is open unless
 * something closes it; an assigned one is closed unless its assignee opens it; CLOSED always wins.
 */
export const Availability = Type.Object({
  id: Id,
  lot_id: Id,
  spot_id: Nullable(Id),
  zone_id: Nullable(Id),
  kind: StringEnum(availabilityKinds),
  ...Recurrence,
  rates: Nullable(RateSet),
  note: Nullable(Type.String()),
  version: Version,
})
export type Availability = Static<typeof Availability>

/** An availability rule as its reader sees it. */
const SeenAvailability = Type.Object({
  ...Availability.properties,
  is_mine: Type.Boolean({
    description: 'Whether I made it. An assignee can only delete closures that they made.',
  }),
})

/** A part of a spot's calendar: open, closed, or taken, without saying by whom. */
export const CalendarPart = Type.Object({
  starts_at: Instant,
  ends_at: Instant,
  state: StringEnum(['OPEN', 'CLOSED', 'TAKEN'] as const),
})
export type CalendarPart = Static<typeof CalendarPart>

const spot = { kind: 'spot', in: 'params', name: 'spot_id' } as const
const subject = { kind: 'availability', in: 'params', name: 'availability_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const SpotParams = Type.Object({ spot_id: Id })
const AvailabilityParams = Type.Object({ availability_id: Id })
const note = Type.Optional(Nullable(Type.String({ maxLength: 300 })))

export const getSpotAvailabilityRoute = route({
  method: 'GET',
  url: '/api/v2/spots/:spot_id/availability',
  config: { access: ['resource_owner', ...grants.lotReaders], errors: [], subject: spot },
  schema: {
    summary:
      'List when a spot is free, closed, or taken, for at most 92 days. Its assignee and the staff also see the rules',
    tags: ['availability'],
    params: SpotParams,
    querystring: Type.Object({ starts_at: Type.Optional(Instant), ends_at: Type.Optional(Instant) }),
    response: {
      200: Type.Object({
        starts_at: Instant,
        ends_at: Instant,
        parts: Type.Array(CalendarPart),
        availability_rules: Nullable(Type.Array(SeenAvailability)),
        has_price: Nullable(Type.Boolean(), {
          description:
            'Whether the spot has any price: a rate of its own, of its zone, of its lot, or of one of these rules. Null for who does not see the rules.',
        }),
      }),
    },
  },
})

export const createSpotAvailabilityRoute = route({
  method: 'POST',
  url: '/api/v2/spots/:spot_id/availability',
  config: {
    access: ['resource_owner', ...admins],
    errors: ['availability_in_use', 'availability_not_possible'],
    subject: spot,
  },
  schema: {
    summary:
      'Open or close a spot for a time. Its assignee can set their own rates within the limits of the lot',
    tags: ['availability'],
    params: SpotParams,
    body: StrictObject({
      kind: StringEnum(availabilityKinds),
      ...RecurrenceInput,
      rates: Type.Optional(Nullable(RateSetInput)),
      note,
    }),
    response: { 201: Availability },
  },
})

export const updateAvailabilityRoute = route({
  method: 'PATCH',
  url: '/api/v2/availability/:availability_id',
  config: {
    access: ['resource_owner', ...admins],
    errors: ['availability_changed', 'availability_in_use', 'availability_not_possible'],
    subject,
  },
  schema: {
    summary: 'Change an availability rule. Fails if another driver’s reservation depends on it',
    tags: ['availability'],
    params: AvailabilityParams,
    body: StrictObject({
      ...Type.Partial(Type.Object(RecurrenceInput)).properties,
      rates: Type.Optional(Nullable(RateSetInput)),
      note,
      version: Type.Optional(SentVersion('availability_changed')),
    }),
    response: { 200: Availability },
  },
})

export const deleteAvailabilityRoute = route({
  method: 'DELETE',
  url: '/api/v2/availability/:availability_id',
  config: {
    access: ['resource_owner', ...admins],
    errors: ['availability_in_use', 'availability_not_possible'],
    subject,
  },
  schema: {
    summary: 'Delete an availability rule. Fails if a reservation depends on it',
    tags: ['availability'],
    params: AvailabilityParams,
    response: { 204: NoContent },
  },
})

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const

export const listLotClosuresRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/closures',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the closures of a whole lot or zone, such as blackouts and maintenance',
    tags: ['availability'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(Availability) }) },
  },
})

export const createLotClosureRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/closures',
  config: { access: admins, errors: ['availability_not_possible'], subject: lot },
  schema: {
    summary:
      'Close a whole lot or zone for a time. Existing reservations stay valid; the response counts them',
    tags: ['availability'],
    params: LotParams,
    body: StrictObject({ zone_id: Type.Optional(Nullable(Id)), ...RecurrenceInput, note }),
    response: { 201: Type.Object({ closure: Availability, reservations_in_it: Type.Integer() }) },
  },
})
