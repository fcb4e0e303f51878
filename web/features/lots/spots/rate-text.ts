import type { RateSet } from '@openspot/contract/booking/prices.ts'
import { moneyText } from '@/ui/money.tsx'
import { words } from '@/words/index.ts'

/** Formats the rates that are set: "$3.00 an hour, $18.00 a day"; empty if there are none. */
export function rateText(rates: RateSet | null | undefined, currency: string): string {
  if (!rates) return ''
  const each = [
    [rates.half_hour_cents, words.price.perHalfHour],
    [rates.hour_cents, words.price.perHour],
    [rates.day_cents, words.price.perDay],
    [rates.month_cents, words.price.perMonth],
  ] as const
  return each
    .flatMap(([cents, unit]) => (cents === null ? [] : `${moneyText(cents, currency)} / ${unit}`))
    .join(', ')
}
