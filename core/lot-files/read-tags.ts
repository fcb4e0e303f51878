import type { OpeningHours } from '../availability/opening-hours.ts'
import type { FileReason } from './file-reasons.ts'
import type { Outcome } from './outcomes.ts'
import { readClearance } from './read-clearance.ts'
import { readHours } from './read-hours.ts'
import { MAX_SPOTS } from './read-outline.ts'

export type SpotFeature = 'COVERED' | 'INDOOR' | 'CARPORT'

/** What a file says of a lot besides its outline, name, and prices. */
export interface Facts {
  managed_by: string | null
  street: string | null
  postal_code: string | null
  /** Null: always open, or unknown. */
  opening_hours: OpeningHours | null
  clearance_mm: number | null
  is_private: boolean
}

export interface Tags {
  facts: Facts
  /** How many spots, and how many of them are accessible. */
  count: number | null
  accessible: number
  spot_features: SpotFeature[]
  outcomes: Outcome[]
  /** Why it is no lot, if it is none. */
  refusal: FileReason | null
}

type Properties = Readonly<Record<string, unknown>>
type Take = (text: string) => [Outcome['outcome'], FileReason?]

/** Properties that give the number of spots: OpenStreetMap, ParkAPI, and the Curb Data Specification. */
const counts = ['capacity', 'total', 'num_spaces'] as const

/**
 * Reads the common tags of parking in OpenStreetMap (https://wiki.openstreetmap.org/wiki/Tag:amenity%3Dparking), and the properties of a lot
 * in ParkAPI and of a curb zone in the Curb Data Specification. Says of each property what became of it. `count` is the number of spots that
 * our own property `spots` gives; it goes before the others.
 */
export function readTags(properties: Properties, count: number | null): Tags {
  const tags: Tags = {
    facts: {
      managed_by: null,
      street: null,
      postal_code: null,
      opening_hours: null,
      clearance_mm: null,
      is_private: false,
    },
    count,
    accessible: 0,
    spot_features: [],
    outcomes: [],
    refusal: null,
  }
  const { facts } = tags
  const takes: Readonly<Record<string, Take>> = {
    ...Object.fromEntries(counts.map((property) => [property, (text: string) => readCapacity(tags, text)])),
    'capacity:disabled': (text) => {
      if (!/^\d+$/.test(text)) return ['ignored', { code: 'accessible_unknown' }]
      tags.accessible = Number(text)
      return ['taken']
    },
    managed_by: (text) => shortText(facts, 'managed_by', text),
    operator: (text) => shortText(facts, 'managed_by', text),
    address: (text) => shortText(facts, 'street', text),
    street_name: (text) => shortText(facts, 'street', text),
    'addr:street': (text) =>
      shortText(facts, 'street', [plain(properties['addr:housenumber']), text].filter(Boolean).join(' ')),
    'addr:housenumber': () => ['taken'],
    // The city, state, and country of a lot are those of its place, so that they cannot contradict its time zone.
    city: () => ['ignored', { code: 'by_point' }],
    state: () => ['ignored', { code: 'by_point' }],
    country: () => ['ignored', { code: 'by_point' }],
    'addr:city': () => ['ignored', { code: 'by_point' }],
    'addr:state': () => ['ignored', { code: 'by_point' }],
    'addr:country': () => ['ignored', { code: 'by_point' }],
    'addr:postcode': (text) => shortText(facts, 'postal_code', text),
    opening_hours: (text) => {
      const read = readHours(text)
      if (!read.ok) return ['ignored', { code: 'hours_unread' }]
      facts.opening_hours = read.hours
      return read.leaves_out ? ['guessed', { code: 'no_holidays' }] : ['taken']
    },
    maxheight: (text) => takeClearance(facts, text),
    height: (text) => takeClearance(facts, text),
    access: (text) => {
      if (['yes', 'public', 'permissive', 'destination'].includes(text)) return ['taken']
      facts.is_private = true
      return ['private', 'no', 'residents', 'permit', 'employees'].includes(text)
        ? ['taken', { code: 'private' }]
        : ['guessed', { code: 'private_limited' }]
    },
    parking: (text) => {
      const features: Readonly<Record<string, SpotFeature>> = {
        underground: 'INDOOR',
        'multi-storey': 'COVERED',
        carports: 'CARPORT',
        garage_boxes: 'INDOOR',
      }
      const feature = Object.hasOwn(features, text) ? features[text] : undefined
      if (!feature) return ['ignored', { code: 'shape_only' }]
      tags.spot_features.push(feature)
      return ['guessed', { code: 'feature_given', feature }]
    },
    // A curb zone is named by the number on its signs (feeds.ts).
    user_zone_id: (text) => (text === properties['name'] ? ['taken'] : ['ignored', { code: 'no_place' }]),
    fee: () => ['ignored', { code: 'no_price' }],
    fee_hours: () => ['ignored', { code: 'no_price' }],
    charge: () => ['ignored', { code: 'no_price' }],
    per_entry: () => ['ignored', { code: 'no_price' }],
    evening: () => ['ignored', { code: 'no_price' }],
    early_bird: () => ['ignored', { code: 'no_price' }],
    maxstay: () => ['ignored', { code: 'no_stay' }],
    amenity: (text) => {
      if (text === 'parking' || text === 'parking_space') return ['taken']
      tags.refusal = { code: 'no_cars', amenity: text }
      return ['refused', { code: 'other_amenity', amenity: text }]
    },
  }
  for (const [property, value] of Object.entries(properties)) {
    if (isEmpty(value) || ownProperties.includes(property)) continue
    const text = plain(value)
    // A file may have properties such as "constructor", which every object of ours has, too.
    const take = Object.hasOwn(takes, property) ? takes[property] : undefined
    const [outcome, reason] =
      (text === null ? undefined : take?.(text)) ?? (['ignored', { code: 'no_place' }] as const)
    tags.outcomes.push({ property, outcome, reason: reason ?? null })
  }
  if (tags.accessible > (tags.count ?? tags.accessible)) tags.accessible = tags.count ?? 0
  return tags
}

