import type { RateSet } from '@openspot/contract/booking/prices.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
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
    .join(t('common.comma'))
}

/** Formats what the charge for a reservation of the spot is limited to; null if only the lot limits it. */
export function boundsText(
  t: Translate,
  spot: Partial<Pick<StaffSpot, 'min_reservation_price' | 'max_reservation_price'>>,
  currency: string,
): string | null {
  const { min_reservation_price: min = null, max_reservation_price: max = null } = spot
  const text = (cents: number) => moneyText(t, cents, currency)
  if (min !== null && max !== null)
    return t('spotCalendar.facts.bounds.between', { min: text(min), max: text(max) })
  if (min !== null) return t('spotCalendar.facts.bounds.atLeast', { amount: text(min) })
  return max === null ? null : t('spotCalendar.facts.bounds.atMost', { amount: text(max) })
}
