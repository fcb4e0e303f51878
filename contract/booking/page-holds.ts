import { spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, NoContent, Nullable, StrictObject, StringEnum } from '../common.ts'
import { grants, route } from '../route.ts'
import { Price } from './quotes.ts'
import { ChosenSpot } from './reservations.ts'

/** Why a page has a hold or not. */
export const pageHoldOutcomes = ['HELD', 'TAKEN', 'RAN_OUT', 'LIMITED', 'HAS_ONE', 'NOT_SOLD'] as const

/** A spot that nobody else can book while the booking page is filled in. */
export const PageHold = Type.Object({
  spot: ChosenSpot,
  starts_at: Instant,
  ends_at: Nullable(Instant),
  price: Nullable(Price, { description: 'What this visitor would pay now.' }),
  expires_at: Instant,
  seconds_left: Type.Integer({ description: 'The time until then, for clocks that are wrong.' }),
})
export type PageHold = Static<typeof PageHold>

export const PlacedPageHold = Type.Object({
  outcome: StringEnum(pageHoldOutcomes, {
    description:
      'HELD; TAKEN: no such spot is free; RAN_OUT: the visitor’s hold ended by itself, and `renews` starts another one; LIMITED: the visitor, their network, or all visitors of the lot hold too many; HAS_ONE: the driver has a reservation in this lot at an overlapping time; NOT_SOLD: there is no price for this time.',
  }),
  hold: Nullable(PageHold),
})
export type PlacedPageHold = Static<typeof PlacedPageHold>

export const placePageHoldRoute = route({
  method: 'POST',
  url: '/api/v2/page-holds',
  config: {
    access: grants.lotReaders,
    errors: [],
    subject: [
      { kind: 'spot', in: 'body', name: 'spot_id' },
      { kind: 'lot', in: 'body', name: 'lot_id' },
    ],
    limit: { max: 60, minutes: 5 },
    weight: 2,
  },
  schema: {
    summary:
      'Hold a spot for ten minutes while a booking page is filled in. Pass spot_id for that spot, or lot_id for the best available one; leave ends_at out for a monthly reservation. A visitor holds at most one spot of a lot: asking again, also from another tab, returns the hold that there is, with the time that is left; asking for something else moves it. Visitors without an account are told apart by a cookie that this response sets. Booking the spot ends the hold',
    tags: ['reservations'],
    body: StrictObject({
      page_id: Type.String({ format: 'uuid', description: 'A random ID of the page that shows the hold.' }),
      spot_id: Type.Optional(Id),
      lot_id: Type.Optional(Id),
      type: Type.Optional(StringEnum(spotTypes)),
      features: Type.Optional(Type.Array(StringEnum(spotFeatures), { maxItems: spotFeatures.length })),
      starts_at: Instant,
      ends_at: Type.Optional(Instant),
      renews: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Whether the visitor asks for another hold after theirs ran out.',
        }),
      ),
    }),
    response: { 200: PlacedPageHold },
  },
})

export const getPageHoldRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/page-hold',
  config: {
    access: grants.lotReaders,
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    limit: { max: 300, minutes: 5 },
  },
  schema: {
    summary: 'Get what the caller’s booking page holds in a lot, if anything',
    tags: ['reservations'],
    params: Type.Object({ lot_id: Id }),
    response: { 200: Type.Object({ hold: Nullable(PageHold) }) },
  },
})

export const releasePageHoldRoute = route({
  method: 'DELETE',
  url: '/api/v2/page-holds/:page_id',
  config: { access: ['anonymous'], errors: [], limit: { max: 120, minutes: 5 } },
  schema: {
    summary:
      'Release what a page holds, because it was left. Does nothing if another page of the visitor shows the hold by now. Coming back within its time returns it, if the spot is still free',
    tags: ['reservations'],
    params: Type.Object({ page_id: Type.String({ format: 'uuid' }) }),
    response: { 204: NoContent },
  },
})