/** What others read: our own names for the number of spots and for prices. */
export const ownProperties = 'name spots half_hour hour hourly daily_max monthly event_rate'.split(' ')

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** Lists and objects have no text: none of the tags has them, and they may be nested deeper than can be written. */
const plain = (value: unknown): string | null => {
  if (isEmpty(value) || typeof value === 'object') return null
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}

function readCapacity(tags: Tags, text: string): ReturnType<Take> {
  if (tags.count !== null) return ['ignored', { code: 'another_count' }]
  const [, about, digits = '', more] =
    /^(~|≈|about|approx\.?|ca\.?|circa)?\s*(\d{1,6})(\+)?$/i.exec(text) ?? []
  const count = Number(digits)
  if (digits === '' || count < 1) return ['ignored', { code: 'count_unread' }]
  if (count > MAX_SPOTS) return ['ignored', { code: 'spots_at_most', max: MAX_SPOTS }]
  tags.count = count
  return about || more ? ['guessed', { code: 'approximate' }] : ['taken']
}

const longest = { managed_by: 120, street: 120, postal_code: 20 } as const

function shortText(
  facts: Facts,
  column: 'managed_by' | 'street' | 'postal_code',
  text: string,
): ReturnType<Take> {
  const max = longest[column]
  if (text.length > max) return ['ignored', { code: 'text_at_most', max }]
  if (facts[column] !== null) return ['ignored', { code: 'said_already' }]
  facts[column] = text
  return ['taken']
}

function takeClearance(facts: Facts, text: string): ReturnType<Take> {
  const mm = readClearance(text)
  if (mm === null) return ['ignored', { code: 'height_unread' }]
  facts.clearance_mm = Math.min(mm, facts.clearance_mm ?? mm)
  return ['taken']
}
