/** Days of an average month. */
const DAYS = 365 / 12

/**
 * Returns what spots earn in an average month at a price for a day, if they are taken on a share of the days, after the
 * platform's share. In the smallest unit of the currency, rounded to hundreds of it.
 */
export function monthlyEarnings({
  spots,
  day_cents,
  occupied_percent,
  platform_share_bps,
}: {
  spots: number
  day_cents: number
  occupied_percent: number
  platform_share_bps: number
}): number {
  const gross = spots * day_cents * DAYS * (occupied_percent / 100)
  return Math.round((gross * (10_000 - platform_share_bps)) / 10_000 / 100) * 100
}
