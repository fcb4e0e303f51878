import type { BookingLimits, PublicLot } from '@openspot/contract/lots/lots.ts'
import { formatMinutes } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { isMonthlyAllowed, limitsInWords } from './limits-in-words.ts'

/** Returns the lot's rules as sentences, with the limits that apply to the reader. */
export function rulesInWords(t: Translate, lot: PublicLot, limits: BookingLimits | null): string[] {
  const hours =
    lot.opening_hours === null
      ? []
      : [lot.overnight_allowed ? t('lot.rules.overnight') : t('lot.rules.noOvernight')]
  const { month_cents, month_from_days } = lot.price_configuration
  const isMonthly = (month_cents !== null || month_from_days !== null) && isMonthlyAllowed(limits)
  return [
    ...hours,
    cancelRule(t, lot.cancel_until_minutes_after_start),
    t('lot.rules.hold', { minutes: lot.hold_minutes }),
    t('lot.rules.steps', { minutes: lot.snap_minutes }),
    ...(limits ? limitsInWords(t, limits) : []),
    ...(isMonthly ? [t('lot.rules.monthly')] : []),
    t('lot.rules.onlyYours'),
  ]
}

/** Says until when a cancellation is free; negative minutes are before the start. */
function cancelRule(t: Translate, minutes: number): string {
  if (minutes === 0) return t('lot.rules.cancelAtStart')
  const length = formatMinutes(Math.abs(minutes), localeOf(t))
  return minutes > 0 ? t('lot.rules.cancelAfter', { length }) : t('lot.rules.cancelBefore', { length })
}
