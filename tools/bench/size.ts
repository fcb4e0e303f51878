/**
 * The contents of the bench database as numbers from which every process computes the same IDs, so that the load
 * process need not read them. A row's number and the seed determine everything about it.
 */
export interface Size {
  name: string
  cities: number
  lots: number
  spots: number
  reservations: number
  users: number
}

export const lotsPerCity = 200
export const spotsPerLot = 100
export const reservationsPerSpot = 5
/** The loaded reservations span this many days; the bench's own bookings come later. */
export const loadedDays = 30
/** One lot in this many is free: a booking there runs the whole path without a card provider. */
export const freeLotEvery = 20
/** One spot in this many has a long reservation, which makes 4% of all reservations long. */
export const longSpotEvery = 5

export const sizeNames = ['tiny', 'small', 'large'] as const
export type SizeName = (typeof sizeNames)[number]

export function sizeOf(name: SizeName): Size {
  const cities = { tiny: 1, small: 5, large: 50 }[name]
  const lots = cities * lotsPerCity
  const spots = lots * spotsPerLot
  return { name, cities, lots, spots, reservations: spots * reservationsPerSpot, users: cities * 4000 }
}

/** Kinds of IDs: the three hexadecimal digits after the version. */
export const kinds = {
  user: 1,
  session: 2,
  lot: 3,
  spot: 4,
  membership: 5,
  reservation: 6,
  invoice: 7,
  payment: 8,
  car: 9,
  refund: 10,
} as const

/** June 2024 in milliseconds, before anything that the bench itself creates. */
export const firstMoment = 0x019000000000

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/**
 * Returns the ID of the n-th row of a kind: a UUIDv7 as if one row were created per millisecond. `bench_id` in SQL
 * returns the same. The number must be in the leading digits, like a real timestamp: GiST compares UUIDs as doubles,
 * and with IDs that differ only in their last digits the exclusion constraint's index degrades (6 ms per insert).
 */
export function idOf(kind: keyof typeof kinds, n: number): string {
  const moment = hex(firstMoment + n, 12)
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hex(kinds[kind], 3)}-8000-000000000000`
}

/** Returns the number of the row with an ID. */
export const numberOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - firstMoment

/** Returns the session token of the n-th person. */
export const tokenOf = (n: number) => `bench-${n}`

/** The corner of a city of ten by ten kilometers. Cities are farther apart than any search radius. */
export const cornerOf = (city: number) => ({
  lat: 25 + Math.floor(city / 10) * 2,
  lng: -120 + (city % 10) * 4,
})
/** Ten kilometers in degrees of latitude. */
export const citySpan = 0.09

/** Returns a repeatable generator of numbers from 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
