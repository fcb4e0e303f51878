import { shareOf } from '../money/money.ts'
import type { QuoteFee } from './types.ts'

/**
 * Returns the service fee in minor units, rounded up: both parts of a split reservation pay at least their share, so
 * splitting never saves money. A free reservation has no fee.
 */
export const serviceFeeOn = (price_cents: number, terms: QuoteFee): number =>
  price_cents === 0 ? 0 : shareOf(price_cents, terms.service_fee_bps, 'ceil') + terms.service_fee_cents
