import type { Place } from '@openspot/contract/lots/lots.ts'
import type { SpotFeature, SpotType } from '@openspot/core/enums.ts'
import { walkableMeters } from '@openspot/core/geo/cells.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { sameClock } from '@openspot/core/time/same-clock.ts'
import { isZone } from '@openspot/core/time/zone.ts'
import { readKinds } from '@/lib/spot-preferences.ts'
import { one, type RawQuery, readWhen, type When, whenInput, whenParams } from '@/lib/when.ts'

/** Where to search: around a point, by name, or within a map area. */
export interface Around {
  place: string
  /** With a box or a name, only the point from which distances are measured. */
  lat: number | null
  lng: number | null
  /** Words of a name or address; empty if not used. */
  q: string
  /** "west,south,east,north"; empty if not used. */
  box: string
  walk_minutes: number
  /** The time zone of the place; empty if it is unknown until there are results. */
  zone: string
  /** Whether the place is one for events. */
  is_venue: boolean
}

/** Filters for spots and price. */
export interface Preferences {
  types: SpotType[]
  features: SpotFeature[]
  min_cents: number | null
  max_cents: number | null
}

/** A search, completely contained in the page's URL, so that it can be shared and revisited. */
export interface SearchQuery extends When, Around, Preferences {
  sort: Sort
}

export const sorts = ['best', 'price', 'distance', 'walk'] as const
export type Sort = (typeof sorts)[number]
export const noPreferences: Preferences = { types: [], features: [], min_cents: null, max_cents: null }

/** The first one means as far as it takes to find enough lots, the last one any distance. */
export const walkChoices = [0, 5, 10, 15, 20, 60] as const
export const NEAREST = 0
export const ANYWHERE = 60
/** The API's maximum radius. */
export const MAX_DISTANCE_METERS = 5000
const PAGE = 20

const readCents = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** Parses the search from the URL; null if it names no place. */
export function readSearch(raw: RawQuery, now: string): SearchQuery | null {
  const [lat, lng] = [Number.parseFloat(one(raw.lat)), Number.parseFloat(one(raw.lng))]
  const point = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : { lat: null, lng: null }
  const box = /^-?[\d.]+(,-?[\d.]+){3}$/.test(one(raw.box)) ? one(raw.box) : ''
  const q = box === '' ? one(raw.q).trim().slice(0, 80) : ''
  if (point.lat === null && box === '' && q.length < 2) return null
  const walk = Number.parseInt(one(raw.walk_minutes), 10)
  const sort = sorts.find((choice) => choice === one(raw.sort)) ?? 'best'
  const zone = one(raw.zone)
  return {
    place: one(raw.place).slice(0, 80),
    ...point,
    q,
    box,
    ...readWhen(raw, now),
    ...readKinds(raw),
    min_cents: readCents(one(raw.min_cents)),
    max_cents: readCents(one(raw.max_cents)),
    walk_minutes: walkChoices.find((choice) => choice === walk) ?? NEAREST,
    // A search by name may have no point to measure from.
    sort: point.lat === null && box === '' && sort !== 'price' ? 'best' : sort,
    zone: zone !== '' && isZone(zone) ? zone : '',
    is_venue: one(raw.at) === 'venue',
  }
}

/** The parameter with the zone in which times were typed, before it is known where a name leads. */
export const TYPED_IN = 'typed_in'

/** Returns the times of a search by name by the clock of the place that was found; null if they are the same. */
export function timesAtPlace(raw: RawQuery, { starts_at, ends_at }: When, zone: string): When | null {
  const typed_in = one(raw[TYPED_IN])
  if (typed_in === '' || !isZone(typed_in) || typed_in === zone) return null
  return {
    starts_at: sameClock(starts_at, typed_in, zone),
    ends_at: ends_at && sameClock(ends_at, typed_in, zone),
  }
}

/** Returns the URL of a search. */
export function searchPath(query: SearchQuery): string {
  const { place, lat, lng, q, box, types, features, min_cents, max_cents } = query
  const params = new URLSearchParams({
    ...(place ? { place } : {}),
    ...(lat !== null && lng !== null ? { lat: lat.toFixed(5), lng: lng.toFixed(5) } : {}),
    ...(q ? { q } : {}),
    ...(box ? { box } : {}),
    ...whenParams(query),
    ...(types.length > 0 ? { types: types.join(',') } : {}),
    ...(features.length > 0 ? { features: features.join(',') } : {}),
    ...(min_cents !== null ? { min_cents: String(min_cents) } : {}),
    ...(max_cents !== null ? { max_cents: String(max_cents) } : {}),
  })
  if (query.walk_minutes !== NEAREST) params.set('walk_minutes', String(query.walk_minutes))
  if (query.sort !== 'best') params.set('sort', query.sort)
  if (query.zone) params.set('zone', query.zone)
  if (query.is_venue) params.set('at', 'venue')
  return `/?${params}`
}

/** Returns the API query of a search, optionally for the page at a cursor. */
export function searchInput(query: SearchQuery, cursor?: string) {
  const { lat, lng, q, box, walk_minutes, types, features, min_cents, max_cents, sort } = query
  const isNearest = walk_minutes === NEAREST
  const radius_m = isNearest || walk_minutes === ANYWHERE ? MAX_DISTANCE_METERS : walkableMeters(walk_minutes)
  const point = lat !== null && lng !== null ? { lat, lng } : {}
  const area = box ? { box } : q ? { q } : { radius_m, ...(isNearest ? { narrow: true } : {}) }
  return {
    query: {
      ...point,
      ...area,
      ...whenInput(query),
      ...(types.length > 0 ? { types: types.join(',') } : {}),
      ...(features.length > 0 ? { features: features.join(',') } : {}),
      ...(min_cents !== null ? { min_cents } : {}),
      ...(max_cents !== null ? { max_cents } : {}),
      sort,
      limit: PAGE,
      ...(cursor ? { cursor } : {}),
    },
  }
}

/** The area around a chosen place. */
export const aroundPlace = ({ kind, name, reader_name, lat, lng, time_zone }: PlaceToSearch): Around => ({
  place: reader_name ?? name,
  lat,
  lng,
  q: '',
  box: '',
  walk_minutes: NEAREST,
  zone: time_zone,
  is_venue: kind === 'VENUE',
})
type PlaceToSearch = Pick<Place, 'kind' | 'name' | 'lat' | 'lng' | 'time_zone'> &
  Partial<Pick<Place, 'reader_name'>>

/** The lots with these words in their name or address. */
export const aroundName = (q: string): Around => ({
  place: '',
  lat: null,
  lng: null,
  q,
  box: '',
  walk_minutes: NEAREST,
  zone: '',
  is_venue: false,
})

/** The length of a search in hours; null without an end. */
export const hoursOf = ({ starts_at, ends_at }: When): number | null =>
  ends_at === null ? null : (minutesOf(ends_at) - minutesOf(starts_at)) / 60
