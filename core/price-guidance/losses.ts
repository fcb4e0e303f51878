import { ELASTICITY_BPS } from './limits.ts'

/** A booking of the past, at today's price and at the suggested one in minor units; null if that has no price. */
export interface RepricedBooking {
  before_cents: number
  after_cents: number | null
}

export interface GuidanceLosses {
  /** Those that would pay more, and those that would pay less. */
  more_expensive: number
  less_expensive: number
  /** Those that have no price, because it would exceed the lot's maximum charge. */
  refused: number
  /** How many of those who would pay more are expected not to book, rounded. */
  lost: number
  /** What all that have a price would pay, and what is left of it without those expected not to book. */
  if_all_book_cents: number
  expected_cents: number
}

/**
 * Returns what changed prices would have earned and refused. Of those who would pay more, a share that grows with the increase is
 * expected not to book (`ELASTICITY_BPS`). Nobody is added who would have booked at a lower price, because nothing tells who.
 */
export function lossesOf(bookings: readonly RepricedBooking[]): GuidanceLosses {
  const sums = { more_expensive: 0, less_expensive: 0, refused: 0, if_all_book_cents: 0, expected_cents: 0 }
  let lost_bps = 0
  for (const { before_cents, after_cents } of bookings) {
    if (after_cents === null) {
      sums.refused += 1
      continue
    }
    sums.if_all_book_cents += after_cents
    const share_bps = lostShare(before_cents, after_cents)
    lost_bps += share_bps
    sums.expected_cents += after_cents - Math.round((after_cents * share_bps) / 10_000)
    if (after_cents > before_cents) sums.more_expensive += 1
    if (after_cents < before_cents) sums.less_expensive += 1
  }
  return { ...sums, lost: Math.round(lost_bps / 10_000) }
}

/** Returns the share that doesn't book at a higher price, in basis points. */
function lostShare(before_cents: number, after_cents: number): number {
  if (after_cents <= before_cents) return 0
  if (before_cents === 0) return 10_000
  return Math.min(10_000, Math.round((ELASTICITY_BPS * (after_cents - before_cents)) / before_cents))
}
