import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@/lib/messages/translate.ts'
import { words } from '@/words/index.ts'

/** Returns the lot's rules as sentences. */
export function rulesInWords(t: Translate, lot: PublicLot): string[] {
  const { rules } = words.lot
  const hours =
    lot.opening_hours === null
      ? []
      : [lot.overnight_allowed ? t('lot.rules.overnight') : t('lot.rules.noOvernight')]
  const { month_cents, month_from_days } = lot.price_configuration
  return [
    ...hours,
    rules.cancel(lot.cancel_until_minutes_after_start),
    t('lot.rules.hold', { minutes: lot.hold_minutes }),
    t('lot.rules.steps', { minutes: lot.snap_minutes }),
    ...(month_cents !== null || month_from_days !== null ? [t('lot.rules.monthly')] : []),
    t('lot.rules.onlyYours'),
  ]
}
