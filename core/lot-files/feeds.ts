import { isRecord } from './is-record.ts'

/**
 * Turns a feed of ParkAPI (a city with its `lots`, https://github.com/offenesdresden/ParkAPI) or of the curb zones of the Curb Data
 * Specification (`data.zones`, https://github.com/openmobilityfoundation/curb-data-specification) into GeoJSON features. Null for anything
 * else.
 */
export function featuresOfFeed(data: Readonly<Record<string, unknown>>): unknown[] | null {
  if (Array.isArray(data['lots'])) return data['lots'].map(featureOfLot)
  const inner = data['data']
  if (isRecord(inner) && Array.isArray(inner['zones'])) return inner['zones'].map(featureOfZone)
  return null
}

function featureOfLot(lot: unknown): unknown {
  if (!isRecord(lot)) return lot
  const { coords, ...properties } = lot
  const at = isRecord(coords) ? { type: 'Point', coordinates: [coords['lng'], coords['lat']] } : null
  return { type: 'Feature', geometry: at, properties }
}

function featureOfZone(zone: unknown): unknown {
  if (!isRecord(zone)) return zone
  const { geometry, ...properties } = zone
  // Signs show the number of a zone; its name is for its city.
  const name = properties['name'] ?? properties['user_zone_id'] ?? properties['street_name'] ?? null
  return { type: 'Feature', geometry, properties: { ...properties, name } }
}
