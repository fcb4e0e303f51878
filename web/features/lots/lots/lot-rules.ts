import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { words } from '@/words/index.ts'

/** Returns the lot's rules as sentences. */
export function rulesInWords(lot: PublicLot): string[] {
  const { rules } = words.lot
  const hours =
    lot.opening_hours === null ? [] : [lot.overnight_allowed ? rules.overnight : rules.noOvernight]
  const { month_cents, month_from_days } = lot.price_configuration
  return [
    ...hours,
    rules.cancel(lot.cancel_until_minutes_after_start),
    rules.hold(lot.hold_minutes),
    rules.steps(lot.snap_minutes),
    ...(month_cents !== null || month_from_days !== null ? [rules.monthly] : []),
    rules.onlyYours,
  ]
}
