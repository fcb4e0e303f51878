import { spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, LotParams, Nullable, OneOf, Page, PageQuery, Ring } from './common.ts'
import { Price } from './quotes.ts'
import { parties, route } from './route.ts'

/** Prices of a lot. A rate that is null is not sold. */
export const PriceConfiguration = Type.Object({
  currency: Currency,
  cents_per_currency_unit: Type.Integer(),
  min_reservation_price: Cents,
  max_reservation_price: Cents,
  half_hour_cents: Nullable(Cents),
  hour_cents: Nullable(Cents),
  day_cents: Nullable(Cents),
  month_cents: Nullable(Cents),
  event_cents: Nullable(Cents),
  service_fee_cents: Cents,
  service_fee_bps: Type.Integer({
    description: 'Service fee in hundredths of a percent of the parking price.',
  }),
})

/** A lot as anyone may see it. */
export const PublicLot = Type.Object({
  id: Id,
  public_id: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  managed_by: Nullable(Type.String()),
  street: Nullable(Type.String()),
  city: Nullable(Type.String()),
  region: Nullable(Type.String()),
  postal_code: Nullable(Type.String()),
  country: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  boundary: Nullable(Type.Array(Ring, { description: 'Polygon of the ground: outer ring, then holes.' })),
  time_zone: Type.String(),
  spot_count: Type.Integer(),
  snap_minutes: Type.Integer(),
  hold_minutes: Type.Integer(),
  cancel_until_minutes_after_start: Type.Integer(),
  price_configuration: PriceConfiguration,
})
export type PublicLot = Static<typeof PublicLot>

/** A price for a stay, or the reason why there is none. */
export const Offer = Type.Object({
  price: Nullable(Price),
  refusal: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
})
export type Offer = Static<typeof Offer>

export const Stay = {
  starts_at: Instant,
  ends_at: Instant,
}

export const getPublicLot = route({
  method: 'GET',
  url: '/api/v1/lots/:public_id/public',
  config: { access: ['anonymous'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'A lot by the public id of its links and signs, with the price of a stay if one is named',
    tags: ['lots'],
    params: Type.Object({ public_id: Type.String({ minLength: 10, maxLength: 60 }) }),
    querystring: Type.Object({ starts_at: Type.Optional(Instant), ends_at: Type.Optional(Instant) }),
    response: {
      200: Type.Object({ lot: PublicLot, offer: Nullable(Offer), free_spots: Nullable(Type.Integer()) }),
    },
  },
})

export const StaffLot = Type.Object({
  ...PublicLot.properties,
  is_private: Type.Boolean(),
  platform_share_bps: Type.Integer(),
  terms_version: Type.Integer(),
})

export const getLot = route({
  method: 'GET',
  url: '/api/v1/lots/id/:lot_id',
  config: { access: ['member', ...parties.staff], subject: { kind: 'lot', in: 'params', name: 'lot_id' } },
  schema: {
    summary: 'A lot as its people see it',
    tags: ['lots'],
    params: LotParams,
    response: { 200: StaffLot },
  },
})

/** A spot for a time, as a driver chooses it: never who is on it. */
export const OfferedSpot = Type.Object({
  id: Id,
  label: Type.String(),
  type: OneOf(spotTypes),
  features: Type.Array(OneOf(spotFeatures)),
  level: Type.Integer(),
  shape: Nullable(Ring),
  is_free: Type.Boolean({ description: 'Bookable for the whole time asked for.' }),
})
export type OfferedSpot = Static<typeof OfferedSpot>

export const searchLotSpots = route({
  method: 'GET',
  url: '/api/v1/search/lot-spots',
  config: {
    access: parties.lotReaders,
    subject: { kind: 'lot', in: 'querystring', name: 'lot_id' },
    limit: { max: 600, minutes: 5 },
  },
  schema: {
    summary: 'The spots of one lot, and which are free for a time',
    tags: ['search'],
    querystring: Type.Object({ lot_id: Id, ...Stay }),
    response: { 200: Type.Object({ items: Type.Array(OfferedSpot) }) },
  },
})

export const SearchResult = Type.Object({
  lot: PublicLot,
  distance_m: Type.Integer(),
  walk_minutes: Type.Integer(),
  free_spots: Type.Integer(),
  price: Price,
})
export type SearchResult = Static<typeof SearchResult>

export const search = route({
  method: 'GET',
  url: '/api/v2/search',
  config: { access: ['anonymous', 'user'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'Lots near a point with a spot free for the whole time, each with its all-in price',
    tags: ['search'],
    querystring: Type.Object({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lng: Type.Number({ minimum: -180, maximum: 180 }),
      radius_m: Type.Optional(Type.Integer({ minimum: 50, maximum: 5000, default: 1500 })),
      ...Stay,
      sort: Type.Optional(OneOf(['price', 'distance'] as const)),
      ...PageQuery,
    }),
    response: { 200: Page(SearchResult) },
  },
})

export const Place = Type.Object({
  kind: OneOf(['CITY', 'POSTAL_CODE', 'LOT'] as const),
  name: Type.String(),
  detail: Type.String({
    description: 'What tells it from others of the name: region and country, or an address.',
  }),
  lat: Type.Number(),
  lng: Type.Number(),
})
export type Place = Static<typeof Place>

export const listPlaces = route({
  method: 'GET',
  url: '/api/v1/places',
  config: { access: ['anonymous'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'Places whose name begins so: towns, postal codes, and public lots by name or street',
    tags: ['search'],
    querystring: Type.Object({ q: Type.String({ minLength: 1, maxLength: 80 }) }),
    response: { 200: Type.Object({ items: Type.Array(Place) }) },
  },
})
