import { formatMoney } from '@openspot/core/money/money.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import css from './money.module.css'

/** Formats an amount for labels and titles. */
export const moneyText = (t: Translate, cents: number, currency: string): string =>
  formatMoney(cents, currency, localeOf(t))

/** Displays an amount in minor units with tabular numbers. `lg` is for the price of a reservation. */
export function Money({
  cents,
  currency,
  size = 'md',
}: {
  cents: number
  currency: string
  size?: 'md' | 'lg' | 'xl'
}) {
  const t = useTranslations()
  return (
    <span className={css.money} data-size={size}>
      {moneyText(t, cents, currency)}
    </span>
  )
}
