import { PlainError } from '@openspot/core/plain-error.ts'

/** One polygon of a file; only its type has been checked. */
export interface RawPolygon {
  /** Its name for people: "feature 17", "feature 1, polygon 3". */
  label: string
  /** The index of the polygon in its feature, and their number. */
  part: number
  parts: number
  rings: unknown
  properties: Record<string, unknown>
}

export type RawFeature = RawPolygon | { label: string; refusal: string }

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Splits a GeoJSON text into its polygons. A problem with one feature is returned in its place.
 * @throws PlainError for a problem with the whole file
 */
export function readGeoJson(text: string): RawFeature[] {
  const features = featuresOf(parse(text))
  if (features.length === 0) throw new PlainError('The file has no features, so there is nothing to import.')
  return features.flatMap((feature, at) => polygonsOf(feature, `feature ${at + 1}`))
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
  }
  throw new PlainError(
    'The file is not GeoJSON. It must be a FeatureCollection, a Feature, a Polygon, or a MultiPolygon.',
  )
}

function polygonsOf(feature: unknown, label: string): RawFeature[] {
  if (!isRecord(feature) || feature.type !== 'Feature')
    return [{ label, refusal: 'It is not a GeoJSON Feature.' }]
  const { geometry, properties } = feature
  if (properties !== null && properties !== undefined && !isRecord(properties)) {
    return [{ label, refusal: 'Its properties are not an object.' }]
  }
  if (!isRecord(geometry)) return [{ label, refusal: 'It has no geometry. Draw its outline.' }]
  const { type, coordinates } = geometry
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    return [{ label, refusal: `It is a ${String(type)}; a lot must be a Polygon or a MultiPolygon.` }]
  }
  if (!Array.isArray(coordinates) || coordinates.length === 0)
    return [{ label, refusal: 'It has no coordinates.' }]
  const polygons: unknown[] = type === 'Polygon' ? [coordinates] : coordinates
  return polygons.map((rings, at) => ({
    label: polygons.length === 1 ? label : `${label}, polygon ${at + 1}`,
    part: at + 1,
    parts: polygons.length,
    rings,
    properties: properties ?? {},
  }))
}
