import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { listText, percentText } from '@/ui/figures.ts'
import { moneyText } from '@/ui/money.tsx'

/** Formats fees on top of the price, e.g. "5% and $0.99"; empty if there are none. */
export function feeText(
  t: Translate,
  { service_fee_bps, service_fee_cents, currency }: PublicLot['price_configuration'],
): string {
  const parts = [
    service_fee_bps > 0 ? percentText(t, service_fee_bps) : null,
    service_fee_cents > 0 ? moneyText(t, service_fee_cents, currency) : null,
  ]
  return listText(
    t,
    parts.filter((part) => part !== null),
  )
}
