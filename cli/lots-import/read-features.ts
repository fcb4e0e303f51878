import { createHash } from 'node:crypto'
import type { LaidOutSpot } from '@openspot/core/geo/spot-layout.ts'
import { plainName } from '@openspot/core/text/plain-name.ts'
import { type RawLot, readGeoJson } from './geojson.ts'
import type { Outcome } from './outcomes.ts'
import { MAX_SPOTS, pointInside, type Ring, readOutline, readPoint } from './read-outline.ts'
import { type Rates, readRates } from './read-rates.ts'
import { type Facts, ownProperties, readTags, type SpotFeature } from './read-tags.ts'

/** A lot as described by a file. */
export interface LotDraft {
  /** Depends only on place and name, so it is stable when anything else in the file changes. */
  source_key: string
  /** Null if the file has none; then it is named after its city. */
  name: string | null
  /** Its number in the file, for a generated name. */
  number: number
  facts: Facts
  rates: Rates
  /** Null for a point. */
  rings: Ring[] | null
  lat: number
  lng: number
  spots: LaidOutSpot[]
  /** How many of the spots, the first ones, are accessible, and what all of them have. */
  accessible: number
  spot_features: SpotFeature[]
  /** Whether the file gives the number of spots; otherwise as many as fit. */
  is_counted: boolean
  /** All properties from the file. */
  properties: Record<string, unknown>
}

/** One lot of the file: the lot to import, or why it is rejected; and what became of its properties. */
export type ReadFeature = { label: string; notes: string[]; outcomes: Outcome[] } & (
  | { draft: LotDraft; refusal: null }
  | { draft: null; refusal: string }
)

/**
 * Reads lots from a GeoJSON text, or from a feed (feeds.ts). An invalid feature gets a reason in plain words and does not affect the others.
 * With `splits`, each polygon of a feature is a lot of its own.
 * @throws PlainError for a file of another kind, or an empty one
 */
export function readFeatures(text: string, { splits = false } = {}): ReadFeature[] {
  const keys = new Map<string, string>()
  return readGeoJson(text, splits).map((raw, at) => {
    const refused = (refusal: string): ReadFeature => ({
      label: raw.label,
      notes: [],
      outcomes: [{ property: 'the feature', outcome: 'refused', reason: refusal }],
      draft: null,
      refusal,
    })
    if ('refusal' in raw) return refused(raw.refusal)
    const read = readDraft(raw, at + 1)
    if (typeof read === 'string') return refused(read)
    const { draft, notes, outcomes } = read
    const twin = keys.get(draft.source_key)
    if (twin !== undefined) return refused(`It is the same as ${twin}: both have the same name and place.`)
    keys.set(draft.source_key, raw.label)
    return { label: raw.label, notes, outcomes, draft, refusal: null }
  })
}

type Draft = { draft: LotDraft; notes: string[]; outcomes: Outcome[] }

/** Returns the lot, or why it is rejected. */
function readDraft(raw: RawLot, number: number): Draft | string {
  const { properties } = raw
  const named = readText(properties, 'name', 120)
  const spots = readCount(properties.spots ?? null)
  const rates = readRates(properties)
  for (const part of [named, spots, rates]) if (!part.ok) return part.refusal
  if (!named.ok || !spots.ok || !rates.ok) return ''
  const tags = readTags(properties, spots.count)
  if (tags.refusal !== null) return tags.refusal
  // A count applies to the whole feature, so with several lots it is unknown how many each has.
  const isParted = raw.parts > 1
  const count = isParted ? null : tags.count
  const placed = placeOf(raw, count)
  if (typeof placed === 'string') return placed
  const { rings, at, key } = placed
  const name = named.text !== null && isParted ? `${named.text} ${raw.part}` : named.text
  const notes = [...rates.notes, ...placed.notes]
  if (isParted && tags.count !== null)
    notes.push(`spots is ${tags.count} for ${raw.parts} polygons, so as many spots as fit are created.`)
  const outcomes = [
    ...tags.outcomes,
    ...(count === null ? [guessedSpots(placed.spots.length, rings !== null)] : []),
    ...ownOutcomes(properties, rates.notes),
  ]
  const draft: LotDraft = {
    source_key: createHash('sha256')
      .update(JSON.stringify([name, key]))
      .digest('hex')
      .slice(0, 32),
    // Map files come from third parties, so disallowed parts of names are removed.
    name: name === null ? null : plainName(name) || null,
    number,
    facts: tags.facts,
    rates: rates.rates,
    rings,
    ...at,
    spots: placed.spots,
    accessible: Math.min(tags.accessible, placed.spots.length),
    spot_features: tags.spot_features,
    is_counted: count !== null,
    properties,
  }
  return { draft, notes, outcomes }
}

interface Placed {
  rings: Ring[] | null
  at: { lat: number; lng: number }
  /** By what the lot is known again. */
  key: unknown
  spots: LaidOutSpot[]
  notes: string[]
}

function placeOf(raw: RawLot, count: number | null): Placed | string {
  if (raw.polygons.length === 0) {
    const point = readPoint(raw.point, count)
    return point.ok
      ? { rings: null, at: point.at, key: point.at, spots: point.spots, notes: [] }
      : point.refusal
  }
  const outline = readOutline(raw.polygons, count)
  if (!outline.ok) return outline.refusal
  const { rings, polygons, spots, notes } = outline
  // Lots of one polygon keep the key that they had before several were one lot.
  const key = polygons.length === 1 ? rings : polygons
  return { rings, at: pointInside(rings), key, spots, notes }
}

const guessedSpots = (count: number, hasOutline: boolean): Outcome => ({
  property: 'number of spots',
  outcome: 'guessed',
  reason: hasOutline ? 'as many as fit into the outline' : `a point without a number of spots gets ${count}`,
})

/** Our own names are read elsewhere; what they say in words has a note. */
function ownOutcomes(properties: Readonly<Record<string, unknown>>, notes: readonly string[]): Outcome[] {
  return ownProperties
    .filter((property) => (properties[property] ?? '') !== '')
    .map((property) => {
      const isLeftOut = notes.some((note) => note.startsWith(`${property} is `))
      return {
        property,
        outcome: isLeftOut ? 'ignored' : 'taken',
        reason: isLeftOut ? 'it is not a price that a lot can have' : null,
      }
    })
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
