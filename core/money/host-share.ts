import { shareOf } from './money.ts'

/** The shares of a lot's reservations, in basis points. */
export interface Shares {
  platform_share_bps: number
  /** The host’s share of the amount without the platform’s share. */
  host_share_bps: number
}

/** Returns what a host earns from a price without service fee, as db/functions/hold_spot.sql computes it. */
export function hostShareOf(cents: number, { platform_share_bps, host_share_bps }: Shares): number {
  return shareOf(cents - shareOf(cents, platform_share_bps, 'floor'), host_share_bps, 'floor')
}
