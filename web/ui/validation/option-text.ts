import type { OfferedOption } from '@openspot/contract/operations/validation.ts'
import { formatMinutes } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { moneyText } from '@/ui/money.tsx'

type Discount = Pick<OfferedOption, 'discount' | 'amount_cents' | 'percent' | 'minutes' | 'max_cents'>

/** What an option gives: "Up to $5.00", "50%, up to $8.00". */
export function discountText(t: Translate, option: Discount, currency: string): string {
  const money = (cents: number | null) => (cents === null ? '' : moneyText(t, cents, currency))
  return t(`validation.discounts.${option.discount}`, {
    amount: money(option.amount_cents),
    percent: String(option.percent ?? 0),
    time: formatMinutes(option.minutes ?? 0, localeOf(t)),
    max: money(option.max_cents),
    has_max: String(option.max_cents !== null),
  })
}
