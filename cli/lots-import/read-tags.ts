import type { OpeningHours } from '@openspot/core/availability/opening-hours.ts'
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
  refusal: string | null
}

type Properties = Readonly<Record<string, unknown>>
type Take = (text: string) => [Outcome['outcome'], string?]

/** Properties that give the number of spots: OpenStreetMap, ParkAPI, and the Curb Data Specification. */
export const counts = ['capacity', 'total', 'num_spaces'] as const

const noPrice = 'prices are set under Prices'

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
  const take: Readonly<Record<string, Take>> = {
    ...Object.fromEntries(counts.map((property) => [property, (text: string) => readCapacity(tags, text)])),
    'capacity:disabled': (text) => {
      if (!/^\d+$/.test(text)) return ['ignored', 'it says only whether there are accessible spots']
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
    'addr:postcode': (text) => shortText(facts, 'postal_code', text),
    opening_hours: (text) => {
      const read = readHours(text)
      if (!read.ok) return ['ignored', 'only weekly hours can be read; set them under Settings']
      facts.opening_hours = read.hours
      return read.leaves_out ? ['guessed', 'rules for holidays are left out'] : ['taken']
    },
    maxheight: (text) => takeClearance(facts, text),
    height: (text) => takeClearance(facts, text),
    access: (text) => {
      if (['yes', 'public', 'permissive', 'destination'].includes(text)) return ['taken']
      facts.is_private = true
      return ['private', 'no', 'residents', 'permit', 'employees'].includes(text)
        ? ['taken', 'the lot is private']
        : ['guessed', 'the lot is private, because its access is limited']
    },
    parking: (text) => {
      const features: Readonly<Record<string, SpotFeature>> = {
        underground: 'INDOOR',
        'multi-storey': 'COVERED',
        carports: 'CARPORT',
        garage_boxes: 'INDOOR',
      }
      const feature = features[text]
      if (!feature) return ['ignored', 'it changes nothing about the spots']
      tags.spot_features.push(feature)
      return ['guessed', `all spots get the feature ${feature.toLowerCase()}`]
    },
    fee: () => ['ignored', noPrice],
    fee_hours: () => ['ignored', noPrice],
    charge: () => ['ignored', noPrice],
    maxstay: () => ['ignored', 'the longest stay is set under Rule sets'],
    amenity: (text) => {
      if (text === 'parking' || text === 'parking_space') return ['taken']
      tags.refusal = `It is not for cars: amenity is ${text}.`
      return ['refused', `amenity is ${text}, which is not for cars`]
    },
  }
  for (const [property, value] of Object.entries(properties)) {
    const text = plain(value)
    if (text === null || ownProperties.includes(property)) continue
    const [outcome, reason] = take[property]?.(text) ?? ['ignored', 'Openspot has no place for it']
    tags.outcomes.push({ property, outcome, reason: reason ?? null })
  }
  if (tags.accessible > (tags.count ?? tags.accessible)) tags.accessible = tags.count ?? 0
  return tags
}

/** What others read: our own names for the number of spots and for prices. */
export const ownProperties = 'name spots half_hour hour hourly daily_max monthly event_rate'.split(' ')

const plain = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' ? value.trim() || null : JSON.stringify(value)
}

function readCapacity(tags: Tags, text: string): ReturnType<Take> {
  if (tags.count !== null) return ['ignored', 'another property gives the number of spots']
  const [, about, digits = '', more] =
    /^(~|≈|about|approx\.?|ca\.?|circa)?\s*(\d{1,6})(\+)?$/i.exec(text) ?? []
  const count = Number(digits)
  if (digits === '' || count < 1) return ['ignored', 'it is not a number of spots']
  if (count > MAX_SPOTS) return ['ignored', `a lot can have at most ${MAX_SPOTS} spots`]
  tags.count = count
  return about || more ? ['guessed', 'the number is approximate'] : ['taken']
}

function shortText(
  facts: Facts,
  column: 'managed_by' | 'street' | 'postal_code',
  text: string,
): ReturnType<Take> {
  if (text.length > 120) return ['ignored', 'it is longer than 120 characters']
  if (facts[column] !== null) return ['ignored', 'another property says it']
  facts[column] = text
  return ['taken']
}

function takeClearance(facts: Facts, text: string): ReturnType<Take> {
  const mm = readClearance(text)
  if (mm === null) return ['ignored', 'it is not a height from 1 to 10 meters']
  facts.clearance_mm = Math.min(mm, facts.clearance_mm ?? mm)
  return ['taken']
}
