import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, NoContent, Nullable, Ring, StrictObject } from '../common.ts'
import { grants, route } from '../route.ts'
import { Picture } from './files.ts'

const Pixels = (minimum: number, description?: string) =>
  Type.Number({ minimum, maximum: 10_000, ...(description ? { description } : {}) })
const Share = Type.Number({ minimum: -0.5, maximum: 0.5 })

/** The position of a spot on a map, in pixels of the picture from its upper-left corner. */
export const Placement = StrictObject({
  spot_id: Id,
  x: Pixels(0, 'Position of the center.'),
  y: Pixels(0),
  width: Pixels(1),
  height: Pixels(1),
  rotation: Type.Number({
    minimum: 0,
    exclusiveMaximum: 360,
    description: 'Rotation in degrees, clockwise.',
  }),
  outline: Nullable(
    Type.Array(Type.Tuple([Share, Share]), {
      minItems: 3,
      maxItems: 40,
      description:
        'Corners relative to the center in units of the width and height, from -0.5 to 0.5. Null: a rectangle.',
    }),
  ),
})
export type Placement = Static<typeof Placement>

/** How a map shows its picture; missing parts are as for a new picture. */
export const MapPictureInput = {
  picture_opacity_percent: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 100,
      default: 100,
      description: 'How strongly the picture is drawn behind the spots, for everyone who sees it.',
    }),
  ),
  shows_picture: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether drivers see the picture. If not, only staff do, who trace spots over it.',
    }),
  ),
}

export const MapSpot = Type.Object({ ...Placement.properties, label: Type.String() })
export type MapSpot = Static<typeof MapSpot>

/** A picture, or an empty sheet, with spots of the lot on it. */
export const LotMap = Type.Object({
  id: Id,
  lot_id: Id,
  name: Type.String(),
  position: Type.Integer({ description: 'The position in the list of maps.' }),
  picture: Nullable(Picture, { description: 'Null for drivers if the map does not show it.' }),
  picture_opacity_percent: Type.Integer({ description: '100: drawn as it is.' }),
  shows_picture: Type.Boolean({ description: 'Whether drivers see the picture.' }),
  width: Type.Integer(),
  height: Type.Integer(),
  version: Type.Integer(),
  spots: Type.Array(MapSpot),
  changed_at: Instant,
})
export type LotMap = Static<typeof LotMap>

const MapInput = {
  name: Type.String({ minLength: 1, maxLength: 60 }),
  position: Type.Integer({ minimum: 1, maximum: 100 }),
  file_id: Nullable(Type.String({ format: 'uuid', description: 'An uploaded picture. Null: an empty map.' })),
  width: Type.Integer({
    minimum: 100,
    maximum: 10_000,
    description: 'The width of the picture, if there is one.',
  }),
  height: Type.Integer({ minimum: 100, maximum: 10_000 }),
  ...MapPictureInput,
  spots: Type.Array(Placement, { maxItems: 3000 }),
}

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const subject = { kind: 'map', in: 'params', name: 'map_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const MapParams = Type.Object({ map_id: Id })

export const listMapsRoute = route({
  method: 'GET',
  url: '/api/v1/maps/lot/:lot_id',
  config: { access: grants.lotReaders, errors: [], subject: lot, limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'List the maps of a lot with their spots, in order, and the zones of the lot by name',
    tags: ['maps'],
    params: LotParams,
    response: {
      200: Type.Object({
        items: Type.Array(LotMap),
        zones: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
          description: 'The zones that spots name in `zone_id`, to be written on the map.',
        }),
      }),
    },
  },
})

export const createMapRoute = route({
  method: 'POST',
  url: '/api/v1/maps/lot/:lot_id',
  config: { access: admins, errors: ['map_limit', 'name_taken'], subject: lot },
  schema: {
    summary: 'Create a map. Its spots must be in the lot',
    tags: ['maps'],
    params: LotParams,
    body: StrictObject(MapInput),
    response: { 201: LotMap },
  },
})

export const getMapRoute = route({
  method: 'GET',
  url: '/api/v1/maps/:map_id',
  config: { access: grants.lotReaders, errors: [], subject },
  schema: { summary: 'Get a map', tags: ['maps'], params: MapParams, response: { 200: LotMap } },
})

export const replaceMapRoute = route({
  method: 'PUT',
  url: '/api/v1/maps/:map_id',
  config: { access: admins, errors: ['map_changed', 'name_taken'], subject },
  schema: {
    summary: 'Replace the name, position, picture, and spots of a map',
    tags: ['maps'],
    params: MapParams,
    body: StrictObject({
      ...MapInput,
      version: Type.Integer({ minimum: 1, description: 'The version that was read.' }),
    }),
    response: { 200: LotMap },
  },
})

export const deleteMapRoute = route({
  method: 'DELETE',
  url: '/api/v1/maps/:map_id',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'Delete a map with its picture. The spots stay',
    tags: ['maps'],
    params: MapParams,
    response: { 204: NoContent },
  },
})

const Polygon = Type.Object({
  type: Type.Literal('Polygon'),
  coordinates: Type.Array(Ring, { minItems: 1, maxItems: 1 }),
})

export const getSpotShapesRoute = route({
  method: 'GET',
  url: '/api/v1/maps/lot/:lot_id/geojson',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary:
      'Get the outlines of the spots of a lot as GeoJSON, with one polygon for each spot whose shape is known',
    tags: ['maps'],
    params: LotParams,
    response: {
      200: Type.Object({
        type: Type.Literal('FeatureCollection'),
        features: Type.Array(
          Type.Object({
            type: Type.Literal('Feature'),
            properties: Type.Object({ label: Type.String(), level: Type.Integer(), type: Type.String() }),
            geometry: Polygon,
          }),
        ),
      }),
    },
  },
})

export const importSpotShapesRoute = route({
  method: 'POST',
  url: '/api/v1/maps/lot/:lot_id/geojson',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Import the outlines of spots from GeoJSON, with the label of a spot in each feature',
    tags: ['maps'],
    params: LotParams,
    body: Type.Object({
      type: Type.Literal('FeatureCollection'),
      features: Type.Array(
        Type.Object({
          type: Type.Literal('Feature'),
          properties: Type.Object({ label: Type.String({ minLength: 1, maxLength: 20 }) }),
          geometry: Polygon,
        }),
        { minItems: 1, maxItems: 5000 },
      ),
    }),
    response: {
      200: Type.Object({
        changed: Type.Integer(),
        unchanged: Type.Integer(),
        unknown_labels: Type.Array(Type.String(), { description: 'No spot in the lot has this label.' }),
      }),
    },
  },
})
