import { isOneOf, type SpotFeature, type SpotType, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { walkableMetres } from '@openspot/core/geo/cells.ts'
import { findMinutesOf, isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { snapUp } from '@openspot/core/time/snap.ts'

/** A stay without a place yet; without an end it goes by the month. */
export interface When {
  starts_at: string
  ends_at: string | null
}

/** Where is looked: around a point, by the words of a name, or within a part of the map. */
export interface Around {
  place: string
  /** With a box or a name only what distances are measured from. */
  lat: number | null
  lng: number | null
  /** Words of a name or address; empty for none. */
  q: string
  /** "west,south,east,north"; empty for none. */
  box: string
  walk_minutes: number
}

/** Which spots will do, and for how much. */
export interface Wishes {
  types: SpotType[]
  features: SpotFeature[]
  min_cents: number | null
  max_cents: number | null
}

/** What a search is for; all of it is in the address of the page, so that it can be sent and come back to. */
export interface SearchQuery extends When, Around, Wishes {
  sort: Sort
}

export const sorts = ['price', 'distance', 'walk'] as const
export type Sort = (typeof sorts)[number]
export const noWishes: Wishes = { types: [], features: [], min_cents: null, max_cents: null }

/** The last means: anywhere around. */
export const walkChoices = [5, 10, 15, 20, 60] as const
export const ANYWHERE = 60
export const DEFAULT_WALK = 15
/** The farthest the API looks. */
const FARTHEST_METRES = 5000
const DEFAULT_STAY_MINUTES = 120
const PAGE = 20

/** From the next half hour for two hours. */
export function defaultWhen(now: string, zone = 'UTC'): When {
  const from = snapUp(zone, minutesOf(now))
  return { starts_at: isoOf(from), ends_at: isoOf(from + DEFAULT_STAY_MINUTES) }
}

export type RawQuery = Record<string, string | string[] | undefined>
export const one = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

/** The stay an address asks for; what is missing, unreadable or over becomes the default. */
export function readWhen(raw: RawQuery, now: string): When {
  const isMonthly = one(raw.by) === 'month'
  const fallback = defaultWhen(now)
  const from = findMinutesOf(one(raw.starts_at))
  const to = findMinutesOf(one(raw.ends_at))
  // A stay that has just begun may still be booked; one that began an hour ago is an old address.
  if (from === null || from < minutesOf(now) - 60)
    return isMonthly ? { ...fallback, ends_at: null } : fallback
  if (isMonthly) return { starts_at: isoOf(from), ends_at: null }
  if (to === null || to <= from)
    return { starts_at: isoOf(from), ends_at: isoOf(from + DEFAULT_STAY_MINUTES) }
  return { starts_at: isoOf(from), ends_at: isoOf(to) }
}

/** A stay as an address says it. */
export const whenParams = ({ starts_at, ends_at }: When): Record<string, string> =>
  ends_at === null ? { starts_at, by: 'month' } : { starts_at, ends_at }

/** A stay as the API is asked for it. */
export const whenInput = ({ starts_at, ends_at }: When) =>
  ends_at === null ? { starts_at } : { starts_at, ends_at }

const readWords = <const W extends string>(known: readonly W[], text: string): W[] => [
  ...new Set(text.split(',').filter((word) => isOneOf(known, word))),
]
const readCents = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** Kinds and features that an address asks for; what is not known is left out. */
const readKinds = (raw: RawQuery): Pick<Wishes, 'types' | 'features'> => ({
  types: readWords(spotTypes, one(raw.types)),
  features: readWords(spotFeatures, one(raw.features)),
})

/** What any spot of one lot should be, as an address says it: one kind, as in a booking, or the only one of several. */
export function readWish(raw: RawQuery): { type: SpotType | null; features: SpotFeature[] } {
  const { types, features } = readKinds(raw)
  const [type, ...others] = [...readWords(spotTypes, one(raw.type)), ...types]
  return { type: type === undefined || others.length > 0 ? null : type, features }
}

/** The search an address asks for; null when it says no place. */
export function readSearch(raw: RawQuery, now: string): SearchQuery | null {
  const [lat, lng] = [Number.parseFloat(one(raw.lat)), Number.parseFloat(one(raw.lng))]
  const point = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : { lat: null, lng: null }
  const box = /^-?[\d.]+(,-?[\d.]+){3}$/.test(one(raw.box)) ? one(raw.box) : ''
  const q = box === '' ? one(raw.q).trim().slice(0, 80) : ''
  if (point.lat === null && box === '' && q.length < 2) return null
  const walk = Number.parseInt(one(raw.walk_minutes), 10)
  const sort = sorts.find((choice) => choice === one(raw.sort)) ?? 'price'
  return {
    place: one(raw.place).slice(0, 80),
    ...point,
    q,
    box,
    ...readWhen(raw, now),
    ...readKinds(raw),
    min_cents: readCents(one(raw.min_cents)),
    max_cents: readCents(one(raw.max_cents)),
    walk_minutes: walkChoices.find((choice) => choice === walk) ?? DEFAULT_WALK,
    // By name there may be nothing to measure from.
    sort: point.lat === null && box === '' ? 'price' : sort,
  }
}

/** The address of a search. */
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
  if (query.walk_minutes !== DEFAULT_WALK) params.set('walk_minutes', String(query.walk_minutes))
  if (query.sort !== 'price') params.set('sort', query.sort)
  return `/?${params}`
}

/** What the API is asked for a search; with the cursor of a page for the one after it. */
export function searchInput(query: SearchQuery, cursor?: string) {
  const { lat, lng, q, box, walk_minutes, types, features, min_cents, max_cents, sort } = query
  const radius_m = walk_minutes === ANYWHERE ? FARTHEST_METRES : walkableMetres(walk_minutes)
  const point = lat !== null && lng !== null ? { lat, lng } : {}
  const where = box ? { box } : q ? { q } : { radius_m }
  return {
    query: {
      ...point,
      ...where,
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

/** The lot's page for a stay, with what was wished for. */
export const lotPath = (public_id: string, when: When, wishes: Pick<Wishes, 'types' | 'features'>): string =>
  `/l/${public_id}?${new URLSearchParams({
    ...whenParams(when),
    ...(wishes.types.length > 0 ? { types: wishes.types.join(',') } : {}),
    ...(wishes.features.length > 0 ? { features: wishes.features.join(',') } : {}),
  })}`
