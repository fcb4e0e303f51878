import type { SpotFeature, SpotType } from '@openspot/db/types.ts'

/** A lot of the town before it is drawn. Businesses are invented; streets are those of the Loop. */
export interface LotPlan {
  name: string
  about: string
  operator: string
  street: string
  postal_code: string
  /** South-west corner of the ground. */
  at: readonly [lng: number, lat: number]
  /** Corners in metres east and north of it, counter-clockwise. */
  corners: readonly (readonly [number, number])[]
  /** Exactly so many spots, on further levels if need be; without it, as many as fit. */
  spots?: number
  is_private?: boolean
  rates: Partial<
    Record<'half_hour_cents' | 'hour_cents' | 'day_cents' | 'month_cents' | 'event_cents', number>
  >
  fee: { service_fee_bps: number } | { service_fee_cents: number }
  /** What its spots are, in runs from the first; the rest is STANDARD. */
  kinds?: readonly { type?: SpotType; features?: readonly SpotFeature[]; count: number }[]
  /** What all of its spots have. */
  features?: readonly SpotFeature[]
  /** How much of it is taken at any moment, in hundredths. */
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
