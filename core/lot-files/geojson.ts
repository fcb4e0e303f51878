import { featuresOfFeed } from './feeds.ts'
import type { FileReason, Place } from './file-reasons.ts'
import { isRecord } from './is-record.ts'
import { writeValue } from './write-value.ts'

/** One lot of a file; only its type has been checked. */
export interface RawLot {
  place: Place
  /** The rings of each of its polygons; none for a point. */
  polygons: unknown[]
  /** The coordinates of a point. */
  point: unknown
  properties: Record<string, unknown>
  /** What the file calls properties that are known by another name here. */
  titles?: ReadonlyMap<string, string>
}

export type RawFeature = RawLot | { place: Place; refusal: FileReason }

export type RawFile = { ok: true; features: RawFeature[] } | { ok: false; refusal: FileReason }

/**
 * Splits a GeoJSON text into its lots: each feature is one, or with `splits` each polygon. A problem with one feature is returned in its
 * place. Feeds of ParkAPI and of the Curb Data Specification are read as well.
 * A problem with the whole file is returned instead.
 */
export function readGeoJson(text: string, splits: boolean): RawFile {
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const detail = text.trim() === '' ? 'it is empty' : (error as Error).message
    return { ok: false, refusal: { code: 'no_json', detail } }
  }
  const features = featuresOf(data)
  if (features === null) return { ok: false, refusal: { code: 'no_geojson' } }
  if (features.length === 0) return { ok: false, refusal: { code: 'no_features' } }
  return { ok: true, features: features.flatMap((feature, at) => lotsOf(feature, at + 1, splits)) }
}

/** Accepts a collection, one feature, or a bare geometry. */
function featuresOf(data: unknown): unknown[] | null {
  if (isRecord(data)) {
    if (data.type === 'FeatureCollection' && Array.isArray(data.features)) return data.features
    if (data.type === 'Feature') return [data]
    if (data.type === 'Polygon' || data.type === 'MultiPolygon') {
      return [{ type: 'Feature', properties: {}, geometry: data }]
    }
    return featuresOfFeed(data)
  }
  return null
}

/** Splits one feature into its lots. `number` is that in the file. */
export function lotsOf(feature: unknown, number: number, splits: boolean): RawFeature[] {
  const place = { number, part: 1, parts: 1 }
  const refused = (refusal: FileReason) => [{ place, refusal }]
  if (!isRecord(feature) || feature.type !== 'Feature') return refused({ code: 'no_feature' })
  const { geometry, properties } = feature
  if (properties !== null && properties !== undefined && !isRecord(properties)) {
    return refused({ code: 'no_properties' })
  }
  if (!isRecord(geometry)) return refused({ code: 'no_geometry' })
  const { type, coordinates } = geometry
  if (type !== 'Point' && type !== 'Polygon' && type !== 'MultiPolygon') {
    return refused({
      code: 'geometry_wrong',
      type: typeof type === 'string' ? type : writeValue(type),
    })
  }
  if (!Array.isArray(coordinates) || coordinates.length === 0) return refused({ code: 'no_coordinates' })
  const whole = { place, point: null, properties: properties ?? {} }
  if (type === 'Point') return [{ ...whole, polygons: [], point: coordinates }]
  const polygons: unknown[] = type === 'Polygon' ? [coordinates] : coordinates
  if (!splits || polygons.length === 1) return [{ ...whole, polygons }]
  return polygons.map((rings, at) => ({
    ...whole,
    place: { number, part: at + 1, parts: polygons.length },
    polygons: [rings],
  }))
}
