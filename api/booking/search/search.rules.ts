import type { Input } from '@openspot/contract/call.ts'
import type { searchRoute } from '@openspot/contract/lots/lots.ts'
import { isOneOf, type SpotFeature, type SpotType, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { type Box, boxWidth, cellsAround, cellsInBox } from '@openspot/core/geo/cells.ts'
import { bestRank } from '@openspot/core/search/best.ts'
import { radiiUpTo } from '@openspot/core/search/search-radius.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'

type Query = Input<typeof searchRoute>['query']

interface Point {
  lat: number
  lng: number
}

/** The area to search, and the point from which distances are measured. */
export type SearchArea = { point: Point | null } & (
  | { kind: 'around'; point: Point; radius_m: number; cells: number[] }
  | { kind: 'box'; box: Box; cells: number[] }
  | { kind: 'text'; q: string; words: string[] }
)

const widestBox = 0.5

/**
 * Parses the search area: around a point, within a box, or by name and address. Throws `request_invalid` for a
 * combination.
 */
export function readArea(query: Query): SearchArea {
  const { box, q } = query
  const point = readPoint(query)
  if (box !== undefined && q !== undefined) {
    refuse('request_invalid', { field: 'box', message: (t) => t('apiErrors.search.nameOrBox') })
  }
  if (box !== undefined) {
    const read = readBox(box)
    return { kind: 'box', box: read, cells: cellsInBox(read), point: point ?? middleOf(read) }
  }
  if (q !== undefined) {
    const words = q.split(/\s+/).filter((word) => word !== '')
    if (words.length === 0) {
      refuse('request_invalid', { field: 'q', message: (t) => t('apiErrors.search.wordMissing') })
    }
    return { kind: 'text', q: words.join(' '), words, point }
  }
  if (point === null) {
    return refuse('request_invalid', {
      field: 'lat',
      message: (t) => t('apiErrors.search.placeMissing'),
    })
  }
  const radius_m = query.radius_m ?? 1500
  return { kind: 'around', point, radius_m, cells: cellsAround(point.lat, point.lng, radius_m) }
}

/** Returns the areas in which a search looks one after the other until it has found enough: the last one is the whole area. */
export function areasToTry(area: SearchArea, { narrow }: Query): SearchArea[] {
  if (area.kind !== 'around' || !narrow) return [area]
  const { point } = area
  return radiiUpTo(area.radius_m).map((radius_m) => ({
    ...area,
    radius_m,
    cells: cellsAround(point.lat, point.lng, radius_m),
  }))
}

function readPoint({ lat, lng }: Query): Point | null {
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  if (lat === undefined && lng === undefined) return null
  const field = lat === undefined ? 'lat' : 'lng'
  return refuse('request_invalid', {
    field,
    message: (t) => t('apiErrors.search.halfPoint', { field }),
  })
}

function readBox(text: string): Box {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = text
    .split(',')
    .map(Number)
  const box = { west, south, east, north }
  const wrong = (message: Message) => refuse('request_invalid', { field: 'box', message })
  const isOnGlobe =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90
  if (!isOnGlobe) wrong((t) => t('apiErrors.search.boxInvalid'))
  if (south >= north) wrong((t) => t('apiErrors.search.boxSouth'))
  if (west === east) wrong((t) => t('apiErrors.search.boxWest'))
  // A box wider than half the globe has its west and east swapped.
  if (boxWidth(box) > 180) wrong((t) => t('apiErrors.search.boxWest'))
  if (boxWidth(box) > widestBox || north - south > widestBox) {
    wrong((t) => t('apiErrors.search.boxTooLarge', { max: widestBox }))
  }
  return box
}

function middleOf(box: Box): Point {
  const lng = box.west + boxWidth(box) / 2
  return { lat: (box.south + box.north) / 2, lng: lng > 180 ? lng - 360 : lng }
}

/** The filters on spots and prices. */
export interface SpotFilters {
  /** Any of these; empty means all. */
  types: SpotType[]
  /** All of these. */
  features: SpotFeature[]
  min_cents: number | null
  max_cents: number | null
}

export const noFilters: SpotFilters = { types: [], features: [], min_cents: null, max_cents: null }

type FilterQuery = Pick<Query, 'types' | 'features' | 'min_cents' | 'max_cents'>

export function readFilters(query: FilterQuery): SpotFilters {
  const { min_cents = null, max_cents = null } = query
  if (min_cents !== null && max_cents !== null && min_cents > max_cents) {
    refuse('request_invalid', { field: 'max_cents', message: (t) => t('apiErrors.search.maxBelowMin') })
  }
  return {
    types: readWords(spotTypes, query.types, 'types'),
    features: readWords(spotFeatures, query.features, 'features'),
    min_cents,
    max_cents,
  }
}

/** Parses comma-separated values, each of which must be known. */
function readWords<const Word extends string>(
  known: readonly Word[],
  text: string | undefined,
  field: 'types' | 'features',
): Word[] {
  const words = (text ?? '').split(',').filter((word) => word !== '')
  return [...new Set(words)].map((word) => {
    if (isOneOf(known, word)) return word
    return refuse('request_invalid', {
      field,
      message: (t) => t('apiErrors.search.wordUnknown', { word, known: known.join(', ') }),
      details: { word },
    })
  })
}

export function isWithin({ min_cents, max_cents }: SpotFilters, total_cents: number): boolean {
  return (min_cents === null || total_cents >= min_cents) && (max_cents === null || total_cents <= max_cents)
}

export type SortKey = [number, number, string]

/** Returns the sort key function. Keys are unique, because the id comes last. */
export function readSort(query: Query, area: SearchArea): (of: Sortable) => SortKey {
  const sort = query.sort ?? 'best'
  // Without a point, everything is as near, so only the price and the fit decide.
  if ((sort === 'distance' || sort === 'walk') && area.point === null) {
    refuse('request_invalid', {
      field: 'sort',
      message: (t) => t('apiErrors.search.pointMissing'),
    })
  }
  return ({ id, type, total_cents, distance_m, walk_minutes }) => {
    if (sort === 'best') return [...bestRank({ total_cents, walk_minutes, type }), id]
    if (sort === 'price') return [total_cents, distance_m ?? 0, id]
    return [(sort === 'walk' ? walk_minutes : distance_m) ?? 0, total_cents, id]
  }
}

interface Sortable {
  id: string
  type: SpotType
  total_cents: number
  distance_m: number | null
  walk_minutes: number | null
}

export function compareKeys(a: SortKey, b: SortKey): number {
  return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0)
}
