import { placePageKinds } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Nullable, StringEnum } from '../common.ts'
import { route } from '../route.ts'
import { CityLot, TextsIn } from './cities.ts'

const PlacePath = Type.String({
  minLength: 7,
  maxLength: 300,
  description:
    'The path of the place below /parking: the path of its city and its name, such as “us/il/chicago/wrigley-field”.',
})

/** A neighborhood, landmark, venue, airport, or station with a public lot within a mile in its city. */
export const PlacePage = Type.Object({
  path: PlacePath,
  kind: StringEnum(placePageKinds),
  name: Type.String(),
})
export type PlacePage = Static<typeof PlacePage>

export const listPlacePagesRoute = route({
  method: 'GET',
  url: '/api/v2/place-pages',
  config: { access: ['anonymous'], errors: [], limit: { max: 120, minutes: 5 } },
  schema: {
    summary: 'List places with a public lot within a mile in their city, by path; at most 2,000',
    tags: ['search'],
    querystring: Type.Object({
      city: Type.Optional(
        Type.String({ minLength: 5, maxLength: 200, description: 'The path of a city; all if omitted.' }),
      ),
    }),
    response: { 200: Type.Object({ items: Type.Array(PlacePage) }) },
  },
})

export const getPlacePageRoute = route({
  method: 'GET',
  url: '/api/v2/place-pages/lots',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'Get a place with the public lots within a mile in its city, the nearest first, at most 30',
    tags: ['search'],
    querystring: Type.Object({ path: PlacePath, ...TextsIn }),
    response: {
      200: Type.Object({
        ...PlacePage.properties,
        city: Type.String(),
        region: Nullable(Type.String()),
        country: Type.String({ description: 'ISO 3166-1 alpha-2 code.' }),
        city_path: Type.String({ description: 'The path of its city.' }),
        lat: Type.Number(),
        lng: Type.Number(),
        lots: Type.Array(
          Type.Object({
            ...CityLot.properties,
            distance_m: Type.Integer({ description: 'Straight-line distance in meters.' }),
          }),
        ),
      }),
    },
  },
})
