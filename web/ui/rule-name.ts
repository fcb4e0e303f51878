import { isOneOf } from '@openspot/core/enums.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import type { Translate } from '@openspot/messages/translate.ts'

const rules = [
  'max_short_reservations',
  'max_long_reservations',
  'min_duration_minutes',
  'max_duration_minutes',
  'max_ahead_days',
  'max_hours',
  'spot_types',
  'zone_ids',
  'nth_spot_prices',
] as const satisfies readonly (keyof Rules)[]

/** Returns the name of a rule. A rule of a newer version of the server keeps its key. */
export const ruleName = (t: Translate, rule: string): string =>
  isOneOf(rules, rule) ? t(`lot.ruleNames.${rule}`) : rule
