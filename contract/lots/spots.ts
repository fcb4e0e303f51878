import { spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { eachSpotFact, spotFacts } from '@openspot/core/spots/spot-facts.ts'
import { type Static, Type } from 'typebox'
import { RateSet, RateSetInput, SpotPriceBoundsInput } from '../booking/prices.ts'
import { LocalDate } from '../booking/recurrence.ts'
import { Assignee, Id, Instant, NoContent, Nullable, SeenName, StrictObject, StringEnum } from '../common.ts'
import { grants, route } from '../route.ts'
import { OfferedSpot } from './lots.ts'

/** A spot as anyone may see it. */
export const Spot = Type.Object({ ...Type.Omit(OfferedSpot, ['is_free', 'price']).properties, lot_id: Id })
export type Spot = Static<typeof Spot>

/** What staff write about a spot. */
export const SpotFactsInput = eachSpotFact((fact) =>
  Type.Optional(Nullable(Type.String({ maxLength: spotFacts[fact] }))),
)

/** A spot as the lot's people see it: its assignee, its own rates, what staff write about it. Others do not see these. */
export const StaffSpot = Type.Object({
  ...Spot.properties,
  rates: Type.Optional(RateSet),
  ...SpotPriceBoundsInput,
  ...eachSpotFact(() => Type.Optional(Nullable(Type.String()))),
  assigned_user_id: Type.Optional(Nullable(Id)),
  assigned_group_id: Type.Optional(Nullable(Id)),
  assigned_to: Type.Optional(Assignee),
  assigned_until_on: Type.Optional(Nullable(LocalDate)),
})
export type StaffSpot = Static<typeof StaffSpot>

const subject = { kind: 'spot', in: 'params', name: 'spot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
export const SpotParams = Type.Object({ spot_id: Id })

export const getSpotRoute = route({
  method: 'GET',
  url: '/api/v1/spots/:spot_id',
  config: { access: grants.lotReaders, errors: [], subject },
  schema: {
    summary: 'Get a spot',
    tags: ['spots'],
    params: SpotParams,
    response: { 200: StaffSpot },
  },
})

export const updateSpotRoute = route({
  method: 'PATCH',
  url: '/api/v1/spots/:spot_id',
  config: { access: admins, errors: ['name_taken', 'spot_assigned', 'spot_in_use'], subject },
  schema: {
    summary:
      'Change the label, type, zone, rates, bounds of the charge, or assignee of a spot. Its lot cannot be changed',
    tags: ['spots'],
    params: SpotParams,
    body: StrictObject({
      label: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
      type: Type.Optional(StringEnum(spotTypes)),
      features: Type.Optional(Type.Array(StringEnum(spotFeatures), { maxItems: 10, uniqueItems: true })),
      level: Type.Optional(Type.Integer({ minimum: -20, maximum: 200 })),
      zone_id: Type.Optional(Nullable(Id)),
      rates: Type.Optional(RateSetInput),
      ...SpotPriceBoundsInput,
      ...SpotFactsInput,
      assigned_user_id: Type.Optional(Nullable(Id)),
      assigned_group_id: Type.Optional(Nullable(Id)),
      assigned_until_on: Type.Optional(Nullable(LocalDate)),
    }),
    response: { 200: StaffSpot },
  },
})

export const deleteSpotRoute = route({
  method: 'DELETE',
  url: '/api/v1/spots/:spot_id',
  config: { access: admins, errors: ['spot_in_use'], subject },
  schema: {
    summary: 'Delete a spot. Fails while it has current or upcoming reservations; the error counts them',
    tags: ['spots'],
    params: SpotParams,
    response: { 204: NoContent },
  },
})

export const getSpotOccupiedRoute = route({
  method: 'GET',
  url: '/api/v2/spots/:spot_id/occupied',
  config: { access: ['user[public_lot]', 'member', ...grants.staff], errors: [], subject },
  schema: {
    summary: 'Get whether a spot is taken at one time, and until when, or at any time within a range',
    tags: ['spots'],
    params: SpotParams,
    querystring: Type.Object({
      at: Type.Optional(Type.String({ format: 'date-time', description: 'Defaults to now.' })),
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(Instant),
    }),
    response: {
      200: Type.Object({
        is_occupied: Type.Boolean({
          description: 'Whether a reservation holds it at that time or at any time in the range.',
        }),
        is_bookable: Type.Boolean({
          description: 'Whether it can be booked at that time or for the whole range.',
        }),
        starts_at: Instant,
        ends_at: Nullable(Instant),
        occupied_until: Nullable(
          Type.String({
            format: 'date-time',
            description: 'When the reservation that holds it ends, if it has an end.',
          }),
        ),
        free_until: Nullable(
          Type.String({
            format: 'date-time',
            description: 'Until when it can be booked, if there is a limit.',
          }),
        ),
      }),
    },
  },
})

/** A part of a spot's calendar as staff see it: with the person and the reason. */
export const StaffCalendarPart = Type.Object({
  starts_at: Instant,
  ends_at: Nullable(Instant),
  state: StringEnum(['OPEN', 'CLOSED', 'TAKEN'] as const),
  reservation: Nullable(
    Type.Object({ id: Id, status: Type.String(), name: SeenName, plate: Nullable(Type.String()) }),
  ),
  availability_id: Nullable(Id),
})
export type StaffCalendarPart = Static<typeof StaffCalendarPart>

export const getSpotCalendarRoute = route({
  method: 'GET',
  url: '/api/v1/spots/:spot_id/calendar',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary: 'List the reservations with their drivers and the closures of a spot within at most 92 days',
    tags: ['spots'],
    params: SpotParams,
    querystring: Type.Object({ starts_at: Instant, ends_at: Instant }),
    response: { 200: Type.Object({ parts: Type.Array(StaffCalendarPart) }) },
  },
})
