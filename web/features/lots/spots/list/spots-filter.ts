import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import {
  isOneOf,
  type SpotAvailability,
  type SpotType,
  spotAvailabilities,
  spotTypes,
} from '@openspot/core/enums.ts'

/** By position in the lot, by label, or by the next change. */
export const sorts = ['place', 'label', 'until'] as const

/** The filter of the spots table, kept in the URL. */
export interface SpotsFilter {
  tab: 'spots' | 'closures'
  state: SpotAvailability | null
  type: SpotType | null
  level: number | null
  zone_id: string | null
  /** A spot's label, or the name or plate of its occupant. */
  q: string
  sort: (typeof sorts)[number]
}

export const noFilter: SpotsFilter = {
  tab: 'spots',
  state: null,
  type: null,
  level: null,
  zone_id: null,
  q: '',
  sort: 'place',
}

export function readSpotsFilter(params: URLSearchParams): SpotsFilter {
  const [state, type, level, sort] = ['state', 'type', 'level', 'sort'].map((name) => params.get(name))
  return {
    tab: params.get('tab') === 'closures' ? 'closures' : 'spots',
    state: isOneOf(spotAvailabilities, state) ? state : null,
    type: isOneOf(spotTypes, type) ? type : null,
    level: level && /^-?\d{1,3}$/.test(level) ? Number(level) : null,
    zone_id: params.get('zone_id') || null,
    q: (params.get('q') ?? '').slice(0, 60),
    sort: isOneOf(sorts, sort) ? sort : 'place',
  }
}

export function spotsParams({ tab, state, type, level, zone_id, q, sort }: SpotsFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (tab === 'closures') params.set('tab', tab)
  if (state) params.set('state', state)
  if (type) params.set('type', type)
  if (level !== null) params.set('level', String(level))
  if (zone_id) params.set('zone_id', zone_id)
  if (q) params.set('q', q)
  if (sort !== noFilter.sort) params.set('sort', sort)
  return params
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a spot matches the filter except for its state, so that the chips can count by state. */
export function isShown(spot: MonitorSpot, { type, level, zone_id, q }: SpotsFilter): boolean {
  if (type && spot.type !== type) return false
  if (level !== null && spot.level !== level) return false
  if (zone_id !== null && spot.zone_id !== zone_id) return false
  const wanted = plain(q)
  if (wanted === '') return true
  const { label, assigned_to, occupant, next } = spot
  const texts = [label, assigned_to, occupant?.name, occupant?.plate, next?.name, next?.plate]
  return texts.some((text) => text && plain(text).includes(wanted))
}

const byLabel = new Intl.Collator('en', { numeric: true })

/** Returns a comparator; spots without a next change come last. */
export function bySort(sort: SpotsFilter['sort']): (a: MonitorSpot, b: MonitorSpot) => number {
  if (sort === 'label') return (a, b) => byLabel.compare(a.label, b.label)
  if (sort === 'until') return (a, b) => (a.until ?? '9').localeCompare(b.until ?? '9')
  return () => 0
}
