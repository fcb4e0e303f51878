import { readLabels } from '../spots/labels.ts'

/** What is wrong with a feature of a GeoJSON file of spots. */
export const spotFeatureFaults = ['no_label', 'wrong_label', 'repeated_label', 'no_polygon'] as const
export type SpotFeatureFault = (typeof spotFeatureFaults)[number]

/** A feature of the file, counted from 1. */
export interface SpotFeature {
  number: number
  label: string
  shape: number[][] | null
  faults: SpotFeatureFault[]
}

/** Properties that may have the label, in this order. */
const labelProperties = ['label', 'name', 'ref'] as const

/**
 * Reads a GeoJSON FeatureCollection with one polygon and a label for each spot. Open rings are closed, altitudes and holes left
 * out. Returns null if the text is no such file; never throws for bad data.
 */
export function readSpotFeatures(text: string): SpotFeature[] | null {
  const features = fieldOf(parsed(text), 'features')
  if (!Array.isArray(features) || features.length === 0) return null
  const seen = new Set<string>()
  return features.map((feature: unknown, at) => {
    const label = labelOf(fieldOf(feature, 'properties'))
    const shape = shapeOf(fieldOf(feature, 'geometry'))
    const read = readLabels(label)
    const isWrong = label !== '' && !(read.ok && read.labels.length === 1 && read.labels[0] === label)
    const found: [SpotFeatureFault, boolean][] = [
      ['no_label', label === ''],
      ['wrong_label', isWrong],
      ['repeated_label', label !== '' && seen.has(label)],
      ['no_polygon', shape === null],
    ]
    seen.add(label)
    return { number: at + 1, label, shape, faults: found.flatMap(([fault, isSo]) => (isSo ? [fault] : [])) }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const fieldOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined

function labelOf(properties: unknown): string {
  for (const name of labelProperties) {
    const value = fieldOf(properties, name)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

function shapeOf(geometry: unknown): number[][] | null {
  if (fieldOf(geometry, 'type') !== 'Polygon') return null
  const coordinates = fieldOf(geometry, 'coordinates')
  const ring: unknown = Array.isArray(coordinates) ? coordinates[0] : null
  if (!Array.isArray(ring)) return null
  const corners: number[][] = []
  for (const corner of ring as unknown[]) {
    const [lng, lat] = Array.isArray(corner) ? (corner as unknown[]) : []
    if (typeof lng !== 'number' || typeof lat !== 'number') return null
    corners.push([lng, lat])
  }
  const [first, last] = [corners[0], corners.at(-1)]
  if (!first || !last) return null
  const closed = first[0] === last[0] && first[1] === last[1] ? corners : [...corners, first]
  return closed.length >= 4 ? closed : null
}
