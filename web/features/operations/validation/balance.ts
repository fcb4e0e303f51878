import type { ValidationPartner } from '@openspot/contract/operations/validation-partners.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { moneyText } from '@/ui/money.tsx'

/** The balance of a partner with its name: what it owes, or what is left of its payments. */
export function balanceFact(t: Translate, partner: ValidationPartner): [string, string] {
  const { balance_cents, billing, currency } = partner
  const money = moneyText(t, Math.abs(balance_cents), currency)
  if (balance_cents < 0) return [t('validation.staff.owes'), money]
  return [billing === 'PREPAID' ? t('validation.staff.prepaid') : t('validation.staff.credit'), money]
}
