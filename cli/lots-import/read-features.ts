import { createHash } from 'node:crypto'
import type { LaidOutSpot } from '@openspot/core/geo/spot-layout.ts'
import { plainName } from '@openspot/core/text/plain-name.ts'
import { type RawPolygon, readGeoJson } from './geojson.ts'
import { MAX_SPOTS, pointInside, type Ring, readOutline } from './read-outline.ts'
import { type Rates, readRates } from './read-rates.ts'

/** A lot as described by a file. */
export interface LotDraft {
  /** Depends only on outline and name, so it is stable when anything else in the file changes. */
  source_key: string
  /** Null if the file has none; then it is named after its city. */
  name: string | null
  /** Its number in the file, for a generated name. */
  number: number
  managed_by: string | null
  rates: Rates
  rings: Ring[]
  lat: number
  lng: number
  spots: LaidOutSpot[]
  /** Whether the file gives the number of spots; otherwise as many as fit. */
  is_counted: boolean
  /** All properties from the file. */
  properties: Record<string, unknown>
}

/** One polygon of the file: the lot to import, or why it is rejected. */
export type ReadFeature = { label: string; notes: string[] } & (
  | { draft: LotDraft; refusal: null }
  | { draft: null; refusal: string }
)

/**
 * Reads lots from a GeoJSON text. An invalid feature gets a reason in plain words and does not affect the others.
 * @throws PlainError for a file that is not GeoJSON or is empty
 */
export function readFeatures(text: string): ReadFeature[] {
  const keys = new Map<string, string>()
  return readGeoJson(text).map((raw, at) => {
    if ('refusal' in raw) return { label: raw.label, notes: [], draft: null, refusal: raw.refusal }
    const { label } = raw
    const read = readDraft(raw, at + 1)
    if (typeof read === 'string') return { label, notes: [], draft: null, refusal: read }
    const { draft, notes } = read
    const twin = keys.get(draft.source_key)
    if (twin !== undefined) {
      return {
        label,
        notes: [],
        draft: null,
        refusal: `It is the same as ${twin}: both have the same name and place.`,
      }
    }
    keys.set(draft.source_key, label)
    return { label, notes, draft, refusal: null }
  })
}

/** Returns the lot, or why it is rejected. */
function readDraft(raw: RawPolygon, number: number): { draft: LotDraft; notes: string[] } | string {
  const { properties } = raw
  const named = readText(properties, 'name', 120)
  const managed = readText(properties, 'managed_by', 120)
  const spots = readCount(properties.spots ?? null)
  const rates = readRates(properties)
  for (const part of [named, managed, spots, rates]) if (!part.ok) return part.refusal
  if (!named.ok || !managed.ok || !spots.ok || !rates.ok) return ''
  // A count applies to the whole feature, so with several polygons it is unknown how many each has.
  const isParted = raw.parts > 1
  const count = isParted ? null : spots.count
  const outline = readOutline(raw.rings, count)
  if (!outline.ok) return outline.refusal
  const { rings } = outline
  const name = named.text !== null && isParted ? `${named.text} ${raw.part}` : named.text
  const notes = [...rates.notes, ...(outline.note === null ? [] : [outline.note])]
  if (isParted && spots.count !== null) {
    notes.push(`spots is ${spots.count} for ${raw.parts} polygons, so as many spots as fit are created.`)
  }
  const draft: LotDraft = {
    source_key: createHash('sha256')
      .update(JSON.stringify([name, rings]))
      .digest('hex')
      .slice(0, 32),
    // Map files come from third parties, so disallowed parts of names are removed.
    name: name === null ? null : plainName(name) || null,
    number,
    managed_by: managed.text,
    rates: rates.rates,
    rings,
    ...pointInside(rings),
    spots: outline.spots,
    is_counted: count !== null,
    properties,
  }
  return { draft, notes }
}

type Refused = { ok: false; refusal: string }

function readText(
  properties: Record<string, unknown>,
  property: string,
  longest: number,
): { ok: true; text: string | null } | Refused {
  const value = properties[property] ?? null
  if (value === null) return { ok: true, text: null }
  if (typeof value !== 'string') {
    return { ok: false, refusal: `${property} must be a string, not ${JSON.stringify(value)}.` }
  }
  const text = value.trim()
  if (text.length > longest)
    return { ok: false, refusal: `${property} is longer than ${longest} characters.` }
  return { ok: true, text: text === '' ? null : text }
}

function readCount(value: unknown): { ok: true; count: number | null } | Refused {
  if (value === null) return { ok: true, count: null }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    return { ok: false, refusal: `spots must be a whole number of at least 1, not ${JSON.stringify(value)}.` }
  }
  if (value > MAX_SPOTS)
    return { ok: false, refusal: `spots is ${value}; a lot can have at most ${MAX_SPOTS}.` }
  return { ok: true, count: value }
}
