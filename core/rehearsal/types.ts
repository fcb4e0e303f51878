import type { SpotType } from '../enums.ts'
import type { NthSpotPeriod, QuoteResult } from '../quote/types.ts'
import type { HeldStay, Rules } from '../rules/types.ts'

/** A stay that counts for somebody; instants are ISO 8601. */
export type CountedStay = HeldStay & {
  /** Names the member or group over whom stays are counted. */
  holder: string
  /** When it stopped holding its spot, for example because it was cancelled: from then on it does not count at all. */
  ended_at: string | null
  /** It counts for what is booked after this moment, where not from the beginning on. */
  held_from?: string | null
  /** Its times after later changes, each for what is booked after the moment of the change; in their order. */
  becomes?: readonly (HeldStay & { at: string })[]
}

/** A booking as it was made; whatever else the caller carries comes back to the callbacks of a side. */
export type RealBooking = CountedStay & {
  reservation_id: string
  user_id: string
  created_at: string
  spot: { id: string; type: SpotType; zone_id: string | null }
  /** What was asked for it when it was made: of a stay without an end, for its first month. */
  charged_cents: number
  /** Staff overrode the rules: no side refuses it. */
  is_override: boolean
  /** Made under the very terms that are today's: then today's side must say what happened. */
  is_same_terms: boolean
}

/** Terms to replay bookings under, said as two pure questions. */
export type RehearsedTerms<Booking extends RealBooking> = {
  /** The rules that concern the person, or null where none do. */
  rulesOf(booking: Booking): Rules | null
  /** The quote of the booking's stay, with what this side's rules make an nth spot cost. */
  priceOf(booking: Booking, nth_spot: readonly NthSpotPeriod[]): QuoteResult
}

export type RehearsalInput<Booking extends RealBooking> = {
  /** The lot's IANA zone. */
  zone: string
  /** In the order in which they were made. */
  bookings: readonly Booking[]
  /** Other stays that count for some of them, such as those made before the first: held on both sides, not judged. */
  held_before?: readonly CountedStay[]
  today: RehearsedTerms<Booking>
  proposed: RehearsedTerms<Booking>
}

export const rehearsedKinds = ['REFUSED', 'NEWLY_ALLOWED', 'DEARER', 'CHEAPER'] as const
export type RehearsedKind = (typeof rehearsedKinds)[number]

/** What would have been otherwise for one booking under the proposed terms, compared with today's. */
export type RehearsedDifference = {
  reservation_id: string
  user_id: string
  kind: RehearsedKind
  /** The rule behind it; null where it is a price that was changed, or is missing. */
  rule: keyof Rules | null
  /** A plain sentence in English, for people. */
  message: string
  /** Under today's terms; null where they refuse it. */
  before_cents: number | null
  /** Under the proposed terms; null where they refuse it. */
  after_cents: number | null
}

export type Rehearsal = {
  /** How many were replayed. */
  bookings: number
  /** In the order of the bookings. */
  differences: RehearsedDifference[]
  refused: number
  newly_allowed: number
  dearer: number
  cheaper: number
  /** People for whom something would have been otherwise. */
  people: number
  /** What all bookings that are allowed bring, under today's terms and under the proposed ones. */
  money_before_cents: number
  money_after_cents: number
  /**
   * Bookings made under the terms of today that today's terms refuse or price otherwise than it happened, given the
   * stays that were really held then. There should be none.
   */
  unexplained: number
}
