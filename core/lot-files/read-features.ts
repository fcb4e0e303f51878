import type { LaidOutSpot } from '../geo/spot-layout.ts'
import { plainName } from '../text/plain-name.ts'
import type { FileReason, Place } from './file-reasons.ts'
import type { RawFeature, RawFile, RawLot } from './geojson.ts'
import type { Outcome } from './outcomes.ts'
import {
  MAX_SPOTS,
  type OutlineLimits,
  pointInside,
  type Ring,
  readOutline,
  readPoint,
} from './read-outline.ts'
import { type Rates, readRates } from './read-rates.ts'
import { type Facts, ownProperties, readTags, type SpotFeature } from './read-tags.ts'
import { writeValue } from './write-value.ts'

/** A lot as described by a file. */
export interface LotDraft {
  /** Depends only on place and name, so it is the same when anything else in the file changes. */
  identity: string
  /** Null if the file has none; then it is named by its number and city (`fileLotName` of `messages/lot-file-text.ts`). */
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
export type ReadFeature = { place: Place; notes: FileReason[]; outcomes: Outcome[] } & (
  | { draft: LotDraft; refusal: null }
  | { draft: null; refusal: FileReason }
)

/** Reads all lots of a file. An invalid feature gets a reason and does not affect the others. */
export function readFeatures({ features }: Extract<RawFile, { ok: true }>): ReadFeature[] {
  const known = new Map<string, Place>()
  return features.map((raw, at) => {
    const read = readFeature(raw, at + 1)
    if (read.draft === null) return read
    const twin = known.get(read.draft.identity)
    if (twin !== undefined) return refused(raw.place, { code: 'same', ...twin })
    known.set(read.draft.identity, raw.place)
    return read
  })
}

const refused = (place: Place, refusal: FileReason): ReadFeature => ({
  place,
  notes: [],
  outcomes: [{ property: { own: 'feature' }, outcome: 'refused', reason: refusal }],
  draft: null,
  refusal,
})

/** Reads one lot by itself. `number` is that in the file. Without `limits`, a large outline takes minutes. */
export function readFeature(
  raw: RawFeature,
  number: number,
  limits: OutlineLimits | null = null,
): ReadFeature {
  if ('refusal' in raw) return refused(raw.place, raw.refusal)
  const { titles } = raw
  const read = readLot(raw, number, limits)
  return titles ? namedAsIn(titles, read) : read
}

/** Calls properties by their names in the file. */
function namedAsIn(titles: ReadonlyMap<string, string>, read: ReadFeature): ReadFeature {
  const titled = (property: string) => titles.get(property) ?? property
  const said = <Said extends FileReason | null>(reason: Said): Said =>
    reason && 'property' in reason ? { ...reason, property: titled(reason.property) } : reason
  const named = {
    notes: read.notes.map(said),
    outcomes: read.outcomes.map(({ property, outcome, reason }) => ({
      property: typeof property === 'string' ? titled(property) : property,
      outcome,
      reason: said(reason),
    })),
  }
  return read.draft === null ? { ...read, ...named, refusal: said(read.refusal) } : { ...read, ...named }
}

function readLot(raw: RawLot, number: number, limits: OutlineLimits | null): ReadFeature {
  const refuse = (refusal: FileReason) => refused(raw.place, refusal)
  const { properties, place } = raw
  const named = readText(properties, 'name', 120)
  const spots = readCount(properties.spots ?? null)
  const rates = readRates(properties)
  if (!named.ok) return refuse(named.refusal)
  if (!spots.ok) return refuse(spots.refusal)
  if (!rates.ok) return refuse(rates.refusal)
  const tags = readTags(properties, spots.count)
  if (tags.refusal !== null) return refuse(tags.refusal)
  // A count applies to the whole feature, so with several lots it is unknown how many each has.
  const isParted = place.parts > 1
  const count = isParted ? null : tags.count
  const placed = placeOf(raw, count, limits)
  if (!placed.ok) return refuse(placed.refusal)
  const { rings, at, key } = placed
  const name = named.text !== null && isParted ? `${named.text} ${place.part}` : named.text
  const notes = [...rates.notes, ...placed.notes]
  if (isParted && tags.count !== null)
    notes.push({ code: 'spots_of_all', count: tags.count, parts: place.parts })
  const outcomes = [
    ...tags.outcomes,
    ...(count === null ? [guessedSpots(placed.spots.length, rings !== null)] : []),
    ...ownOutcomes(properties, rates.notes),
  ]
  const draft: LotDraft = {
    identity: JSON.stringify([name, key]),
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
  return { place, notes, outcomes, draft, refusal: null }
}

interface Placed {
  ok: true
  rings: Ring[] | null
  at: { lat: number; lng: number }
  /** By what the lot is known again. */
  key: unknown
  spots: LaidOutSpot[]
  notes: FileReason[]
}

function placeOf(raw: RawLot, count: number | null, limits: OutlineLimits | null): Placed | Refused {
  if (raw.polygons.length === 0) {
    const point = readPoint(raw.point, count)
    return point.ok
      ? { ok: true, rings: null, at: point.at, key: point.at, spots: point.spots, notes: [] }
      : point
  }
  const outline = readOutline(raw.polygons, count, limits)
  if (!outline.ok) return outline
  const { rings, polygons, spots, notes } = outline
  // Lots of one polygon keep the key that they had before several were one lot.
  const key = polygons.length === 1 ? rings : polygons
  return { ok: true, rings, at: pointInside(rings), key, spots, notes }
}

const guessedSpots = (count: number, hasOutline: boolean): Outcome => ({
  property: { own: 'spots' },
  outcome: 'guessed',
  reason: hasOutline ? { code: 'spots_fit' } : { code: 'point_spots', count },
})

/** Our own names are read elsewhere; what they say in words has a note. */
function ownOutcomes(properties: Readonly<Record<string, unknown>>, notes: readonly FileReason[]): Outcome[] {
  return (
    ownProperties
      .filter((property) => (properties[property] ?? '') !== '')
      // A curb zone has no name of its own; what it is named by is read already (feeds.ts).
      .filter((property) => property !== 'name' || !Object.hasOwn(properties, 'curb_zone_id'))
      .map((property) => {
        if (property === 'event_rate') return { property, outcome: 'ignored', reason: { code: 'event_rate' } }
        const isLeftOut = notes.some((note) => note.code === 'price_words' && note.property === property)
        return {
          property,
          outcome: isLeftOut ? 'ignored' : 'taken',
          reason: isLeftOut ? { code: 'no_price' } : null,
        }
      })
  )
}

type Refused = { ok: false; refusal: FileReason }

function readText(
  properties: Record<string, unknown>,
  property: string,
  longest: number,
): { ok: true; text: string | null } | Refused {
  const value = properties[property] ?? null
  if (value === null) return { ok: true, text: null }
  if (typeof value !== 'string') {
    return { ok: false, refusal: { code: 'no_text', property, value: writeValue(value) } }
  }
  const text = value.trim()
  if (text.length > longest) return { ok: false, refusal: { code: 'text_too_long', property, max: longest } }
  return { ok: true, text: text === '' ? null : text }
}

function readCount(value: unknown): { ok: true; count: number | null } | Refused {
  if (value === null) return { ok: true, count: null }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    return { ok: false, refusal: { code: 'spots_unread', value: writeValue(value) } }
  }
  if (value > MAX_SPOTS) return { ok: false, refusal: { code: 'too_many_spots', value, max: MAX_SPOTS } }
  return { ok: true, count: value }
}
