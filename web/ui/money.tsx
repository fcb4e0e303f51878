import { formatMoney } from '@openspot/core/money/money.ts'
import { locale } from '@/words/index.ts'
import css from './money.module.css'

/** An amount as text, for labels and titles. */
export const moneyText = (cents: number, currency: string): string => formatMoney(cents, currency, locale)

/** An amount on the screen: whole cents in, tabular figures out. `lg` is the price of a stay. */
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
