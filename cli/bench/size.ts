/**
 * What the bench database holds, in numbers from which every process of the bench computes the same ids, so that the
 * load process need not read them back. Everything about a row follows from its number and the seed.
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
export const staysPerSpot = 5
/** The stays that are loaded lie in so many days; what the bench books itself comes after them. */
export const loadedDays = 30
/** Every so many lots one costs nothing: booked there, the whole way is walked without a card provider. */
export const freeLotEvery = 20
/** Every so many spots of a lot one is taken by a long stay, which makes 4 % of all stays long. */
export const longSpotEvery = 5

export function sizeOf(name: 'small' | 'large'): Size {
  const cities = name === 'small' ? 5 : 50
  const lots = cities * lotsPerCity
  const spots = lots * spotsPerLot
  return { name, cities, lots, spots, reservations: spots * staysPerSpot, users: cities * 4000 }
}

/** Kinds of ids: the three hexadecimal digits after the version. */
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

/** June 2024 in milliseconds: before anything that the bench itself makes. */
export const firstMoment = 0x019000000000

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/**
 * The id of the n-th row of a kind: a version 7 as if one row had been made a millisecond. `bench_id` in SQL makes the
 * same. The number must stand in the leading digits, as a real one's time does: GiST weighs UUIDs as doubles, and with
 * ids that differ in their last digits alone the index behind the exclusion constraint falls apart (6 ms an insert).
 */
export function idOf(kind: keyof typeof kinds, n: number): string {
  const moment = hex(firstMoment + n, 12)
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hex(kinds[kind], 3)}-8000-000000000000`
}

/** The token of the n-th person's session. */
export const tokenOf = (n: number) => `bench-${n}`

/** The corner of a city of ten by ten kilometres. Cities are farther apart than any search reaches. */
export const cornerOf = (city: number) => ({
  lat: 25 + Math.floor(city / 10) * 2,
  lng: -120 + (city % 10) * 4,
})
/** Ten kilometres in degrees of latitude. */
export const citySpan = 0.09

/** Numbers from 0 to below 1 that are the same in every run (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
