/** A longer time is offered if it costs at most this much more, in basis points of the price: 15%. */
export const MAX_LONGER_BPS = 1500
/** How much longer it must be to be worth a line, and how much longer it may be, in minutes. */
export const MIN_LONGER_MINUTES = 60
export const MAX_LONGER_MINUTES = 24 * 60

/** Returns the most that a longer time may cost in addition to a price, in minor units, rounded down. */
export const longerBound = (total_cents: number): number =>
  Number((BigInt(total_cents) * BigInt(MAX_LONGER_BPS)) / 10_000n)

/**
 * Returns the latest end that costs little more than a price, and how much more, or null if there is none: a fourth hour may cost as
 * much as the whole day. Searches by halves, because a longer time never costs less (core/quote/quote.ts).
 * @param ends_min the end of the reservation, in epoch minutes, on the lot's grid
 * @param total_cents its price
 * @param step_minutes the lot's grid
 * @param until_min until when the spot is free at most, in epoch minutes
 * @param priceAt the price until an end, in minor units; null if it can't be booked
 */
export function findLonger(
  {
    ends_min,
    total_cents,
    step_minutes,
    until_min,
  }: { ends_min: number; total_cents: number; step_minutes: number; until_min: number },
  priceAt: (ends_min: number) => number | null,
): { ends_min: number; extra_cents: number } | null {
  const last = Math.min(ends_min + MAX_LONGER_MINUTES, until_min)
  const bound = total_cents + longerBound(total_cents)
  let found: { ends_min: number; extra_cents: number } | null = null
  let low = Math.ceil(MIN_LONGER_MINUTES / step_minutes)
  let high = Math.floor((last - ends_min) / step_minutes)
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const end = ends_min + middle * step_minutes
    const price = priceAt(end)
    if (price !== null && price >= total_cents && price <= bound) {
      found = { ends_min: end, extra_cents: price - total_cents }
      low = middle + 1
    } else high = middle - 1
  }
  return found
}
