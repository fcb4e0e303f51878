import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { moneyText } from '@/ui/money.tsx'
import { words } from '@/words/index.ts'

/** Formats fees on top of the price, e.g. "5% and $0.99"; empty if there are none. */
export function feeText({
  service_fee_bps,
  service_fee_cents,
  currency,
}: PublicLot['price_configuration']): string {
  const parts = [
    service_fee_bps > 0 ? `${service_fee_bps / 100}%` : null,
    service_fee_cents > 0 ? moneyText(service_fee_cents, currency) : null,
  ]
  return parts.filter((part) => part !== null).join(` ${words.common.and} `)
}
