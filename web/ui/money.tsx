import { formatMoney } from '@openspot/core/money/money.ts'
import { locale } from '@/words/index.ts'
import css from './money.module.css'

/** Formats an amount for labels and titles. */
export const moneyText = (cents: number, currency: string): string => formatMoney(cents, currency, locale)

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
  return (
    <span className={css.money} data-size={size}>
      {moneyText(cents, currency)}
    </span>
  )
}
