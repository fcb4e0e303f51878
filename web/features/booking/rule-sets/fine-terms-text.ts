import type { RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { listText } from '@/ui/figures.ts'

/** Returns what a rule set says about fines as sentences; none if it has no terms of its own. */
export function fineTermsText(t: Translate, terms: RuleSet['fine_terms'], currency: string): string[] {
  if (!terms) return []
  if (terms.reasons.length === 0) return [t('ruleSets.fines.saysNone')]
  const money = (cents: number) => formatMoney(cents, currency, localeOf(t))
  return [
    ...terms.reasons.map(({ reason, warnings, amounts_cents }) =>
      t('ruleSets.fines.says', {
        reason: t(`fines.reasons.${reason}`),
        warnings,
        amounts: listText(t, amounts_cents.map(money)),
      }),
    ),
    t('ruleSets.fines.saysDays', { days: terms.within_days }),
  ]
}
