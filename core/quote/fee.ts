import { shareOf } from '../money/money.ts'
import type { QuoteFee } from './types.ts'

/** Rounded up: of two parts each pays at least its share, so splitting a stay never saves. None on a free stay. */
export const serviceFeeOn = (price_cents: number, terms: QuoteFee): number =>
  price_cents === 0 ? 0 : shareOf(price_cents, terms.service_fee_bps, 'ceil') + terms.service_fee_cents
