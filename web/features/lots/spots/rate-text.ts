import type { RateSet } from '@openspot/contract/booking/prices.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { moneyText } from '@/ui/money.tsx'

/** Formats the rates that are set: "$3.00 an hour, $18.00 a day"; empty if there are none. */
export function rateText(t: Translate, rates: RateSet | null | undefined, currency: string): string {
  if (!rates) return ''
  const each = [
    [rates.half_hour_cents, t('price.perHalfHour')],
    [rates.hour_cents, t('price.perHour')],
    [rates.day_cents, t('price.perDay')],
    [rates.month_cents, t('price.perMonth')],
  ] as const
  return each
    .flatMap(([cents, unit]) => (cents === null ? [] : `${moneyText(t, cents, currency)} / ${unit}`))
    .join(', ')
}
