/** The price that staff set for a reservation, and what the lot’s prices came to, in minor units. */
export interface StaffPrice {
  price_cents: number
  quoted_cents: number
}

/**
 * Returns what giving up `given_cents` of a reservation’s quote is worth to its driver. What was added later at the lot’s prices is given
 * back first, for as much as it cost; the rest at the rate of the price that staff set. Never more than `total_cents`.
 *
 * `before_cents` is the quote of the whole reservation, and `total_cents` its agreed price.
 */
export function worthOfGivenUp(
  staff_price: StaffPrice | null,
  { before_cents, total_cents }: { before_cents: number; total_cents: number },
  given_cents: number,
): number {
  if (staff_price === null || staff_price.quoted_cents <= 0) return given_cents
  const { price_cents, quoted_cents } = staff_price
  const discount = quoted_cents - price_cents
  if (discount === 0) return Math.min(given_cents, total_cents)
  // What is left of the discount tells how much of the quote it still applies to.
  const left = ((before_cents - total_cents) / discount) * quoted_cents
  const original = Math.min(before_cents, Math.max(0, left))
  const added = Math.min(given_cents, before_cents - original)
  return Math.min(
    total_cents,
    Math.floor(added + ((given_cents - added) * price_cents) / quoted_cents + 1e-6),
  )
}
