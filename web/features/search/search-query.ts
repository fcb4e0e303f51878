import { walkableMetres } from '@openspot/core/geo/cells.ts'
import { findMinutesOf, isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { snapUp } from '@openspot/core/time/snap.ts'

/** What a search is for; all of it is in the address of the page, so that it can be sent and come back to. */
export interface SearchQuery {
  place: string
  lat: number
  lng: number
  starts_at: string
  ends_at: string
  walk_minutes: number
  sort: 'price' | 'distance'
}

/** A place to look around, and how far: a town is larger than a walk. */
export type Around = Pick<SearchQuery, 'place' | 'lat' | 'lng' | 'walk_minutes'>

/** A stay without a place yet. */
export type When = Pick<SearchQuery, 'starts_at' | 'ends_at'>

/** The last means: anywhere around. */
export const walkChoices = [5, 10, 15, 20, 60] as const
export const ANYWHERE = 60
export const DEFAULT_WALK = 15
/** The farthest the API looks. */
const FARTHEST_METRES = 5000
const DEFAULT_STAY_MINUTES = 120

/** From the next half hour for two hours. */
export function defaultWhen(now: string, zone = 'UTC'): When {
  const from = snapUp(zone, minutesOf(now))
  return { starts_at: isoOf(from), ends_at: isoOf(from + DEFAULT_STAY_MINUTES) }
}

type RawQuery = Record<string, string | string[] | undefined>
const one = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

/** The stay an address asks for; what is missing, unreadable or over becomes the default. */
export function readWhen(raw: RawQuery, now: string): When {
  const fallback = defaultWhen(now)
  const from = findMinutesOf(one(raw.starts_at))
  const to = findMinutesOf(one(raw.ends_at))
  // A stay that has just begun may still be booked; one that began an hour ago is an old address.
  if (from === null || from < minutesOf(now) - 60) return fallback
  if (to === null || to <= from)
    return { starts_at: isoOf(from), ends_at: isoOf(from + DEFAULT_STAY_MINUTES) }
  return { starts_at: isoOf(from), ends_at: isoOf(to) }
}

/** The search an address asks for; null when it says no place. */
export function readSearch(raw: RawQuery, now: string): SearchQuery | null {
  const lat = Number.parseFloat(one(raw.lat))
  const lng = Number.parseFloat(one(raw.lng))
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null
  const walk = Number.parseInt(one(raw.walk_minutes), 10)
  return {
    place: one(raw.place).slice(0, 80),
    lat,
    lng,
    ...readWhen(raw, now),
    walk_minutes: walkChoices.find((choice) => choice === walk) ?? DEFAULT_WALK,
    sort: one(raw.sort) === 'distance' ? 'distance' : 'price',
  }
}

/** The address of a search. */
export function searchPath(query: SearchQuery): string {
  const params = new URLSearchParams({
    place: query.place,
    lat: query.lat.toFixed(5),
    lng: query.lng.toFixed(5),
    starts_at: query.starts_at,
    ends_at: query.ends_at,
  })
  if (query.walk_minutes !== DEFAULT_WALK) params.set('walk_minutes', String(query.walk_minutes))
  if (query.sort !== 'price') params.set('sort', query.sort)
  return `/?${params}`
}

/** What the API is asked for a search. */
export const searchInput = (query: SearchQuery) => ({
  query: {
    lat: query.lat,
    lng: query.lng,
    radius_m: query.walk_minutes === ANYWHERE ? FARTHEST_METRES : walkableMetres(query.walk_minutes),
    starts_at: query.starts_at,
    ends_at: query.ends_at,
    sort: query.sort,
    limit: 100,
  },
})
