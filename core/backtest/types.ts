import type { SpotType } from '../enums.ts'
import type { NthSpotPeriod, QuoteResult } from '../quote/types.ts'
import type { Reason } from '../reasons.ts'
import type { LotDays } from '../rules/check-rules.ts'
import type { HeldReservation, Rules } from '../rules/types.ts'

/** A reservation that counts toward someone's limits; instants are ISO 8601. */
export type CountedReservation = HeldReservation & {
  /** The member or group for which reservations are counted. */
  limit_scope: string
  /** When it stopped holding its spot, for example because it was canceled; after that it does not count. */
  ended_at: string | null
  /** If set, it counts only for bookings made after this moment. */
  held_from?: string | null
  /** Its times after later changes, in order, each for bookings made after the change. */
  becomes?: readonly (HeldReservation & { at: string })[]
}

/** A booking as it was made; extra fields are passed on to the callbacks of a side. */
export type RealBooking = CountedReservation & {
  reservation_id: string
  user_id: string
  created_at: string
  spot: { id: string; type: SpotType; zone_id: string | null }
  /** The price when it was made; for an open-ended reservation, that of its first month. */
  charged_cents: number
  /** Staff overrode the rules, so no side refuses it. */
  is_override: boolean
  /** Made under exactly today's rules and prices, so today's side must reproduce it. */
  is_same_terms: boolean
}

/** Rules and prices to replay bookings under, as two pure functions. */
export type BacktestTerms<Booking extends RealBooking> = {
  /** The rules that apply to the person, or null if none do. */
  rulesOf(booking: Booking): Rules | null
  /** The quote for the booking, including this side's nth-spot prices. */
  priceOf(booking: Booking, nth_spot: readonly NthSpotPeriod[]): QuoteResult
}

export type BacktestInput<Booking extends RealBooking> = {
  lot: LotDays
  /** In the order they were made. */
  bookings: readonly Booking[]
  /** Other reservations that count, such as those made before the first booking: held on both sides but not judged. */
  held_before?: readonly CountedReservation[]
  today: BacktestTerms<Booking>
  proposed: BacktestTerms<Booking>
}

export const backtestKinds = ['REFUSED', 'NEWLY_ALLOWED', 'MORE_EXPENSIVE', 'LESS_EXPENSIVE'] as const
export type BacktestKind = (typeof backtestKinds)[number]

/** How the result for one booking differs under the proposal from today's. */
export type BacktestDifference = {
  reservation_id: string
  user_id: string
  kind: BacktestKind
  /** The responsible rule; null if a price changed or is missing. */
  rule: keyof Rules | null
  /** Why one side refuses it; null if only the price differs. */
  reason: Reason | null
  /** The currency of the prices; null if unknown. */
  currency: string | null
  /** Under today's rules; null if they refuse it. */
  before_cents: number | null
  /** Under the proposal; null if it refuses it. */
  after_cents: number | null
}

export type Backtest = {
  /** Number of bookings replayed. */
  bookings: number
  /** In the order of the bookings. */
  differences: BacktestDifference[]
  refused: number
  newly_allowed: number
  more_expensive: number
  less_expensive: number
  /** Number of people with at least one difference. */
  people: number
  /** Revenue from all allowed bookings in minor units, under today's rules and under the proposal. */
  money_before_cents: number
  money_after_cents: number
  /**
   * Bookings made under today's rules and prices that the replay refuses or prices differently, given the reservations
   * really held then. There should be none.
   */
  unexplained: number
}
