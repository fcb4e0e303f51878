import type { SpotFeature, SpotType } from '@openspot/db/types.ts'

/** A demo lot before its spots are laid out. Businesses are invented; the streets are in the Chicago Loop. */
export interface LotPlan {
  name: string
  about: string
  operator: string
  street: string
  postal_code: string
  /** Southwest corner of the lot. */
  at: readonly [lng: number, lat: number]
  /** Corners in meters east and north of it, counterclockwise. */
  corners: readonly (readonly [number, number])[]
  /** Exact number of spots, on further levels if necessary; if absent, as many as fit. */
  spots?: number
  is_private?: boolean
  rates: Partial<Record<'half_hour_cents' | 'hour_cents' | 'day_cents' | 'month_cents', number>>
  fee: { service_fee_bps: number } | { service_fee_cents: number }
  /** Types of its spots, in runs from the first; the rest are STANDARD. */
  kinds?: readonly { type?: SpotType; features?: readonly SpotFeature[]; count: number }[]
  /** Features of all its spots. */
  features?: readonly SpotFeature[]
  /** Occupancy at any moment, in percent. */
  busy: number
}

export const box = (width: number, depth: number): [number, number][] => [
  [0, 0],
  [width, 0],
  [width, depth],
  [0, depth],
]

export const bps = { service_fee_bps: 500 }
export const flat = { service_fee_cents: 99 }

export const lakeshore = 'Lakeshore Parking Partners'
export const elevated = 'Elevated Garages LLC'
export const brick = 'Brick & Alley Parking'
