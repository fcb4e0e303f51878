/** An unpaid bill for what a change by the staff added to a reservation. */
export interface ChangeBill {
  /** How much of the added price the reservation still has. */
  change_cents: number
  total_cents: number
  /** Whether its payer owes it. Otherwise it was withdrawn or never sent. */
  is_open: boolean
}

/**
 * Splits a part of the price of a reservation that is given up, in minor units. What was added last and not paid comes first,
 * so that nobody gets money back that they never paid. The same as `lower_change_bills` in the database.
 */
export function giveUp(
  bills: readonly ChangeBill[],
  cents: number,
): {
  /** Nobody was asked to pay it. */
  unbilled_cents: number
  /** It is taken off open bills. */
  waived_cents: number
  /** It was paid and is refunded. */
  refund_cents: number
} {
  let [left, unbilled_cents, waived_cents] = [Math.max(0, cents), 0, 0]
  for (const { change_cents, total_cents, is_open } of bills) {
    const part = Math.min(left, change_cents)
    const waived = is_open ? Math.max(0, total_cents - (change_cents - part)) : 0
    waived_cents += waived
    unbilled_cents += part - waived
    left -= part
  }
  return { unbilled_cents, waived_cents, refund_cents: left }
}
