import { locales } from '@openspot/core/text/locales.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Nullable, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const CityPath = Type.String({
  minLength: 5,
  maxLength: 200,
  description: 'The path of the city below /parking: country, region, and name, such as “us/il/chicago”.',
})

/** A city with lots that anyone can find. */
export const City = Type.Object({
  path: CityPath,
  name: Type.String(),
  region: Nullable(Type.String()),
  country: Type.String({ description: 'ISO 3166-1 alpha-2 code.' }),
  lot_count: Type.Integer(),
})
export type City = Static<typeof City>

export const listCitiesRoute = route({
  method: 'GET',
  url: '/api/v2/cities',
  config: { access: ['anonymous'], errors: [], limit: { max: 60, minutes: 5 } },
  schema: {
    summary: 'List the cities with public lots, by country, region, and name',
    tags: ['search'],
    response: { 200: Type.Object({ items: Type.Array(City) }) },
  },
})

/** Answers are kept by URL, so the language is in it. */
export const TextsIn = {
  locale: Type.Optional(
    StringEnum(locales, {
      description:
        'The reader’s language, for the names of lots. Without it, they are as the lots wrote them.',
    }),
  ),
}

/** A lot on the page of its city. */
export const CityLot = Type.Object({
  public_id: Type.String(),
  name: Type.String(),
  street: Nullable(Type.String()),
  spot_count: Type.Integer(),
  currency: Currency,
  hour_cents: Nullable(Cents, {
    description: 'The rate of an hour before fees. Null if the lot has no hourly rate.',
  }),
  day_cents: Nullable(Cents, { description: 'The rate of a day before fees. Null if it has none.' }),
})
export type CityLot = Static<typeof CityLot>

export const getCityRoute = route({
  method: 'GET',
  url: '/api/v2/cities/lots',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'Get a city with its largest public lots, at most 50',
    tags: ['search'],
    querystring: Type.Object({ path: CityPath, ...TextsIn }),
    response: {
      200: Type.Object({
        ...City.properties,
        lat: Type.Number({ description: 'The middle of its lots, to search from.' }),
        lng: Type.Number(),
        spot_count: Type.Integer({ description: 'Of all its public lots.' }),
        lots: Type.Array(CityLot),
      }),
    },
  },
})

export const listSitemapLotsRoute = route({
  method: 'GET',
  url: '/api/v2/sitemap-lots',
  config: { access: ['anonymous'], errors: [], limit: { max: 20, minutes: 5 } },
  schema: {
    summary: 'List the public IDs of public lots for the sitemap, the newest 45,000',
    tags: ['search'],
    response: { 200: Type.Object({ public_ids: Type.Array(Type.String()) }) },
  },
})
