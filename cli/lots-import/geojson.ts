import { PlainError } from '@openspot/core/plain-error.ts'
import { featuresOfFeed } from './feeds.ts'
import { isRecord } from './is-record.ts'

/** One lot of a file; only its type has been checked. */
export interface RawLot {
  /** Its name for people: "feature 17", "feature 1, polygon 3". */
  label: string
  /** The index of the polygon in its feature if each is a lot of its own, and their number. */
  part: number
  parts: number
  /** The rings of each of its polygons; none for a point. */
  polygons: unknown[]
  /** The coordinates of a point. */
  point: unknown
  properties: Record<string, unknown>
}

export type RawFeature = RawLot | { label: string; refusal: string }

/**
 * Splits a GeoJSON text into its lots: each feature is one, or with `splits` each polygon. A problem with one feature is returned in its
 * place. Feeds of ParkAPI and of the Curb Data Specification are read as well.
 * @throws PlainError for a problem with the whole file
 */
export function readGeoJson(text: string, splits: boolean): RawFeature[] {
  const features = featuresOf(parse(text))
  if (features.length === 0) throw new PlainError('The file has no features, so there is nothing to import.')
  return features.flatMap((feature, at) => lotsOf(feature, `feature ${at + 1}`, splits))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = text.trim() === '' ? 'it is empty' : (error as Error).message
    throw new PlainError(`The file is not JSON: ${reason}.`)
  }
}

/** Accepts a collection, one feature, or a bare geometry. */
function featuresOf(data: unknown): unknown[] {
  if (isRecord(data)) {
    if (data.type === 'FeatureCollection' && Array.isArray(data.features)) return data.features
    if (data.type === 'Feature') return [data]
    if (data.type === 'Polygon' || data.type === 'MultiPolygon') {
      return [{ type: 'Feature', properties: {}, geometry: data }]
    }
    const feed = featuresOfFeed(data)
    if (feed !== null) return feed
  }
  throw new PlainError(
    'The file is not GeoJSON. It must be a FeatureCollection, a Feature, a Polygon, a MultiPolygon, or a feed of ParkAPI or the Curb Data Specification.',
  )
}

function lotsOf(feature: unknown, label: string, splits: boolean): RawFeature[] {
  if (!isRecord(feature) || feature.type !== 'Feature')
    return [{ label, refusal: 'It is not a GeoJSON Feature.' }]
  const { geometry, properties } = feature
  if (properties !== null && properties !== undefined && !isRecord(properties)) {
    return [{ label, refusal: 'Its properties are not an object.' }]
  }
  if (!isRecord(geometry))
    return [{ label, refusal: 'It has no geometry. Draw its outline, or set a point.' }]
  const { type, coordinates } = geometry
  if (type !== 'Point' && type !== 'Polygon' && type !== 'MultiPolygon') {
    return [
      { label, refusal: `It is a ${String(type)}; a lot must be a Point, a Polygon, or a MultiPolygon.` },
    ]
  }
  if (!Array.isArray(coordinates) || coordinates.length === 0)
    return [{ label, refusal: 'It has no coordinates.' }]
  const whole = { label, part: 1, parts: 1, point: null, properties: properties ?? {} }
  if (type === 'Point') return [{ ...whole, polygons: [], point: coordinates }]
  const polygons: unknown[] = type === 'Polygon' ? [coordinates] : coordinates
  if (!splits || polygons.length === 1) return [{ ...whole, polygons }]
  return polygons.map((rings, at) => ({
    ...whole,
    label: `${label}, polygon ${at + 1}`,
    part: at + 1,
    parts: polygons.length,
    polygons: [rings],
  }))
}
